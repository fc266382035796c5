package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code demo}, with the classes of this build. */
class DemoEndToEndTest
{
    private static final int MOST_SECONDS = 120;
    private static final Pattern PAGE = Pattern.compile("^Status page: (\\S+)$", Pattern.MULTILINE);

    @TempDir
    private Path folder;
    private Process demo;

    private void start(final String... arguments) throws IOException
    {
        Files.createDirectory(folder.resolve("tmp"));
        final ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of("./demo"), Stream.of(arguments))
            .toArray(String[]::new));
        builder.environment().put("SKIM_DEMO_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TMPDIR", folder.resolve("tmp").toString());
        demo = builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile()).start();
    }

    @AfterEach
    void stopIt()
    {
        demo.descendants().forEach(ProcessHandle::destroyForcibly);
        demo.destroyForcibly();
    }

    private String output() throws IOException
    {
        return Files.readString(folder.resolve("output"));
    }

    /** Waits until something is printed. */
    private String await(final String text) throws Exception
    {
        for (int tenths = 0; !output().contains(text); tenths++)
        {
            assertTrue(tenths < MOST_SECONDS * 10 && demo.isAlive(), output());
            Thread.sleep(100);
        }
        return output();
    }

    private void assertNothingIsLeft(final List<ProcessHandle> processes) throws Exception
    {
        assertTrue(demo.waitFor(MOST_SECONDS, TimeUnit.SECONDS), this::outputOrFault);
        processes.forEach(process -> assertFalse(process.isAlive(), process::toString));
        try (Stream<Path> files = Files.list(folder.resolve("tmp")))
        {
            assertEquals(List.of(), files.toList());
        }
    }

    private String outputOrFault()
    {
        try
        {
            return output();
        }
        catch (final IOException e)
        {
            return e.toString();
        }
    }

    @Test
    void deliversEachMessageOnceAndRefusesWhatTheRuleSays() throws Exception
    {
        start("--seconds", "5");
        assertNothingIsLeft(List.of());
        final String output = output();
        assertEquals(0, demo.exitValue(), output);
        assertTrue(
            output.contains("shop      sent  order 2, amount 940: the gateway answered 13, more than 900 needs an"
                + " approval"),
            output);
        assertTrue(output.contains("billing   got   order 1, amount 470, gateway=skim"), output);
        assertTrue(
            Pattern.compile("^sent (\\d+), refused 1; billing got \\1 of \\1, 0 twice; shipping got (\\d+) of \\2,"
                + " 0 twice$", Pattern.MULTILINE).matcher(output).find(),
            output);
    }

    @Test
    void showsItsPageUntilASignalEndsAllOfIt() throws Exception
    {
        start();
        final Matcher page = PAGE.matcher(await("billing   got"));
        assertTrue(page.find(), this::outputOrFault);
        final HttpResponse<String> status = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(page
            .group(1) + "status.json")).build(), HttpResponse.BodyHandlers.ofString());
        assertTrue(status.body().contains("large orders"), status::body);
        final List<ProcessHandle> processes = demo.descendants().toList();
        assertFalse(processes.isEmpty());
        demo.destroy();
        assertNothingIsLeft(processes);
    }
}
