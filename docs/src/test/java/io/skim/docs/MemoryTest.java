package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import io.skim.scan.StreamSplitter;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameInterest;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.amqp.DeliveryGatherer;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the guide says that objects weigh is what they take. */
class MemoryTest
{
    private static final byte[] FRAME =
        Frames.json("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\",\"e\":\"1\","
            + "\"i\":\"KEYS\\u0001" + "k".repeat(250)
            + "\\u0002PGROUP\\u0001g\\u0002TAGS\\u0001TagA\\u0002\"},\"flag\":0,"
            + "\"language\":\"JAVA\",\"opaque\":4711,\"serializeTypeCurrentRPC\":\"JSON\",\"version\":513}");
    private static final byte[] MESSAGE = Frames.hex("005370C003024140" + "005373C00A034040A1057175657565"
        + "005374C10602A101615407" + "005377A10161");
    private static final byte[] AMQP_FRAME = Frames.hex("0000001502000000" + "005313C0080440520152005201");
    private static final byte[] VALUE = Frames.hex("C10602A101615407");
    private static final byte[] TRANSFER = Frames.hex("0000001902000000" + "005314C006034343A00101" + "005377A10161");

    private final ByteBuffer frame = direct(FRAME);
    private final ByteBuffer message = direct(MESSAGE);
    private final ByteBuffer amqpFrame = direct(AMQP_FRAME);
    private final ByteBuffer value = direct(VALUE);
    private final FrameView view = new FrameView();

    private static ByteBuffer direct(final byte[] bytes)
    {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static void good(final boolean good)
    {
        assertTrue(good, "refused");
    }

    private <I extends Interest> void scan(final FrameScanner<I> scanner, final ByteBuffer bytes, final I interest)
    {
        final DataHandler handler = (id, shown) -> Action.CONTINUE;
        for (int i = 0; i < 20; i++)
        {
            good(scanner.scan(view.wrap(bytes), interest, handler) == Outcome.COMPLETE);
        }
    }

    private void split(final StreamSplitter splitter, final ByteBuffer bytes)
    {
        for (int i = 0; i < 20; i++)
        {
            splitter.feed(bytes);
            good(splitter instanceof FrameSplitter ? ((FrameSplitter)splitter).next(view)
                : ((AmqpFrameSplitter)splitter).next(view));
            good(splitter.gatheredLength() == 0);
            splitter.reset();
        }
    }

    private Map<String, Runnable> uses()
    {
        final RemotingInterest remoting = RemotingScanner.interest().everyEntry(0).everyProperty(1).build();
        final AmqpInterest messages = AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
        final AmqpFrameInterest frames = AmqpFrameScanner.interest().everything().build();
        final AmqpValueInterest values = AmqpValueScanner.interest().everyValue(0).build();
        final Selector<RemotingInterest> selector = Selector.sql("TAGS = 'TagA' AND KEYS IS NOT NULL");
        final Routes<String, RemotingInterest> routes =
            new Routes<>(RouteTable.remoting("main").sql("TAGS = 'TagA'", "a").build());
        final RemotingScanner scanner = new RemotingScanner();
        final RemotingEdits edits = RemotingEdits.builder().set("topic", "Orders").setProperty("TRACE", "1").build();
        final AmqpEdits hop = AmqpEdits.builder().raiseDeliveryCount().remove(AmqpField.DELIVERY_ANNOTATIONS, "x-opt-a")
            .build();
        final Map<String, Runnable> uses = new LinkedHashMap<>();
        uses.put("FrameView", () -> {
            final FrameView fresh = new FrameView();
            for (int i = 0; i < 20; i++)
            {
                good(io.skim.scan.spi.Frames.load(fresh.wrap(frame), frame.remaining()));
                fresh.reset();
            }
        });
        uses.put("FrameView that has met nothing but arrays",
            () -> good(io.skim.scan.spi.Frames.load(new FrameView().wrap(FRAME), FRAME.length)));
        uses.put("RemotingScanner", () -> scan(new RemotingScanner(), frame, remoting));
        uses.put("AmqpScanner", () -> scan(new AmqpScanner(), message, messages));
        uses.put("AmqpFrameScanner", () -> scan(new AmqpFrameScanner(), amqpFrame, frames));
        uses.put("AmqpValueScanner", () -> scan(new AmqpValueScanner(), value, values));
        uses.put("Router", () -> {
            final Router<String, RemotingInterest> router = new Router<>(routes);
            for (int i = 0; i < 20; i++)
            {
                good(router.route(scanner, view.wrap(frame)));
            }
        });
        uses.put("SelectorEvaluator", () -> {
            final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
            for (int i = 0; i < 20; i++)
            {
                good(scanner.scan(view.wrap(frame), selector.interest(), evaluator) == Outcome.COMPLETE);
            }
        });
        uses.put("RemotingRewriter", () -> {
            final RemotingRewriter rewriter = new RemotingRewriter(edits);
            for (int i = 0; i < 20; i++)
            {
                good(rewriter.rewrite(view.wrap(frame)));
            }
        });
        uses.put("AmqpRewriter", () -> {
            final AmqpRewriter rewriter = new AmqpRewriter(hop);
            for (int i = 0; i < 20; i++)
            {
                good(rewriter.rewrite(view.wrap(message)));
            }
        });
        uses.put("NameRewriter", () -> {
            final NameRewriter rewriter = new NameRewriter(Namespace.of("tenant"));
            for (int i = 0; i < 20; i++)
            {
                good(rewriter.toBroker(view.wrap(frame)));
            }
        });
        uses.put("FrameSplitter", () -> split(new FrameSplitter(), frame));
        uses.put("AmqpFrameSplitter", () -> split(new AmqpFrameSplitter(), amqpFrame));
        uses.put("HeaderSplitter", () -> {
            final HeaderSplitter splitter = new HeaderSplitter();
            splitter.feed(frame);
            good(splitter.next() == HeaderSplitter.Event.HEADER && splitter.next() == HeaderSplitter.Event.END
                && splitter.next() == HeaderSplitter.Event.MORE);
        });
        final AmqpFrameReader transfer = new AmqpFrameReader();
        good(transfer.wrap(new FrameView().wrap(TRANSFER)));
        uses.put("DeliveryGatherer", () -> good(new DeliveryGatherer().add(transfer)
            == DeliveryGatherer.Event.COMPLETE));
        return uses;
    }

    private static long weight(final Runnable use)
    {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 40; i++)
        {
            least = Math.min(least, Allocations.by(use::run, 0, 1));
        }
        return least;
    }

    @Test
    void theGuideTellsWhatEachObjectWeighs() throws IOException
    {
        final Map<String, Runnable> uses = uses();
        final List<String> listed = new ArrayList<>();
        final List<String> wrong = new ArrayList<>();
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read("docs/scanning-guide.md"), "Memory")))
        {
            final String name = row[0].replace("`", "").trim();
            if (uses.containsKey(name))
            {
                final long stated = Long.parseLong(row[1].replaceAll("[ ,]", ""));
                final long weight = weight(uses.get(name));
                listed.add(name);
                if (weight > stated || weight < stated / 2)
                {
                    wrong.add(name + " takes " + weight + ", not " + stated);
                }
            }
        }
        assertEquals(new ArrayList<>(uses.keySet()), listed);
        assertEquals(List.of(), wrong);
    }
}
