package io.skim.gateway.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.ChildJvm;
import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.ConfigFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that are exchanged while they are used. */
class LiveRulesTest
{
    private static final byte[] REQUEST = Requests.send(SerializeType.ROCKETMQ, 310, "t", "a", "1");

    @TempDir
    private Path folder;
    private long time = 1_700_000_000_000L;

    private Path write(final String lines) throws IOException
    {
        final Path file = Files.writeString(folder.resolve("gateway.yaml"), ConfigFiles.BASE + lines);
        time += 1_000;
        Files.setLastModifiedTime(file, FileTime.fromMillis(time));
        return file;
    }

    private static String target(final LiveRules live)
    {
        return new Requests(new Decider(live))
            .decide(REQUEST, Requests.facts(live.rules().config(), "clients", "10.0.0.1", null))
            .target().name();
    }

    @Test
    void aChangedFileIsReadWhenItsWriterIsDone() throws Exception
    {
        final LiveRules live = new LiveRules(write(""));
        assertFalse(live.poll());
        assertEquals("main", target(live));
        write("rules: [{route: other}]\n");
        assertFalse(live.poll(), "it has just changed");
        assertTrue(live.poll());
        assertEquals("other", target(live));
        assertFalse(live.poll());
        assertEquals(1, live.reloads());
        assertEquals(0, live.failures());
    }

    @Test
    void aWrongFileChangesNothingAndTellsWhy() throws Exception
    {
        final LiveRules live = new LiveRules(write("rules: [{route: other}]\n"));
        final RuleSet before = live.rules();
        write("rules: [{route: nowhere}]\n");
        assertFalse(live.poll());
        assertFalse(live.poll());
        assertSame(before, live.rules());
        assertTrue(live.problem().contains("gateway.yaml:8:17: no cluster is called 'nowhere'"), live.problem());
        assertFalse(live.poll());
        assertEquals(1, live.failures(), "a wrong version is refused once");
        write("");
        live.poll();
        assertTrue(live.poll());
        assertNull(live.problem());
        assertEquals("main", target(live));
    }

    @Test
    void aFileThatIsGoneChangesNothing() throws Exception
    {
        final Path file = write("");
        final LiveRules live = new LiveRules(file);
        Files.delete(file);
        assertFalse(live.poll());
        assertFalse(live.poll());
        assertTrue(live.problem().contains("cannot be read"), live.problem());
        assertEquals(1, live.failures());
        assertEquals("main", target(live));
    }

    /** As when the file is changed before the secret is there that it names. */
    @Test
    void aFileWhoseSecretIsMissingIsReadAgainWhenItIsThere() throws Exception
    {
        final LiveRules live = new LiveRules(write(""));
        final Path access = folder.resolve("access");
        final Path secret = folder.resolve("secrets").resolve("key");
        Files.writeString(folder.resolve("gateway.yaml"), ConfigFiles.BASE.replace("other: {",
            "other: {account: {accessKey: {file: access}, secretKey: {file: secrets/key}}, ")
            + "rules: [{route: other}]\n");
        assertFalse(live.poll());
        assertFalse(live.poll());
        assertTrue(live.problem().contains("the file " + access + " cannot be read") && live.problem().contains(secret
            .toString()), live.problem());
        assertFalse(live.poll());
        assertEquals(1, live.failures());

        Files.writeString(access, "a");
        assertFalse(live.poll(), "it has just appeared");
        assertFalse(live.poll());
        assertFalse(live.problem().contains(access.toString()), live.problem());
        assertTrue(live.problem().contains(secret.toString()), live.problem());
        assertEquals(2, live.failures(), "there is another problem");
        assertFalse(live.poll());
        assertFalse(live.poll());

        Files.createDirectories(secret);
        assertFalse(live.poll());
        assertFalse(live.poll(), "a folder is no secret");
        Files.delete(secret);
        Files.writeString(secret, "s");
        assertFalse(live.poll());
        Files.writeString(secret, "secret");
        assertFalse(live.poll(), "its writer was not done");
        assertTrue(live.poll());
        assertEquals("secret", live.rules().config().clusters().get("other").account().secretKey().toText());
        assertEquals("other", target(live));
        assertNull(live.problem());
        assertEquals(2, live.failures());
    }

    /** As when a secret of Kubernetes is mounted: the file is a link whose target appears. */
    @Test
    void aKeyThatWasMissingForAMomentIsReadAgainThoughItIsALink() throws Exception
    {
        final Path trust = Files.writeString(folder.resolve("ca.pem"), "");
        final Path link = Files.createSymbolicLink(folder.resolve("trust.pem"), trust);
        final String tls = ConfigFiles.BASE.replace("other: {", "other: {tls: {trust: trust.pem}, ");
        Files.writeString(folder.resolve("gateway.yaml"), tls);
        final LiveRules live = new LiveRules(folder.resolve("gateway.yaml"));
        Files.delete(trust);
        Files.writeString(folder.resolve("gateway.yaml"), tls + "rules: [{route: other}]\n");
        assertFalse(live.poll());
        assertFalse(live.poll());
        assertTrue(live.problem().contains("the file " + link + " cannot be read"), live.problem());
        Files.writeString(trust, "");
        assertFalse(live.poll());
        assertTrue(live.poll());
        assertEquals("other", target(live));
    }

