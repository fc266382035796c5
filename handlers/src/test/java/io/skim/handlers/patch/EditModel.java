package io.skim.handlers.patch;

import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The same edits on what the reference has decoded, as someone would make them who decodes: on maps.
 */
final class EditModel
{
    private static final List<String> FIXED = List.of("code", "language", "version", "opaque", "flag", "remark");
    private static final List<String> LONG = List.of("producerGroup", "topic", "defaultTopic", "defaultTopicQueueNums",
        "queueId", "sysFlag", "bornTimestamp", "flag", "properties", "reconsumeTimes", "unitMode", "maxReconsumeTimes",
        "batch", "brokerName", "bname");

    /** An edit by the name of the builder's method. */
    record Edit(String how, String name, String value)
    {
        /** Whether the value is one that changes: every other one that can be. */
        boolean isFresh()
        {
            return value != null && !value.isEmpty() && value.hashCode() % 2 == 0 && !how.startsWith("rename")
                && value.indexOf(1) < 0 && value.indexOf(2) < 0 && !FIXED.contains(name);
        }
    }

    final List<Edit> edits;

    EditModel(final List<Edit> edits)
    {
        this.edits = edits;
    }

    /** Some edits of names that a frame has, and of others. */
    static EditModel random(final Random random, final HeaderRecord header)
    {
        final List<String> names =
            new ArrayList<>(List.of("topic", "b", "a", "queueId", "xyz", "n", "Key\"\\", "h\u00E9"));
        final List<String> properties = new ArrayList<>(List.of("TAGS", "KEYS", "TRACE", "q\"\n", "\u65E5"));
        final String word = FrameGenerator.word(random);
        if (isName(word))
        {
            names.add(word);
        }
        properties.add(ofProperty(word));
        if (header.extFields != null)
        {
            header.extFields.keySet().stream().filter(EditModel::isName).forEach(names::add);
        }
        if (header.properties != null)
        {
            header.properties.keySet().stream().filter(EditModel::isText).forEach(properties::add);
        }
        final boolean ofProperties = random.nextBoolean();
        if (ofProperties)
        {
            names.removeAll(List.of("i", "properties"));
        }
        // Many edits of few names depend on each other.
        final boolean dense = random.nextInt(4) == 0;
        if (dense)
        {
            thin(random, names);
            thin(random, properties);
        }
        final List<Edit> edits = new ArrayList<>();
        for (int left = random.nextInt(dense ? 12 : 6); left >= 0; left--)
        {
            edits.add(ofProperties && random.nextBoolean() ? property(random, properties) : random.nextInt(3)
                == 0 ? fixed(
                    random) : entry(random, names));
        }
        return new EditModel(edits);
    }

    private static void thin(final Random random, final List<String> names)
    {
        while (names.size() > 3)
        {
            names.remove(random.nextInt(names.size()));
        }
    }

    private static boolean isName(final String name)
    {
        return !name.isEmpty() && name.indexOf('\0') < 0 && !FIXED.contains(name) && !name.startsWith("@type") && !name
            .equals("$ref") && name.indexOf('\uFFFD') < 0 && isText(name);
    }

    /** Half a surrogate pair, which lenient takes, is in no builder's names. */
    private static boolean isText(final String name)
    {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(name);
    }

    private static <T> T any(final Random random, final List<T> all)
    {
        return all.get(random.nextInt(all.size()));
    }

    private static String text(final Random random)
    {
        return any(random,
            List.of("v", "12", "true", "Topic-New", "q\"\\/\b\f\n\r\t\u0003\u001F\u007F", "\u00E9\u65E5\uD83D\uDE00",
                "x".repeat(random.nextInt(300)), "a=b\u2028", FrameGenerator.word(random)));
    }

    private static Edit entry(final Random random, final List<String> names)
    {
        switch (random.nextInt(7))
        {
            case 6:
                return new Edit("replace", any(random, names), text(random));
            case 0, 1:
                return new Edit("set", any(random, names), text(random));
            case 2:
                return new Edit("add", any(random, names), text(random));
            case 3, 4:
                return new Edit("remove", any(random, names), null);
            default:
                return new Edit("rename", any(random, names), any(random, names));
        }
    }

