package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The class of one of AMQP's described types: the standard's definition of the type, a maker of objects, and the fields that are
 * read. Each class has its own as {@code TYPE}; {@link AmqpTypedValues} finds them by name. Immutable.
 *
 * @param <T> the class.
 */
public final class AmqpClass<T extends AmqpTyped>
{
    private static final String SECTION = "section";

    /** A bit for each field that must not be null. */
    final int mandatory;
    /** A bit for each field that is read. */
    final int wanted;
    /** Finds the section in a message; null if the type is not a section. */
    final @Nullable AmqpInterest interest;

    /** The numeric descriptor; -1 if it does not fit into one octet. */
    final int descriptor;
    /** The number of fields of a composite; negative for other types. */
    final int fieldCount;
    /** A bit for each field of any type that may be a string, a ulong or a binary. */
    final int strings;
    final int ulongs;
    final int binaries;
    /** For each field, a bit for each composite that it may have, by the descriptor, if that is below 64. */
    final long[] described;

    private final AmqpTypeDefinition definition;
    private final Supplier<T> maker;

    AmqpClass(final String name, final Supplier<T> maker)
    {
        this(AmqpTypes.standard().named(name), maker, -1);
    }

    private AmqpClass(final AmqpTypeDefinition definition, final Supplier<T> maker, final int wanted)
    {
        this.definition = definition;
        this.maker = maker;
        this.wanted = wanted;
        int bits = 0;
        for (final AmqpFieldDefinition field : definition.fields())
        {
            bits |= field.mandatory() ? 1 << field.index() : 0;
        }
        mandatory = bits;
        descriptor = definition.code() >>> Byte.SIZE == 0 ? (int)definition.code() : -1;
        fieldCount = definition.isComposite() ? definition.fields().size() : -1;
        strings = fieldsThatMayBe(new AmqpString(""));
        ulongs = fieldsThatMayBe(new AmqpUlong(0));
        binaries = fieldsThatMayBe(AmqpBinary.of(new byte[0]));
        described = definition.fields().stream().mapToLong(AmqpClass::composites).toArray();
        interest = definition.provides().contains(SECTION)
            ? AmqpScanner.interest().field(definition.name(), 0).build() : null;
    }

    private int fieldsThatMayBe(final AmqpValue value)
    {
        int bits = 0;
        for (final AmqpFieldDefinition field : definition.fields())
        {
            bits |= field.refusal(value) == null ? 1 << field.index() : 0;
        }
        return bits;
    }

    private static long composites(final AmqpFieldDefinition field)
    {
        long bits = 0;
        for (final AmqpTypeDefinition type : AmqpTypes.standard().all())
        {
            final boolean isSmall = type.isComposite() && type.code() >= 0 && type.code() < Long.SIZE;
            final AmqpValue value = new AmqpDescribed(new AmqpUlong(type.code()), new AmqpList(List.of()));
            bits |= isSmall && field.primitive() == null && field.refusal(value) == null ? 1L << type.code() : 0;
        }
        return bits;
    }

    /**
     * Selects the fields to read. A reader makes no texts and no trees for other fields, and leaves them unset. It checks that
     * mandatory ones exist, but not their content.
     *
     * @param fields as in the standard.
     * @return the same class with only these fields; keep it.
     * @throws IllegalArgumentException if the type has no field with such a name.
     */
    public AmqpClass<T> only(final String... fields)
    {
        int bits = 0;
        for (final String field : fields)
        {
            bits |= 1 << definition.field(field).index();
        }
        return new AmqpClass<>(definition, maker, bits);
    }

    /** Whether a field is read. */
    boolean isWanted(final int index)
    {
        return (wanted >>> index & 1) != 0;
    }

    /** {@return the standard's definition of the type: its names, descriptors and fields} */
    public AmqpTypeDefinition definition()
    {
        return definition;
    }

    /** {@return a new object with nothing set} */
    public T create()
    {
        return maker.get();
    }

    /** The value of a field as an object of the class; null if there is no value, or it has another type. */
    @SuppressWarnings("unchecked")
    @Nullable
    T in(final @Nullable Object held)
    {
        return (T)AmqpTyped.typed(held, definition);
    }

    /**
     * Converts a tree with the descriptor of this type. Checks all fields.
     *
     * @param value a described value, such as {@code AmqpTreeBuilder} makes.
     * @return a new object; you can change it.
     * @throws io.skim.pojo.amqp.AmqpSchemaException if it is not as the standard says.
     * @throws IllegalArgumentException              if it has another type.
     */
    public T of(final AmqpValue value)
    {
        final AmqpComposite composite = AmqpComposite.of(value);
        if (composite.definition() != definition)
        {
            throw new IllegalArgumentException("a " + composite.name() + " is no " + definition.name());
        }
        final T typed = create();
        new TreeValues(composite).fill(typed, this);
        return typed;
    }

    /** {@return the name of the type, as in the standard} */
    @Override
    public String toString()
    {
        return definition.name();
    }
}
