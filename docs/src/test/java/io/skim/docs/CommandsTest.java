package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.command.Skim;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands that the README and the chapters name exist and print what is shown. */
class CommandsTest
{
    private static final String COMMAND = "docs/command.md";
    private static final String BUILDING = "docs/building.md";
    private static final Pattern SWITCH = Pattern.compile("-D(skim\\.[\\w.]+)|-P([\\w.-]+)");

    /** Stands for what is left out of a line. */
    private static final String LEFT_OUT = "...";

    private static String run(final String... arguments)
    {
        return run(InputStream.nullInputStream(), arguments);
    }

    private static String run(final InputStream in, final String... arguments)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int status = Skim.run(in, out, err, arguments);
        assertEquals("", err.toString(StandardCharsets.UTF_8));
        assertEquals(0, status);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theCommandPrintsWhatTheReadmeShows() throws IOException
    {
        final List<String> printed = run("decode", Markdown.ROOT.resolve("docs/captures/sample.frames").toString())
            .lines().collect(Collectors.toList());
        assertEquals(11, printed.size(), "the README says eleven");
        assertEquals(2, shown("decode", printed), "the README says two");
        final List<String> messages = run("decode", "--format", "amqp-messages", Markdown.ROOT.resolve(
            "docs/captures/sample.amqp-messages").toString()).lines().collect(Collectors.toList());
        assertEquals(8, messages.size(), "the README says eight");
        assertEquals(1, shown("decode-amqp", messages), "the README says one");
        assertEquals(5, shown("people", run("decode", "--output", "text", "--port", "39886", Markdown.ROOT.resolve(
            "docs/captures/traffic.pcapng").toString()).lines().collect(Collectors.toList())));
    }

    /** Checks that each line of a block was printed, and counts them. */
    private static int shown(final String name, final List<String> printed) throws IOException
    {
        final List<String> shown = Markdown.block("README.md", "output", name).lines().collect(Collectors.toList());
        for (final String line : shown)
        {
            final String pattern = Arrays.stream(line.split(Pattern.quote(LEFT_OUT), -1)).map(Pattern::quote).collect(
                Collectors.joining(".+"));
            assertTrue(printed.stream().anyMatch(whole -> whole.matches(pattern)), line + "\n"
                + String.join("\n", printed));
        }
        return shown.size();
    }

    @Test
    void everyFormatIsOneOfTheCommands() throws IOException
    {
        final String help = run("decode", "--help");
        final Matcher formats = Pattern.compile("--format ([a-z-]+)").matcher(Markdown.read(COMMAND));
        int found = 0;
        for (; formats.find(); found++)
        {
            assertTrue(help.contains("  " + formats.group(1) + "  "), formats.group());
        }
        assertTrue(found >= 4);
        assertEquals("{\"i\":0,\"diag\":{\"ulong\":\"112\"}}\n", run(new ByteArrayInputStream("5370\n"
            .getBytes(StandardCharsets.US_ASCII)), "decode", "--format", "amqp-values", "--hex"));
    }

    @Test
    void theExecutablesAreThere() throws IOException
    {
        final String readme = Markdown.read("README.md") + Markdown.read(BUILDING);
        for (final String name : List.of("./skim", "benchmarks/run", "benchmarks/evenness",
            "benchmarks/gateway", "benchmarks/command", "benchmarks/engines", "benchmarks/stress", ".ci/run",
            ".ci/fuzz", ".ci/matrix", ".ci/consumers", ".ci/reproducible", ".ci/zip", ".ci/versions", ".ci/mutation",
            "docs/pictures"))
        {
            assertTrue(readme.contains("`" + name) || readme.contains("$ " + name), name);
            assertTrue(Files.isExecutable(Markdown.ROOT.resolve(name)), name);
        }
        assertTrue(run("decode", "--help").contains("--lenient"));
    }