    /** In a process of its own, which has few file descriptors. */
    @Test
    void aChangedFileThatCouldNotBeReadIsReadWhenThatIsPossible() throws Exception
    {
        final Path file = write("");
        final Process process = ChildJvm.start(128, List.of(), ScarceFiles.class, file);
        final List<String> lines;
        try (BufferedReader output = process.inputReader())
        {
            lines = output.lines().toList();
        }
        assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
        assertEquals(4, lines.size(), () -> String.join("\n", lines));
        assertTrue(lines.get(0).startsWith("false 1 " + file + ": cannot be read: ") && lines.get(0).endsWith(
            "Too many open files"), lines.get(0));
        assertEquals(lines.get(0), lines.get(1), "the same failure is told once");
        assertEquals("true 1 null", lines.get(2));
        assertEquals("false 1 null", lines.get(3));
    }

    @Test
    void theFirstFileMustBeGood() throws Exception
    {
        final Path file = write("drain: soon\n");
        assertThrows(ConfigException.class, () -> new LiveRules(file));
        assertThrows(NoSuchFileException.class, () -> new LiveRules(folder.resolve("missing.yaml")));
    }

    @Test
    void listenersCannotChange() throws Exception
    {
        final Path file = write("");
        final LiveRules live = new LiveRules(file);
        Files.writeString(file, ConfigFiles.BASE.replace("address: 9876", "address: 9999"));
        assertFalse(live.reload());
        assertEquals(file + ": address of the listener 'clients' cannot change while the gateway runs; restart it",
            live.problem());
        write("http: {address: 9090}\n");
        assertFalse(live.reload());
    }

