package io.skim.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.ResourceReader;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.handlers.select.Columns;
import io.skim.handlers.select.RowExtractor;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Interrupting;
import io.skim.scan.testing.StoredRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

/**
 * Handlers are usable at once after a scan that an exception has ended, of a handler around them, at any callback: they tell
 * nothing of that frame, and of the next one what a new handler tells.
 */
class InterruptedScanTest
{
    /** With everything, with other values, with nothing that anyone names, without a map, malformed. */
    private static final List<byte[]> REMOTING = List.of(Frames.binary(310, null, "body", "a", "group", "b", "orders",
        "i", "price\u000150\u0002TAGS\u0001TagA\u0002c\u0001x\u0002"),
        Frames.json(
            "{\"code\":10,\"extFields\":{\"topic\":\"audit\"},\"flag\":1,\"opaque\":7}"),
        Frames.binary(34, null,
            "", "zzz", "1"),
        Frames.json("{}"), Frames.overrun(Frames.binary(10, null, "", "topic", "orders")));
    private static final byte[] EMPTY = {};
    /** Application properties c = 'a' and i = 5; i alone; none of them; no section; half of one. */
    private static final List<byte[]> MESSAGES = List.of(Frames.hex("005374C10B04A10163A10161A101695405"), Frames.hex(
        "005374C10602A101695406"), Frames.hex("005374C10602A1017A5405"), EMPTY, Frames.hex("005374C10602A1"));

    private static <I extends Interest> List<Consumer<DataHandler>> scans(final FrameScanner<I> scanner,
        final I interest,
        final List<byte[]> frames)
    {
        final FrameView view = new FrameView();
        final List<Consumer<DataHandler>> scans = new ArrayList<>();
        frames.forEach(frame -> scans.add(handler -> scanner.scan(view.wrap(frame), interest, handler)));
        return scans;
    }

    private static <H extends DataHandler> void remoting(final Supplier<H> handler, final RemotingInterest interest,
        final Function<H, String> answer)
    {
        assertEquals(List.of(), Interrupting.differences(handler, scans(new RemotingScanner(), interest, REMOTING),
            scans(new RemotingScanner(), interest, REMOTING), answer));
    }

    private static <H extends DataHandler> void amqp(final Supplier<H> handler, final AmqpInterest interest,
        final Function<H, String> answer)
    {
        assertEquals(List.of(), Interrupting.differences(handler, scans(new AmqpScanner(), interest, MESSAGES), scans(
            new AmqpScanner(), interest, MESSAGES), answer));
    }

    private static String verdicts(final SelectorEvaluator evaluator, final int count)
    {
        final StringBuilder all = new StringBuilder().append(evaluator.firstMatch());
        for (int i = 0; i < count; i++)
        {
            all.append(' ').append(evaluator.verdict(i)).append(evaluator.matches(i));
        }
        return all.toString();
    }

    private static void frames(final List<Selector<RemotingInterest>> selectors)
    {
        final SelectorTable<RemotingInterest> table = SelectorTable.of(selectors);
        remoting(() -> new SelectorEvaluator(table), table.interest(), evaluator -> verdicts(evaluator, table.size()));
    }

    private static void messages(final List<Selector<AmqpInterest>> selectors)
    {
        final SelectorTable<AmqpInterest> table = SelectorTable.of(selectors);
        amqp(() -> new SelectorEvaluator(table), table.interest(), evaluator -> verdicts(evaluator, table.size()));
    }

    @Test
    void verdictsAreOfTheFrameThatWasScanned()
    {
        frames(List.of(Selector.sql("price > 10")));
        frames(List.of(Selector.sql("price > 10"), Selector.sql("price IS NULL OR $topic = 'audit'"), Selector.sql(
            "$code = 34"), Selector.tags("TagA || TagB"), Selector.tagHashes("TagA")));
        messages(List.of(Selector.jms("c = 'a'")));
        messages(List.of(Selector.jms("i = 5")));
        messages(List.of(Selector.jms("i = 5").firstMatchWins()));
        messages(
            List.of(Selector.jms("c IS NULL AND i > 4"), Selector.jms("NOT (c LIKE '%a%')"), Selector.jms("TRUE")));
    }

