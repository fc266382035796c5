package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of the chapter on binding do what it says. */
class BindingTest
{
    private final FrameView view = new FrameView();
    private final Binding.Orders orders = new Binding.Orders();

    private String tell(final byte[] frame)
    {
        return orders.tell(view.wrap(frame));
    }

    @Test
    void ordersAreReadUnderBothSpellings()
    {
        final String properties = "KEYS\1k1\2TAGS\1t\2";
        assertEquals("k1 for orders", tell(Frames.binary(10, null, "", "topic", "orders", "queueId", "3",
            "bornTimestamp", "1700000000000", "properties", properties)));
        assertEquals("k1 for orders", tell(Frames.binary(310, null, "", "b", "orders", "e", "3", "g",
            "1700000000000", "i", properties)));
    }

    @Test
    void errorsAreThoseOfTheChapter() throws IOException
    {
        final byte[] noNumber = Frames.binary(310, null, "", "b", "orders", "g", "1700000000000", "i", "KEYS\1k1\2",
            "e", "x7");
        final String[] told = {tell(Frames.binary(10, null, "", "topic", "orders", "queueId", "3", "bornTimestamp",
            "1700000000000")), tell(noNumber), tell(
                Frames.binary(10, null, "", "topic", "orders", "bornTimestamp",
                    "1", "properties", "KEYS\1k1\2", "queueId", "2147483648")),
            tell(new byte[30])};
        final String chapter = Files.readString(Captures.root().resolve("docs/binding.md"));
        for (final String message : List.of(told))
        {
            assertTrue(chapter.contains("\n" + message + "\n"), message);
        }
    }
}
