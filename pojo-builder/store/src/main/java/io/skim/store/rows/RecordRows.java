package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.store.SegmentReader;
import io.skim.store.rows.RowSchema.RecordValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a segment, or of a part of it, as rows. A damaged piece is one row.
 */
public final class RecordRows extends RowReader implements DataHandler
{
    private static final int FILE = RecordValue.FILE.ordinal();
    private static final int OFFSET = RecordValue.OFFSET.ordinal();
    private static final int INNER_INDEX = RecordValue.INNER_INDEX.ordinal();
    private static final int FAULT = RecordValue.FAULT.ordinal();
    private static final int BORN_ADDRESS = RecordValue.BORN_ADDRESS.ordinal();
    private static final int STORE_ADDRESS = RecordValue.STORE_ADDRESS.ordinal();
    private static final int BODY = RecordValue.BODY.ordinal();
    private static final int BODY_LENGTH = RecordValue.BODY_LENGTH.ordinal();
    private static final int PROPERTIES = RecordValue.PROPERTIES.ordinal();

    private final boolean[] wanted = new boolean[RecordValue.values().length];
    private final RecordInterest interest;
    private final boolean wantsProperties;
    private final SegmentReader reader;
    private final String file;
    /** The names of the properties that are columns, by column; null for others. */
    private final byte[] @Nullable [] propertyNames;
    /** The last address that was read: of IPv4 in the first four bytes. */
    private final byte[] address = new byte[16];
    private int bodyOffset;
    /** Of the segment when it was listed. */
    private long listed = Long.MAX_VALUE;

    /**
     * Makes a reader.
     *
     * @param schema  from {@link RowSchema#records}.
     * @param asked   indices of the columns that are read; all others are null, but for file, offset and fault.
     * @param segment that is read, wrapped.
     * @param file    the name of the segment.
     */
    public RecordRows(final RowSchema schema, final int[] asked, final SegmentReader segment, final String file)
    {
        super(schema, FAULT);
        reader = segment;
        this.file = file;
        values.keep(FILE, file.getBytes(StandardCharsets.UTF_8));
        propertyNames = new byte[columns.size()][];
        final RecordInterest.Builder builder = RecordScanner.interest().ids(columns.size());
        for (final int column : asked)
        {
            if (columns.get(column).isProperty())
            {
                builder.property(columns.get(column).name(), column);
                propertyNames[column] = columns.get(column).name().getBytes(StandardCharsets.UTF_8);
            }
            else
            {
                wanted[column] = true;
            }
        }
        wantsProperties = wanted[PROPERTIES];
        // At least one value has to be asked for; of no column.
        builder.field(RecordField.MAGIC, FAULT);
        if (wantsProperties)
        {
            builder.everyProperty(PROPERTIES);
        }
        if (wanted[BODY] || wanted[BODY_LENGTH])
        {
            builder.field(RecordField.BODY, BODY);
        }
        addFields(builder);
        interest = builder.build();
    }

    private void addFields(final RecordInterest.Builder builder)
    {
        for (final RecordValue value : RecordValue.values())
        {
            if (wanted[value.ordinal()] && value.compareTo(RecordValue.TOPIC) >= 0 && value.compareTo(
                RecordValue.BODY_LENGTH) < 0)
            {
                builder.field(RecordField.valueOf(value.name()), value.ordinal());
            }
        }
    }

    /**
     * Leaves out damage from the end on that the segment had when it was listed: half of a record that is just being appended. Call it
     * before the first row.
     *
     * @param length of the segment then, in bytes.
     * @return this.
     */
    public RecordRows listed(final long length)
    {
        listed = length;
        return this;
    }

    /** {@inheritDoc} It also fails if a mapped segment is shortened meanwhile. */
    @Override
    public boolean next() throws IOException
    {
        try
        {
            return read();
        }
        catch (final InternalError e)
        {
            throw shortened(e);
        }
    }

    /** What the JVM says of a page of a mapping that is not there any more; engines would stop the process. */
    private IOException shortened(final InternalError error)
    {
        try
        {
            reader.checkLength();
        }
        catch (final IOException e)
        {
            e.addSuppressed(error);
            return e;
        }
        return new IOException(file + " was shortened while it was read", error);
    }

    private boolean read() throws IOException
    {
        if (!reader.hasNext())
        {
            return false;
        }
        values.clear();
        if (reader.next(interest, this) == Outcome.MALFORMED)
        {
            if (reader.recordOffset() >= listed)
            {
                return false;
            }
            values.clear();
            values.text(FAULT,
                (reader.fault().reason() + ": " + reader.fault().toMessage() + "; " + reader.recordLength()
                    + " bytes are passed over" + (reader.recordLength() == listed
                        ? ", which is all: the option kind tells what files hold" : ""))
                    .getBytes(StandardCharsets.UTF_8));
        }
        else
        {
            values.numbers[INNER_INDEX] = reader.innerIndex();
            values.isNull[INNER_INDEX] = reader.innerIndex() < 0;
            values.isNull[PROPERTIES] = !wantsProperties;
        }
        values.number(OFFSET, reader.recordOffset());
        values.restore(FILE);
        return true;
    }

    @Override
    void screen(final RowPredicate condition)
    {
        reader.screen(condition.screen(columns));
    }

    @Override
    public byte @Nullable [] body()
    {
        if (values.isNull[BODY])
        {
            return null;
        }
        final byte[] body = new byte[(int)values.numbers[BODY_LENGTH]];
        try
        {
            reader.frame().getBytes(bodyOffset, body.length, body, 0);
        }
        catch (final InternalError e)
        {
            throw new UncheckedIOException(shortened(e));
        }
        return body;
    }

    /** For the scanner. */
    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == BODY)
        {
            bodyOffset = value.offset();
            values.number(BODY_LENGTH, value.length());
            values.isNull[BODY] = value.length() == 0 || !wanted[BODY];
        }
        else if (id == BORN_ADDRESS || id == STORE_ADDRESS)
        {
            address(id, value);
        }
        else if (id != FAULT)
        {
            values.take(id, value);
            if (wantsProperties && propertyNames[id] != null)
            {
                values.entry(PROPERTIES, propertyNames[id], id);
            }
        }
        return Action.CONTINUE;
    }

    /** As the reference writes it. */
    private void address(final int column, final Cursor value)
    {
        if (value.copyRawTo(address, 0) == Integer.BYTES)
        {
            values.address(column, address);
            return;
        }
        try
        {
            values.text(column, InetAddress.getByAddress(address).getHostAddress().getBytes(StandardCharsets.US_ASCII));
        }
        catch (final UnknownHostException e)
        {
            throw new AssertionError("an address of " + value.length() + " bytes", e);
        }
    }

    /** For the scanner. */
    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        values.entry(id, key, value);
        return Action.CONTINUE;
    }
}
