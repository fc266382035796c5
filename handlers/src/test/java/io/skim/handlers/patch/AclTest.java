package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.rocketmq.acl.common.AclUtils;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;

/**
 * The guard of signatures, against the check that a broker makes.
 */
class AclTest
{
    private static final String SECRET = "12345678";
    private static final String OTHER_SECRET = "s\u00E9cret";

    private final FrameView view = new FrameView();
    private final BrokerCheck broker = new BrokerCheck();

    private static RemotingCommand decode(final byte[] frame) throws Exception
    {
        return RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice());
    }

    /** As PlainAccessValidator.parse and PlainPermissionManager.validate do, release 4.9.8. */
    private static String expected(final RemotingCommand command, final String secret)
    {
        final SortedMap<String, String> map = new TreeMap<>();
        for (final Map.Entry<String, String> entry : command.getExtFields().entrySet())
        {
            if (command.getVersion() <= 399 && entry.getKey().equals("_UNIQUE_KEY_QUERY"))
            {
                continue;
            }
            if (!entry.getKey().equals("Signature"))
            {
                map.put(entry.getKey(), entry.getValue());
            }
        }
        return AclUtils.calSignature(AclUtils.combineRequestContent(command, map), secret);
    }

    private static void checkSigned(final byte[] frame, final String secret) throws Exception
    {
        final RemotingCommand command = decode(frame);
        assertEquals(expected(command, secret), command.getExtFields().get("Signature"));
    }

    /** A frame as a client with access control sends it. */
    private static byte[] signed(final SerializeType type, final String... entries) throws Exception
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(310, null);
        command.setSerializeTypeCurrentRPC(type);
        command.setVersion(479);
        command.setBody("a body \u00E9".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < entries.length; i += 2)
        {
            command.addExtField(entries[i], entries[i + 1]);
        }
        command.addExtField("AccessKey", "RocketMQ");
        command.addExtField("Signature", "x");
        command.addExtField("Signature", expected(command, SECRET));
        final ByteBuffer encoded = command.encode();
        final byte[] frame = new byte[encoded.remaining()];
        encoded.get(frame);
        checkSigned(frame, SECRET);
        return frame;
    }

    @Test
    void refusesWhatASignatureCoversAndNothingElse() throws Exception
    {
        for (final SerializeType type : SerializeType.values())
        {
            final byte[] frame = signed(type, "b", "Topic", "i", "K\1v\2");
            for (final RemotingEdits.Builder covered : new RemotingEdits.Builder[] {RemotingEdits.builder().set("topic",
                "x"), RemotingEdits.builder().remove("b"), RemotingEdits.builder().rename("b", "z"),
                RemotingEdits.builder()
                    .set("new", "x"),
                RemotingEdits.builder().setProperty("K", "w"), RemotingEdits.builder().removeProperty(
                    "K"),
                RemotingEdits.builder().setProperty("L", "w"), RemotingEdits.builder().set("AccessKey", "x")})
            {
                final RemotingRewriter rewriter = new RemotingRewriter(covered.build());
                assertFalse(rewriter.rewrite(view.wrap(frame)));
                assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
            }
            final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("code", "320")
                .set("opaque",
                    "12345")
                .set("flag", "2").set("remark", "r").set("language", "GO").set("version", "400").set("topic",
                    "Topic")
                .setProperty("K", "v").remove("none").build());
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            checkSigned(Patches.written(rewriter.patch(), frame), SECRET);
        }
    }

    @Test
    void anEmptySignatureGuardsNothing()
    {
        final byte[] frame =
            Frames.json("{\"code\":105,\"extFields\":{\"Signature\":\"\",\"topic\":\"T\"},\"opaque\":0}");
        final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "x").build());
        assertTrue(rewriter.rewrite(view.wrap(frame)));
    }

    /** The signature that it has is the one that it would get; of another secret it is another. */
    @Test
    void editsThatUndoEachOtherChangeNoSignature() throws Exception
    {
        for (final SerializeType type : SerializeType.values())
        {
            final byte[] frame = signed(type, "b", "Topic", "i", "K\1v\2");
            for (final String secret : new String[] {SECRET, OTHER_SECRET})
            {
                final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().removeProperty("K")
                    .setProperty("K", "v").build()).signer(new AclSigner(secret.getBytes(StandardCharsets.UTF_8)));
                assertTrue(rewriter.rewrite(view.wrap(frame)));
                final byte[] result = Patches.written(rewriter.patch(), frame);
                assertEquals(secret.equals(SECRET), Arrays.equals(frame, result));
                assertEquals(!secret.equals(SECRET), rewriter.patch().isChanged());
                checkSigned(result, secret);
            }
        }
    }

    @Test
    void signsAnewWhatTheBrokerChecks() throws Exception
    {
        for (final SerializeType type : SerializeType.values())
        {
            for (final String secret : new String[] {SECRET, OTHER_SECRET})
            {
                final byte[] frame =
                    signed(type, "b", "Topic", "i", "K\1v\2", "\u00E9", "quote \" and \\", "\uD83D\uDE00", "e",
                        "\uFF5E", "f");
                final RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().set("topic", "Other\t\"")
                    .set(
                        "opaque", "9")
                    .setProperty("L", "w").set("z", "\u65E5").rename("\u00E9", "A").build()).signer(
                        new AclSigner(secret.getBytes(StandardCharsets.UTF_8)));
                final byte[] before = frame.clone();
                for (final Buffers.Buffer buffer : Buffers.all(frame))
                {
                    buffer.wrap().accept(view);
                    assertTrue(rewriter.rewrite(view));
                    final byte[] result = Patches.written(rewriter.patch(), frame);
                    checkSigned(result, secret);
                    assertEquals("Other\t\"", decode(result).getExtFields().get("b"));
                    view.reset();
                    buffer.free().run();
                }
                assertArrayEquals(before, frame);
            }
        }
    }

    @Test
    void aBrokerAcceptsWhatIsSignedAnewAndNothingElse() throws Exception
    {
        for (final SerializeType type : SerializeType.values())
        {
            final byte[] frame = signed(type, "b", "Topic", "i", "K\1v\2", "\u00E9", "quote \" and \\");
            assertTrue(broker.accepts(decode(frame), SECRET));
            final RemotingEdits edits =
                RemotingEdits.builder().set("topic", "Other\t\"").set("opaque", "9").setProperty(
                    "L", "w").set("z", "\u65E5").rename("\u00E9", "A").build();
            final RemotingRewriter rewriter =
                new RemotingRewriter(edits).signer(new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8)));
            assertTrue(rewriter.rewrite(view.wrap(frame)));
            final byte[] result = Patches.written(rewriter.patch(), frame);
            assertTrue(broker.accepts(decode(result), SECRET));
            assertFalse(broker.accepts(decode(result), OTHER_SECRET));
            result[result.length - 1]++;
            assertFalse(broker.accepts(decode(result), SECRET), "another body");
            final RemotingRewriter relay = new RemotingRewriter(RemotingEdits.builder().set("opaque", "77").set("flag",
                "2").build());
            assertTrue(relay.rewrite(view.wrap(frame)));
            assertTrue(broker.accepts(decode(Patches.written(relay.patch(), frame)), SECRET));
        }
    }

    @Test
    void anEditOfTheSignatureOfASignedFrameIsRefusedWithASignerAndWithout() throws Exception
    {
        final AclSigner signer = new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8));
        for (final SerializeType type : SerializeType.values())
        {
            final byte[] frame = signed(type, "b", "Topic", "i", "K\1v\2");
            for (final RemotingEdits.Builder edits : new RemotingEdits.Builder[] {RemotingEdits.builder().remove(
                "Signature"), RemotingEdits.builder().set("Signature", "x"),
                RemotingEdits.builder().replace(
                    "Signature", "A".repeat(28)),
                RemotingEdits.builder().rename("Signature", "z"), RemotingEdits.builder().rename("b", "Signature")})
            {
                final RemotingRewriter rewriter = new RemotingRewriter(edits.build());
                assertFalse(rewriter.rewrite(view.wrap(frame)));
                assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
                rewriter.signer(signer);
                assertFalse(rewriter.rewrite(view.wrap(frame)));
                assertEquals(Refusal.NOT_SIGNABLE, rewriter.patch().refusal());
                assertTrue(rewriter.rewrite(view.wrap(Frames.binary(34, null, ""))));
            }
            final String old = decode(frame).getExtFields().get("Signature");
            final RemotingRewriter same =
                new RemotingRewriter(RemotingEdits.builder().set("Signature", old).set("topic", "Other").build())
                    .signer(signer);
            assertTrue(same.rewrite(view.wrap(frame)));
            checkSigned(Patches.written(same.patch(), frame), SECRET);
        }
    }

    @Test
    void anyEditsOfASignedFrameAreSignedAnewOrRefused() throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AclSigner signer = new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8));
        int signedAnew = 0;
        int refused = 0;
        for (int i = 0; i < Settings.frames(4_000); i++)
        {
            final SerializeType type = SerializeType.values()[i % 2];
            final byte[] frame = signed(type, "b", FrameGenerator.word(random) + "T", "topic", "long", "i",
                "K\1v\2TAGS\1a\2", "n", "x" + FrameGenerator.word(random));
            final EditModel model = EditModel.random(random, Reference.decode(frame));
            final String what = "-Dskim.seed=" + seed + ", frame " + i + ": " + model;
            final RemotingRewriter rewriter = new RemotingRewriter(model.build()).signer(signer);
            if (!rewriter.rewrite(view.wrap(frame)))
            {
                refused++;
                final Refusal refusal = rewriter.patch().refusal();
                assertTrue(refusal != Refusal.NOT_SIGNABLE || model.names(310).contains("Signature"), what);
                assertNotEquals(Refusal.SIGNED, refusal, what);
                continue;
            }
            final RemotingCommand result = decode(Patches.written(rewriter.patch(), frame));
            assertEquals(expected(result, SECRET), result.getExtFields().get("Signature"), what);
            signedAnew += rewriter.patch().isChanged() ? 1 : 0;
        }
        assertTrue(signedAnew > 500 && refused > 100, signedAnew + " signed anew, " + refused + " refused");
    }

    @Test
    void signsWhatTheServerWillReadIntoOddFrames() throws Exception
    {
        final AclSigner signer = new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8));
        final RemotingRewriter rewriter =
            new RemotingRewriter(RemotingEdits.builder().set("topic", "x").build()).signer(
                signer);
        for (final byte[] frame : new byte[][] {
            Frames.binary(310, null, "body", "a", "", "b", "T", "Signature", "old", "b", "U", "Signature", "older"),
            Frames.binary(12, null, "", "_UNIQUE_KEY_QUERY", "true", "topic", "T", "Signature", "old"),
            Frames.json(
                "{\"code\":12,\"version\":399,\"extFields\":{\"_UNIQUE_KEY_QUERY\":\"true\",\"topic\":\"T\",\"d\":4,"
                    + "\"n\":null,\"e\":\"\",\"Signature\":\"old\"},\"opaque\":1}")})
        {
            assertTrue(rewriter.rewrite(view.wrap(frame)), () -> rewriter.patch().refusal().name());
            checkSigned(Patches.written(rewriter.patch(), frame), SECRET);
        }
        final byte[] nameless = Frames.binary(310, null, "", "b", "T", "", "x", "Signature", "old");
        assertFalse(rewriter.rewrite(view.wrap(nameless)));
        assertEquals(Refusal.NOT_SIGNABLE, rewriter.patch().refusal());
    }

    @Test
    void signsRealFramesAnew() throws Exception
    {
        final Random random = new Random(3);
        int count = 0;
        for (final byte[] frame : Captures.sample(300, 4_000))
        {
            if (Reference.decode(frame).extFields == null || Reference.decode(frame).nullKey)
            {
                continue;
            }
            final RemotingRewriter add =
                new RemotingRewriter(RemotingEdits.builder().set("Signature", "old").add("AccessKey", "ak").build());
            assertTrue(add.rewrite(view.wrap(frame)) || add.patch().refusal() == Refusal.SIGNED);
            final byte[] unsigned = add.patch().isReady() ? Patches.written(add.patch(), frame) : frame;
            final RemotingRewriter rewriter =
                new RemotingRewriter(RemotingEdits.builder().set("xyz", "v" + random.nextInt())
                    .build()).signer(new AclSigner(SECRET.getBytes(StandardCharsets.UTF_8)));
            assertTrue(rewriter.rewrite(view.wrap(unsigned)));
            final byte[] result = Patches.written(rewriter.patch(), unsigned);
            checkSigned(result, SECRET);
            assertTrue(broker.accepts(decode(result), SECRET));
            assertNotEquals("old", decode(result).getExtFields().get("Signature"));
            count++;
        }
        assertTrue(count > 50, count + " frames");
    }
}
