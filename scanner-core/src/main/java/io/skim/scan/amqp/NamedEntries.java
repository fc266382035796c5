package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The declared entries of maps that are values of a region. {@link #read} takes them ahead, as long as all is as it nearly
 * always is: keys that are short strings, each declared one most likely behind the one that was declared before it, and values
 * of fixed width or short. It refuses nothing: in front of whatever else there is it stands still, for {@link AmqpReader} to
 * read or to refuse. Immutable.
 */
final class NamedEntries
{
    /** What {@link #find} gives for a key that was not declared. */
    static final int NOT_FOUND = NameTable.NOT_FOUND;

    private static final int LENGTH_SHIFT = 32;
    private static final int LENGTH_MASK = 0xFFFF;
    private static final int KIND_SHIFT = 48;
    private static final int KIND_MASK = 0xFF;
    private static final int ID_SHIFT = 56;
    private static final int MOST_IDS = 256;
    /** In the answer of {@link #read}, above the number of notes: the place of the name that is expected next. */
    private static final int NEXT_SHIFT = 8;
    /** Bytes of an entry before its key, and of the longest key, and text, that is told by two words of eight bytes. */
    private static final int HEAD = 2;
    private static final int LONGEST = 2 * Long.BYTES - HEAD;
    private static final int IN_FIRST_WORD = Long.BYTES - HEAD;

    /**
     * For each name: an entry's first eight bytes, which of their bits count, the last eight up to its value, and where that is,
     * with the id above as notes have it.
     */
    private static final int SLOTS = 4;
    private static final int MASK = 1;
    private static final int TAIL = 2;
    private static final int LENGTH = 3;
    private static final long ID_MASK = -1L << ID_SHIFT;

    /** The note of a value of each code whose constructor stands at 0, but for the length it has itself; below zero of others. */
    private static final long[] TOKENS = new long[256];

    static
    {
        for (int code = 0; code < TOKENS.length; code++)
        {
            final boolean sized = code == FormatCodes.STRING || code == FormatCodes.SYMBOL
                || code == FormatCodes.BINARY;
            final boolean plain = FormatCodes.fixedKind(code) >= 0;
            TOKENS[code] = !sized && !plain ? Long.MIN_VALUE : (long)FormatCodes.kind(code) << KIND_SHIFT | (sized ? 2
                : 1 | (long)FormatCodes.width(code) << LENGTH_SHIFT);
        }
    }

    private final long[] keys;
    private final int[] ids;
    /** Finds where in {@link #ids} a name's is. */
    private final NameTable names;
    private final long filter;

    /**
     * Makes the entries.
     *
     * @param declared ids by name, in the order of their declaration.
     */
    NamedEntries(final Map<String, Integer> declared)
    {
        names = new NameTable(places(declared));
        ids = declared.values().stream().mapToInt(Integer::intValue).toArray();
        keys = new long[ids.length * SLOTS];
        filter = SoughtKeys.filter(declared.keySet());
        int at = 0;
        for (final Map.Entry<String, Integer> entry : declared.entrySet())
        {
            put(at, entry.getValue(), entry.getKey().getBytes(StandardCharsets.UTF_8));
            at += SLOTS;
        }
    }

    private static Map<String, Integer> places(final Map<String, Integer> declared)
    {
        final Map<String, Integer> places = new HashMap<>();
        for (final String name : declared.keySet())
        {
            places.put(name, places.size());
        }
        return places;
    }

    /**
     * Puts what tells a name. Of one that is too long, or whose id is too large, that is what no entry has: its second to eighth bytes
     * would have to be zeros and to be none.
     */
    private void put(final int at, final int id, final byte... name)
    {
        final byte[] entry = new byte[Math.max(Long.BYTES, HEAD + name.length)];
        entry[0] = (byte)FormatCodes.STRING;
        entry[1] = (byte)name.length;
        System.arraycopy(name, 0, entry, HEAD, name.length);
        final boolean told = name.length <= LONGEST && id < MOST_IDS;
        keys[at] = told ? Words.getLongLittleEndian(entry, 0) : FormatCodes.STRING;
        keys[at + MASK] = told ? -1L >>> 8 * Math.max(0, IN_FIRST_WORD - name.length) : -1L;
        keys[at + TAIL] = told ? Words.getLongLittleEndian(entry, entry.length - Long.BYTES) : -1L;
        keys[at + LENGTH] = (long)id << ID_SHIFT | (told ? HEAD + name.length : Long.BYTES + 1);
    }

    /** The handler's id of a declared entry, by its place among them. */
    int id(final int name)
    {
        return ids[name];
    }

    /** Of a note: where the value's body begins in the frame. */
    static int offset(final long note)
    {
        return (int)note;
    }

    /** Of a note: how long the value's body is. */
    static int length(final long note)
    {
        return (int)(note >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    /** Of a note: the value's kind. */
    static int kind(final long note)
    {
        return (int)(note >>> KIND_SHIFT) & KIND_MASK;
    }

    /** Of a note: the handler's id. */
    static int noted(final long note)
    {
        return (int)(note >>> ID_SHIFT);
    }

    /** How many notes were taken. */
    static int count(final int answer)
    {
        return answer & (1 << NEXT_SHIFT) - 1;
    }

    /** The place of the name that is expected next. */
    static int next(final int answer)
    {
        return answer >>> NEXT_SHIFT;
    }

    /**
     * Which of the declared entries the reader's key is of.
     *
     * @param reader on a key.
     * @param padded at least seven bytes, and as many as a short name may have; to be written to.
     * @return its place among them, or {@link #NOT_FOUND}.
     */
    int find(final AmqpReader reader, final byte[] padded)
    {
        if (reader.kind != Kinds.TEXT && reader.kind != Kinds.SYMBOL)
        {
            return NOT_FOUND;
        }
        final int from = reader.base + reader.offset;
        if (from + reader.length >= Long.BYTES)
        {
            return names.find(reader.array, from, reader.length);
        }
        // At the very beginning of an array, where what may precede a name is not there.
        System.arraycopy(reader.array, from, padded, Long.BYTES, reader.length);
        return names.find(padded, Long.BYTES, reader.length);
    }

    /**
     * Reads entries ahead, and moves the reader behind them.
     *
     * @param reader   in a map, before a key.
     * @param notes    where to put the declared ones, for the methods above.
     * @param expected place among the declared entries of the one that is likely to come next.
     * @return how many were noted, for the methods above.
     */
    int read(final AmqpReader reader, final long[] notes, final int expected)
    {
        final byte[] array = reader.array;
        final int base = reader.base;
        final int to = base + reader.limit;
        final long[] known = keys;
        final int most = Math.min(reader.remaining >> 1, notes.length);
        final int last = array.length - Long.BYTES;
        int at = base + reader.position;
        int slot = expected * SLOTS;
        int noted = 0;
        int passed = 0;
        for (; passed < most && at <= last; passed++)
        {
            slot = slot < known.length ? slot : 0;
            final long word = Words.getLongLittleEndian(array, at);
            if (((word ^ known[slot]) & known[slot + MASK]) != 0)
            {
                final int next = undeclared(array, at, to, word);
                if (next < 0)
                {
                    break;
                }
                at = next;
                continue;
            }
            // Where the value begins need not be read, for this is known to be the key's length.
            final long name = known[slot + LENGTH];
            final int length = (int)name;
            final int value = at + length;
            if (value > to - 2 || length > Long.BYTES && Words.getLongLittleEndian(array, value - Long.BYTES)
                != known[slot + TAIL])
            {
                break;
            }
            // Each width behind a branch of its own, so that the processor goes on with the next entry before it knows this code.
            final int code = array[value] & 0xFF;
            long note = TOKENS[code] + (value - base);
            int next;
            switch (code >>> 4)
            {
                case 0x5:
                    next = value + 2;
                    break;
                case 0x7:
                    next = value + 5;
                    break;
                case 0x8:
                    next = value + 9;
                    break;
                case FormatCodes.VARIABLE:
                    final int size = array[value + 1] & 0xFF;
                    next = size <= to - value - 2 && isGood(array, value, code, size) ? value + 2 + size : to + 1;
                    note += (long)size << LENGTH_SHIFT;
                    break;
                default:
                    next = value + 1 + FormatCodes.width(code);
                    break;
            }
            if (note < 0 || next > to)
            {
                break;
            }
            notes[noted++] = note + (name & ID_MASK);
            slot += SLOTS;
            at = next;
        }
        reader.moveTo(at - base, reader.remaining - 2 * passed, false);
        return slot / SLOTS << NEXT_SHIFT | noted;
    }

    /** Where an entry ends that is not the one expected; -1 if it may be declared all the same, or is not usual. */
    private int undeclared(final byte[] array, final int at, final int to, final long word)
    {
        final int value = at + HEAD + ((int)word >>> 8 & 0xFF);
        if (((int)word & 0xFF) != FormatCodes.STRING || value > to - 2
            || (filter >>> SoughtKeys.slot((int)(word >>> 8)) & 1) != 0)
        {
            return -1;
        }
        final int width = FormatCodes.width(array[value] & 0xFF);
        final int next = width == FormatCodes.SIZED ? value + 2 + (array[value + 1] & 0xFF) : value + 1 + width;
        return width < 0 || next > to ? -1 : next;
    }

    /** Whether a value that was declared needs no other look: a string or symbol has to be short and in ASCII for that. */
    private static boolean isGood(final byte[] array, final int at, final int code, final int size)
    {
        return code != FormatCodes.STRING && code != FormatCodes.SYMBOL
            || size <= LONGEST && Words.isAscii(array, at + 2, size);
    }
}
