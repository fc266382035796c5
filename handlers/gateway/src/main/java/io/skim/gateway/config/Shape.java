package io.skim.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * What may stand at a place of the file. The check of a file and the schema for editors are made of the same shapes, so that they
 * cannot differ.
 */
interface Shape
{
    /** The tags of texts, numbers and words; others make a reader construct something. */
    Set<Tag> SCALARS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL);
    /** Line ends and other characters that no line shows. */
    Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

    /**
     * Checks a node.
     *
     * @return its value; null if it is refused, and then the file has a problem.
     */
    @Nullable
    Value check(YamlFile file, Node node);

    /** The JSON schema (draft 2020-12) of this shape, without a description. */
    Map<String, Object> schema();

    /** In a few words, for a problem: {@code a number from 1 to 65535}. */
    String words();

    private static @Nullable Value refuse(final YamlFile file, final Node node, final String message)
    {
        file.problem(node, message);
        return null;
    }

    /** What a node is, without its text. */
    static String kind(final Node node)
    {
        return node instanceof MappingNode ? "keys with values" : node instanceof SequenceNode ? "a list" : Tag.NULL
            .equals(node.getTag()) ? "nothing" : "a text or number";
    }

    /**
     * A text, number or word.
     *
     * @param words   what is allowed.
     * @param schema  of the scalar.
     * @param secret  whether problems must not repeat it.
     * @param parser  of the text; its IllegalArgumentException tells what is wrong. It gives null if it has told of a problem itself.
     */
    record Scalar(String words, Map<String, Object> schema, boolean secret,
        BiFunction<YamlFile, ScalarNode, @Nullable Object> parser)
        implements Shape
    {
        /** Sorts the keywords: maps of the JDK have another order in each JVM. */
        public Scalar
        {
            schema = new TreeMap<>(schema);
        }

        @Override
        public @Nullable Value check(final YamlFile file, final Node node)
        {
            if (!(node instanceof ScalarNode scalar) || Tag.NULL.equals(node.getTag()))
            {
                return refuse(file, node, kind(node) + " stands here; allowed is " + words);
            }
            if (!SCALARS.contains(node.getTag()))
            {
                return refuse(file, node, "the tag " + node.getTag() + " is not allowed");
            }
            try
            {
                final Object made = parser.apply(file, scalar);
                return made == null ? null : Value.scalar(node, made);
            }
            catch (final IllegalArgumentException e)
            {
                final String reason = e.getMessage() == null || e instanceof NumberFormatException ? "" : ": " + e
                    .getMessage();
                return refuse(file, node, (secret ? "this" : "'" + shortened(scalar.getValue()) + "'") + " does not fit"
                    + reason + "; allowed is " + words);
            }
        }

        private static String shortened(final String text)
        {
            final String begin = text.length() <= 60 ? text : text.substring(0, 57) + "...";
            // A problem is one line.
            return CONTROL.matcher(begin).replaceAll(found -> String.format("<U+%04X>", (int)found.group().charAt(0)));
        }
    }

    /**
     * A list.
     *
     * @param item  of each item.
     * @param least number of items.
     * @param one   whether one item may stand here without a list.
     */
    record Items(Shape item, int least, boolean one) implements Shape
    {
        @Override
        public @Nullable Value check(final YamlFile file, final Node node)
        {
            if (!(node instanceof SequenceNode sequence))
            {
                if (!one)
                {
                    return refuse(file, node, kind(node) + " stands here; allowed is " + words());
                }
                final Value only = item.check(file, node);
                return only == null ? null : Value.list(node, List.of(only));
            }
            if (sequence.getValue().size() < least)
            {
                return refuse(file, node, "an empty list; it needs " + item.words());
            }
            final List<Value> items = new ArrayList<>();
            for (final Node each : sequence.getValue())
            {
                final Value value = item.check(file, each);
                if (value != null)
                {
                    items.add(value);
                }
            }
            return Value.list(node, items);
        }

        @Override
        public Map<String, Object> schema()
        {
            final Map<String, Object> list = new LinkedHashMap<>();
            list.put("type", "array");
            if (least > 0)
            {
                list.put("minItems", least);
            }
            list.put("items", item.schema());
            return one ? Map.of("anyOf", List.of(item.schema(), list)) : list;
        }

        @Override
        public String words()
        {
            return (one ? item.words() + ", or a list of them" : "a list, each item " + item.words());
        }
    }

    /**
     * Names that the user chooses, each with a value.
     *
     * @param what    the names are for.
     * @param pattern of a name, for people and as a regular expression.
     * @param value   of each name.
     */
    record Table(String what, String pattern, Shape value) implements Shape
    {
        @Override
        public @Nullable Value check(final YamlFile file, final Node node)
        {
            if (!(node instanceof MappingNode mapping))
            {
                return refuse(file, node, kind(node) + " stands here; allowed is " + words());
            }
            final Value made = Value.keys(node);
            for (final NodeTuple entry : mapping.getValue())
            {
                final String name = Keys.name(file, entry.getKeyNode(), made);
                if (name != null && !name.matches(pattern))
                {
                    file.problem(entry.getKeyNode(),
                        "'" + name + "' is no name of " + what + "; allowed is " + pattern);
                }
                else if (name != null)
                {
                    Keys.put(file, made, name, entry, value);
                }
            }
            return made;
        }

        @Override
        public Map<String, Object> schema()
        {
            final Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("propertyNames", Map.of("pattern", "^(?:" + pattern + ")$"));
            schema.put("additionalProperties", value.schema());
            return schema;
        }

        @Override
        public String words()
        {
            return "names of " + what + ", each with " + value.words();
        }
    }

    /**
     * A key of a fixed set.
     *
     * @param shape    of its value.
     * @param required whether it must be there.
     * @param about    a sentence for the reader of the file.
     */
    record Key(Shape shape, boolean required, String about)
    {
    }

    /** A fixed set of keys, each with a value. */
    final class Keys implements Shape
    {
        /** Blanks but the usual one, and characters that are not seen. */
        private static final Pattern INVISIBLE = Pattern.compile("[\\p{Z}\\p{Cf}&&[^ ]]");

        final String what;
        final Map<String, Key> keys = new LinkedHashMap<>();
        private final List<List<String>> choices = new ArrayList<>();

        Keys(final String what)
        {
            this.what = what;
        }

        Keys key(final String name, final Shape shape, final String about)
        {
            keys.put(name, new Key(shape, false, about));
            return this;
        }

        Keys required(final String name, final Shape shape, final String about)
        {
            keys.put(name, new Key(shape, true, about));
            return this;
        }

        /** Exactly one of these must be there. */
        Keys oneOf(final String... names)
        {
            choices.add(List.of(names));
            return this;
        }

        /** The text of a key that is not there yet; null if there is a problem. */
        static @Nullable String name(final YamlFile file, final Node node, final Value before)
        {
            if (!(node instanceof ScalarNode scalar))
            {
                file.problem(node, "a key is a text, not " + kind(node));
                return null;
            }
            if (INVISIBLE.matcher(scalar.getValue()).find())
            {
                final String shown =
                    INVISIBLE.matcher(scalar.getValue()).replaceAll(found -> String.format("<U+%04X>", found
                        .group().codePointAt(0)));
                file.problem(node,
                    "the key '" + shown + "' has a character that looks like a blank or like nothing; write"
                        + " it anew");
                return null;
            }
            if (before.keys().containsKey(scalar.getValue()))
            {
                file.problem(node,
                    "the key '" + scalar.getValue() + "' stands here twice; the first is in line " + YamlFile
                        .line(before.key(scalar.getValue())));
                return null;
            }
            return scalar.getValue();
        }

        static void put(final YamlFile file, final Value into, final String name, final NodeTuple entry,
            final Shape shape)
        {
            into.keys().put(name, entry.getKeyNode());
            final Value value = shape.check(file, entry.getValueNode());
            if (value != null)
            {
                into.entries().put(name, value);
            }
        }

        @Override
        public @Nullable Value check(final YamlFile file, final Node node)
        {
            if (!(node instanceof MappingNode mapping))
            {
                return refuse(file, node, kind(node) + " stands here; allowed is " + words());
            }
            final Value made = Value.keys(node);
            for (final NodeTuple entry : mapping.getValue())
            {
                final String name = name(file, entry.getKeyNode(), made);
                final Key key = name == null ? null : keys.get(name);
                if (name != null && key == null)
                {
                    file.problem(entry.getKeyNode(),
                        "'" + name + "' is no key of " + what + (isGlued(name) ? " (a blank belongs behind the colon)"
                            : Nearest.hint(name, keys.keySet()))
                            + "; allowed are " + String.join(", ", keys.keySet()));
                }
                else if (name != null && key != null)
                {
                    put(file, made, name, entry, key.shape());
                }
            }
            checkPresence(file, node, made);
            return made;
        }

        /** Whether a key and its value are one text, for want of a blank. */
        private boolean isGlued(final String text)
        {
            return text.indexOf(':') > 0 && keys.containsKey(text.substring(0, text.indexOf(':')));
        }

        private void checkPresence(final YamlFile file, final Node node, final Value made)
        {
            keys.forEach((name, key) -> {
                if (key.required() && !made.keys().containsKey(name))
                {
                    file.problem(node, what + " needs the key '" + name + "': " + key.shape().words());
                }
            });
            for (final List<String> choice : choices)
            {
                final List<String> there = choice.stream().filter(made.keys()::containsKey).toList();
                if (there.size() != 1)
                {
                    file.problem(there.isEmpty() ? node : made.key(there.get(1)),
                        what + " needs one of the keys " + String
                            .join(", ", choice) + (there.isEmpty() ? "" : ", and has " + String.join(" and ", there)));
                }
            }
        }

        @Override
        public Map<String, Object> schema()
        {
            final Map<String, Object> properties = new LinkedHashMap<>();
            keys.forEach((name, key) -> {
                final Map<String, Object> property = new LinkedHashMap<>();
                property.put("description", key.about());
                property.putAll(key.shape().schema());
                properties.put(name, property);
            });
            final Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("additionalProperties", false);
            final List<String> required = keys.entrySet().stream().filter(key -> key.getValue().required())
                .map(Map.Entry::getKey).toList();
            if (!required.isEmpty())
            {
                schema.put("required", required);
            }
            for (final List<String> choice : choices)
            {
                schema.put("oneOf", choice.stream().map(name -> Map.of("required", List.of(name))).toList());
            }
            schema.put("properties", properties);
            return schema;
        }

        @Override
        public String words()
        {
            return "the keys " + String.join(", ", keys.keySet());
        }
    }
}
