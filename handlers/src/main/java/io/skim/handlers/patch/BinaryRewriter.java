package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.NameSeeker;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingField;
import java.nio.charset.StandardCharsets;

/**
 * Makes common edits in binary headers of the common form: one walk over the header, which notes where the wanted
 * entries are, and the edits in their order, encoded beforehand. All else it leaves to a scan and a {@link BinaryLayout},
 * which would make the same edits.
 */
final class BinaryRewriter
{
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int VERSION = RemotingField.VERSION.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int[] FIELDS = {CODE, VERSION, OPAQUE, FLAG};
    static final byte[] SHORT_HOLDER = {'i'};
    static final byte[] LONG_HOLDER = "properties".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEPARATOR = {HeaderLayout.PROPERTY_END};
    private static final int MOST_FOUND = 16;

    private final RemotingEdits edits;
    private final Limits limits;
    private final BinaryPlan shortPlan;
    private final BinaryPlan longPlan;
    private final BinaryWalk walk;

    /** The properties that get other values, in their order. */
    private final int[] foundNumbers = new int[MOST_FOUND];
    private final int[] foundOffsets = new int[MOST_FOUND];
    private final int[] foundLengths = new int[MOST_FOUND];
    private int found;
    /** The numbers of the properties that are there, as bits. */
    private int present;
    private int propertiesDelta;
    /** Whether the properties get a separator at their end before others are added. */
    private boolean separated;
    /** The numbers of the ext fields that get another value, as bits. */
    private long changed;
    private int delta;
    private int added;

    private BinaryRewriter(final RemotingEdits edits, final Limits limits, final BinaryPlan shortPlan,
        final BinaryPlan longPlan)
    {
        this.edits = edits;
        this.limits = limits;
        this.shortPlan = shortPlan;
        this.longPlan = longPlan;
        walk = new BinaryWalk(limits, longPlan.signature + 1);
    }

    /** Makes a rewriter; null if the edits are others than common ones. */
    static BinaryRewriter of(final RemotingEdits edits, final Limits limits)
    {
        final BinaryPlan shortPlan = BinaryPlan.of(edits.shortEntries, edits.properties, SHORT_HOLDER, limits);
        final BinaryPlan longPlan = BinaryPlan.of(edits.entries, edits.properties, LONG_HOLDER, limits);
        return hasPlainFields(edits) && shortPlan != null && longPlan != null ? new BinaryRewriter(edits, limits,
            shortPlan, longPlan) : null;
    }

    /** Whether no fixed fields are set but numbers that fit a binary header. */
    private static boolean hasPlainFields(final RemotingEdits edits)
    {
        return !edits.sets(LANGUAGE) && !edits.sets(REMARK) && edits.number(CODE) == (short)edits.number(CODE) && edits
            .number(VERSION) == (short)edits.number(VERSION);
    }

    /**
     * Works out the patch of a frame.
     *
     * @return false if the frame is none of the common form; then nothing has happened.
     */
    boolean rewrite(final FrameView frame, final RemotingPatcher patcher)
    {
        if (!walk.open(frame))
        {
            return false;
        }
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int code = Words.getShort(array, base + BinaryHeader.CODE);
        final BinaryPlan plan = RemotingEdits.isShort(code) ? shortPlan : longPlan;
        if (!walk.find(array, base, plan.names) || walk.offsets[plan.signature] != 0)
        {
            return false;
        }
        if (!edits.wants(code))
        {
            return patcher.begin(frame).ready(walk.headerEnd);
        }
        measureEntries(array, base, plan);
        final boolean plain = measureProperties(array, base, plan);
        if (!plain || !isWithinLimits(frame))
        {
            return false;
        }
        final HeaderPatch patch = patcher.begin(frame);
        putFixed(patch.edits, array, base);
        putEntries(patch.edits, plan);
        return patch.ready(walk.headerEnd);
    }

    /** Finds out which ext fields change, and by how much the header grows. */
    private void measureEntries(final byte[] array, final int base, final BinaryPlan plan)
    {
        changed = 0;
        delta = 0;
        added = 0;
        for (int number = 0; number < plan.count; number++)
        {
            final int offset = walk.offsets[number];
            final byte[] value = plan.values[number];
            if (offset == 0)
            {
                delta += plan.entries[number].length;
                added++;
            }
            else if (value != null)
            {
                final int length = Integer.BYTES + walk.lengths[number];
                if (length != value.length || !Words.equals(array, base + offset - Integer.BYTES, value, 0, length))
                {
                    changed |= 1L << number;
                    delta += value.length - length;
                }
            }
        }
    }

