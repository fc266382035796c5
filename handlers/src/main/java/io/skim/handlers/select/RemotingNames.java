package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import io.skim.scan.remoting.RemotingField;
import java.util.Locale;
import java.util.Map;

/**
 * What the names of a selector over remoting frames stand for: message properties, and behind a {@code $} the header.
 */
final class RemotingNames
{
    /** The names that a send request of codes 310, 320 and 325 has one letter for. */
    private static final Map<String, String> BRIEF = Map.ofEntries(Map.entry("producerGroup", "a"), Map.entry("topic",
        "b"), Map.entry("defaultTopic", "c"), Map.entry("defaultTopicQueueNums", "d"), Map.entry("queueId", "e"),
        Map
            .entry("sysFlag", "f"),
        Map.entry("bornTimestamp", "g"), Map.entry("flag", "h"), Map.entry("properties", "i"),
        Map.entry("reconsumeTimes", "j"), Map.entry("unitMode", "k"), Map.entry("maxReconsumeTimes", "l"), Map.entry(
            "batch", "m"),
        Map.entry("brokerName", "n"));
    /** What the long form calls differently. */
    private static final Map<String, String> LONG = Map.of("brokerName", "bname");
    private static final Place CODE = new Place(Where.FIELD, RemotingField.CODE.name(), Place.HEADER_NUMBER);

    private RemotingNames()
    {
    }

    /** Appends what gives the value of a name. */
    static void load(final ProgramBuilder builder, final String name)
    {
        if (name.length() > 1 && name.charAt(0) == '$')
        {
            loadHeader(builder, name.substring(1));
        }
        else
        {
            builder.emit(Op.SLOT, builder.slot(new Place(Where.PROPERTY, name, Place.TEXT)));
        }
    }

    private static void loadHeader(final ProgramBuilder builder, final String name)
    {
        switch (name)
        {
            case "code", "version", "flag" -> builder.emit(Op.SLOT_OR_TEXT, field(builder, name, Place.HEADER_NUMBER),
                builder.text("0"));
            case "opaque" -> builder.emit(Op.SLOT, field(builder, name, Place.HEADER_NUMBER));
            case "language" -> builder.emit(Op.SLOT_OR_TEXT, field(builder, name, Place.LANGUAGE),
                builder.text("JAVA"));
            case "remark" -> builder.emit(Op.SLOT, field(builder, name, Place.TEXT));
            default -> loadEntry(builder, name);
        }
    }

    private static int field(final ProgramBuilder builder, final String name, final int form)
    {
        return builder.slot(new Place(Where.FIELD, name.toUpperCase(Locale.ROOT), form));
    }

    private static void loadEntry(final ProgramBuilder builder, final String name)
    {
        final String brief = BRIEF.get(name);
        if (brief == null)
        {
            builder.emit(Op.SLOT, entry(builder, name));
        }
        else
        {
            builder.emit(Op.SEND_FIELD, builder.slot(CODE), entry(builder, brief), entry(builder, LONG.getOrDefault(
                name, name)));
        }
    }

    private static int entry(final ProgramBuilder builder, final String name)
    {
        return builder.slot(new Place(Where.ENTRY, name, Place.TEXT));
    }
}
