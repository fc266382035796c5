package io.skim.handlers.patch;

import io.skim.bytes.Escapes;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
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
    private static final byte[] TYPE = "@type".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REFERENCE = "$ref".getBytes(StandardCharsets.US_ASCII);
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

    JsonLayout(final HeaderPatch patch, final Limits limits, final Strictness strictness)
    {
        super(patch, limits, strictness);
    }

    @Override
    boolean isConsumed()
    {
        return true;
    }

    /**
     * Whether a decoder takes a name of an ext field for something else: as strict scans have it.
     *
     * @see "JsonValues.checkEntryName"
     */
    private static boolean isAmbiguous(final byte[] name)
    {
        boolean zero = false;
        for (final byte letter : name)
        {
            zero |= letter == 0;
        }
        return zero || Arrays.equals(name, TYPE) || Arrays.equals(name, REFERENCE);
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
        // Lenient also takes numbers in quotes, inside of which there can be no blanks.
        final boolean quoted = isQuote(array[base + value.offset() - 1]);
        int from = quoted ? value.offset() - 1 : value.offset();
        final int to = from + value.length() + (quoted ? 2 : 0);
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

    private static boolean isQuote(final byte value)
    {
        return value == '"' || value == '\'';
    }

    /** The index of the quote that opens the name of a value. */
    private int nameOf(final int value)
    {
        final int colon = JsonWalk.blanksBefore(array, base + value);
        final int close = JsonWalk.blanksBefore(array, colon);
        int open = close - 1;
        while (array[open] != array[close] || isEscaped(open))
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
        if (isAmbiguous(name))
        {
            patch.refuse(Refusal.AMBIGUOUS_NAME);
        }
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
        final int index = base + offset;
        final int end = base + holderOffset + holderLength;
        return index >= end ? 0 : array[index] == '\\' ? Escapes.skip(array, index, end, lenient) - index : 1;
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
        final boolean changesMembers = removalCount > 0 || appended.length > 0 || members.length > 0;
        if (lenient && changesMembers && walk.hasComment(array, base + PREFIX, base + headerEnd))
        {
            // What stands beside a member may be the inside of a comment.
            patch.refuse(Refusal.ODD_FORM);
            return;
        }
        finishProperties();
        finishRemovals();
        if (appended.length > 0)
        {
            finishEntries();
        }
        if (members.length > 0)
        {
            putMembers();
        }
        if (memberGrowth > 0 && (headerEnd - PREFIX) / LEAST_ENTRY + memberGrowth > limits.maxEntryCount()
            && count(JsonWalk.blanks(array, base + PREFIX)) + memberGrowth > limits.maxEntryCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
    }

    private void putMembers()
    {
        final int end = endOf(OPAQUE);
        if (end > 0)
        {
            edits.begin(end, 0).put(members.array, 0, members.length);
            edits.end();
        }
    }

    /** Properties may have gone into text that has quotes of the odd kind, which know no escapes. */
    private void finishQuotes()
    {
        if (isQuoted(holderKind) && array[base + holderOffset - 1] == '\'')
        {
            edits.begin(holderOffset - 1, 1).put('"');
            edits.end();
            edits.begin(holderOffset + holderLength, 1).put('"');
            edits.end();
        }
    }

    private void finishProperties()
    {
        if (lenient && propertiesEdited)
        {
            finishQuotes();
        }
        int length = holderKind == null ? 0 : holderLength + propertiesDelta;
        if (newProperties.length > 0)
        {
            final int end = holderOffset + holderLength;
            final boolean text = isQuoted(holderKind);
            if (holderKind == Kind.JSON_ODD_NUMBER || holderKind == Kind.JSON_NESTED)
            {
                patch.refuse(Refusal.ODD_FORM);
            }
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
            if (lenient && first && next > 0 && isReference(next))
            {
                // Now it comes first, and the reference looks for what it refers to.
                patch.refuse(Refusal.ODD_FORM);
            }
            final int begin = next > 0 || first ? from : before;
            edits.begin(begin - base, (next > 0 ? next : (int)removals[i]) - begin);
            edits.end();
            i++;
        }
    }

    private boolean isReference(final int quote)
    {
        return headerEnd + base - quote > REFERENCE.length
            && Words.equals(array, quote + 1, REFERENCE, 0, REFERENCE.length)
            && array[quote + 1 + REFERENCE.length] == array[quote];
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
        final int from = found ? walk.valueFrom - base : endOf(CODE);
        if (from == 0)
        {
            return false;
        }
        final ByteSink sink = edits.begin(from, found ? walk.valueTo - walk.valueFrom : 0);
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

    /** Where the value of a member ends; of the opaque if that member is not there. Without either the patch is refused. */
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
            patch.refuse(Refusal.ODD_FORM);
        }
        return found ? walk.valueTo - base : 0;
    }

    @Override
    void detach()
    {
        super.detach();
        walk.close();
    }
}
