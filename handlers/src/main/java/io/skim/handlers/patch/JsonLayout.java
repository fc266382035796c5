package io.skim.handlers.patch;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Edits a JSON header. What is written is written as the Java client writes it; what stays, stays as it is spelled.
 *
 * @see "RemotingSerializable.encode, release 5.5.1; RFC 8259"
 */
final class JsonLayout extends HeaderLayout
{
    private static final byte[] EXT_FIELDS = "extFields".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CODE = "code".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OPAQUE = "opaque".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEPARATOR = "\\u000".getBytes(StandardCharsets.US_ASCII);
    private static final int SEPARATOR_LENGTH = SEPARATOR.length + 1;
    private static final int FIRST_COUNT = 16;
    private static final byte[][] LANGUAGES = Arrays.stream(RemotingLanguage.values()).map(language -> language.name()
        .getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);

    private final JsonWalk walk = new JsonWalk();
    /** New members of the header, each behind a comma. */
    private final ByteSink members = new ByteSink();
    /** Of each member or entry to remove, the index of its name's quote and the one behind its value. */
    private long[] removals = new long[FIRST_COUNT];
    private int removalCount;
    private final Sorting sorting = new Sorting();
    /** By how many members the header grows. */
    private int memberGrowth;
    /** Whether all ext fields are removed. */
    private boolean emptied;
    /** The ext fields' closing brace, 0 if not told. */
    private int mapEnd;
    private int mapLength;

    JsonLayout(final HeaderPatch patch, final Limits limits)
    {
        super(patch, limits);
    }

    @Override
    void begin(final FrameView frame)
    {
        super.begin(frame);
        members.reset();
        removalCount = 0;
        memberGrowth = 0;
        emptied = false;
        mapEnd = 0;
        mapLength = 0;
    }

    /** Tells where the ext fields are, which are looked for otherwise. */
    void holdMap(final Cursor container)
    {
        mapLength = container.length();
        mapEnd = container.offset() + mapLength - 1;
    }

    @Override
    int mapLength()
    {
        return mapLength;
    }

    @Override
    int countEntries()
    {
        return mapLength == 0 ? 0 : count(base + mapEnd + 1 - mapLength);
    }

    /** How many members the object has that begins at an index. */
    private int count(final int brace)
    {
        int count = 0;
        walk.open(array, brace);
        while (walk.next())
        {
            count++;
        }
        walk.close();
        return count;
    }

    private static boolean isQuoted(final Kind kind)
    {
        return kind == Kind.TEXT || kind == Kind.JSON_TEXT;
    }

    private static int start(final int offset, final Kind kind)
    {
        return isQuoted(kind) ? offset - 1 : offset;
    }

    private static int end(final int offset, final int length, final Kind kind)
    {
        return offset + length + (isQuoted(kind) ? 1 : 0);
    }

    @Override
    void replace(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        final int start = start(value.offset(), value.kind());
        final int end = end(value.offset(), value.length(), value.kind());
        putQuoted(edits.begin(start, end - start), utf8, offset, length);
        edits.end();
    }

    private void putQuoted(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        sink.put('"');
        final int before = sink.length;
        checkText(sink.putEscaped(utf8, offset, length));
        checkValue(sink.length - before);
        sink.put('"');
    }

    @Override
    void replace(final Cursor value, final int number)
    {
        int from = value.offset();
        final int to = from + value.length();
        final int digits = ByteSink.decimalLength(number);
        while (to - from < digits && JsonWalk.isBlank(array[base + from - 1]))
        {
            from--;
        }
        edits.begin(from, to - from).putDecimal(number, to - from);
        edits.end();
    }

    @Override
    void replace(final Cursor value, final RemotingLanguage language)
    {
        final byte[] name = LANGUAGES[language.ordinal()];
        replace(value, name, 0, name.length);
    }

    /** Adds a member with a number that the header does not have. */
    void addMember(final byte[] name, final int number)
    {
        putName(name);
        members.putDecimal(number, 0);
    }

