package io.skim.gateway;

import io.skim.gateway.config.Check;
import io.skim.gateway.config.ConfigException;
import io.skim.gateway.connection.DrainLog;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code skim gateway}.
 */
@Command(name = "skim gateway", mixinStandardHelpOptions = true, usageHelpAutoWidth = true,
    header = "Puts clusters of brokers behind addresses of its own, by the rules of a file.",
    description = {"",
        "The clients' name server is a listener of the gateway. The answers name the gateway's own ports in place of"
            + " the brokers' addresses. The file is read anew when it changes; a file that is wrong changes nothing."},
    footer = {"",
        "Exit status: 0 the file is good; 1 the file has problems; 2 wrong usage; 3 a file or a port cannot be used; 143 or"
            + " 130 stopped by SIGTERM or SIGINT."})
final class GatewayCommand implements Callable<Integer>
{
    private static final int FAILED = 3;
    /** A signal ends the process, though a start may wait for a disk that does not answer. */
    private static final long MOST_START_SECONDS = 10;
    private static final String LOG_MANAGER = "java.util.logging.manager";

    @Parameters(paramLabel = "FILE", description = "The gateway's file, in YAML.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--check", description = "Only checks the file, and tells everything that is wrong in it.")
    private boolean check;

    GatewayCommand()
    {
    }

    /**
     * Runs the command and ends the process.
     *
     * @param arguments as in {@code skim gateway --help}.
     */
    public static void main(final String[] arguments)
    {
        System.exit(run(arguments));
    }

    private static int run(final String... arguments)
    {
        try
        {
            // Not in that class: it cannot be used before the JDK has made a log manager.
            if (System.getProperty(LOG_MANAGER) == null)
            {
                System.setProperty(LOG_MANAGER, DrainLog.class.getName());
            }
            return new CommandLine(new GatewayCommand()).execute(arguments);
        }
        catch (final LinkageError | InternalError e)
        {
            // A jar or a file of the JDK could not be opened. No other class of this project is used here: it could be missing, too.
            Throwable inner = e;
            while (inner.getCause() != null)
            {
                inner = inner.getCause();
            }
            System.err.println("skim gateway: the start has failed: " + inner
                + ": are file descriptors (ulimit -n) too few, or is a jar missing?");
            return FAILED;
        }
    }

    @Override
    public Integer call() throws InterruptedException
    {
        if (check)
        {
            return Check.check(file, Certificates.CHECK, System.out, System.err);
        }
        final CompletableFuture<Gateway> started = new CompletableFuture<>();
        // Before the start: its first listener may have clients when a signal comes in the middle of it.
        DrainLog.Handlers.keep();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started), "stop"));
        try
        {
            started.complete(Gateway.start(file));
        }
        catch (final ConfigException e)
        {
            System.err.println(e.getMessage());
            return Check.PROBLEMS;
        }
        catch (final IOException | IllegalArgumentException e)
        {
            // The message of the JDK's is often the name of the file alone.
            System.err.println("skim gateway: " + (e instanceof FileSystemException ? e : e.getMessage()));
            return FAILED;
        }
        finally
        {
            started.cancel(false);
        }
        // The process ends by a signal alone.
        Thread.currentThread().join();
        return 0;
    }

    /** Drains the gateway when it is started, unless that fails: then it has closed itself. */
    private static void stop(final CompletableFuture<Gateway> started)
    {
        try
        {
            started.get(MOST_START_SECONDS, TimeUnit.SECONDS).close();
        }
        catch (final CancellationException | ExecutionException | InterruptedException | TimeoutException e)
        {
            // There is nothing to drain.
        }
        finally
        {
            DrainLog.Handlers.close();
        }
    }
}
