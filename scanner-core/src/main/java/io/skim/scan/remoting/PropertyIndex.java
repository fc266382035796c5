package io.skim.scan.remoting;

import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameSeeker;
import io.skim.bytes.NameTable;
import io.skim.bytes.Numbers;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import java.nio.charset.StandardCharsets;

/**
 * Finds message properties in an indexed header. The request code decides which ext field holds them, {@code i} or
 * {@code properties}, and the last of several equal ones replaces those before it as a whole.
 * <p>
 * A few declared names are searched for in the text; of many, or all, each property is looked at. In a JSON string with
 * escapes the search goes from separator to separator, as the index has them, unless a name may be spelt with an escape.
 *
 * @see "SendMessageRequestHeader.parseRequestHeader and ReplyMessageRequestHeader, release 5.5.1"
 */
final class PropertyIndex
{
    /** Of {@link #next}: there are no more. */
    static final int END = -2;
    /** Of {@link #next}: a property that is not declared. */
    static final int UNDECLARED = NameTable.NOT_FOUND;

    private static final byte SHORT_NAME = 'i';
    private static final byte[] SHORT_NAME_BYTES = {SHORT_NAME};
    private static final byte[] LONG_NAME = "properties".getBytes(StandardCharsets.US_ASCII);
    private static final long LONG_NAME_PREFIX = Words.getLong(LONG_NAME, 0);
    private static final int LONG_NAME_REST = Words.getShort(LONG_NAME, Long.BYTES);
    /** What the places of such names have in the low 32 bits. */
    private static final int SHORT_NAME_SHAPE = (int)HeaderIndex.place(0, 1, Kinds.TEXT);
    private static final int LONG_NAME_SHAPE = (int)HeaderIndex.place(0, LONG_NAME.length, Kinds.TEXT);

    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int SEARCH = 0;
    private static final int SEARCH_ESCAPED = 1;
    private static final int READ = 2;

    /** The text that holds the properties, once {@link #choose} has found one. */
    int offset;
    int length;
    int kind;

    /** The property that {@link #next} has found; the name only of one that is not declared. */
    int valueOffset;
    int valueLength;
    int valueKind;
    private final PropertyReader reader = new PropertyReader();

    private FrameView frame;
    private HeaderIndex index;
    private NameTable names;
    private NameSeeker seeker;
    private int way;
    /** Where the search goes on, and where the text ends: indices in the frame's array. */
    private int at;
    private int limit;
    /** The next separator of the index. */
    private int separator;

    /**
     * Chooses the text that holds the properties.
     *
     * @return false if there is none: no properties.
     */
    boolean choose(final FrameView scanned, final HeaderIndex indexed)
    {
        final byte[] array = scanned.array();
        final int base = scanned.arrayOffset();
        final boolean brief = RequestCode.hasShortNames(code(array, base, indexed));
        int number = indexed.count - 1;
        while (number >= 0 && (brief ? !isShortName(array, base, indexed.name(number)) : !isLongName(array, base,
            indexed.name(number))))
        {
            number--;
        }
        if (number < 0)
        {
            return false;
        }
        final long value = indexed.value(number);
        offset = HeaderIndex.offset(value);
        length = HeaderIndex.length(value);
        kind = HeaderIndex.kind(value);
        // A number, boolean or null has no separators, so no properties; it still replaces an earlier text.
        return kind == Kinds.TEXT || kind == Kinds.JSON_TEXT || kind == Kinds.LOSSY_TEXT;
    }

    private static int code(final byte[] array, final int base, final HeaderIndex indexed)
    {
        final long place = indexed.field(CODE);
        final int from = base + HeaderIndex.offset(place);
        return HeaderIndex.kind(place) == Kinds.INT16 ? Words.getShort(array, from)
            : place == HeaderIndex.ABSENT ? 0 : (int)Numbers.parseOddInt(array, from, from + HeaderIndex.length(place));
    }

    private static boolean isShortName(final byte[] array, final int base, final long name)
    {
        final int from = base + HeaderIndex.offset(name);
        return (int)name == SHORT_NAME_SHAPE ? array[from] == SHORT_NAME : isEscaped(array, from, name,
            SHORT_NAME_BYTES);
    }

    private static boolean isLongName(final byte[] array, final int base, final long name)
    {
        final int from = base + HeaderIndex.offset(name);
        return (int)name == LONG_NAME_SHAPE
            ? Words.getLong(array, from) == LONG_NAME_PREFIX && Words.getShort(array, from + Long.BYTES)
                == LONG_NAME_REST : isEscaped(array, from, name, LONG_NAME);
    }

