package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.AmqpVectors.Good;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AmqpFrameBuilderTest
{
    private final AmqpFrameBuilder builder = new AmqpFrameBuilder();
    private final FrameView view = new FrameView();

    static List<Capture> captures()
    {
        return AmqpCaptures.all();
    }

    static List<Good> vectors()
    {
        return AmqpVectors.all().stream().filter(vector -> !vector.isValues()).collect(Collectors.toList());
    }

    private static byte[] hex(final String hex)
    {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void buildsWhatTheVectorsSay(final Good vector)
    {
        final ByteBuffer direct = ByteBuffer.allocateDirect(vector.bytes().length);
        direct.put(vector.bytes()).flip();
        assertEquals(vector.diag(), String.valueOf(builder.item(view.wrap(vector.bytes()))));
        assertEquals(vector.diag(), String.valueOf(builder.item(view.wrap(direct))));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void everyPrefixAndEveryBitFlipIsAnItemOrAFault(final Good vector)
    {
        final byte[] bytes = vector.bytes();
        for (int length = 0; length < bytes.length; length++)
        {
            assertNull(builder.item(view.wrap(bytes, 0, length)));
            assertTrue(builder.fault().offset() <= length, vector.toString());
        }
        for (int bit = 0; bit < Math.min(8 * bytes.length, 4_096); bit++)
        {
            final byte[] flipped = bytes.clone();
            flipped[bit >> 3] ^= (byte)(1 << (bit & 7));
            assertEquals(builder.item(view.wrap(flipped)) == null, builder.fault().isPresent());
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void framesOfRealClientsAreWhatTheOracleSays(final Capture capture)
    {
        final List<byte[]> frames = capture.frames();
        for (int i = 0; i < frames.size(); i++)
        {
            final JSONObject expected = capture.rows().get(i);
            final AmqpFrameTree frame = (AmqpFrameTree)builder.item(view.wrap(frames.get(i)));
            assertNotNull(frame, () -> expected + " " + builder.fault());
            assertEquals(expected.getLongValue("size"), frame.size());
            assertEquals(expected.getIntValue("doff"), frame.dataOffset());
            assertEquals(expected.getIntValue("type"), frame.type());
            assertEquals(expected.getIntValue("channel"), frame.channel());
            assertEquals(expected.getIntValue("payloadLength"), frame.payload().length());
            final AmqpComposite performative = frame.performative();
            assertEquals(expected.getString("performative"), performative == null ? null : performative.name());
            if (performative != null)
            {
                assertPerformative(expected, performative);
            }
        }
    }

    private static void assertPerformative(final JSONObject expected, final AmqpComposite found)
    {
        switch (found.name())
        {
            case "transfer":
                assertNumber(expected, "handle", found, "handle");
                assertNumber(expected, "deliveryId", found, "delivery-id");
                assertNumber(expected, "messageFormat", found, "message-format");
                assertEquals(expected.getString("deliveryTag"), found.isSet("delivery-tag") ? ((AmqpBinary)found.get(
                    "delivery-tag")).toHex() : null);
                assertEquals(Boolean.TRUE.equals(expected.getBoolean("more")), found.getBoolean("more", false));
                assertEquals(Boolean.TRUE.equals(expected.getBoolean("aborted")), found.getBoolean("aborted", false));
                assertFlag(expected, "settled", found, "settled");
                assertState(expected, found);
                break;
            case "attach":
                assertNumber(expected, "handle", found, "handle");
                assertEquals(expected.getString("name"), found.getText("name"));
                assertRole(expected, found);
                break;
            case "open":
                assertEquals(expected.getString("containerId"), found.getText("container-id"));
                assertNumber(expected, "maxFrameSize", found, "max-frame-size");
                assertNumber(expected, "idleTimeout", found, "idle-time-out");
                break;
            case "flow":
                assertNumber(expected, "handle", found, "handle");
                assertNumber(expected, "linkCredit", found, "link-credit");
                assertFlag(expected, "drain", found, "drain");
                assertFlag(expected, "echo", found, "echo");
                break;
            case "disposition":
                assertNumber(expected, "first", found, "first");
                assertNumber(expected, "last", found, "last");
                assertRole(expected, found);
                assertFlag(expected, "settled", found, "settled");
                assertState(expected, found);
                break;
            default:
                break;
        }
    }

    /** The oracle has null for what is not there; each of these flags is false then. */
    private static void assertFlag(final JSONObject expected, final String key, final AmqpComposite found,
        final String field)
    {
        final Boolean due = expected.getBoolean(key);
        assertEquals(due != null && due, found.getBoolean(field, false), () -> expected + " " + found);
        assertTrue(due == null || !due || found.isSet(field), () -> expected + " " + found);
    }

    private static void assertRole(final JSONObject expected, final AmqpComposite found)
    {
        assertTrue(Set.of("sender", "receiver").contains(expected.getString("role")));
        assertEquals("receiver".equals(expected.getString("role")), found.getBoolean("role", false));
    }

    /** Its type, which the oracle tells, and that its fields are of this type, which the view checks. */
    private static void assertState(final JSONObject expected, final AmqpComposite found)
    {
        final AmqpComposite state = found.isSet("state") ? AmqpComposite.of(found.get("state")) : null;
        assertEquals(expected.getString("state"), state == null ? null : state.name(), () -> expected + " " + found);
        if (state != null && state.name().equals("transactional-state"))
        {
            assertTrue(((AmqpBinary)state.get("txn-id")).length() > 0);
            assertTrue(!state.isSet("outcome") || AmqpComposite.of(state.get("outcome")).definition().provides()
                .contains("outcome"));
        }
    }

    private static void assertNumber(final JSONObject expected, final String key, final AmqpComposite found,
        final String field)
    {
        final Long due = expected.getLong(key);
        assertTrue(due == null ? !found.isSet(field) || found.get(field).equals(found.definition().field(field)
            .defaultValue()) : found.getLong(field, -1) == due, expected + " " + found);
    }

    @Test
    void anEmptyFrameHasNoPerformative()
    {
        final AmqpFrameTree frame = (AmqpFrameTree)builder.item(view.wrap(hex("0000000C 03000005 DEADBEEF")));
        assertNull(frame.body());
        assertNull(frame.performative());
        assertEquals("deadbeef", frame.extendedHeader().toHex());
        assertEquals(5, frame.channel());
        assertEquals(frame, builder.item(view.wrap(hex("0000000C 03000005 DEADBEEF"))));
        assertEquals(new AmqpProtocolHeader(3, 1, 0, 0), builder.item(view.wrap(hex("414D5150 03010000"))));
    }

    @Test
    void refusesWhatTheBudgetDoesNotHold()
    {
        final AmqpFrameBuilder small = new AmqpFrameBuilder(AmqpBudget.DEFAULT.withMaxNodes(4).withMaxBytes(4),
            Limits.DEFAULT, Strictness.STRICT);
        assertNotNull(small.item(view.wrap(hex("00000013 02000000 005314C0020143 01020304"))));
        assertNull(small.item(view.wrap(hex("00000014 02000000 005314C0020143 0102030405"))));
        assertEquals(Reason.VALUE_TOO_LONG, small.fault().reason());
        assertNull(small.item(view.wrap(hex("00000011 02000000 005314C0040343 4340"))));
        assertEquals(Reason.TOO_MANY_ELEMENTS, small.fault().reason());
    }
}
