package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Routers over whole frames: targets, tables that are exchanged and refused, garbage.
 */
class RouterTest
{
    private static final byte[] ORDERS = Frames.binary(10, null, "body", "topic", "orders", "properties",
        "region\u0001eu\u0002TAGS\u0001TagA\u0002price\u0001120\u0002");
    private static final byte[] JSON = Frames.json("{\"code\":310,\"extFields\":{\"b\":\"aud\\u0069t\",\"i\":"
        + "\"region\\u0001us\\u0002\"},\"flag\":0,\"language\":\"GO\",\"opaque\":7}");
    private static final byte[] HEARTBEAT = Frames.binary(34, null, "");
    /** Application properties region=eu and i=5, and a body. */
    private static final byte[] MESSAGE = amqp("00537 4C1 12 04 A1 06 726567696F6E A1 02 6575 A1 01 69 54 05 "
        + "0053 75 A0 01 78");

    private static final RouteTable<String, RemotingInterest> TABLE =
        RouteTable.remoting("main").sql("price > 500", "dear").rule(
            "region = 'eu' AND $topic = 'orders'", "eu").tags("TagA", "tag").sql("$topic = 'audit'", "audit").build();

    private final FrameView view = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();

    private static byte[] amqp(final String hex)
    {
        return Frames.hex(hex.replace(" ", ""));
    }

    private String target(final Router<String, RemotingInterest> router, final byte[] frame)
    {
        assertTrue(router.route(scanner, view.wrap(frame)));
        return router.target();
    }

    @Test
    void theFirstRuleThatSelectsAFrameDecides()
    {
        final Router<String, RemotingInterest> router = new Router<>(new Routes<>(TABLE));
        assertEquals("eu", target(router, ORDERS));
        assertEquals(1, router.rule());
        assertEquals("audit", target(router, JSON));
        assertEquals("main", target(router, HEARTBEAT));
        assertEquals(Router.DEFAULT, router.rule());
    }

    @Test
    void everyKindOfBufferIsRoutedAlike()
    {
        final Router<String, RemotingInterest> router = new Router<>(new Routes<>(TABLE));
        for (final Buffers.Buffer buffer : Buffers.all(ORDERS))
        {
            buffer.wrap().accept(view);
            assertTrue(router.route(scanner, view), buffer.toString());
            assertEquals("eu", router.target(), buffer.toString());
            view.reset();
            buffer.free().run();
        }
    }

    @Test
    void aRouterTellsHowManyRulesItHasAndNothingOfAFrame()
    {
        final Router<String, RemotingInterest> router = new Router<>(new Routes<>(TABLE));
        assertEquals("Router[4 rules for remoting frames]", router.toString());
        target(router, ORDERS);
        assertEquals("Router[4 rules for remoting frames]", router.toString());
        assertEquals("Router[0 rules for AMQP messages]", new Router<>(new Routes<>(RouteTable.amqp("main").build()))
            .toString());
    }

    @Test
    void messagesAreRoutedToo()
    {
        final RouteTable<String, AmqpInterest> table =
            RouteTable.amqp("main").rule("i > 5", "many").jms("region = 'eu' AND i = 5",
                "eu").build();
        final Router<String, AmqpInterest> router = new Router<>(new Routes<>(table));
        final AmqpScanner messages = new AmqpScanner();
        assertTrue(router.route(messages, view.wrap(MESSAGE)), () -> messages.fault().toString());
        assertEquals("eu", router.target());
        assertTrue(table.isAmqp());
    }

    @Test
    void aMalformedFrameGoesNowhere()
    {
        final Router<String, RemotingInterest> router = new Router<>(new Routes<>(TABLE));
        assertEquals(Router.NOWHERE, router.rule());
        assertNull(router.target());
        assertEquals("eu", target(router, ORDERS));
        assertFalse(router.route(scanner, view.wrap(ORDERS, 0, 40)));
        assertEquals(Router.NOWHERE, router.rule());
        assertNull(router.target());
        assertEquals(Reason.TRUNCATED, scanner.fault().reason());
        assertEquals("eu", target(router, ORDERS));
        router.reset();
        assertEquals(Router.NOWHERE, router.rule());
    }

    @Test
    void aTableWithoutRulesSendsEverythingToTheDefault()
    {
        final Router<String, RemotingInterest> router = new Router<>(new Routes<>(RouteTable.remoting("main").build()));
        assertEquals("main", target(router, ORDERS));
        assertFalse(router.route(scanner, view.wrap(ORDERS, 0, 40)));
        assertEquals(0, router.table().size());
        assertThrows(IndexOutOfBoundsException.class, () -> router.table().selector(0));
    }

