package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpField;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What {@link AmqpEdits} come to in messages of the common form, if they edit no more than fields of the header and set
 * or add annotations, each key once: all that is to be written is encoded beforehand, in every form it may take. Only {@link #refresh}
 * changes it.
 */
final class AmqpPlan
{
    private static final int FIELDS = 5;
    /** The forms of a field: a uint of no, one and four octets, and the form of the edit itself. */
    private static final int ZERO = 0;
    private static final int SMALL = 1;
    private static final int WIDE = 2;
    private static final int OWN = 3;
    private static final int FORMS = 4;
    private static final int GREATEST_SHORT = 0xFF;
    /** A value of the header is a word: its octets from the lowest on, and how many they are in the highest. */
    private static final int LENGTH = 7 * Byte.SIZE;

    private static final int FIRST_FIELD = AmqpField.DURABLE.ordinal();
    private static final int COUNT_FIELD = AmqpField.DELIVERY_COUNT.ordinal() - FIRST_FIELD;
    private static final int MOST_KEYS = 16;
    /** A header is never longer, whatever is put into it. */
    private static final int LONGEST_HEADER = 64;
    private static final byte[] FIRST_COUNT = {FormatCodes.UINT_SMALL, 1};

    /** The values to set as words, by field of the header and the form that it has in the message; 0 where it stays or is worked out. */
    private final long[] words = new long[FIELDS * FORMS];
    /** Whether the delivery-count is one more than before. */
    private final boolean raisesDeliveryCount;
    /** A bit for each field of the header that is set, or worked out whatever it is. */
    final int edited;
    /** By the number of fields a header has: what is put behind them, followed by zeros up to two words. */
    final byte[][] tails = new byte[FIELDS + 1][];
    /** By the same: the octets of those, and in the low eight bits their count. */
    final int[] tailSizes = new int[FIELDS + 1];
    /** By section and number of the key: the value to set, null for one that is only added; and the whole entry. */
    final EditBytes[][] values = new EditBytes[AmqpEdits.PROPERTIES][];
    final EditBytes[][] entries = new EditBytes[AmqpEdits.PROPERTIES][];
    /** By section: all its entries. */
    final EditBytes[] all = new EditBytes[AmqpEdits.PROPERTIES];
    /** By section: the whole section, for messages without it; null if there is nothing to put in. */
    final EditBytes[] sections = new EditBytes[AmqpEdits.PROPERTIES];

    private final AmqpEdits edits;
    /** The longest section that the limits allow, whatever is in it. */
    private final int longest;
    private final AmqpItems items = new AmqpItems();
    private final ByteSink section = new ByteSink();
    /** Of the {@link FreshTexts} that the sections have. */
    private long version = -1;
    private boolean fits;

    private AmqpPlan(final AmqpEdits edits, final Limits limits)
    {
        this.edits = edits;
        longest = Math.min(limits.maxHeaderLength(), limits.maxElementCount());
        raisesDeliveryCount = edits.raisesDeliveryCount && edits.fields[FIRST_FIELD + COUNT_FIELD] == null;
        int some = raisesDeliveryCount ? 1 << COUNT_FIELD : 0;
        for (int field = 0; field < FIELDS; field++)
        {
            final byte[] value = edits.fields[FIRST_FIELD + field];
            for (int form = 0; form < FORMS && value != null; form++)
            {
                words[field * FORMS + form] = word(value, form);
            }
            some |= value == null ? 0 : 1 << field;
        }
        edited = some;
        for (int present = 0; present <= FIELDS; present++)
        {
            final AmqpItems tail = tail(present);
            tails[present] = Arrays.copyOf(tail.bytes.toBytes(), 2 * Long.BYTES);
            tailSizes[present] = tail.bytes.length << Byte.SIZE | tail.count;
        }
        final AmqpItems header = tail(0);
        sections[AmqpEdits.HEADER] = header.count == 0 ? null : section(AmqpEdits.HEADER, FormatCodes.LIST, header);
        for (int number = 1; number < AmqpEdits.PROPERTIES; number++)
        {
            prepare(number, edits.programs[number]);
        }
    }

    /** Plans edits; null if they, or the limits, are such that each message takes a closer look. */
    static @Nullable AmqpPlan of(final AmqpEdits edits, final Limits limits)
    {
        if (edits.sections > AmqpEdits.PROPERTIES || limits.maxHeaderLength() < LONGEST_HEADER || limits
            .maxElementCount() < FIELDS)
        {
            return null;
        }
        for (int section = 1; section < AmqpEdits.PROPERTIES; section++)
        {
            if (!edits.programs[section].independent || edits.programs[section].encoded.length > MOST_KEYS)
            {
                return null;
            }
        }
        return new AmqpPlan(edits, limits);
    }

    /** A value of a field in the form of the value it replaces, if that has room for it; else in its own. */
    private static long word(final byte[] value, final int form)
    {
        final boolean isUint = AmqpForms.type(value[0] & 0xFF) == FormatCodes.UINT_SMALL;
        final long number = isUint ? AmqpForms.number(value, 0) : 0;
        if (isUint && fits(number, form))
        {
            return uint(number, form);
        }
        long word = (long)value.length << LENGTH;
        for (int i = 0; i < value.length; i++)
        {
            word |= (value[i] & 0xFFL) << i * Byte.SIZE;
        }
        return word;
    }

    /** How many octets a word gives. */
    static int length(final long word)
    {
        return (int)(word >>> LENGTH);
    }

    /** Which form a value of the header has. */
    private static int form(final int code)
    {
        return code == FormatCodes.UINT ? WIDE
            : code == FormatCodes.UINT_SMALL ? SMALL : code == FormatCodes.UINT_ZERO ? ZERO
                : OWN;
    }

    private static boolean fits(final long number, final int form)
    {
        return form == WIDE || form == SMALL && number <= GREATEST_SHORT || form == ZERO && number == 0;
    }

    /** The word of a number in a form that has room for it. */
    private static long uint(final long number, final int form)
    {
        return form == WIDE ? 5L << LENGTH | Long.reverseBytes(number) >>> 3 * Byte.SIZE | FormatCodes.UINT
            : form == SMALL ? 2L << LENGTH | number << Byte.SIZE | FormatCodes.UINT_SMALL
                : 1L << LENGTH | FormatCodes.UINT_ZERO;
    }

    /**
     * What a field of the header is to become that is edited, or whose time has elapsed.
     *
     * @param word that the message has there: its first octets are the value, with its constructor.
     * @return a word, of no {@link #length} if the field stays.
     */
    long fresh(final int field, final long word, final long elapsed)
    {
        final int code = (int)word & 0xFF;
        final int form = form(code);
        final long planned = words[field * FORMS + form];
        if (planned != 0)
        {
            return planned;
        }
        if (code == FormatCodes.NULL)
        {
            return field == COUNT_FIELD ? uint(1, SMALL) : 0;
        }
        final long number = form == WIDE ? Long.reverseBytes(word) >>> 3 * Byte.SIZE & AmqpForms.GREATEST_UINT
            : form == SMALL ? word >>> Byte.SIZE & 0xFF : 0;
        final long worked = field == COUNT_FIELD ? Math.min(AmqpForms.GREATEST_UINT, number + 1) : Math.max(0, number
            - elapsed);
        return uint(worked, fits(worked, form) ? form : worked <= GREATEST_SHORT ? SMALL : WIDE);
    }

    private byte @Nullable [] appended(final int field)
    {
        return field == COUNT_FIELD && raisesDeliveryCount ? FIRST_COUNT : edits.fields[FIRST_FIELD + field];
    }

    /** The fields that are put behind those that are present. */
    private AmqpItems tail(final int present)
    {
        final AmqpItems tail = new AmqpItems();
        for (int field = present; field < FIELDS; field++)
        {
            tail.addField(appended(field));
        }
        return tail;
    }

    private void prepare(final int number, final EditProgram program)
    {
        final int keys = program.encoded.length;
        values[number] = new EditBytes[keys];
        entries[number] = new EditBytes[keys];
        for (int key = 0; key < keys; key++)
        {
            values[number][key] = program.replacing[key] < 0 ? null : program.values[program.replacing[key]];
            entries[number][key] = new EditBytes();
        }
        all[number] = new EditBytes();
        sections[number] = keys == 0 ? null : new EditBytes();
    }

    /**
     * Encodes the sections, if values have changed since.
     *
     * @return false if one is longer than the limits, so that each message takes a closer look.
     */
    boolean refresh()
    {
        if (version != edits.fresh.version)
        {
            version = edits.fresh.version;
            fits = sections[AmqpEdits.HEADER] == null || sections[AmqpEdits.HEADER].length <= longest;
            for (int number = 1; number < AmqpEdits.PROPERTIES; number++)
            {
                if (sections[number] != null)
                {
                    encode(number, edits.programs[number]);
                    fits &= sections[number].length <= longest;
                }
            }
        }
        return fits;
    }

    private void encode(final int number, final EditProgram program)
    {
        items.reset();
        for (int key = 0; key < program.encoded.length; key++)
        {
            final int begin = items.bytes.length;
            items.add(program.encoded[key]);
            items.add(program.values[program.adding[key]]);
            entries[number][key].set(items.bytes, begin);
        }
        all[number].set(items.bytes, 0);
        section.reset();
        items.putSection(section, number, FormatCodes.MAP);
        sections[number].set(section, 0);
    }

    private static EditBytes section(final int number, final int code, final AmqpItems items)
    {
        final ByteSink sink = new ByteSink();
        items.putSection(sink, number, code);
        return new EditBytes(sink.toBytes());
    }
}
