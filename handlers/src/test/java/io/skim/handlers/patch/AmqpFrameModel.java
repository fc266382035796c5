package io.skim.handlers.patch;

import io.skim.scan.amqp.Performative;
import io.skim.scan.testing.AmqpNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The edits of performatives, made on what was read: on a tree of values.
 */
final class AmqpFrameModel
{
    static final String PREFIX = "lane-\u00E9/";
    private static final AmqpNode NULL = AmqpNode.scalar(0x40, "null");
    private static final byte[] UTF8 = PREFIX.getBytes(StandardCharsets.UTF_8);

    /** Addresses get a prefix, but not those with a sharp sign. */
    static boolean map(final byte[] utf8, final int offset, final int length, final AmqpAddressMap.Target target)
    {
        target.put(UTF8, 0, UTF8.length);
        target.put(utf8, offset, length);
        return !new String(utf8, offset, length, StandardCharsets.UTF_8).contains("#");
    }

    /** The edits that {@link #edited} models. */
    static AmqpFrameEdits edits()
    {
        return AmqpFrameEdits.builder().set(Performative.OPEN, "hostname", AmqpEditValue.ofString("gateway"))
            .reserveFrameSize(
                60_000, 512)
            .limit(Performative.OPEN, "channel-max", 100).unset(Performative.OPEN, "idle-time-out").setProperty(
                Performative.OPEN, "x-skim", AmqpEditValue.ofString("yes"))
            .addProperty(Performative.OPEN, "product",
                AmqpEditValue.ofString("none"))
            .removeProperty(Performative.OPEN, "platform").addProperty(
                Performative.ATTACH, "x-link", AmqpEditValue.ofUint(300))
            .mapAddresses(AmqpFrameModel::map).limit(
                Performative.BEGIN, "handle-max", 1_000)
            .setProperty(Performative.FLOW, "x-flow", AmqpEditValue.ofBoolean(
                true))
            .build();
    }

    private AmqpFrameModel()
    {
    }

    /** A performative as it is to be read afterwards. */
    static List<AmqpNode> edited(final Performative performative, final List<AmqpNode> read)
    {
        final AmqpNode described = read.get(0);
        final List<AmqpNode> fields = new ArrayList<>(described.children().get(1).children());
        switch (performative)
        {
            case OPEN ->
            {
                put(fields, 1, text("gateway"));
                final long size = number(fields, 2);
                if (size < 0 || size >= 512)
                {
                    put(fields, 2, uint(Math.max(512, Math.min(60_000, size < 0 ? 60_000 : size) - 512)));
                }
                final long channels = number(fields, 3);
                put(fields, 3, AmqpNode.scalar(0x60, String.valueOf(channels < 0 ? 100 : Math.min(100, channels))));
                unset(fields, 4);
                put(fields, 9, openProperties(field(fields, 9)));
            }
            case ATTACH ->
            {
                address(fields, 5, 0x28, "amqp:source:list");
                address(fields, 6, 0x29, "amqp:target:list");
                put(fields, 13, with(field(fields, 13), "x-link", uint(300), false));
            }
            case BEGIN ->
            {
                final long handles = number(fields, 4);
                put(fields, 4, uint(handles < 0 ? 1_000 : Math.min(1_000, handles)));
            }
            case FLOW -> put(fields, 10, with(field(fields, 10), "x-flow", AmqpNode.scalar(0x41, "true"), true));
            default ->
            {
                return read;
            }
        }
        return List.of(AmqpNode.compound(0, List.of(described.children().get(0), AmqpNode.compound(0xD0, fields))));
    }

    private static AmqpNode openProperties(final AmqpNode map)
    {
        final AmqpNode whole = with(with(map, "x-skim", text("yes"), true), "product", text("none"), false);
        final List<AmqpNode> entries = new ArrayList<>();
        for (int i = 0; i < whole.children().size(); i += 2)
        {
            if (!isSymbol(whole.children().get(i), "platform"))
            {
                entries.addAll(whole.children().subList(i, i + 2));
            }
        }
        return AmqpNode.compound(0xD1, entries);
    }

    private static AmqpNode with(final AmqpNode map, final String key, final AmqpNode value, final boolean replaces)
    {
        final List<AmqpNode> entries = new ArrayList<>(map.type().equals("map") ? map.children() : List.of());
        boolean found = false;
        for (int i = 0; i < entries.size(); i += 2)
        {
            if (isSymbol(entries.get(i), key))
            {
                found = true;
                entries.set(i + 1, replaces ? value : entries.get(i + 1));
            }
        }
        if (!found)
        {
            entries.add(AmqpNode.scalar(0xA3, AmqpNode.quote(key)));
            entries.add(value);
        }
        return AmqpNode.compound(0xD1, entries);
    }

    private static boolean isSymbol(final AmqpNode node, final String text)
    {
        return node.type().equals("symbol") && node.json().equals(AmqpNode.quote(text));
    }

    private static void address(final List<AmqpNode> fields, final int index, final int code, final String symbol)
    {
        final AmqpNode terminus = field(fields, index);
        if (!terminus.type().equals("described") || !isNamed(terminus.children().get(0), code, symbol) || !terminus
            .children().get(1).type().equals("list") || terminus.children().get(1).children().isEmpty())
        {
            return;
        }
        final List<AmqpNode> items = new ArrayList<>(terminus.children().get(1).children());
        final AmqpNode address = items.get(0);
        if (address.type().equals("string") && !address.json().contains("#"))
        {
            items.set(0,
                AmqpNode.scalar(0xB1, AmqpNode.quote(PREFIX).replaceFirst("\"$", "") + address.json().substring(
                    1)));
            fields.set(index, AmqpNode.compound(0, List.of(terminus.children().get(0), AmqpNode.compound(0xD0,
                items))));
        }
    }

    private static boolean isNamed(final AmqpNode descriptor, final int code, final String symbol)
    {
        return isSymbol(descriptor, symbol) || descriptor.type().equals("ulong") && descriptor.json().replace("\"", "")
            .equals(String.valueOf(code));
    }

    private static AmqpNode text(final String text)
    {
        return AmqpNode.scalar(0xA1, AmqpNode.quote(text));
    }

    private static AmqpNode uint(final long number)
    {
        return AmqpNode.scalar(0x70, String.valueOf(number));
    }

    private static AmqpNode field(final List<AmqpNode> fields, final int index)
    {
        return index < fields.size() ? fields.get(index) : NULL;
    }

    private static long number(final List<AmqpNode> fields, final int index)
    {
        final AmqpNode node = field(fields, index);
        return node.type().equals("null") ? -1 : Long.parseLong(node.json());
    }

    private static void unset(final List<AmqpNode> fields, final int index)
    {
        if (index < fields.size())
        {
            fields.set(index, NULL);
        }
    }

    private static void put(final List<AmqpNode> fields, final int index, final AmqpNode value)
    {
        while (fields.size() <= index)
        {
            fields.add(NULL);
        }
        fields.set(index, value);
    }
}
