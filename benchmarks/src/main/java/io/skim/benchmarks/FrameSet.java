package io.skim.benchmarks;

import io.skim.scan.remoting.RequestCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The frames that contenders read, each set in both encodings and in an order that was shuffled once. Every set has an odd
 * number of frames, so that each of four handlers that take turns sees each frame.
 */
enum FrameSet
{
    /** The thirteen frames of earlier runs, in strict rotation. For comparison with them; no bar is set on these. */
    THIRTEEN
    {
        @Override
        List<byte[]> load(final Encoding encoding)
        {
            return List.of(encoding.frames());
        }
    },

    /** Sends of Java clients and of RocketMQ's own proxy, captured. */
    JAVA,

    /** Sends of Go clients, and in JSON of JavaScript clients, captured. */
    GO_JS,

    /** Requests and responses of every kind and every client, captured. */
    ALL,

    /** Sends that were generated, see {@link GeneratedFrames}. */
    GEN
    {
        @Override
        List<byte[]> load(final Encoding encoding)
        {
            return GeneratedFrames.of(encoding);
        }
    };

    private static final int BATCH = 320;

    private final Map<Encoding, List<byte[]>> loaded = new EnumMap<>(Encoding.class);

    /** By the name that parameters have. */
    static FrameSet of(final String name)
    {
        return valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** The name that parameters have. */
    String parameter()
    {
        return name().replace('_', '-').toLowerCase(Locale.ROOT);
    }

    List<byte[]> load(final Encoding encoding)
    {
        return Corpus.frames(parameter() + '.' + encoding.name().toLowerCase(Locale.ROOT) + ".frames");
    }

    /** All frames of the set. Nobody writes to them. */
    synchronized byte[][] frames(final Encoding encoding)
    {
        return loaded.computeIfAbsent(encoding, this::load).toArray(new byte[0][]);
    }

    /** Those that send one message and may be changed, for they are not signed; whatever their fields are called. */
    byte[][] sends(final Encoding encoding)
    {
        return only(encoding, command -> CorpusMaker.isSend(command) && command.getCode() != BATCH && !command
            .getExtFields().containsKey("Signature"));
    }

    /**
     * Those that send one message with properties, whose fields have names of one letter, and whose names of topics and
     * groups are ASCII. The binary headers of Go have none.
     */
    byte[][] shortSends(final Encoding encoding)
    {
        return only(encoding, command -> CorpusMaker.isSend(command) && RequestCode.hasShortNames(command.getCode())
            && !Reference.properties(command).isEmpty() && isPlain(command.getExtFields().get("a"))
            && isPlain(command.getExtFields().get("b")) && isPlain(command
                .getExtFields().get("c"))
            && isPlain(command.getRemark()));
    }

    private byte[][] only(final Encoding encoding, final Predicate<RemotingCommand> wanted)
    {
        final List<byte[]> left = new ArrayList<>();
        for (final byte[] frame : frames(encoding))
        {
            if (wanted.test(Reference.decode(frame)))
            {
                left.add(frame);
            }
        }
        // An odd number: with an even one the last is left out.
        return left.subList(0, left.isEmpty() ? 0 : left.size() - 1 | 1).toArray(new byte[0][]);
    }

    /** Whether a text has as many bytes as characters, in JSON too. */
    private static boolean isPlain(final String text)
    {
        return text == null || text.chars().allMatch(character -> character >= ' ' && character < 0x7F
            && character != '"' && character != '\\');
    }
}
