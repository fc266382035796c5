package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBoolean;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpInt;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpTimestamp;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUbyte;
import io.skim.pojo.amqp.AmqpUint;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUshort;
import io.skim.pojo.amqp.AmqpUuid;
import io.skim.pojo.amqp.AmqpValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Makes values of the described types as trees, without the classes that are tested: all that the standard allows, limits
 * of types and defaults that are spelt out included.
 */
final class RandomTyped
{
    private static final String[] TEXTS = {"", "a", "queue://orders", "\u00E9t\u00E9", "\uD83D\uDE00 laughs",
        "x".repeat(300)};
    private static final String[] SYMBOLS = {"a", "ANONYMOUS", "amqp:link:detach-forced", "s".repeat(260)};
    private static final String[] EXPIRY = {"link-detach", "session-end", "connection-close", "never"};

    private final Random random;
    private final boolean plain;

    RandomTyped(final Random random)
    {
        this(random, false);
    }

    /**
     * What peers write again as they have read it: scalars where anything may stand, no transaction ids of their own, and
     * binaries that are short, for protonj2 gives a long SASL response a size of one octet.
     */
    static RandomTyped plain(final Random random)
    {
        return new RandomTyped(random, true);
    }

    private RandomTyped(final Random random, final boolean plain)
    {
        this.random = random;
        this.plain = plain;
    }

    /** A value of a type that the standard allows. */
    AmqpDescribed value(final AmqpTypeDefinition type)
    {
        final AmqpValue descriptor =
            random.nextInt(4) == 0 ? new AmqpSymbol(type.symbol()) : new AmqpUlong(type.code());
        if (!type.isComposite())
        {
            return new AmqpDescribed(descriptor, restricted(type));
        }
        final List<AmqpValue> items = new ArrayList<>();
        final int chance = random.nextInt(5);
        for (final AmqpFieldDefinition field : type.fields())
        {
            final boolean own = plain && "global-tx-id".equals(field.requires());
            items.add(field.mandatory() || !own && random.nextInt(4) < chance ? value(field) : AmqpNull.NULL);
        }
        int least = items.size();
        while (least > 0 && items.get(least - 1).isNull())
        {
            least--;
        }
        // Nulls behind the last field that is set may be there or not.
        return new AmqpDescribed(descriptor, new AmqpList(items.subList(0, least + random.nextInt(items.size() - least
            + 1))));
    }

    private AmqpValue restricted(final AmqpTypeDefinition type)
    {
        if (type.source() == AmqpType.MAP)
        {
            return map(type.name().startsWith("application") ? new AmqpString("k") : new AmqpSymbol("k"));
        }
        return type.source() == null ? anything(2) : type.source() == AmqpType.LIST ? new AmqpList(List.of(anything(
            1))) : primitive(type.source());
    }

    /** A value that a field may have, and that is not null. */
    AmqpValue value(final AmqpFieldDefinition field)
    {
        if (field.composite() != null)
        {
            return value(AmqpTypes.standard().named(field.composite()));
        }
        if (field.multiple() && random.nextInt(3) > 0)
        {
            return symbols(field.mandatory() ? 1 : 0);
        }
        if (field.primitive() == null)
        {
            return required(field.requires());
        }
        return switch (field.typeName())
        {
            case "sender-settle-mode" -> new AmqpUbyte(random.nextInt(3));
            case "receiver-settle-mode" -> new AmqpUbyte(random.nextInt(2));
            case "sasl-code" -> new AmqpUbyte(random.nextInt(5));
            case "terminus-durability" -> new AmqpUint(random.nextInt(3));
            case "terminus-expiry-policy" -> new AmqpSymbol(EXPIRY[random.nextInt(4)]);
            case "delivery-tag" -> binary(random.nextInt(33));
            case "filter-set" -> new AmqpMap(List.of(new AmqpMap.Entry(new AmqpSymbol("f"), random.nextBoolean()
                ? new AmqpDescribed(new AmqpSymbol("own"), anything(1))
                : value(providing("filter")))));
            case "node-properties" -> random.nextBoolean() ? map(new AmqpSymbol("k")) : new AmqpMap(List.of(
                new AmqpMap.Entry(new AmqpSymbol("lifetime-policy"), new AmqpDescribed(new AmqpUlong(
                    providing("lifetime-policy").code()), new AmqpList(List.of())))));
            case "fields" -> map(new AmqpSymbol("k" + random.nextInt(9)));
            case "map" -> map(binary(2));
            default -> primitive(field.primitive());
        };
    }

