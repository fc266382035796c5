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

/**
 * The class of one of AMQP's described types: what the standard says of the type, how to make an object, and which of its
 * fields are read. Each class has its own as {@code TYPE}; {@link AmqpTypedValues} finds them by name. Immutable.
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
    /** Finds the section in a message; null if the type is no section. */
    final AmqpInterest interest;

    /** The numeric descriptor as far as an octet holds it. */
    final int descriptor;
    /** Of a composite; below zero for others. */
    final int fieldCount;
    /** A bit for each field of any type that may be a string, an ulong, or a binary. */
    final int strings;
    final int ulongs;
    final int binaries;
    /** For each field a bit for each descriptor below 64 of the composites that it may have. */
    final long[] described;

    private final AmqpTypeDefinition definition;
    private final Supplier<T> maker;

    AmqpClass(final String name, final Supplier<T> maker)
    {
        definition = AmqpTypes.standard().named(name);
        this.maker = maker;
        int bits = 0;
        for (final AmqpFieldDefinition field : definition.fields())
        {
            bits |= field.mandatory() ? 1 << field.index() : 0;
        }
        mandatory = bits;
        wanted = -1;
        descriptor = definition.code() >>> Byte.SIZE == 0 ? (int)definition.code() : -1;
        fieldCount = definition.isComposite() ? definition.fields().size() : -1;
        strings = fieldsThatMayBe(new AmqpString(""));
        ulongs = fieldsThatMayBe(new AmqpUlong(0));
        binaries = fieldsThatMayBe(AmqpBinary.of(new byte[0]));
        described = definition.fields().stream().mapToLong(AmqpClass::composites).toArray();
        interest = definition.provides().contains(SECTION) ? AmqpScanner.interest().field(name, 0).build() : null;
    }

    private AmqpClass(final AmqpClass<T> whole, final int wanted)
    {
        definition = whole.definition;
        maker = whole.maker;
        mandatory = whole.mandatory;
        interest = whole.interest;
        this.wanted = wanted;
        descriptor = whole.descriptor;
        fieldCount = whole.fieldCount;
        strings = whole.strings;
        ulongs = whole.ulongs;
        binaries = whole.binaries;
        described = whole.described;
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
     * To read some of the fields, and make no texts and no trees of the others, which stay unset. Of those a reader checks
     * that mandatory ones are there, and not what they hold.
     *
     * @param fields as in the standard.
     * @return the same class with these fields alone, to be kept.
     * @throws IllegalArgumentException if the type has no field of a name.
     */
    public AmqpClass<T> only(final String... fields)
    {
        int bits = 0;
        for (final String field : fields)
        {
            bits |= 1 << definition.field(field).index();
        }
        return new AmqpClass<>(this, bits);
    }

    /** Whether a field is read. */
    boolean isWanted(final int index)
    {
        return (wanted >>> index & 1) != 0;
    }

    /** {@return what the standard says of the type: its names, descriptors and fields} */
    public AmqpTypeDefinition definition()
    {
        return definition;
    }

    /** {@return a new object with nothing set} */
    public T create()
    {
        return maker.get();
    }

    /** What a field holds as an object of the class; null if that is nothing, or of another type. */
    @SuppressWarnings("unchecked")
    T in(final Object held)
    {
        return (T)AmqpTyped.typed(held, definition);
    }

    /**
     * Takes a value that is described as of this type. All of its fields are checked.
     *
     * @param value a described value, such as {@code AmqpTreeBuilder} makes.
     * @return its fields, yours to change.
     * @throws io.skim.pojo.amqp.AmqpSchemaException if it is not what the standard says of the type.
     * @throws IllegalArgumentException              if it is of another type.
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

    /** {@return the type's name in the standard} */
    @Override
    public String toString()
    {
        return definition.name();
    }
}
