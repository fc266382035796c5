package io.skim.pojo;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BatchEntry} from each entry of a batch that is scanned with {@link #INTEREST}. Reused for each entry. One
 * thread at a time.
 */
public final class BatchEntryBuilder extends MessagePartsBuilder
{
    private static final int FLAG = 0;
    private static final int PROPERTIES = 1;
    private static final int BODY = 2;

    /** All values of an entry. */
    public static final RecordInterest INTEREST = RecordScanner.interest().field(RecordField.FLAG, FLAG).field(
        RecordField.PROPERTIES, PROPERTIES).field(RecordField.BODY, BODY).build();

    private @Nullable BatchEntry entry;

    /** Makes a builder that does not copy bodies. */
    public BatchEntryBuilder()
    {
        this(false);
    }

    /**
     * Makes a builder.
     *
     * @param withBodies true to copy the body of each entry.
     */
    public BatchEntryBuilder(final boolean withBodies)
    {
        super(withBodies);
    }

    /**
     * {@return the entry scanned last, yours to keep} Null unless the last scan ended as {@link Outcome#COMPLETE}, or if a
     * handler has thrown since.
     */
    public @Nullable BatchEntry entry()
    {
        return scan.isWhole() ? entry : null;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        beginAt(value);
        if (id == FLAG)
        {
            flag = value.getInt(0);
            return Action.CONTINUE;
        }
        takeBody(value);
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        entry = outcome == Outcome.COMPLETE && scan.isWhole() ? new BatchEntry(flag, propertiesText, bodyOffset,
            bodyLength, body) : null;
        body = null;
    }
}
