package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyNames;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import java.util.Map;

/** Compares an index with what the reader says that it replaces. */
final class OldReader
{
    private OldReader()
    {
    }

    private static String place(final int offset, final int length, final int kind)
    {
        return offset + "+" + length + "=" + kind + ' ';
    }

    private static String place(final long place)
    {
        return place(HeaderIndex.offset(place), HeaderIndex.length(place), HeaderIndex.kind(place));
    }

    static void check(final JsonReader reader, final Fault fault, final FrameView view, final int length,
        final String fast, final HeaderIndex index, final String hex)
    {
        fault.reset();
        final StringBuilder entries = new StringBuilder();
        final String[] fields = new String[9];
        int map = 0;
        reader.noting = true;
        int field = reader.begin(view, length) < 0 ? JsonReader.FAULT : reader.nextMember(-1);
        while (field >= 0)
        {
            if (field == 6)
            {
                map = reader.mapOffset();
                fields[6] = null;
                if (reader.isInExtFields())
                {
                    int at = reader.position();
                    while ((at = reader.nextEntry(at)) > 0)
                    {
                        entries.append(place(reader.keyOffset, reader.keyLength, reader.keyKind)).append(place(
                            reader.valueOffset, reader.valueLength, reader.valueKind));
                    }
                    if (at < 0)
                    {
                        field = JsonReader.FAULT;
                        break;
                    }
                    fields[6] = place(map, reader.offset() - map, Kinds.CONTAINER);
                }
            }
            else
            {
                fields[field] = place(reader.valueOffset, reader.valueLength, reader.valueKind);
            }
            field = reader.nextMember(-1);
        }
        if (field == JsonReader.FAULT)
        {
            assertEquals(fault.toString(), fast, hex);
            return;
        }
        final StringBuilder indexed = new StringBuilder();
        for (int number = 0; number < index.count(); number++)
        {
            indexed.append(place(index.name(number))).append(place(index.value(number)));
        }
        assertEquals(entries.toString(), indexed.toString(), hex);
        for (int i = 0; i < 9; i++)
        {
            final long place = index.field(i);
            if (i != 6 || HeaderIndex.kind(place) == Kinds.CONTAINER || fields[6] != null)
            {
                assertEquals(String.valueOf(fields[i]), place == 0 ? "null" : place(place), hex);
            }
        }
        if (index.separatorsOf != 0)
        {
            compareProperties(index, view, hex);
        }
    }

    private static void compareProperties(final HeaderIndex index, final FrameView view, final String hex)
    {
        final int from = view.arrayOffset() + index.separatorsOf;
        int length = 0;
        while (view.array()[from + length] != '"')
        {
            length += view.array()[from + length] == '\\' ? 2 : 1;
        }
        final PropertyNames every = new PropertyNames(Map.of(), true);
        final PropertyReader quick = new PropertyReader();
        quick.wrap(view.array(), view.arrayOffset(), index.separatorsOf, length, Kinds.JSON_TEXT);
        quick.noteSeparators(index.separators, index.separatorCount, index.separatorsAlone, index.quotesAlone);
        final PropertyReader looked = new PropertyReader();
        looked.wrap(view.array(), view.arrayOffset(), index.separatorsOf, length, Kinds.JSON_TEXT);
        while (looked.next(every) != PropertyReader.END)
        {
            assertEquals(PropertyReader.UNDECLARED, quick.next(every), hex);
            assertEquals(place(looked.nameOffset, looked.nameLength, looked.nameKind) + place(looked.valueOffset,
                looked.valueLength, looked.valueKind), place(quick.nameOffset, quick.nameLength, quick.nameKind)
                    + place(quick.valueOffset, quick.valueLength, quick.valueKind),
                hex);
        }
        assertEquals(PropertyReader.END, quick.next(every), hex);
    }
}