    /** Without separators, which no name or value of a property may have. */
    private static String ofProperty(final String text)
    {
        return text.replace('\1', '\3').replace('\2', '\4');
    }

    private static Edit property(final Random random, final List<String> names)
    {
        final String value = ofProperty(text(random));
        switch (random.nextInt(7))
        {
            case 6:
                return new Edit("replaceProperty", any(random, names), value.isEmpty() ? "e" : value);
            case 0, 1:
                return new Edit("setProperty", any(random, names), value.isEmpty() ? "e" : value);
            case 2:
                return new Edit("addProperty", any(random, names), value.isEmpty() ? "e" : value);
            case 3, 4:
                return new Edit("removeProperty", any(random, names), null);
            default:
                return new Edit("renameProperty", any(random, names), any(random, names));
        }
    }

    private static Edit fixed(final Random random)
    {
        final String name = any(random, FIXED);
        if (name.equals("remark"))
        {
            return random.nextBoolean() ? new Edit("remove", name, null) : new Edit("set", name, text(random));
        }
        if (name.equals("language"))
        {
            return new Edit("set", name, any(random, List.of("GO", "JAVA", "NODE_JS")));
        }
        final int number = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(20_000);
        return new Edit("set", name, String.valueOf(number));
    }

    RemotingEdits build()
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        for (final Edit edit : edits)
        {
            if (edit.isFresh())
            {
                fresh(builder, edit);
                continue;
            }
            switch (edit.how)
            {
                case "set" -> builder.set(edit.name, edit.value);
                case "add" -> builder.add(edit.name, edit.value);
                case "replace" -> builder.replace(edit.name, edit.value);
                case "remove" -> builder.remove(edit.name);
                case "rename" -> builder.rename(edit.name, edit.value);
                case "setProperty" -> builder.setProperty(edit.name, edit.value);
                case "addProperty" -> builder.addProperty(edit.name, edit.value);
                case "replaceProperty" -> builder.replaceProperty(edit.name, edit.value);
                case "removeProperty" -> builder.removeProperty(edit.name);
                default -> builder.renameProperty(edit.name, edit.value);
            }
        }
        return builder.build();
    }

    /** The same edit with a value that is set later. */
    private static void fresh(final RemotingEdits.Builder builder, final Edit edit)
    {
        final FreshValue value = new FreshValue();
        switch (edit.how)
        {
            case "set" -> builder.set(edit.name, value);
            case "add" -> builder.add(edit.name, value);
            case "replace" -> builder.replace(edit.name, value);
            case "setProperty" -> builder.setProperty(edit.name, value);
            case "addProperty" -> builder.addProperty(edit.name, value);
            default -> builder.replaceProperty(edit.name, value);
        }
        value.set(edit.value);
    }

    boolean editsProperties()
    {
        return edits.stream().anyMatch(edit -> edit.how.endsWith("Property"));
    }

    /** The edits without those of properties: what becomes of the header of a batch. */
    EditModel ofHeader()
    {
        return new EditModel(edits.stream().filter(edit -> !edit.how.endsWith("Property")).toList());
    }

    /** What becomes of the properties of one message in a batch. */
    Map<String, String> ofMessage(final Map<String, String> properties)
    {
        final Map<String, String> edited = new TreeMap<>(properties);
        edits.stream().filter(edit -> edit.how.endsWith("Property")).forEach(edit -> edit(edited, edit.how.replace(
            "Property", ""), edit.name, edit.value));
        return edited;
    }

    /** The names that any edit has, as they stand in frames of a code. */
    Set<String> names(final int code)
    {
        final Set<String> names = new HashSet<>();
        for (final Edit edit : edits)
        {
            if (!edit.how.endsWith("Property"))
            {
                names.add(key(edit.name, code));
                if (edit.how.equals("rename"))
                {
                    names.add(key(edit.value, code));
                }
            }
        }
        return names;
    }

    /** The names that any edit of properties has. */
    Set<String> properties()
    {
        final Set<String> names = new HashSet<>();
        for (final Edit edit : edits)
        {
            if (edit.how.endsWith("Property"))
            {
                names.add(edit.name);
                if (edit.how.equals("renameProperty"))
                {
                    names.add(edit.value);
                }
            }
        }
        return names;
    }

    static boolean isShort(final int code)
    {
        return code == 310 || code == 320 || code == 325;
    }

    /** Whether a request sends a batch, whose properties stand in the body. */
    static boolean isBatch(final HeaderRecord header)
    {
        final Map<String, String> ext = header.extFields == null ? Map.of() : header.extFields;
        return (header.flag & 1) == 0 && (header.code == 320 || header.code == 310 && Boolean.parseBoolean(ext.get("m"))
            || header.code == 10 && Boolean.parseBoolean(ext.get("batch")));
    }

    /** Whether any edit is one of properties, one by one or as a whole, in frames of a code. */
    boolean touchesProperties(final int code)
    {
        return editsProperties() || names(code).contains(holder(code));
    }

    static String holder(final int code)
    {
        return isShort(code) ? "i" : "properties";
    }

    private static String key(final String name, final int code)
    {
        final int index = isShort(code) ? LONG.indexOf(name) : -1;
        return index < 0 ? name : String.valueOf((char)('a' + Math.min(index, 13)));
    }

    /** Edits a header; its properties' text is left as it is, only the map of them is changed. */
    HeaderRecord edit(final HeaderRecord header, final boolean binary)
    {
        final int code = header.code;
        final Map<String, String> ext = header.extFields == null ? new TreeMap<>() : header.extFields;
        final boolean send = (isShort(code) || code == 10 || code == 324) && (header.flag & 1) == 0;
        final boolean held = ext.containsKey(holder(code)) || send;
        final Map<String, String> properties = header.properties == null ? new TreeMap<>() : header.properties;
        for (final Edit edit : edits)
        {
            if (edit.how.endsWith("Property"))
            {
                if (held)
                {
                    edit(properties, edit.how.replace("Property", ""), edit.name, edit.value);
                }
            }
            else if (FIXED.contains(edit.name) && !edit.how.equals("rename"))
            {
                fixed(header, edit);
            }
            else
            {
                edit(ext, edit.how, key(edit.name, code),
                    edit.how.equals("rename") ? key(edit.value, code) : edit.value);
            }
        }
        header.properties = new TreeMap<>(properties);
        if (header.extFields == null && !ext.isEmpty())
        {
            header.extFields = new TreeMap<>(ext);
        }
        if (binary && header.extFields != null && header.extFields.isEmpty() && !header.nullKey)
        {
            header.extFields = null;
        }
        return header;
    }

    private static void fixed(final HeaderRecord header, final Edit edit)
    {
        switch (edit.name)
        {
            case "code" -> header.code = Integer.parseInt(edit.value);
            case "version" -> header.version = Integer.parseInt(edit.value);
            case "opaque" -> header.opaque = Integer.parseInt(edit.value);
            case "flag" -> header.flag = Integer.parseInt(edit.value);
            case "language" -> header.language = edit.value;
            default -> header.remark = edit.value;
        }
    }

    private static void edit(final Map<String, String> map, final String how, final String name, final String value)
    {
        switch (how)
        {
            case "set" -> map.put(name, value);
            case "add" ->
            {
                if (!map.containsKey(name))
                {
                    map.put(name, value);
                }
            }
            case "replace" -> map.replace(name, value);
            case "remove" -> map.remove(name);
            default ->
            {
                if (map.containsKey(name) && !name.equals(value))
                {
                    map.put(value, map.remove(name));
                }
            }
        }
    }

    /** Properties by the reference's rules, of whatever holds them. */
    static TreeMap<String, String> properties(final HeaderRecord header, final int code)
    {
        final String text = header.extFields == null ? null : header.extFields.get(holder(code));
        return text == null ? new TreeMap<>() : Reference.properties(text);
    }

    @Override
    public String toString()
    {
        return edits.toString();
    }
}
