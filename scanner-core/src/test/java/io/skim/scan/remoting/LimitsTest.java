package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Faults;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.RecordingHandler;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is as great as its limit is taken, what is one greater is refused, with both numbers in the fault.
 */
class LimitsTest
{
    private static String refusal(final Limits limits, final Strictness strictness, final byte[] frame)
    {
        final RemotingScanner scanner = new RemotingScanner(limits, strictness);
        final Outcome outcome =
            scanner.scan(new FrameView().wrap(frame), HeaderRecorder.INTEREST, new RecordingHandler());
        assertEquals(outcome == Outcome.MALFORMED, scanner.fault().isPresent());
        return outcome == Outcome.MALFORMED
            ? scanner.fault().reason() + " at " + scanner.fault().offset() + " " + scanner
                .fault().claimed() + ">" + scanner.fault().available()
            : null;
    }

    private static void assertLimit(final Limits limits, final String refusal, final byte[] most, final byte[] more)
    {
        for (final Strictness strictness : Strictness.values())
        {
            assertNull(refusal(limits, strictness, most));
            assertEquals(refusal, refusal(limits, strictness, more));
        }
    }

    @Test
    void namesHaveALimit()
    {
        final Limits limits = Limits.DEFAULT.withMaxNameLength(9);
        assertLimit(limits, "NAME_TOO_LONG at 29 10>9", Frames.binary(1, null, "", "123456789", "v"),
            Frames.binary(1, null,
                "", "1234567890", "v"));
        assertLimit(limits, "NAME_TOO_LONG at 34 10>9", json("{'opaque':1,'extFields':{'123456789':1}}"), json(
            "{'opaque':1,'extFields':{'1234567890':1}}"));
        assertLimit(limits, "NAME_TOO_LONG at 22 10>9", json("{'opaque':1, '123456789':1}"), json(
            "{'opaque':1, '1234567890':1}"));
    }

    @Test
    void valuesHaveALimit()
    {
        final Limits limits = Limits.DEFAULT.withMaxValueLength(3);
        assertLimit(limits, "VALUE_TOO_LONG at 32 4>3", Frames.binary(1, null, "", "k", "123"),
            Frames.binary(1, null, "",
                "k", "1234"));
        assertLimit(limits, "VALUE_TOO_LONG at 34 4>3", Frames.binary(1, null, "", "k23", "123"),
            Frames.binary(1, null, "",
                "k23", "1234"));
        assertLimit(limits, "VALUE_TOO_LONG at 38 4>3", json("{'opaque':1,'extFields':{'k':'123'}}"), json(
            "{'opaque':1,'extFields':{'k':'1234'}}"));
        assertLimit(limits, "VALUE_TOO_LONG at 30 4>3", json("{'opaque':1,'remark':'123'}"), json(
            "{'opaque':1,'remark':'1234'}"));
    }

    @Test
    void entriesHaveALimit()
    {
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(2);
        assertLimit(limits, "TOO_MANY_ENTRIES at 45 3>2", Frames.binary(1, null, "", "a", "1", "b", "1"),
            Frames.binary(1,
                null, "", "a", "1", "b", "1", "c", "1"));
        assertLimit(limits, "TOO_MANY_ENTRIES at 45 3>2", json("{'opaque':1,'extFields':{'a':1,'b':1}}"), json(
            "{'opaque':1,'extFields':{'a':1,'b':1,'c':1}}"));
        assertLimit(limits, "TOO_MANY_ENTRIES at 26 3>2", json("{'opaque':1,'x':1}"), json("{'opaque':1,'x':1,'y':1}"));
    }

    @Test
    void entriesAreCountedWhateverTheyTake()
    {
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(100);
        final String most = "{'opaque':1,'extFields':{'':0" + ",'':0".repeat(79) + ",'a':''".repeat(20) + "}}";
        assertLimit(limits, "TOO_MANY_ENTRIES at 573 101>100", json(most), json(most.replace("}}", ",'b':0}}")));
        for (final Strictness strictness : Strictness.values())
        {
            assertTrue(refusal(limits, strictness, json(most.replace("}}", ",'b':'','c':'','d':''}}"))).startsWith(
                "TOO_MANY_ENTRIES"));
        }
    }

