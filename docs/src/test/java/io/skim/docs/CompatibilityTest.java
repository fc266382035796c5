package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.Router;
import io.skim.netty.Upstream;
import io.skim.pojo.RemotingHeader;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.store.SegmentReader;
import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.model.AccessModifier;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The public API against the one that docs/api holds, by japicmp: what compiled and linked with that one has to compile and
 * link with this one. {@code -Dskim.api.record=true} writes docs/api anew.
 */
class CompatibilityTest
{
    private static final Map<String, Class<?>> MODULES = Map.of("skim-scanner-core", RemotingScanner.class,
        "skim-handlers", Router.class, "skim-pojo-builder", RemotingHeader.class, "skim-store", SegmentReader.class,
        "skim-gateway", Upstream.class);

    private static final Pattern PACKAGE = Pattern.compile("io\\.skim(?:\\.[a-z]+)+(?=\\.[A-Z])");
    private static final Pattern TEXT = Pattern.compile("\\s*\\|\\s*");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> whatCompiledAndLinkedStillDoes() throws IOException
    {
        return MODULES.keySet().stream().sorted().map(module -> DynamicTest.dynamicTest(module, () -> {
            final Path recorded = Markdown.ROOT.resolve("docs/api").resolve(module + ".txt");
            if (Boolean.getBoolean("skim.api.record"))
            {
                Files.writeString(recorded, today(module));
            }
            final Path before = folder.resolve("before.jar");
            PublicApi.writeJar(Files.readString(recorded), before);
            assertEquals(new TreeSet<>(), breaches(before, jar(module)), "docs/releasing.md tells what may change");
        }));
    }

    /** What javac checks with -Xlint:exports, which the build leaves out because it also warns of JSpecify's annotations. */
    @Test
    void theApiNamesNoPackageOfSkimThatIsNotExported() throws Exception
    {
        final TreeSet<String> exported = new TreeSet<>();
        final TreeSet<String> named = new TreeSet<>();
        for (final String module : MODULES.keySet())
        {
            try (URLClassLoader classes = new URLClassLoader(new URL[] {location(module).toUri().toURL()}, null);
                InputStream descriptor = classes.findResource("module-info.class").openStream())
            {
                ModuleDescriptor.read(descriptor).exports().stream().filter(each -> !each.isQualified()).forEach(
                    each -> exported.add(each.source()));
            }
            PACKAGE.matcher(today(module).replace('/', '.')).results().forEach(each -> named.add(each.group()));
        }
        assertTrue(named.size() > 10, named::toString);
        named.removeAll(exported);
        assertEquals(new TreeSet<>(), named);
    }

