package io.skim.handlers.patch;

import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;

/**
 * Writes down common edits of messages of the common form in the order of the message, encoded beforehand. All else it
 * leaves to {@link AmqpRewriter}, which would make the same edits.
 */
final class AmqpShortcut
{
    private static final int GREATEST_SHORT = 0xFF;
    private static final int TTL = 2;
    private static final int DELIVERY_COUNT = 4;

    private final AmqpEdits edits;
    private final AmqpPlan plan;
    private final Limits limits;
    private final byte[][] chosen = new byte[AmqpPlan.FIELDS][];
    /** The ttl and the delivery-count that were worked out, by form. */
    private final byte[][] ttlForms = forms();
    private final byte[][] countForms = forms();

    /** By section: its value's size and count as they are to be, in one octet or in four each. */
    private final byte[][] shortHeads = new byte[AmqpWalk.SECTIONS][2];
    private final byte[][] wideHeads = new byte[AmqpWalk.SECTIONS][2 * Integer.BYTES];

    private byte[] array;
    private int base;
    private boolean regular;

    private AmqpShortcut(final AmqpEdits edits, final AmqpPlan plan, final Limits limits)
    {
        this.edits = edits;
        this.plan = plan;
        this.limits = limits;
    }

    /** Makes a shortcut; null if the edits are others than common ones. */
    static AmqpShortcut of(final AmqpEdits edits, final Limits limits)
    {
        final AmqpPlan plan = AmqpPlan.of(edits, limits);
        return plan == null ? null : new AmqpShortcut(edits, plan, limits);
    }

    private static byte[][] forms()
    {
        return new byte[][] {{AmqpForms.UINT_0}, {AmqpForms.SMALL_UINT, 0}, {AmqpForms.UINT, 0, 0, 0, 0}};
    }

    /**
     * Works out the patch of a message that was walked.
     *
     * @return false if it takes a closer look; then the patch is to be begun anew.
     */
    boolean edit(final FrameView frame, final AmqpWalk walk, final HeaderPatch patch, final long elapsed)
    {
        array = frame.array();
        base = frame.arrayOffset();
        regular = true;
        final EditList list = patch.edits;
        int start = 0;
        for (int section = 0; section < AmqpWalk.SECTIONS; section++)
        {
            if (walk.bodies[section] >= 0)
            {
                if (section == AmqpEdits.HEADER)
                {
                    editHeader(list, walk, elapsed);
                }
                else if (plan.entries[section].length > 0)
                {
                    editMap(list, walk, section, start);
                }
                start = walk.ends[section];
            }
            else if (plan.sections[section] != null)
            {
                list.add(start, 0, plan.sections[section]);
            }
        }
        array = null;
        final int last = list.count() - 1;
        return regular && patch.ready(last < 0 ? 0 : list.offset(last) + list.removed(last));
    }

    private void editHeader(final EditList list, final AmqpWalk walk, final long elapsed)
    {
        final int offset = walk.bodies[AmqpEdits.HEADER];
        final int fields = walk.fields;
        if ((array[base + offset - 1] & 0xFF) != AmqpForms.LIST)
        {
            regular = false;
            return;
        }
        // Of the others no byte changes.
        final int edited = (plan.edited | (elapsed > 0 ? 1 << TTL : 0)) & (1 << fields) - 1;
        int growth = plan.tails[fields].length;
        for (int left = edited; left != 0; left &= left - 1)
        {
            final int field = Integer.numberOfTrailingZeros(left);
            final int start = walk.starts[field];
            final int length = walk.limits[field] - start;
            final byte[] fresh = fresh(field, start, length, elapsed);
            growth += fresh == null ? 0 : fresh.length - length;
            if (chosen[field] != fresh)
            {
                chosen[field] = fresh;
            }
        }
        final int added = plan.tailCounts[fields];
        if (growth != 0 || added > 0)
        {
            putHead(list, AmqpEdits.HEADER, offset, (array[base + offset] & 0xFF) + growth, fields + added);
        }
        for (int left = edited; left != 0; left &= left - 1)
        {
            final int field = Integer.numberOfTrailingZeros(left);
            if (chosen[field] != null)
            {
                list.add(walk.starts[field], walk.limits[field] - walk.starts[field], chosen[field]);
            }
        }
        if (added > 0)
        {
            list.add(walk.ends[AmqpEdits.HEADER], 0, plan.tails[fields]);
        }
    }

    /** Puts the size and count of a list or map that has one octet for each. */
    private void putHead(final EditList list, final int section, final int offset, final int size, final int count)
    {
        regular &= size <= GREATEST_SHORT && count <= GREATEST_SHORT;
        final byte[] head = shortHeads[section];
        Words.putShort(head, 0, size << Byte.SIZE | count);
        list.add(offset, 2, head);
    }

