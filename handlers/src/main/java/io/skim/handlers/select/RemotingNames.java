package io.skim.handlers.select;

import io.skim.handlers.select.Operands.Slot;
import io.skim.handlers.select.Place.Where;
import io.skim.scan.remoting.RemotingField;
import java.util.Locale;
import java.util.Map;

/**
 * Resolves the names of a selector over remoting frames: to message properties, or, after a {@code $}, to parts of the header.
 */
final class RemotingNames
{
    /** The one-letter names of fields in send requests of the codes 310, 320 and 325. */
    private static final Map<String, String> BRIEF = Map.ofEntries(Map.entry("producerGroup", "a"), Map.entry("topic",
        "b"), Map.entry("defaultTopic", "c"), Map.entry("defaultTopicQueueNums", "d"), Map.entry("queueId", "e"),
        Map.entry("sysFlag", "f"),
        Map.entry("bornTimestamp", "g"), Map.entry("flag", "h"), Map.entry("properties", "i"),
        Map.entry("reconsumeTimes", "j"), Map.entry("unitMode", "k"), Map.entry("maxReconsumeTimes", "l"), Map.entry(
            "batch", "m"),
        Map.entry("brokerName", "n"));
    /** Long names in headers that differ from the name of the field. */
    private static final Map<String, String> LONG = Map.of("brokerName", "bname");
    private static final Place CODE = new Place(Where.FIELD, RemotingField.CODE.name(), Place.HEADER_NUMBER);

    private RemotingNames()
    {
    }

    /** The node for a name; equal names have the same node. */
    static Node load(final Places places, final String name)
    {
        return name.length() > 1 && name.charAt(0) == '$'
            ? places.named(name, any -> loadHeader(places, name.substring(1)))
            : places.slot(new Place(Where.PROPERTY, name, Place.TEXT));
    }

    private static Node loadHeader(final Places places, final String name)
    {
        return switch (name)
        {
            case "code", "version",
                "flag" -> new Operands.Otherwise(field(places, name, Place.HEADER_NUMBER), false, Value.of("0"));
            case "opaque" -> field(places, name, Place.HEADER_NUMBER);
            case "language" -> new Operands.Otherwise(field(places, name, Place.LANGUAGE), false, Value.of("JAVA"));
            case "remark" -> field(places, name, Place.TEXT);
            default -> loadEntry(places, name);
        };
    }

    private static Slot field(final Places places, final String name, final int form)
    {
        return places.slot(new Place(Where.FIELD, name.toUpperCase(Locale.ROOT), form));
    }

    private static Node loadEntry(final Places places, final String name)
    {
        final String brief = BRIEF.get(name);
        return brief == null ? entry(places, name)
            : new Operands.SendField(places.slot(CODE), entry(places, brief), entry(
                places, LONG.getOrDefault(name, name)));
    }

    private static Slot entry(final Places places, final String name)
    {
        return places.slot(new Place(Where.ENTRY, name, Place.TEXT));
    }
}
