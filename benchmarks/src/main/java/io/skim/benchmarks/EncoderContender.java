package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.EntryKey;
import io.skim.encode.EntryText;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;

/**
 * Skim: writes the fields of the same typed headers into a buffer that is used again.
 */
final class EncoderContender extends Peer implements Encode
{
    /** What the texts are given as. */
    enum Texts
    {
        /** The strings of the typed header. */
        STRINGS,
        /** Names that were encoded once, as a producer's group, topic and broker can be; the properties a string. */
        NAMES,
        /** Such names, and the properties in UTF-8, as a gateway has them that passes them on. */
        UTF8
    }

    private static final EntryKey A = EntryKey.of("a");
    private static final EntryKey B = EntryKey.of("b");
    private static final EntryKey C = EntryKey.of("c");
    private static final EntryKey D = EntryKey.of("d");
    private static final EntryKey E = EntryKey.of("e");
    private static final EntryKey F = EntryKey.of("f");
    private static final EntryKey G = EntryKey.of("g");
    private static final EntryKey H = EntryKey.of("h");
    private static final EntryKey I = EntryKey.of("i");
    private static final EntryKey J = EntryKey.of("j");
    private static final EntryKey K = EntryKey.of("k");
    private static final EntryKey L = EntryKey.of("l");
    private static final EntryKey M = EntryKey.of("m");
    private static final EntryKey N = EntryKey.of("n");

    private final RemotingEncoder encoder;
    private final ByteBuf out;
    private final RemotingCommand[] commands;
    private final RemotingLanguage[] languages;
    private final SendMessageRequestHeaderV2[] headers;
    /** The typed headers keep it to themselves. */
    private final String[] brokers;
    private final Texts given;
    /** Of each header the group, the topic, the default topic and the broker. */
    private final EntryText[][] names;
    /** In UTF-8. */
    private final byte[][] properties;

    EncoderContender(final byte[][] frames, final Buffers kind, final Texts given)
    {
        super(frames);
        encoder = frames[0][Integer.BYTES] == 0 ? new JsonRemotingEncoder() : new BinaryRemotingEncoder();
        out = kind.of(new byte[1 << 16], 300);
        commands = Encode.commands(frames);
        headers = Encode.headers(frames);
        languages = new RemotingLanguage[frames.length];
        brokers = new String[frames.length];
        for (int i = 0; i < frames.length; i++)
        {
            brokers[i] = commands[i].getExtFields().get("n");
            languages[i] = RemotingLanguage.valueOf(commands[i].getLanguage().name());
        }
        this.given = given;
        names = names();
        properties = new byte[frames.length][];
        for (int i = 0; i < frames.length; i++)
        {
            properties[i] = headers[i].getI() == null ? null : headers[i].getI().getBytes(StandardCharsets.UTF_8);
        }
    }

    private EntryText[][] names()
    {
        final EntryText[][] all = new EntryText[headers.length][];
        for (int i = 0; i < all.length; i++)
        {
            final SendMessageRequestHeaderV2 header = headers[i];
            all[i] = Stream.of(header.getA(), header.getB(), header.getC(), brokers[i]).map(name -> name == null
                ? null : EntryText.of(name)).toArray(EntryText[]::new);
        }
        return all;
    }

    @Override
    int answer(final int frame)
    {
        final RemotingCommand command = commands[frame];
        encoder.wrap(out.clear()).begin(command.getCode(), languages[frame], command.getVersion(), command.getOpaque(),
            command.getFlag());
        encoder.remark(command.getRemark());
        encoder.beginExtFields();
        if (given == Texts.STRINGS)
        {
            put(headers[frame]);
            encoder.putEntry(N, brokers[frame]);
        }
        else
        {
            put(headers[frame], names[frame], given == Texts.UTF8 ? properties[frame] : null);
        }
        encoder.endExtFields();
        return encoder.end();
    }

    private void put(final SendMessageRequestHeaderV2 header)
    {
        encoder.putEntry(A, header.getA());
        encoder.putEntry(B, header.getB());
        encoder.putEntry(C, header.getC());
        putFirstNumbers(header);
        encoder.putEntry(I, header.getI());
        putLastNumbers(header);
    }

    private void put(final SendMessageRequestHeaderV2 header, final EntryText[] name, final byte[] utf8)
    {
        encoder.putEntry(A, name[0]);
        encoder.putEntry(B, name[1]);
        encoder.putEntry(C, name[2]);
        putFirstNumbers(header);
        if (utf8 == null)
        {
            encoder.putEntry(I, header.getI());
        }
        else
        {
            encoder.putEntry(I, utf8, 0, utf8.length);
        }
        putLastNumbers(header);
        encoder.putEntry(N, name[3]);
    }

    private void putFirstNumbers(final SendMessageRequestHeaderV2 header)
    {
        put(D, header.getD());
        put(E, header.getE());
        put(F, header.getF());
        if (header.getG() != null)
        {
            encoder.putEntry(G, header.getG().longValue());
        }
        put(H, header.getH());
    }

    private void putLastNumbers(final SendMessageRequestHeaderV2 header)
    {
        put(J, header.getJ());
        put(K, header.isK());
        put(L, header.getL());
        put(M, header.isM());
    }

    private void put(final EntryKey key, final Integer value)
    {
        if (value != null)
        {
            encoder.putEntry(key, value.intValue());
        }
    }

    private void put(final EntryKey key, final Boolean value)
    {
        if (value != null)
        {
            encoder.putEntry(key, value.booleanValue());
        }
    }

    @Override
    public byte[] output()
    {
        final byte[] bytes = new byte[out.readableBytes()];
        out.getBytes(0, bytes);
        return bytes;
    }
}
