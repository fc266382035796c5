package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.spi.Frames;
import java.util.Arrays;

/**
 * Writes down the edits of one section after the other: values, entries, and the size and count that enclose them.
 */
final class AmqpLayout
{
    private final HeaderPatch patch;
    private final EditList edits;
    private final Limits limits;
    /** What is put behind the items of the section. */
    final AmqpItems added = new AmqpItems();
    private final ByteSink mapped = new ByteSink();
    private final AmqpAddressMap.Target target = mapped::put;

    @SuppressWarnings("NullAway.Init") // begin sets it
    byte[] array;
    int base;
    private int deltaBefore;
    private int removed;

    AmqpLayout(final HeaderPatch patch, final Limits limits)
    {
        this.patch = patch;
        this.limits = limits;
        edits = patch.edits;
    }

    /** Begins a message, of which everything that may be edited is loaded. */
    void begin(final FrameView frame)
    {
        array = Frames.array(frame);
        base = Frames.arrayOffset(frame);
    }

    @SuppressWarnings("NullAway") // no reads until begin
    void end()
    {
        array = null;
    }

    /** Begins a section. */
    void beginSection()
    {
        added.reset();
        deltaBefore = edits.delta();
        removed = 0;
    }

    int code(final int offset)
    {
        return array[base + offset] & 0xFF;
    }

    long number(final int offset)
    {
        return AmqpForms.number(array, base + offset);
    }

    /** Replaces a value, constructor and all; no edit if it is the same already. */
    void replace(final int from, final int to, final byte[] value)
    {
        replace(from, to, value, value.length);
    }

    private void replace(final int from, final int to, final byte[] value, final int length)
    {
        final ByteSink sink = edits.begin(from, to - from);
        final int first = sink.length;
        AmqpForms.put(sink, value, length, array, base + from, base + to);
        if (Arrays.equals(sink.array, first, sink.length, array, base + from, base + to))
        {
            sink.length = first;
        }
        else
        {
            edits.end();
        }
    }

    /** Maps the content of a string whose extent is given; a new one has the old form if it fits. */
    void mapText(final int from, final int to, final int length, final AmqpAddressMap map)
    {
        final int content = base + to - length;
        mapped.reset();
        if (!map.map(array, content, length, target) || Arrays.equals(mapped.array, 0, mapped.length, array, content,
            content + length))
        {
            return;
        }
        if (Utf8.firstInvalid(mapped.array, 0, mapped.length) >= 0)
        {
            patch.refuse(Refusal.INVALID_TEXT);
            return;
        }
        AmqpForms.putText(edits.begin(from, to - from), FormatCodes.STRING, mapped.array, mapped.length,
            AmqpForms.isLong(code(from)));
        edits.end();
    }

    /** Edits an entry of a map, whose key and value begin where it is told. */
    void editEntry(final EditSlots fates, final int name, final int key, final int value, final int end)
    {
        if (fates.isRemoved(name))
        {
            edits.begin(key, end - key);
            edits.end();
            removed += 2;
            return;
        }
        final EditBytes changed = fates.value(name);
        if (changed != null)
        {
            replace(value, end, changed.array, changed.length);
        }
        if (fates.isRenamed(name))
        {
            replace(key, value, fates.name(name));
        }
    }

    /** Ends a section that the message has: a list or map whose body is given, and its short form's code. */
    void endSection(final int start, final int offset, final int length, final int form)
    {
        if (added.count > 0)
        {
            edits.begin(offset + length, 0).put(added.bytes.array, 0, added.bytes.length);
            edits.end();
        }
        final int growth = edits.delta() - deltaBefore;
        final int more = added.count - removed;
        if (growth == 0 && more == 0)
        {
            return;
        }
        final int code = code(offset - 1);
        // An empty list, or the null that a lenient scan takes for an empty map.
        final boolean none = code == FormatCodes.LIST_EMPTY || code == FormatCodes.NULL;
        final boolean wide = AmqpForms.isLong(code);
        final int items = growth + (none ? 0 : wide ? length - 2 * Integer.BYTES : length - 2);
        final int count = more + (none ? 0 : wide ? Words.getInt(array, base + offset + Integer.BYTES)
            : code(offset + 1));
        if (wide)
        {
            AmqpItems.putWide(edits.begin(offset, 2 * Integer.BYTES), items, count);
        }
        else if (!none && AmqpItems.isShort(items, count))
        {
            AmqpItems.putShort(edits.begin(offset, 2), items, count);
        }
        else
        {
            AmqpItems.putHead(edits.begin(offset - 1, none ? 1 : 3), none ? form : code, items, count);
        }
        edits.end();
        check(offset + length - start + edits.delta() - deltaBefore, count);
    }

    /** Ends a section that the message does not have, and that is to begin at an offset, if anything is in it. */
    void endNewSection(final int offset, final int section, final int code)
    {
        if (added.count > 0)
        {
            added.putSection(edits.begin(offset, 0), section, code);
            edits.end();
            check(edits.delta() - deltaBefore, added.count);
        }
    }

    /** What goes out is what a scan with the same limits takes. */
    private void check(final int sectionLength, final int count)
    {
        if (sectionLength > limits.maxHeaderLength())
        {
            patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        if (count > limits.maxElementCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
    }
}
