package io.skim.handlers.patch;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.SectionHeads;
import org.jspecify.annotations.Nullable;

/** Encoded items of a list or map, one behind the other: those that are added to one, or those of a new one. */
final class AmqpItems
{
    private static final int GREATEST_SHORT = 0xFF;

    final ByteSink bytes = new ByteSink();
    int count;
    /** Fields that are null and follow the last item. */
    private int nulls;

    void reset()
    {
        bytes.reset();
        count = 0;
        nulls = 0;
    }

    void add(final byte[] item)
    {
        bytes.put(item);
        count++;
    }

    void add(final EditBytes item)
    {
        bytes.put(item);
        count++;
    }

    /** Adds the entries that edits add to a map. */
    void addEntries(final EditProgram program, final EditSlots slots)
    {
        for (int key = 0; key < program.encoded.length; key++)
        {
            if (slots.isAdded(key))
            {
                add(program.encoded[key]);
                add(slots.added(key));
            }
        }
    }

    /** Adds a field to a list, null for the null value. Of nulls only those are put that another field follows. */
    void addField(final byte @Nullable [] field)
    {
        if (field == null || field[0] == FormatCodes.NULL)
        {
            nulls++;
            return;
        }
        putNulls();
        add(field);
    }

    /** Adds a map to a list. */
    void addMap(final AmqpItems entries)
    {
        putNulls();
        entries.putTo(bytes, FormatCodes.MAP);
        count++;
    }

    private void putNulls()
    {
        for (; nulls > 0; nulls--)
        {
            bytes.put(FormatCodes.NULL);
            count++;
        }
    }

    /** Puts the list or map of these items, in its short form if that has room; the code is that of the short form. */
    void putTo(final ByteSink sink, final int code)
    {
        putHead(sink, code, bytes.length, count);
        sink.put(bytes.array, 0, bytes.length);
    }

    /** Puts a section with the list or map of these items. */
    void putSection(final ByteSink sink, final int section, final int code)
    {
        sink.put(FormatCodes.DESCRIBED);
        sink.put(FormatCodes.ULONG_SMALL);
        sink.put(SectionHeads.FIRST_CODE + section);
        putTo(sink, code);
    }

    /** Whether a list or map may have its short form: its size counts the octet of its count too. */
    static boolean isShort(final int items, final int count)
    {
        return items < GREATEST_SHORT && count <= GREATEST_SHORT;
    }

    static void putHead(final ByteSink sink, final int code, final int items, final int count)
    {
        if (isShort(items, count))
        {
            sink.put(code);
            putShort(sink, items, count);
        }
        else
        {
            sink.put(code | FormatCodes.WIDE);
            putWide(sink, items, count);
        }
    }

    static void putShort(final ByteSink sink, final int items, final int count)
    {
        sink.put(items + 1);
        sink.put(count);
    }

    static void putWide(final ByteSink sink, final int items, final int count)
    {
        sink.putInt(items + Integer.BYTES);
        sink.putInt(count);
    }
}
