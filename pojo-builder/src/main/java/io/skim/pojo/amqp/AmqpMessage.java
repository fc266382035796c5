package io.skim.pojo.amqp;

import java.util.List;

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

    @Override
    public String toString()
    {
        return "{\"message\":" + AmqpNotation.of(sections) + "}";
    }
}
