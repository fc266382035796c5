package io.skim.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A send request and the way it is written: the same request can be written in many forms, and peers choose which. The base
 * form is what RocketMQ's Java client writes.
 */
final class SendForm
{
    private static final int SEED = 22;
    private static final byte[] BODY = new byte[64];
    private static final String[] TOPICS = {"orders", "payments.settled", "inventory-changes"};
    private static final String[] TAGS = {"TagA", "created", "a-rather-long-tag"};
    private static final String[] REGIONS = {"eu-west-1", "us-east-2", "ap-southeast-1"};
    private static final Map<String, String> LONG_NAMES = Map.ofEntries(Map.entry("a", "producerGroup"), Map.entry("b",
        "topic"), Map.entry("c", "defaultTopic"), Map.entry("d", "defaultTopicQueueNums"), Map.entry("e", "queueId"),
        Map
            .entry("f", "sysFlag"),
        Map.entry("g", "bornTimestamp"), Map.entry("h", "flag"), Map.entry("i",
            "properties"),
        Map.entry("j", "reconsumeTimes"), Map.entry("k", "unitMode"), Map.entry("m", "batch"), Map
            .entry("n", "brokerName"));

    int code = 310;
    String remark;
    /** The ext fields but for the properties, which stand among them as {@code i} or {@code properties}. */
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    Map<String, String> properties = new LinkedHashMap<>();

    /** The order of a JSON header's members. */
    List<String> members = List.of("code", "extFields", "flag", "language", "opaque", "remark",
        "serializeTypeCurrentRPC", "version");
    /** What stands between the tokens of JSON. */
    String blank = "";
    /** Whether numbers and booleans among the ext fields are written without quotes. */
    boolean bare;
    /** How a character of a text is written. */
    UnaryOperator<String> escape = UnaryOperator.identity();
    /** How a name is written. */
    UnaryOperator<String> name = UnaryOperator.identity();

    private final int opaque;

    /** The base form of one request; those of different numbers differ in all values. */
    SendForm(final int number)
    {
        final Random random = new Random(SEED * 1000L + number);
        opaque = random.nextInt(1 << 20);
        field("a", "group-" + random.nextInt(1000));
        field("b", TOPICS[random.nextInt(TOPICS.length)]);
        field("c", "TBW102");
        field("d", "4");
        field("e", Integer.toString(random.nextInt(16)));
        field("f", "0");
        field("g", Long.toString(1_700_000_000_000L + random.nextInt()));
        field("h", "0");
        field("i", null);
        field("j", "0");
        field("k", "false");
        field("m", "false");
        field("n", "broker-" + (char)('a' + random.nextInt(5)));
        final List<Map.Entry<String, String>> all = new ArrayList<>(List.of(
            Map.entry("UNIQ_KEY", "7F000001%08X18B4AAC2%08X"
                .formatted(random.nextInt(), number)),
            Map.entry("KEYS", "order-" + random.nextInt(1_000_000)), Map.entry(
                "WAIT", "true"),
            Map.entry("TAGS", TAGS[random.nextInt(TAGS.length)]), Map.entry("region",
                REGIONS[random.nextInt(REGIONS.length)]),
            Map.entry("num", Integer.toString(random.nextInt(40))), Map
                .entry("CLUSTER", "DefaultCluster"),
            Map.entry("tenant", "tenant-" + random.nextInt(100))));
        Collections.shuffle(all, random);
        all.forEach(property -> properties.put(property.getKey(), property.getValue()));
    }

    void field(final String field, final String value)
    {
        fields.add(new AbstractMap.SimpleEntry<>(field, value));
    }

    /** Puts the properties first or last among the ext fields. */
    void move(final String field, final int to)
    {
        final Map.Entry<String, String> entry = fields.stream().filter(each -> each.getKey().equals(field)).findFirst()
            .orElseThrow();
        fields.remove(entry);
        fields.add(Math.min(to, fields.size()), entry);
    }

    /** Names of fields in full, as requests of code 10 have them. */
    void useLongNames()
    {
        code = 10;
        fields = fields.stream().map(field -> new AbstractMap.SimpleEntry<>(LONG_NAMES.get(field.getKey()), field
            .getValue())).collect(Collectors.toCollection(ArrayList::new));
    }

    private String value(final Map.Entry<String, String> field)
    {
        return field.getValue() != null ? field.getValue() : properties.entrySet().stream().map(each -> each.getKey()
            + '\u0001' + each.getValue() + '\u0002').collect(Collectors.joining());
    }

    /** The whole frame. */
    byte[] binary()
    {
        final byte[] remarked = remark == null ? new byte[0] : utf8(remark);
        final List<byte[]> texts = new ArrayList<>();
        int length = 0;
        for (final Map.Entry<String, String> field : fields)
        {
            texts.add(utf8(field.getKey()));
            texts.add(utf8(value(field)));
            length += Short.BYTES + Integer.BYTES;
        }
        length += texts.stream().mapToInt(text -> text.length).sum();
        final ByteBuffer header = ByteBuffer.allocate(21 + remarked.length + length);
        header.putShort((short)code).put((byte)0).putShort((short)495).putInt(opaque).putInt(0);
        header.putInt(remarked.length).put(remarked).putInt(length);
        for (int i = 0; i < texts.size(); i += 2)
        {
            header.putShort((short)texts.get(i).length).put(texts.get(i));
            header.putInt(texts.get(i + 1).length).put(texts.get(i + 1));
        }
        return frame(header.array(), 1);
    }

    /** The whole frame. */
    byte[] json()
    {
        final List<String> parts = new ArrayList<>();
        for (final String member : members)
        {
            final String value = member(member);
            if (value != null)
            {
                parts.add(quoted(member, name) + blank + ':' + blank + value);
            }
        }
        return frame(utf8(object(parts)), 0);
    }

    private String member(final String member)
    {
        return switch (member)
        {
            case "code" -> Integer.toString(code);
            case "flag" -> "0";
            case "language" -> "\"JAVA\"";
            case "opaque" -> Integer.toString(opaque);
            case "version" -> "495";
            case "serializeTypeCurrentRPC" -> "\"JSON\"";
            case "remark" -> remark == null ? null : quoted(remark, escape);
            case "extFields" -> object(fields.stream().map(field -> quoted(field.getKey(), name) + blank + ':' + blank
                + (bare && field.getValue() != null && field.getValue().matches("\\d{1,18}|true|false")
                    ? field.getValue()
                    : quoted(value(field), escape)))
                .toList());
            default -> "\"one\"";
        };
    }

    private String object(final List<String> members)
    {
        return '{' + blank + String.join(blank + ',' + blank, members) + blank + '}';
    }

    private static String quoted(final String text, final UnaryOperator<String> writing)
    {
        final StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().mapToObj(Character::toString).forEach(character -> {
            final String written = writing.apply(character);
            quoted.append(!written.equals(character) ? written : switch (character)
            {
                case "\"", "\\" -> '\\' + character;
                default -> character.codePointAt(0) < ' ' ? unicode(character) : character;
            });
        });
        return quoted.append('"').toString();
    }

    /** A character as JSON's escapes have it. */
    static String unicode(final String character)
    {
        return character.chars().mapToObj(unit -> "\\u%04x".formatted(unit)).collect(Collectors.joining());
    }

    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] frame(final byte[] header, final int type)
    {
        return ByteBuffer.allocate(2 * Integer.BYTES + header.length + BODY.length).putInt(Integer.BYTES + header.length
            + BODY.length).putInt(type << 24 | header.length).put(header).put(BODY).array();
    }
}
