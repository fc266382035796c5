package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.store.rows.FrameSupply.Cutter;
import io.skim.store.rows.RowSchema.FrameValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The remoting frames of a file, one after the other as on the wire, or of the connections in a packet capture, as rows. A
 * malformed frame is a row with a fault. Where the framing is lost, the rest of the file or of the direction of the connection is
 * one: also where bytes are missing in a capture.
 */
public final class FrameRows extends StreamRows implements DataHandler
{
    private static final int FAULT = FrameValue.FAULT.ordinal();
    private static final int BODY = FrameValue.BODY.ordinal();
    private static final int BODY_LENGTH = FrameValue.BODY_LENGTH.ordinal();
    private static final int EXT_FIELDS = FrameValue.EXT_FIELDS.ordinal();
    private static final int PROPERTIES = FrameValue.PROPERTIES.ordinal();
    private static final int LANGUAGE = FrameValue.LANGUAGE.ordinal();

    private final boolean[] wanted = new boolean[FrameValue.values().length];
    private final RemotingInterest interest;
    private final RemotingScanner scanner;
    private final Limits limits;
    private final boolean captures;
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private FrameSupply supply;
    private int bodyOffset;

    /**
     * Makes a reader.
     *
     * @param schema     from {@link RowSchema#frames}.
     * @param asked      indices of the columns that are read; all others are null, but for file, offset, time, connection and
     *                   fault.
     * @param captures   whether files have to be packet captures; else they may be.
     * @param limits     of frames.
     * @param strictness of the scanner.
     */
    public FrameRows(final RowSchema schema, final int[] asked, final boolean captures, final Limits limits,
        final Strictness strictness)
    {
        super(schema, FAULT);
        this.captures = captures;
        this.limits = limits;
        scanner = new RemotingScanner(limits, strictness);
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(columns.size());
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
        interest = interest(builder);
    }

    private RemotingInterest interest(final RemotingInterest.Builder builder)
    {
        if (wanted[EXT_FIELDS])
        {
            builder.everyEntry(EXT_FIELDS);
        }
        if (wanted[PROPERTIES])
        {
            builder.everyProperty(PROPERTIES);
        }
        // Asked for always, because at least one value has to be.
        builder.field(RemotingField.BODY, BODY);
        for (final FrameValue value : FrameValue.values())
        {
            if (wanted[value.ordinal()] && value.compareTo(FrameValue.CODE) >= 0
                && value.compareTo(FrameValue.REMARK) <= 0)
            {
                builder.field(RemotingField.valueOf(value.name()), value.ordinal());
            }
        }
        return builder.build();
    }

    @Override
    public FrameRows wrap(final InputStream in, final String name) throws IOException
    {
        supply = FrameSupply.open(plain(in, name), captures, limits, () -> Cutter.remoting(limits));
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
        if (supply.problem != null)
        {
            refuse(supply.problem);
        }
        else if (scanner.scan(supply.frame, interest, this) == Outcome.MALFORMED)
        {
            values.clear();
            refuse(FrameSupply.told(scanner.fault()));
        }
        else
        {
            values.number(FrameValue.FRAME_LENGTH.ordinal(), supply.frame.length() - Integer.BYTES);
            values.isNull[EXT_FIELDS] = !wanted[EXT_FIELDS];
            values.isNull[PROPERTIES] = !wanted[PROPERTIES];
        }
        values.number(FrameValue.OFFSET.ordinal(), supply.offset);
        values.text(FrameValue.FILE.ordinal(), file);
        values.captured(FrameValue.TIME.ordinal(), supply.time, FrameValue.CONNECTION.ordinal(), supply.connection);
        return true;
    }

    private void refuse(final String problem)
    {
        values.text(FAULT, problem.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte @Nullable [] body()
    {
        if (values.isNull[BODY])
        {
            return null;
        }
        final byte[] body = new byte[(int)values.numbers[BODY_LENGTH]];
        supply.frame.getBytes(bodyOffset, body.length, body, 0);
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
        else if (id == LANGUAGE)
        {
            final RemotingLanguage language = RemotingLanguage.of(value);
            values.isNull[id] = true;
            if (language != null)
            {
                values.text(id, language.name().getBytes(StandardCharsets.UTF_8));
            }
        }
        else
        {
            values.take(id, value);
            if (wanted[PROPERTIES] && columns.get(id).isProperty() && !value.isNull())
            {
                values.entry(PROPERTIES, columns.get(id).name().getBytes(StandardCharsets.UTF_8), id);
            }
        }
        return Action.CONTINUE;
    }

    /** For the scanner. */
    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        values.entry(id, key, value);
        return Action.CONTINUE;
    }
}
