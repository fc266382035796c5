package io.skim.docs.snippets;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingScanner;

/** The handler of the remoting frames, on AMQP messages too. */
final class TwoEncodings
{
    // snippet: two-encodings
    static final AmqpInterest MESSAGES = AmqpScanner.interest()
        .field(AmqpField.TO, TagRoute.TOPIC) // or by its name, "properties.to"
        .property("color", TagRoute.TAGS) // an application property
        .build();

    private final RemotingScanner frames = new RemotingScanner();
    private final AmqpScanner messages = new AmqpScanner();

    boolean frameMatches(final FrameView frame, final TagRoute route)
    {
        frames.scan(frame, TagRoute.INTEREST, route);
        return route.matches();
    }

    boolean messageMatches(final FrameView message, final TagRoute route)
    {
        messages.scan(message, MESSAGES, route); // the same handler
        return route.matches();
    }
    // end
}
