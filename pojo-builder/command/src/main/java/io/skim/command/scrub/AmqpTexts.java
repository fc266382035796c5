package io.skim.command.scrub;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Replaces the texts, symbols, binaries and ids in AMQP values in their place; all lengths, types and descriptors stay. In
 * application properties and bodies numbers are replaced too.
 */
final class AmqpTexts
{
    private static final int APPLICATION_PROPERTIES = 0x74;
    private static final int SEQUENCE = 0x76;
    private static final int VALUE = 0x77;
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
     * Replaces what stands in a row of values.
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
        int section = 0;
        int event = reader.next();
        while (event != AmqpReader.DONE)
        {
            if (event == AmqpReader.MALFORMED)
            {
                return false;
            }
            if (event == AmqpReader.VALUE)
            {
                if (reader.kind() == Kind.ARRAY && reader.elementCode() == DESCRIBED)
                {
                    // Its elements share a descriptor, which is not shown.
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
                    section = reader.depth() == 1 ? section() : section;
                    descriptor = false;
                    if (reader.kind() == Kind.SYMBOL && !replaceText(bytes, from + reader.offset(), reader.length()))
                    {
                        return false;
                    }
                }
                else if (!replaceValue(bytes, from + reader.offset(), section, secrets))
                {
                    return false;
                }
            }
            event = reader.next();
        }
        return true;
    }

    /** Of the descriptor that the reader is on: 0 if it is no number. */
    private int section()
    {
        final Kind kind = reader.kind();
        return kind == Kind.SYMBOL ? 0 : (int)reader.value(cursor).getLong(0);
    }

    private boolean replaceValue(final byte[] bytes, final int at, final int section, final boolean secrets)
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
                if (length > 0 && (section == APPLICATION_PROPERTIES || section == SEQUENCE || section == VALUE))
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
