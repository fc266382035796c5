package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;

// snippet: routing-filter
/** Matches the messages of one topic that have one tag. */
final class TagRoute implements DataHandler
{
    static final int TOPIC = 0;
    static final int TAGS = 1;
    static final RemotingInterest INTEREST = RemotingScanner.interest()
        .entry("topic", TOPIC).entry("b", TOPIC) // two spellings, one id
        .property("TAGS", TAGS) // inside the ext field that holds the message properties
        .build();

    private final byte[] topic;
    private final byte[] tag;
    private boolean topicMatches;
    private boolean tagMatches;
    private boolean matches;

    TagRoute(final String topic, final String tag)
    {
        this.topic = topic.getBytes(StandardCharsets.UTF_8);
        this.tag = tag.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case TOPIC -> topicMatches = value.contentEquals(topic); // the last duplicate wins
            default -> tagMatches = value.contentEquals(tag);
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        matches = outcome == Outcome.COMPLETE && topicMatches && tagMatches;
        topicMatches = false; // the next frame may have neither
        tagMatches = false;
    }

    /** Says whether the frame that was scanned last has the topic and the tag. */
    boolean matches()
    {
        return matches;
    }
}
// end