    private AmqpValue symbols(final int least)
    {
        final List<AmqpValue> symbols = new ArrayList<>();
        for (int i = least + random.nextInt(4); i > 0; i--)
        {
            symbols.add(primitive(AmqpType.SYMBOL));
        }
        return new AmqpArray(AmqpType.SYMBOL, List.of(), symbols);
    }

    private AmqpValue required(final String archetype)
    {
        return switch (archetype == null ? "" : archetype)
        {
            case "source", "target", "delivery-state", "outcome" -> value(providing(archetype));
            case "address" -> primitive(AmqpType.STRING);
            case "message-id" -> switch (random.nextInt(4))
            {
                case 0 -> primitive(AmqpType.ULONG);
                case 1 -> new AmqpUuid(new UUID(random.nextLong(), random.nextLong()));
                case 2 -> binary(random.nextInt(9));
                default -> primitive(AmqpType.STRING);
            };
            default -> binary(1 + random.nextInt(9));
        };
    }

    /** Any type of the standard that may stand where a field requires an archetype. */
    private AmqpTypeDefinition providing(final String archetype)
    {
        final List<AmqpTypeDefinition> types =
            AmqpTypes.standard().all().stream().filter(type -> type.provides().contains(archetype)).toList();
        return types.get(random.nextInt(types.size()));
    }

    private AmqpValue map(final AmqpValue key)
    {
        return new AmqpMap(random.nextInt(4) == 0 ? List.of() : List.of(new AmqpMap.Entry(key, anything(2))));
    }

    private AmqpBinary binary(final int length)
    {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return AmqpBinary.of(bytes);
    }

    /** A value of any type, nested or null. */
    private AmqpValue anything(final int depth)
    {
        return switch (plain ? 1 + random.nextInt(5) : random.nextInt(depth > 0 ? 9 : 6))
        {
            case 0 -> AmqpNull.NULL;
            case 1 -> new AmqpInt(random.nextInt());
            case 2 -> primitive(AmqpType.STRING);
            case 3 -> primitive(AmqpType.SYMBOL);
            case 4 -> primitive(AmqpType.BOOLEAN);
            case 5 -> primitive(AmqpType.UINT);
            case 6 -> new AmqpList(List.of(anything(depth - 1), anything(depth - 1)));
            case 7 -> new AmqpArray(AmqpType.INT, List.of(), List.of(new AmqpInt(random.nextInt())));
            default -> new AmqpMap(List.of(new AmqpMap.Entry(primitive(AmqpType.STRING), anything(depth - 1))));
        };
    }

    private AmqpValue primitive(final AmqpType type)
    {
        return switch (type)
        {
            case BOOLEAN -> new AmqpBoolean(random.nextBoolean());
            case UBYTE -> new AmqpUbyte(random.nextInt(256));
            case USHORT -> new AmqpUshort(random.nextInt(65_536));
            case UINT -> new AmqpUint(random.nextLong() >>> 32 + random.nextInt(32));
            case ULONG -> new AmqpUlong(random.nextLong() >>> random.nextInt(64));
            case TIMESTAMP -> new AmqpTimestamp(random.nextLong() >>> random.nextInt(64));
            case BINARY -> binary(random.nextInt(plain ? 100 : 300));
            case STRING -> new AmqpString(TEXTS[random.nextInt(TEXTS.length)]);
            case SYMBOL -> new AmqpSymbol(SYMBOLS[random.nextInt(SYMBOLS.length)]);
            default -> throw new IllegalArgumentException(type.typeName());
        };
    }
}