    @Test
    void routesAreOfTheFrameThatWasScanned()
    {
        final RouteTable<String, RemotingInterest> remoting = RouteTable.remoting("main").sql("price > 10", "dear").sql(
            "$topic = 'audit'", "audit").build();
        final Supplier<Router<String, RemotingInterest>> router = () -> new Router<>(new Routes<>(remoting));
        remoting(router, router.get().interest(), one -> one.rule() + " " + one.target());
        final RouteTable<String, AmqpInterest> amqp =
            RouteTable.amqp("main").jms("c = 'a'", "a").jms("i > 0", "i").build();
        amqp(() -> new Router<>(new Routes<>(amqp)), new Router<>(new Routes<>(amqp)).interest(),
            one -> one.rule() + " " + one.target());
    }

    @Test
    void gatesAdmitTheFrameThatWasScanned()
    {
        for (final CodeGate codes : List.of(CodeGate.allow(310, 10), CodeGate.deny(310), CodeGate.deny(0, 34)))
        {
            remoting(() -> new RequestGate(codes), RequestGate.INTEREST, gate -> gate.admits() + " " + (gate.admits()
                ? gate.code() + " " + gate.opaque() + gate.isResponse() + gate.isOneway() : ""));
        }
    }

    @Test
    void resourcesAreOfTheFrameThatWasScanned()
    {
        remoting(ResourceReader::new, ResourceReader.INTEREST, reader -> {
            final StringBuilder all = new StringBuilder().append(reader.isComplete()).append(reader.code()).append(
                reader.isResponse());
            for (int i = 0; i < reader.count(); i++)
            {
                all.append(' ').append(reader.field(i).kind()).append(reader.toText(i));
            }
            return all.toString();
        });
    }

    @Test
    void rowsAreOfTheFrameThatWasScanned()
    {
        final Columns<RemotingInterest> remoting = Columns.remoting("$code", "$topic", "price", "TAGS");
        remoting(() -> new RowExtractor(remoting), remoting.interest(), row -> row(row, 4));
        final Columns<AmqpInterest> amqp = Columns.amqp("c", "i", "JMSPriority");
        amqp(() -> new RowExtractor(amqp), amqp.interest(), row -> row(row, 3));
    }

    private static String row(final RowExtractor row, final int columns)
    {
        final StringBuilder all = new StringBuilder();
        for (int i = 0; i < columns; i++)
        {
            all.append(row.isNull(i)).append(row.isText(i)).append(row.getLong(i, -9)).append(row.getDouble(i, -9))
                .append(row.getBoolean(i, true)).append(row.length(i)).append(' ');
        }
        return all.toString();
    }

    @Test
    void aRecordIsAScanOfItsOwn() throws Exception
    {
        final List<byte[]> bodies = new ArrayList<>();
        for (final Map<String, String> properties : List.of(Map.of("price", "50"), Map.of("price", "5"),
            Map.of("z", "1"),
            new LinkedHashMap<String, String>()))
        {
            final MessageExt message = StoredRecords.message(new Random(5));
            message.setBody(new byte[9]);
            message.getProperties().clear();
            properties.forEach(message::putUserProperty);
            bodies.add(MessageDecoder.encode(message, false));
        }
        final Selector<RemotingInterest> selector = Selector.sql("price > 10 OR z IS NOT NULL");
        assertEquals(List.of(), Interrupting.differences(() -> new SelectorEvaluator(selector), records(bodies,
            selector), records(bodies, selector), evaluator -> verdicts(evaluator, 1)));
    }

    private static List<Consumer<DataHandler>> records(final List<byte[]> bodies,
        final Selector<RemotingInterest> selector)
    {
        final RecordScanner scanner = new RecordScanner();
        final FrameView view = new FrameView();
        final List<Consumer<DataHandler>> scans = new ArrayList<>();
        bodies.forEach(body -> scans.add(handler -> scanner.wrap(view.wrap(body)).next(selector.recordInterest(),
            handler)));
        return scans;
    }

