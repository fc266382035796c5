package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
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
        interest = definition.provides().contains(SECTION) ? AmqpScanner.interest().field(name, 0).build() : null;
    }

    private AmqpClass(final AmqpClass<T> whole, final int wanted)
    {
        definition = whole.definition;
        maker = whole.maker;
        mandatory = whole.mandatory;
        interest = whole.interest;
        this.wanted = wanted;
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

    /**
     * What the standard says of the type.
     *
     * @return its names, descriptors and fields.
     */
    public AmqpTypeDefinition definition()
    {
        return definition;
    }

    /**
     * Makes an object.
     *
     * @return new, with nothing set.
     */
    public T create()
    {
        return maker.get();
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

    /**
     * The name.
     *
     * @return the type's in the standard.
     */
    @Override
    public String toString()
    {
        return definition.name();
    }
}
