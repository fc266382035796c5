package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Asks for the topic and goes on, since the last match wins.
 */
public final class TopicFullHandler extends Answering
{
    private static final int TOPIC = 0;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("topic", TOPIC).entry("b", TOPIC)
        .build();

    private final byte[] topic;

    /**
     * Makes a handler.
     *
     * @param question with the topic to compare with.
     */
    public TopicFullHandler(final Question question)
    {
        super(INTEREST);
        topic = question.topic();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        gathered = value.contentEquals(topic) ? 1 : 0;
        return Action.CONTINUE;
    }
}
