package io.skim.docs.snippets;

import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

final class Interests
{
    // snippet: interest
    static final int CODE = 0;
    static final int TOPIC = 1;
    static final int QUEUE_ID = 2;
    static final int KEYS = 3;

    static final RemotingInterest SENDS = RemotingScanner.interest()
        .field(RemotingField.CODE, CODE) // a fixed field
        .entry("topic", TOPIC).entry("b", TOPIC) // an ext field, in both spellings
        .entry("queueId", QUEUE_ID).entry("e", QUEUE_ID)
        .property("KEYS", KEYS) // a message property
        .build();
    // end

    // snippet: first-match
    static final RemotingInterest TOPIC_HINT = RemotingScanner.interest()
        .entry("topic", 0).entry("b", 0)
        .firstMatchWins()
        .build();
    // end

    private Interests()
    {
    }
}