    /** Adds a member with a text that the header does not have. */
    void addMember(final byte[] name, final byte[] utf8)
    {
        putName(name);
        putQuoted(members, utf8, 0, utf8.length);
    }

    private void putName(final byte[] name)
    {
        memberGrowth++;
        members.put(',');
        members.put('"');
        members.put(name);
        members.put('"');
        members.put(':');
    }

    /** The index of the quote that opens the name of a value. */
    private int nameOf(final int value)
    {
        final int colon = JsonWalk.blanksBefore(array, base + value);
        int open = JsonWalk.blanksBefore(array, colon) - 1;
        while (array[open] != '"' || isEscaped(open))
        {
            open--;
        }
        return open;
    }

    /** Whether a byte of a string has an odd number of backslashes before it. */
    private boolean isEscaped(final int index)
    {
        int before = index - 1;
        while (array[before] == '\\')
        {
            before--;
        }
        return (index - before & 1) == 0;
    }

    @Override
    void removeRemark(final Cursor value)
    {
        removeEntry(value.offset(), value.length(), value.kind());
    }

    @Override
    void removeEntry(final int offset, final int length, final Kind kind)
    {
        if (removalCount == removals.length)
        {
            removals = Arrays.copyOf(removals, 2 * removalCount);
        }
        removals[removalCount++] = (long)nameOf(start(offset, kind)) << 32 | base + end(offset, length, kind);
    }

    @Override
    void rename(final Cursor value, final byte[] name)
    {
        checkName(name.length);
        final int start = start(value.offset(), value.kind());
        final int open = nameOf(start);
        final int close = JsonWalk.blanksBefore(array, JsonWalk.blanksBefore(array, base + start));
        if (!Arrays.equals(array, open + 1, close, name, 0, name.length))
        {
            mapEdited = true;
            putQuotedName(edits.begin(open - base, close + 1 - open), name);
            edits.end();
        }
    }

    /** What is limited is a name as it stands on the wire. */
    private void putQuotedName(final ByteSink sink, final byte[] name)
    {
        sink.put('"');
        final int before = sink.length;
        checkText(sink.putEscaped(name, 0, name.length));
        if (sink.length - before > limits.maxNameLength())
        {
            patch.refuse(Refusal.NAME_TOO_LONG);
        }
        sink.put('"');
    }

    @Override
    void putEntry(final byte[] name, final byte[] utf8, final int offset, final int length)
    {
        appended.put(',');
        putQuotedName(appended, name);
        appended.put(':');
        putQuoted(appended, utf8, offset, length);
    }

    @Override
    boolean putText(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        return sink.putEscaped(utf8, offset, length);
    }

    @Override
    void putSeparator(final ByteSink sink, final byte separator)
    {
        sink.put(SEPARATOR);
        sink.put('0' + separator);
    }

    @Override
    int separatorLength(final int offset)
    {
        final byte next = array[base + offset];
        return next == '"' ? 0 : next == '\\' ? SEPARATOR_LENGTH : 1;
    }

    @Override
    boolean endsWithSeparator()
    {
        final int end = base + holderOffset + holderLength;
        if (array[end - 1] == PROPERTY_END)
        {
            return true;
        }
        final int escape = end - SEPARATOR_LENGTH;
        return holderLength >= SEPARATOR_LENGTH && array[end - 1] == '2' && !isEscaped(escape) && Arrays.equals(array,
            escape, end - 1, SEPARATOR, 0, SEPARATOR.length);
    }