    private boolean measureProperties(final byte[] array, final int base, final BinaryPlan plan)
    {
        propertiesDelta = 0;
        found = 0;
        present = 0;
        if (plan.holder < 0)
        {
            return true;
        }
        final int offset = walk.offsets[plan.holder];
        final int length = walk.lengths[plan.holder];
        if (offset == 0 || !seek(array, base, offset, length, plan))
        {
            return false;
        }
        separated = false;
        for (int number = 0; number < plan.properties.length; number++)
        {
            if ((present >>> number & 1) == 0)
            {
                propertiesDelta += plan.properties[number].length;
                separated = array[base + offset + length - 1] != HeaderLayout.PROPERTY_END;
            }
        }
        propertiesDelta += separated ? 1 : 0;
        delta += propertiesDelta;
        return length + propertiesDelta <= limits.maxValueLength();
    }

    private boolean seek(final byte[] array, final int base, final int offset, final int length, final BinaryPlan plan)
    {
        final NameSeeker seeker = plan.seeker;
        final int limit = base + offset + length;
        long sought = seeker.seek(array, base + offset, limit);
        while (sought >= 0)
        {
            final int at = (int)sought;
            final int end = PropertyReader.endOf(array, at, limit);
            if (end > at && !found(array, base, at, end - at, plan, seeker.id((int)(sought >>> Integer.SIZE))))
            {
                return false;
            }
            sought = seeker.seek(array, end + 1, limit);
        }
        return true;
    }

    /** Notes a property; false if there is no room for it. */
    private boolean found(final byte[] array, final int base, final int at, final int length, final BinaryPlan plan,
        final int number)
    {
        final byte[] value = plan.propertyValues[number];
        present |= 1 << number;
        if (value == null || value.length == length && Words.equals(array, at, value, 0, length))
        {
            return true;
        }
        if (found == MOST_FOUND)
        {
            return false;
        }
        foundNumbers[found] = number;
        foundOffsets[found] = at - base;
        foundLengths[found++] = length;
        propertiesDelta += value.length - length;
        return true;
    }

    private boolean isWithinLimits(final FrameView frame)
    {
        final long headerLength = (long)walk.headerEnd - BinaryHeader.START + delta;
        return headerLength <= limits.maxHeaderLength() && (long)frame.length() + delta <= limits.maxFrameLength()
            && (added == 0 || (walk.headerEnd - BinaryHeader.START) / BinaryHeader.ENTRY_LENGTHS + added
                <= limits.maxEntryCount());
    }

    /** The lengths and the numbers in front of the ext fields. */
    private void putFixed(final EditList list, final byte[] array, final int base)
    {
        if (delta != 0)
        {
            final long prefix = Words.getLong(array, base);
            list.add(0, prefix + ((long)delta << Integer.SIZE) + delta);
        }
        if (edits.setsFields)
        {
            putNumbers(list, array, base);
        }
        if (delta != 0)
        {
            list.add(BinaryHeader.MAP_LENGTH, walk.headerEnd - BinaryHeader.MAP + delta);
        }
    }

    private void putNumbers(final EditList list, final byte[] array, final int base)
    {
        for (final int field : FIELDS)
        {
            final int offset = BinaryHeader.offset(field);
            final boolean wide = field >= OPAQUE;
            final int number = edits.number(field);
            if (edits.sets(field) && number != (wide ? Words.getInt(array, base + offset) : Words.getShort(array, base
                + offset)))
            {
                if (wide)
                {
                    list.add(offset, number);
                }
                else
                {
                    list.begin(offset, Short.BYTES).putShort(number);
                    list.end();
                }
            }
        }
    }

    private void putEntries(final EditList list, final BinaryPlan plan)
    {
        for (int i = 0; i < walk.count; i++)
        {
            final int number = walk.order[i];
            if (number == plan.holder)
            {
                putProperties(list, plan);
            }
            else if ((changed >>> number & 1) != 0)
            {
                list.add(walk.offsets[number] - Integer.BYTES, Integer.BYTES + walk.lengths[number],
                    plan.values[number]);
            }
        }
        for (int number = 0; number < plan.count && added > 0; number++)
        {
            if (walk.offsets[number] == 0)
            {
                list.add(walk.headerEnd, 0, plan.entries[number]);
            }
        }
    }

    private void putProperties(final EditList list, final BinaryPlan plan)
    {
        final int offset = walk.offsets[plan.holder];
        final int length = walk.lengths[plan.holder];
        if (propertiesDelta != 0)
        {
            list.add(offset - Integer.BYTES, length + propertiesDelta);
        }
        for (int i = 0; i < found; i++)
        {
            list.add(foundOffsets[i], foundLengths[i], plan.propertyValues[foundNumbers[i]]);
        }
        if (separated)
        {
            list.add(offset + length, 0, SEPARATOR);
        }
        for (int number = 0; number < plan.properties.length; number++)
        {
            if ((present >>> number & 1) == 0)
            {
                list.add(offset + length, 0, plan.properties[number]);
            }
        }
    }
}
