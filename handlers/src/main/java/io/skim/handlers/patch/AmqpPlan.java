package io.skim.handlers.patch;

import io.skim.scan.Limits;
import io.skim.scan.amqp.AmqpField;

/**
 * What {@link AmqpEdits} come to in messages of the common form, if they edit no more than fields of the header and set
 * or add annotations, each key once: all that is to be written is encoded beforehand, in every form it may take.
 * Immutable.
 */
final class AmqpPlan
{
    static final int FIELDS = 5;
    /** The forms of a field: a uint of no, one and four octets, and the form of the edit itself. */
    static final int ZERO = 0;
    static final int SMALL = 1;
    static final int WIDE = 2;
    static final int OWN = 3;
    static final int FORMS = 4;

    private static final int FIRST_FIELD = AmqpField.DURABLE.ordinal();
    private static final int COUNT_FIELD = AmqpField.DELIVERY_COUNT.ordinal() - FIRST_FIELD;
    private static final int DESCRIPTOR = 0x70;
    private static final int MOST_KEYS = 16;
    private static final byte[] FIRST_DELIVERY = {AmqpForms.SMALL_UINT, 1};

    /** By field of the header and form: the value to set; null where the field stays or is worked out. */
    final byte[][][] forms = new byte[FIELDS][][];
    /** A bit for each field of the header that is set, or worked out whatever it is. */
    final int edited;
    /** Whether the delivery-count is one more than before. */
    final boolean raisesDeliveryCount;
    /** By the number of fields a header has: what is put behind them, and how many fields those are. */
    final byte[][] tails = new byte[FIELDS + 1][];
    final int[] tailCounts = new int[FIELDS + 1];
    /** By section and number of the key: the value to set, null for one that is only added; and the whole entry. */
    final byte[][][] values = new byte[AmqpWalk.SECTIONS][][];
    final byte[][][] entries = new byte[AmqpWalk.SECTIONS][][];
    /** By section: all its entries. */
    final byte[][] all = new byte[AmqpWalk.SECTIONS][];
    /** By section: the whole section, for messages without it; null if there is nothing to put in. */
    final byte[][] sections = new byte[AmqpWalk.SECTIONS][];

    private AmqpPlan(final AmqpEdits edits)
    {
        raisesDeliveryCount = edits.raisesDeliveryCount && edits.fields[FIRST_FIELD + COUNT_FIELD] == null;
        int some = raisesDeliveryCount ? 1 << COUNT_FIELD : 0;
        for (int field = 0; field < FIELDS; field++)
        {
            final byte[] value = edits.fields[FIRST_FIELD + field];
            forms[field] = value == null ? null : forms(value);
            some |= value == null ? 0 : 1 << field;
        }
        edited = some;
        for (int present = 0; present <= FIELDS; present++)
        {
            tails[present] = tail(present);
        }
        sections[AmqpEdits.HEADER] = section(AmqpEdits.HEADER, AmqpForms.LIST, tails[0], tailCounts[0]);
        for (int section = 1; section < AmqpWalk.SECTIONS; section++)
        {
            entries(section, edits.programs[section]);
        }
    }

    /** Plans edits; null if they, or the limits, are such that each message takes a closer look. */
    static AmqpPlan of(final AmqpEdits edits, final Limits limits)
    {
        for (int section = 1; section < AmqpWalk.SECTIONS; section++)
        {
            if (!isPlain(edits.programs[section]))
            {
                return null;
            }
        }
        final AmqpPlan plan = new AmqpPlan(edits);
        for (final byte[] section : plan.sections)
        {
            if (section != null && section.length > Math.min(limits.maxHeaderLength(), limits.maxElementCount()))
            {
                return null;
            }
        }
        return plan;
    }

    private static boolean isPlain(final EditProgram program)
    {
        final boolean[] named = new boolean[program.utf8.length];
        boolean plain = named.length <= MOST_KEYS;
        for (final int[] step : program.program)
        {
            plain &= step[0] <= EditProgram.ADD && !named[step[1]];
            named[step[1]] = true;
        }
        return plain;
    }

    private static byte[][] forms(final byte[] value)
    {
        final byte[][] forms = {value, value, value, value};
        if (AmqpForms.type(value[0] & 0xFF) == AmqpForms.SMALL_UINT)
        {
            final long number = AmqpForms.number(value, 0);
            final ByteSink wide = new ByteSink();
            wide.put(AmqpForms.UINT);
            wide.putInt((int)number);
            forms[WIDE] = wide.toBytes();
            forms[SMALL] = number > 0xFF ? value : new byte[] {AmqpForms.SMALL_UINT, (byte)number};
            forms[ZERO] = number > 0 ? value : new byte[] {AmqpForms.UINT_0};
        }
        return forms;
    }

    /** Which form a value of the header has. */
    static int form(final int code)
    {
        return code == AmqpForms.UINT ? WIDE : code == AmqpForms.SMALL_UINT ? SMALL : code == AmqpForms.UINT_0 ? ZERO
            : OWN;
    }

    private byte[] appended(final int field)
    {
        return forms[field] != null ? forms[field][OWN] : field == COUNT_FIELD && raisesDeliveryCount ? FIRST_DELIVERY
            : null;
    }

    private byte[] tail(final int present)
    {
        int last = FIELDS;
        while (last > present && (appended(last - 1) == null || appended(last - 1)[0] == AmqpForms.NULL))
        {
            last--;
        }
        final ByteSink sink = new ByteSink();
        for (int field = present; field < last; field++)
        {
            if (appended(field) == null)
            {
                sink.put(AmqpForms.NULL);
            }
            else
            {
                sink.put(appended(field));
            }
        }
        tailCounts[present] = last - present;
        return sink.toBytes();
    }

    private void entries(final int section, final EditProgram program)
    {
        final byte[][] keys = program.utf8;
        values[section] = new byte[keys.length][];
        entries[section] = new byte[keys.length][];
        final ByteSink sink = new ByteSink();
        for (final int[] step : program.program)
        {
            final int number = step[1];
            final byte[] value = program.values[step[2]];
            values[section][number] = step[0] == EditProgram.SET ? value : null;
            final ByteSink entry = new ByteSink();
            entry.put(keys[number]);
            entry.put(value);
            entries[section][number] = entry.toBytes();
        }
        for (final byte[] entry : entries[section])
        {
            sink.put(entry);
        }
        all[section] = sink.toBytes();
        sections[section] = section(section, AmqpForms.MAP, all[section], 2 * keys.length);
    }

    private static byte[] section(final int section, final int code, final byte[] items, final int count)
    {
        final ByteSink sink = new ByteSink();
        sink.put(0);
        sink.put(AmqpForms.SMALL_ULONG);
        sink.put(DESCRIPTOR + section);
        AmqpLayout.putHead(sink, code, items.length, count);
        sink.put(items);
        return items.length == 0 ? null : sink.toBytes();
    }
}
