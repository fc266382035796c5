package io.skim.pojo.headers;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a header as the generated classes want them: ids of fields, values of their types. Reused frame after
 * frame.
 */
final class HeaderEntries
{
    /** What a number mostly is not. */
    private static final long RARE = Long.MIN_VALUE;
    private static final int NONE = -1;

    private final RemotingHeaderView header;
    private final boolean strict;
    private final HeaderTexts texts;

    @SuppressWarnings("NullAway.Init") // select sets it
    private HeaderSelection<?> selection;
    /** Of the fields by their index; see {@link HeaderSelection}. */
    @SuppressWarnings("NullAway.Init") // select sets it
    private int[] ids;
    /** Whether a bad number refuses the header, rather than leaving the field unset. */
    private boolean refusing;
    private long number;
    /** The index of the field for which the header was refused, or {@link #NONE}. */
    private int refused = NONE;

    HeaderEntries(final RemotingHeaderView header, final boolean strict)
    {
        this.header = header;
        texts = new HeaderTexts(header);
        this.strict = strict;
    }

    /** Shares texts that come again, in a table of so many slots. */
    void shareTexts(final int slots)
    {
        texts.share(slots);
    }

    /** Begins a frame, whose header is not checked yet. */
    void begin()
    {
        refused = NONE;
    }

    /** The field for which the header was refused; null if it was not, or was malformed. */
    @Nullable
    HeaderField refused()
    {
        return refused == NONE ? null
            : selection.type.fields().stream().filter(field -> field.index() == refused).findFirst().orElse(null);
    }

    /** Selects the entries of the header, which is wrapped on a frame. */
    void select(final FrameView frame, final HeaderSelection<?> wanted)
    {
        if (selection != wanted)
        {
            selection = wanted;
            ids = wanted.ids;
            refusing = strict || wanted.type.isFast();
        }
        header.select(wanted.interest);
        texts.begin(frame);
    }

    /** Has a header keep the entries that are no fields, if the selection says so. */
    void keepOthers(final TypedHeader typed)
    {
        for (int entry = selection.keepsOthers ? 0 : header.entryCount(); entry < header.entryCount(); entry++)
        {
            if (header.entryId(entry) == selection.others)
            {
                typed.keep(header.entryName(entry).toText(), texts.get(header.entryValue(entry)));
            }
        }
    }

    /** What a header whose fields are set has to pass yet; negative if it is refused. */
    int end()
    {
        final HeaderChoice choice = selection.choice;
        // The reference checks nothing of a header without a map.
        if (choice == null || header.field(RemotingField.EXT_FIELDS).isNull())
        {
            return 0;
        }
        final boolean seen = header.isPresent(selection.judged);
        final Cursor value = header.value(selection.judged);
        final int result = choice.check(header, refusing, seen, value, seen ? parse(value, RARE) : RARE);
        refused = result < 0 ? choice.field.index() : refused;
        return result;
    }

    /** Whether there is no such entry, or it is null, which unsets its field. */
    boolean isNull(final int field)
    {
        final int id = ids[field];
        return id < 0 || header.value(id).isNull();
    }

    /** An entry; a cursor on null for null and for none. */
    Cursor value(final int field)
    {
        return header.value(ids[field]);
    }

    /** The text of an entry; null for null and for none. */
    @Nullable
    String text(final int field)
    {
        final int id = ids[field];
        return id < 0 ? null : texts.get(id);
    }

    /** The text of an entry, or another for null. */
    String text(final int field, final String otherwise)
    {
        final String text = text(field);
        return text == null ? otherwise : text;
    }

    /** The boolean that an entry is, null being false. */
    boolean flag(final int field)
    {
        final int id = ids[field];
        return id >= 0 && header.getBoolean(id, false);
    }

    /** The boundary that an entry names; null for null. */
    @Nullable
    BoundaryType boundary(final int field)
    {
        final int id = ids[field];
        final String text = id < 0 ? null : header.toText(id);
        return text == null ? null : BoundaryType.of(text);
    }

    /** Whether an entry is an int; if it is none its field stays unset, and the header is perhaps refused. */
    boolean isInt(final int field)
    {
        number = number(field);
        return number == (int)number || isRare(field, Integer.SIZE);
    }

    /** Whether an entry is a long; likewise. */
    boolean isLong(final int field)
    {
        number = number(field);
        return number != RARE || isRare(field, Long.SIZE);
    }

    private long number(final int field)
    {
        final int id = ids[field];
        return id < 0 ? RARE : header.getLong(id, RARE);
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

    private boolean isRare(final int field, final int bits)
    {
        if (isNull(field))
        {
            return false;
        }
        final Cursor value = header.value(ids[field]);
        number = parse(value, 0);
        final boolean isNumber = parse(value, 1) == number && (bits == Long.SIZE || number == (int)number);
        if (!isNumber && refusing)
        {
            refused = field;
            header.refuse(Reason.FIELD_NOT_A_NUMBER, value.offset(), value.length(), bits);
        }
        return isNumber;
    }

    /** The digits of other scripts are digits for the reference, but not for all readers. */
    private long parse(final Cursor value, final long otherwise)
    {
        return strict ? value.getLong(otherwise) : DecimalText.parse(value, otherwise);
    }
}