    @Override
    void finish()
    {
        finishProperties();
        finishRemovals();
        if (appended.length > 0)
        {
            finishEntries();
        }
        if (members.length > 0)
        {
            edits.begin(endOf(OPAQUE), 0).put(members.array, 0, members.length);
            edits.end();
        }
        if (memberGrowth > 0 && (headerEnd - PREFIX) / LEAST_ENTRY + memberGrowth > limits.maxEntryCount()
            && count(JsonWalk.blanks(array, base + PREFIX)) + memberGrowth > limits.maxEntryCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
    }

    private void finishProperties()
    {
        int length = holderKind == null ? 0 : holderLength + propertiesDelta;
        if (newProperties.length > 0)
        {
            final int end = holderOffset + holderLength;
            final boolean text = isQuoted(holderKind);
            if (!text && holderKind != Kind.NULL)
            {
                // A number or a boolean, which has a text: that becomes the text's beginning.
                edits.begin(holderOffset, 0).put('"');
                edits.end();
            }
            final ByteSink sink =
                holderKind == Kind.NULL ? edits.begin(holderOffset, holderLength) : edits.begin(end, 0);
            if (holderKind == Kind.NULL)
            {
                sink.put('"');
                sink.put(newProperties.array, 0, newProperties.length);
                length = newProperties.length;
            }
            else
            {
                final int before = sink.length;
                putNewProperties(sink);
                length += sink.length - before;
            }
            if (!text)
            {
                sink.put('"');
            }
            edits.end();
        }
        checkValue(length);
    }

    /**
     * Removes what is to go, run by run: with the comma behind it, or where nothing follows the one before it.
     */
    private void finishRemovals()
    {
        sorting.sort(removals, removalCount);
        int i = 0;
        while (i < removalCount)
        {
            final int from = (int)(removals[i] >>> 32);
            int next = nextName(i);
            while (i + 1 < removalCount && next == (int)(removals[i + 1] >>> 32))
            {
                i++;
                next = nextName(i);
            }
            final int before = JsonWalk.blanksBefore(array, from);
            final boolean first = array[before] == '{';
            emptied |= first && next == 0;
            final int begin = next > 0 || first ? from : before;
            edits.begin(begin - base, (next > 0 ? next : (int)removals[i]) - begin);
            edits.end();
            i++;
        }
    }

    /** Where the name behind a removed entry begins, 0 if none follows. */
    private int nextName(final int removal)
    {
        final int comma = JsonWalk.blanks(array, (int)removals[removal]);
        return array[comma] == ',' ? JsonWalk.blanks(array, comma + 1) : 0;
    }

    private void finishEntries()
    {
        if (mapEnd == 0 && !findMap())
        {
            return;
        }
        final boolean first = emptied || array[JsonWalk.blanksBefore(array, base + mapEnd)] == '{';
        final ByteSink sink = edits.begin(mapEnd, 0);
        sink.put(appended.array, first ? 1 : 0, first ? appended.length - 1 : appended.length);
        edits.end();
    }

    /** Looks for the ext fields; if there are none, they are made. */
    private boolean findMap()
    {
        walk.open(array, JsonWalk.blanks(array, base + PREFIX));
        final boolean found = walk.find(EXT_FIELDS);
        walk.close();
        if (found && array[walk.valueFrom] == '{')
        {
            mapEnd = walk.valueTo - 1 - base;
            mapLength = walk.valueTo - walk.valueFrom;
            return true;
        }
        final ByteSink sink = found ? edits.begin(walk.valueFrom - base, walk.valueTo - walk.valueFrom) : edits.begin(
            endOf(CODE), 0);
        if (!found)
        {
            memberGrowth++;
            sink.put(',');
            sink.put('"');
            sink.put(EXT_FIELDS);
            sink.put('"');
            sink.put(':');
        }
        sink.put('{');
        sink.put(appended.array, 1, appended.length - 1);
        sink.put('}');
        edits.end();
        return false;
    }

    /** Where the value of a member ends; of the opaque, which is always there, if that member is not. */
    private int endOf(final byte[] name)
    {
        walk.open(array, JsonWalk.blanks(array, base + PREFIX));
        boolean found = walk.find(name);
        if (!found)
        {
            walk.open(array, JsonWalk.blanks(array, base + PREFIX));
            found = walk.find(OPAQUE);
        }
        walk.close();
        if (!found)
        {
            throw new IllegalStateException("a JSON header without an opaque, which a strict scan refuses");
        }
        return walk.valueTo - base;
    }

    @Override
    void detach()
    {
        super.detach();
        walk.close();
    }
}
