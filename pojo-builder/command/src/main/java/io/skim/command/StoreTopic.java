package io.skim.command;

import io.skim.scan.records.RecordScreen;
import io.skim.store.RecordPlaces;
import io.skim.store.TopicQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one topic whose messages are wanted, and where the consume queues beside the segments say that its records are.
 */
final class StoreTopic
{
    private final Console console;
    private final String topic;
    /** By the folders of segments; empty for those without queues. */
    private final Map<Path, Optional<TopicQueues>> queues = new HashMap<>();

    StoreTopic(final Console console, final String topic)
    {
        this.console = console;
        this.topic = topic;
    }

    /** What each record needs that is looked at. */
    RecordScreen screen()
    {
        return RecordScreen.builder().topic(List.of(topic)).build();
    }

    /** The queues of the store that a segment belongs to. What stands against them is told once for each folder of segments. */
    Optional<TopicQueues> of(final Path segment)
    {
        return queues.computeIfAbsent(segment.toAbsolutePath().getParent(), this::find);
    }

    private Optional<TopicQueues> find(final Path folder)
    {
        if (folder.getParent() == null || !folder.endsWith("commitlog"))
        {
            console.warn(folder + " is no folder commitlog with consume queues beside it: all its records are read");
            return Optional.empty();
        }
        try
        {
            final TopicQueues found = TopicQueues.read(folder.getParent(), topic);
            found.doubt().ifPresent(doubt -> console.warn(doubt + ": all records are read"));
            return Optional.of(found);
        }
        catch (final IOException e)
        {
            console.warn(folder.getParent() + ": the consume queues cannot be read: " + Inputs.reason(e)
                + ": all records are read");
            return Optional.empty();
        }
    }

    /** Where to look in a segment; null for everywhere. */
    static RecordPlaces places(final Optional<TopicQueues> queues)
    {
        return queues.map(TopicQueues::places).orElse(null);
    }

    /** Tells at the end what was wrong with the queues. */
    void report()
    {
        for (final Optional<TopicQueues> store : queues.values())
        {
            final long strays = store.map(TopicQueues::strays).orElse(0L);
            if (strays > 0)
            {
                console.warn(strays + " units of consume queues have no record of " + topic
                    + ": the records around them were read");
            }
        }
    }
}
