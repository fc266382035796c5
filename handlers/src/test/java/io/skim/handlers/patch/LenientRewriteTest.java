package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.qpid.proton.message.Message;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.Footer;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Section;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lenient rewriters do with what strict ones refuse; each by an example, of real clients where there is one. */
class LenientRewriteTest
{
    /**
     * Encoded by rhea 3.0.5 (message.encode on Node 20): a footer with strings as keys in front of the body. The message has
     * durable, priority, ttl, an annotation, properties, application properties region "eu" and amount 7, and the body "Hello".
     */
    private static final byte[] RHEA = HexFormat.of().parseHex("005370d00000000c00000003415005700000ea60"
        + "005372d10000001900000002a30b782d6f70742d7472616365a106636c69656e74"
        + "005373d00000001600000004a10469642d3140a1066f7264657273a10173"
        + "005374d10000001a00000004a106726567696f6ea1026575a106616d6f756e745207"
        + "005378d10000001f00000004a109782d6f70742d73756da103616263a107782d6f70742d6e5205" + "005377a10548656c6c6f");
    /** The same of a message with a data section, region "us" and no annotations. */
    private static final byte[] RHEA_DATA = HexFormat.of().parseHex("00537045"
        + "005373d00000000e000000034040a1066f7264657273" + "005374d10000001000000002a106726567696f6ea1027573"
        + "005378d10000001400000002a109782d6f70742d73756da103616263" + "005375a0077061796c6f6164");
    /** The same message as RHEA, encoded by protonj2-client 1.1.0 (ClientMessageSupport.encodeMessage): the footer is the last. */
    private static final byte[] PROTONJ2 = HexFormat.of().parseHex("005370c00903415005700000ea60"
        + "005372d10000001900000002a30b782d6f70742d7472616365a106636c69656e74"
        + "005373d00000001300000003a10469642d3140a1066f7264657273"
        + "005374d10000001a00000004a106726567696f6ea1026575a106616d6f756e745407" + "005377a10548656c6c6f"
        + "005378d10000001f00000004a309782d6f70742d73756da103616263a307782d6f70742d6e5405");
    private static final AmqpEdits TRACING = AmqpEdits.builder().raiseDeliveryCount().set(
        AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", AmqpEditValue.ofString("gateway-1")).build();

    private final FrameView view = new FrameView();

    private static AmqpRewriter lenient(final AmqpEdits edits)
    {
        return new AmqpRewriter(edits, Limits.DEFAULT, Strictness.LENIENT);
    }

    private static RemotingRewriter lenient(final RemotingEdits.Builder edits)
    {
        return new RemotingRewriter(edits.build(), Limits.DEFAULT, Strictness.LENIENT);
    }

    /** What protonj2 reads, by the type of the section. */
    private static Map<Class<?>, Section<?>> sections(final byte[] message)
    {
        final Map<Class<?>, Section<?>> sections = new LinkedHashMap<>();
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(message);
        while (left.isReadable())
        {
            final Section<?> section = (Section<?>)CodecFactory.getDefaultDecoder().readObject(left, CodecFactory
                .getDefaultDecoder().newDecoderState());
            sections.put(section.getClass(), section);
        }
        return sections;
    }

    @Test
    void rheasMessagesAreRoutedAndAnnotatedByLenientAlone()
    {
        final Routes<String, AmqpInterest> routes =
            new Routes<>(RouteTable.amqp("none").jms("region = 'eu' AND amount > 5", "eu")
                .jms("region = 'us'", "us").build());
        final Router<String, AmqpInterest> router = new Router<>(routes);
        final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        for (final byte[] message : List.of(RHEA, RHEA_DATA))
        {
            assertTrue(router.route(scanner, view.wrap(message)));
            assertEquals(message == RHEA ? "eu" : "us", router.target());
            final AmqpRewriter rewriter = lenient(TRACING);
            assertTrue(rewriter.rewrite(view.wrap(message)));
            final byte[] result = Patches.written(rewriter.patch(), message);
            final Map<Class<?>, Section<?>> before = sections(message);
            final Map<Class<?>, Section<?>> after = sections(result);
            assertEquals(1, ((Header)after.remove(Header.class)).getDeliveryCount());
            assertEquals(Map.of(Symbol.valueOf("x-opt-trace"), "gateway-1"), ((MessageAnnotations)after.remove(
                MessageAnnotations.class)).getValue());
            before.remove(Header.class);
            before.remove(MessageAnnotations.class);
            assertEquals(before.toString(), after.toString());
            assertTrue(((Footer)after.get(Footer.class)).getValue().toString().contains("x-opt-sum"));
            // From the properties on each byte is as it was.
            final int tail = message.length - HexFormat.of().formatHex(message).indexOf("005373") / 2;
            assertArrayEquals(Arrays.copyOfRange(message, message.length - tail, message.length), Arrays.copyOfRange(
                result, result.length - tail, result.length));
        }
    }

    @Test
    void strictRefusesRheasMessagesAndTellsWhere()
    {
        for (final byte[] message : List.of(RHEA, RHEA_DATA))
        {
            final AmqpRewriter rewriter = new AmqpRewriter(TRACING);
            assertFalse(rewriter.rewrite(view.wrap(message)));
            assertEquals(Refusal.MALFORMED, rewriter.patch().refusal());
            assertEquals(Reason.SECTION_ORDER, rewriter.fault().reason());
            final int body = HexFormat.of().formatHex(message).indexOf(message == RHEA ? "005377" : "005375") / 2;
            assertEquals(body, rewriter.fault().offset());
        }
    }

    @Test
    void protonReadsNoBodyBehindAFooter()
    {
        final Message message = Message.Factory.create();
        message.decode(RHEA, 0, RHEA.length);
        assertNull(message.getBody());
    }

    @Test
    void protonsNextClientWritesItsFooterWhereStrictTakesIt()
    {
        for (final Strictness strictness : Strictness.values())
        {
            final AmqpRewriter rewriter = new AmqpRewriter(TRACING, Limits.DEFAULT, strictness);
            assertTrue(rewriter.rewrite(view.wrap(PROTONJ2)));
            final byte[] result = Patches.written(rewriter.patch(), PROTONJ2);
            assertEquals(sections(PROTONJ2).get(Footer.class).toString(), sections(result).get(Footer.class)
                .toString());
        }
    }

    private void checkAmqp(final String expected, final String message, final AmqpEdits edits)
    {
        final byte[] bytes = HexFormat.of().parseHex(message.replace(" ", ""));
        final AmqpRewriter rewriter = lenient(edits);
        assertTrue(rewriter.rewrite(view.wrap(bytes)), () -> rewriter.patch().refusal() + " " + rewriter.fault());
        assertEquals(expected.replace(" ", ""), HexFormat.of().formatHex(Patches.written(rewriter.patch(), bytes)));
        assertFalse(new AmqpRewriter(edits).rewrite(view.wrap(bytes)));
    }

    @Test
    void aMapThatIsNullIsEditedAsAnEmptyOne()
    {
        checkAmqp("005372c10702 a30161 a10176", "00537240", AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "a",
            AmqpEditValue.ofString("v")).build());
        checkAmqp("00537240", "00537240", AmqpEdits.builder().remove(AmqpField.MESSAGE_ANNOTATIONS, "a").build());
    }

