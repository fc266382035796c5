package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.store.rows.RowSchema.MessageValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * AMQP messages, each behind a length of four bytes, as rows. A malformed message is a row with a fault; where a length cannot be,
 * or the file ends in a message, the rest of the file is one. Whether a message is malformed does not depend on the columns.
 */
public final class AmqpMessageRows extends StreamRows implements DataHandler
{
    private static final int FAULT = MessageValue.FAULT.ordinal();
    private static final int BODY = MessageValue.BODY.ordinal();
    private static final int BODY_LENGTH = MessageValue.BODY_LENGTH.ordinal();
    private static final AmqpInterest EVERYTHING = AmqpScanner.interest().everything().build();

    private final boolean[] wanted;
    /** The column of each field, by ordinal; -1 for none. */
    private final int[] columnOf = new int[AmqpField.values().length];
    /** Application properties that are columns, and these columns. */
    private final byte[][] names;
    private final int[] properties;
    private final AmqpScanner scanner;
    private final FrameView message;
    private final int mostLength;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private InputStream in;
    private long position;
    private boolean ended;

    /**
     * Makes a reader.
     *
     * @param schema     from {@link RowSchema#amqpMessages}.
     * @param asked      indices of the columns that are read; all others are null, but for file, offset and fault.
     * @param limits     {@code maxFrameLength} bounds a message.
     * @param strictness of the scanner.
     */
    public AmqpMessageRows(final RowSchema schema, final int[] asked, final Limits limits, final Strictness strictness)
    {
        super(schema, FAULT);
        scanner = new AmqpScanner(limits, strictness);
        message = new FrameView(limits);
        mostLength = limits.maxFrameLength();
        wanted = new boolean[columns.size()];
        for (final int column : asked)
        {
            wanted[column] = true;
        }
        Arrays.fill(columnOf, -1);
        for (final MessageValue value : MessageValue.values())
        {
            if (value.field != null && wanted[value.ordinal()])
            {
                columnOf[value.field.ordinal()] = value.ordinal();
            }
        }
        properties = Arrays.stream(asked).filter(column -> columns.get(column).isProperty()).toArray();
        names =
            Arrays.stream(properties).mapToObj(column -> columns.get(column).name().getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    @Override
    public AmqpMessageRows wrap(final InputStream input, final String name) throws IOException
    {
        in = plain(input, name);
        position = 0;
        ended = false;
        return this;
    }

    @Override
    public boolean next() throws IOException
    {
        if (ended)
        {
            return nextBroken();
        }
        final byte[] prefix = in.readNBytes(Integer.BYTES);
        if (prefix.length == 0)
        {
            ended = true;
            return nextBroken();
        }
        values.clear();
        body.reset();
        final int length = prefix.length < Integer.BYTES ? 0 : ByteBuffer.wrap(prefix).getInt();
        if (prefix.length < Integer.BYTES)
        {
            lose("TRUNCATED: the file ends in the length of a message");
        }
        else if (length < 0 || length > mostLength)
        {
            lose("FRAME_TOO_LONG: the length of a message is " + (length & 0xFFFF_FFFFL) + " bytes, more than "
                + mostLength);
        }
        else
        {
            // Grows with the bytes that there are, and not by the length.
            read(in.readNBytes(length), length);
        }
        values.number(MessageValue.OFFSET.ordinal(), position);
        values.text(MessageValue.FILE.ordinal(), file);
        position += Integer.BYTES + length;
        return true;
    }

    private void read(final byte[] bytes, final int length)
    {
        if (bytes.length < length)
        {
            lose("TRUNCATED: the file ends after " + bytes.length + " of the " + length + " bytes of a message");
            return;
        }
        message.wrap(bytes, 0, length);
        for (final MessageValue value : MessageValue.values())
        {
            values.isNull[value.ordinal()] = value.type != RowType.TEXTS || !wanted[value.ordinal()];
        }
        values.number(BODY_LENGTH, 0);
        if (scanner.scan(message, EVERYTHING, this) == Outcome.MALFORMED)
        {
            values.clear();
            refuse(FrameSupply.told(scanner.fault()));
            return;
        }
        values.number(MessageValue.MESSAGE_LENGTH.ordinal(), length);
    }

    private void lose(final String problem)
    {
        ended = true;
        refuse(problem);
    }

    private void refuse(final String problem)
    {
        values.text(FAULT, problem.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] body()
    {
        return values.isNull[BODY] ? null : body.toByteArray();
    }

    /** For the scanner. */
    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == AmqpField.DATA.ordinal())
        {
            takeData(value);
        }
        else if (columnOf[id] >= 0)
        {
            values.take(columnOf[id], value);
        }
        return Action.CONTINUE;
    }

    /** A body of several sections is that of their bytes, one after the other. */
    private void takeData(final Cursor value)
    {
        values.number(BODY_LENGTH, values.numbers[BODY_LENGTH] + value.length());
        if (wanted[BODY])
        {
            final byte[] bytes = new byte[value.length()];
            message.getBytes(value.offset(), bytes.length, bytes, 0);
            body.write(bytes, 0, bytes.length);
            values.isNull[BODY] = false;
        }
    }

    /** For the scanner. */
    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        if (columnOf[id] >= 0)
        {
            values.entry(columnOf[id], key, value);
        }
        if (id == AmqpField.APPLICATION_PROPERTIES.ordinal())
        {
            for (int i = 0; i < names.length; i++)
            {
                if (key.contentEquals(names[i]))
                {
                    values.isNull[properties[i]] = true;
                    values.take(properties[i], value);
                }
            }
        }
        return Action.CONTINUE;
    }
}
