package io.skim.store;

import java.util.Optional;

/**
 * Finds records of a store by files beside its commit log, so that not all records have to be read. Threads can share it.
 */
public interface StoreLookup
{
    /**
     * Why the files are of no use, so that the whole commit log has to be read.
     *
     * @return a sentence without a period, with the file; empty if they serve.
     */
    Optional<String> doubt();

    /**
     * The places of the records in the commit log; all places if the files are of no use.
     *
     * @return places for one thread and one segment, or one part of it, to be closed.
     */
    RecordPlaces places();

    /** {@return the number of units so far whose record was not there; all records around them were read} */
    long strays();
}
