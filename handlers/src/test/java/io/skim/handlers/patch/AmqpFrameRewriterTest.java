package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpPeer;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.ProtonJ;
import io.skim.scan.testing.Protonj2;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Performatives with edits: to the byte, and against what Proton-J and protonj2 read of them.
 */
class AmqpFrameRewriterTest
{
    private final FrameView view = new FrameView();
    private final AmqpFrameReader reader = new AmqpFrameReader();
    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final List<AmqpPeer> peers = List.of(new ProtonJ(), new Protonj2());

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    private static byte[] bytes(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /** A list of the short form; items are told apart by blanks, and nested ones given whole. */
    private static String list(final String plain, final String... nested)
    {
        return compound("c0", plain, nested);
    }

    private static String map(final String plain)
    {
        return compound("c1", plain);
    }

    private static String compound(final String code, final String plain, final String... nested)
    {
        final String items = plain.replace(" ", "") + String.join("", nested);
        final int count = plain.split(" ").length + nested.length;
        return String.format("%s%02x%02x", code, items.replace(" ", "").length() / 2 + 1, count) + items;
    }

    /** The long form of a list, also of one that is too long for the short form it is given in. */
    private static String wide(final String list)
    {
        final int end = list.startsWith("c0") && list.length() > 2 * 257 ? 5 : 4;
        final String items = list.substring(end + 2);
        return String.format("d0%08x%08x", items.replace(" ", "").length() / 2 + 4, Integer.parseInt(list.substring(end,
            end + 2), 16)) + items;
    }

    /** A frame of AMQP around a body. */
    private static byte[] frame(final String hex)
    {
        final byte[] body = bytes(hex);
        final byte[] frame = bytes("00000000 0200 0000" + hex);
        frame[2] = (byte)(body.length + 8 >> 8);
        frame[3] = (byte)(body.length + 8);
        return frame;
    }

    private void check(final String expected, final String performative, final AmqpFrameEdits.Builder edits)
    {
        final byte[] frame = frame(performative);
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(edits.build());
        assertTrue(reader.wrap(view.wrap(frame)), () -> reader.fault().toString());
        assertTrue(rewriter.rewrite(reader), () -> rewriter.patch().refusal() + " " + reader.fault());
        assertEquals(HexFormat.of().formatHex(frame(expected)),
            HexFormat.of().formatHex(Patches.written(rewriter.patch(),
                frame)));
        if (rewriter.patch().isInPlace())
        {
            assertTrue(rewriter.patch().applyInPlace(frame, 0));
            assertArrayEquals(frame(expected), frame);
        }
    }

    /** Checks one frame against the model, in a kind of buffer; false if it is refused. */
    boolean agrees(final AmqpFrameRewriter rewriter, final AmqpFrameReader wrapped, final byte[] frame,
        final boolean peersToo) throws Exception
    {
        if (!wrapped.wrap(view.wrap(frame)))
        {
            return false;
        }
        if (!rewriter.rewrite(wrapped))
        {
            final Refusal refusal = rewriter.patch().refusal();
            assertTrue(
                refusal == Refusal.INVALID_ADDRESS || refusal == Refusal.MALFORMED && wrapped.fault().isPresent(),
                () -> refusal + " " + wrapped.fault());
            return false;
        }
        final byte[] written = Patches.written(rewriter.patch(), frame);
        final Performative performative = wrapped.performative();
        if (performative == null)
        {
            assertArrayEquals(frame, written);
            return true;
        }
        final int payload = wrapped.payloadLength();
        final List<AmqpNode> before = tree.read(view, wrapped.performativeOffset(), wrapped.performativeLength());
        if (before == null)
        {
            return false;
        }
        final List<AmqpNode> after = AmqpFrameModel.edited(performative, new ArrayList<>(before));
        assertTrue(wrapped.wrap(view.wrap(written)), () -> wrapped.fault() + ": " + HexFormat.of().formatHex(written));
        assertEquals(payload, wrapped.payloadLength());
        assertEquals(AmqpNode.notation(after), AmqpNode.notation(tree.read(view, wrapped.performativeOffset(), wrapped
            .performativeLength())));
        final byte[] alone = Arrays.copyOfRange(written, wrapped.performativeOffset(), wrapped.payloadOffset());
        for (final AmqpPeer peer : peersToo ? peers : List.<AmqpPeer>of())
        {
            assertEquals(peer.expected(after), peer.read(alone));
        }
        return true;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void peersReadRealFramesWithTheEditsAndNothingElseChanged(final Capture capture) throws Exception
    {
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
        for (final byte[] frame : capture.frames())
        {
            assertTrue(agrees(rewriter, reader, frame, true), () -> reader.fault() + ": " + HexFormat.of().formatHex(
                frame));
        }
    }

    @Test
    void vectorsAreReadWithTheEditsAndNothingElseChanged() throws Exception
    {
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
        int agreed = 0;
        for (final AmqpVectors.Good good : AmqpVectors.all())
        {
            agreed += "frame".equals(good.shape()) && agrees(rewriter, reader, good.bytes(), false) ? 1 : 0;
        }
        assertTrue(agreed > 50, agreed + " agreed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"STRICT", "LENIENT"})
    void spoiltFramesAreRefusedOrReadWithTheEdits(final Strictness strictness) throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpMutator mutator = new AmqpMutator(random);
        final AmqpFrameReader own = new AmqpFrameReader(Limits.DEFAULT, strictness);
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
        final List<byte[]> frames = new ArrayList<>();
        AmqpVectors.all().stream().filter(good -> "frame".equals(good.shape())).forEach(good -> frames.add(good
            .bytes()));
        captures().forEach(capture -> frames.addAll(capture.frames().subList(0, Math.min(20, capture.frames()
            .size()))));
        int agreed = 0;
        final int count = Settings.frames(40_000);
        for (int i = 0; i < count; i++)
        {
            final byte[] frame = mutator.mutated(frames.get(random.nextInt(frames.size())));
            try
            {
                agreed += agrees(rewriter, own, frame, false) ? 1 : 0;
            }
            catch (final AssertionError wrong)
            {
                throw new AssertionError("seed " + seed + ", frame " + i + ": " + HexFormat.of().formatHex(frame),
                    wrong);
            }
        }
        assertTrue(agreed > count / 40, agreed + " of " + count + " agreed");
    }

    @ParameterizedTest
    @CsvSource({"7000010000, 700000fe00", "52ff, 52ff", "7000000200, 7000000200", "7000000210, 7000000200",
        "43, 43", "70ffffffff, 700000ffff", "7000000100, 7000000100"})
    void frameSizesAreLoweredByTheReserveInPlace(final String size, final String lowered)
    {
        final String tail = "60000a";
        final int length = 1 + 3 + 1 + size.length() / 2 + 3;
        final String head = "005310 c0 " + String.format("%02x", length) + " 04 a10163 40 ";
        check(head + lowered + tail, head + size + tail, AmqpFrameEdits.builder().reserveFrameSize(65_536 + 511, 512));
    }

    @ParameterizedTest
    @CsvSource({"c0 04 01 a10163, c0 0a 03 a10163 40", "c0 06 03 a10163 40 40, c0 0a 03 a10163 40",
        "d0 00000007 00000001 a10163, d0 0000000d 00000003 a10163 40"})
    void missingFrameSizesAreWrittenAsWhatIsLeftOfTheLimit(final String list, final String changed)
    {
        check("005310" + changed + "7000003e00", "005310" + list, AmqpFrameEdits.builder().reserveFrameSize(16_384,
            512));
    }

    @Test
    void editsThatAreRefusedLeaveTheListAsItWas()
    {
        final AmqpFrameEdits.Builder edits = AmqpFrameEdits.builder().reserveFrameSize(65_536, 512);
        assertThrows(IllegalArgumentException.class, () -> edits.reserveFrameSize(1L << 32, 1_000));
        assertThrows(NullPointerException.class, () -> edits.setProperty(Performative.OPEN, "key", null));
        assertThrows(NullPointerException.class, () -> edits.addProperty(Performative.OPEN, "key", null));
        check("005310c00a 03 a10163 40 700000fe00", "005310c00a 03 a10163 40 7000010000", edits);
    }

    @Test
    void hostNamesAreSetAddedAndUnset()
    {
        final AmqpFrameEdits.Builder host =
            AmqpFrameEdits.builder().set(Performative.OPEN, "hostname", AmqpEditValue.ofString(
                "b1"));
        check("005310 c0 08 02 a10163 a1026231", "005310 c0 07 02 a10163 a10161", host);
        check("005310 c0 08 02 a10163 a1026231", "005310 c0 04 01 a10163", host);
        check("005310 c0 0c 04 a10163 a1026231 43 600001", "005310 c0 09 04 a10163 40 43 600001", host);
        check("00a30e616d71703a6f70656e3a6c697374 c0 05 02 a10163 40",
            "00a30e616d71703a6f70656e3a6c697374 c0 07 02 a10163 a10161", AmqpFrameEdits.builder().unset(
                Performative.OPEN, "hostname"));
        check("005318 45", "005318 45", host);
        final String id = "a1f9" + "61".repeat(249);
        check("005310 d0 00000103 00000002" + id + "a1026231", "005310 c0 fd 02" + id + "40", host);
    }

    @Test
    void addressesAreMappedInSourcesAndTargetsAndCoordinatorsAreLeftAlone()
    {
        final AmqpFrameEdits.Builder map = AmqpFrameEdits.builder().mapAddresses((utf8, offset, length, target) -> {
            target.put(new byte[] {'n', '.'}, 0, 2);
            target.put(utf8, offset, length);
            return utf8[offset] == 'q';
        });
        final String head = "a1016c 43 42 40 40";
        final String target = "005329" + list("a1027832");
        check("005312" + list(head, "005328" + list("a1046e2e7131 43"), target), "005312" + list(head, "005328" + list(
            "a1027131 43"), target), map);
        final String symbol = "00a310616d71703a7461726765743a6c697374";
        check("005312" + wide(list(head + " 40", symbol + list("b1000000036e2e71"))), "005312" + wide(list(head + " 40",
            symbol + list("b10000000171"))), map);
        final String coordinator = "005312" + list(head, "00532845", "005330" + list("a30171"));
        check(coordinator, coordinator, map);
        final String address = "71".repeat(251);
        check("005312" + wide(list(head, "005328" + wide(list("a1fd6e2e" + address)))), "005312" + wide(list(head,
            "005328" + list("a1fb" + address))), map);
    }

    @Test
    void addressesAreMappedByTheMapOfTheConnection()
    {
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameEdits.builder().mapAddresses().build());
        final byte[] frame = frame("005312" + list("a1016c 43 42 40 40", "005328" + list("a1027131")));
        final byte[] mapped = frame("005312" + list("a1016c 43 42 40 40", "005328" + list("a1037a7131")));
        assertTrue(reader.wrap(view.wrap(frame)) && rewriter.rewrite(reader));
        assertFalse(rewriter.patch().isChanged());
        rewriter.addresses((utf8, offset, length, target) -> {
            target.put(new byte[] {'z'}, 0, 1);
            target.put(utf8, offset, length);
            return true;
        });
        assertTrue(rewriter.rewrite(reader));
        assertArrayEquals(mapped, Patches.written(rewriter.patch(), frame));
        assertTrue(rewriter.addresses(null).rewrite(reader));
        assertFalse(rewriter.patch().isChanged());
    }

    @Test
    void propertiesAreSetAddedAndRemoved()
    {
        final AmqpFrameEdits.Builder edits =
            AmqpFrameEdits.builder().setProperty(Performative.BEGIN, "a", AmqpEditValue.ofUint(
                1)).addProperty(Performative.BEGIN, "b", AmqpEditValue.ofUint(2))
                .removeProperty(Performative.BEGIN, "c");
        final String head = "40 43 43 43 40 40 40";
        final String all = map("a30161 5201 a30162 5202");
        check("005311" + list(head, all), "005311" + list("40 43 43 43"), edits);
        check("005311" + list(head, all), "005311" + list(head + " 40"), edits);
        check("005311" + list(head, all), "005311" + list(head, "c10100"), edits);
        check("005311" + list(head, map("a30162 5207 b30000000161 5201 a30161 5201")), "005311" + list(head, map(
            "a30162 5207 b30000000161 43 a30163 43 a30161 41")), edits);
        final AmqpFrameEdits.Builder gone = AmqpFrameEdits.builder().removeProperty(Performative.BEGIN, "c");
        check("005311" + list(head, "c10100"), "005311" + list(head, map("a30163 43")), gone);
        check("005311" + list("40 43 43 43"), "005311" + list("40 43 43 43"), gone);
    }

    @Test
    void channelsAndHandlesAreLimited()
    {
        final AmqpFrameEdits.Builder limit = AmqpFrameEdits.builder().limit(Performative.OPEN, "channel-max", 7).limit(
            Performative.BEGIN, "handle-max", 1_000);
        check("005310" + list("a10163 40 40 600007"), "005310" + list("a10163 40 40 60ffff"), limit);
        check("005310" + list("a10163 40 40 600003"), "005310" + list("a10163 40 40 600003"), limit);
        check("005310" + list("a10163 40 40 600007"), "005310" + list("a10163"), limit);
        check("005311" + list("40 43 43 43 70000003e8"), "005311" + list("40 43 43 43"), limit);
        check("005311" + list("40 43 43 43 52ff"), "005311" + list("40 43 43 43 52ff"), limit);
    }

    @Test
    void payloadsStandBehindTheFrameSizeThatIsCorrected()
    {
        final String payload = "005375a00161";
        check("005314" + list("43 43 a00101 43 42 42 40 40 40 41") + payload, "005314" + list("43 43 a00101 43 42 42")
            + payload,
            AmqpFrameEdits.builder().set(Performative.TRANSFER, "aborted", AmqpEditValue.ofBoolean(true)).set(
                Performative.TRANSFER, "batchable", AmqpEditValue.ofBoolean(false))
                .unset(Performative.TRANSFER,
                    "batchable"));
    }

    @Test
    void editsThatCannotBeMadeAreRefusedWhereTheyAreStated()
    {
        final AmqpFrameEdits.Builder edits = AmqpFrameEdits.builder();
        assertThrows(IllegalArgumentException.class,
            () -> edits.set(Performative.OPEN, "hostname", AmqpEditValue.ofInt(1)));
        assertThrows(IllegalArgumentException.class,
            () -> edits.set(Performative.OPEN, "host", AmqpEditValue.ofString("")));
        assertThrows(IllegalArgumentException.class, () -> edits.unset(Performative.OPEN, "container-id"));
        assertThrows(IllegalArgumentException.class, () -> edits.limit(Performative.OPEN, "hostname", 1));
        assertThrows(IllegalArgumentException.class, () -> edits.limit(Performative.OPEN, "channel-max", 65_536));
        assertThrows(IllegalArgumentException.class, () -> edits.reserveFrameSize(511, 0));
        assertThrows(IllegalArgumentException.class,
            () -> edits.setProperty(Performative.CLOSE, "a", AmqpEditValue.ofNull()));
        assertFalse(edits.build().edits(Performative.OPEN));
        edits.setProperty(Performative.OPEN, "a", AmqpEditValue.ofNull()).unset(Performative.BEGIN, "properties");
        assertTrue(edits.build().edits(Performative.OPEN));
        edits.unset(Performative.OPEN, "properties");
        assertThrows(IllegalArgumentException.class, edits::build);
    }

    @Test
    void malformedFramesAndAddressesAreRefusedWithTheirReason()
    {
        final AmqpFrameRewriter rewriter =
            new AmqpFrameRewriter(AmqpFrameEdits.builder().mapAddresses((utf8, offset, length,
                target) -> {
                target.put(new byte[] {(byte)0xC3}, 0, 1);
                return true;
            }).build());
        final String head = "a1016c 43 42 40 40";
        assertTrue(reader.wrap(view.wrap(frame("005312" + list(head, "005328" + "c00201a1")))));
        assertFalse(rewriter.rewrite(reader));
        assertEquals(Refusal.MALFORMED, rewriter.patch().refusal());
        assertEquals(Reason.VALUE_OVERRUNS_CONTAINER, reader.fault().reason());
        assertThrows(IllegalStateException.class, () -> rewriter.patch().headerLength());
        assertTrue(reader.wrap(view.wrap(frame("005312" + list(head, "005328" + list("a1027131"))))));
        assertFalse(rewriter.rewrite(reader));
        assertEquals(Refusal.INVALID_TEXT, rewriter.patch().refusal());
        for (final String other : List.of("a30171", "a00171", "5201"))
        {
            assertTrue(reader.wrap(view.wrap(frame("005312" + list(head, "005328" + list(other))))));
            assertFalse(rewriter.rewrite(reader), other);
            assertEquals(Refusal.INVALID_ADDRESS, rewriter.patch().refusal());
        }
        // The number of a target as int, ubyte, uint and of another domain, and another text; a source in its place.
        for (final String other : List.of("005429", "005029", "005229", "00800000000100000029", "00a1026c69", "005328"))
        {
            assertTrue(reader.wrap(view.wrap(frame("005312" + list(head + " 40", other + list("a10171"))))));
            assertFalse(rewriter.rewrite(reader), other);
            assertEquals(Refusal.INVALID_ADDRESS, rewriter.patch().refusal());
        }
        assertTrue(reader.wrap(view.wrap(frame("005312" + list(head, "005330" + list("a10171"))))));
        assertFalse(rewriter.rewrite(reader), "a coordinator as a source");
    }

    @Test
    void everyKindOfBufferGivesTheSameBytes()
    {
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
        final AmqpFrameRewriter other = new AmqpFrameRewriter(AmqpFrameModel.edits());
        final FrameView second = new FrameView();
        final AmqpFrameReader reading = new AmqpFrameReader();
        int edited = 0;
        for (final AmqpVectors.Good good : AmqpVectors.all())
        {
            if (!"frame".equals(good.shape()) || !reader.wrap(view.wrap(good.bytes())) || !rewriter.rewrite(reader)
                || !rewriter.patch().isChanged())
            {
                continue;
            }
            edited++;
            for (final Buffers.Buffer buffer : Buffers.all(good.bytes()))
            {
                buffer.wrap().accept(second);
                assertTrue(reading.wrap(second), buffer.name());
                assertTrue(other.rewrite(reading), buffer.name());
                Patches.assertSame(rewriter.patch(), other.patch(), good.bytes(), buffer.name());
                buffer.free().run();
            }
        }
        assertTrue(edited > 10, edited + " edited");
    }

    @Test
    void allocatesNothing()
    {
        final AmqpFrameRewriter rewriter = new AmqpFrameRewriter(AmqpFrameModel.edits());
        final List<byte[]> frames = new ArrayList<>();
        captures().forEach(capture -> frames.addAll(capture.frames().subList(0, Math.min(30, capture.frames()
            .size()))));
        final byte[] written = new byte[1 << 16];
        // The test's own map makes a string of each address: this one does not.
        final AmqpFrameRewriter mapping =
            new AmqpFrameRewriter(AmqpFrameEdits.builder().mapAddresses((utf8, offset, length,
                target) -> {
                target.put(utf8, offset, length);
                target.put(utf8, offset, length);
                return true;
            }).setProperty(Performative.OPEN, "x-skim", AmqpEditValue.ofUint(300)).addProperty(Performative.BEGIN, "x",
                AmqpEditValue.ofNull()).reserveFrameSize(60_000, 512).build());
        assertTrue(rewriter.patch() != mapping.patch());
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < frames.size(); i++)
            {
                assertTrue(reader.wrap(view.wrap(frames.get(i))) && mapping.rewrite(reader));
                assertTrue(mapping.patch().writeHeader(written, 0) >= 0);
            }
        }, 50, 200));
    }
}