    /** The lines of a text, without the blanks around them. */
    private static String lines(final String text)
    {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    @Test
    void theDependenciesShownAreThoseOfTheProjectThatIsBuilt() throws IOException
    {
        final String project = lines(Markdown.read("docs/netty-4.2/pom.xml"));
        int shown = 0;
        for (final Path file : Markdown.files())
        {
            for (final Markdown.Block block : Markdown.blocks(Files.readString(file)))
            {
                if ("consumer".equals(block.what()))
                {
                    assertTrue(project.contains(lines(block.text())), file.getFileName() + ": " + block.name());
                    shown++;
                }
            }
        }
        assertEquals(2, shown);
    }

    @Test
    void theReadmeTellsWhatEachDependencyBrings() throws IOException
    {
        final Pattern dependency = Pattern.compile(
            "(?s)<dependency>(?:(?!</dependency>).)*?<artifactId>([\\w.-]+)</artifactId>((?:(?!</dependency>).)*)</dependency>");
        int found = 0;
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read("README.md"), "Add it to a project")))
        {
            if (row[0].contains("`skim-"))
            {
                found++;
                final String module = Markdown.code(row[0]).get(0).replace("skim-", "");
                final String folder = Map.of("gateway", "handlers/gateway", "store", "pojo-builder/store").getOrDefault(
                    module, module);
                final String pom = Markdown.read(folder + "/pom.xml");
                final String own = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
                final List<String> brought = dependency.matcher(own).results().filter(each -> !each.group(2).matches(
                    "(?s).*<(scope|optional)>(test|provided|true)<.*")).map(each -> each.group(1)).collect(Collectors
                        .toList());
                assertEquals(brought, Markdown.code(row[2]), module);
            }
        }
        assertEquals(5, found);
    }

    /** Has a shell split a command, with a function in place of skim, and the real one take the arguments. */
    private static void assertArguments(final String example) throws IOException, InterruptedException
    {
        final Path folder = Files.createTempDirectory("examples");
        try
        {
            for (final String input : List.of("in.frames", "in.messages", "in.amqp-messages"))
            {
                Files.createFile(folder.resolve(input));
            }
            final String function = "skim() { printf '%s\\n' \"$@\" > arguments; }\n";
            final Process shell = new ProcessBuilder("sh", "-c", function + example.replace("./skim ", "skim "))
                .directory(folder.toFile()).inheritIO().start();
            assertEquals(0, shell.waitFor(), example);
            final List<String> arguments = new ArrayList<>();
            for (final String argument : Files.readAllLines(folder.resolve("arguments")))
            {
                // What it reads is elsewhere here, and no one tells the secret.
                arguments.add(argument.startsWith("env:") ? secret(folder)
                    : argument.startsWith("docs/") ? Markdown.ROOT
                        .resolve(argument).toString()
                        : argument.matches("[a-z]+\\.(frames|(amqp-)?messages|pcap|lua)") ? file(
                            folder, argument) : argument);
            }
            run(arguments.toArray(String[]::new));
        }
        finally
        {
            try (Stream<Path> files = Files.walk(folder))
            {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private static String file(final Path folder, final String name) throws IOException
    {
        return Files.write(folder.resolve(name), new byte[0]).toString();
    }

    private static String secret(final Path folder) throws IOException
    {
        return Files.writeString(folder.resolve("secret"), "a key").toString();
    }

    @Test
    void aShellLeavesTheExamplesAsTheyAre() throws IOException, InterruptedException
    {
        int found = 0;
        for (final Path file : Markdown.files())
        {
            for (final Markdown.Block block : Markdown.blocks(Files.readString(file)))
            {
                for (final String line : block.text().lines().collect(Collectors.toList()))
                {
                    // The gateway is a command of another module, whose tests run it.
                    if (line.matches("\\$ (\\./)?skim (?!gateway).*"))
                    {
                        assertArguments(line.substring(2));
                        found++;
                    }
                }
            }
        }
        assertTrue(found >= 7, "found " + found);
    }

    @Test
    void everySwitchIsKnownToTheBuild() throws IOException
    {
        final StringBuilder build = new StringBuilder();
        for (final String pom : List.of("pom.xml", "scanner-core/pom.xml", "handlers/pom.xml",
            "handlers/gateway/pom.xml", "pojo-builder/pom.xml",
            "pojo-builder/command/pom.xml",
            "benchmarks/pom.xml", "docs/pom.xml"))
        {
            build.append(Markdown.read(pom));
        }
        for (final Path source : sources())
        {
            build.append(Files.readString(source));
        }
        final List<String> unknown = new ArrayList<>();
        for (final Path file : Markdown.files())
        {
            final Matcher switches = SWITCH.matcher(Files.readString(file));
            while (switches.find())
            {
                final String property = switches.group(1);
                final boolean known = property == null ? Stream.of(switches.group(2).split(",")).allMatch(
                    profile -> build.indexOf("<id>" + profile + "</id>") >= 0)
                    : build.indexOf("<" + property) >= 0 || build.indexOf("\"" + property + "\"") >= 0;
                if (!known)
                {
                    unknown.add(file.getFileName() + ": " + switches.group());
                }
            }
        }
        assertEquals(List.of(), unknown);
    }

    @Test
    void everyTestThatTheChapterOfTheBuildNamesIsInItsModule() throws IOException
    {
        final Matcher tests =
            Pattern.compile("-pl (\\S+)[^`\n]* -Dtest='?([\\w*]+)").matcher(Markdown.read(BUILDING));
        final List<String> missing = new ArrayList<>();
        int found = 0;
        for (; tests.find(); found++)
        {
            final Pattern name = Pattern.compile(tests.group(2).replace("*", ".*") + "\\.java");
            boolean any = false;
            for (final String module : tests.group(1).split(","))
            {
                try (Stream<Path> files = Files.walk(Markdown.ROOT.resolve(module).resolve("src")))
                {
                    any |= files.anyMatch(file -> name.matcher(file.getFileName().toString()).matches());
                }
            }
            if (!any)
            {
                missing.add(tests.group());
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(found >= 3, "found " + found);
    }

    private static List<Path> sources() throws IOException
    {
        final List<Path> sources = new ArrayList<>();
        for (final String folder : List.of("scanner-core/src/test", "handlers/gateway/src/test",
            "pojo-builder/command/src/test", "docs/src/test"))
        {
            try (Stream<Path> files = Files.walk(Markdown.ROOT.resolve(folder)))
            {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }
}
