package io.skim.pojo.amqp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as an object: its sections, in the order of the wire. {@code toString} gives the typed notation.
 *
 * @param sections each a described value, in its generic form.
 * @see AmqpMessageBuilder
 */
public record AmqpMessage(List<AmqpDescribed> sections)
{
    /**
     * Makes a message. Copies the sections, unless they are immutable already.
     *
     * @param sections each a described value, in its generic form.
     */
    public AmqpMessage
    {
        sections = List.copyOf(sections);
    }

    /**
     * A section as a view of its type.
     *
     * @param name its name in the standard, such as {@code header} or {@code application-properties}.
     * @return the last section of that name, which is the only one but for data, sequences and lenient scans; null if
     *     there is none.
     * @throws AmqpSchemaException      if the section does not conform to its type in the standard.
     * @throws IllegalArgumentException if there is no section of that name.
     */
    public @Nullable AmqpComposite section(final String name)
    {
        final List<AmqpComposite> all = sections(name);
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /**
     * All sections of a name as views of their types: data and sequences may come several times.
     *
     * @param name its name in the standard.
     * @return in the order of the wire; empty if there is none.
     * @throws AmqpSchemaException      if a section does not conform to its type in the standard.
     * @throws IllegalArgumentException if there is no section of that name.
     */
    public List<AmqpComposite> sections(final String name)
    {
        final AmqpTypeDefinition type = AmqpTypes.standard().named(name);
        return sections.stream().filter(section -> type.matches(section.descriptor())).map(AmqpComposite::of).toList();
    }

    /**
     * An application property.
     *
     * @param name to find.
     * @return its value, the last one if the name comes twice; null if there is none.
     * @throws AmqpSchemaException if the application properties do not conform to the standard.
     */
    public @Nullable AmqpValue applicationProperty(final String name)
    {
        final AmqpTypeDefinition type = AmqpTypes.standard().named("application-properties");
        final AmqpDescribed last =
            sections.stream().filter(section -> type.matches(section.descriptor())).reduce(null, (
                before, section) -> section);
        // A section that is null instead of a map is an empty one; only lenient accepts it.
        return last == null || last.value() == AmqpNull.NULL ? null
            : ((AmqpMap)AmqpComposite.of(last).value()).get(new AmqpString(name));
    }

    @Override
    public String toString()
    {
        return "{\"message\":" + AmqpNotation.of(sections) + "}";
    }
}
