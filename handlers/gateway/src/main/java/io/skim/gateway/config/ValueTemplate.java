package io.skim.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of the file that is another one for each client or moment: <code>seen at ${time} from ${client.address}</code>. A second
 * dollar sign before the first one makes it a text like any other.
 *
 * @param parts of which it consists, in order.
 */
public record ValueTemplate(List<Part> parts)
{
    private static final String OPENING = "${";
    private static final String ESCAPED = "$${";
    /** What stands for a value that there is not: the value must not be empty, and must take the place of one that a client sent. */
    public static final String NONE = "-";

    /** What a frame or its connection has a value of. */
    public enum Variable
    {
        /** The client's address without its port; with the PROXY protocol the one that the header names. */
        CLIENT_ADDRESS("client.address"),
        /** The client's id, as soon as a heartbeat has it; in AMQP the container id. */
        CLIENT_ID("client.id"),
        /** The listener's name. */
        LISTENER("listener"),
        /** The name that the client asked for in TLS. */
        TLS_NAME("tls.name"),
        /** The subject of the client's certificate, which was checked. */
        TLS_SUBJECT("tls.subject"),
        /** The time at the gateway, in milliseconds since 1970. */
        TIME("time");

        private final String word;

        Variable(final String word)
        {
            this.word = word;
        }

        /** {@return the name in the file} */
        public String word()
        {
            return word;
        }
    }

    /**
     * A text, or what stands for one.
     *
     * @param text     as it is to be written; empty for a variable.
     * @param variable null for a text.
     */
    public record Part(String text, @Nullable Variable variable)
    {
    }

    /**
     * Reads a value.
     *
     * @param value as it stands in the file.
     * @return its parts.
     * @throws IllegalArgumentException if it names a variable that there is not, or does not end one.
     */
    public static ValueTemplate of(final String value)
    {
        final List<Part> parts = new ArrayList<>();
        final StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < value.length())
        {
            if (value.startsWith(ESCAPED, at))
            {
                text.append(OPENING);
                at += ESCAPED.length();
            }
            else if (value.startsWith(OPENING, at))
            {
                final int end = value.indexOf('}', at);
                if (end < 0)
                {
                    throw new IllegalArgumentException("'}' is missing behind '" + value.substring(at)
                        + "'; write $${ for the characters ${");
                }
                addText(parts, text);
                parts.add(new Part("", variable(value.substring(at + OPENING.length(), end))));
                at = end + 1;
            }
            else
            {
                text.append(value.charAt(at++));
            }
        }
        addText(parts, text);
        return new ValueTemplate(List.copyOf(parts));
    }

    private static void addText(final List<Part> parts, final StringBuilder text)
    {
        if (text.length() > 0)
        {
            parts.add(new Part(text.toString(), null));
            text.setLength(0);
        }
    }

    private static Variable variable(final String word)
    {
        final List<String> words = new ArrayList<>();
        for (final Variable each : Variable.values())
        {
            if (each.word.equals(word))
            {
                return each;
            }
            words.add(each.word);
        }
        throw new IllegalArgumentException("there is no ${" + word + '}' + Nearest.hint(word, words)
            + "; allowed are " + String.join(", ", words) + "; write $${ for the characters ${");
    }

    /** {@return whether it is the same for all frames} */
    public boolean isConstant()
    {
        return parts.stream().allMatch(part -> part.variable() == null);
    }

    /** {@return the text with {@value #NONE} in place of each variable} */
    public String withoutValues()
    {
        final StringBuilder text = new StringBuilder();
        for (final Part part : parts)
        {
            text.append(part.variable() == null ? part.text() : NONE);
        }
        return text.toString();
    }
}
