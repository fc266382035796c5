package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import io.skim.netty.RemotingPeer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that stops while a client sends without a pause and takes its responses late. */
class DrainTest
{
    private static final int WINDOW = 4_096;
    private static final int BODY = 16_384;
    private static final int REQUESTS = 100;

    @TempDir
    private Path folder;
    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();

    /** What a broker has acknowledged is told to the client, which would send it once more. */
    @ParameterizedTest
    @ValueSource(strings = {"", ", share: {}", "tls"})
    void eachAcknowledgedSendIsAnsweredBeforeTheConnectionEnds(final String kind) throws Exception
    {
        final boolean tls = "tls".equals(kind);
        final String share = tls ? "" : kind;
        final Authority authority = new Authority(folder, "authority");
        final KeyFiles keys = authority.issue("server", Duration.ofDays(1), "mq.example.com");
        final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        final Handler intoEnded = GatewayTest.into(ended);
        final Logger log = Logger.getLogger("io.skim.gateway.connection");
        log.addHandler(intoEnded);
        final int port = FreePorts.next();
        final Path file = folder.resolve("gateway.yaml");
        final Socket socket = new Socket();
        try (RemotingPeer.Server server = new RemotingPeer.Server())
        {
            Files.writeString(file, "listeners:\n  - {name: clients, address: 127.0.0.1:" + port
                + (tls ? ", tls: {certificates: [{chain: " + keys.chain() + ", key: {file: " + keys.key() + "}}]}" : "")
                + "}\nclusters:\n  main: {brokers: [127.0.0.1:" + server.address().getPort() + "]" + share
                + "}\ndrain: 60s\n");
            final Gateway gateway = Gateway.start(file);
            final Thread stopping = new Thread(gateway::close);
            try
            {
                socket.setReceiveBufferSize(WINDOW);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                final RemotingPeer client = RemotingPeer.of(tls ? encrypted(socket, authority) : socket);
                Background.start(() -> send(client));
                final RemotingPeer broker = server.accept();
                final Thread acknowledging = Background.start(() -> acknowledge(broker));
                while (acknowledged.size() < REQUESTS)
                {
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                stopping.start();
                final Set<Integer> answered = new TreeSet<>();
                for (RemotingCommand answer = client.read(); answer != null; answer = client.read())
                {
                    assertEquals(BODY, answer.getBody().length);
                    answered.add(ByteBuffer.wrap(answer.getBody()).getInt());
                }
                client.hangUp();
                stopping.join(TimeUnit.SECONDS.toMillis(30));
                // It has noted the last one that it has acknowledged.
                acknowledging.join(TimeUnit.SECONDS.toMillis(30));
                assertEquals(Set.copyOf(acknowledged), answered);
                final String line = ended.poll(20, TimeUnit.SECONDS);
                assertTrue(line != null && line.contains(" why=drain"), line);
            }
            finally
            {
                log.removeHandler(intoEnded);
                if (stopping.getState() == Thread.State.NEW)
                {
                    gateway.close();
                }
            }
        }
    }

    private static Socket encrypted(final Socket socket, final Authority authority) throws Exception
    {
        final KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(authority.file()))
        {
            store.setCertificateEntry("authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        final SSLSocket encrypted = (SSLSocket)context.getSocketFactory().createSocket(socket, "mq.example.com", socket
            .getPort(), true);
        encrypted.startHandshake();
        return encrypted;
    }

    private static void send(final RemotingPeer client) throws IOException
    {
        for (int opaque = 0;; opaque++)
        {
            client.write(RemotingPeer.request(SerializeType.JSON, 310, opaque, new byte[500], "b", "Orders", "n", String
                .valueOf(opaque)));
        }
    }

    private void acknowledge(final RemotingPeer broker) throws Exception
    {
        for (RemotingCommand request = broker.read(); request != null; request = broker.read())
        {
            final int number = Integer.parseInt(request.getExtFields().get("n"));
            broker.write(RemotingPeer.response(request, 0, ByteBuffer.allocate(BODY).putInt(number).array()));
            acknowledged.add(number);
        }
    }
}
