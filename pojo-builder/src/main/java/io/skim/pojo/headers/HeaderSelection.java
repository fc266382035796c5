package io.skim.pojo.headers;

import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The selection of a {@link TypedHeaderReader}: a type, some of its fields, and whether to keep the other entries. Immutable; make
 * it once and share it.
 *
 * @param <T> the class of the headers.
 */
public final class HeaderSelection<T extends TypedHeader>
{
    /** No id. */
    static final int NONE = -1;
    /** At least the number of fields of every class; a type may have no key for some of them. */
    private static final int MOST_FIELDS = 32;

    final HeaderType<T> type;
    private final List<HeaderField> fields;
    final RemotingInterest interest;
    /** By index of the field: the id of its value, or {@link #NONE} if it is not read. */
    final int[] ids;
    /** The id of entries that are no fields. */
    final int others;
    /** Whether the reader keeps entries that are no fields. */
    final boolean keepsOthers;
    /** The id of the field that must be one of some values, or {@link #NONE}; it may be read only for this check. */
    final int judged;
    /** Of that field; null if there is none. */
    final @Nullable HeaderChoice choice;

    HeaderSelection(final HeaderType<T> type, final List<HeaderField> fields, final boolean keepsOthers)
    {
        this.type = type;
        this.fields = fields;
        this.keepsOthers = keepsOthers;
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
    }

    /** {@return the type of the headers} */
    public HeaderType<T> type()
    {
        return type;
    }

    /**
     * The same selection, but the reader also keeps all entries that are no fields, in {@link TypedHeader#others()}; writing the
     * header writes them too.
     *
     * @return a selection; make it once.
     */
    public HeaderSelection<T> keepingOthers()
    {
        return new HeaderSelection<>(type, fields, true);
    }

    /** {@return a line for people, such as {@code HeaderSelection[PullMessageRequestHeader: topic, queueId]}} Allocates. */
    @Override
    public String toString()
    {
        return type.fields().stream().filter(fields::contains).map(HeaderField::name)
            .collect(Collectors
                .joining(", ", "HeaderSelection[" + type + ": ", keepsOthers ? ", others]" : "]"));
    }
}
