package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.ResourceReader;
import io.skim.handlers.route.Routes;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snippets of the routing guide do what it says. */
class RoutingTest
{
    private static final byte[] EU = Frames.binary(310, null, "", "b", "orders", "i", "region\001eu\2tier\001gold\2");
    private static final byte[] AUDIT = Frames.binary(10, null, "", "topic", "audit");
    private static final byte[] OTHER = Frames.json("{\"code\":105,\"extFields\":{\"topic\":\"x\"},\"opaque\":1}");

    private final FrameView view = new FrameView();
    private final RemotingScanner scanner = new RemotingScanner();

    @Test
    void framesGoWhereTheFirstRuleSays()
    {
        final Routing.Gateway gateway = new Routing.Gateway(new Routes<>(Routing.TABLE));
        assertEquals("cluster-eu", gateway.target(view.wrap(EU)));
        assertEquals("cluster-audit", gateway.target(view.wrap(AUDIT)));
        assertEquals("cluster-main", gateway.target(view.wrap(OTHER)));
        assertEquals("cluster-b", gateway.target(view.wrap(Frames.binary(310, null, "", "i", "TAGS\001TagA"))));
        assertNull(gateway.target(view.wrap(new byte[30])));
    }

    @Test
    void rulesAreExchangedAndBadOnesAreNot()
    {
        final Routes<String, RemotingInterest> routes = new Routes<>(Routing.TABLE);
        final Routing.Gateway gateway = new Routing.Gateway(routes);
        assertTrue(Routing.reload(routes, List.of("a = 1 -> x", "a > == -> y")).startsWith("rule 2, column 5: "));
        assertEquals("cluster-eu", gateway.target(view.wrap(EU)));
        assertNull(Routing.reload(routes, List.of("tier = 'gold' -> gold")));
        assertEquals("gold", gateway.target(view.wrap(EU)));
        routes.rollBack();
        assertEquals("cluster-eu", gateway.target(view.wrap(EU)));
    }

    @Test
    void aGateHoldsUpOtherCodes()
    {
        final RequestGate gate = Routing.gate();
        assertTrue(Routing.isAdmitted(scanner, view.wrap(EU), gate));
        assertFalse(Routing.isAdmitted(scanner, view.wrap(Frames.binary(17, null, "", "topic", "x")), gate));
    }

    @Test
    void oneScanAnswersForAll()
    {
        final Routing.Requests requests = new Routing.Requests(new Routes<>(Routing.TABLE));
        assertEquals("cluster-eu", requests.target(view.wrap(EU)));
        assertEquals("cluster-audit", requests.target(view.wrap(AUDIT)));
        assertEquals("cluster-main", requests.target(view.wrap(OTHER)));
        assertNull(requests.target(view.wrap(Frames.binary(17, null, "", "topic", "audit"))));
        assertNull(requests.target(view.wrap(Frames.binary(34, null, ""))));
        assertNull(requests.target(view.wrap(new byte[30])));
    }

    @Test
    void oneScanAnswersForEditsToo()
    {
        final Routing.EditingGateway gateway = new Routing.EditingGateway(new Routes<>(Routing.TABLE));
        final ByteBuf header = Unpooled.buffer();
        assertEquals("cluster-eu", gateway.target(view.wrap(EU), header));
        assertTrue(header.toString(StandardCharsets.UTF_8).contains("TRACE\u00011"));
        assertNull(gateway.target(view.wrap(Frames.binary(17, null, "", "topic", "audit")), header));
        assertNull(gateway.target(view.wrap(new byte[30]), header));
    }

