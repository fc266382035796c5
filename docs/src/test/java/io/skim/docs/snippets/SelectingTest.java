package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.RowExtractor;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Frames;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on selecting do what it says. */
class SelectingTest
{
    private static final byte[] BIG = Frames.binary(310, null, "", "b", "orders", "i", "amount\001120\2TAGS\001TagA\2");
    private static final byte[] SMALL = Frames.json("{\"code\":10,\"extFields\":{\"topic\":\"orders\","
        + "\"properties\":\"amount\\u000180\\u0002TAGS\\u0001TagB\\u0002\"},\"opaque\":4}");

    private final FrameView view = new FrameView();

    @Test
    void framesAreSelected()
    {
        final Selecting.Orders orders = new Selecting.Orders();
        assertTrue(orders.isSelected(view.wrap(BIG)));
        assertFalse(orders.isSelected(view.wrap(SMALL)));
    }

    @Test
    void oneScanServesAllSubscriptions()
    {
        final Selecting.Subscriptions subscriptions = new Selecting.Subscriptions(SelectorTable.of(List.of(Selector.sql(
            "amount > 100"), Selector.tags("TagA || TagB"), Selector.tags("TagB"))));
        final List<Integer> delivered = new ArrayList<>();
        subscriptions.deliver(view.wrap(BIG), delivered::add);
        assertEquals(List.of(0, 1), delivered);
        subscriptions.deliver(view.wrap(SMALL), delivered::add);
        assertEquals(List.of(0, 1, 1, 2), delivered);
    }

    @Test
    void messagesAreSelected()
    {
        // header with priority 9; application-properties {"colour": "red"}
        final byte[] priority = Frames.hex("00 5370 c0 04 02 40 5009");
        final byte[] red = Frames.hex("00 5374 c1 0e 02 a106636f6c6f7572 a103726564");
        final byte[] blue = Frames.hex("00 5374 c1 0f 02 a106636f6c6f7572 a104626c7565");
        assertTrue(Selecting.isUrgent(new AmqpScanner(), view.wrap(priority), Selecting.urgent()));
        assertTrue(Selecting.isUrgent(new AmqpScanner(), view.wrap(red), Selecting.urgent()));
        assertFalse(Selecting.isUrgent(new AmqpScanner(), view.wrap(blue), Selecting.urgent()));
        assertTrue(Selecting.isLikelyRed(new AmqpScanner(), view.wrap(red), Selecting.red()));
        assertFalse(Selecting.isLikelyRed(new AmqpScanner(), view.wrap(blue), Selecting.red()));
    }

    @Test
    void whatDoesNotCompileSaysWhere()
    {
        assertTrue(Selecting.complaint("a == 5").startsWith("4: expected a property"));
        assertNull(Selecting.complaint("a = 5"));
    }

    @Test
    void valuesComeInARow()
    {
        final RowExtractor row = new RowExtractor(Selecting.COLUMNS);
        assertEquals(120, Selecting.amountOf(new RemotingScanner(), view.wrap(BIG), row));
        assertEquals("orders", row.toText(Selecting.TOPIC));
        assertEquals(0, Selecting.amountOf(new RemotingScanner(), view.wrap(SMALL), row));
    }
}
