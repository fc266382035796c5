package io.skim.pojo.headers;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingReader;
import io.skim.scan.remoting.RemotingRow;

/**
 * The entries of a header as the generated classes want them: ids of fields, values of their types. Reused frame after
 * frame.
 */
final class HeaderEntries
{
    /** What a number mostly is not. */
    private static final long RARE = Long.MIN_VALUE;

    private final RemotingReader reader;
    private final boolean strict;
    private final RemotingRow row = new RemotingRow(HeaderSelection.PLACES);
    private final Cursor cursor = new Cursor();
    private final HeaderTexts texts;

    private HeaderSelection<?> selection;
    /** Whether a bad number refuses the header, rather than leaving the field unset. */
    private boolean refusing;
    private long number;

    HeaderEntries(final RemotingReader reader, final boolean strict)
    {
        this.reader = reader;
        texts = new HeaderTexts(strict);
        this.strict = strict;
    }

    /** Shares texts that come again, in a table of so many slots. */
    void shareTexts(final int slots)
    {
        texts.share(slots);
    }

    /** Reads the entries that a reader has been wrapped on, all of them; negative if the header is refused. */
    int read(final FrameView frame, final HeaderSelection<?> wanted, final TypedHeader header)
    {
        if (selection != wanted)
        {
            selection = wanted;
            refusing = strict || wanted.type.isFast();
        }
        texts.begin(frame);
        int id = reader.readEntries(wanted.names, row);
        for (; id >= 0; id = reader.readEntries(wanted.names, row))
        {
            header.keep(reader.key(cursor).toText(), texts.get(reader.value(cursor)));
        }
        return id == RemotingReader.DONE ? 0 : id;
    }

    /** What a header with all its entries read has to pass yet; negative if it is refused. */
    int end()
    {
        final HeaderChoice choice = selection.choice;
        // The reference checks nothing of a header without a map.
        if (choice == null || !reader.hasExtFields())
        {
            return 0;
        }
        final boolean seen = row.value(selection.judged, cursor);
        return choice.check(reader, refusing, seen, cursor, seen ? parse(cursor, RARE) : RARE);
    }

    /** Whether there is no such entry, or it is null, which unsets its field. */
    boolean isNull(final int id)
    {
        return row.isNull(id);
    }

    /** The text of an entry; null for null and for none. */
    String text(final int id)
    {
        return texts.get(row, id);
    }

    /** The text of an entry, or another for null. */
    String text(final int id, final String otherwise)
    {
        return row.isNull(id) ? otherwise : texts.get(row, id);
    }

    /** The boolean that an entry is, null being false. */
    boolean flag(final int id)
    {
        return row.getBoolean(id, false);
    }

    /** The boundary that an entry names; null for null. */
    BoundaryType boundary(final int id)
    {
        return row.isNull(id) ? null : BoundaryType.of(row.toText(id));
    }

    /** Whether an entry is an int; if it is none its field stays unset, and the header is perhaps refused. */
    boolean isInt(final int id)
    {
        number = row.getLong(id, RARE);
        return number == (int)number || isRare(id, Integer.SIZE);
    }

    /** Whether an entry is a long; likewise. */
    boolean isLong(final int id)
    {
        number = row.getLong(id, RARE);
        return number != RARE || isRare(id, Long.SIZE);
    }

    /** The int that the entry is. */
    int intNumber()
    {
        return (int)number;
    }

    /** The long that the entry is. */
    long longNumber()
    {
        return number;
    }

    private boolean isRare(final int id, final int bits)
    {
        if (row.isNull(id))
        {
            return false;
        }
        row.value(id, cursor);
        number = parse(cursor, 0);
        final boolean isNumber = parse(cursor, 1) == number && (bits == Long.SIZE || number == (int)number);
        if (!isNumber && refusing && !reader.fault().isPresent())
        {
            reader.refuse(Reason.FIELD_NOT_A_NUMBER, cursor.offset(), cursor.length(), bits);
        }
        return isNumber;
    }

    /** The digits of other scripts are digits for the reference, but not for all readers. */
    private long parse(final Cursor value, final long otherwise)
    {
        return strict ? value.getLong(otherwise) : DecimalText.parse(value, otherwise);
    }
}