    private static boolean isEscaped(final byte[] array, final int from, final long name, final byte[] expected)
    {
        return HeaderIndex.kind(name) == Kinds.JSON_TEXT && Escapes.contentEquals(array, from, from + HeaderIndex.length(
            name), expected);
    }

    /** Begins with the chosen text, to find what an interest has declared. */
    void begin(final FrameView scanned, final HeaderIndex indexed, final RemotingInterest interest)
    {
        // References are only stored where they change: a store of one has its price.
        if (frame != scanned)
        {
            frame = scanned;
        }
        if (index != indexed)
        {
            index = indexed;
        }
        at = scanned.arrayOffset() + offset;
        limit = at + length;
        if (kind == Kinds.TEXT && interest.seeker != null)
        {
            way = SEARCH;
            use(interest.seeker);
        }
        else if (interest.escapedSeeker != null && indexed.separatorsOf == offset && indexed.quotesAlone)
        {
            way = SEARCH_ESCAPED;
            separator = 0;
            use(interest.escapedSeeker);
        }
        else
        {
            beginReading(interest);
        }
    }

    private void use(final NameSeeker wanted)
    {
        if (seeker != wanted)
        {
            seeker = wanted;
        }
    }

    private void beginReading(final RemotingInterest interest)
    {
        way = READ;
        names = interest.properties;
        reader.wrap(frame.array(), frame.arrayOffset(), offset, length, kind);
        if (index.separatorsOf == offset)
        {
            reader.noteEscapes(index.separators, frame.arrayOffset(), index.separatorCount, index.separatorsAlone);
        }
    }

    /** Lets go of the frame's array. */
    void detach()
    {
        reader.detach();
    }

    /**
     * Finds the next property.
     *
     * @return its id, with the value set; {@link #UNDECLARED} with name and value set; or {@link #END}.
     */
    int next()
    {
        return way == SEARCH ? search() : way == SEARCH_ESCAPED ? searchEscaped() : read();
    }

    private int search()
    {
        final byte[] array = frame.array();
        final NameSeeker wanted = seeker;
        while (true)
        {
            final long found = wanted.seek(array, at, limit);
            if (found < 0)
            {
                return END;
            }
            final int value = (int)found;
            final int end = PropertyReader.endOf(array, value, limit);
            at = end + 1;
            if (end > value)
            {
                value(value, end, Kinds.TEXT);
                return wanted.id((int)(found >>> Integer.SIZE));
            }
        }
    }

    /** No more is looked at than what stands behind separators. */
    private int searchEscaped()
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        final NameSeeker wanted = seeker;
        final HeaderIndex separators = index;
        int name = at;
        while (name >= 0)
        {
            final int found = name < limit ? wanted.find(array, name, limit) : -1;
            int next = -1;
            final int nameAt = name;
            while (separator < separators.separatorCount && next < 0)
            {
                final int behind = base + separators.separators[separator++] + PropertyReader.ESCAPE_LENGTH;
                next = array[behind - 1] == '2' ? behind : -1;
            }
            name = next;
            if (found >= 0 && PropertyReader.isNameEnd(array, wanted.end(found, nameAt)))
            {
                final int value = wanted.end(found, nameAt) + PropertyReader.ESCAPE_LENGTH;
                final long end = PropertyReader.escapedEndOf(array, value, limit);
                if ((int)end > value)
                {
                    at = next;
                    value(value, (int)end, (int)(end >>> Integer.SIZE));
                    return wanted.id(found);
                }
            }
        }
        at = -1;
        return END;
    }

    private int read()
    {
        if (!reader.next())
        {
            return END;
        }
        valueOffset = reader.valueOffset;
        valueLength = reader.valueLength;
        valueKind = reader.valueKind;
        return names.find(reader.array, reader.base + reader.nameOffset, reader.nameLength, reader.nameKind);
    }

    private void value(final int from, final int to, final int textKind)
    {
        valueOffset = from - frame.arrayOffset();
        valueLength = to - from;
        valueKind = textKind;
    }

    /** Where the name of a property that is not declared begins. */
    int nameOffset()
    {
        return reader.nameOffset;
    }

    int nameLength()
    {
        return reader.nameLength;
    }

    int nameKind()
    {
        return reader.nameKind;
    }
}
