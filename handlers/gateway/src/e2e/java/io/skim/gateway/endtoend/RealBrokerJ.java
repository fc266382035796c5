package io.skim.gateway.endtoend;

import io.skim.gateway.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A real Qpid Broker-J in a process of its own, whose jars the build copies. It makes queues and topics when they are used, stores
 * durable messages on disk, and takes heartbeats of a second and more.
 */
final class RealBrokerJ implements AutoCloseable
{
    private static final Path JARS = Path.of("target/clients/broker-j").toAbsolutePath();
    private static final Path CONFIGURATION = Path.of("src/e2e/broker-j/config.json").toAbsolutePath();
    private static final int MOST_TENTHS = 1200;

    final int port = FreePorts.next(RealArtemis.ADDRESS);

    private final Path home;
    private Process process;

    /**
     * Starts it.
     *
     * @param home an empty directory for all that it writes.
     */
    RealBrokerJ(final Path home) throws IOException, InterruptedException
    {
        this.home = home;
        start();
    }

    /** Ends the broker without notice, and starts another one with what is on its disk. */
    void restart() throws IOException, InterruptedException
    {
        close();
        process.waitFor();
        start();
    }

    private void start() throws IOException, InterruptedException
    {
        final File output = home.resolve("output").toFile();
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
            "-cp", JARS + File.separator + '*', "org.apache.qpid.server.Main", "-st", "Memory", "-icp", CONFIGURATION
                .toString(),
            "-prop", "qpid.work_dir=" + home, "-prop", "skim.port=" + port).directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output).start();
        for (int tenths = 0; !Files.readString(output.toPath()).contains("BRK-1004"); tenths++)
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
