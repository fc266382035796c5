package io.skim.pojo.headers;

import io.skim.scan.remoting.RemotingNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link TypedHeaderReader} is to read: a type, which of its fields, and whether it keeps entries that are none of
 * them. Immutable; made once and shared.
 *
 * @param <T> the class of the headers.
 */
public final class HeaderSelection<T extends TypedHeader>
{
    /** The id of a field that is read only to be judged. Greater than every field's. */
    static final int JUDGED = 32;
    /** Ids whose values are noted: of the fields and of that one. */
    static final int PLACES = JUDGED + 1;
    /** The id of entries that are no fields. */
    static final int OTHERS = PLACES;
    /** No id, and nothing that a reader answers. */
    static final int NONE = Integer.MIN_VALUE;

    final HeaderType<T> type;
    final RemotingNames names;
    /** The id of the field that has to be one of some values, or {@link #NONE}. */
    final int judged;
    final HeaderChoice choice;

    private HeaderSelection(final HeaderType<T> type, final RemotingNames names, final int judged,
        final HeaderChoice choice)
    {
        this.type = type;
        this.names = names;
        this.judged = judged;
        this.choice = choice;
    }

    static <T extends TypedHeader> HeaderSelection<T> everything(final HeaderType<T> type)
    {
        return only(type, type.fields());
    }

    static <T extends TypedHeader> HeaderSelection<T> only(final HeaderType<T> type, final List<HeaderField> fields)
    {
        final Map<String, Integer> ids = new HashMap<>();
        int judged = NONE;
        HeaderChoice choice = null;
        for (final HeaderField field : type.fields())
        {
            if (!field.choices().isEmpty())
            {
                judged = fields.contains(field) ? field.index() : JUDGED;
                choice = new HeaderChoice(field);
                ids.put(field.key(), judged);
            }
        }
        for (final HeaderField field : fields)
        {
            ids.put(field.key(), field.index());
        }
        return new HeaderSelection<>(type, RemotingNames.of(ids), judged, choice);
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
        return new HeaderSelection<>(type, names.withOthers(OTHERS), judged, choice);
    }
}
