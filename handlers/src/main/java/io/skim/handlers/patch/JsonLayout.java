package io.skim.handlers.patch;

import io.skim.bytes.Escapes;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingField;
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
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    private static final byte[] EXT_FIELDS_NAME = "extFields".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = "@type".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REFERENCE = "$ref".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEPARATOR = "\\u000".getBytes(StandardCharsets.US_ASCII);
    private static final int SEPARATOR_LENGTH = SEPARATOR.length + 1;
    private static final int FIRST_COUNT = 16;
    private static final byte[][] LANGUAGES = Arrays.stream(RemotingLanguage.values()).map(language -> language.name()
        .getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);

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

    JsonLayout(final HeaderPatch patch, final Limits limits)
    {
        super(patch, limits);
    }

    /**
     * Whether a decoder takes a name of an ext field for something else: as strict scans have it.
     *
     * @see "JsonValueParser.checkEntryName"
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
    void begin(final int offset, final HeaderIndex indexed)
    {
        super.begin(offset, indexed);
        members.reset();
        removalCount = 0;
        memberGrowth = 0;
        emptied = false;
    }

    private static boolean isQuoted(final long value)
    {
        return HeaderIndex.kind(value) == Kinds.TEXT || HeaderIndex.kind(value) == Kinds.JSON_TEXT;
    }

    /** Where a value begins, with its quote. */
    private static int start(final long value)
    {
        return HeaderIndex.offset(value) - (isQuoted(value) ? 1 : 0);
    }

    /** Where a value ends, with its quote. */
    private static int behind(final long value)
    {
        return end(value) + (isQuoted(value) ? 1 : 0);
    }

    private static boolean isBlank(final byte value)
    {
        return value == ' ' || value == '\n' || value == '\r' || value == '\t';
    }

    private static boolean isQuote(final byte value)
    {
        return value == '"' || value == '\'';
    }

    /** The index of the next byte that is no blank. */
    private int blanks(final int from)
    {
        final byte[] array = array();
        int at = from;
        while (isBlank(array[at]))
        {
            at++;
        }
        return at;
    }

    /** The index of the last byte before another that is no blank. */
    private int blanksBefore(final int to)
    {
        final byte[] array = array();
        int at = to - 1;
        while (isBlank(array[at]))
        {
            at--;
        }
        return at;
    }

    @Override
    void replace(final long value, final byte[] utf8, final int offset, final int length)
    {
        final int start = start(value);
        putQuoted(edits.begin(start, behind(value) - start), utf8, offset, length);
        edits.end();
    }

    @Override
    void replace(final long value, final EditText text)
    {
        final EditBytes escaped = text.escaped;
        if (isQuoted(value) && array()[base + HeaderIndex.offset(value) - 1] == '"')
        {
            checkValue(escaped.length);
            edits.add(HeaderIndex.offset(value), HeaderIndex.length(value), escaped);
        }
        else
        {
            replace(value, text.array, 0, text.length);
        }
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
    void replace(final long value, final int number)
    {
        final byte[] array = array();
        // Lenient also takes numbers in quotes, inside of which there can be no blanks.
        final boolean quoted = isQuote(array[base + HeaderIndex.offset(value) - 1]);
        int from = HeaderIndex.offset(value) - (quoted ? 1 : 0);
        final int to = from + HeaderIndex.length(value) + (quoted ? 2 : 0);
        final int digits = ByteSink.decimalLength(number);
        while (to - from < digits && isBlank(array[base + from - 1]))
        {
            from--;
        }
        edits.begin(from, to - from).putDecimal(number, to - from);
        edits.end();
    }

    @Override
    void replace(final long value, final RemotingLanguage language)
    {
        final byte[] name = LANGUAGES[language.ordinal()];
        replace(value, name, 0, name.length);
    }

    /** Adds a member with a number that the header does not have. */
    void addMember(final byte[] name, final int number)
    {
        putName(members, name);
        members.putDecimal(number, 0);
    }

    /** Adds a member with a text that the header does not have. */
    void addMember(final byte[] name, final byte[] utf8)
    {
        putName(members, name);
        putQuoted(members, utf8, 0, utf8.length);
    }

    private void putName(final ByteSink sink, final byte[] name)
    {
        memberGrowth++;
        sink.put(',');
        sink.put('"');
        sink.put(name);
        sink.put('"');
        sink.put(':');
    }

    /** Whether a byte of a string has an odd number of backslashes before it. */
    private boolean isEscaped(final int at)
    {
        final byte[] array = array();
        int before = at - 1;
        while (array[before] == '\\')
        {
            before--;
        }
        return (at - before & 1) == 0;
    }

    /** The index of the quote that opens the name of a member's value; the index does not tell the names of members. */
    private int nameOf(final long value)
    {
        final byte[] array = array();
        final int close = blanksBefore(blanksBefore(base + start(value)));
        int open = close - 1;
        while (array[open] != array[close] || isEscaped(open))
        {
            open--;
        }
        return open;
    }

    @Override
    void removeRemark(final long value)
    {
        remove(nameOf(value), value);
    }

    @Override
    void removeEntry(final int entry)
    {
        remove(base + HeaderIndex.offset(index.name(entry)) - 1, index.value(entry));
    }

    private void remove(final int name, final long value)
    {
        if (removalCount == removals.length)
        {
            removals = Arrays.copyOf(removals, 2 * removalCount);
        }
        removals[removalCount++] = (long)name << Integer.SIZE | base + behind(value);
    }

    @Override
    void replaceName(final long old, final byte[] name)
    {
        putQuotedName(edits.begin(HeaderIndex.offset(old) - 1, HeaderIndex.length(old) + 2), name);
        edits.end();
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
    void putText(final ByteSink sink, final byte[] utf8, final int offset, final int length)
    {
        checkText(sink.putEscaped(utf8, offset, length));
    }

    @Override
    EditBytes form(final EditText text)
    {
        return text.escaped;
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
        final byte[] array = array();
        final int at = base + offset;
        final int end = base + end(holder);
        return at >= end ? 0 : array[at] == '\\' ? Escapes.skip(array, at, end, true) - at : 1;
    }

    @Override
    boolean endsWithSeparator()
    {
        final byte[] array = array();
        final int end = base + end(holder);
        if (array[end - 1] == PROPERTY_END)
        {
            return true;
        }
        final int escape = end - SEPARATOR_LENGTH;
        return HeaderIndex.length(holder) >= SEPARATOR_LENGTH && array[end - 1] == '2' && !isEscaped(escape) && Arrays
            .equals(array, escape, end - 1, SEPARATOR, 0, SEPARATOR.length);
    }

    @Override
    void finish()
    {
        final boolean changesMembers = removalCount > 0 || appended.length > 0 || members.length > 0;
        if (changesMembers && index.hasComments)
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
            final int end = endOf(OPAQUE);
            edits.begin(end, 0).put(members.array, 0, members.length);
            edits.end();
        }
        if (memberGrowth > 0 && index.memberCount + memberGrowth > limits.maxEntryCount())
        {
            patch.refuse(Refusal.TOO_MANY_ENTRIES);
        }
    }

    /** Properties may have gone into text that has quotes of the odd kind, which know no escapes. */
    private void finishQuotes()
    {
        final int open = HeaderIndex.offset(holder) - 1;
        if (isQuoted(holder) && array()[base + open] == '\'')
        {
            edits.begin(open, 1).put('"');
            edits.end();
            edits.begin(end(holder), 1).put('"');
            edits.end();
        }
    }

    private void finishProperties()
    {
        if (propertiesEdited)
        {
            finishQuotes();
        }
        if (newProperties.length > 0)
        {
            final int kind = HeaderIndex.kind(holder);
            if (kind == Kinds.JSON_ODD_NUMBER || kind == Kinds.JSON_NESTED)
            {
                patch.refuse(Refusal.ODD_FORM);
            }
            if (kind == Kinds.NULL)
            {
                final ByteSink sink = edits.begin(HeaderIndex.offset(holder), HeaderIndex.length(holder));
                sink.put('"');
                sink.put(newProperties.array, 0, newProperties.length);
                sink.put('"');
                edits.end();
                checkValue(newProperties.length);
                return;
            }
            if (!isQuoted(holder))
            {
                // A number or a boolean, which has a text: that becomes the text's beginning.
                edits.begin(HeaderIndex.offset(holder), 0).put('"');
                edits.end();
            }
            addNewProperties();
            if (!isQuoted(holder))
            {
                edits.begin(end(holder), 0).put('"');
                edits.end();
            }
        }
        checkValue(HeaderIndex.length(holder) + propertiesDelta);
    }

    /**
     * Removes what is to go, run by run: with the comma behind it, or where nothing follows the one before it.
     */
    private void finishRemovals()
    {
        final byte[] array = array();
        sorting.sort(removals, removalCount);
        int i = 0;
        while (i < removalCount)
        {
            final int from = (int)(removals[i] >>> Integer.SIZE);
            int next = nextName(i);
            while (i + 1 < removalCount && next == (int)(removals[i + 1] >>> Integer.SIZE))
            {
                i++;
                next = nextName(i);
            }
            final int before = blanksBefore(from);
            final boolean first = array[before] == '{';
            emptied |= first && next == 0;
            if (first && next > 0 && isReference(next))
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
        final byte[] array = array();
        return headerEnd + base - quote > REFERENCE.length
            && Words.equals(array, quote + 1, REFERENCE, 0, REFERENCE.length)
            && array[quote + 1 + REFERENCE.length] == array[quote];
    }

    /** Where the name behind a removed entry begins, 0 if none follows. */
    private int nextName(final int removal)
    {
        final int comma = blanks((int)removals[removal]);
        return array()[comma] == ',' ? blanks(comma + 1) : 0;
    }

    private void finishEntries()
    {
        final long map = index.field(EXT_FIELDS);
        if (map == HeaderIndex.ABSENT)
        {
            makeMap();
            return;
        }
        final int close = end(map) - 1;
        final boolean first = emptied || array()[blanksBefore(base + close)] == '{';
        edits.add(close, 0, appended.array, first ? 1 : 0, first ? appended.length - 1 : appended.length);
    }

    /** Makes ext fields, in place of null or behind the code. */
    private void makeMap()
    {
        final boolean replaces = index.noMap != HeaderIndex.ABSENT;
        final ByteSink sink = replaces ? edits.begin(HeaderIndex.offset(index.noMap), HeaderIndex.length(index.noMap))
            : edits.begin(endOf(CODE), 0);
        if (!replaces)
        {
            putName(sink, EXT_FIELDS_NAME);
        }
        sink.put('{');
        sink.put(appended.array, 1, appended.length - 1);
        sink.put('}');
        edits.end();
    }

    /** Where the number of a member ends; of the opaque if that member is not there. Without either the patch is refused. */
    private int endOf(final int field)
    {
        final long named = index.field(field);
        final long number = named != HeaderIndex.ABSENT ? named : index.field(OPAQUE);
        if (number == HeaderIndex.ABSENT)
        {
            patch.refuse(Refusal.ODD_FORM);
            return 0;
        }
        final int end = end(number);
        return isQuote(array()[base + HeaderIndex.offset(number) - 1]) ? end + 1 : end;
    }
}
