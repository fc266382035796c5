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
        final byte[] array = frame.array();
        base = frame.arrayOffset();
        regular = true;
        final EditList list = patch.edits;
        int start = editHeader(array, list, walk, elapsed);
        for (int section = AmqpEdits.HEADER + 1; section < AmqpWalk.SECTIONS; section++)
        {
            start = editMap(array, list, walk, section, start);
        }
        return regular && patch.readyToLastEdit();
    }

    /** Puts in a section that is missing, and tells where the one before ends. */
    private int addSection(final EditList list, final int section, final int start)
    {
        if (plan.sections[section] != null)
        {
            list.add(start, 0, plan.sections[section]);
        }
        return start;
    }

    /** Edits the header, and tells where it ends. */
    private int editHeader(final byte[] array, final EditList list, final AmqpWalk walk, final long elapsed)
    {
        final int offset = walk.bodies[AmqpEdits.HEADER];
        if (offset < 0)
        {
            return addSection(list, AmqpEdits.HEADER, 0);
        }
        final int fields = walk.fields;
        if ((array[base + offset - 1] & 0xFF) != AmqpForms.LIST)
        {
            regular = false;
            return walk.ends[AmqpEdits.HEADER];
        }
        // Of the others no byte changes.
        final int edited = (plan.edited | (elapsed > 0 ? 1 << TTL : 0)) & (1 << fields) - 1;
        int growth = plan.tails[fields].length;
        int changed = 0;
        for (int left = edited; left != 0; left &= left - 1)
        {
            final int field = Integer.numberOfTrailingZeros(left);
            final int start = walk.starts[field];
            final int length = walk.limit(field) - start;
            final byte[] fresh = fresh(array, field, start, length, elapsed);
            if (fresh != null)
            {
                growth += fresh.length - length;
                changed |= 1 << field;
                if (chosen[field] != fresh)
                {
                    chosen[field] = fresh;
                }
            }
        }
        if (growth != 0 || plan.tailCounts[fields] > 0)
        {
            putHeader(array, list, walk, changed, growth);
            return walk.ends[AmqpEdits.HEADER];
        }
        for (int left = changed; left != 0; left &= left - 1)
        {
            final int field = Integer.numberOfTrailingZeros(left);
            list.add(walk.starts[field], walk.limit(field) - walk.starts[field], chosen[field]);
        }
        return walk.ends[AmqpEdits.HEADER];
    }

    /** Puts a header that becomes longer or shorter in one piece, from its size up to the last octet that changes. */
    private void putHeader(final byte[] array, final EditList list, final AmqpWalk walk, final int changed,
        final int growth)
    {
        final int offset = walk.bodies[AmqpEdits.HEADER];
        final int fields = walk.fields;
        final int size = (array[base + offset] & 0xFF) + growth;
        final byte[] tail = plan.tails[fields];
        final int end = tail.length > 0 ? walk.ends[AmqpEdits.HEADER]
            : walk.limit(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(changed));
        // What makes up for each other is no edit in place for all that.
        regular &= growth != 0 && size <= GREATEST_SHORT;
        final ByteSink sink = list.begin(offset, end - offset);
        sink.ensure(end - offset + growth);
        final byte[] to = sink.array;
        int at = sink.length;
        Words.putShort(to, at, size << Byte.SIZE | fields + plan.tailCounts[fields]);
        at += Short.BYTES;
        int from = offset + Short.BYTES;
        for (int left = changed; left != 0; left &= left - 1)
        {
            final int field = Integer.numberOfTrailingZeros(left);
            final int kept = walk.starts[field] - from;
            final byte[] fresh = chosen[field];
            ByteSink.copy(array, base + from, to, at, kept);
            ByteSink.copy(fresh, 0, to, at + kept, fresh.length);
            at += kept + fresh.length;
            from = walk.limit(field);
        }
        ByteSink.copy(array, base + from, to, at, end - from);
        at += end - from;
        ByteSink.copy(tail, 0, to, at, tail.length);
        sink.length = at + tail.length;
        list.end();
    }

    /** What a field of the header is to become, constructor and all; null if it stays. */
    private byte[] fresh(final byte[] array, final int field, final int start, final int length, final long elapsed)
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

    /** Edits annotations behind a place, and tells where they end. */
    private int editMap(final byte[] array, final EditList list, final AmqpWalk walk, final int section,
        final int start)
    {
        if (walk.bodies[section] < 0)
        {
            return addSection(list, section, start);
        }
        final int end = walk.ends[section];
        final int edited = plan.entries[section].length;
        final int first = edits.firstIds[section];
        int present = 0;
        for (int i = walk.fields; i < walk.count; i++)
        {
            final int number = walk.ids[i] - first;
            present |= number >= 0 && number < edited ? 1 << number : 0;
        }
        if (present != 0)
        {
            editEntries(array, list, walk, section, start, present);
        }
        else if (edited > 0)
        {
            putMapHead(array, list, walk, section, start, plan.all[section].length, 2 * edited);
            list.add(end, 0, plan.all[section]);
        }
        return end;
    }

    /** Edits annotations some of which are there. */
    private void editEntries(final byte[] array, final EditList list, final AmqpWalk walk, final int section,
        final int start, final int present)
    {
        final byte[][] entries = plan.entries[section];
        final int first = edits.firstIds[section];
        int growth = 0;
        int added = 0;
        for (int i = walk.fields; i < walk.count; i++)
        {
            final int number = walk.ids[i] - first;
            growth += number >= 0 && number < entries.length ? growth(array, walk, i, plan.values[section][number]) : 0;
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
            putMapHead(array, list, walk, section, start, growth, added);
        }
        putEntries(array, list, walk, section, present);
    }

    /** By how many bytes a value becomes longer. */
    private int growth(final byte[] array, final AmqpWalk walk, final int found, final byte[] value)
    {
        if (value == null)
        {
            return 0;
        }
        // A value of the same type in another form keeps its form where it can, which takes a closer look.
        final int code = array[base + walk.starts[found]] & 0xFF;
        final int other = value[0] & 0xFF;
        regular &= code == other || AmqpForms.type(code) != AmqpForms.type(other);
        return value.length - walk.limit(found) + walk.starts[found];
    }

    /** Puts the size and count of annotations that follow a place. */
    private void putMapHead(final byte[] array, final EditList list, final AmqpWalk walk, final int section,
        final int start, final int growth, final int added)
    {
        final int offset = walk.bodies[section];
        final boolean isLong = AmqpForms.isLong(array[base + offset - 1] & 0xFF);
        final int size = growth + (isLong ? Words.getInt(array, base + offset) : array[base + offset] & 0xFF);
        final int count = added + (isLong ? Words.getInt(array, base + offset + Integer.BYTES)
            : array[base + offset + 1] & 0xFF);
        regular &= count <= limits.maxElementCount() && (isLong || size <= GREATEST_SHORT && count <= GREATEST_SHORT)
            && walk.ends[section] - start + growth <= limits.maxHeaderLength();
        // Edits that resize come behind, and those before are known: they are made in the order of the message.
        final int made = offset + list.delta();
        if (isLong)
        {
            list.enclose(made, size);
            list.enclose(made + Integer.BYTES, count);
        }
        else
        {
            list.enclose(made, (short)(size << Byte.SIZE | count));
        }
    }

    private void putEntries(final byte[] array, final EditList list, final AmqpWalk walk, final int section,
        final int present)
    {
        final byte[][] entries = plan.entries[section];
        final int first = edits.firstIds[section];
        for (int i = walk.fields; i < walk.count; i++)
        {
            final int number = walk.ids[i] - first;
            final byte[] value = number >= 0 && number < entries.length ? plan.values[section][number] : null;
            final int length = walk.limit(i) - walk.starts[i];
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
