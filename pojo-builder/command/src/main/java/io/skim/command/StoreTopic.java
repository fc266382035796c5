package io.skim.command;

import io.skim.scan.records.RecordScreen;
import io.skim.store.KeyIndex;
import io.skim.store.RecordPlaces;
import io.skim.store.StoreLookup;
import io.skim.store.TopicQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one topic whose messages are wanted, or its messages of one key, and where the consume queues or the index beside the segments
 * say that their records are.
 */
final class StoreTopic
{
    private final Console console;
    private final String topic;
    private final @Nullable String key;
    /** By the folders of segments; empty for those without files to look them up. */
    private final Map<Path, Optional<StoreLookup>> lookups = new HashMap<>();

    /** The key is null for all messages of the topic. */
    StoreTopic(final Console console, final String topic, final @Nullable String key)
    {
        this.console = console;
        this.topic = topic;
        this.key = key;
    }

    /** What each record needs that is looked at. */
    RecordScreen screen()
    {
        return RecordScreen.builder().topic(List.of(topic)).build();
    }

    /** The lookup of the store that a segment belongs to. What stands against it is told once for each folder of segments. */
    Optional<StoreLookup> of(final Path segment)
    {
        return lookups.computeIfAbsent(segment.toAbsolutePath().getParent(), this::find);
    }

    private Optional<StoreLookup> find(final Path folder)
    {
        if (folder.getParent() == null || !folder.endsWith("commitlog"))
        {
            console.warn(
                folder + " is no folder commitlog with other files of a store beside it: all its records are read");
            return Optional.empty();
        }
        try
        {
            final Path store = folder.getParent();
            final StoreLookup found = key == null ? TopicQueues.read(store, topic) : KeyIndex.read(store, topic, key);
            found.doubt().ifPresent(doubt -> console.warn(doubt + ": all records are read"));
            return Optional.of(found);
        }
        catch (final IOException e)
        {
            console.warn(folder.getParent() + ": " + (key == null ? "the consume queues" : "the index")
                + " cannot be read: " + Inputs.reason(e)
                + ": all records are read");
            return Optional.empty();
        }
    }

    /** Where to look in a segment; null for everywhere. */
    static @Nullable RecordPlaces places(final Optional<StoreLookup> lookup)
    {
        return lookup.map(StoreLookup::places).orElse(null);
    }

    /** Whether records here and there will be read. */
    static boolean isSparse(final Optional<StoreLookup> lookup)
    {
        return lookup.isPresent() && lookup.get().doubt().isEmpty();
    }

    /** Tells at the end what was wrong with the queues; an index tells it at once. */
    void report()
    {
        for (final Optional<StoreLookup> lookup : lookups.values())
        {
            final long strays = lookup.map(StoreLookup::strays).orElse(0L);
            if (strays > 0 && key == null)
            {
                console.warn(strays + " units of consume queues have no record of " + topic
                    + ": the records around them were read");
            }
        }
    }
}
