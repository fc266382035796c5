package io.skim.store;

import java.io.Closeable;
import java.io.IOException;

/**
 * Tells a {@link SegmentReader} which records of a commit log have to be read, so that it passes over the others without looking at
 * them. Where it is not sure, it has all records read: records may be read that nobody asked for, so the caller's condition is
 * needed all the same. {@link TopicQueues} makes one of a topic's consume queues, {@link
 * KeyIndex} of a store's index files.
 * <p>
 * One thread at a time.
 */
public interface RecordPlaces extends Closeable
{
    /** Behind every place. */
    long NONE = Long.MAX_VALUE;

    /**
     * The next place that has to be looked at. The offsets of successive calls ascend.
     *
     * @param at an offset in the commit log at which a record begins, or is looked for, in bytes.
     * @return the first offset from there on at which a record has to be read: {@code at} itself to read on there, whatever
     *     there is; {@link #NONE} if there is none in the whole commit log.
     * @throws IOException if reading fails.
     */
    long next(long at) throws IOException;
}
