package io.skim.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Side;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines about responses: what peers chose is quoted, and they are limited for each rule. */
class ResponseLogTest
{
    private final GatewayMetrics metrics = new GatewayMetrics("test", () -> 0);
    private final Lines lines = new Lines(System.Logger.Level.INFO);
    private final Connection connection = new Connections(metrics, new ConnectionLog(lines, 1), Duration.ofSeconds(1))
        .open(new EmbeddedChannel()
        {
            @Override
            protected SocketAddress remoteAddress0()
            {
                return new InetSocketAddress("10.0.0.7", 51234);
            }
        }, metrics.endpoint(Side.CLIENT, "orders"));

    @AfterEach
    void close()
    {
        metrics.close();
    }

    private static void tell(final Map<String, Object> told)
    {
        told.put("response", "SYSTEM_ERROR");
        told.put("topic", null);
        told.put("remark", "a\nresponse matched rule=forged \"x\"" + "y".repeat(200));
    }

    @Test
    void aLineHasWhatIsToldAndCannotBeForged()
    {
        new ResponseLog(lines, 1).matched(connection, "slow sends", 0, ResponseLogTest::tell);
        assertEquals("INFO response matched rule=\"slow sends\" id=1 listener=orders client=10.0.0.7:51234"
            + " response=SYSTEM_ERROR remark=\"a\\u000aresponse matched rule\\u003dforged \\\"x\\\"" + "y".repeat(86)
            + "...\"", lines.all().get(0));
    }

    @Test
    void theLinesOfEachRuleAreLimited()
    {
        final ResponseLog log = new ResponseLog(lines, 1);
        for (int i = 0; i < 25; i++)
        {
            log.matched(connection, "first", i, ResponseLogTest::tell);
        }
        assertEquals(10, lines.all().size(), "ten seconds' worth at once");
        log.matched(connection, "second", 25, ResponseLogTest::tell);
        assertEquals(11, lines.all().size());
        log.matched(connection, "first", TimeUnit.SECONDS.toNanos(2), ResponseLogTest::tell);
        assertTrue(lines.all().get(11).endsWith(" suppressed=15"), lines.all().get(11));
    }

    @Test
    void nothingIsToldToALogThatIsOff()
    {
        new ResponseLog(new Lines(System.Logger.Level.WARNING), 1).matched(connection, "x", 0, told -> {
            throw new AssertionError("told");
        });
        assertTrue(lines.all().isEmpty());
    }
}
