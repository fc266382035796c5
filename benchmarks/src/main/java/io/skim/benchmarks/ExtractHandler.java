package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Takes each field of a send header into a row: numbers parsed, texts copied.
 */
public final class ExtractHandler extends Answering
{
    private static final int FIRST_ENTRY = 6;
    private static final RemotingInterest INTEREST = interest();

    private final SendRow row = new SendRow();

    /**
     * Makes a handler.
     *
     * @param question not asked.
     */
    public ExtractHandler(final Question question)
    {
        super(INTEREST);
    }

    private static RemotingInterest interest()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest();
        for (int id = 0; id < FIRST_ENTRY; id++)
        {
            builder.field(RemotingField.of(id), id);
        }
        for (char name = 'a'; name <= 'n'; name++)
        {
            builder.entry(String.valueOf(name), FIRST_ENTRY + name - 'a');
        }
        return builder.build();
    }

    /**
     * What was taken from the last frame.
     *
     * @return this handler's row.
     */
    public SendRow row()
    {
        return row;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case 0 -> row.code = value.getInt(0);
            case 1 -> row.language = RemotingLanguage.of(value);
            case 2 -> row.version = value.getInt(0);
            case 3 -> row.opaque = value.getInt(0);
            case 4 -> row.flag = value.getInt(0);
            case 5 -> row.remark.copy(value);
            case FIRST_ENTRY -> row.producerGroup.copy(value);
            case FIRST_ENTRY + 1 -> row.topic.copy(value);
            case FIRST_ENTRY + 2 -> row.defaultTopic.copy(value);
            case FIRST_ENTRY + 3 -> row.defaultTopicQueueNums = value.getInt(0);
            case FIRST_ENTRY + 4 -> row.queueId = value.getInt(0);
            case FIRST_ENTRY + 5 -> row.sysFlag = value.getInt(0);
            case FIRST_ENTRY + 6 -> row.bornTimestamp = value.getLong(0);
            case FIRST_ENTRY + 7 -> row.messageFlag = value.getInt(0);
            case FIRST_ENTRY + 8 -> row.properties.copy(value);
            case FIRST_ENTRY + 9 -> row.reconsumeTimes = value.getInt(0);
            case FIRST_ENTRY + 10 -> row.unitMode = value.getBoolean(false);
            case FIRST_ENTRY + 11 -> row.maxReconsumeTimes = value.getInt(0);
            case FIRST_ENTRY + 12 -> row.batch = value.getBoolean(false);
            default -> row.brokerName.copy(value);
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        answer = outcome == Outcome.MALFORMED ? -1 : row.answer();
        row.clear();
    }
}
