package io.skim.command.scrub;

import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * Replaces the texts, symbols, binaries and ids in AMQP values in their place; all lengths, types and descriptors stay. In
 * application properties and bodies numbers are replaced too.
 */
final class AmqpTexts
{
    /** Sections whose numbers are those of applications. */
    private static final Set<String> OF_APPLICATIONS =
        Set.of("application-properties", "amqp-sequence", "amqp-value");
    /** The format code of a described value. */
    private static final int DESCRIBED = 0;

    private final Pseudonyms pseudonyms;
    private final AmqpReader reader;
    private final Cursor cursor = new Cursor();
    private final FrameView view;

    AmqpTexts(final Pseudonyms pseudonyms, final Limits limits)
    {
        this.pseudonyms = pseudonyms;
        reader = new AmqpReader(limits, Strictness.LENIENT);
        view = new FrameView(limits);
    }

    /**
     * Replaces what stands in a row of described values: performatives, or sections of a message.
     *
     * @param bytes   that hold them, and are changed.
     * @param from    in {@code bytes}.
     * @param length  of the values.
     * @param secrets whether binaries are secrets, of which zeros are left.
     * @return false if they cannot be parsed; then some may have been replaced.
     */
    boolean replace(final byte[] bytes, final int from, final int length, final boolean secrets)
    {
        view.wrap(bytes, from, length);
        reader.wrap(view);
        try
        {
            return walk(bytes, from, secrets);
        }
        finally
        {
            reader.reset();
            view.reset();
        }
    }

    private boolean walk(final byte[] bytes, final int from, final boolean secrets)
    {
        boolean descriptor = false;
        boolean numbersStay = false;
        int event = reader.next();
        while (event != AmqpReader.DONE)
        {
            if (event == AmqpReader.MALFORMED)
            {
                return false;
            }
            if (event == AmqpReader.VALUE)
            {
                if (reader.kind() == Kind.ARRAY && reader.elementCode() == DESCRIBED
                    || reader.depth() == 0 && reader.kind() != Kind.DESCRIBED)
                {
                    // Elements of an array share a descriptor, which is not shown; without one a value is no section.
                    return false;
                }
                if (reader.isCompound())
                {
                    descriptor = reader.kind() == Kind.DESCRIBED;
                    if (reader.enter() == AmqpReader.MALFORMED)
                    {
                        return false;
                    }
                }
                else if (descriptor)
                {
                    numbersStay = reader.depth() == 1 ? areOwn() : numbersStay;
                    descriptor = false;
                    if (reader.kind() == Kind.SYMBOL && !replaceText(bytes, from + reader.offset(), reader.length()))
                    {
                        return false;
                    }
                }
                else if (!replaceValue(bytes, from + reader.offset(), numbersStay, secrets))
                {
                    return false;
                }
            }
            event = reader.next();
        }
        return true;
    }

    /** Whether the numbers of what has the descriptor that the reader is on are AMQP's own, and stay. */
    private boolean areOwn()
    {
        final AmqpTypeDefinition type = AmqpTypes.standard().of(reader.value(cursor));
        return type != null && !OF_APPLICATIONS.contains(type.name());
    }

    private boolean replaceValue(final byte[] bytes, final int at, final boolean numbersStay, final boolean secrets)
    {
        final int length = reader.length();
        switch (reader.kind())
        {
            case TEXT, SYMBOL ->
            {
                return length == 0 || replaceText(bytes, at, length);
            }
            case BINARY ->
            {
                if (secrets)
                {
                    Arrays.fill(bytes, at, at + length, (byte)0);
                }
                else if (length > 0)
                {
                    pseudonyms.bytes(bytes, at, length);
                }
            }
            case UUID -> pseudonyms.bytes(bytes, at, length);
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT32, FLOAT64, DECIMAL32, DECIMAL64,
                DECIMAL128, TIMESTAMP ->
            {
                if (length > 0 && !numbersStay)
                {
                    pseudonyms.bytes(bytes, at, length);
                }
            }
            default ->
            {
                // Nulls and booleans tell nothing, and a character little.
            }
        }
        return true;
    }

    private boolean replaceText(final byte[] bytes, final int at, final int length)
    {
        final String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        if (reader.kind() == Kind.SYMBOL && (text.startsWith("amqp:") || text.startsWith("apache.org:")))
        {
            return true;
        }
        final byte[] replaced = pseudonyms.utf8(bytes, at, length, Words.AMQP);
        if (replaced.length != length)
        {
            return false;
        }
        System.arraycopy(replaced, 0, bytes, at, length);
        return true;
    }
}
