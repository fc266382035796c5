package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.TreeMap;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * A contender that writes send headers from typed ones, answers how long each is, and can show the one it wrote last.
 */
interface Encode extends Contender
{
    /** The frame's prefix and header. */
    byte[] output();

    /** What is to be written: headers as the reference reads them, as far as they are typed. */
    static RemotingCommand[] commands(final byte[][] frames)
    {
        final RemotingCommand[] commands = new RemotingCommand[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            commands[i] = Reference.decode(frames[i]);
            commands[i].getExtFields().keySet().removeIf(name -> name.length() > 1);
        }
        return commands;
    }

    /** The typed headers of frames. */
    static SendMessageRequestHeaderV2[] headers(final byte[][] frames)
    {
        return Arrays.stream(commands(frames)).map(Reference::typed).toArray(SendMessageRequestHeaderV2[]::new);
    }

    /**
     * Lets a contender go round its headers, and compares what the reference reads of each with what was to be written.
     *
     * @param contender that has not begun.
     * @param frames    the headers came from.
     * @throws IllegalStateException if a header is read as another.
     */
    static void check(final Encode contender, final byte[][] frames) throws Exception
    {
        final RemotingCommand[] commands = commands(frames);
        for (int i = 0; i < 2 * frames.length; i++)
        {
            final int length = contender.next();
            final byte[] output = contender.output();
            // A frame without its body ends where the body begins.
            final String is = text(Reference.decode(withoutBody(output)));
            final String expected = text(commands[i % frames.length]);
            if (length != output.length || !is.equals(expected))
            {
                throw new IllegalStateException(contender.getClass().getSimpleName() + " wrote " + length + " bytes, "
                    + is + ", of frame " + i + " and not " + expected);
            }
        }
    }

    private static byte[] withoutBody(final byte[] output)
    {
        final byte[] frame = output.clone();
        ByteBuffer.wrap(frame).putInt(0, frame.length - Integer.BYTES);
        return frame;
    }

    private static String text(final RemotingCommand command)
    {
        return command.getCode() + " " + command.getLanguage() + ' ' + command.getVersion() + ' ' + command.getOpaque()
            + ' ' + command.getFlag() + ' ' + command.getRemark() + ' ' + new TreeMap<>(command.getExtFields());
    }
}
