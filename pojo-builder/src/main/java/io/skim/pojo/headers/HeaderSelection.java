package io.skim.pojo.headers;

import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import java.util.List;

/**
 * What {@link TypedHeaderReader} is to read: a type, which of its fields, and whether it keeps entries that are none of
 * them. Immutable; made once and shared.
 *
 * @param <T> the class of the headers.
 */
public final class HeaderSelection<T extends TypedHeader>
{
    /** No id. */
    static final int NONE = -1;
    /** No class has more fields; a type of it may have no key for some. */
    private static final int MOST_FIELDS = 32;

    final HeaderType<T> type;
    final RemotingInterest interest;
    /** By index of the field: the id of its value, or {@link #NONE} if it is not read. */
    final int[] ids;
    /** The id of entries that are no fields. */
    final int others;
    /** Whether they are kept. */
    final boolean keepsOthers;
    /** The id of the field that has to be one of some values, or {@link #NONE}; it may be read only to be judged. */
    final int judged;
    final HeaderChoice choice;

    private HeaderSelection(final HeaderType<T> type, final List<HeaderField> fields)
    {
        this.type = type;
        ids = new int[MOST_FIELDS];
        Arrays.fill(ids, NONE);
        final RemotingInterest.Builder wanted = RemotingScanner.interest();
        int id = 0;
        int judgedId = NONE;
        HeaderChoice ofJudged = null;
        for (final HeaderField field : type.fields())
        {
            final boolean selected = fields.contains(field);
            final boolean isJudged = !field.choices().isEmpty();
            if (selected || isJudged)
            {
                wanted.entry(field.key(), id);
                ids[field.index()] = selected ? id : NONE;
                judgedId = isJudged ? id : judgedId;
                ofJudged = isJudged ? new HeaderChoice(field) : ofJudged;
                id++;
            }
        }
        others = id;
        interest = wanted.everyEntry(others).build();
        judged = judgedId;
        choice = ofJudged;
        keepsOthers = false;
    }

    private HeaderSelection(final HeaderSelection<T> selection)
    {
        type = selection.type;
        ids = selection.ids;
        interest = selection.interest;
        others = selection.others;
        judged = selection.judged;
        choice = selection.choice;
        keepsOthers = true;
    }

    static <T extends TypedHeader> HeaderSelection<T> everything(final HeaderType<T> type)
    {
        return only(type, type.fields());
    }

    static <T extends TypedHeader> HeaderSelection<T> only(final HeaderType<T> type, final List<HeaderField> fields)
    {
        return new HeaderSelection<>(type, fields);
    }

    /**
     * The type.
     *
     * @return of the headers to read.
     */
    public HeaderType<T> type()
    {
        return type;
    }

    /**
     * The same, and all entries that are none of its fields go into {@link TypedHeader#others()}, from where they are
     * written again.
     *
     * @return a selection, to be kept.
     */
    public HeaderSelection<T> keepingOthers()
    {
        return new HeaderSelection<>(this);
    }
}
