package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.ConfigFiles;
import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.List;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;

/** Each message goes to the consumers of one lane, or to base consumers, and to no other. */
class LaneSubscriptionTest
{
    private static final List<Lane> LANES = ConfigFiles.with("""
        lanes:
          - {name: gray, match: {clients: 10.9.0.0/16}}
          - {name: blue, match: {clients: 10.8.0.0/16}}
          - {name: closed, match: {clients: 10.7.0.0/16}, fallback: false}
          - {name: apart, match: {clients: 10.6.0.0/16}, by: topic}
        """).lanes();

    private static boolean selects(final String expression, final String... properties)
    {
        final Selector<RemotingInterest> selector = Selector.sql(expression);
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final byte[] frame = Requests.send(SerializeType.ROCKETMQ, 310, "t", properties);
        new RemotingScanner().scan(new FrameView().wrap(frame, 0, frame.length), selector.interest(), evaluator);
        return evaluator.matches();
    }

    /** The messages that each selects: consumers of a group in the lane gray, and in the base. */
    private static void assertShares(final String gray, final String base, final String type, final String expression)
    {
        final String ofGray = LaneSubscription.ofLane(LANES.get(0), "the-readers", type, expression);
        final String ofBase = LaneSubscription.ofBase(LANES, "the-readers", type, expression);
        final StringBuilder toGray = new StringBuilder();
        final StringBuilder toBase = new StringBuilder();
        final String mark = "LANE_the$2dreaders";
        final String[][] messages =
            {{"TAGS", "A"}, {"TAGS", "A", "LANE", "gray", mark, "gray"}, {"TAGS", "A", "LANE", "blue", mark, "blue"}, {
                "TAGS", "C"}, {"TAGS", "C", "LANE", "gray", mark, "gray"}, {"k", "5"},
                {"k", "5", "LANE", "gray", mark,
                    "gray"},
                {"TAGS", "A", "LANE", "gray"}, {"k", "5", "LANE", "gray", "LANE_others", "gray"}, {"TAGS",
                    "A", "LANE", "closed"}};
        for (int i = 0; i < messages.length; i++)
        {
            toGray.append(selects(ofGray, messages[i]) ? i : "");
            toBase.append(selects(ofBase, messages[i]) ? i : "");
        }
        assertEquals(gray + "|" + base, toGray + "|" + toBase);
    }

    @Test
    void aLaneTakesTheMessagesThatAreMarkedForItsGroupAndBaseConsumersTheRest()
    {
        assertShares("146", "03578", "TAG", "*");
        assertShares("146", "03578", null, null);
        assertShares("146", "03578", "", "");
        assertShares("1", "07", "TAG", "A || B");
        assertShares("14", "037", "TAG", "A||C");
        assertShares("6", "58", "SQL92", "k = 5");
        assertShares("16", "0578", "SQL92", "TAGS = 'A' OR k = 5");
    }

    @Test
    void aLaneThatDoesNotFallBackHasAllItsMessages()
    {
        final Lane closed = LANES.get(2);
        assertEquals("LANE IS NOT NULL AND LANE = 'closed'", LaneSubscription.ofLane(closed, "g", "TAG", "*"));
        assertEquals("(LANE IS NULL OR LANE NOT IN ('closed'))",
            LaneSubscription.ofBase(List.of(closed), "g", "TAG", "*"));
        assertEquals("LANE_g IS NULL AND (LANE IS NULL OR LANE NOT IN ('closed'))",
            LaneSubscription.ofBase(LANES, "g", "TAG", "*"));
    }

    @Test
    void withoutLanesThatMarkMessagesNothingIsRewritten()
    {
        assertNull(LaneSubscription.ofBase(List.of(), "g", "TAG", "A"));
        assertNull(LaneSubscription.ofBase(LANES.subList(3, 4), "g", "TAG", "A"));
    }

    @Test
    void quotesInTagsAreText()
    {
        assertTrue(
            selects(LaneSubscription.ofLane(LANES.get(0), "g", "TAG", "it's"), "TAGS", "it's", "LANE_g", "gray"));
    }

    /** As the broker, whose set of tags is empty then. */
    @Test
    void blanksBetweenBarsSelectNothing()
    {
        for (final String blank : new String[] {" ", " || ", "||"})
        {
            final String ofBase = LaneSubscription.ofBase(LANES, "g", "TAG", blank);
            assertFalse(selects(ofBase, "TAGS", "A") || selects(ofBase, "k", "5") || selects(ofBase, "TAGS", " "));
        }
        assertFalse(selects(LaneSubscription.ofBase(LANES, "g", "TAG", " * "), "TAGS", "A"),
            "a star between blanks is a tag");
    }

    /** The broker takes no notice of what stands behind an expression; inside of another it would mean something. */
    @Test
    void expressionsThatMeanSomethingElseInParenthesesAreRefused()
    {
        for (final String odd : new String[] {"a = 1) OR (b = 1", "a = 1 --", "a = 1 /* x */", "(a = 1", "a = 'x",
            "a =",
            "", "a = 1 b = 2", "a = ')' ) OR ( 'x' = 'x'"})
        {
            assertThrows(IllegalArgumentException.class, () -> LaneSubscription.ofBase(LANES, "g", "SQL92", odd), odd);
        }
        assertThrows(IllegalArgumentException.class, () -> LaneSubscription.ofLane(LANES.get(0), "g", "CLASS", "x"));
        assertTrue(selects(LaneSubscription.ofBase(LANES, "g", "SQL92", "a = '--)' OR (b = ')(''')"), "a", "--)"));
    }

    @Test
    void aMarkIsANameOfSql()
    {
        for (final String group : new String[] {"readers", "the-readers", "a%b|c", "%RETRY%x", "9", "and", "ü"})
        {
            final String mark = LaneSubscription.mark(LANES.get(0), group);
            assertTrue(selects(mark + " = '1'", mark, "1"), mark);
        }
        assertNotEquals(LaneSubscription.mark(LANES.get(0), "a-b"), LaneSubscription.mark(LANES.get(0), "a$2db"));
    }
}