    @Test
    void aTableThatIsMissingLeavesTheRoutesAsTheyWere()
    {
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        final RouteTable<String, RemotingInterest> next = RouteTable.remoting("other").build();
        routes.replace(next);
        assertThrows(NullPointerException.class, () -> routes.replace(null));
        assertSame(next, routes.table());
        assertSame(next, routes.rollBack());
        assertSame(TABLE, routes.table());
    }

    @Test
    void aNewTableIsUsedFromTheNextFrameOn()
    {
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        final Router<String, RemotingInterest> router = new Router<>(routes);
        final RouteTable<String, RemotingInterest> next =
            RouteTable.remoting("other").sql("missing = 'x' OR $code = 34", "beat").build();
        assertEquals("eu", target(router, ORDERS));
        assertSame(TABLE, routes.replace(next));
        assertEquals("eu", router.target(), "the verdict stays that of the old table");
        assertSame(TABLE, router.table());
        assertEquals("other", target(router, ORDERS));
        assertEquals("beat", target(router, HEARTBEAT));
        assertSame(next, router.table());
        assertSame(next, routes.rollBack());
        assertEquals("eu", target(router, ORDERS));
        assertThrows(IllegalStateException.class, routes::rollBack);
        assertSame(TABLE, routes.table());
    }

    @Test
    void aTableThatIsExchangedDuringAScanWaitsForItsEnd()
    {
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        final Router<String, RemotingInterest> router = new Router<>(routes);
        final RemotingInterest interest = router.interest();
        routes.replace(RouteTable.remoting("other").build());
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(ORDERS), interest, router));
        assertEquals("eu", router.target());
    }

    @Test
    void aBadTableIsRefusedWholeWithItsRuleAndColumn()
    {
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        final RouteException e = assertThrows(RouteException.class, () -> routes.replace(RouteTable.remoting("main")
            .sql("a = 'x'", "a").sql("b = 'y' AND c >", "b").sql("d = 'z'", "d").build()));
        assertEquals(2, e.rule());
        assertEquals(16, e.column());
        assertTrue(e.reason().startsWith("expected a property"), e.reason());
        assertEquals("rule 2, column 16: " + e.reason(), e.getMessage());
        assertSame(TABLE, routes.table());
        assertEquals("eu", target(new Router<>(routes), ORDERS));
    }

    @Test
    void aTableIsOfOneKindOfFrame()
    {
        final RouteException e = assertThrows(RouteException.class, () -> RouteTable.remoting(1).tags("*", 2).jms(
            "a = 1", 3));
        assertEquals(2, e.rule());
        assertEquals(1, e.column());
        assertEquals("a JMS selector is for AMQP messages, the table for remoting frames", e.reason());
        assertEquals("rule 1, column 1: a table for AMQP messages takes JMS selectors only", assertThrows(
            RouteException.class, () -> RouteTable.amqp(1).tags("*", 2)).getMessage());
        assertEquals("rule 2, column 1: a selector whose first match wins is for hints: a rule reads whole messages",
            assertThrows(RouteException.class, () -> RouteTable.amqp(1).jms("a = 1", 2).rule(Selector.jms("a = 2")
                .firstMatchWins(), 3)).getMessage());
        assertThrows(RouteException.class, () -> RouteTable.amqp(1).sql("a = 1", 2));
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        assertThrows(NullPointerException.class, () -> routes.replace(null));
        assertSame(TABLE, routes.table());
    }

    @Test
    void aBuilderGoesOnBehindATable()
    {
        final RouteTable.Builder<String, RemotingInterest> builder =
            RouteTable.remoting("main").sql("region = 'eu'", "eu");
        final RouteTable<String, RemotingInterest> first = builder.build();
        final RouteTable<String, RemotingInterest> second = builder.tags(null, "all").build();
        assertEquals(1, first.size());
        assertEquals(2, second.size());
        assertEquals("all", second.target(1));
        assertEquals("region = 'eu'", second.selector(0).toString());
        assertEquals("main", second.defaultTarget());
    }

    @Test
    void capturedFramesGoWhereTheSelectorsSayOneByOne()
    {
        final List<String> rules = List.of("$code = 10 AND $queueId > 1", "$topic STARTSWITH '%RETRY%'",
            "TAGS IN ('TagA', 'TagB')", "$language = 'GO'", "$consumerGroup IS NOT NULL AND $code <> 34",
            "$flag = 1 OR $flag = 3", "UNIQ_KEY IS NULL");
        final RouteTable.Builder<Integer, RemotingInterest> builder = RouteTable.remoting(-1);
        for (int i = 0; i < rules.size(); i++)
        {
            builder.rule(rules.get(i), i);
        }
        final Router<Integer, RemotingInterest> router = new Router<>(new Routes<>(builder.build()));
        for (final byte[] frame : Captures.sample(500, 10_000))
        {
            int expected = -1;
            for (int i = rules.size() - 1; i >= 0; i--)
            {
                final Selector<RemotingInterest> selector = Selector.sql(rules.get(i));
                final SelectorEvaluator alone = new SelectorEvaluator(selector);
                scanner.scan(view.wrap(frame), selector.interest(), alone);
                expected = alone.matches() ? i : expected;
            }
            assertTrue(router.route(scanner, view.wrap(frame)));
            assertEquals(expected, router.target(), () -> new String(frame, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void aTableHasMoreRulesThanSixteenBitsCount()
    {
        final int count = 70_000;
        final RouteTable.Builder<Integer, RemotingInterest> builder = RouteTable.remoting(-1);
        for (int i = 0; i < count; i++)
        {
            builder.sql("p" + i + " = 'v'", i);
        }
        final Router<Integer, RemotingInterest> router = new Router<>(new Routes<>(builder.build()));
        for (final int rule : new int[] {0, 65_535, 65_536, count - 1})
        {
            assertTrue(
                router.route(scanner, view.wrap(Frames.binary(10, null, "", "properties", "q\u0001v\u0002p" + rule
                    + "\u0001v\u0002"))));
            assertEquals(rule, router.target());
        }
    }

    @Test
    void readersSeeWholeTablesWhileTheyAreExchanged() throws InterruptedException
    {
        final RouteTable<String, RemotingInterest> other =
            RouteTable.remoting("x").sql("price = 120 AND TAGS = 'TagA'", "other").build();
        final Routes<String, RemotingInterest> routes = new Routes<>(TABLE);
        final AtomicReference<Object> wrong = new AtomicReference<>();
        final Thread reader = new Thread(() -> {
            final Router<String, RemotingInterest> router = new Router<>(routes);
            final RemotingScanner own = new RemotingScanner();
            final FrameView frame = new FrameView();
            for (int i = 0; i < 20_000; i++)
            {
                router.route(own, frame.wrap(ORDERS));
                if (!(router.table() == TABLE ? "eu" : "other").equals(router.target()))
                {
                    wrong.set(router.target());
                }
            }
        });
        reader.start();
        while (reader.isAlive())
        {
            routes.replace(other);
            routes.rollBack();
        }
        reader.join();
        assertNull(wrong.get());
    }

    private static RouteTable<Integer, RemotingInterest> manyRules()
    {
        final RouteTable.Builder<Integer, RemotingInterest> builder = RouteTable.remoting(-1);
        for (int i = 0; i < 200; i++)
        {
            builder.sql("p" + i % 20 + " = 'value-" + i + "' AND (price > " + i + " OR $code = 310)", i);
        }
        return builder.sql("price > 1000", 200).sql("$topic = 'audit'", 201).sql("price < 5 OR region > 5", 202)
            .build();
    }

    @Test
    void routingMakesNoGarbage()
    {
        final Router<Integer, RemotingInterest> router = new Router<>(new Routes<>(manyRules()));
        final byte[][] frames = {ORDERS, JSON, HEARTBEAT, new byte[30], Frames.binary(10, null, "", "topic", "t",
            "properties", "p3\u0001value-103\u0002price\u0001104\u0002")};
        final long[] sum = new long[1];
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                sum[0] += router.route(scanner, view.wrap(frame)) ? router.rule() : 0;
            }
        }, 20_000, 1_000));
        assertTrue(router.route(scanner, view.wrap(frames[4])));
        assertEquals(103, router.target());
    }

    @Test
    void routingMessagesMakesNoGarbage()
    {
        final RouteTable.Builder<Integer, AmqpInterest> builder = RouteTable.amqp(-1);
        for (int i = 0; i < 200; i++)
        {
            builder.rule("p" + i % 20 + " = 'value-" + i + "' AND i > " + i, i);
        }
        final Router<Integer, AmqpInterest> router =
            new Router<>(new Routes<>(builder.rule("i = 5 AND region LIKE 'e%'", 200)
                .build()));
        final AmqpScanner messages = new AmqpScanner();
        assertEquals(0, Allocations.by(() -> {
            router.route(messages, view.wrap(MESSAGE));
            router.route(messages, view.wrap(MESSAGE, 0, 10));
        }, 20_000, 1_000));
        assertTrue(router.route(messages, view.wrap(MESSAGE)));
        assertEquals(200, router.rule());
    }
}