    /** An operator reads in the log which line to look at. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "address: 5672#address: 5673#address of the listener 'messages' cannot change",
        "address: 9876, cluster: main#address: 9999, cluster: third, proxyProtocol: {from: 10.0.0.1}"
            + "#address, cluster, proxyProtocol of the listener 'clients' cannot change",
        "20000-20010#20000-20011#brokers of the listener 'clients' cannot change",
        "name: messages#name: letters#the listener 'messages' cannot be removed",
        "listeners:#listeners:\\n  - {name: late, address: 7000, cluster: main, brokers: {ports: 7001-7009}}#the listener 'late' cannot be added",
        "clusters:#http: {address: 9090}\\nclusters:#http cannot change",
        "artemis: #renamed: #cluster of the listener 'messages' cannot change",
        "  artemis:#  late: {brokers: [10.0.0.7:10911], tls: {}}\\n  artemis:"
            + "#the cluster 'late' has tls or share, and cannot be added"})
    void itIsToldWhatCannotChange(final String before, final String after, final String message) throws Exception
    {
        final String third = "  third: {nameServers: [10.0.0.8:9876]}\n";
        final Path file = write(third);
        final LiveRules live = new LiveRules(file);
        Files.writeString(file, ConfigFiles.BASE.replace(before, after.replace("\\n", "\n")) + third);
        assertFalse(live.reload());
        assertEquals(file + ": " + message + " while the gateway runs; restart it", live.problem());
        Files.writeString(file, ConfigFiles.BASE);
        assertTrue(live.reload(), live::problem);
    }

    @Test
    void theOrderOfListenersMayChange() throws Exception
    {
        final Path file = write("");
        final LiveRules live = new LiveRules(file);
        final List<String> lines = new ArrayList<>(ConfigFiles.BASE.lines().toList());
        lines.add(2, lines.remove(1));
        Files.write(file, lines);
        assertTrue(live.reload(), live::problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limits: {frame: 1MiB}", "policies: {reading: lenient}", "policies: {malformed: pass}",
        "policies: {messages: strict}", "reload: 2s"})
    void whatConnectionsAreMadeWithCannotChange(final String lines) throws Exception
    {
        final LiveRules live = new LiveRules(write(""));
        write(lines + "\n");
        assertFalse(live.reload());
        assertTrue(live.problem().endsWith(" cannot change while the gateway runs; restart it"), live.problem());
    }

    @Test
    void howConnectionsToAClusterBeginCannotChange() throws Exception
    {
        final String other = "other: {brokers: [10.0.0.6:10911]";
        final Path file = write("");
        final LiveRules live = new LiveRules(file);
        for (final String key : List.of("tls: {}", "proxyProtocol: v2", "share: {}"))
        {
            Files.writeString(file, ConfigFiles.BASE.replace(other, other + ", " + key));
            assertFalse(live.reload(), key);
            assertTrue(live.problem().endsWith(
                "tls, proxyProtocol and share of the cluster 'other' cannot change while the gateway runs; restart it"),
                live.problem());
        }
        // Who would read the certificates of one that is new?
        final String late = "  late: {nameServers: [10.0.0.7:9876]";
        write(late + ", tls: {}}\n");
        assertFalse(live.reload());
        write(late + "}\n");
        assertTrue(live.reload(), live::problem);
        write(late + ", proxyProtocol: v2}\n");
        assertFalse(live.reload());
        Files.writeString(file, ConfigFiles.BASE.replace(other, "other: {brokers: [10.0.0.8:10911]"));
        assertTrue(live.reload(), live::problem);
    }

    @Test
    void aFileThatIsThereAgainIsInOrderAgain() throws Exception
    {
        final Path file = write("");
        final LiveRules live = new LiveRules(file);
        final Path away = Files.move(file, folder.resolve("away"));
        assertFalse(live.poll());
        assertTrue(live.problem().contains("cannot be read"), live.problem());
        Files.move(away, file);
        assertFalse(live.poll());
        assertNull(live.problem());
        write("rules: [{route: nowhere}]\n");
        live.poll();
        live.poll();
        final String wrong = live.problem();
        Files.move(file, away);
        live.poll();
        assertNotEquals(wrong, live.problem());
        Files.move(away, file);
        live.poll();
        assertEquals(wrong, live.problem());
        assertEquals(0, live.reloads());
    }

    @Test
    void aReloadCanBeTakenBackOnce() throws Exception
    {
        final LiveRules live = new LiveRules(write(""));
        assertFalse(live.rollBack(), "nothing to take back");
        final RuleSet before = live.rules();
        write("rules: [{route: other}]\n");
        assertTrue(live.reload());
        assertNotSame(before, live.rules());
        assertTrue(live.rollBack());
        assertSame(before, live.rules());
        assertFalse(live.rollBack());
        assertFalse(live.poll());
        assertFalse(live.poll(), "the file is not read again until it changes");
        assertSame(before, live.rules());
    }

    /** In the slow lane 10,000 reloads; here fewer of the same. */
    @Test
    void reloadsUnderUseLeaveNothingBehind() throws Exception
    {
        final int reloads = Integer.getInteger("skim.gateway.reloads", 200);
        final LiveRules live = new LiveRules(write("rules: [{route: main}]\n"));
        final AtomicBoolean stop = new AtomicBoolean();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final List<Thread> users = new ArrayList<>();
        for (int i = 0; i < 2; i++)
        {
            users.add(new Thread(() -> use(live, stop, failure)));
            users.get(i).start();
        }
        // An idle connection, whose last frame met the first rules.
        final ConnectionFacts idle = Requests.facts(live.rules().config(), "clients", "10.0.0.1", null);
        idle.plan(live.rules());
        final List<WeakReference<RuleSet>> old = new ArrayList<>();
        for (int i = 0; i < reloads; i++)
        {
            old.add(new WeakReference<>(live.rules()));
            final boolean odd = i % 2 == 0;
            write("rules: [{name: x, match: {sql: \"a = '1'\"}, route: " + (odd ? "other" : "main")
                + ", set: {properties: {v: \"" + (odd
                    ? "other" : "main")
                + "\"}}}]\n");
            assertTrue(live.reload(), live::problem);
        }
        stop.set(true);
        for (final Thread user : users)
        {
            user.join();
        }
        assertNull(failure.get(), () -> String.valueOf(failure.get()));
        assertEquals(reloads, live.reloads());
        // The rules in force and those before them may stay.
        for (int attempt = 0; attempt < 50 && kept(old) > 1; attempt++)
        {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(kept(old) <= 1, () -> kept(old) + " old sets of rules are kept");
        assertEquals("10.0.0.1", java.net.InetAddress.getByAddress(idle.address()).getHostAddress());
    }

    private static long kept(final List<WeakReference<RuleSet>> old)
    {
        return old.stream().filter(each -> each.get() != null).count();
    }

    /** Each frame meets the old rules or the new ones: its target and its edit are of the same set. */
    private static void use(final LiveRules live, final AtomicBoolean stop, final AtomicReference<Throwable> failure)
    {
        try
        {
            final Requests requests = new Requests(new Decider(live));
            final ConnectionFacts facts = Requests.facts(live.rules().config(), "clients", "10.0.0.1", null);
            while (!stop.get())
            {
                final Decision decision = requests.decide(REQUEST, facts);
                if (decision.rewriter() != null)
                {
                    assertEquals(decision.target().name(), requests.edited(decision).properties.get("v"));
                }
            }
        }
        catch (final Throwable e)
        {
            failure.set(e);
        }
    }
}
