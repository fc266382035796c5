package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;

/**
 * Asks of each stored record for its place in the queue and one property.
 */
public final class RecordHandler extends Answering
{
    private static final int OFFSET = 0;
    private static final int TAGS = 1;
    private static final RecordInterest INTEREST = RecordScanner.interest().field(RecordField.QUEUE_OFFSET, OFFSET)
        .property("TAGS", TAGS).build();

    private final byte[] tag;
    private long offset;
    private boolean tagged;

    /**
     * Makes a handler.
     *
     * @param question with the tag to compare with.
     */
    public RecordHandler(final Question question)
    {
        super(INTEREST);
        tag = question.tag();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == OFFSET)
        {
            offset = value.getLong(0);
            tagged = false;
        }
        else
        {
            tagged = value.contentEquals(tag);
        }
        gathered = StoredRecords.answer(offset, tagged);
        return Action.CONTINUE;
    }
}
