package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
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

    /** What a JVM does that makes an archive. */
    private static final String ARCHIVE = "echo classes > \"$file\"";

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

    /** What the JVM is given on a terminal of 33 rows and 99 columns. */
    private List<String> onTerminal(final String command) throws IOException
    {
        final Path script = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(script), "makes terminals: of util-linux");
        final ProcessBuilder builder = new ProcessBuilder(script.toString(), "-qec", "stty rows 33 cols 99; " + command,
            "/dev/null");
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        final Process process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }

    /** Of the one that standard output is: nothing else tells how wide tables may be. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void tellsTheSizeOfTheTerminal() throws IOException
    {
        final List<String> lines = onTerminal("./skim decode < /dev/null 2> /dev/null");
        assertTrue(lines.containsAll(List.of("-Dskim.terminal=true", "-Dskim.rows=33", "-Dskim.columns=99")), lines
            .toString());
    }

    /** Where standard output is no terminal, or a file is written and nothing is printed meanwhile. */
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @CsvSource({"scrub in -o out, true", "report in -oout, true", "decode --output text in, false",
        "decode in | cat, true", "scrub in -o out 2> /dev/null, false"})
    void progressIsShownBesideNothingElse(final String command, final boolean expected) throws IOException
    {
        final List<String> lines = onTerminal("./skim " + command);
        assertTrue(lines.contains("-Dskim.progress=" + expected), lines.toString());
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

    /** Makes a folder such as the zip of a release has, whose JVM notes in the file {@code dumps} that it makes an archive. */
    private Path makeAZip(final String dump) throws IOException
    {
        final Path zip = Files.createDirectories(folder.resolve("a zip"));
        Files.createDirectories(zip.resolve("lib"));
        Files.writeString(zip.resolve("lib/skim-command-1.2.jar"), "jar");
        Files.copy(Captures.root().resolve("skim"), zip.resolve("skim"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17\"\n");
        Files.writeString(folder.resolve("jdk/bin/java"), """
            #!/bin/sh
            dumps=false
            for each in "$@"
            do
                case $each in
                    -XX:DumpLoadedClassList=*) printf 'java/lang/Object id: %%s\\nOther id: 7 super: 1 source: x\\n' $$ > "${each#*=}"; exit ;;
                    -XX:SharedClassListFile=*) classes=${each#*=} ;;
                    -XX:SharedArchiveFile=*) file=${each#*=} ;;
                    -Xshare:dump) dumps=true ;;
                esac
            done
            if $dumps
            then
                echo made >> '%s'
                cat "$classes" >> '%s'
                %s
                exit
            fi
            printf '%%s\\n' "$@"
            """.formatted(folder.resolve("dumps"), folder.resolve("classes"), dump));
        return zip;
    }

    private Process start(final Path zip, final Map<String, String> environment) throws IOException
    {
        final ProcessBuilder builder = new ProcessBuilder("sh", zip.resolve("skim").toString(), "decode");
        builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().putAll(environment);
        return builder.directory(folder.toFile()).redirectErrorStream(true).start();
    }

    /** The archive that a call uses; null for none. Fails if it prints anything but the options. */
    private String archive(final Path zip, final Map<String, String> environment) throws IOException
    {
        final Process process = start(zip, environment);
        process.getOutputStream().close();
        final List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .toList();
        assertTrue(lines.get(0).startsWith("-X"), lines.toString());
        assertEquals("decode", lines.get(lines.size() - 1));
        return lines.stream().filter(line -> line.startsWith("-XX:SharedArchiveFile=")).map(line -> line.substring(line
            .indexOf('=') + 1)).findFirst().orElse(null);
    }

    private static List<String> names(final Path cache) throws IOException
    {
        try (Stream<Path> files = Files.list(cache))
        {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Until what is made in the background is there, or was given up. */
    private void await(final BooleanSupplier done) throws InterruptedException
    {
        for (int k = 0; k < 6_000 && !done.getAsBoolean(); k++)
        {
            Thread.sleep(10);
        }
        assertTrue(done.getAsBoolean());
    }

    /** Until a cache has so many archives, and what is made in the background has ended: the folder is deleted after the test. */
    private void awaitArchives(final Path cache, final int count) throws InterruptedException
    {
        await(() -> {
            final List<String> all = List.of(cache.toFile().list());
            return all.size() == count && all.stream().noneMatch(name -> name.endsWith(".new"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"XDG_CACHE_HOME", "HOME"})
    void theZipKeepsClassesInTheCacheOfTheUser(final String variable) throws Exception
    {
        final Path zip = makeAZip(ARCHIVE);
        final Path home = folder.resolve("my home");
        final Path cache = home.resolve("HOME".equals(variable) ? ".cache/skim" : "skim");
        final Map<String, String> environment = Map.of(variable, home.toString());
        assertNull(archive(zip, environment));
        awaitArchives(cache, 1);
        final String used = archive(zip, environment);
        assertEquals("classes\n", Files.readString(Path.of(used)));
        assertTrue(Path.of(used).getFileName().toString().startsWith("1.2-"), used);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
        // One for each JDK, and another if a jar is newer.
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21\"\n");
        assertNull(archive(zip, environment));
        awaitArchives(cache, 2);
        assertNotEquals(used, archive(zip, environment));
        assertEquals(2, Files.readAllLines(folder.resolve("dumps")).size());
        Files.setLastModifiedTime(zip.resolve("lib/skim-command-1.2.jar"),
            FileTime.from(Instant.now().plusSeconds(60)));
        archive(zip, environment);
        await(() -> folder.resolve("dumps").toFile().length() == 3 * "made\n".length());
        awaitArchives(cache, 2);
    }

    @Test
    void callsAtTheSameTimeMakeOneArchive() throws Exception
    {
        final Path zip = makeAZip("sleep 1; " + ARCHIVE);
        final List<Process> calls = new ArrayList<>();
        for (int k = 0; k < 6; k++)
        {
            calls.add(start(zip, Map.of("HOME", folder.toString())));
        }
        for (final Process call : calls)
        {
            call.getOutputStream().close();
            assertTrue(new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8).endsWith("decode\n"));
            assertEquals(0, call.waitFor());
        }
        awaitArchives(folder.resolve(".cache/skim"), 1);
        assertEquals(List.of("made"), Files.readAllLines(folder.resolve("dumps")));
    }

    /** Newer JDKs give classes numbers, of which two lists have others, and name classes of other loaders by these numbers. */
    @Test
    void severalListsOfClassesBecomeOne() throws Exception
    {
        final Path zip = makeAZip(ARCHIVE);
        assertNull(archive(zip, Map.of("HOME", folder.toString())));
        awaitArchives(folder.resolve(".cache/skim"), 1);
        assertEquals(List.of("java/lang/Object"), Files.readAllLines(folder.resolve("classes")));
    }

    @Test
    void anArchiveThatCannotBeMadeIsTriedAgainAfterADay() throws Exception
    {
        final Path zip = makeAZip("exit 1");
        final Map<String, String> environment = Map.of("HOME", folder.toString());
        final Path cache = folder.resolve(".cache/skim");
        assertNull(archive(zip, environment));
        await(() -> folder.resolve("dumps").toFile().exists() && work(cache).toFile().list().length == 0);
        assertNull(archive(zip, environment));
        Files.setLastModifiedTime(work(cache), FileTime.from(Instant.now().minusSeconds(100_000)));
        assertNull(archive(zip, environment));
        await(() -> folder.resolve("dumps").toFile().length() == 2 * "made\n".length());
        await(() -> work(cache).toFile().list().length == 0);
        assertEquals(1, names(cache).size());
    }

    private static Path work(final Path cache)
    {
        return cache.resolve(cache.toFile().list()[0]);
    }

    /** Where everybody can write, the classes could be anybody's; what is no absolute path is no place, by the specification. */
    @Test
    void keepsNothingWhereOthersCanWriteOrNobodyCan() throws IOException
    {
        final Path zip = makeAZip(ARCHIVE);
        final Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path inside = Files.createDirectories(folder.resolve("closed/skim"));
        Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path file = Files.createFile(folder.resolve("file"));
        for (final String place : List.of(open.toString(), inside.getParent().toString(), file.toString(),
            "/proc/none"))
        {
            assertNull(archive(zip, Map.of("XDG_CACHE_HOME", place)), place);
        }
        assertNull(archive(zip, Map.of("XDG_CACHE_HOME", "relative")));
        assertNull(archive(zip, Map.of()));
        assertEquals(List.of(), names(open));
        assertEquals(List.of(), names(inside));
        assertFalse(Files.exists(folder.resolve("relative")));
        assertFalse(Files.exists(folder.resolve("dumps")));
    }
}