    @Test
    void aTrueOfAnotherOctetStaysUnlessItBecomesFalse()
    {
        checkAmqp("005370c003015602", "005370c003015602",
            AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true)).build());
        checkAmqp("005370c003015600", "005370c003015602",
            AmqpEdits.builder().set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(false)).build());
        checkAmqp("005370c0050256025007", "005370c003015602",
            AmqpEdits.builder().set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(7)).build());
    }

    @Test
    void sectionsInAnyOrderAreEditedWhereTheyAre()
    {
        final AmqpEdits edits = AmqpEdits.builder().set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(7))
            .set(AmqpField.MESSAGE_ANNOTATIONS, "a", AmqpEditValue
                .ofString("v"))
            .build();
        // The body, annotations, and the header last.
        checkAmqp("005377a10162 005372c10702a30161a10176 005370c00402415007",
            "005377a10162 005372c10702a30161a10177 005370c0020141", edits);
    }

    @Test
    void aSectionThatComesTwiceIsRefused()
    {
        final byte[] message = HexFormat.of().parseHex("00537045" + "005372c10702a30161a10176" + "005372c10100");
        final AmqpRewriter rewriter = lenient(TRACING);
        assertFalse(rewriter.rewrite(view.wrap(message)));
        assertEquals(Refusal.SECTION_REPEATED, rewriter.patch().refusal());
        assertTrue(rewriter.rewrite(view.wrap(RHEA)));
    }

    @Test
    void aTextThatIsAKeyOfAnnotationsIsAnotherKeyThanTheSymbol()
    {
        checkAmqp("005378c10100 005372c10d04 a10161a10176 a30161a10177", "005378c10100 005372c10702 a10161a10176",
            AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "a", AmqpEditValue.ofString("w")).build());
    }

    @Test
    void lenientRewritingAllocatesNothing()
    {
        final AmqpRewriter rewriter = lenient(TRACING);
        final byte[] out = new byte[1_000];
        assertAllocatesNothing(() -> {
            assertTrue(rewriter.rewrite(view.wrap(RHEA)));
            rewriter.patch().writeHeader(out, 0);
        });
        final byte[] odd = json("{'code':'310',/*c*/'opaque':1,'extFields':{'b':'old','i':'K\1v\2'}}");
        final RemotingRewriter remoting =
            lenient(RemotingEdits.builder().set("topic", "new").setProperty("K", "w").set("code", "10"));
        assertAllocatesNothing(() -> {
            assertTrue(remoting.rewrite(view.wrap(odd)));
            remoting.patch().writeHeader(out, 0);
        });
    }

    private static void assertAllocatesNothing(final Runnable task)
    {
        assertEquals(0, Allocations.by(task, 30_000, 1_000));
    }

    private static byte[] json(final String header)
    {
        return Frames.json(header.replace('\'', '"').replace('`', '\'').getBytes(StandardCharsets.UTF_8), "body"
            .getBytes(StandardCharsets.UTF_8));
    }

    /** Of JSON a back quote stands for a single quote, and a single one for a double one. */
    private void checkJson(final String expected, final String header, final RemotingEdits.Builder edits)
    {
        final byte[] frame = json(header);
        final RemotingEdits built = edits.build();
        final RemotingRewriter rewriter = new RemotingRewriter(built, Limits.DEFAULT, Strictness.LENIENT);
        final boolean ready = rewriter.rewrite(view.wrap(frame));
        assertEquals(expected, ready ? text(Patches.written(rewriter.patch(), frame))
            : rewriter.patch().refusal().name());
        final RemotingRewriter strict = new RemotingRewriter(built);
        assertFalse(strict.rewrite(view.wrap(frame)));
        assertEquals(Refusal.MALFORMED, strict.patch().refusal());
    }

    private static String text(final byte[] frame)
    {
        final String text = new String(frame, 8, frame.length - 8, StandardCharsets.UTF_8);
        assertTrue(text.endsWith("body"));
        return text.substring(0, text.length() - 4).replace('\'', '`').replace('"', '\'');
    }

    private static RemotingEdits.Builder edits()
    {
        return RemotingEdits.builder();
    }

    @Test
    void aNumberInQuotesLosesThem()
    {
        checkJson("{'code':   10,'opaque':7}", "{'code':'105','opaque':7}", edits().set(
            "code", "10"));
        checkJson("{'code':200050,'opaque':7}", "{'code':`105`,'opaque':7}", edits().set("code", "200050"));
        checkJson("{'code':'105','opaque':7}", "{'code':'105','opaque':7}", edits().set("code", "105"));
        checkJson("{'code':   5,'opaque':7}", "{'code':true,'opaque':7}", edits().set("code", "5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'opaque':1,/*c*/'extFields':{'a':'1','b':'2'}}",
        "{'opaque':1,'extFields':{/*{*/'a':'1','b':'2'}}", "/*,*/{'opaque':1,'extFields':{'a':'1','b':'2'}}"})
    void besideACommentValuesAreEditedAndEntriesNeitherRemovedNorAdded(final String header)
    {
        checkJson(header.replace("'1'", "'x'"), header, edits().set("a", "x"));
        checkJson(header.replace("'a'", "'z'"), header, edits().rename("a", "z"));
        checkJson("ODD_FORM", header, edits().remove("a"));
        checkJson("ODD_FORM", header, edits().set("c", "3").remove("a"));
    }

    @Test
    void aLineCommentThatLooksLikeAMemberIsNotTakenForOne()
    {
        checkJson("ODD_FORM", "{'opaque':1,'extFields':{//{\n'a':'1'}}", edits().remove("a"));
        checkJson("ODD_FORM", "{'opaque':1,//'extFields':{},\n'remark':'r'}", edits().remove("remark"));
    }

    @Test
    void singleQuotesAreEditedAsDoubleOnes()
    {
        checkJson("{'opaque':1,'extFields':{`a`:'x',`b`:`2`}}", "{'opaque':1,'extFields':{`a`:`1`,`b`:`2`}}", edits()
            .set("a", "x"));
        checkJson("{'opaque':1,'extFields':{`b`:`2`}}", "{'opaque':1,'extFields':{`a`:`1`,`b`:`2`}}", edits().remove(
            "a"));
        checkJson("{'opaque':1,'extFields':{'c':`1`,`b`:`2`}}", "{'opaque':1,'extFields':{`a`:`1`,`b`:`2`}}", edits()
            .rename("a", "c"));
    }

    @Test
    void propertiesInSingleQuotesGetDoubleOnes()
    {
        checkJson("{'code':310,'opaque':1,'extFields':{'i':'K\1w\\'\2L\1m\2'}}",
            "{'code':310,'opaque':1,'extFields':{'i':`K\1v\2L\1m\2`}}", edits().setProperty("K", "w\""));
        checkJson("{'code':310,'opaque':1,'extFields':{'i':'K\1v\2L\\u00011\\u0002'}}",
            "{'code':310,'opaque':1,'extFields':{'i':`K\1v\2`}}", edits().setProperty("L", "1"));
        checkJson("{'code':310,'opaque':1,'extFields':{'i':'L\1m'}}",
            "{'code':310,'opaque':1,'extFields':{'i':`K\1v\2L\1m`}}", edits().removeProperty("K"));
    }

    @Test
    void separatorsInTheFormsThatLenientKnowsAreRemovedWhole()
    {
        checkJson("{'code':310,'opaque':1,'extFields':{'i':'L\\1m\\x02'}}",
            "{'code':310,'opaque':1,'extFields':{'i':'K\\x01v\\2L\\1m\\x02'}}", edits().removeProperty("K"));
        checkJson("{'code':310,'opaque':1,'extFields':{'i':'K\\x01v\\2'}}",
            "{'code':310,'opaque':1,'extFields':{'i':'K\\x01v\\2L\\1m\\x02'}}", edits().removeProperty("L"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'a':'x'}", "1e3"})
    void propertiesAreNotPutBehindAValueThatTheReferenceWritesAnew(final String value)
    {
        checkJson("ODD_FORM", "{'code':310,'opaque':1,'extFields':{'i':" + value + "}}", edits().setProperty("L", "1"));
    }

    @Test
    void aNameThatTheReferenceFollowsIsNotMadeTheFirst()
    {
        final String header = "{'opaque':1,'extFields':{'a':'1','$ref':'x','b':'2'}}";
        checkJson("ODD_FORM", header, edits().remove("a"));
        checkJson(header.replace(",'b':'2'", ""), header, edits().remove("b"));
    }

    @Test
    void aHeaderWithoutOpaqueIsEditedWhereAMemberIsThere()
    {
        checkJson("{'code':5,'extFields':{'a':'1'}}", "{'code':5}", edits().set("a", "1"));
        checkJson("ODD_FORM", "{'flag':5}", edits().set("a", "1"));
        checkJson("ODD_FORM", "{'code':5}", edits().set("opaque", "7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"$ref", "@type", "a\0b"})
    void namesThatADecoderOfJsonTakesForSomethingElseAreNotWritten(final String name)
    {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        for (final Strictness strictness : Strictness.values())
        {
            final RemotingPatcher patcher = new RemotingPatcher(Limits.DEFAULT, strictness);
            patcher.scan(view.wrap(json("{'code':5,'opaque':1,'extFields':{'a':'1'}}")), RemotingScanner.interest()
                .entry("a", 0).build(), new DataHandler()
                {
                    @Override
                    public Action onField(final int id, final Cursor value)
                    {
                        patcher.appendEntry(utf8, ascii("x"));
                        return Action.CONTINUE;
                    }
                });
            assertEquals(Refusal.AMBIGUOUS_NAME, patcher.patch().refusal());
        }
    }

    /**
     * A send request as rocketmq-client-go 2.1.2 writes it in binary, whose strings are bytes: GBK in a value and a property.
     * The layout and codes are those of the captures; the texts are ours.
     */
    private static byte[] gbk()
    {
        final byte[] middle = HexFormat.of().parseHex("d6d0cec4");
        return binary(10, 9, 317, entries("topic", ascii("Orders"), "producerGroup", middle,
            "properties", Frames.join(ascii("TAGS\1"), middle, ascii("\2KEYS\1k1\2N"), middle, ascii("\1v\2"))));
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The map of a binary header, of names and values in turn. */
    private static byte[] entries(final Object... pairs)
    {
        final ByteArrayOutputStream map = new ByteArrayOutputStream();
        for (int i = 0; i < pairs.length; i += 2)
        {
            final byte[] name = ascii((String)pairs[i]);
            final byte[] value = (byte[])pairs[i + 1];
            map.writeBytes(ByteBuffer.allocate(2).putShort((short)name.length).array());
            map.writeBytes(name);
            map.writeBytes(ByteBuffer.allocate(4).putInt(value.length).array());
            map.writeBytes(value);
        }
        return map.toByteArray();
    }

    /** A binary header with opaque 7, a flag of 0 and no remark. */
    private static byte[] header(final int code, final int language, final int version, final byte[] map)
    {
        final ByteBuffer header = ByteBuffer.allocate(21 + map.length);
        header.putShort((short)code).put((byte)language).putShort((short)version).putInt(7).putInt(0).putInt(0);
        return header.putInt(map.length).put(map).array();
    }

    private static byte[] binary(final int code, final int language, final int version, final byte[] map)
    {
        return Frames.frame(1, header(code, language, version, map), ascii("body"));
    }

    private byte[] patched(final byte[] frame, final RemotingEdits.Builder edits)
    {
        final RemotingRewriter rewriter = lenient(edits);
        assertTrue(rewriter.rewrite(view.wrap(frame)), () -> rewriter.patch().refusal() + " " + rewriter.fault());
        return Patches.written(rewriter.patch(), frame);
    }

    @Test
    void textsThatAreNoUtfPassThroughAndTheReferenceReadsTheSameButForTheEdit()
    {
        final byte[] frame = gbk();
        final RemotingRewriter strict = new RemotingRewriter(edits().set("topic", "New").build());
        assertFalse(strict.rewrite(view.wrap(frame)));
        assertEquals(Reason.INVALID_UTF8, strict.fault().reason());
        final byte[] result = patched(frame, edits().set("topic", "New").setProperty("KEYS", "longer").addProperty(
            "TRACE", "1"));
        final HeaderRecord expected = Reference.decode(frame);
        final HeaderRecord found = Reference.decode(result);
        expected.extFields.put("topic", "New");
        final TreeMap<String, String> properties = new TreeMap<>(EditModel.properties(expected, 10));
        properties.put("KEYS", "longer");
        properties.put("TRACE", "1");
        assertEquals(properties, EditModel.properties(found, 10));
        expected.extFields.remove("properties");
        found.extFields.remove("properties");
        assertEquals(expected.extFields, found.extFields);
        // Not one of the bytes was made U+FFFD.
        assertEquals(3, HexFormat.of().formatHex(result).split("d6d0cec4", -1).length - 1);
    }

    @Test
    void anEditNamesATextThatIsNoUtfByWhatTheReferenceReads()
    {
        final byte[] frame = gbk();
        final String name = new String(HexFormat.of().parseHex("4ed6d0cec4"), StandardCharsets.UTF_8);
        assertTrue(EditModel.properties(Reference.decode(frame), 10).containsKey(name));
        final byte[] result = patched(frame, edits().removeProperty(name));
        assertFalse(EditModel.properties(Reference.decode(result), 10).containsKey(name));
        assertEquals(2, EditModel.properties(Reference.decode(result), 10).size());
    }

    @Test
    void bytesBehindTheLastEntryStayTheBeginningOfTheBody()
    {
        final byte[] header = header(10, 0, 1, entries("topic", ascii("a")));
        final byte[] frame = Frames.frame(1, Frames.join(header, ascii("XYZ")),
            ascii("body"));
        final HeaderRecord before = Reference.decode(frame);
        final byte[] result = patched(frame, edits().set("topic", "longer").set("b", "new"));
        final HeaderRecord after = Reference.decode(result);
        assertEquals(Map.of("topic", "longer", "b", "new"), after.extFields);
        assertEquals(before.body, after.body);
        final RemotingRewriter signed = lenient(edits().set("topic", "x")).signer(new AclSigner(ascii("secret")));
        final byte[] other = header(10, 0, 1, entries("topic", ascii("a"), "Signature", ascii("s")));
        assertFalse(signed.rewrite(view.wrap(Frames.frame(1, Frames.join(other, ascii("XYZ")), ascii("body")))));
        assertEquals(Refusal.NOT_SIGNABLE, signed.patch().refusal());
    }

    @Test
    void aNamespaceIsPutInFrontOfATextThatIsNoUtf()
    {
        final NameRewriter strict = new NameRewriter(Namespace.of("tenant"));
        final NameRewriter lenient =
            new NameRewriter(Namespace.of("tenant"), Limits.DEFAULT, Strictness.LENIENT);
        assertFalse(strict.toBroker(view.wrap(gbk())));
        assertTrue(lenient.toBroker(view.wrap(gbk())));
        final HeaderRecord found = Reference.decode(Patches.written(lenient.patch(), gbk()));
        assertEquals("tenant%Orders", found.extFields.get("topic"));
        assertEquals("tenant%" + Reference.decode(gbk()).extFields.get("producerGroup"), found.extFields.get(
            "producerGroup"));
        final byte[] half = json("{'code':310,'opaque':1,'extFields':{'a':'g','b':'\\ud83d'}}");
        assertFalse(lenient.toBroker(view.wrap(half)));
        assertEquals(Refusal.ODD_FORM, lenient.patch().refusal());
    }

    @Test
    void aRelayTakesWhatLenientTakesButNotWhatNobodyCouldAnswer()
    {
        assertFalse(new OpaqueRelay(4).forward(view.wrap(gbk()), 1, 0));
        final OpaqueRelay relay = new OpaqueRelay(4, Limits.DEFAULT, Strictness.LENIENT);
        assertTrue(relay.forward(view.wrap(gbk()), 1, 0));
        assertEquals(relay.upstreamOpaque(), Reference.decode(Patches.written(relay.patch(), gbk())).opaque);
        final byte[] quoted = json("{'code':5,'opaque':'12345'}");
        assertTrue(relay.forward(view.wrap(quoted), 2, 0));
        assertEquals(relay.upstreamOpaque(), Reference.decode(Patches.written(relay.patch(), quoted)).opaque);
        assertFalse(relay.forward(view.wrap(json("{'code':5}")), 2, 0));
        assertEquals(Refusal.OPAQUE_MISSING, relay.patch().refusal());
        assertEquals(2, relay.waiting());
    }

    @Test
    void whatLenientSignsIsWhatTheServerReads() throws Exception
    {
        final byte[] frame = binary(10, 0, 401, entries("topic", ascii("a"), "z", HexFormat.of()
            .parseHex("d6d0"), "Signature", ascii("old")));
        final RemotingRewriter rewriter =
            lenient(edits().set("topic", "b")).signer(new AclSigner(ascii("secret")));
        assertTrue(rewriter.rewrite(view.wrap(frame)));
        final HeaderRecord found = Reference.decode(Patches.written(rewriter.patch(), frame));
        final Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(ascii("secret"), "HmacSHA1"));
        final String signed = found.extFields.get("topic") + found.extFields.get("z") + "body";
        assertEquals(Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))),
            found.extFields.get("Signature"));
        assertNull(rewriter.patch().refusal());
    }
}
