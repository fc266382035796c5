package io.skim.pojo.amqp;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The 48 described types that AMQP 1.0 and its filters define, by descriptor and by name: performatives, SASL, termini,
 * delivery states, lifetime policies, transactions, sections, filters. Immutable, and made once.
 *
 * @see "OASIS AMQP 1.0, parts 2 to 5"
 */
public final class AmqpTypes
{
    private static final int SMALL_CODES = 256;
    private static final AmqpTypes STANDARD = new AmqpTypes();

    private final List<AmqpTypeDefinition> all = List.copyOf(AmqpTypeTable.all());
    private final Map<String, AmqpTypeDefinition> bySymbol = new HashMap<>();
    private final Map<String, AmqpTypeDefinition> byName = new HashMap<>();
    /** The descriptors in the order of {@link #all}, which is that of the numbers. */
    private final long[] codes;
    private final byte[][] symbols;
    /** By the numbers of the standard, which are small; a filter's has its registrar in its upper half. */
    private final AmqpTypeDefinition[] bySmallCode = new AmqpTypeDefinition[SMALL_CODES];

    private AmqpTypes()
    {
        for (final AmqpTypeDefinition definition : all)
        {
            bySymbol.put(definition.symbol(), definition);
            byName.put(definition.name(), definition);
            if (isSmall(definition.code()))
            {
                bySmallCode[(int)definition.code()] = definition;
            }
        }
        codes = all.stream().mapToLong(AmqpTypeDefinition::code).toArray();
        symbols = all.stream().map(type -> type.symbol().getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }

    /** {@return the types of the standard and its filters: the one instance} */
    public static AmqpTypes standard()
    {
        return STANDARD;
    }

    /** {@return all types, in the order of their numeric descriptors} */
    public List<AmqpTypeDefinition> all()
    {
        return all;
    }

    /**
     * The type that a descriptor stands for.
     *
     * @param descriptor numeric (whatever its width was) or symbolic; a string is neither.
     * @return the type; null if it is unknown.
     */
    public @Nullable AmqpTypeDefinition of(final AmqpValue descriptor)
    {
        if (descriptor instanceof AmqpUlong number)
        {
            return of(number.bits());
        }
        return descriptor instanceof AmqpSymbol text ? bySymbol.get(text.value()) : null;
    }

    /**
     * The type that a numeric descriptor stands for. Allocates nothing.
     *
     * @param code all 64 bits of the ulong.
     * @return the type; null if it is unknown.
     */
    public @Nullable AmqpTypeDefinition of(final long code)
    {
        if (isSmall(code))
        {
            return bySmallCode[(int)code];
        }
        final int index = Arrays.binarySearch(codes, code);
        return index < 0 ? null : all.get(index);
    }

    private static boolean isSmall(final long code)
    {
        return code >= 0 && code < SMALL_CODES;
    }

    /**
     * The type that a descriptor in a frame stands for. Allocates nothing.
     *
     * @param descriptor numeric (whatever its width is) or symbolic; a string is neither.
     * @return the type; null if it is unknown.
     */
    public @Nullable AmqpTypeDefinition of(final Cursor descriptor)
    {
        if (descriptor.kind() == Kind.UINT64)
        {
            return of(descriptor.getLongBits());
        }
        for (int i = 0; descriptor.kind() == Kind.SYMBOL && i < symbols.length; i++)
        {
            if (symbols[i].length == descriptor.length() && descriptor.contentEquals(symbols[i]))
            {
                return all.get(i);
            }
        }
        return null;
    }

    /**
     * The type of that name.
     *
     * @param name its name in the standard, such as {@code sasl-init}.
     * @return the type.
     * @throws IllegalArgumentException if there is no type of that name.
     */
    public AmqpTypeDefinition named(final String name)
    {
        final AmqpTypeDefinition definition = byName.get(name);
        if (definition == null)
        {
            throw new IllegalArgumentException("no described type is called '" + name + "'");
        }
        return definition;
    }
}
