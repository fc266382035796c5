package io.skim.gateway.endtoend;

import io.skim.gateway.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.proxy.ProxyStartup;

/**
 * RocketMQ's own proxy in a process of its own, in cluster mode. It serves the remoting protocol at a port, and is its clients' name
 * server and their only broker: route answers have its own address for each broker. It listens at all addresses, which cannot be
 * changed.
 */
final class RealProxy implements AutoCloseable
{
    /** The topic through which proxies of a cluster tell each other of their consumers. They make it. */
    static final String HEARTBEATS = "DefaultHeartBeatSyncerTopic";

    private static final int MOST_TENTHS = 1200;

    /** Where it serves the remoting protocol. */
    final String address;

    private final Process process;

    /**
     * Starts it.
     *
     * @param home       an empty directory for all that it writes.
     * @param nameServer of the cluster.
     */
    RealProxy(final Path home, final String nameServer) throws IOException, InterruptedException
    {
        final int port = FreePorts.next(RealBroker.ADDRESS);
        address = RealBroker.ADDRESS + ':' + port;
        final Path configuration = home.resolve("rmq-proxy.json");
        Files.writeString(configuration, """
            {"namesrvAddr": "%s", "localServeAddr": "%s", "remotingListenPort": %d, "grpcServerPort": %d,
             "rocketMQClusterName": "DefaultCluster", "rocketmqMQClientNum": 1}
            """.formatted(nameServer, RealBroker.ADDRESS, port, port + 1));
        final File output = home.resolve("output").toFile();
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
            "-Duser.home=" + home, "-cp", System.getProperty("java.class.path"), ProxyStartup.class.getName(), "-pm",
            "cluster", "-pc", configuration.toString()).redirectErrorStream(true).redirectOutput(output).start();
        for (int tenths = 0; !Files.readString(output.toPath()).contains("rocketmq-proxy startup successfully");
            tenths++)
        {
            if (tenths == MOST_TENTHS || !process.isAlive())
            {
                close();
                throw new IllegalStateException(Files.readString(output.toPath()));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close()
    {
        process.destroyForcibly();
    }
}
