package io.skim.store.rows;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.util.List;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What files hold, by the names that both engines know. */
public enum RowKind
{
    /** Segments of a broker's commit log: {@link RecordRows}. */
    COMMIT_LOG("commitlog"),
    /** Remoting frames, one after the other as on the wire, or packet captures: {@link FrameRows}. */
    ROCKETMQ_FRAMES("rocketmq-frames"),
    /** Packet captures, pcap or pcapng, of remoting connections: {@link FrameRows}. */
    PCAP("pcap"),
    /** AMQP messages, each behind a length of four bytes: {@link AmqpMessageRows}. */
    AMQP_MESSAGES("amqp-messages"),
    /** AMQP frames, one after the other as on the wire, or packet captures: {@link AmqpFrameRows}. */
    AMQP_FRAMES("amqp-frames");

    private final String option;

    RowKind(final String option)
    {
        this.option = option;
    }

    /**
     * Finds a kind by the name that options have for it.
     *
     * @param name of the kind.
     * @return the kind.
     * @throws IllegalArgumentException if there is none; the message lists the names.
     */
    public static RowKind named(final String name)
    {
        for (final RowKind kind : values())
        {
            if (kind.option.equals(name))
            {
                return kind;
            }
        }
        throw new IllegalArgumentException("the option kind is one of " + Arrays.stream(values()).map(RowKind::option)
            .collect(Collectors.joining(", ")) + "; not '" + name + "'");
    }

    /** {@return the name that options have for the kind} */
    public String option()
    {
        return option;
    }

    /**
     * The columns.
     *
     * @param properties names of properties, which become columns of type {@link RowType#TEXT} behind the others.
     * @return the schema.
     * @throws IllegalArgumentException if a property has the name of another column, or there are properties of a kind that
     *                                  has none.
     */
    public RowSchema schema(final List<String> properties)
    {
        if (this == AMQP_FRAMES && !properties.isEmpty())
        {
            throw new IllegalArgumentException(
                "AMQP frames have no properties; those of messages are in amqp-messages");
        }
        return switch (this)
        {
            case COMMIT_LOG -> RowSchema.records(properties);
            case ROCKETMQ_FRAMES, PCAP -> RowSchema.frames(properties);
            case AMQP_MESSAGES -> RowSchema.amqpMessages(properties);
            case AMQP_FRAMES -> RowSchema.amqpFrames();
        };
    }

    /**
     * Makes a reader of files.
     *
     * @param schema     of this kind.
     * @param asked      indices of the columns that are read.
     * @param limits     of frames and messages.
     * @param strictness of the scanner.
     * @return the reader, to be wrapped around files.
     * @throws IllegalStateException of segments, which are no streams: see {@link RecordRows}.
     */
    public StreamRows open(final RowSchema schema, final int[] asked, final Limits limits, final Strictness strictness)
    {
        return switch (this)
        {
            case COMMIT_LOG -> throw new IllegalStateException("segments are read by RecordRows");
            case ROCKETMQ_FRAMES, PCAP -> new FrameRows(schema, asked, this == PCAP, limits, strictness);
            case AMQP_MESSAGES -> new AmqpMessageRows(schema, asked, limits, strictness);
            case AMQP_FRAMES -> new AmqpFrameRows(schema, asked, limits, strictness);
        };
    }
}
