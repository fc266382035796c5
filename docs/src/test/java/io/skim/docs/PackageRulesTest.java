package io.skim.docs;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.netty.buffer.ByteBuf;
import io.skim.command.Skim;
import io.skim.handlers.route.Router;
import io.skim.netty.Upstream;
import io.skim.pojo.RemotingHeader;
import io.skim.scan.spi.Frames;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.store.SegmentReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which package may see which, and which may read the bytes of a frame. docs/architecture.md lists these rules. Each rule
 * comes with a class that breaks it, so that a rule that cannot fail is found.
 */
class PackageRulesTest
{
    private static final String[] CORE = {"io.skim.scan..", "io.skim.encode..", "io.skim.bytes.."};
    /** JSpecify's annotations are for compilers, and no dependency of users. */
    private static final String[] LIBRARIES = {"java..", "io.netty.buffer..", "io.netty.util..", "org.agrona..",
        "org.jspecify.annotations.."};

    /** Packages that may use loads of eight bytes, UTF-8, digits and escapes. */
    private static final String[] USE_BYTES = {"io.skim.bytes", "io.skim.scan..", "io.skim.encode",
        "io.skim.handlers.patch", "io.skim.handlers.select", "io.skim.handlers.route", "io.skim.gateway.lanes",
        "io.skim.pojo", "io.skim.pojo.bind", "io.skim.pojo.headers", "io.skim.pojo.text", "io.skim.pojo.amqp",
        "io.skim.pojo.amqp.types"};

    /** Packages that may use the array of a frame. All others read a frame by cursors, views and readers. */
    private static final String[] READ_FRAMES = {"io.skim.scan..", "io.skim.encode", "io.skim.handlers.patch",
        "io.skim.handlers.route", "io.skim.handlers.select", "io.skim.pojo", "io.skim.pojo.headers",
        "io.skim.pojo.amqp.types", "io.skim.command", "io.skim.command.scrub"};
    private static final String ARRAY = "array|arrayOffset|load|loadWindow|loadedEnd|isLoaded|getLongLittleEndian";

    /** A rule, and the source of classes that break it. */
    private record Law(ArchRule rule, String... breach)
    {
    }

    private static List<Law> laws() throws IOException
    {
        final String[] exported = exportsOfCore();
        return List.of(
            new Law(classes().that().resideInAnyPackage(CORE).should().onlyDependOnClassesThat().resideInAnyPackage(
                concat(CORE, LIBRARIES)).as("scanner-core needs Netty's buffers and Agrona alone"),
                "package io.skim.scan; class Breach { javax.tools.JavaCompiler compiler; }"),
            new Law(classes().that().resideInAPackage("io.skim.handlers..").should().onlyDependOnClassesThat()
                .resideInAnyPackage(concat(concat(exported, LIBRARIES), "io.skim.handlers..", "javax.crypto..")).as(
                    "handlers need what scanner-core exports, and nothing else of Skim"),
                "package io.skim.handlers.route; class Breach { io.skim.pojo.RemotingHeader header; }"),
            new Law(classes().that().resideInAPackage("io.skim.pojo..").should().onlyDependOnClassesThat()
                .resideInAnyPackage(concat(concat(exported, LIBRARIES), "io.skim.pojo..")).as(
                    "pojo-builder needs what scanner-core exports, and nothing else of Skim"),
                "package io.skim.pojo.bind; class Breach { io.skim.handlers.route.Router<?, ?> router; }"),
            new Law(classes().that().resideInAPackage("io.skim.store..").should().onlyDependOnClassesThat()
                .resideInAnyPackage(concat(concat(exported, LIBRARIES), "io.skim.store..")).as(
                    "the reader of stores needs what scanner-core exports, and nothing else of Skim"),
                "package io.skim.store; class Breach { io.skim.pojo.RemotingHeader header; }"),
            new Law(
                noClasses().that()
                    .resideOutsideOfPackages("io.skim.netty..", "io.skim.gateway..", "io.skim.benchmarks..")
                    .should().dependOnClassesThat().resideInAnyPackage("io.skim.netty..", "io.skim.gateway..").as(
                        "nothing needs the handlers of live connections and the gateway"),
                "package io.skim.command; class Breach { io.skim.netty.Upstream upstream; }"),
            new Law(noClasses().that().resideInAPackage("io.skim.netty..").should().dependOnClassesThat()
                .resideInAnyPackage("io.skim.gateway..", "io.skim.pojo..", "io.skim.command..").as(
                    "handlers of live connections do not see the gateway"),
                "package io.skim.netty; class Breach { io.skim.command.Skim command; }"),
            new Law(noClasses().that().resideOutsideOfPackage("io.skim.command..").should().dependOnClassesThat()
                .resideInAPackage("io.skim.command..").as("nothing needs the command"),
                "package io.skim.handlers.route; class Breach { io.skim.command.Skim command; }"),
            new Law(slices().matching("io.skim.(**)").should().beFreeOfCycles().ignoreDependency(
                resideInAnyPackage("io.skim.scan.spi", "io.skim.scan.access"), resideInAPackage("io.skim.scan")).as(
                    "no cycles of packages, but that spi opens what io.skim.scan hides"),
                "package io.skim.one; public class Breach { io.skim.two.Breach other; }",
                "package io.skim.two; public class Breach { io.skim.one.Breach other; }"),
            new Law(noClasses().that().resideInAPackage("io.skim.scan.amqp..").should().dependOnClassesThat()
                .resideInAPackage("io.skim.scan.remoting..").as("AMQP does not see remoting"),
                "package io.skim.scan.amqp; class Breach { io.skim.scan.remoting.RemotingScanner scanner; }"),
            new Law(noClasses().that().resideInAPackage("io.skim.scan.remoting..").should().dependOnClassesThat()
                .resideInAPackage("io.skim.scan.amqp..").as("remoting does not see AMQP"),
                "package io.skim.scan.remoting; class Breach { io.skim.scan.amqp.AmqpScanner scanner; }"),
            new Law(noClasses().that().resideInAPackage("io.skim.encode..").should().dependOnClassesThat()
                .resideInAnyPackage("io.skim.handlers..", "io.skim.pojo..").as(
                    "encoders see neither handlers nor objects"),
                "package io.skim.encode; class Breach { io.skim.handlers.route.Router<?, ?> router; }"),
            new Law(noClasses().that().resideOutsideOfPackages(USE_BYTES).should().dependOnClassesThat()
                .resideInAPackage("io.skim.bytes").as("named packages alone use io.skim.bytes"),
                "package io.skim.command; class Breach { io.skim.bytes.Words words; }"),
            new Law(noClasses().that(resideOutsideOfPackages(READ_FRAMES)).should().callMethodWhere(
                takesTheArrayOfAFrame()).as("named packages alone take the array of a frame"),
                "package io.skim.pojo.bind; class Breach"
                    + " { byte[] bytes(io.skim.scan.FrameView frame) { return io.skim.scan.spi.Frames.array(frame); } }"));
    }

