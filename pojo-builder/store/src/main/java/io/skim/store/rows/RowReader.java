package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.store.SegmentReader;
import io.skim.store.rows.RowSchema.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the rows of a segment, or of a part of it. A damaged piece is a row, too: it has a file, an offset and a fault, and all
 * other columns are null.
 * <p>
 * One thread at a time. A row is valid until the next one.
 */
public final class RowReader
{
    private static final int FIXED = Value.values().length;
    private static final long MICROS = 1_000;
    /** The years 1 to 9999. */
    private static final long FIRST_MILLIS = -62_135_596_800_000L;
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    private final List<RowColumn> columns;
    private final boolean[] wanted = new boolean[FIXED];
    private final RecordInterest interest;
    private final boolean isMap;
    private final SegmentReader reader;
    private final byte[] file;
    private final Values values;

    /**
     * Makes a reader.
     *
     * @param schema  of the rows.
     * @param asked   indices of the columns that are read; all others are null.
     * @param segment that is read, wrapped.
     * @param file    the name of the segment.
     */
    public RowReader(final RowSchema schema, final int[] asked, final SegmentReader segment, final String file)
    {
        columns = schema.columns();
        values = new Values(columns.size());
        values.clear();
        reader = segment;
        this.file = file.getBytes(StandardCharsets.UTF_8);
        final RecordInterest.Builder builder = RecordScanner.interest().ids(columns.size());
        // At least one value has to be asked for.
        builder.field(RecordField.MAGIC, Value.FAULT.ordinal());
        for (final int column : asked)
        {
            if (columns.get(column).isProperty())
            {
                builder.property(columns.get(column).name(), column);
            }
            else
            {
                wanted[column] = true;
            }
        }
        isMap = wanted[Value.PROPERTIES.ordinal()];
        if (isMap)
        {
            builder.everyProperty(Value.PROPERTIES.ordinal());
        }
        if (wanted[Value.BODY.ordinal()] || wanted[Value.BODY_LENGTH.ordinal()])
        {
            builder.field(RecordField.BODY, Value.BODY.ordinal());
        }
        addFields(builder);
        interest = builder.build();
    }

    private void addFields(final RecordInterest.Builder builder)
    {
        for (final Value value : Value.values())
        {
            if (wanted[value.ordinal()] && value.compareTo(Value.TOPIC) >= 0 && value.compareTo(Value.BODY_LENGTH) < 0)
            {
                builder.field(RecordField.valueOf(value.name()), value.ordinal());
            }
        }
    }

    /**
     * Moves to the next row.
     *
     * @return false if there is none.
     * @throws IOException if reading fails.
     */
    public boolean next() throws IOException
    {
        if (!reader.hasNext())
        {
            return false;
        }
        values.clear();
        if (reader.next(interest, values) == Outcome.MALFORMED)
        {
            values.clear();
            values.text(Value.FAULT.ordinal(), (reader.fault().reason() + ": " + reader.fault().toMessage() + "; "
                + reader.recordLength() + " bytes are passed over").getBytes(StandardCharsets.UTF_8));
        }
        else
        {
            values.number(Value.INNER_INDEX.ordinal(), reader.innerIndex());
            values.isNull[Value.INNER_INDEX.ordinal()] = reader.innerIndex() < 0;
            values.isNull[Value.PROPERTIES.ordinal()] = !isMap;
        }
        values.number(Value.OFFSET.ordinal(), reader.recordOffset());
        values.text(Value.FILE.ordinal(), file);
        return true;
    }

    /** {@return whether the row is a damaged piece} */
    public boolean isDamaged()
    {
        return !values.isNull[Value.FAULT.ordinal()];
    }

    /**
     * Whether a column has no value.
     *
     * @param column its index in the schema.
     * @return true if it is null.
     */
    public boolean isNull(final int column)
    {
        return values.isNull[column];
    }

    /**
     * A column of type {@link RowType#INT}, {@link RowType#LONG} or {@link RowType#TIMESTAMP}.
     *
     * @param column its index in the schema.
     * @return the number; undefined for null.
     */
    public long number(final int column)
    {
        return values.numbers[column];
    }

    /** {@return the row's own array with all texts and bytes, read-only; the next row may replace it} */
    public byte[] bytes()
    {
        return values.bytes;
    }

    /**
     * Where a text or bytes begin in {@link #bytes()}; not for the body, see {@link #body()}.
     *
     * @param column its index in the schema.
     * @return the offset; undefined for null.
     */
    public int offset(final int column)
    {
        return values.from[column];
    }

    /**
     * The length of a text or bytes.
     *
     * @param column its index in the schema.
     * @return in bytes; undefined for null.
     */
    public int length(final int column)
    {
        return values.to[column] - values.from[column];
    }

