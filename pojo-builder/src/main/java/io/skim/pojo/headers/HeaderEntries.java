package io.skim.pojo.headers;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingNames;
import io.skim.scan.remoting.RemotingReader;

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
    private final Cursor cursor = new Cursor();
    /** On the last entry of the field that is to be judged. */
    private final Cursor judgedValue = new Cursor();

    private final HeaderTexts texts;

    private FrameView frame;
    private RemotingNames names;
    /** Whether a bad number refuses the header, rather than leaving the field unset. */
    private boolean refusing;
    private long number;
    private HeaderChoice choice;
    private int judged;
    private boolean seen;

    HeaderEntries(final RemotingReader reader, final boolean strict)
    {
        this.reader = reader;
        texts = new HeaderTexts(reader, strict);
        this.strict = strict;
    }

    /** Shares texts that come again, in a table of so many slots. */
    void shareTexts(final int slots)
    {
        texts.share(slots);
    }

    /** Starts on the entries that a reader has been wrapped on. */
    void begin(final FrameView wrapped, final HeaderSelection<?> selection)
    {
        frame = wrapped;
        names = selection.names;
        refusing = strict || selection.type.isFast();
        choice = selection.choice;
        judged = selection.judged;
        seen = false;
    }

    /** Moves to the next entry; negative if there is none, {@link HeaderSelection#OTHERS} if it is no field. */
    int next()
    {
        int id = reader.nextEntry(names);
        while (id == judged)
        {
            reader.value(judgedValue);
            seen = true;
            if (id != HeaderSelection.JUDGED)
            {
                break;
            }
            id = reader.nextEntry(names);
        }
        return id;
    }

    /** What a header with all its entries read has to pass yet; negative if it is refused. */
    int end()
    {
        // The reference checks nothing of a header without a map.
        return choice == null || !reader.hasExtFields() ? 0 : choice.check(reader, refusing, seen, judgedValue,
            seen ? parse(judgedValue, RARE) : RARE);
    }

    /** Whether the entry is null, which unsets its field. */
    boolean isNull()
    {
        return reader.isNull();
    }

    /** The text of the entry; null for null. */
    String text()
    {
        return texts.get(frame);
    }

    /** The text of the entry, or another for null. */
    String text(final String otherwise)
    {
        return reader.isNull() ? otherwise : texts.get(frame);
    }

    /** The boolean that the entry is, null being false. */
    boolean flag()
    {
        return reader.getBoolean();
    }

    /** The boundary that the entry names; null for null. */
    BoundaryType boundary()
    {
        return reader.isNull() ? null : BoundaryType.of(reader.toText());
    }

    /** Whether the entry is an int; if it is none its field is unset, and the header perhaps refused. */
    boolean isInt()
    {
        number = reader.getLong(RARE);
        return number == (int)number || isRare(Integer.SIZE);
    }

    /** Whether the entry is a long; likewise. */
    boolean isLong()
    {
        number = reader.getLong(RARE);
        return number != RARE || isRare(Long.SIZE);
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

    private boolean isRare(final int bits)
    {
        if (reader.isNull())
        {
            return false;
        }
        reader.value(cursor);
        number = parse(cursor, 0);
        final boolean isNumber = parse(cursor, 1) == number && (bits == Long.SIZE || number == (int)number);
        if (!isNumber && refusing)
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

    /** Adds the entry, which is no field, to those that a header keeps. */
    void keep(final TypedHeader header)
    {
        header.keep(reader.key(cursor).toText(), texts.get(frame));
    }
}
