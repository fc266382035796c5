package io.skim.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the generator writes is taken by javac, with every warning that the build asks for. Here and not beside the
 * generator, since the sources need the classes that the generated ones extend.
 */
class GeneratedSourceTest
{
    private static final List<String> OPTIONS =
        List.of("-proc:none", "-Xlint:all,-processing,-path,-classfile,-options", "-Xdoclint:all/protected",
            "-Xmaxwarns", "1000", "--release", "17");

    @TempDir
    private Path folder;

    private static Map<String, String> headers(final List<SchemaHeader> headers)
    {
        final Map<String, String> sources = new TreeMap<>();
        headers.stream().filter(header -> header.spells == null).forEach(header -> sources.put(header.name, HeaderSource
            .of(header, headers)));
        sources.put("HeaderTypes", TypesSource.of(headers));
        return sources;
    }

    private static JavaFileObject file(final String packageName, final String name, final String source)
    {
        final URI uri = URI.create("string:///" + packageName.replace('.', '/') + "/" + name + ".java");
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE)
        {
            @Override
            public CharSequence getCharContent(final boolean ignoreEncodingErrors)
            {
                return source;
            }
        };
    }

    /** What javac has to say of sources, the names of which are those of their classes. */
    private List<Diagnostic<? extends JavaFileObject>> compiled(final String packageName,
        final Map<String, String> sources) throws IOException
    {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        final List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, source) -> files.add(file(packageName, name, source)));
        final List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(List.of("-d", folder.toString(), "-classpath", System.getProperty("java.class.path")));
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(said, Locale.ROOT, null))
        {
            final boolean good = compiler.getTask(null, manager, said, options, null, files).call();
            assertEquals(good, said.getDiagnostics().stream().noneMatch(each -> each
                .getKind() == Diagnostic.Kind.ERROR));
        }
        return said.getDiagnostics();
    }

    private List<String> classes(final String packageName) throws IOException
    {
        try (Stream<Path> files = Files.list(folder.resolve(packageName.replace('.', '/'))))
        {
            return files.map(file -> file.getFileName().toString().replace(".class", "")).filter(name -> !name.contains(
                "$")).sorted().collect(Collectors.toList());
        }
    }

    @Test
    void everyHeaderOfTheSchemaCompilesWithoutAWarning() throws IOException
    {
        final Map<String, String> sources = headers(HeaderSchema.read());
        assertEquals(List.of(), compiled(HeaderSource.PACKAGE, sources));
        assertEquals(List.copyOf(sources.keySet()), classes(HeaderSource.PACKAGE));
        assertTrue(sources.size() > 140, () -> sources.keySet().toString());
    }

    @Test
    void everyTypeOfAmqpCompilesWithoutAWarning() throws IOException
    {
        final Map<String, String> sources = new TreeMap<>();
        final List<AmqpSchema.Type> types = AmqpSchema.read();
        for (final AmqpSchema.Type type : types)
        {
            sources.put(AmqpSource.className(type), AmqpSource.of(type));
        }
        sources.put("AmqpTypedValues", AmqpSource.registry(types));
        assertEquals(49, sources.size());
        assertEquals(List.of(), compiled(AmqpSource.PACKAGE, sources));
        assertEquals(List.copyOf(sources.keySet()), classes(AmqpSource.PACKAGE));
        assertEquals(List.of(), compiled(AmqpTableSource.PACKAGE, Map.of("AmqpTypeTable", AmqpTableSource.of(types))));
    }

    /** Types, defaults and spellings in combinations that no header of the schema has today. */
    @Test
    void aHeaderOfEveryKindOfFieldCompilesWithoutAWarning() throws IOException
    {
        final List<String> lines = new ArrayList<>(List.of("header Every", "package p", "request 10 TEN",
            "releases 5.5.1"));
        final String[] types = {"String default=\"\"", "Integer default=7", "Long default=-1", "Boolean default=true",
            "int default=1000", "long default=now", "boolean default=true", "Long default=now", "Long", "Integer",
            "Boolean", "String", "BoundaryType", "int", "long", "boolean"};
        for (int i = 0; i < types.length; i++)
        {
            lines.add("field every" + i + " " + types[i]);
            lines.add("field needed" + i + " " + types[i].replaceFirst(" |$", " required "));
        }
        lines.addAll(List.of("", "header EveryBRIEF", "package p", "response 10 TEN", "releases 5.5.1", "spells Every",
            "field a String alias=every11", "", "header Empty", "package p", "releases 5.5.1"));
        final Map<String, String> sources = headers(HeaderSchema.parse(lines));
        assertEquals(List.of("Empty", "Every", "HeaderTypes"), List.copyOf(sources.keySet()));
        assertEquals(List.of(), compiled(HeaderSource.PACKAGE, sources));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
        value = {"return this;; ERROR", "private @Nullable String topic;private @Nullable Strin topic; ERROR",
            "@return this.;@param; ERROR", "import io.skim.encode.EntryKey;import io.skim.encode.EntryKeys; ERROR",
            "this.topic = value;this.topic = (String)value; WARNING"})
    void whatIsBrokenIsToldByItsLine(final String before, final String after, final Diagnostic.Kind kind)
        throws IOException
    {
        final Map<String, String> sources = headers(HeaderSchema.read());
        final String source = sources.get("SendMessageRequestHeader");
        assertTrue(source.contains(before));
        final List<Diagnostic<? extends JavaFileObject>> said = compiled(HeaderSource.PACKAGE, Map.of(
            "SendMessageRequestHeader", source.replace(before, after == null ? "" : after)));
        assertEquals(kind, said.get(0).getKind(), said.toString());
        assertTrue(said.get(0).getLineNumber() > 0 && said.get(0).getSource().getName().endsWith(
            "/SendMessageRequestHeader.java"), said.toString());
    }
}
