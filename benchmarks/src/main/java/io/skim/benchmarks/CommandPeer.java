package io.skim.benchmarks;

import com.alibaba.fastjson2.JSON;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * What somebody would write instead of using the {@code skim} command: forty lines on RocketMQ's own decoder. Frames of a file,
 * one after the other. The serial collector and buffers of the command's size, so that nothing but the work differs.
 *
 * <pre>
 * java -XX:+UseSerialGC -cp benchmarks/target/benchmarks.jar io.skim.benchmarks.CommandPeer stats all.frames
 * </pre>
 */
public final class CommandPeer
{
    private static final int BUFFER = 1 << 18;

    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
    private final Map<String, long[]> counts = new TreeMap<>();
    private final CRC32 crc = new CRC32();
    private long i;

    private CommandPeer()
    {
    }

    /**
     * Runs one of the questions.
     *
     * @param args {@code filter}, {@code stats}, {@code decode} or {@code rewrite}, and a file.
     * @throws Exception if the file cannot be read, or a frame cannot be decoded.
     */
    public static void main(final String[] args) throws Exception
    {
        final CommandPeer peer = new CommandPeer();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[1]), BUFFER)))
        {
            while (peer.next(args[0], in))
            {
                peer.i++;
            }
        }
        peer.out.flush();
        peer.counts.forEach((name, count) -> System.out.println(name + ' ' + count[0] + ' ' + count[1]));
    }

    private boolean next(final String question, final DataInputStream in) throws Exception
    {
        final byte[] frame;
        try
        {
            frame = new byte[in.readInt()];
        }
        catch (final EOFException e)
        {
            return false;
        }
        in.readFully(frame);
        final RemotingCommand command = RemotingCommand.decode(ByteBuffer.wrap(frame));
        switch (question)
        {
            case "filter" -> filter(command, frame);
            case "stats" -> stats(command, frame.length + Integer.BYTES);
            case "decode" -> decode(command, frame.length);
            case "rewrite" -> rewrite(command);
            default -> throw new IllegalArgumentException(question);
        }
        return true;
    }

    private void filter(final RemotingCommand command, final byte[] frame) throws IOException
    {
        if (CommandBenchmark.TOPIC.equals(Reference.topic(command)))
        {
            write(frame);
        }
    }

    private void write(final byte[] frame) throws IOException
    {
        out.write(frame.length >>> 24);
        out.write(frame.length >>> 16);
        out.write(frame.length >>> 8);
        out.write(frame.length);
        out.write(frame);
    }

    private void stats(final RemotingCommand command, final int length)
    {
        count((command.isResponseType() ? "response " : "request ") + command.getCode(), length);
        count("type " + command.getSerializeTypeCurrentRPC(), length);
        count("language " + command.getLanguage(), length);
        final String topic = Reference.topic(command);
        if (topic != null)
        {
            count("topic " + topic, length);
        }
    }

    private void count(final String name, final int length)
    {
        final long[] count = counts.computeIfAbsent(name, key -> new long[2]);
        count[0]++;
        count[1] += length;
    }

    private void decode(final RemotingCommand command, final int length) throws IOException
    {
        crc.reset();
        if (command.getBody() != null)
        {
            crc.update(command.getBody());
        }
        final Map<String, Object> line = new LinkedHashMap<>();
        line.put("i", i);
        line.put("frameLength", length);
        line.put("serializeType", command.getSerializeTypeCurrentRPC());
        line.put("code", command.getCode());
        line.put("language", command.getLanguage());
        line.put("version", command.getVersion());
        line.put("opaque", command.getOpaque());
        line.put("flag", command.getFlag());
        line.put("remark", command.getRemark());
        line.put("extFields", command.getExtFields());
        line.put("bodyLength", command.getBody() == null ? 0 : command.getBody().length);
        line.put("bodyCrc32", crc.getValue());
        out.write(JSON.toJSONBytes(line));
        out.write('\n');
    }

    private void rewrite(final RemotingCommand command) throws IOException
    {
        command.addExtField(CommandBenchmark.NAME, CommandBenchmark.VALUE);
        final ByteBuffer encoded = command.encode();
        out.write(encoded.array(), encoded.arrayOffset() + encoded.position(), encoded.remaining());
    }
}
