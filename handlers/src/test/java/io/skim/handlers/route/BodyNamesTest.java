package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.Patches;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.Reason;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.Vectors;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.acl.common.AclUtils;
import org.apache.rocketmq.remoting.protocol.NamespaceUtil;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.body.ClusterInfo;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.Test;

/** Names in bodies that the reference writes, read by the reference after they have been mapped. */
class BodyNamesTest
{
    private static final String SPACE = "tenant";
    private static final int HEARTBEAT = 34;
    private static final int ROUTE = 105;

    private final NameRewriter rewriter = new NameRewriter(Namespace.of(SPACE));
    private final FrameView view = new FrameView();
    private int mapped;
    private int skipped;

    /** A line of the table. */
    private record Body(int code, boolean response, Class<?> type, Map<String, String> kinds)
    {
    }

    private static List<Body> bodies()
    {
        final List<Body> bodies = new ArrayList<>();
        for (final String line : BodyMap.lines())
        {
            final String[] cells = line.split("\t");
            if (cells[3].startsWith("records"))
            {
                continue;
            }
            final Map<String, String> kinds = new HashMap<>();
            for (final String place : cells[3].split(" "))
            {
                kinds.put(place.substring(place.indexOf(':') + 1), place.substring(0, place.indexOf(':')));
            }
            for (final String type : cells[2].split(","))
            {
                bodies.add(new Body(Integer.parseInt(cells[0].split(",")[0]), cells[1].equals("response"), BodyOracle
                    .type(type), kinds));
            }
        }
        return bodies;
    }

    static byte[] frame(final int code, final boolean response, final byte[] body)
    {
        return Frames.json(("{\"code\":" + (response ? 0 : code) + ",\"flag\":" + (response ? 1 : 0)
            + ",\"language\":\"JAVA\",\"opaque\":7,\"version\":1}").getBytes(StandardCharsets.UTF_8), body);
    }