    @Test
    void requestsThatMayNotPassAreAnsweredInTheirOwnEncoding()
    {
        final Routing.Answers answers = new Routing.Answers();
        final RemotingHeaderReader reader = new RemotingHeaderReader();
        for (final byte[] request : List.of(EU, OTHER))
        {
            final RemotingHeader asked = reader.read(view.wrap(request));
            assertTrue(scanner.check(view.wrap(request)));
            final ByteBuf out = Unpooled.buffer();
            assertTrue(answers.write(scanner, ResponseCode.NO_PERMISSION, "denied", out));
            final RemotingHeader answer = reader.read(view.wrap(out));
            assertEquals(asked.serializeType(), answer.serializeType());
            assertEquals(asked.opaque(), answer.opaque());
            assertEquals(ResponseCode.NO_PERMISSION.code() + "denied" + true, answer.code() + answer.remark() + answer
                .isResponse());
            assertTrue(scanner.check(view));
            assertFalse(answers.write(scanner, ResponseCode.NO_PERMISSION, "denied", out), "an answer has no answer");
        }
    }

    @Test
    void accessIsDecidedByWhatARequestNames()
    {
        final ResourceReader named = new ResourceReader();
        assertTrue(Routing.isPermitted(scanner, view.wrap(EU), named, List.of("orders")));
        assertFalse(Routing.isPermitted(scanner, view.wrap(AUDIT), named, List.of("orders")));
        assertTrue(Routing.isPermitted(scanner, view.wrap(Frames.binary(34, null, "{}")), named, List.of()));
        assertFalse(Routing.isPermitted(scanner, view.wrap(new byte[30]), named, List.of("orders")));
    }

    @Test
    void namesAreThoseThatTheBrokerTakes()
    {
        final ResourceReader named = new ResourceReader();
        assertTrue(Routing.isPermitted(scanner, view.wrap(EU), named, List.of("orders")));
        assertTrue(Routing.isWellNamed(named));
        for (final String bad : List.of("not.allowed", "x".repeat(128), "x".repeat(300)))
        {
            assertTrue(Routing.isPermitted(scanner, view.wrap(Frames.binary(105, null, "", "topic", bad)), named, List
                .of(bad)));
            assertFalse(Routing.isWellNamed(named), bad);
        }
    }

    @Test
    void tenantsHaveNamesOfTheirOwn()
    {
        final Routing.Tenant tenant = new Routing.Tenant("acme");
        final ByteBuf sent = tenant.toBroker(Unpooled.wrappedBuffer(Frames.binary(310, null, "body", "a", "PG", "b",
            "Orders", "c", "TBW102")), UnpooledByteBufAllocator.DEFAULT);
        assertEquals(Unpooled.wrappedBuffer(Frames.binary(310, null, "body", "a", "acme%PG", "b", "acme%Orders", "c",
            "TBW102")), sent);
        sent.release();
        final ByteBuf asked = tenant.toClient(Unpooled.wrappedBuffer(Frames.binary(40, null, "", "consumerGroup",
            "acme%readers")), -1, UnpooledByteBufAllocator.DEFAULT);
        assertEquals(Unpooled.wrappedBuffer(Frames.binary(40, null, "", "consumerGroup", "readers")), asked);
        asked.release();
        assertNull(tenant.toBroker(Unpooled.wrappedBuffer(Frames.binary(105, null, "", "topic", "Orders", "Signature",
            "s")), UnpooledByteBufAllocator.DEFAULT));
    }

    @Test
    void routesNameTheGatewayAndNotTheBrokers()
    {
        final String route = "{\"brokerDatas\":[{\"brokerAddrs\":{0:\"%s\"},\"brokerName\":\"broker-a\"}]}";
        final ByteBuf answer = Routing.behindGateway(java.util.Map.of("broker-a", "gateway:20911")).toClient(Unpooled
            .wrappedBuffer(response(route.formatted("10.0.0.1:10911"))), UnpooledByteBufAllocator.DEFAULT, 105);
        assertEquals(Unpooled.wrappedBuffer(response(route.formatted("gateway:20911"))), answer);
        answer.release();
    }

    private static byte[] response(final String body)
    {
        return Frames.json("{\"code\":0,\"flag\":1,\"opaque\":7}".getBytes(
            java.nio.charset.StandardCharsets.UTF_8), body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
