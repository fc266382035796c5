package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.ResourceReader;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedFrameTest
{
    /** GET_CONSUME_STATS, whose topics have semicolons between them. */
    private static final int NAMES_MANY = 208;
    /** In a header of 7 MB, of 16 that are read. To compare each with each would take an hour. */
    private static final int MANY = 1_000_000;

    private final RemotingScanner scanner = new RemotingScanner(RemotingDecoder.LIMITS, Strictness.STRICT);
    private final RemotingHeaderView header = new RemotingHeaderView(RemotingDecoder.LIMITS, Strictness.STRICT);
    private final ResourceReader resources = new ResourceReader();
    private final CountedFrame frame = new CountedFrame();

    private List<String> topics(final String listed)
    {
        assertTrue(frame.begin(new FrameView(RemotingDecoder.LIMITS).wrap(Frames.binary(NAMES_MANY, null, "body",
            "topicList", listed)), scanner, header, resources));
        return List.copyOf(frame.topics());
    }

    @Test
    void namesEachTopicOnceInTheOrderOfTheHeader()
    {
        assertEquals(List.of("b", "a", "c"), topics("b;a;b;c;a"));
        assertEquals(List.of("d"), topics("d"));
    }

    @Test
    void namesAsManyTopicsAsAHeaderHasRoomFor()
    {
        final StringBuilder listed = new StringBuilder();
        for (int i = 0; i < MANY; i++)
        {
            listed.append(i).append(';');
        }
        final List<String> topics = topics(listed + listed.substring(0, 20));
        assertEquals(MANY, topics.size());
        assertEquals("999999", topics.get(MANY - 1));
        assertEquals(List.of("a"), topics("a"));
    }
}
