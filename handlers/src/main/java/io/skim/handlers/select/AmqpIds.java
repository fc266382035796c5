package io.skim.handlers.select;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.nio.charset.StandardCharsets;

/**
 * Converts AMQP's message-ids and correlation-ids to the texts that JMS uses for them, such as {@code ID:AMQP_ULONG:42}. A string
 * that begins like such a text gets the mark of a string, and a message-id without {@code ID:} the mark {@code AMQP_NO_PREFIX}.
 *
 * @see "Qpid JMS 2.10.0, AmqpMessageIdHelper (QPIDJMS-189)"
 */
final class AmqpIds
{
    private static final byte[] ID = ascii("ID:");
    private static final byte[] LONG_ID = ascii("ID:AMQP_ULONG:");
    private static final byte[] UUID_ID = ascii("ID:AMQP_UUID:");
    private static final byte[] BINARY_ID = ascii("ID:AMQP_BINARY:");
    private static final byte[] STRING_ID = ascii("ID:AMQP_STRING:");
    private static final byte[] NO_PREFIX_ID = ascii("ID:AMQP_NO_PREFIX:");
    private static final byte[] NOTHING = {};
    private static final byte[] DIGITS = ascii("0123456789ABCDEF");

    private AmqpIds()
    {
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Stores the text of an id in a slot, in a form of {@link Place}. Returns the type of the value. */
    static int take(final Slots slots, final Value slot, final Cursor value, final int form)
    {
        slots.begin(slot);
        slots.append(switch (value.kind())
        {
            case UINT64 -> LONG_ID;
            case UUID -> UUID_ID;
            case BINARY -> BINARY_ID;
            default -> mark(value, form);
        });
        slots.append(value);
        if (value.kind() == Kind.BINARY)
        {
            hex(slots, slot, value);
        }
        return slots.finish(slot);
    }

    /** The prefix of a string. */
    private static byte[] mark(final Cursor value, final int form)
    {
        if (!value.startsWith(ID))
        {
            return form == Place.MESSAGE_ID ? NO_PREFIX_ID : form == Place.USER_ID ? ID : NOTHING;
        }
        return form != Place.USER_ID && isMarked(value) ? STRING_ID : NOTHING;
    }

    private static boolean isMarked(final Cursor value)
    {
        return value.startsWith(LONG_ID) || value.startsWith(UUID_ID) || value.startsWith(BINARY_ID) || value
            .startsWith(STRING_ID) || value.startsWith(NO_PREFIX_ID);
    }

    /** Appends the bytes again, which are there, then writes their digits over them from the last to the first. */
    private static void hex(final Slots slots, final Value slot, final Cursor value)
    {
        final int length = value.length();
        slots.append(value);
        final int first = slot.from + BINARY_ID.length;
        final byte[] text = slots.text;
        for (int i = length - 1; i >= 0; i--)
        {
            final int next = text[first + i] & 0xFF;
            text[first + 2 * i] = DIGITS[next >> 4];
            text[first + 2 * i + 1] = DIGITS[next & 15];
        }
    }
}