    /** What a field of the header is to become, constructor and all; null if it stays. */
    private byte[] fresh(final int field, final int start, final int length, final long elapsed)
    {
        final int code = array[base + start] & 0xFF;
        final byte[][] forms = plan.forms[field];
        byte[] fresh = null;
        if (forms != null)
        {
            fresh = forms[AmqpPlan.form(code)];
        }
        else if (field == TTL && elapsed > 0 && code != AmqpForms.NULL)
        {
            fresh = uint(Math.max(0, AmqpForms.number(array, base + start) - elapsed), code, ttlForms);
        }
        else if (field == DELIVERY_COUNT && plan.raisesDeliveryCount)
        {
            fresh = uint(code == AmqpForms.NULL ? 1 : Math.min(AmqpForms.GREATEST_UINT, AmqpForms.number(array, base
                + start) + 1), code, countForms);
        }
        final boolean same = fresh != null && fresh.length == length && Words.equals(array, base + start, fresh, 0,
            length);
        return same ? null : fresh;
    }

    /** A number in the form that a value has, if there is room; else in a form of its own. */
    private static byte[] uint(final long number, final int code, final byte[][] forms)
    {
        final int form = AmqpPlan.form(code);
        final boolean fits = form == AmqpPlan.WIDE || form == AmqpPlan.SMALL && number <= GREATEST_SHORT
            || form == AmqpPlan.ZERO && number == 0;
        final byte[] fresh = forms[fits ? form : number <= GREATEST_SHORT ? AmqpPlan.SMALL : AmqpPlan.WIDE];
        if (fresh.length == 2)
        {
            fresh[1] = (byte)number;
        }
        else if (fresh.length > 2)
        {
            Words.putInt(fresh, 1, (int)number);
        }
        return fresh;
    }

    private void editMap(final EditList list, final AmqpWalk walk, final int section, final int start)
    {
        final byte[][] entries = plan.entries[section];
        final int first = edits.firstIds[section];
        int present = 0;
        int growth = 0;
        int added = 0;
        for (int i = walk.fields; i < walk.count; i++)
        {
            final int number = walk.ids[i] - first;
            if (number >= 0 && number < entries.length)
            {
                present |= 1 << number;
                growth += growth(walk, i, plan.values[section][number]);
            }
        }
        for (int number = 0; number < entries.length; number++)
        {
            if ((present >>> number & 1) == 0)
            {
                growth += entries[number].length;
                added += 2;
            }
        }
        if (growth != 0 || added > 0)
        {
            putMapHead(list, walk, section, growth, added);
            regular &= walk.ends[section] - start + growth <= limits.maxHeaderLength();
        }
        putEntries(list, walk, section, present);
    }

    /** By how many bytes a value becomes longer. */
    private int growth(final AmqpWalk walk, final int found, final byte[] value)
    {
        if (value == null)
        {
            return 0;
        }
        // A value of the same type in another form keeps its form where it can, which takes a closer look.
        final int code = array[base + walk.starts[found]] & 0xFF;
        final int other = value[0] & 0xFF;
        regular &= code == other || AmqpForms.type(code) != AmqpForms.type(other);
        return value.length - walk.limits[found] + walk.starts[found];
    }

    private void putMapHead(final EditList list, final AmqpWalk walk, final int section, final int growth,
        final int added)
    {
        final int offset = walk.bodies[section];
        if (AmqpForms.isLong(array[base + offset - 1] & 0xFF))
        {
            final int count = Words.getInt(array, base + offset + Integer.BYTES) + added;
            regular &= count <= limits.maxElementCount();
            final byte[] head = wideHeads[section];
            Words.putLong(head, 0, (long)(Words.getInt(array, base + offset) + growth) << Integer.SIZE | count);
            list.add(offset, 2 * Integer.BYTES, head);
            return;
        }
        final int count = (array[base + offset + 1] & 0xFF) + added;
        regular &= count <= limits.maxElementCount();
        putHead(list, section, offset, (array[base + offset] & 0xFF) + growth, count);
    }

    private void putEntries(final EditList list, final AmqpWalk walk, final int section, final int present)
    {
        final byte[][] entries = plan.entries[section];
        final int first = edits.firstIds[section];
        for (int i = walk.fields; i < walk.count; i++)
        {
            final int number = walk.ids[i] - first;
            final byte[] value = number >= 0 && number < entries.length ? plan.values[section][number] : null;
            final int length = walk.limits[i] - walk.starts[i];
            if (value != null && (value.length != length || !Words.equals(array, base + walk.starts[i], value, 0,
                length)))
            {
                list.add(walk.starts[i], length, value);
            }
        }
        for (int number = 0; number < entries.length; number++)
        {
            if ((present >>> number & 1) == 0)
            {
                list.add(walk.ends[section], 0, entries[number]);
            }
        }
    }
}
