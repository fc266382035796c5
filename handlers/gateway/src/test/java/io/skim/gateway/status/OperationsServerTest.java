package io.skim.gateway.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("deprecation")
class OperationsServerTest
{
    private final EventLoopGroup group = new NioEventLoopGroup(1);
    private final Sample sample = new Sample();
    private OperationsServer server;

    @BeforeEach
    void start() throws InterruptedException
    {
        server = OperationsServer.bind(group, new InetSocketAddress("127.0.0.1", 0), Set.of("Gateway.Example"), sample,
            sample.metrics, sample.connections);
    }

    @AfterEach
    void stop()
    {
        server.close();
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        sample.close();
    }

    /** Sends bytes, and reads until the server has closed its side. */
    private String exchange(final String request) throws IOException
    {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort()))
        {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return read(socket.getInputStream());
        }
    }

    private static String read(final InputStream in) throws IOException
    {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private String get(final String path) throws IOException
    {
        return exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private static String body(final String answer)
    {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static void assertStatus(final int status, final String answer)
    {
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    }

    @Test
    void metricsAreInTheFormatOfPrometheus() throws IOException
    {
        sample.traffic(10);
        final String answer = get("/metrics");
        assertStatus(200, answer);
        assertTrue(
            answer.toLowerCase(Locale.ROOT).contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n"));
        assertTrue(
            answer.contains("skim_gateway_frames_total{direction=\"in\",endpoint=\"orders\",side=\"client\"} 10.0\n"));
    }

    @Test
    void healthIsAliveAndReadinessFollowsTheChecks() throws IOException
    {
        assertEquals("alive\n", body(get("/health")));
        assertEquals("ready\n", body(get("/ready")));
        sample.checks.set(1, new StatusSource.Check("cluster blue", false, "no broker answers"));
        final String answer = get("/ready");
        assertStatus(503, answer);
        assertEquals("cluster blue: no broker answers\n", body(answer));
        assertStatus(200, get("/health"));
        assertEquals(false, JSON.parseObject(body(get("/status.json"))).getBoolean("ready"));
    }

    @Test
    void drainingIsNotReady() throws IOException
    {
        sample.connect("10.0.0.1");
        sample.connections.drain(Duration.ofDays(1), Executors.newSingleThreadScheduledExecutor());
        final String answer = get("/ready");
        assertStatus(503, answer);
        assertTrue(body(answer).startsWith("draining\n"));
    }

    @Test
    void theStatusShowsWhatHappened() throws IOException
    {
        sample.traffic(100);
        sample.connect("10.0.0.1");
        sample.connect("2001:db8::1");
        final JSONObject status = JSON.parseObject(body(get("/status.json")));
        assertEquals("0.1.0", status.getString("version"));
        assertEquals(7, status.getIntValue("generation"));
        assertEquals(4_194_304, status.getIntValue("directBytes"));
        assertEquals(JSON.parseObject("{'code': 3, 'rate': 2}"), status.get("refusals"));
        assertEquals(JSON.parseObject("{'header_overruns_frame': 1}"), status.get("malformed"));
        assertEquals(JSON.parseObject("{'request': 1}"), status.get("timeouts"));
        assertEquals(JSON.parseObject("{'edited': 5}"), status.get("actions"));
        assertEquals("no-management 34, gray lane 33, <b>\"markup\"</b> 33", status.getJSONArray("rules").stream().map(
            rule -> ((JSONObject)rule).getString("name") + " " + ((JSONObject)rule).getString("hits"))
            .reduce((a, b) -> a
                + ", " + b)
            .orElseThrow());
        final JSONObject listener = status.getJSONArray("endpoints").getJSONObject(0);
        assertEquals("orders", listener.getString("name"));
        assertEquals(102, listener.getIntValue("framesIn"));
        assertEquals(JSON.parseObject("{'idle': 1}"), listener.get("closed"));
        final List<String> codes = new ArrayList<>();
        status.getJSONArray("latencies").forEach(latency -> codes.add(((JSONObject)latency).getString("code") + " "
            + ((JSONObject)latency).getString("count")));
        assertEquals(List.of("PULL_MESSAGE 34", "HEART_BEAT 5", "GET_ROUTEINFO_BY_TOPIC 5", "SEND_MESSAGE_V2 100"),
            codes);
        assertEquals(2, status.getIntValue("open"));
        final List<String> clients = new ArrayList<>();
        status.getJSONArray("connections")
            .forEach(connection -> clients.add(((JSONObject)connection).getString("client")));
        assertTrue(clients.contains("10.0.0.1:51234") && clients.contains("[2001:db8::1]:51234"), clients::toString);
    }

    @Test
    void connectionsOfTheStatusAreBounded() throws IOException
    {
        for (int i = 0; i < 300; i++)
        {
            sample.connect("10.0.0.1");
        }
        final JSONObject status = JSON.parseObject(body(get("/status.json")));
        assertEquals(300, status.getIntValue("open"));
        assertEquals(StatusReport.MOST_CONNECTIONS, status.getJSONArray("connections").size());
    }

    @Test
    void thePageRunsItsOwnScriptAlone() throws IOException
    {
        final String answer = get("/");
        assertStatus(200, answer);
        final String head = answer.substring(0, answer.indexOf("\r\n\r\n")).toLowerCase(Locale.ROOT);
        assertTrue(head.contains("content-security-policy: default-src 'none'; style-src 'sha256-"), head);
        assertTrue(head.contains("script-src 'sha256-"), head);
        assertTrue(head.contains("x-content-type-options: nosniff"), head);
        assertTrue(head.contains("cache-control: no-store"), head);
        assertFalse(head.contains("access-control-allow-origin"), head);
        assertFalse(body(answer).matches("(?s).*(src|href)=\"(https?:)?//.*"), "the page loads nothing from elsewhere");
        assertFalse(body(answer).matches("(?s).*\\son[a-z]+=\".*"), "the policy would not run it");
        assertFalse(body(answer).contains(" style=\""), "the policy would not apply it");
        assertFalse(body(answer).contains("innerHTML"), "text of peers is never markup");
    }

    @Test
    void headHasNoBody() throws IOException
    {
        final String answer = exchange("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertStatus(200, answer);
        assertTrue(answer.endsWith("\r\n\r\n"), answer);
        assertTrue(answer.toLowerCase(Locale.ROOT).contains("content-length: 6\r\n"), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/favicon.ico", "/status.json/", "/../status.json", "//", "/metrics%00", "*",
        "http://localhost/other"})
    void otherPathsAreNotFound(final String path) throws IOException
    {
        assertStatus(404, get(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"})
    void otherMethodsAreNotAllowed(final String method) throws IOException
    {
        final String answer =
            exchange(method + " /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
        assertStatus(405, answer);
        assertTrue(answer.toLowerCase(Locale.ROOT).contains("allow: get, head\r\n"), answer);
    }

    @ParameterizedTest
    @CsvSource({"localhost, 200", "LOCALHOST:9400, 200", "127.0.0.1:1, 200", "10.1.2.3, 200", "[::1]:9400, 200",
        "[::1], 200",
        "gateway.example:9400, 200", "GATEWAY.example, 200", "evil.example, 421", "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421", "[evil], 421", "::1, 421"})
    void aHostThatAnotherSiteMayPointHereIsRefused(final String host, final int status) throws IOException
    {
        assertStatus(status, exchange("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
    }

    @Test
    void aRequestWithoutAHostIsRefused() throws IOException
    {
        assertStatus(421, exchange("GET /health HTTP/1.1\r\n\r\n"));
    }

    @Test
    void longLinesAndHeadersAreRefused() throws IOException
    {
        assertStatus(414, get("/" + "a".repeat(2000)));
        assertStatus(431, exchange("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(9000) + "\r\n\r\n"));
        assertStatus(400, exchange("GET / HTTP/1.1\r\nHost: local\0host\r\n\r\n"));
    }

    @Test
    void onlyTheFirstOfPipelinedRequestsIsAnswered() throws IOException
    {
        final String answer = exchange("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(500));
        assertEquals(0, answer.lastIndexOf("HTTP/1.1"));
        assertEquals("alive\n", body(answer));
    }

    @Test
    void requestsMayComeByteByByte() throws IOException, InterruptedException
    {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort()))
        {
            socket.setTcpNoDelay(true);
            for (final byte b : "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
            {
                socket.getOutputStream().write(b);
            }
            assertEquals("alive\n", body(read(socket.getInputStream())));
        }
    }

    @Test
    void moreConnectionsThanTheLimitAreClosedAndThenAdmittedAgain() throws IOException, InterruptedException
    {
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < OperationsServer.MOST_CONNECTIONS; i++)
        {
            sockets.add(new Socket("127.0.0.1", server.address().getPort()));
        }
        // The last of them has an answer, so all of them are accepted.
        final Socket last = sockets.get(sockets.size() - 1);
        last.getOutputStream()
            .write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertEquals("alive\n", body(read(last.getInputStream())));
        try (Socket further = new Socket("127.0.0.1", server.address().getPort()))
        {
            assertEquals(-1, further.getInputStream().read());
        }
        for (final Socket socket : sockets)
        {
            socket.close();
        }
        while (true)
        {
            try
            {
                assertEquals("alive\n", body(get("/health")));
                return;
            }
            catch (final IOException | StringIndexOutOfBoundsException notYet)
            {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aConnectionThatSendsNothingIsClosed() throws IOException
    {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort()))
        {
            socket.getOutputStream().write("GET /health HTT".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout((int)TimeUnit.MINUTES.toMillis(2));
            assertEquals(-1, socket.getInputStream().read());
        }
    }
}
