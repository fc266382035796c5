package io.skim.scan.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * AMQP messages: made at random, and judged by the standard alone.
 */
public final class AmqpMessages
{
    private static final String[] SECTIONS = {"header:list", "delivery-annotations:map", "message-annotations:map",
        "properties:list", "application-properties:map", "data:binary", "amqp-sequence:list", "amqp-value:*",
        "footer:map"};
    private static final String[] HEADER = {"boolean", "ubyte", "uint", "boolean", "uint"};
    private static final String[] PROPERTIES = {"id", "binary", "string", "string", "string", "id", "symbol", "symbol",
        "timestamp", "timestamp", "string", "uint", "string"};

    private AmqpMessages()
    {
    }

    /**
     * Reads a message as the standard has it.
     *
     * @param bytes all of it.
     * @return the sections by rank: 0 header to 8 footer, their values; lists of data and sequences.
     * @throws AmqpStrict.Refused if it is malformed, out of order, or of wrong types.
     */
    public static List<List<AmqpNode>> read(final byte[] bytes) throws AmqpStrict.Refused
    {
        final List<List<AmqpNode>> sections = new ArrayList<>();
        for (int i = 0; i < SECTIONS.length; i++)
        {
            sections.add(new ArrayList<>());
        }
        int previous = -1;
        for (final AmqpNode section : AmqpStrict.read(bytes))
        {
            final int rank = rank(section);
            final boolean repeats = rank == previous && (rank == 5 || rank == 6);
            final boolean mixes = rank > 5 && rank < 8 && previous >= 5 && !repeats;
            if (rank < 0 || rank <= previous && !repeats || mixes)
            {
                throw new AmqpStrict.Refused("section " + rank + " behind " + previous);
            }
            check(rank, section.children().get(1));
            sections.get(rank).add(section.children().get(1));
            previous = rank;
        }
        return sections;
    }

    /**
     * Reads a message as those peers do that take sections in any order: also twice, keys of any type, and null for an
     * empty map.
     *
     * @param bytes all of it.
     * @return the sections by rank, each in the order of the message.
     * @throws AmqpStrict.Refused if it is malformed, or of wrong types.
     */
    public static List<List<AmqpNode>> readInAnyOrder(final byte[] bytes) throws AmqpStrict.Refused
    {
        final List<List<AmqpNode>> sections = new ArrayList<>();
        for (int i = 0; i < SECTIONS.length; i++)
        {
            sections.add(new ArrayList<>());
        }
        for (final AmqpNode section : AmqpStrict.read(bytes))
        {
            final int rank = rank(section);
            if (rank < 0)
            {
                throw new AmqpStrict.Refused("no section");
            }
            final AmqpNode value = section.children().get(1);
            final boolean map = SECTIONS[rank].endsWith(":map");
            if (!map)
            {
                check(rank, value);
            }
            else if (!value.type().equals("map") && !value.type().equals("null"))
            {
                throw new AmqpStrict.Refused("type of section " + rank);
            }
            sections.get(rank).add(value);
        }
        return sections;
    }

    private static int rank(final AmqpNode section)
    {
        if (section.code() != 0)
        {
            return -1;
        }
        final AmqpNode descriptor = section.children().get(0);
        for (int i = 0; i < SECTIONS.length; i++)
        {
            if (descriptor.notation().equals("{\"ulong\":\"" + (0x70 + i) + "\"}") || descriptor.notation().equals(
                "{\"symbol\":\"amqp:" + SECTIONS[i] + "\"}"))
            {
                return i;
            }
        }
        return -1;
    }

    private static void check(final int rank, final AmqpNode value) throws AmqpStrict.Refused
    {
        final String type = SECTIONS[rank].substring(SECTIONS[rank].indexOf(':') + 1);
        boolean good = type.equals("*") || type.equals(value.type());
        if (good && (rank == 0 || rank == 3))
        {
            final String[] types = rank == 0 ? HEADER : PROPERTIES;
            good = value.children().size() <= types.length;
            for (int i = 0; good && i < value.children().size(); i++)
            {
                final String field = value.children().get(i).type();
                good = field.equals("null") || field.equals(types[i]) || types[i].equals("id") && List.of("ulong",
                    "uuid", "binary", "string").contains(field);
            }
        }
        for (int i = 0; good && type.equals("map") && i < value.children().size(); i += 2)
        {
            final String key = value.children().get(i).type();
            good = rank == 4 ? key.equals("string") : key.equals("symbol") || key.equals("ulong");
        }
        if (!good)
        {
            throw new AmqpStrict.Refused("type of section " + rank);
        }
    }

    /**
     * Makes a message, mostly a good one.
     *
     * @param random    decides everything.
     * @param generator for values.
     * @return its bytes.
     */
    public static byte[] random(final Random random, final AmqpGenerator generator)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int rank = 0; rank < SECTIONS.length; rank++)
        {
            if (random.nextInt(3) == 0 || rank > 5 && rank < 8 && random.nextInt(3) > 0)
            {
                continue;
            }
            for (int times = rank == 5 && random.nextInt(4) == 0 ? 3 : random.nextInt(40) == 0 ? 2 : 1; times > 0;
                times--)
            {
                out.write(0);
                out.writeBytes(descriptor(random, rank));
                out.writeBytes(value(random, generator, rank));
            }
            if (rank >= 5 && rank < 7 && random.nextInt(10) > 0)
            {
                rank = 7;
            }
        }
        return out.toByteArray();
    }

    private static byte[] descriptor(final Random random, final int rank)
    {
        switch (random.nextInt(4))
        {
            case 0:
                return new byte[] {(byte)0x80, 0, 0, 0, 0, 0, 0, 0, (byte)(0x70 + rank)};
            case 1:
                final byte[] symbol = ("amqp:" + SECTIONS[rank]).getBytes(StandardCharsets.US_ASCII);
                final byte[] descriptor = new byte[2 + symbol.length];
                descriptor[0] = (byte)0xA3;
                descriptor[1] = (byte)symbol.length;
                System.arraycopy(symbol, 0, descriptor, 2, symbol.length);
                return descriptor;
            default:
                return new byte[] {0x53, (byte)(0x70 + rank)};
        }
    }

    private static byte[] value(final Random random, final AmqpGenerator generator, final int rank)
    {
        switch (rank)
        {
            case 0:
                return generator.composite(HEADER);
            case 3:
                return generator.composite(PROPERTIES);
            case 5:
                return generator.of("binary");
            case 6:
                return generator.of("list");
            case 7:
                return generator.value(3);
            default:
                return generator.map(rank == 4 ? "string" : random.nextInt(4) == 0 ? "ulong" : "symbol");
        }
    }
}