    /**
     * Copies the body, which is not in {@link #bytes()}.
     *
     * @return a new array; null if the message has none, or the body was not asked for.
     */
    public byte[] body()
    {
        if (values.isNull[Value.BODY.ordinal()])
        {
            return null;
        }
        final byte[] body = new byte[(int)values.numbers[Value.BODY_LENGTH.ordinal()]];
        reader.frame().getBytes(values.bodyOffset, body.length, body, 0);
        return body;
    }

    /** {@return the number of properties, equal names counted once; 0 unless they were asked for} */
    public int properties()
    {
        return values.entries;
    }

    /**
     * The place of the name of a property.
     *
     * @param index of the property.
     * @return offset and, in the high half, offset behind it, in {@link #bytes()}.
     */
    public long propertyName(final int index)
    {
        return values.names[index];
    }

    /**
     * The place of the value of a property.
     *
     * @param index of the property.
     * @return offset and, in the high half, offset behind it, in {@link #bytes()}.
     */
    public long propertyValue(final int index)
    {
        return values.texts[index];
    }

    /** The values of the row. */
    private final class Values implements DataHandler
    {
        private final boolean[] isNull;
        private final long[] numbers;
        private final int[] from;
        private final int[] to;
        private byte[] bytes = new byte[1_024];
        private int used;
        private int bodyOffset;
        private int entries;
        private long[] names = new long[16];
        private long[] texts = new long[16];

        Values(final int count)
        {
            isNull = new boolean[count];
            numbers = new long[count];
            from = new int[count];
            to = new int[count];
        }

        void clear()
        {
            Arrays.fill(isNull, true);
            used = 0;
            entries = 0;
        }

        void number(final int column, final long number)
        {
            isNull[column] = false;
            numbers[column] = number;
        }

        void text(final int column, final byte[] text)
        {
            reserve(text.length);
            System.arraycopy(text, 0, bytes, used, text.length);
            place(column, text.length);
        }

        private void place(final int column, final int length)
        {
            isNull[column] = false;
            from[column] = used;
            used += length;
            to[column] = used;
        }

        private void reserve(final int length)
        {
            if (bytes.length - used < length)
            {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
            }
        }

        /** Copies a value behind all others; returns its length. */
        private int copy(final Cursor value)
        {
            // An ill-formed byte becomes three.
            reserve(3 * value.length());
            return value.copyTo(bytes, used);
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id == Value.FAULT.ordinal() || value.isNull())
            {
                if (id == Value.BODY.ordinal())
                {
                    number(Value.BODY_LENGTH.ordinal(), 0);
                }
                return Action.CONTINUE;
            }
            if (id == Value.BODY.ordinal())
            {
                bodyOffset = value.offset();
                number(Value.BODY_LENGTH.ordinal(), value.length());
                isNull[id] = value.length() == 0 || !wanted[id];
                return Action.CONTINUE;
            }
            final RowColumn column = columns.get(id);
            switch (column.type())
            {
                case INT, LONG -> number(id, value.getLong(0));
                case TIMESTAMP -> time(id, value.getLong(0));
                default -> place(id, copy(value));
            }
            if (isMap && column.isProperty())
            {
                add(column.name().getBytes(StandardCharsets.UTF_8), id);
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            final int nameLength = copy(key);
            final long name = Integer.toUnsignedLong(used) | (long)(used + nameLength) << Integer.SIZE;
            used += nameLength;
            final int textLength = value.isNull() ? 0 : copy(value);
            final long text = Integer.toUnsignedLong(used) | (long)(used + textLength) << Integer.SIZE;
            used += textLength;
            put(name, text);
            return Action.CONTINUE;
        }

        private void add(final byte[] name, final int column)
        {
            reserve(name.length);
            System.arraycopy(name, 0, bytes, used, name.length);
            final long place = Integer.toUnsignedLong(used) | (long)(used + name.length) << Integer.SIZE;
            used += name.length;
            put(place, Integer.toUnsignedLong(from[column]) | (long)to[column] << Integer.SIZE);
        }

        /** The last of equal names wins. */
        private void put(final long name, final long text)
        {
            for (int i = 0; i < entries; i++)
            {
                if (Arrays.equals(bytes, (int)names[i], (int)(names[i] >>> Integer.SIZE), bytes, (int)name, (int)(name
                    >>> Integer.SIZE)))
                {
                    texts[i] = text;
                    return;
                }
            }
            if (entries == names.length)
            {
                names = Arrays.copyOf(names, 2 * entries);
                texts = Arrays.copyOf(texts, 2 * entries);
            }
            names[entries] = name;
            texts[entries++] = text;
        }

        /** A time that no calendar of four-digit years has is null: engines cannot show it. */
        private void time(final int column, final long millis)
        {
            if (millis >= FIRST_MILLIS && millis <= LAST_MILLIS)
            {
                number(column, millis * MICROS);
            }
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            // The row is made when the scan has returned.
        }
    }
}
