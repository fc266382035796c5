package io.skim.store.rows;

import io.skim.store.KeyIndex;
import io.skim.store.RecordPlaces;
import io.skim.store.StoreLookup;
import io.skim.store.TopicQueues;
import io.skim.store.rows.RowOptions.Mode;
import io.skim.store.rows.RowSchema.RecordValue;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a condition needs of each row that the files beside a commit log can look up: one of some topics, and perhaps one of some
 * keys. The condition is needed all the same, because other rows come, too. Immutable.
 */
public final class RowLookup implements Serializable
{
    private static final long serialVersionUID = 1;
    /** Of more topics and keys, all records are read. */
    private static final int MOST = 16;

    /** Of which each row has one. */
    private final String[] topics;
    /** Words of which each row has one as a key; none for all rows of the topics. */
    private final String[] keys;

    /** The places of several lookups. */
    private record Joined(List<StoreLookup> lookups) implements StoreLookup
    {
        @Override
        public Optional<String> doubt()
        {
            return lookups.stream().flatMap(lookup -> lookup.doubt().stream()).findFirst();
        }

        @Override
        public RecordPlaces places()
        {
            return new JoinedPlaces(lookups.stream().map(StoreLookup::places).toList());
        }

        @Override
        public long strays()
        {
            return lookups.stream().mapToLong(StoreLookup::strays).sum();
        }
    }

    private record JoinedPlaces(List<RecordPlaces> all) implements RecordPlaces
    {
        @Override
        public long next(final long at) throws IOException
        {
            long least = NONE;
            for (final RecordPlaces places : all)
            {
                least = Math.min(least, places.next(at));
            }
            return least;
        }

        @Override
        public void close() throws IOException
        {
            for (final RecordPlaces places : all)
            {
                places.close();
            }
        }
    }

    private RowLookup(final List<String> topics, final List<String> keys)
    {
        this.topics = topics.toArray(String[]::new);
        this.keys = keys.toArray(String[]::new);
    }

    /**
     * Takes out of a condition what can be looked up: nothing if damage anywhere has to fail the query, or if ill-formed UTF-8 is
     * read, which a lookup does not know.
     *
     * @param condition on rows.
     * @param options   of the table.
     * @return what to look up; empty if the condition does not name topics, or if the options do not allow it.
     */
    public static Optional<RowLookup> of(final RowPredicate condition, final RowOptions options)
    {
        if (!options.isStore() || !options.lookUp() || options.mode() == Mode.FAILFAST || options.strictness()
            .isLenient())
        {
            return Optional.empty();
        }
        final RowSchema schema = options.schema();
        final List<String> topics = condition.texts(RecordValue.TOPIC.ordinal());
        if (topics == null || topics.size() > MOST)
        {
            return Optional.empty();
        }
        final List<String> unique = keys(condition, schema, "UNIQ_KEY");
        final List<String> keys = unique == null ? keys(condition, schema, "KEYS") : unique;
        return Optional.of(new RowLookup(topics, keys == null || keys.size() * topics.size() > MOST ? List.of()
            : keys));
    }

    /** One word of each text that the property may have: the index has each word. */
    private static @Nullable List<String> keys(final RowPredicate condition, final RowSchema schema,
        final String property)
    {
        final int column = schema.index(property);
        final boolean isProperty = column >= 0 && schema.columns().get(column).isProperty() && schema.columns().get(
            column).name().equals(property);
        final List<String> texts = isProperty ? condition.texts(column) : null;
        if (texts == null)
        {
            return null;
        }
        final List<String> words = new ArrayList<>();
        for (final String text : texts)
        {
            final Optional<String> word = Arrays.stream(text.split(" ")).filter(each -> !each.isEmpty()).findFirst();
            if (word.isEmpty())
            {
                return null;
            }
            words.add(word.get());
        }
        return words;
    }

    /**
     * Looks up a store: its index files for keys, if they serve, else its consume queues.
     *
     * @param store the root of a broker's store, with the folder {@code commitlog}.
     * @return the places, also if the files are of no use.
     * @throws IOException if a file cannot be read.
     */
    public StoreLookup read(final Path store) throws IOException
    {
        final List<StoreLookup> lookups = new ArrayList<>();
        for (final String topic : topics)
        {
            final List<StoreLookup> ofKeys = new ArrayList<>();
            for (final String key : keys)
            {
                ofKeys.add(KeyIndex.read(store, topic, key));
            }
            final StoreLookup index = new Joined(ofKeys);
            lookups.add(keys.length == 0 || index.doubt().isPresent() ? TopicQueues.read(store, topic) : index);
        }
        return new Joined(lookups);
    }

    /** {@return what is looked up, for people} */
    @Override
    public String toString()
    {
        return "topic in " + Arrays.toString(topics) + (keys.length == 0 ? "" : ", key in " + Arrays.toString(keys));
    }
}
