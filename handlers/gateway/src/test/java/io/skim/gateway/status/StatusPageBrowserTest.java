package io.skim.gateway.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page as a browser shows it. Skipped without Chromium. Screenshots are kept in {@code target/status-page}. */
@SuppressWarnings("deprecation")
class StatusPageBrowserTest
{
    @TempDir
    private static Path profile;
    private static Chromium browser;

    private final EventLoopGroup group = new NioEventLoopGroup(1);
    private final Sample sample = new Sample();
    private OperationsServer server;

    @BeforeAll
    static void startBrowser() throws IOException, InterruptedException
    {
        final String needed = "needs Chromium: install Debian's chromium, or set CHROMIUM to its path";
        assertTrue(Chromium.find().isPresent() || !"true".equals(System.getenv("CI")), needed);
        assumeTrue(Chromium.find().isPresent(), needed);
        browser = new Chromium(Chromium.find().orElseThrow(), profile);
    }

    @AfterAll
    static void stopBrowser()
    {
        if (browser != null)
        {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws InterruptedException
    {
        server = OperationsServer.bind(group, new InetSocketAddress("127.0.0.1", 0), Set.of(), sample, sample.metrics,
            sample.connections);
    }

    @AfterEach
    void stop() throws InterruptedException
    {
        browser.open("about:blank");
        server.close();
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        sample.close();
        assertEquals("", browser.logged(), "what the page logged");
    }

    private void open(final int width, final int height, final String scheme) throws InterruptedException
    {
        browser.view(width, height, scheme);
        browser.open("http://127.0.0.1:" + server.address().getPort() + "/");
        browser.await("document.getElementById('state') && document.getElementById('state').textContent !== 'Loading'");
    }

    @ParameterizedTest
    @CsvSource({"1400, 900, light", "1400, 900, dark", "360, 740, light", "360, 740, dark"})
    void fitsTheViewInBothColourSchemes(final int width, final int height, final String scheme)
        throws IOException, InterruptedException
    {
        for (int i = 0; i < 12; i++)
        {
            sample.connect("10.0.0." + i);
            sample.connect("2001:db8::" + i);
        }
        for (int i = 0; i < 150; i++)
        {
            sample.traffic(200 + 100 * (i * i % 7) + 20 * Math.abs(75 - i));
            server.sampleNow();
        }
        open(width, height, scheme);
        browser.await("document.querySelector('#latency tbody th').textContent === 'SEND_MESSAGE_V2'");
        final Path folder = Files.createDirectories(Path.of("target", "status-page"));
        Files.write(folder.resolve(width + "-" + scheme + ".png"), browser.screenshot());
        assertEquals(String.valueOf(width), browser.evaluate("document.documentElement.scrollWidth"),
            "the page scrolls sideways");
        final String cut =
            "[...document.querySelectorAll('h1, h2, h3, p, button, li')].filter(e => e.scrollWidth > e.clientWidth + 1"
                + " && getComputedStyle(e).display !== 'inline').map(e => e.textContent).join('|')";
        assertEquals("", browser.evaluate(cut), "text that does not fit");
        final String background = browser.evaluate("getComputedStyle(document.body).backgroundColor");
        assertEquals("light".equals(scheme) ? "rgb(245, 246, 248)" : "rgb(18, 22, 28)", background);
        assertEquals("", browser.evaluate(CONTRAST), "text that is hard to read");
    }

    /** Texts whose contrast with their background is below 4.5, of WCAG 2.1 criterion 1.4.3. */
    private static final String CONTRAST = "(() => { const rgb = text => text.match(/[0-9.]+/g).map(Number);"
        + "const light = c => { const f = c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);"
        + "return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };"
        + "const back = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);"
        + "if (c.length < 4 || c[3] > 0) { return c; } } return [255, 255, 255]; };"
        + "return [...document.querySelectorAll('body *')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())"
        + "&& !e.closest('script, .hidden')).filter(e => { const a = light(rgb(getComputedStyle(e).color)), b = light(back(e));"
        + "return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5; }).map(e => e.textContent).join('|'); })()";

    @Test
    void showsLatenciesRulesAndProblemsAsTables() throws InterruptedException
    {
        sample.traffic(100);
        sample.connect("10.0.0.1");
        open(1400, 900, "light");
        assertEquals("\u2713 Ready", browser.evaluate("document.getElementById('state').textContent"));
        final String rules = browser.evaluate("document.getElementById('rules').innerText").replace('\t', ' ');
        assertTrue(rules.contains("no-management 34 code 200"), rules);
        assertTrue(rules.contains("<b>\"markup\"</b> 33 "), "text is text: " + rules);
        assertEquals("0", browser.evaluate("document.querySelectorAll('td b, th b').length"));
        final String problems = browser.evaluate("document.getElementById('problems').innerText").replace('\t', ' ');
        assertTrue(problems.contains("header overruns frame 1 Malformed"), problems);
        assertTrue(problems.contains("rate 2 Refused"), problems);
        final String latency = browser.evaluate("document.getElementById('latency').innerText").replace('\t', ' ');
        assertTrue(latency.contains("GET_ROUTEINFO_BY_TOPIC 5 3.1 ms 3.1 ms 3.1 ms 3.1 ms"), latency);
        final String connections =
            browser.evaluate("document.getElementById('connections').innerText").replace('\t', ' ');
        assertTrue(connections.contains("10.0.0.1:51234 orders blue \u2013 "), connections);
    }

    @Test
    void saysWhatIsNotReadyAndThatTheGatewayIsGone() throws InterruptedException
    {
        sample.checks.set(1, new StatusSource.Check("cluster blue", false, "no broker answers"));
        open(1400, 900, "light");
        assertEquals("\u2717 Not ready: cluster blue",
            browser.evaluate("document.getElementById('state').textContent"));
        assertTrue(browser.evaluate("document.getElementById('checks').innerText").contains("no broker answers"));
    }

    @Test
    void keyboardReachesEveryControlAndTable() throws InterruptedException
    {
        open(1400, 900, "light");
        final StringBuilder reached = new StringBuilder();
        for (int i = 0; i < 8; i++)
        {
            browser.press("Tab", 9, "\\t");
            reached.append(browser.evaluate(
                "document.activeElement.id || document.activeElement.getAttribute('aria-labelledby') || document.activeElement.pathname"))
                .append(' ');
        }
        assertEquals("pause h-latency h-rules h-problems h-endpoints h-connections /metrics /status.json ", reached
            .toString());
        browser.evaluate("document.getElementById('pause').focus()");
        browser.press("Enter", 13, "\\r");
        assertEquals("true Resume", browser.evaluate(
            "document.getElementById('pause').getAttribute('aria-pressed') + ' ' + document.getElementById('pause').textContent"));
    }

    @Test
    void aPausedPageStaysAsItIs() throws InterruptedException
    {
        open(1400, 900, "light");
        browser.evaluate("document.getElementById('pause').click()");
        sample.checks.set(1, new StatusSource.Check("cluster blue", false, "no broker answers"));
        Thread.sleep(3000);
        assertEquals("\u2713 Ready", browser.evaluate("document.getElementById('state').textContent"));
        browser.evaluate("document.getElementById('pause').click()");
        browser.await("document.getElementById('state').textContent === '\u2717 Not ready: cluster blue'");
    }

    @Test
    void screenReadersGetHeadingsTablesAndTheState() throws InterruptedException
    {
        sample.traffic(100);
        open(1400, 900, "light");
        final String names = browser.accessibleNames();
        for (final String name : new String[] {"heading Skim gateway", "heading Latency by request", "heading Rules",
            "table Latency by request", "table Rules", "columnheader p99.9", "rowheader SEND_MESSAGE_V2",
            "button Pause",
            "status ", "region Connections"})
        {
            assertTrue(names.contains(name), () -> name + " is not in\n" + names);
        }
        assertTrue(names.contains("image Last ") && names.contains(" seconds: lowest "), names);
        assertFalse(names.contains("undefined"), names);
    }
}