    static byte[] body(final byte[] frame)
    {
        return Arrays.copyOfRange(frame, 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF), frame.length);
    }

    private static byte[] frame(final int code, final boolean response, final String body)
    {
        return frame(code, response, body.getBytes(StandardCharsets.UTF_8));
    }

    private boolean run(final NameRewriter names, final FrameView frame, final boolean wrapping, final int code)
    {
        return wrapping ? names.toBroker(frame, code) : names.toClient(frame, code);
    }

    private static String map(final String kind, final String name, final boolean wrapping)
    {
        if (kind == null || kind.equals("address") || name.isEmpty())
        {
            return name;
        }
        if (kind.equals("topic@group"))
        {
            final String[] both = name.split("@", -1);
            return both.length != 2 ? name : map("topic", both[0], wrapping) + "@" + map("group", both[1], wrapping);
        }
        return wrapping ? NamespaceUtil.wrapNamespace(SPACE, name) : NamespaceUtil.withoutNamespace(name, SPACE);
    }

    private void check(final Body body, final byte[] json, final boolean wrapping, final String what) throws Exception
    {
        final Object before = RemotingSerializable.decode(json, body.type);
        final String expected = BodyOracle.render(before, "", (path, text) -> map(body.kinds.get(path), text,
            wrapping));
        final byte[] frame = frame(body.code, body.response, json);
        final boolean ready = run(rewriter, view.wrap(frame), wrapping, body.code);
        assertTrue(ready, () -> what + ": " + rewriter.patch().refusal() + " " + rewriter.fault() + " of " + new String(
            json, StandardCharsets.UTF_8));
        final byte[] result = Patches.written(rewriter.patch(), frame);
        assertEquals(result.length - 4, ByteBuffer.wrap(result).getInt(), what);
        assertEquals(rewriter.patch().isChanged(), !Arrays.equals(frame, result), what);
        if (expected == null)
        {
            skipped++;
            return;
        }
        final Object after = RemotingSerializable.decode(body(result), body.type);
        final String read = BodyOracle.render(after, "", (path, text) -> text);
        assertEquals(expected, read, () -> what + ": " + new String(json,
            StandardCharsets.UTF_8) + " gives " + new String(body(result), StandardCharsets.UTF_8));
        mapped += rewriter.patch().isChanged() ? 1 : 0;
    }

    private static String name(final Random random)
    {
        final String name = NamespaceTest.name(random);
        return switch (random.nextInt(12))
        {
            case 0 -> name + "\"\\\n\t\u0001";
            case 1 -> name + "\u65E5\u672C\uD83D\uDE00";
            case 2 -> name + "@" + NamespaceTest.name(random);
            default -> name;
        };
    }

    @Test
    void randomBodiesOfEveryClassReadAfterwardsAsTheReferenceWouldMapThem() throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final List<Body> bodies = bodies();
        final int rounds = Settings.frames(4_000) / 20;
        for (int i = 0; i < rounds * bodies.size(); i++)
        {
            final Body body = bodies.get(i % bodies.size());
            final Object object = BodyOracle.random(body.type, random, () -> name(random));
            check(body, RemotingSerializable.encode(object), random.nextBoolean(), "seed " + seed + ", body " + i + ", "
                + body.type.getSimpleName());
        }
        assertTrue(mapped > rounds * bodies.size() / 5, mapped + " mapped");
        assertTrue(skipped < rounds * bodies.size() / 4, skipped + " skipped");
    }

    @Test
    void realBodiesAreMappedThereAndBackToTheSameBytes() throws Exception
    {
        final Pattern pattern = Pattern.compile("\"requestCode\":(-?\\d+)");
        final TreeMap<Integer, Integer> seen = new TreeMap<>();
        for (final Path capture : Captures.remoting())
        {
            if (!capture.getFileName().toString().startsWith("rocketmq-"))
            {
                continue;
            }
            final List<byte[]> frames = Frames.cut(Files.readAllBytes(capture));
            final List<String> lines = Files.readAllLines(capture.resolveSibling(capture.getFileName().toString()
                .replace(".frames", ".jsonl")));
            for (int i = 0; i < frames.size(); i++)
            {
                final byte[] frame = frames.get(i);
                final Matcher code = pattern.matcher(lines.get(i));
                final int requestCode = code.find() ? Integer.parseInt(code.group(1)) : -1;
                if (!rewriter.toBroker(view.wrap(frame), requestCode))
                {
                    // One heartbeat was sent with half a body.
                    assertTrue(rewriter.patch().refusal() != Refusal.BODY_MALFORMED || new String(body(frame)).equals(
                        "{\"clientID\":"), () -> rewriter.fault() + " " + Vectors.text(frame));
                    continue;
                }
                if (rewriter.patch().isChanged() && rewriter.patch().bodyOffset() > frame.length - body(frame).length)
                {
                    seen.merge(requestCode, 1, Integer::sum);
                }
                final byte[] there = Patches.written(rewriter.patch(), frame);
                assertTrue(rewriter.toClient(view.wrap(there), requestCode));
                assertArrayEquals(frame, Patches.written(rewriter.patch(), there));
            }
        }
        assertTrue(seen.keySet().containsAll(List.of(-1, 41)) || seen.size() > 3, seen::toString);
    }

    private static final byte[] OLD_ROUTE =
        ("{\"brokerDatas\":[{\"brokerAddrs\":{0:\"10.0.0.1:10911\",1:\"10.0.0.2:10911\"},\"brokerName\":\"broker-a\"},"
            + "{\"brokerName\":\"broker\\u002db\",\"brokerAddrs\":{\"0\":\"10.0.0.3:10911\"}}],\"queueDatas\":[]}")
            .getBytes(StandardCharsets.UTF_8);

    private static final AddressMap PORTS = (address, out) -> {
        out.put(address.nameToText() + "-" + address.id() + ".gateway:1");
        return true;
    };

    @Test
    void addressesOfARouteAreMappedByNameAndId()
    {
        final NameRewriter names = new NameRewriter(NameMap.identity()).addresses(PORTS);
        final byte[] frame = frame(ROUTE, true, OLD_ROUTE);
        assertTrue(names.toClient(view.wrap(frame), ROUTE));
        final byte[] body = body(Patches.written(names.patch(), frame));
        assertEquals(new String(OLD_ROUTE, StandardCharsets.UTF_8).replace("10.0.0.1:10911", "broker-a-0.gateway:1")
            .replace("10.0.0.2:10911", "broker-a-1.gateway:1").replace("10.0.0.3:10911", "broker-b-0.gateway:1"),
            new String(body, StandardCharsets.UTF_8));
        final TopicRouteData route = RemotingSerializable.decode(body, TopicRouteData.class);
        assertEquals("broker-a-1.gateway:1", route.getBrokerDatas().get(0).getBrokerAddrs().get(1L));
        assertTrue(names.toBroker(view.wrap(frame), ROUTE));
        assertFalse(names.patch().isChanged(), "only clients are given other addresses");
        assertTrue(names.toClient(view.wrap(frame)));
        assertFalse(names.patch().isChanged(), "nobody has told the request");
    }

    @Test
    void addressesOfAClusterAreMappedByEachReadyMadeMap()
    {
        final ClusterInfo cluster = new ClusterInfo();
        cluster.setBrokerAddrTable(new HashMap<>(Map.of("broker-a", new BrokerData("c", "broker-a", new HashMap<>(Map
            .of(0L, "a:1", 1L, "b:1"))))));
        final byte[] frame = frame(106, true, cluster.encode());
        final Map<AddressMap, Map<Long, String>> expected = Map.of(PORTS, Map.of(0L, "broker-a-0.gateway:1", 1L,
            "broker-a-1.gateway:1"), AddressMap.all("g:1"), Map.of(0L, "g:1", 1L, "g:1"),
            AddressMap.table(Map.of("b:1",
                "h:2")),
            Map.of(0L, "a:1", 1L, "h:2"), AddressMap.brokers(Map.of("broker-a", "i:3", "broker-b", "j:4")), Map.of(0L,
                "i:3", 1L, "i:3"),
            AddressMap.brokers(Map.of("x", "y")), Map.of(0L, "a:1", 1L, "b:1"));
        expected.forEach((map, addresses) -> {
            final NameRewriter names = new NameRewriter(Namespace.of("n")).addresses(map);
            assertTrue(names.toClient(view.wrap(frame), 106));
            assertEquals(addresses, RemotingSerializable.decode(body(Patches.written(names.patch(), frame)),
                ClusterInfo.class).getBrokerAddrTable().get("broker-a").getBrokerAddrs());
        });
    }

    @Test
    void addressesWithoutABrokerHaveNeitherNameNorId()
    {
        final NameRewriter names = new NameRewriter(NameMap.identity()).addresses(PORTS);
        final byte[] frame = frame(206, true, "{\"brokerAddr\":\"a:1\",\"topicList\":[\"T\"]}");
        assertTrue(names.toClient(view.wrap(frame), 206));
        assertEquals("{\"brokerAddr\":\"--1.gateway:1\",\"topicList\":[\"T\"]}", new String(body(Patches.written(names
            .patch(), frame))));
    }

    @Test
    void headerAndBodyAreMappedInOnePatchAndTheRestStaysWhereItIs()
    {
        final byte[] body =
            "{ \"consumerGroup\" : \"g\" ,\"mqSet\":[{\"topic\":\"T\"}] ,\"x\":[1,{\"topic\":\"T\"}]}".getBytes(
                StandardCharsets.UTF_8);
        final byte[] frame = Frames.json("{\"code\":41,\"extFields\":{\"ns\":\"x\"},\"opaque\":1}".getBytes(
            StandardCharsets.UTF_8), body);
        assertTrue(rewriter.toBroker(view.wrap(frame)));
        assertEquals(
            "{ \"consumerGroup\" : \"tenant%g\" ,\"mqSet\":[{\"topic\":\"tenant%T\"}] ,\"x\":[1,{\"topic\":\"T\"}]}",
            new String(body(Patches.written(rewriter.patch(), frame)), StandardCharsets.UTF_8));
        assertEquals("\"}] ,\"x\":[1,{\"topic\":\"T\"}]}".length(), rewriter.patch().bodyLength());
        final byte[] ack = Frames.json(
            "{\"code\":220,\"extFields\":{\"group\":\"tenant%g\",\"topic\":\"tenant%T\"},\"opaque\":1}"
                .getBytes(StandardCharsets.UTF_8),
            "{\"offsetTable\":{{\"topic\":\"tenant%T\",\"queueId\":1}:5}}".getBytes(
                StandardCharsets.UTF_8));
        assertTrue(rewriter.toClient(view.wrap(ack)));
        assertArrayEquals(Frames.json("{\"code\":220,\"extFields\":{\"group\":\"g\",\"topic\":\"T\"},\"opaque\":1}"
            .getBytes(StandardCharsets.UTF_8),
            "{\"offsetTable\":{{\"topic\":\"T\",\"queueId\":1}:5}}".getBytes(
                StandardCharsets.UTF_8)),
            Patches.written(rewriter.patch(), ack));
    }

    @Test
    void whatReadersCouldReadDifferentlyIsRefusedWithItsPlace()
    {
        final Map<String, Reason> bad = new HashMap<>();
        bad.put("{\"consumerGroup\":\"g\",^\"consumerGroup\":\"h\"}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{^\"ConsumerGroup\":\"g\"}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{^\"consumer_group\":\"g\"}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{^\"consumerGroup\\u0000\":\"g\"}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{\"mqSet\":[{^\"$ref\":\"$\"}]}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{\"x\":{^\"\\u0040type\":\"y\"}}", Reason.JSON_AMBIGUOUS_NAME);
        bad.put("{\"consumerGroup\":^5}", Reason.JSON_VALUE_TYPE);
        bad.put("{\"consumerGroup\":^{\"a\":1}}", Reason.JSON_VALUE_TYPE);
        bad.put("{\"mqSet\":^{\"topic\":\"T\"}}", Reason.JSON_VALUE_TYPE);
        bad.put("{\"mqSet\":^\"[]\"}", Reason.JSON_VALUE_TYPE);
        bad.put("{\"mqSet\":[^\"T\"]}", Reason.JSON_VALUE_TYPE);
        bad.put("^[]", Reason.JSON_VALUE_TYPE);
        bad.put("{\"consumerGroup\":\"^\\x41\"}", Reason.JSON_ESCAPE);
        bad.put("{\"consumerGroup\":\"g^\\ud800\"}", Reason.JSON_LONE_SURROGATE);
        bad.put("{\"consumerGroup\":\"g^\\ud800\",\"mqSet\":[{\"topic\":\"t\\ud800\"}]}", Reason.JSON_LONE_SURROGATE);
        bad.put("{^'consumerGroup':\"g\"}", Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{\"consumerGroup\":\"g\",^}", Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{\"x\":[1^ 2]}", Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{\"x\":^01}", Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{\"x\":^NaN}", Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{\"x\":[^]}".replace("[^]", "[1,^]"), Reason.JSON_UNEXPECTED_BYTE);
        bad.put("{^/**/\"consumerGroup\":\"g\"}", Reason.JSON_COMMENT);
        bad.put("{\"consumerGroup\":\"g\"}^x", Reason.JSON_TRAILING_TEXT);
        bad.put("{\"consumerGroup\":^\"g", Reason.JSON_TRUNCATED);
        bad.put("{\"consumerGroup\":\"g\"^", Reason.JSON_TRUNCATED);
        bad.put("{\"x\":" + "[".repeat(63) + "^[", Reason.NESTED_TOO_DEEP);
        bad.forEach((json, reason) -> {
            final int at = json.indexOf('^');
            final byte[] frame = frame(42, false, json.replace("^", ""));
            assertFalse(rewriter.toBroker(view.wrap(frame)), json);
            assertEquals(Refusal.BODY_MALFORMED, rewriter.patch().refusal(), json);
            assertEquals(reason, rewriter.fault().reason(), json);
            final int place = at + frame.length - body(frame).length;
            assertTrue(rewriter.fault().offset() == place || rewriter.fault().offset() == place + 1 && json.charAt(at
                + 1) != '[', () -> json + " " + rewriter.fault());
        });
        final byte[] invalid = frame(42, false, "{\"x\":\"?\"}");
        invalid[invalid.length - 3] = (byte)0xC3;
        assertFalse(rewriter.toBroker(view.wrap(invalid)));
        assertEquals(Reason.INVALID_UTF8, rewriter.fault().reason());
        assertEquals(invalid.length - 3, rewriter.fault().offset());
        assertTrue(rewriter.toBroker(view.wrap(frame(42, false, "{\"consumerGroup\":null,\"mqSet\":null}"))));
        assertFalse(rewriter.fault().isPresent());
    }

    @Test
    void aNameThatTheReferenceTakesForAnotherByItsHashIsRefused()
    {
        // Eight bytes or fewer are packed into the hash, so that trailing zeros do not count.
        assertFalse(rewriter.toBroker(view.wrap(frame(400, false, "{\"topic\\u0000\":\"T\"}"))));
        assertEquals(Reason.JSON_AMBIGUOUS_NAME, rewriter.fault().reason());
    }

    @Test
    void cutAndMutatedBodiesAreMappedOrRefusedAndNeverThrow()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final byte[][] frames = {
            frame(HEARTBEAT, false, "{\"clientID\":\"c\",\"consumerDataSet\":[{\"groupName\":\"g\","
                + "\"subscriptionDataSet\":[{\"topic\":\"%RETRY%g\\u0041\",\"subVersion\":-1.5e3}]}]}"),
            frame(ROUTE, true,
                OLD_ROUTE),
            frame(43, true, "{\"offsetTable\":{\"T@g\":{0:1,1:2}}}"), frame(208, true,
                "{\"offsetTable\":{{\"topic\":\"T\",\"queueId\":1}:{\"a\":true}}}")};
        final int[] codes = {HEARTBEAT, ROUTE, 43, 208};
        final NameRewriter names = new NameRewriter(Namespace.of(SPACE)).addresses(PORTS);
        int refused = 0;
        for (int i = 0; i < Settings.frames(60_000); i++)
        {
            final int which = i & 3;
            byte[] body = body(frames[which]);
            if (random.nextInt(4) == 0)
            {
                body = Arrays.copyOf(body, random.nextInt(body.length));
            }
            for (int j = random.nextInt(3); j > 0 && body.length > 0; j--)
            {
                body[random.nextInt(body.length)] = (byte)("\"{}[],:\\\u0000u0 t/".charAt(random.nextInt(14)) + random
                    .nextInt(9) / 8 * random.nextInt());
            }
            final byte[] frame = frame(codes[which], which > 0, body);
            final byte[] before = frame.clone();
            final boolean wrapping = random.nextBoolean();
            if (run(names, view.wrap(frame), wrapping, codes[which]))
            {
                final byte[] result = Patches.written(names.patch(), frame);
                assertEquals(result.length - 4, ByteBuffer.wrap(result).getInt());
                assertTrue(run(names, view.wrap(result), wrapping, codes[which]), () -> Vectors.text(frame));
            }
            else
            {
                refused++;
                assertEquals(Refusal.BODY_MALFORMED, names.patch().refusal());
                assertTrue(names.fault().offset() >= frame.length - body.length && names.fault().offset()
                    <= frame.length, () -> names.fault() + " " + Vectors.text(frame));
            }
            assertArrayEquals(before, frame);
        }
        assertTrue(refused > 1_000 || Settings.frames(60_000) < 60_000, refused + " refused");
    }

    @Test
    void everyKindOfBufferGivesTheSameBytesAndIsLeftAsItWas()
    {
        final NameRewriter names = new NameRewriter(Namespace.of(SPACE)).addresses(PORTS);
        final StringBuilder route = new StringBuilder("{\"brokerDatas\":[");
        for (int i = 0; i < 200; i++)
        {
            route.append(i == 0 ? "" : ",").append("{\"brokerAddrs\":{0:\"a:1\"},\"brokerName\":\"b").append(i).append(
                "\"}");
        }
        for (final byte[] frame : List.of(frame(ROUTE, true, OLD_ROUTE), frame(ROUTE, true, route + "]}")))
        {
            assertTrue(names.toClient(view.wrap(frame), ROUTE));
            final byte[] expected = Patches.written(names.patch(), frame);
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                final String state = buffer.state().get();
                buffer.wrap().accept(view);
                assertTrue(names.toClient(view, ROUTE), buffer::name);
                assertArrayEquals(expected, Patches.written(names.patch(), frame), buffer::name);
                assertEquals(state, buffer.state().get(), buffer::name);
                view.reset();
                buffer.free().run();
            }
            final ByteBuf source = Unpooled.directBuffer().writeBytes(frame);
            final ByteBuf result = names.toClient(source, UnpooledByteBufAllocator.DEFAULT, ROUTE);
            assertEquals(Unpooled.wrappedBuffer(expected), result);
            result.release();
            assertEquals(1, source.refCnt());
            source.release();
        }
    }

    @Test
    void aBodyThatHasNotArrivedOrIsTooLongIsRefused()
    {
        final byte[] frame = frame(HEARTBEAT, false, "{\"producerDataSet\":[{\"groupName\":\"g\"}]}");
        final int headerEnd = frame.length - body(frame).length;
        assertFalse(rewriter.toBroker(view.wrapPart(frame, 0, headerEnd, frame.length)));
        assertEquals(Refusal.BODY_MISSING, rewriter.patch().refusal());
        assertTrue(new NameRewriter(NameMap.identity()).toBroker(view.wrapPart(frame, 0, headerEnd, frame.length)));
        assertFalse(rewriter.bodyLimit(frame.length - headerEnd - 1).toBroker(view.wrap(frame)));
        assertEquals(Refusal.BODY_TOO_LONG, rewriter.patch().refusal());
        assertTrue(rewriter.bodyLimit(frame.length - headerEnd).toBroker(view.wrap(frame)));
        assertThrows(IllegalArgumentException.class, () -> rewriter.bodyLimit(-1));
        assertTrue(rewriter.toBroker(view.wrap(frame)), "what is refused leaves the limit");
        assertNull(rewriter.patch().refusal());
        assertTrue(rewriter.toBroker(view.wrap(frame(HEARTBEAT, false, ""))));
    }

    @Test
    void aMapThatGivesNoUtf8IsRefused()
    {
        final AddressMap bad = (address, out) -> {
            out.put(new byte[] {(byte)0xFF});
            return true;
        };
        final NameRewriter names = new NameRewriter(NameMap.identity()).addresses(bad);
        assertFalse(names.toClient(view.wrap(frame(ROUTE, true, OLD_ROUTE)), ROUTE));
        assertEquals(Refusal.INVALID_TEXT, names.patch().refusal());
    }

    @Test
    void aSignedBodyIsRefusedOrSignedAnew() throws Exception
    {
        final byte[] frame = Frames.json(
            "{\"code\":42,\"extFields\":{\"AccessKey\":\"ak\",\"Signature\":\"old\"},\"opaque\":1}"
                .getBytes(StandardCharsets.UTF_8),
            "{\"consumerGroup\":\"g\",\"mqSet\":[]}".getBytes(
                StandardCharsets.UTF_8));
        assertFalse(rewriter.toBroker(view.wrap(frame)));
        assertEquals(Refusal.SIGNED, rewriter.patch().refusal());
        rewriter.signer(new AclSigner("12345678".getBytes(StandardCharsets.UTF_8)));
        assertTrue(rewriter.toBroker(view.wrap(frame)));
        final byte[] result = Patches.written(rewriter.patch(), frame);
        final RemotingCommand command = RemotingCommand.decode(ByteBuffer.wrap(result, 4, result.length - 4).slice());
        final TreeMap<String, String> signed = new TreeMap<>(command.getExtFields());
        final String signature = signed.remove("Signature");
        assertEquals(AclUtils.calSignature(AclUtils.combineRequestContent(command, signed), "12345678"), signature);
    }

    @Test
    void makesNoGarbage()
    {
        final byte[] own = "gateway:1".getBytes(StandardCharsets.UTF_8);
        final byte[] name = "broker-a".getBytes(StandardCharsets.UTF_8);
        final NameRewriter names = new NameRewriter(Namespace.of(SPACE)).addresses((address, out) -> {
            out.put(own);
            return address.isOf(name) && address.id() == 0;
        });
        final byte[] route = frame(ROUTE, true, OLD_ROUTE);
        final byte[] heartbeat = frame(HEARTBEAT, false,
            "{\"producerDataSet\":[{\"groupName\":\"g\\u0041\"}],\"consumerDataSet\":[{\"groupName\":\"g\"}]}");
        final byte[] bad = frame(HEARTBEAT, false, "{\"producerDataSet\":[}");
        // Without leak detection, which allocates.
        final ByteBuf direct = new UnpooledByteBufAllocator(true, true).directBuffer().writeBytes(route);
        final byte[] out = new byte[2_000];
        assertEquals(0, Allocations.by(() -> {
            names.toClient(view.wrap(route), ROUTE);
            names.patch().writeHeader(out, 0);
            names.toBroker(view.wrap(heartbeat));
            names.patch().writeHeader(out, 0);
            names.toBroker(view.wrap(bad));
            names.toClient(view.wrap(direct), ROUTE);
            names.patch().writeHeader(out, 0);
        }, 20_000, 1_000));
        direct.release();
    }

    @Test
    void aMapOfAddressesIsToldTheBrokerTheNumberAndTheAddress() throws Exception
    {
        final StringBuilder told = new StringBuilder();
        final BrokerAddress[] kept = new BrokerAddress[1];
        final AddressMap map = (address, out) -> {
            kept[0] = address;
            told.append(address).append(address.isOf("broker-b".getBytes(StandardCharsets.UTF_8)) ? " is b" : "")
                .append(
                    ", ")
                .append(new String(address.bytes(), address.offset(), address.length(), StandardCharsets.UTF_8)
                    .equals(address.toText()) ? address.nameLength() : -1)
                .append('\n');
            return false;
        };
        final byte[] body = ("{\"brokerDatas\":[{\"brokerAddrs\":{\"0\":\"10.0.0.1:1\",\"x\":\"h\\u006f:2\","
            + "\"1234567890123456789012\":\"h:3\"},\"brokerName\":\"broker\\u002da\"},{\"brokerName\":\"broker-b\","
            + "\"brokerAddrs\":{12:\"h:4\"}},{\"brokerAddrs\":{\"\":\"h:5\",\"1\":\"\"}}]}").getBytes(
                StandardCharsets.UTF_8);
        final byte[] frame = frame(0, true, body);
        assertTrue(new NameRewriter(Namespace.of(SPACE)).addresses(map).toClient(view.wrap(frame), ROUTE));
        assertEquals("10.0.0.1:1 of broker-a 0, 8\nho:2 of broker-a -1, 8\nh:3 of broker-a -1, 8\n"
            + "h:4 of broker-b 12 is b, 8\nh:5 of  -1, 0\n", told.toString());
        assertEquals("no address", kept[0].toString());
    }
}
