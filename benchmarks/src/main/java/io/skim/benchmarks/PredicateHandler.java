package io.skim.benchmarks;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Asks for the topic and one message property over the whole header.
 */
public final class PredicateHandler extends Answering
{
    private static final int TOPIC = 0;
    private static final int TAGS = 1;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("topic", TOPIC).entry("b", TOPIC)
        .property("TAGS", TAGS).build();

    private final byte[] topic;
    private final byte[] tag;

    /**
     * Makes a handler.
     *
     * @param question with the topic and the tag to compare with.
     */
    public PredicateHandler(final Question question)
    {
        super(INTEREST);
        topic = question.topic();
        tag = question.tag();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == TOPIC)
        {
            gathered = gathered & ~1 | (value.contentEquals(topic) ? 1 : 0);
        }
        else
        {
            gathered = gathered & ~2 | (value.contentEquals(tag) ? 2 : 0);
        }
        return Action.CONTINUE;
    }
}
