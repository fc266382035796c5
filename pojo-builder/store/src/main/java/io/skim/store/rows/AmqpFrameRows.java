package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameField;
import io.skim.scan.amqp.AmqpFrameInterest;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.Performative;
import io.skim.store.rows.FrameSupply.Cutter;
import io.skim.store.rows.RowSchema.AmqpFrameValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The AMQP frames of a file, one after the other as on the wire, or of the connections in a packet capture, as rows; protocol
 * headers among them, without a performative. A malformed frame is a row with a fault. Where the framing is lost, the rest of the
 * file or of the direction of the connection is one. Whether a frame is malformed does not depend on the columns.
 */
public final class AmqpFrameRows extends StreamRows implements DataHandler
{
    private static final int FAULT = AmqpFrameValue.FAULT.ordinal();
    private static final int BODY = AmqpFrameValue.BODY.ordinal();
    private static final int FIELDS = AmqpFrameValue.FIELDS.ordinal();
    private static final AmqpFrameInterest EVERYTHING = AmqpFrameScanner.interest().everything().build();

    private final boolean[] wanted;
    /** The column of each id of the interest; -1 for none. */
    private final int[] columnOf = new int[Performative.ID_COUNT];
    /** The names of the fields of performatives, by the ids of the interest; null for others. */
    private final byte[][] names = new byte[Performative.ID_COUNT][];
    private final AmqpFrameScanner scanner;
    private final Limits limits;
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameSupply supply;
    private int bodyOffset;

    /**
     * Makes a reader.
     *
     * @param schema     from {@link RowSchema#amqpFrames}.
     * @param asked      indices of the columns that are read; all others are null, but for file, offset, time, connection and
     *                   fault.
     * @param limits     of frames.
     * @param strictness of the scanner.
     */
    public AmqpFrameRows(final RowSchema schema, final int[] asked, final Limits limits, final Strictness strictness)
    {
        super(schema, FAULT);
        this.limits = limits;
        scanner = new AmqpFrameScanner(limits, strictness);
        wanted = new boolean[columns.size()];
        for (final int column : asked)
        {
            wanted[column] = true;
        }
        Arrays.fill(columnOf, -1);
        columnOf[AmqpFrameField.TYPE.ordinal()] = AmqpFrameValue.TYPE.ordinal();
        columnOf[AmqpFrameField.CHANNEL.ordinal()] = AmqpFrameValue.CHANNEL.ordinal();
        for (final Performative performative : Performative.values())
        {
            for (int i = 0; i < performative.fieldCount(); i++)
            {
                final String name = performative.fieldNames().get(i);
                names[performative.id(i)] = name.getBytes(StandardCharsets.UTF_8);
                columnOf[performative.id(i)] = switch (name)
                {
                    case "handle" -> AmqpFrameValue.HANDLE.ordinal();
                    case "delivery-id" -> AmqpFrameValue.DELIVERY_ID.ordinal();
                    case "delivery-tag" -> AmqpFrameValue.DELIVERY_TAG.ordinal();
                    default -> -1;
                };
            }
        }
    }

    @Override
    public AmqpFrameRows wrap(final InputStream in, final String name) throws IOException
    {
        supply = FrameSupply.open(plain(in, name), false, limits, () -> Cutter.amqp(limits));
        return this;
    }

    @Override
    public boolean next() throws IOException
    {
        if (!supply.next())
        {
            return nextBroken();
        }
        values.clear();
        values.isNull[FIELDS] = !wanted[FIELDS];
        if (supply.problem != null)
        {
            refuse(supply.problem);
        }
        else if (scanner.scan(supply.frame, EVERYTHING, this) == Outcome.MALFORMED)
        {
            refuse(FrameSupply.told(scanner.fault()));
        }
        else
        {
            values.number(AmqpFrameValue.FRAME_LENGTH.ordinal(), supply.frame.length());
        }
        values.number(AmqpFrameValue.OFFSET.ordinal(), supply.offset);
        values.text(AmqpFrameValue.FILE.ordinal(), file);
        values.captured(AmqpFrameValue.TIME.ordinal(), supply.time, AmqpFrameValue.CONNECTION.ordinal(),
            supply.connection);
        return true;
    }

    private void refuse(final String problem)
    {
        values.clear();
        values.text(FAULT, problem.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] body()
    {
        if (values.isNull[BODY])
        {
            return null;
        }
        final byte[] body = new byte[(int)values.numbers[AmqpFrameValue.BODY_LENGTH.ordinal()]];
        supply.frame.getBytes(bodyOffset, body.length, body, 0);
        return body;
    }

    /** For the scanner. */
    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        final Performative performative = Performative.ofId(id);
        if (performative != null && wanted[AmqpFrameValue.PERFORMATIVE.ordinal()])
        {
            values.text(AmqpFrameValue.PERFORMATIVE.ordinal(), performative.performativeName().getBytes(
                StandardCharsets.UTF_8));
        }
        return Action.CONTINUE;
    }

    /** For the scanner. */
    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == AmqpFrameField.PAYLOAD.ordinal())
        {
            bodyOffset = value.offset();
            values.number(AmqpFrameValue.BODY_LENGTH.ordinal(), value.length());
            values.isNull[BODY] = value.length() == 0 || !wanted[BODY];
            return Action.CONTINUE;
        }
        if (columnOf[id] >= 0 && wanted[columnOf[id]])
        {
            values.take(columnOf[id], value);
        }
        if (names[id] != null && wanted[FIELDS])
        {
            values.entry(FIELDS, names[id], value);
        }
        return Action.CONTINUE;
    }
}