    @Test
    void theClassFilesOfATextReadAsThatText() throws Exception
    {
        for (final String module : MODULES.keySet())
        {
            final Path jar = folder.resolve(module + ".jar");
            final String text = today(module);
            assertTrue(text.length() > 1000, text);
            PublicApi.writeJar(text, jar);
            try (FileSystem files = FileSystems.newFileSystem(jar); URLClassLoader classes = new URLClassLoader(
                new URL[] {location(module).toUri().toURL()}, null))
            {
                Files.copy(classes.findResource("module-info.class").openStream(), files.getPath(
                    "/module-info.class"));
                assertEquals(text, PublicApi.read(files.getPath("/")));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '"', textBlock = """
        METHOD_REMOVED => public class a.A|public void run() => public class a.A
        METHOD_RETURN_TYPE_CHANGED => public class a.A|public int run() => public class a.A|public long run()
        METHOD_REMOVED => public class a.A|public int run(int) => public class a.A|public int run(long)
        METHOD_PARAMETER_GENERICS_CHANGED => public class a.A|public void run(java.util.List) generic (Ljava/util/List<Ljava/lang/String;>;)V => public class a.A|public void run(java.util.List) generic (Ljava/util/List<Ljava/lang/Long;>;)V
        METHOD_ADDED_TO_INTERFACE => public abstract interface a.A => public abstract interface a.A|public abstract void run()
        METHOD_LESS_ACCESSIBLE => public class a.A|public void run()|protected void <init>() => public class a.A|protected void run()|protected void <init>()
        METHOD_NOW_STATIC => public class a.A|public void run() => public class a.A|public static void run()
        METHOD_NOW_THROWS_CHECKED_EXCEPTION => public class a.A|public void run() => public class a.A|public void run() throws java.io.IOException
        METHOD_NOW_FINAL => public class a.A|public void run()|public void <init>() => public class a.A|public final void run()|public void <init>()
        CLASS_NOW_NOT_EXTENDABLE => public class a.A|public void <init>() => public final class a.A|public void <init>()
        CONSTRUCTOR_REMOVED => public class a.A|public void <init>(int)|public void <init>() => public class a.A|public void <init>()
        FIELD_REMOVED => public class a.A|public static final int[][] F => public class a.A
        FIELD_TYPE_CHANGED => public class a.A|public static final int F => public class a.A|public static final long F
        CLASS_LESS_ACCESSIBLE => public class a.A => class a.A
        INTERFACE_REMOVED => public class a.A implements java.lang.Runnable => public class a.A
        """)
    void findsWhatBreaksUsers(final String change, final String before, final String after) throws IOException
    {
        final Path old = folder.resolve("old.jar");
        final Path young = folder.resolve("young.jar");
        PublicApi.writeJar(sketch(before), old);
        PublicApi.writeJar(sketch(after), young);
        assertEquals(new TreeSet<>(), breaches(old, old));
        assertTrue(breaches(old, young).stream().anyMatch(each -> each.startsWith(change + " ")), () -> breaches(old,
            young).toString());
    }

    /** Each class extends Object; a bar stands for a line's end. */
    private static String sketch(final String text)
    {
        final String[] lines = TEXT.split(text);
        lines[0] = lines[0].replaceFirst("a\\.A", "a.A extends java.lang.Object");
        return String.join("\n    ", lines) + "\n\n";
    }

    private static Path location(final String module) throws URISyntaxException
    {
        return Path.of(MODULES.get(module).getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static String today(final String module) throws IOException, URISyntaxException
    {
        final Path classes = location(module);
        if (Files.isDirectory(classes))
        {
            return PublicApi.read(classes);
        }
        try (FileSystem files = FileSystems.newFileSystem(classes))
        {
            return PublicApi.read(files.getPath("/"));
        }
    }

    /** A module's jar, made here if the build has not got as far. */
    private Path jar(final String module) throws IOException, URISyntaxException
    {
        final Path classes = location(module);
        if (!Files.isDirectory(classes))
        {
            return classes;
        }
        final Path jar = folder.resolve(module + "-today.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(
            classes))
        {
            for (final Path file : files.filter(file -> file.toString().endsWith(".class")).toList())
            {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }

    /** What of the first jar's API the second breaks: the change, and the class or member. */
    private static TreeSet<String> breaches(final Path before, final Path after)
    {
        final JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
        options.setAccessModifier(AccessModifier.PROTECTED);
        options.setClassPathMode(JarArchiveComparatorOptions.ClassPathMode.TWO_SEPARATE_CLASSPATHS);
        final List<String> path = Arrays.asList(System.getProperty("java.class.path").split(System.getProperty(
            "path.separator")));
        options.setOldClassPath(path);
        options.setNewClassPath(path);
        final TreeSet<String> breaches = new TreeSet<>();
        for (final JApiClass type : new JarArchiveComparator(options).compare(new JApiCmpArchive(before.toFile(),
            "before"), new JApiCmpArchive(after.toFile(), "after")))
        {
            final String name = type.getFullyQualifiedName();
            add(type, name, breaches);
            add(type.getSuperclass(), name, breaches);
            type.getInterfaces().forEach(each -> add(each, name, breaches));
            type.getFields().forEach(each -> add(each, name + "." + each.getName(), breaches));
            type.getConstructors().forEach(each -> add(each, name + "." + each.getName(), breaches));
            type.getMethods().forEach(each -> add(each, name + "." + each.getName(), breaches));
            type.getMethods().forEach(method -> method.getParameters().forEach(each -> add(each, name + "." + method
                .getName(), breaches)));
            type.getMethods().forEach(method -> add(method.getReturnType(), name + "." + method.getName(), breaches));
        }
        return breaches;
    }

    private static void add(final JApiCompatibility part, final String name, final TreeSet<String> breaches)
    {
        part.getCompatibilityChanges().stream().filter(change -> !change.isBinaryCompatible() || !change
            .isSourceCompatible()).forEach(change -> breaches.add(change.getType() + " " + name));
    }
}