    private static DescribedPredicate<JavaMethodCall> takesTheArrayOfAFrame()
    {
        return target(owner(DescribedPredicate.describe("Frames", (JavaClass type) -> type.isEquivalentTo(
            Frames.class)))).and(target(nameMatching(ARRAY))).forSubtype();
    }

    private static String[] concat(final String[] some, final String... others)
    {
        return Stream.concat(Arrays.stream(some), Arrays.stream(others)).toArray(String[]::new);
    }

    /** The packages that scanner-core's module exports, to all or to Skim's own modules. */
    private static String[] exportsOfCore() throws IOException
    {
        try (URLClassLoader core = new URLClassLoader(new URL[] {location(RemotingScanner.class)}, null);
            InputStream descriptor = core.findResource("module-info.class").openStream())
        {
            return ModuleDescriptor.read(descriptor).exports().stream().map(ModuleDescriptor.Exports::source).toArray(
                String[]::new);
        }
    }

    private static URL location(final Class<?> type)
    {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @TestFactory
    Stream<DynamicTest> everyModuleKeepsTheRules() throws IOException
    {
        final JavaClasses house = new ClassFileImporter().importUrls(Stream.of(RemotingScanner.class, Router.class,
            RemotingHeader.class, SegmentReader.class, Skim.class, Upstream.class).map(PackageRulesTest::location)
            .collect(Collectors.toList()));
        for (final String part : List.of("io.skim.scan", "io.skim.handlers", "io.skim.pojo", "io.skim.netty",
            "io.skim.store", "io.skim.command"))
        {
            assertTrue(house.that(resideInAnyPackage(part + "..")).size() > 0, part);
        }
        return laws().stream().map(law -> DynamicTest.dynamicTest(law.rule.getDescription(), () -> law.rule.check(
            house)));
    }

    @TestFactory
    Stream<DynamicTest> everyRuleSeesAClassThatBreaksIt(@TempDir final Path folder) throws IOException
    {
        final Map<String, Law> breaches = new TreeMap<>();
        laws().forEach(law -> breaches.put("breach" + breaches.size(), law));
        return breaches.entrySet().stream().map(breach -> DynamicTest.dynamicTest(breach.getValue().rule
            .getDescription(), () -> {
                final Path classes = compile(folder.resolve(breach.getKey()), breach.getValue().breach);
                final EvaluationResult result = breach.getValue().rule.evaluate(new ClassFileImporter().importPath(
                    classes));
                assertTrue(result.hasViolation(), breach.getValue().breach[0]);
            }));
    }

    private static Path compile(final Path folder, final String... sources) throws IOException, URISyntaxException
    {
        assertTrue(folder.toFile().mkdirs());
        final List<JavaFileObject> units = Arrays.stream(sources).map(PackageRulesTest::source).collect(Collectors
            .toList());
        final StringBuilder path = new StringBuilder();
        for (final Class<?> type : List.of(RemotingScanner.class, Router.class, RemotingHeader.class, Skim.class,
            Upstream.class, ByteBuf.class, DirectBuffer.class))
        {
            path.append(Path.of(location(type).toURI())).append(System.getProperty("path.separator"));
        }
        assertEquals(true, ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none", "-d",
            folder.toString(), "-classpath", path.toString()), null, units).call(), sources[0]);
        return folder;
    }

    private static JavaFileObject source(final String text)
    {
        final String name = text.substring("package ".length(), text.indexOf(';')).replace('.', '/');
        return new SimpleJavaFileObject(URI.create("string:///" + name + "/Breach.java"), JavaFileObject.Kind.SOURCE)
        {
            @Override
            public CharSequence getCharContent(final boolean ignoreEncodingErrors)
            {
                return text;
            }
        };
    }
}
