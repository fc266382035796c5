package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code skim}, with a program in place of the JVM that prints what it is given.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest
{
    private static final List<String> SOURCES = List.of("pom.xml", "scanner-core/pom.xml", "scanner-core/src/main",
        "handlers/pom.xml", "handlers/src/main", "pojo-builder/generator/pom.xml", "pojo-builder/generator/src/main",
        "pojo-builder/pom.xml", "pojo-builder/src/main", "pojo-builder/store/pom.xml", "pojo-builder/store/src/main",
        "pojo-builder/command/pom.xml",
        "pojo-builder/command/src/main");

    private static final String FAST_COMPILER = "-XX:TieredStopAtLevel=1";
    private static final String LITTLE_INLINED = "-XX:FreqInlineSize=60";

    @TempDir
    Path folder;

    @BeforeEach
    void makeAProjectThatIsBuilt() throws IOException
    {
        for (final String source : SOURCES)
        {
            Files.createDirectories(folder.resolve(source));
        }
        Files.createDirectories(folder.resolve("pojo-builder/command/target/skim"));
        final Path stamp = Files.createFile(folder.resolve("pojo-builder/command/target/skim.stamp"));
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
        Files.copy(Captures.root().resolve("skim"), folder.resolve("skim"));
        final Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"${LC_ALL:-none}\"\nprintf '%s\\n' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
    }

    private List<String> run(final Map<String, String> environment, final String... arguments) throws IOException
    {
        final ProcessBuilder builder = new ProcessBuilder("sh", "./skim");
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().putAll(environment);
        final Process process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "LC_ALL=C", "LANG=C", "LC_ALL=POSIX", "LC_CTYPE=C", "LANG=xx_XX.UTF-8"})
    void hasArgumentsReadAsTextWhereTheLocaleHasNone(final String variable) throws IOException
    {
        final int equals = variable.indexOf('=');
        final List<String> lines = run(equals < 0 ? Map.of() : Map.of(variable.substring(0, equals), variable.substring(
            equals + 1)), "decode");
        assertEquals("C.UTF-8", lines.get(0), lines.toString());
    }

    @Test
    void readsNothingWhereThereIsNoStandardInput() throws Exception
    {
        Files.writeString(folder.resolve("jdk/bin/java"), "#!/bin/sh\nexec cat\n");
        final ProcessBuilder builder = new ProcessBuilder("sh", "-c", "./skim decode <&-");
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        final Process process = builder.directory(folder.toFile()).start();
        assertEquals("", new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }

    /** Then Ctrl-C ends its writer, and not the command. */
    @Test
    void tellsWhetherStandardInputIsAPipe() throws IOException
    {
        assertTrue(run(Map.of(), "decode").contains("-Dskim.pipe=true"));
        final ProcessBuilder builder = new ProcessBuilder("sh", "./skim", "decode").redirectInput(folder.resolve("skim")
            .toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        final Process process = builder.directory(folder.toFile()).start();
        assertTrue(
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList().contains(
                "-Dskim.pipe=false"));
    }

    @Test
    void givesArgumentsOnAsTheyAre() throws IOException
    {
        final List<String> lines = run(Map.of("LC_ALL", "C.UTF-8"), "filter", "--where", "a = ' $b\\c*'", "a b", "");
        assertEquals("C.UTF-8", lines.get(0));
        assertEquals(List.of("io.skim.command.Skim", "filter", "--where", "a = ' $b\\c*'", "a b", ""), lines.subList(
            lines.size() - 6, lines.size()));
    }

    @ParameterizedTest
    @CsvSource({"1, true", "524287, true", "524288, false", "5000000, false"})
    void usesTheFastCompilerForSmallFiles(final int kilobytes, final boolean expected) throws IOException
    {
        final Path tools = Files.createDirectories(folder.resolve("tools"));
        final Path du = tools.resolve("du");
        Files.writeString(du, "#!/bin/sh\nprintf '" + kilobytes / 2 + "\\ta b\\n" + (kilobytes - kilobytes / 2)
            + "\\tc\\n'\n");
        assertTrue(du.toFile().setExecutable(true));
        final List<String> lines = run(Map.of("PATH", tools + ":" + System.getenv("PATH")), "decode", "a b", "c");
        assertEquals(expected, lines.contains(FAST_COMPILER), lines.toString());
        assertEquals(!expected, lines.contains(LITTLE_INLINED), lines.toString());
    }

    @Test
    void measuresFilesAndNothingElse() throws IOException
    {
        Files.write(folder.resolve("a b"), new byte[5000]);
        assertTrue(run(Map.of(), "filter", "--where", "a = 1", "a b").contains(FAST_COMPILER));
        assertFalse(run(Map.of(), "filter", "--where", "a = 1", "-").contains(FAST_COMPILER));
        assertFalse(run(Map.of(), "stats").contains(FAST_COMPILER));
    }
}
