package io.skim.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The public API of a module as text, a line for each class and member, and class files of that text, without code, for
 * tools that compare classes. A line is close to Java's; what follows {@code generic} is the Signature attribute.
 */
final class PublicApi
{
    private static final Map<String, Integer> MODIFIERS = modifiers();
    private static final Map<String, Integer> KINDS = kinds();

    private static final Pattern CLASS = Pattern.compile("((?:[a-z]+ )*)(class|interface|enum|record|@interface) (\\S+)"
        + "(?: extends (\\S+))?(?: implements (.+?))?(?: permits (.+?))?(?: generic (\\S+))?");
    private static final Pattern FIELD = Pattern.compile(" {4}((?:[a-z]+ )*)(\\S+) (\\S+)(?: generic (\\S+))?");
    private static final Pattern METHOD = Pattern.compile(" {4}((?:[a-z]+ )*)(\\S+) (\\S+)\\((.*)\\)(?: throws (.+?))?"
        + "(?: generic (\\S+))?");

    private PublicApi()
    {
    }

    private static Map<String, Integer> modifiers()
    {
        final Map<String, Integer> modifiers = new LinkedHashMap<>();
        modifiers.put("public", Opcodes.ACC_PUBLIC);
        modifiers.put("protected", Opcodes.ACC_PROTECTED);
        modifiers.put("static", Opcodes.ACC_STATIC);
        modifiers.put("abstract", Opcodes.ACC_ABSTRACT);
        modifiers.put("final", Opcodes.ACC_FINAL);
        return modifiers;
    }

    private static Map<String, Integer> kinds()
    {
        final Map<String, Integer> kinds = new LinkedHashMap<>();
        kinds.put("@interface", Opcodes.ACC_INTERFACE | Opcodes.ACC_ANNOTATION);
        kinds.put("interface", Opcodes.ACC_INTERFACE);
        kinds.put("enum", Opcodes.ACC_ENUM);
        kinds.put("record", Opcodes.ACC_RECORD);
        kinds.put("class", Opcodes.ACC_SUPER);
        return kinds;
    }

