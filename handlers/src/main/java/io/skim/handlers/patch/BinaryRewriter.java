package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.EntryRun;
import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;

/**
 * Makes common edits in binary headers of the common form: one walk over the header, which notes where the wanted
 * entries are, and the edits in the order of the header, encoded beforehand. All else it leaves to a scan and a
 * {@link BinaryLayout}, which would make the same edits.
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
    private static final byte[] SEPARATOR = {HeaderLayout.PROPERTY_END};
    /** The type of the header stands in one word with its length. */
    private static final int TYPE_SHIFT = 24;
    private static final int TRUE_LENGTH = 4;

    private final RemotingEdits edits;
    private final Limits limits;
    private final BinaryPlan shortPlan;
    private final BinaryPlan longPlan;
    private final BinaryWalk walk;
    private final PropertyReader reader = new PropertyReader();

    private BinaryRewriter(final RemotingEdits edits, final Limits limits, final BinaryPlan shortPlan,
        final BinaryPlan longPlan)
    {
        this.edits = edits;
        this.limits = limits;
        this.shortPlan = shortPlan;
        this.longPlan = longPlan;
        walk = new BinaryWalk(limits);
    }

    /** Makes a rewriter; null if the edits are others than common ones. */
    static BinaryRewriter of(final RemotingEdits edits, final Limits limits)
    {
        final BinaryPlan shortPlan = BinaryPlan.of(edits.shortEntries, edits.properties,
            RemotingEdits.SHORT_HOLDER, RemotingEdits.SHORT_BATCH, limits);
        final BinaryPlan longPlan = BinaryPlan.of(edits.entries, edits.properties, RemotingEdits.LONG_HOLDER,
            RemotingEdits.LONG_BATCH, limits);
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
     * @return false if the frame is none of the common form; a scan then begins anew.
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
        final BinaryPlan plan = RequestCode.hasShortNames(code) ? shortPlan : longPlan;
        if (!walk.check(array, base, plan.names))
        {
            return false;
        }
        final HeaderPatch patch = patcher.begin(frame);
        return (!edits.wants(code)
            || (plan.batch < 0 || !RemotingEdits.isBatch(code, false, false)) && edit(patch.edits,
                frame, plan))
            && patch.ready(walk.headerEnd);
    }

    /** Makes the edits in the order of the header; false if the frame takes a closer look after all. */
    private boolean edit(final EditList list, final FrameView frame, final BinaryPlan plan)
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final int noted = walk.run.count();
        long missing = plan.wanted;
        if (edits.setsFields)
        {
            putNumbers(list, array, base);
        }
        for (int i = 0; i < noted; i++)
        {
            final long entry = walk.run.noted(i);
            final int number = plan.names.number(array, entry);
            if (number >= 0)
            {
                // What is null, signed, a batch or there twice is left to the scan.
                if (EntryRun.length(entry) == 0 || number == plan.signature || (missing >>> number & 1) == 0 || !edit(
                    list, array, base, plan, number, entry))
                {
                    return false;
                }
                missing &= ~(1L << number);
            }
        }
        return finish(list, frame, plan, missing);
    }

    private boolean edit(final EditList list, final byte[] array, final int base, final BinaryPlan plan,
        final int number, final long entry)
    {
        if (number == plan.holder)
        {
            return editProperties(list, array, base, plan, entry);
        }
        if (number == plan.batch)
        {
            // It may be true, which a closer look tells.
            return EntryRun.length(entry) != TRUE_LENGTH;
        }
        final byte[] value = plan.values[number];
        final int from = EntryRun.value(entry) - Integer.BYTES;
        final int length = Integer.BYTES + EntryRun.length(entry);
        if (value != null && (value.length != length || !Words.equals(array, from, value, 0, length)))
        {
            list.add(from - base, length, value);
        }
        return true;
    }

    /** Adds what is missing, and corrects the lengths; false if properties are missing as a whole, or limits exceeded. */
    private boolean finish(final EditList list, final FrameView frame, final BinaryPlan plan, final long missing)
    {
        if (plan.holder >= 0 && (missing >>> plan.holder & 1) != 0)
        {
            return false;
        }
        int added = 0;
        for (long left = missing & (1L << plan.count) - 1; left != 0; left &= left - 1)
        {
            list.add(walk.headerEnd, 0, plan.entries[Long.numberOfTrailingZeros(left)]);
            added++;
        }
        final int delta = list.delta();
        final int entries = walk.headerEnd - BinaryHeader.MAP;
        final long headerLength = (long)BinaryHeader.LEAST_LENGTH + entries + delta;
        final long frameLength = (long)frame.length() + delta;
        if (headerLength > limits.maxHeaderLength() || frameLength > limits.maxFrameLength() || added > 0
            && (BinaryHeader.LEAST_LENGTH + entries) / BinaryHeader.ENTRY_LENGTHS + added > limits.maxEntryCount())
        {
            return false;
        }
        if (delta != 0)
        {
            list.enclose(0, (int)frameLength - Integer.BYTES);
            list.enclose(Integer.BYTES, BinaryWalk.BINARY << TYPE_SHIFT | (int)headerLength);
            list.enclose(BinaryHeader.MAP_LENGTH, entries + delta);
        }
        return true;
    }

    private boolean editProperties(final EditList list, final byte[] array, final int base, final BinaryPlan plan,
        final long holder)
    {
        final int from = EntryRun.value(holder);
        final int length = EntryRun.length(holder);
        final int limit = from + length;
        final int before = list.delta();
        int missing = plan.wantedProperties;
        reader.wrap(array, base, from - base, length, Kinds.TEXT);
        for (int number = reader.next(plan.propertyNames); number >= 0; number = reader.next(plan.propertyNames))
        {
            missing &= ~(1 << number);
            editProperty(list, array, base, base + reader.valueOffset, reader.valueLength, plan.propertyValues[number]);
        }
        reader.detach();
        addProperties(list, plan, missing, limit - base, array[limit - 1] == HeaderLayout.PROPERTY_END);
        final int growth = list.delta() - before;
        if (growth != 0)
        {
            list.enclose(from - base - Integer.BYTES + before, length + growth);
        }
        return length + growth <= limits.maxValueLength();
    }

    private static void editProperty(final EditList list, final byte[] array, final int base, final int from,
        final int length, final byte[] value)
    {
        if (value != null && (value.length != length || !Words.equals(array, from, value, 0, length)))
        {
            list.add(from - base, length, value);
        }
    }

    private static void addProperties(final EditList list, final BinaryPlan plan, final int missing, final int offset,
        final boolean separated)
    {
        if (missing != 0 && !separated)
        {
            list.add(offset, 0, SEPARATOR);
        }
        for (int left = missing; left != 0; left &= left - 1)
        {
            list.add(offset, 0, plan.properties[Integer.numberOfTrailingZeros(left)]);
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
}