    /** Keeps marks, and shows everything when the scan is over. */
    private static final class Late implements DataHandler
    {
        private final SelectorEvaluator evaluator;
        private final FrameView view;
        private final boolean ownFrame;
        private final boolean numbered;
        private final List<Integer> ids = new ArrayList<>();
        private final List<Long> marks = new ArrayList<>();

        Late(final SelectorEvaluator evaluator, final FrameView view, final boolean ownFrame,
            final boolean numbered)
        {
            this.evaluator = evaluator;
            this.view = view;
            this.ownFrame = ownFrame;
            this.numbered = numbered;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            ids.add(id);
            marks.add(value.mark());
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            for (int i = 0; i < ids.size(); i++)
            {
                final Cursor value = view.at(marks.get(i), new Cursor());
                if (ownFrame)
                {
                    final byte[] copy = value.toText().getBytes(StandardCharsets.UTF_8);
                    final FrameView own = new FrameView().wrap(copy);
                    io.skim.scan.spi.Frames.beginScan(own, numbered ? fault.scan() : 0);
                    Cursors.wrap(value, own, 0, copy.length, value.kind());
                }
                evaluator.onField(ids.get(i), value);
            }
            evaluator.onOutcome(outcome, fault);
        }
    }

    @Test
    void aHandlerMayShowAnotherOneLaterWhatItMarkedOrMade()
    {
        final Selector<RemotingInterest> selector = Selector.sql("price > 10 AND TAGS = 'TagA'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final FrameView view = new FrameView().wrap(REMOTING.get(0));
        final RemotingScanner scanner = new RemotingScanner();
        for (int i = 0; i < 4; i++)
        {
            scanner.scan(view, selector.interest(), new Late(evaluator, view, i > 1, true));
            assertEquals("0 MATCHtrue", verdicts(evaluator, 1));
        }
    }

    @Test
    void valuesThatNoScanHasShownHaveNoVerdictInOne()
    {
        final Selector<RemotingInterest> selector = Selector.sql("price > 10 AND TAGS = 'TagA'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final FrameView view = new FrameView().wrap(REMOTING.get(0));
        final RemotingScanner scanner = new RemotingScanner();
        scanner.scan(view, selector.interest(), new Late(evaluator, view, true, false));
        assertEquals("-1 ERRORfalse", verdicts(evaluator, 1));
        scanner.scan(view, selector.interest(), evaluator);
        assertEquals("0 MATCHtrue", verdicts(evaluator, 1));
    }

    @Test
    void anEvaluatorKeepsItsVerdictWhileItsScannerScansForOthers()
    {
        final Selector<RemotingInterest> selector = Selector.sql("price > 10");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final FrameView view = new FrameView().wrap(REMOTING.get(0));
        final RemotingScanner scanner = new RemotingScanner();
        scanner.scan(view, selector.interest(), evaluator);
        scanner.scan(view, RequestGate.INTEREST, new RequestGate(CodeGate.deny()));
        assertEquals("0 MATCHtrue", verdicts(evaluator, 1));
    }

    @Test
    void anotherScanOfTheSameFrameInsideOneDisturbsNothing()
    {
        final Selector<RemotingInterest> selector = Selector.sql("price > 10 AND TAGS = 'TagA' AND $topic = 'orders'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final FrameView view = new FrameView().wrap(REMOTING.get(0));
        final RemotingScanner other = new RemotingScanner();
        new RemotingScanner().scan(view, selector.interest(), new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                evaluator.onField(id, value);
                other.scan(view, RequestGate.INTEREST, new RequestGate(CodeGate.deny()));
                return Action.CONTINUE;
            }

            @Override
            public void onOutcome(final Outcome outcome, final Fault fault)
            {
                evaluator.onOutcome(outcome, fault);
            }
        });
        assertEquals("0 MATCHtrue", verdicts(evaluator, 1));
    }
}
