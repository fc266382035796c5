package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;

/**
 * What requests name, as the reference would read it of their headers.
 */
class ResourceReaderTest
{
    private final FrameView view = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();
    private final ResourceReader reader = new ResourceReader();

    private List<String> read(final byte[] frame)
    {
        scanner.scan(view.wrap(frame), ResourceReader.INTEREST, reader);
        return names();
    }

    private List<String> names()
    {
        final List<String> found = new ArrayList<>();
        for (int i = 0; i < reader.count(); i++)
        {
            final String text = reader.toText(i);
            found.add(reader.field(i).kind() + " " + text);
            assertTrue(reader.contentEquals(i, text.getBytes(StandardCharsets.UTF_8)));
            assertFalse(reader.contentEquals(i, (text + "x").getBytes(StandardCharsets.UTF_8)));
            assertEquals(text, new String(reader.bytes(), reader.offset(i), reader.length(i), StandardCharsets.UTF_8));
        }
        return found;
    }

    /** The map's fields, of what the real decoder gives. */
    private static List<String> expected(final HeaderRecord header)
    {
        final List<String> names = new ArrayList<>();
        for (final ResourceField field : ResourceMap.fields(header.code))
        {
            final String value = header.extFields == null || (header.flag & 1) != 0 ? null : header.extFields.get(field
                .name());
            final String[] each =
                field.separator() == ResourceField.NO_SEPARATOR || value == null ? new String[] {value}
                    : StringUtils.split(value, field.separator());
            for (final String name : each)
            {
                if (name != null && !name.isEmpty())
                {
                    names.add(field.kind() + " " + name);
                }
            }
        }
        return names;
    }

    @Test
    void bothAlphabetsOfSendRequestsAreKnown()
    {
        assertEquals(List.of("GROUP PG", "TOPIC T"),
            read(Frames.binary(310, null, "", "a", "PG", "b", "T", "topic", "no")));
        assertEquals(310, reader.code());
        assertEquals(List.of("GROUP PG", "TOPIC T"), read(Frames.binary(10, null, "", "b", "no", "topic", "T",
            "producerGroup", "PG")));
        assertFalse(reader.field(0).isGuarded());
        assertTrue(reader.field(1).isGuarded());
    }

    @Test
    void theLastOfSeveralEqualNamesCounts()
    {
        assertEquals(List.of("TOPIC U"), read(Frames.binary(310, null, "", "b", "T", "b", "U")));
        assertEquals(List.of(),
            read(Frames.json("{\"extFields\":{\"b\":\"T\",\"b\":null},\"opaque\":1,\"code\":310}")));
        assertEquals(List.of("TOPIC T"), read(Frames.json(
            "{\"extFields\":{\"b\":\"\\u0054\",\"topic\":5},\"opaque\":1,\"code\":10,\"code\":310}")));
        assertEquals(List.of("TOPIC 5"), read(Frames.json(
            "{\"extFields\":{\"b\":\"T\",\"topic\":5},\"opaque\":1,\"code\":10}")));
    }

    @Test
    void listsAreTakenApartAndNamespacesTold()
    {
        assertEquals(List.of("GROUP g", "TOPIC T", "TOPIC A", "TOPIC B", "NAMESPACE n"),
            read(Frames.binary(208, null, "",
                "topicList", ";A;;B;", "topic", "T", "consumerGroup", "g", "ns", "n")));
    }

    @Test
    void responsesUnknownRequestsAndMalformedFramesNameNothing()
    {
        assertEquals(List.of(), read(Frames.json(
            "{\"extFields\":{\"b\":\"T\"},\"opaque\":1,\"code\":310,\"flag\":1}")));
        assertTrue(reader.isResponse());
        assertTrue(reader.isComplete());
        assertEquals(List.of(), read(Frames.binary(9_999, null, "", "topic", "T")));
        assertEquals(List.of("TOPIC T"), read(Frames.binary(105, null, "", "topic", "T")));
        final byte[] cut = Frames.binary(105, null, "", "topic", "T");
        cut[cut.length - 2] = 2;
        assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(cut), ResourceReader.INTEREST, reader));
        assertEquals(0, reader.count());
        assertFalse(reader.isComplete());
        assertEquals(List.of(), read(Frames.binary(34, null, "")));
        assertTrue(reader.isComplete());
        assertThrows(IndexOutOfBoundsException.class, () -> reader.toText(0));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.field(-1));
    }

    @Test
    void longAndManyNamesAreKept()
    {
        final String list = "group-of-a-long-name,".repeat(40);
        read(Frames.binary(308, null, "", "filterGroups", list, "topic", "t".repeat(1_000)));
        assertEquals(41, reader.count());
        assertEquals("t".repeat(1_000), reader.toText(40));
    }

    @Test
    void realFramesNameWhatTheRealDecoderReads()
    {
        int named = 0;
        for (final byte[] frame : Captures.sample(3_000, 10_000))
        {
            final List<String> expected = expected(Reference.decode(frame));
            for (final Buffers.Buffer buffer : named < 40 ? Buffers.all(frame) : List.<Buffers.Buffer>of())
            {
                buffer.wrap().accept(view);
                scanner.scan(view, ResourceReader.INTEREST, reader);
                assertEquals(expected, names(), buffer::name);
                view.reset();
                buffer.free().run();
            }
            assertEquals(expected, read(frame));
            named += expected.isEmpty() ? 0 : 1;
        }
        assertTrue(named > 100, named + " frames name something");
    }

    @Test
    void makesNoGarbage()
    {
        final byte[][] frames = {Frames.binary(310, null, "", "a", "PG", "b", "T"), Frames.binary(308, null, "",
            "filterGroups", "a,b,c,d,e,f,g,h,i,j"),
            Frames.json(
                "{\"extFields\":{\"b\":\"\\u0054\"},\"opaque\":1,\"code\":310}"),
            new byte[30]};
        assertEquals(0, Allocations.by(() -> {
            for (final byte[] frame : frames)
            {
                scanner.scan(view.wrap(frame), ResourceReader.INTEREST, reader);
            }
        }, 20_000, 1_000));
    }
}
