package io.skim.command;

import io.skim.scan.Strictness;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a file may hold, and who decodes it.
 */
enum Format
{
    ROCKETMQ("rocketmq", RemotingDecoder::new),
    AMQP_FRAMES("amqp-frames", AmqpFrameDecoder::new),
    AMQP_MESSAGES("amqp-messages", AmqpMessageDecoder::new),
    AMQP_VALUES("amqp-values", AmqpValueDecoder::new),
    /** Segments are read by their own reader. */
    COMMIT_LOG("commitlog", null);

    private final String formatName;
    private final @Nullable BiFunction<Console, Strictness, Decoder> decoder;

    Format(final String formatName, final @Nullable BiFunction<Console, Strictness, Decoder> decoder)
    {
        this.formatName = formatName;
        this.decoder = decoder;
    }

    /** The format of that name, or null if there is none. */
    @Nullable
    static Format named(final String name)
    {
        for (final Format format : values())
        {
            if (format.formatName.equals(name))
            {
                return format;
            }
        }
        return null;
    }

    /** Whether TCP connections carry it, so that there are captures of it. */
    boolean isOnConnections()
    {
        return this != AMQP_VALUES && this != COMMIT_LOG;
    }

    /** Of all but the commit log. */
    Decoder decoder(final Console console, final Strictness strictness)
    {
        return Objects.requireNonNull(decoder).apply(console, strictness);
    }

    /** Completes {@code --format}. */
    static final class Names implements Iterable<String>
    {
        static List<String> all()
        {
            final List<String> names = new ArrayList<>();
            for (final Format format : values())
            {
                names.add(format.formatName);
            }
            return names;
        }

        @Override
        public Iterator<String> iterator()
        {
            return all().iterator();
        }
    }
}
