package io.skim.store;

/**
 * The kinds of consume queues. A topic has one, by its attribute {@code queue.type}.
 */
enum QueueKind
{
    /** {@code SimpleCQ}: a unit for each message, at the place that the message's number in the queue gives. */
    SIMPLE("consumequeue", 20),

    /** {@code BatchCQ}: a unit for each record, which may be an inner batch; the unit states the numbers of its messages. */
    BATCH("batchconsumequeue", 46);

    /** The folder in the root of a store with the queues of this kind. */
    final String folder;
    /** The bytes of a unit. */
    final int unit;

    QueueKind(final String folder, final int unit)
    {
        this.folder = folder;
        this.unit = unit;
    }
}