    /**
     * The text of a module: the public classes of its packages that are exported to all, and the module's own classes
     * that these inherit from.
     *
     * @param module the folder of its class files, or the root of its jar.
     */
    static String read(final Path module) throws IOException
    {
        final Map<String, ClassNode> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(module))
        {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                final ClassNode node = node(file);
                all.put(node.name, node);
            });
        }
        final Set<String> packages = ModuleDescriptor.read(Files.newInputStream(module.resolve("module-info.class")))
            .exports().stream().filter(exports -> !exports.isQualified()).map(exports -> exports.source().replace('.',
                '/'))
            .collect(Collectors.toSet());
        final Set<String> names = new TreeSet<>();
        all.values().stream().filter(node -> packages.contains(packageOf(node.name)) && visible(node, all)).forEach(
            node -> addWithAncestors(node.name, all, names));
        return names.stream().map(name -> text(all.get(name))).collect(Collectors.joining());
    }

    private static ClassNode node(final Path file)
    {
        try
        {
            final ClassNode node = new ClassNode();
            new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            return node;
        }
        catch (final IOException exception)
        {
            throw new UncheckedIOException(exception);
        }
    }

    private static String packageOf(final String name)
    {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    private static boolean isApi(final int access)
    {
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 && (access & Opcodes.ACC_SYNTHETIC) == 0;
    }

    /** True if other modules can name a class: it and all classes around it are public or protected. */
    private static boolean visible(final ClassNode node, final Map<String, ClassNode> all)
    {
        final InnerClassNode nested = nested(node);
        return nested == null ? isApi(node.access)
            : nested.outerName != null && isApi(nested.access) && visible(all.get(nested.outerName), all);
    }

    private static InnerClassNode nested(final ClassNode node)
    {
        return node.innerClasses.stream().filter(inner -> inner.name.equals(node.name)).findFirst().orElse(null);
    }

    private static void addWithAncestors(final String name, final Map<String, ClassNode> all, final Set<String> names)
    {
        final ClassNode node = all.get(name);
        if (node != null && names.add(name))
        {
            addWithAncestors(node.superName, all, names);
            node.interfaces.forEach(each -> addWithAncestors(each, all, names));
        }
    }

    private static String text(final ClassNode node)
    {
        final InnerClassNode nested = nested(node);
        final int access = nested == null ? node.access : nested.access;
        final String kind = (node.access & Opcodes.ACC_RECORD) != 0 ? "record"
            : KINDS.entrySet().stream().filter(each -> (access & each.getValue()) == each.getValue()).findFirst().map(
                Map.Entry::getKey).orElse("class");
        final StringBuilder text = new StringBuilder(words(access)).append(kind).append(' ').append(dotted(node.name))
            .append(" extends ").append(dotted(node.superName));
        list(text, " implements ", node.interfaces);
        list(text, " permits ", node.permittedSubclasses == null ? List.of() : node.permittedSubclasses);
        generic(text, node.signature);
        final Stream<String> fields = node.fields.stream().filter(field -> isApi(field.access)).map(PublicApi::text);
        final Stream<String> methods = node.methods.stream().filter(method -> isApi(method.access)).map(
            PublicApi::text);
        Stream.concat(fields.sorted(), methods.sorted()).forEach(text::append);
        return text.append("\n\n").toString();
    }

    private static String text(final FieldNode field)
    {
        return generic(new StringBuilder("\n    ").append(words(field.access)).append(Type.getType(field.desc)
            .getClassName()).append(' ').append(field.name), field.signature).toString();
    }

    private static String text(final MethodNode method)
    {
        final StringBuilder text = new StringBuilder("\n    ").append(words(method.access)).append(
            (method.access & Opcodes.ACC_VARARGS) != 0 ? "varargs " : "").append(
                Type.getReturnType(method.desc)
                    .getClassName())
            .append(' ').append(method.name).append(Arrays.stream(Type.getArgumentTypes(
                method.desc)).map(Type::getClassName).collect(Collectors.joining(", ", "(", ")")));
        list(text, " throws ", method.exceptions);
        return generic(text, method.signature).toString();
    }

    private static String words(final int access)
    {
        return MODIFIERS.entrySet().stream().filter(each -> (access & each.getValue()) != 0).map(each -> each.getKey()
            + " ").collect(Collectors.joining());
    }

    private static void list(final StringBuilder text, final String word, final List<String> names)
    {
        if (!names.isEmpty())
        {
            text.append(names.stream().map(PublicApi::dotted).collect(Collectors.joining(", ", word, "")));
        }
    }

    private static StringBuilder generic(final StringBuilder text, final String signature)
    {
        return signature == null ? text : text.append(" generic ").append(signature);
    }

    private static String dotted(final String name)
    {
        return name.replace('/', '.');
    }

    /** Writes the class files of a text into a jar. */
    static void writeJar(final String text, final Path jar) throws IOException
    {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar)))
        {
            for (final String lines : text.split("\n\n"))
            {
                final ClassNode node = parse(lines.split("\n"));
                final ClassWriter writer = new ClassWriter(0);
                node.accept(writer);
                out.putNextEntry(new ZipEntry(node.name + ".class"));
                out.write(writer.toByteArray());
            }
        }
    }

    private static ClassNode parse(final String[] lines)
    {
        final Matcher head = matched(CLASS, lines[0]);
        final ClassNode node = new ClassNode();
        node.version = Opcodes.V17;
        node.access = KINDS.get(head.group(2)) | access(head.group(1));
        node.name = slashed(head.group(3));
        node.superName = slashed(head.group(4));
        node.interfaces = names(head.group(5));
        node.permittedSubclasses = head.group(6) == null ? null : names(head.group(6));
        node.signature = head.group(7);
        final int nested = node.name.lastIndexOf('$');
        if (nested > 0)
        {
            node.visitInnerClass(node.name, node.name.substring(0, nested), node.name.substring(nested + 1),
                node.access & ~Opcodes.ACC_SUPER);
        }
        for (int i = 1; i < lines.length; i++)
        {
            if (lines[i].contains("("))
            {
                final Matcher method = matched(METHOD, lines[i]);
                node.methods.add(new MethodNode(access(method.group(1)), method.group(3), "(" + Arrays.stream(method
                    .group(4).split(", ")).filter(each -> !each.isEmpty()).map(PublicApi::descriptor).collect(
                        Collectors.joining())
                    + ")" + descriptor(method.group(2)), method.group(6),
                    names(method.group(
                        5)).toArray(String[]::new)));
            }
            else
            {
                final Matcher field = matched(FIELD, lines[i]);
                node.fields.add(new FieldNode(access(field.group(1)), field.group(3), descriptor(field.group(2)), field
                    .group(4), null));
            }
        }
        return node;
    }

    private static Matcher matched(final Pattern pattern, final String line)
    {
        final Matcher matcher = pattern.matcher(line);
        if (!matcher.matches())
        {
            throw new IllegalArgumentException(line);
        }
        return matcher;
    }

    private static int access(final String words)
    {
        return Arrays.stream(words.split(" ")).filter(word -> !word.isEmpty()).mapToInt(word -> word.equals("varargs")
            ? Opcodes.ACC_VARARGS
            : MODIFIERS.get(word)).reduce(0, (some, more) -> some | more);
    }

    private static List<String> names(final String names)
    {
        return names == null ? List.of() : Arrays.stream(names.split(", ")).map(PublicApi::slashed).collect(Collectors
            .toList());
    }

    private static String slashed(final String name)
    {
        return name.replace('.', '/');
    }

    private static String descriptor(final String name)
    {
        final int dimensions = name.endsWith("]") ? (name.length() - name.indexOf('[')) / 2 : 0;
        final String element = name.substring(0, name.length() - 2 * dimensions);
        final Type primitive = Stream.of(Type.VOID_TYPE, Type.BOOLEAN_TYPE, Type.CHAR_TYPE, Type.BYTE_TYPE,
            Type.SHORT_TYPE, Type.INT_TYPE, Type.FLOAT_TYPE, Type.LONG_TYPE, Type.DOUBLE_TYPE).filter(
                type -> type
                    .getClassName().equals(element))
            .findFirst().orElse(null);
        return "[".repeat(dimensions) + (primitive == null ? "L" + slashed(element) + ";" : primitive.getDescriptor());
    }
}