    /** They are the protocol's; be they written with blanks or without. */
    @Test
    void theNamesThatEveryHeaderHasAreNotLimited()
    {
        final Limits limits = Limits.DEFAULT.withMaxNameLength(3);
        final String compact =
            "{'code':1,'extFields':{'abc':'1'},'opaque':1,'serializeTypeCurrentRPC':'JSON','version':1}";
        final String more = compact.replace("}}", "}").replace(",'opaque'", ",'abcd':1,'opaque'");
        assertLimit(limits, "NAME_TOO_LONG at 43 4>3", json(compact), json(more));
        assertLimit(limits, "NAME_TOO_LONG at 46 4>3", json(compact.replace(":", ": ").replace(",", " ,")), json(more
            .replace("{'code':", "{ 'code': ").replace(",'ext", " ,'ext")));
    }

    @Test
    void depthHasALimit()
    {
        final Limits limits = Limits.DEFAULT.withMaxDepth(3);
        assertLimit(limits, "NESTED_TOO_DEEP at 26 4>3", json("{'opaque':1,'x':[[]]}"),
            json("{'opaque':1,'x':[[{}]]}"));
        assertLimit(limits, "NESTED_TOO_DEEP at 34 4>3", json("{'opaque':1,'x':{'y':{}}}"), json(
            "{'opaque':1,'x':{'y':{'z':[1]}}}"));
    }

    @Test
    void sixtyFourLevelsAreTaken()
    {
        final IntFunction<byte[]> nested =
            depth -> json("{'opaque':1,'x':" + "[{'a':".repeat(depth / 2) + "1" + "}]".repeat(
                depth / 2) + ",'y':2}");
        assertNull(refusal(Limits.DEFAULT, Strictness.STRICT, nested.apply(62)));
        assertTrue(refusal(Limits.DEFAULT, Strictness.STRICT, nested.apply(64)).startsWith("NESTED_TOO_DEEP"));
        final String mixed = "{'opaque':1,'x':" + "[".repeat(63) + "]".repeat(63) + "}";
        assertNull(refusal(Limits.DEFAULT, Strictness.STRICT, json(mixed)));
        assertTrue(refusal(Limits.DEFAULT, Strictness.STRICT, json(mixed.replaceFirst("]", "}"))).startsWith(
            "JSON_UNEXPECTED_BYTE"));
    }

    @Test
    void headersAndFramesHaveALimit()
    {
        final byte[] most = json("{'opaque':1,'x':12345}");
        assertLimit(Limits.DEFAULT.withMaxHeaderLength(most.length - 8), "HEADER_TOO_LONG at 5 23>22", most, json(
            "{'opaque':1,'x':123456}"));
        assertLimit(Limits.DEFAULT.withMaxFrameLength(most.length), "FRAME_TOO_LONG at 0 31>30", most, json(
            "{'opaque':1,'x':123456}"));
    }

    private static byte[] json(final String header)
    {
        return Frames.json(header.replace('\'', '"'));
    }

    @Test
    void eachLimitHasARangeOfItsOwn()
    {
        final Limits limits = Limits.DEFAULT;
        for (final IntUnaryOperator with : List.<IntUnaryOperator>of(n -> limits.withMaxDepth(n).maxDepth(), n -> limits
            .withMaxEntryCount(n).maxEntryCount(), n -> limits.withMaxFrameLength(n).maxFrameLength(),
            n -> limits
                .withMaxHeaderLength(n).maxHeaderLength(),
            n -> limits.withMaxNameLength(n).maxNameLength(), n -> limits
                .withMaxValueLength(n).maxValueLength()))
        {
            assertEquals(33, with.applyAsInt(33));
            assertThrows(IllegalArgumentException.class, () -> with.applyAsInt(0));
            assertThrows(IllegalArgumentException.class, () -> with.applyAsInt(-1));
            assertThrows(IllegalArgumentException.class, () -> with.applyAsInt(Integer.MAX_VALUE));
        }
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxDepth(65));
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxHeaderLength(20));
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxFrameLength(7));
        assertEquals(16_777_216, limits.maxFrameLength());
        assertEquals(5, limits.withMaxDepth(5).withMaxNameLength(6).maxDepth());
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonHasASentence(final Reason reason)
    {
        final Fault fault = new Fault();
        assertEquals(-1, Faults.at(fault, 7, reason, 12, 34));
        assertTrue(fault.toString().startsWith(reason + " at 7: "), fault.toString());
        assertNotEquals("", fault.toMessage());
        assertEquals(reason, fault.toException().reason());
        assertEquals(7, fault.toException().offset());
        Faults.reset(fault);
        assertEquals("", fault.toMessage());
    }

    @Test
    void tellThemselves()
    {
        assertEquals(
            "Limits[maxFrameLength=16777216, maxHeaderLength=262144, maxDepth=64, maxNameLength=32767, maxValueLength=262144,"
                + " maxEntryCount=4096, maxElementCount=65536, maxSectionCount=1024]",
            Limits.DEFAULT.toString());
    }
}
