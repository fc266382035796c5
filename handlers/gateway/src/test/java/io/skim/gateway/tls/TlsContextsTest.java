package io.skim.gateway.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes over sockets of the loopback interface, with certificates made for them. */
@SuppressWarnings("deprecation")
class TlsContextsTest
{
    private static final Duration DAY = Duration.ofDays(1);
    private static final EventLoopGroup LOOP = new NioEventLoopGroup(1);

    @TempDir
    private Path folder;
    private Authority authority;

    @BeforeEach
    void makeAuthority()
    {
        authority = new Authority(folder, "authority");
    }

    @AfterAll
    static void stop()
    {
        LOOP.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    private static ServerTls server(final boolean refusesUnknown, final KeyFiles... certificates)
    {
        return new ServerTls(List.of(certificates), refusesUnknown, ClientAuth.NONE, null);
    }

    private UpstreamTls client(final String serverName)
    {
        return new UpstreamTls(authority.file(), serverName, null);
    }

    /** Connects once. {@return the subject of the server's certificate, or why the handshake failed} */
    private static String connect(final ServerTlsContexts server, final UpstreamTls client) throws Exception
    {
        return connect(server, UpstreamTlsContexts.load(client), new LinkedBlockingQueue<>());
    }

    private static String connect(final ServerTlsContexts server, final UpstreamTlsContexts client,
        final BlockingQueue<String> clientSubjects) throws Exception
    {
        final Channel listener = new ServerBootstrap().group(LOOP).channel(NioServerSocketChannel.class).childHandler(
            new ChannelInitializer<Channel>()
            {
                @Override
                protected void initChannel(final Channel channel)
                {
                    channel.pipeline().addLast(server.newHandler(), new Subjects(clientSubjects));
                }
            }).bind("127.0.0.1", 0).sync().channel();
        final int port = ((InetSocketAddress)listener.localAddress()).getPort();
        final SslHandler[] handler = new SslHandler[1];
        final Channel channel = new Bootstrap().group(LOOP).channel(NioSocketChannel.class).handler(
            new ChannelInitializer<Channel>()
            {
                @Override
                protected void initChannel(final Channel made)
                {
                    handler[0] = client.newHandler(made.alloc(), "127.0.0.1", port);
                    made.pipeline().addLast(handler[0], new Subjects(new LinkedBlockingQueue<>()));
                }
            }).connect("127.0.0.1", port).sync().channel();
        try
        {
            final Future<Channel> handshake = handler[0].handshakeFuture().await();
            return handshake.isSuccess() ? ((X509Certificate)handler[0].engine().getSession().getPeerCertificates()[0])
                .getSubjectX500Principal().getName() : innermost(handshake.cause());
        }
        finally
        {
            channel.close().sync();
            listener.close().sync();
        }
    }

    private static String innermost(final Throwable cause)
    {
        return cause.getCause() == null ? cause.getClass().getSimpleName() + ": " + cause.getMessage() : innermost(cause
            .getCause());
    }

    @Test
    void theNameThatIsAskedForChoosesTheCertificate() throws Exception
    {
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, authority.issue("first", DAY, "a.example",
            "127.0.0.1"), authority.issue("second", DAY, "b.example", "*.b.example")));
        assertEquals("CN=first", connect(server, client("a.example")));
        assertEquals("CN=second", connect(server, client("b.example")));
        assertEquals("CN=second", connect(server, client("one.b.example")));
        assertEquals("CN=first", connect(server, client(null)), "an address is no name");
    }

    @Test
    void namesOfTheSettingsGoBeforeThoseOfTheCertificate() throws Exception
    {
        final KeyFiles first = authority.issue("first", DAY, "a.example");
        final KeyFiles second = authority.issue("second", DAY, "a.example", "b.example");
        final ServerTlsContexts server = ServerTlsContexts.load(server(true, new KeyFiles(List.of("c.example"), first
            .chain(), first.key()), second));
        assertEquals("CN=second", connect(server, client("a.example")));
    }

    @Test
    void anUnknownNameGetsTheFirstCertificateOrIsRefused() throws Exception
    {
        final KeyFiles first = authority.issue("first", DAY, "a.example", "unknown.example");
        final KeyFiles named = new KeyFiles(List.of("a.example"), first.chain(), first.key());
        assertEquals("CN=first", connect(ServerTlsContexts.load(server(false, named)), client("unknown.example")));
        final String refused = connect(ServerTlsContexts.load(server(true, named)), client("unknown.example"));
        assertFalse(refused.startsWith("CN="), refused);
        assertEquals("CN=first", connect(ServerTlsContexts.load(server(true, named)), client("a.example")));
    }

    @Test
    void aCertificateOfAnotherNameIsRefused() throws Exception
    {
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, authority.issue("first", DAY,
            "a.example")));
        final String named = connect(server, client("other.example"));
        assertTrue(named.contains("other.example"), named);
        final String addressed = connect(server, client(null));
        assertTrue(addressed.contains("127.0.0.1") || addressed.contains("subject alternative names"), addressed);
    }

    @Test
    void anExpiredCertificateIsRefused() throws Exception
    {
        final ServerTlsContexts server =
            ServerTlsContexts.load(server(false, authority.issue("old", Duration.ofHours(-1),
                "a.example")));
        final String refused = connect(server, client("a.example"));
        assertTrue(refused.startsWith("CertificateExpiredException"), refused);
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception
    {
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, new Authority(folder, "stranger").issue(
            "first", DAY, "a.example")));
        final String refused = connect(server, client("a.example"));
        assertTrue(refused.contains("unable to find valid certification path"), refused);
    }

    @Test
    void clientsMayShowCertificatesOrMust() throws Exception
    {
        final KeyFiles own = authority.issue("first", DAY, "a.example");
        final KeyFiles known = authority.issue("known", DAY, "client");
        // Clients send no certificate whose authority the server did not name. So this one has the name, but not the key.
        final KeyFiles foreign =
            new Authority(Files.createDirectory(folder.resolve("other")), "authority").issue("foreign",
                DAY, "client");
        for (final ClientAuth auth : List.of(ClientAuth.OPTIONAL, ClientAuth.REQUIRE))
        {
            final ServerTlsContexts server = ServerTlsContexts.load(new ServerTls(List.of(own), false, auth, authority
                .file()));
            assertEquals("CN=known", subjectSeen(server, known));
            assertEquals(auth == ClientAuth.OPTIONAL ? "none" : "refused", subjectSeen(server, null));
            assertEquals("refused", subjectSeen(server, foreign));
        }
    }

    /** {@return the client's certificate as the server saw it} */
    private String subjectSeen(final ServerTlsContexts server, final KeyFiles own) throws Exception
    {
        final BlockingQueue<String> subjects = new LinkedBlockingQueue<>();
        connect(server, UpstreamTlsContexts.load(new UpstreamTls(authority.file(), "a.example", own)), subjects);
        return subjects.take();
    }

    @Test
    void newFilesAreUsedAndBadOnesAreNot() throws Exception
    {
        final KeyFiles files = authority.issue("first", DAY, "a.example");
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, files));
        assertFalse(server.reloadIfChanged());
        final KeyFiles next = authority.issue("next", Duration.ofHours(1), "a.example");
        Files.move(next.chain(), files.chain(), StandardCopyOption.REPLACE_EXISTING);
        final TlsFileException torn = assertThrows(TlsFileException.class, server::reloadIfChanged);
        assertEquals(files.key() + ": is not the key of the certificate of CN=next", torn.getMessage());
        assertFalse(server.reloadIfChanged(), "what failed is not reported twice");
        assertEquals("CN=first", connect(server, client("a.example")));
        Files.move(next.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        assertTrue(server.reloadIfChanged());
        assertEquals("CN=next", connect(server, client("a.example")));
        assertEquals(Instant.now().plus(1, ChronoUnit.HOURS).getEpochSecond(), server.expiry().getEpochSecond(), 600);
        Files.delete(files.key());
        assertThrows(TlsFileException.class, server::reloadIfChanged);
        assertFalse(server.reloadIfChanged());
    }

    /** Clients would refuse it. But it is no worse than one that has expired, too. */
    @Test
    void anExpiredCertificateTakesNoPlaceOfAValidOne() throws Exception
    {
        final KeyFiles files = authority.issue("first", DAY, "a.example");
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, files));
        final KeyFiles old = authority.issue("old", Duration.ofHours(-1), "a.example");
        Files.copy(old.chain(), files.chain(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(old.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        final TlsFileException expired = assertThrows(TlsFileException.class, server::reloadIfChanged);
        assertTrue(expired.getMessage().startsWith(files.chain() + ": the certificate has expired at ")
            && expired.getMessage().endsWith(", and those in use are valid"), expired.getMessage());
        assertEquals(expired.getMessage(), server.problem());
        assertEquals("CN=first", connect(server, client("a.example")));
        final ServerTlsContexts late = ServerTlsContexts.load(server(false, files));
        final KeyFiles older = authority.issue("older", Duration.ofHours(-2), "a.example");
        Files.move(older.chain(), files.chain(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(older.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        assertTrue(late.reloadIfChanged());
    }

    @Test
    void aKeyThatIsNoBase64IsAFaultOfItsFile() throws Exception
    {
        final KeyFiles files = authority.issue("first", DAY, "a.example");
        final ServerTlsContexts server = ServerTlsContexts.load(server(false, files));
        final String key = Files.readString(files.key());
        Files.writeString(files.key(), key.replace("\n-----END", "A\n-----END"));
        final TlsFileException torn = assertThrows(TlsFileException.class, server::reloadIfChanged);
        assertTrue(torn.getMessage().startsWith(files.key() + ": is not an EC key in PKCS #8"), torn.getMessage());
        assertEquals("CN=first", connect(server, client("a.example")));
        Files.writeString(files.key(), key);
        assertTrue(server.reloadIfChanged());
    }

    @Test
    void trustIsReadAgainToo() throws Exception
    {
        final Authority stranger = new Authority(folder, "stranger");
        final ServerTlsContexts server =
            ServerTlsContexts.load(server(false, stranger.issue("first", DAY, "a.example")));
        final UpstreamTlsContexts client = UpstreamTlsContexts.load(client("a.example"));
        assertFalse(connect(server, client, new LinkedBlockingQueue<>()).startsWith("CN="));
        Files.writeString(authority.file(), Files.readString(authority.file()) + Files.readString(stranger.file()));
        assertTrue(client.reloadIfChanged());
        assertEquals("CN=first", connect(server, client, new LinkedBlockingQueue<>()));
    }

    @Test
    void errorsNameTheFileAndSayWhy() throws IOException
    {
        final KeyFiles good = authority.issue("good", DAY, "a.example");
        final Path missing = folder.resolve("missing.pem");
        assertFault(missing + ": does not exist", missing, good.key());
        assertFault(good.chain() + ": holds no private key", good.chain(), good.chain());
        final Path text = Files.writeString(folder.resolve("text.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAA==\n");
        assertFault(
            text + ": holds a key in the old form for RSA; \"openssl pkcs8 -topk8 -nocrypt\" makes PKCS #8 of it",
            good.chain(), text);
        final Path locked = Files.writeString(folder.resolve("locked.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\n");
        assertFault(locked + ": holds an encrypted key, which needs a password", good.chain(), locked);
        final Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        assertFault(empty + ": holds no certificate", empty, good.key());
        assertFault(text + ": is not a PEM file of X.509 certificates", text, good.key());
        final Path cut =
            Files.writeString(folder.resolve("cut.pem"), Files.readString(good.key()).replaceFirst("\n.{20}",
                "\n"), StandardCharsets.US_ASCII);
        assertFault(cut + ": is not an EC key in PKCS #8, as the certificate needs", good.chain(), cut);
        final Path large = Files.write(folder.resolve("large.pem"), new byte[(1 << 20) + 1]);
        assertFault(large + ": is larger than 1 MiB", large, good.key());
        assertThrows(IllegalArgumentException.class, () -> new ServerTls(List.of(), false, ClientAuth.NONE, null));
        assertThrows(IllegalArgumentException.class,
            () -> new ServerTls(List.of(good), false, ClientAuth.REQUIRE, null));
        final Path trust = empty;
        assertEquals(trust + ": holds no certificate",
            assertThrows(TlsFileException.class, () -> UpstreamTlsContexts.load(
                new UpstreamTls(trust, null, null))).getMessage());
    }

    /** Made by "openssl pkcs8 -topk8". */
    private static Path locked(final String file) throws URISyntaxException
    {
        return Path.of(TlsContextsTest.class.getResource(file).toURI());
    }

    @Test
    void aKeyMayHaveAPassword() throws Exception
    {
        final KeyFiles files = new KeyFiles(List.of(), locked("locked-chain.pem"), locked("locked-key.pem"), KeySecret
            .password("a password of tests"));
        assertTrue(ServerTlsContexts.load(server(false, files)).expiry().isAfter(Instant.now()));
        final KeySecret wrong = KeySecret.password("another");
        assertFault(files.key() + ": cannot be decrypted with the password",
            new KeyFiles(List.of(), files.chain(), files
                .key(), wrong));
        final KeyFiles open = authority.issue("open", DAY, "a.example");
        assertFault(open.key() + ": holds no encrypted key, but there is a password",
            new KeyFiles(List.of(), open.chain(),
                open.key(), wrong));
        assertEquals("a password", wrong.toString());
    }

    @Test
    void aKeyMayBeInNoFile() throws Exception
    {
        final KeyFiles open = authority.issue("open", DAY, "a.example");
        final KeySecret key = KeySecret.key("env KEY", Files.readAllBytes(open.key()), null);
        assertTrue(
            ServerTlsContexts.load(server(false, new KeyFiles(List.of(), open.chain(), null, key))).expiry().isAfter(
                Instant.now()));
        final KeySecret locked = KeySecret.key("env KEY", Files.readAllBytes(locked("locked-key.pem")),
            "a password of tests");
        assertTrue(
            ServerTlsContexts.load(server(false, new KeyFiles(List.of(), locked("locked-chain.pem"), null, locked)))
                .expiry().isAfter(Instant.now()));
        assertFault("env KEY: holds no private key",
            new KeyFiles(List.of(), open.chain(), null, KeySecret.key("env KEY",
                new byte[1], null)));
        assertEquals("a key from env KEY", key.toString());
    }

    private static void assertFault(final String message, final Path chain, final Path key)
    {
        assertFault(message, new KeyFiles(List.of(), chain, key));
    }

    private static void assertFault(final String message, final KeyFiles files)
    {
        final TlsFileException fault = assertThrows(TlsFileException.class, () -> ServerTlsContexts.load(server(false,
            files)));
        assertTrue(fault.getMessage().startsWith(message), fault::getMessage);
    }
}
