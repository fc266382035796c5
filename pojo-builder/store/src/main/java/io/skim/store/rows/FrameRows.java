package io.skim.store.rows;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.store.rows.RowSchema.FrameValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The remoting frames of a file, one after the other as on the wire, as rows. A malformed frame is a row with a fault; where the
 * framing is lost, the rest of the file is one.
 */
public final class FrameRows extends RowReader implements DataHandler
{
    private static final int FAULT = FrameValue.FAULT.ordinal();
    private static final int BODY = FrameValue.BODY.ordinal();
    private static final int BODY_LENGTH = FrameValue.BODY_LENGTH.ordinal();
    private static final int EXT_FIELDS = FrameValue.EXT_FIELDS.ordinal();
    private static final int PROPERTIES = FrameValue.PROPERTIES.ordinal();
    private static final int LANGUAGE = FrameValue.LANGUAGE.ordinal();
    private static final int PIECE = 65_536;

    private final boolean[] wanted = new boolean[FrameValue.values().length];
    private final RemotingInterest interest;
    private final RemotingScanner scanner;
    private final FrameSplitter splitter;
    private final FrameView frame;
    private final InputStream in;
    private final byte[] file;
    private final byte[] piece = new byte[PIECE];
    private boolean ended;
    private int bodyOffset;

    /**
     * Makes a reader.
     *
     * @param schema     from {@link RowSchema#frames}.
     * @param asked      indices of the columns that are read; all others are null, but for file, offset and fault.
     * @param in         to read to its end, which is not closed.
     * @param file       the name of the file.
     * @param limits     of frames.
     * @param strictness of the scanner.
     */
    public FrameRows(final RowSchema schema, final int[] asked, final InputStream in, final String file,
        final Limits limits,
        final Strictness strictness)
    {
        super(schema, FAULT);
        this.in = in;
        this.file = file.getBytes(StandardCharsets.UTF_8);
        scanner = new RemotingScanner(limits, strictness);
        splitter = new FrameSplitter(limits);
        frame = new FrameView(limits);
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
    public boolean next() throws IOException
    {
        while (!splitter.next(frame))
        {
            if (ended)
            {
                return false;
            }
            if (splitter.isMalformed())
            {
                ended = true;
                refuse(splitter.fault(), splitter.frameOffset());
                return true;
            }
            final int length = in.read(piece);
            if (length >= 0)
            {
                splitter.feed(piece, 0, length);
            }
            else
            {
                ended = true;
                if (!splitter.end())
                {
                    refuse(splitter.fault(), splitter.frameOffset());
                    return true;
                }
            }
        }
        read();
        return true;
    }

    private void read()
    {
        values.clear();
        if (scanner.scan(frame, interest, this) == Outcome.MALFORMED)
        {
            refuse(scanner.fault(), splitter.frameOffset());
            return;
        }
        values.number(FrameValue.FRAME_LENGTH.ordinal(), frame.length() - Integer.BYTES);
        values.isNull[EXT_FIELDS] = !wanted[EXT_FIELDS];
        values.isNull[PROPERTIES] = !wanted[PROPERTIES];
        place(splitter.frameOffset());
    }

    private void refuse(final Fault fault, final long offset)
    {
        values.clear();
        values.text(FAULT, (fault.reason() + ": " + fault.toMessage()).getBytes(StandardCharsets.UTF_8));
        place(offset);
    }

    private void place(final long offset)
    {
        values.number(FrameValue.OFFSET.ordinal(), offset);
        values.text(FrameValue.FILE.ordinal(), file);
    }

    @Override
    public byte[] body()
    {
        if (values.isNull[BODY])
        {
            return null;
        }
        final byte[] body = new byte[(int)values.numbers[BODY_LENGTH]];
        frame.getBytes(bodyOffset, body.length, body, 0);
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
