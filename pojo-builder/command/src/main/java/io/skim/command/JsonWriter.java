package io.skim.command;

import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON as UTF-8, into a buffer. Texts that have no UTF-8 are written too: half a surrogate pair as its
 * {@code \}{@code uXXXX} escape. Nothing is lost and nothing is refused. Whether names and values follow each other as JSON wants it
 * is the caller's affair; commas are set here.
 */
final class JsonWriter implements Flushable
{
    private static final int BUFFER_LENGTH = 65_536;
    /** At most so many bytes of a text are written at a time: each may become an escape. */
    private static final int PIECE = 8_192;
    private static final int ESCAPE_LENGTH = 6;
    /** More than a number, a literal or a bracket has, with a comma before it. */
    private static final int ROOM = 32;

    private static final int MOST_NAMES = 1_024;
    private static final int LONGEST_NAME = 64;

    /** Texts are passed eight bytes at a time. */
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long BLANKS = ONES * ' ';
    private static final long QUESTION_MARKS = ONES * '?';
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    /** Of control characters, the letter of their escape; 0 for those that have none. */
    private static final byte[] LETTERS = new byte[' '];

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int at;
    /** Whether a comma stands before the next name or value. */
    private boolean comma;
    /** Names seen last, each at the place of its hash; and beside it the form in which it is written. */
    private final @Nullable String[] names = new String[MOST_NAMES];
    private final byte[][] writtenNames = new byte[MOST_NAMES][];

    static
    {
        LETTERS['\b'] = 'b';
        LETTERS['\t'] = 't';
        LETTERS['\n'] = 'n';
        LETTERS['\f'] = 'f';
        LETTERS['\r'] = 'r';
    }

    /**
     * Makes a writer.
     *
     * @param out to write to, whenever the buffer is full.
     */
    JsonWriter(final OutputStream out)
    {
        this.out = out;
    }

    void writeStartObject() throws IOException
    {
        open('{');
    }

    void writeEndObject() throws IOException
    {
        close('}');
    }

    void writeEndArray() throws IOException
    {
        close(']');
    }

    void writeObjectFieldStart(final String name) throws IOException
    {
        writeFieldName(name);
        open('{');
    }

    void writeArrayFieldStart(final String name) throws IOException
    {
        writeFieldName(name);
        open('[');
    }

    private void open(final char bracket) throws IOException
    {
        beginValue();
        buffer[at++] = (byte)bracket;
        comma = false;
    }

    private void close(final char bracket) throws IOException
    {
        room(ROOM);
        buffer[at++] = (byte)bracket;
        comma = true;
    }

    /** Has room for a short value; the next one has a comma before it. */
    private void beginValue() throws IOException
    {
        room(ROOM);
        if (comma)
        {
            buffer[at++] = ',';
        }
        comma = true;
    }

    private void room(final int bytes) throws IOException
    {
        if (BUFFER_LENGTH - at < bytes)
        {
            empty();
        }
    }

    private void empty() throws IOException
    {
        final int length = at;
        at = 0;
        out.write(buffer, 0, length);
    }

    void writeFieldName(final String name) throws IOException
    {
        final int hash = name.hashCode();
        final int place = (hash ^ hash >>> 10) & MOST_NAMES - 1;
        if (!name.equals(names[place]) && !learn(name, place))
        {
            writeString(name);
            buffer[at++] = ':';
            comma = false;
            return;
        }
        final byte[] written = writtenNames[place];
        room(LONGEST_NAME + ROOM);
        if (comma)
        {
            buffer[at++] = ',';
        }
        System.arraycopy(written, 0, buffer, at, written.length);
        at += written.length;
        comma = false;
    }

    /** Remembers a name that is short and written as it is; false for any other. */
    private boolean learn(final String name, final int place)
    {
        if (name.length() > LONGEST_NAME)
        {
            return false;
        }
        for (int k = 0; k < name.length(); k++)
        {
            final char unit = name.charAt(k);
            if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\')
            {
                return false;
            }
        }
        names[place] = name;
        writtenNames[place] = ('"' + name + "\":").getBytes(StandardCharsets.US_ASCII);
        return true;
    }

    void writeStringField(final String name, final @Nullable String text) throws IOException
    {
        writeFieldName(name);
        writeString(text);
    }

    void writeNumberField(final String name, final long number) throws IOException
    {
        writeFieldName(name);
        writeNumber(number);
    }

    void writeNumberField(final String name, final double number) throws IOException
    {
        writeFieldName(name);
        writeRawValue(String.valueOf(number));
    }

    void writeBooleanField(final String name, final boolean value) throws IOException
    {
        writeFieldName(name);
        writeBoolean(value);
    }

    void writeNull() throws IOException
    {
        writeRawValue("null");
    }

    void writeBoolean(final boolean value) throws IOException
    {
        writeRawValue(value ? "true" : "false");
    }

    void writeNumber(final long number) throws IOException
    {
        beginValue();
        if (number == Long.MIN_VALUE)
        {
            writeRaw(String.valueOf(number));
            return;
        }
        long left = number;
        if (left < 0)
        {
            buffer[at++] = '-';
            left = -left;
        }
        final int end = at + digits(left);
        at = end;
        int place = end;
        while (left > Integer.MAX_VALUE)
        {
            buffer[--place] = (byte)('0' + left % 10);
            left /= 10;
        }
        int rest = (int)left;
        do
        {
            buffer[--place] = (byte)('0' + rest % 10);
            rest /= 10;
        }
        while (rest > 0);
    }

    private static int digits(final long number)
    {
        int digits = 1;
        for (long bound = 10; digits < 19 && number >= bound; bound *= 10)
        {
            digits++;
        }
        return digits;
    }

    /** Writes a text, or null. */
    void writeString(final @Nullable String text) throws IOException
    {
        if (text == null)
        {
            writeNull();
            return;
        }
        beginValue();
        buffer[at++] = '"';
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (isWhole(utf8, text))
        {
            escaped(utf8);
        }
        else
        {
            halves(text, true);
        }
        room(ROOM);
        buffer[at++] = '"';
    }

    /** Whether the UTF-8 has all of the text: half a surrogate pair gives a question mark. */
    private static boolean isWhole(final byte[] utf8, final String text)
    {
        return !hasQuestionMark(utf8) || isUnicode(text);
    }

    private static boolean hasQuestionMark(final byte... utf8)
    {
        int index = 0;
        long marks = 0;
        for (; utf8.length - index >= Long.BYTES; index += Long.BYTES)
        {
            final long word = (long)WORD.get(utf8, index) ^ QUESTION_MARKS;
            marks |= word - ONES & ~word;
        }
        boolean found = (marks & HIGH_BITS) != 0;
        for (; index < utf8.length; index++)
        {
            found |= utf8[index] == '?';
        }
        return found;
    }

    private void escaped(final byte... utf8) throws IOException
    {
        for (int from = 0; from < utf8.length; from += PIECE)
        {
            final int to = Math.min(utf8.length, from + PIECE);
            room((to - from) * ESCAPE_LENGTH + ROOM);
            at = escaped(utf8, from, to, buffer, at);
        }
    }

    /** Writes a piece of UTF-8 to where there is room for it; gives the place behind it. */
    private static int escaped(final byte[] utf8, final int from, final int to, final byte[] buffer, final int place)
    {
        int index = from;
        int at = place;
        while (index < to)
        {
            if (to - index >= Long.BYTES)
            {
                final long word = (long)WORD.get(utf8, index);
                WORD.set(buffer, at, word);
                final long specials = specials(word);
                final int plain = specials == 0 ? Long.BYTES : Long.numberOfTrailingZeros(specials) >>> 3;
                index += plain;
                at += plain;
                if (specials == 0)
                {
                    continue;
                }
            }
            final byte octet = utf8[index++];
            if (octet >= 0 && octet < ' ' || octet == '"' || octet == '\\')
            {
                at = escape(octet, buffer, at);
            }
            else
            {
                buffer[at++] = octet;
            }
        }
        return at;
    }

    /** Marks bytes that are escaped. The lowest mark is right; those above it may mark other bytes, to which a subtraction has carried. */
    private static long specials(final long word)
    {
        final long quotes = word ^ QUOTES;
        final long backslashes = word ^ BACKSLASHES;
        return (word - BLANKS & ~word | quotes - ONES & ~quotes | backslashes - ONES & ~backslashes) & HIGH_BITS;
    }

    private static int escape(final byte octet, final byte[] buffer, final int at)
    {
        buffer[at] = '\\';
        final byte letter = octet < ' ' ? LETTERS[octet] : octet;
        if (letter != 0)
        {
            buffer[at + 1] = letter;
            return at + 2;
        }
        buffer[at + 1] = 'u';
        buffer[at + 2] = '0';
        buffer[at + 3] = '0';
        buffer[at + 4] = HEX[octet >> 4];
        buffer[at + 5] = HEX[octet & 0xF];
        return at + ESCAPE_LENGTH;
    }

    /** Writes a text with halves of surrogate pairs: those as escapes, all else in a string as in one, or as it is. */
    private void halves(final String text, final boolean inString) throws IOException
    {
        int from = 0;
        for (int k = 0; k < text.length(); k++)
        {
            if (!Character.isSurrogate(text.charAt(k)))
            {
                continue;
            }
            if (isPair(text, k))
            {
                k++;
                continue;
            }
            part(text.substring(from, k), inString);
            part(String.format("\\u%04x", (int)text.charAt(k)), false);
            from = k + 1;
        }
        part(text.substring(from), inString);
    }

    private void part(final String text, final boolean inString) throws IOException
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (inString)
        {
            escaped(utf8);
        }
        else
        {
            raw(utf8);
        }
    }

    private void raw(final byte... utf8) throws IOException
    {
        room(utf8.length);
        if (utf8.length > BUFFER_LENGTH)
        {
            out.write(utf8, 0, utf8.length);
            return;
        }
        System.arraycopy(utf8, 0, buffer, at, utf8.length);
        at += utf8.length;
    }

    /** Writes a text as it is, at the place of a value; more of the value may follow. */
    void writeRawValue(final String text) throws IOException
    {
        beginValue();
        writeRaw(text);
    }

    /** Writes a text as it is. */
    void writeRaw(final String text) throws IOException
    {
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (isWhole(utf8, text))
        {
            raw(utf8);
        }
        else
        {
            halves(text, false);
        }
    }

    /** Writes a character as it is. */
    void writeRaw(final char unit) throws IOException
    {
        if (unit > '~')
        {
            writeRaw(String.valueOf(unit));
            return;
        }
        room(ROOM);
        buffer[at++] = (byte)unit;
    }

    /** Ends a line, and the value in it. */
    void endLine() throws IOException
    {
        room(ROOM);
        buffer[at++] = '\n';
        comma = false;
    }

    /** Whether each surrogate has its partner. */
    private static boolean isUnicode(final String text)
    {
        final int length = text.length();
        for (int k = 0; k < length; k++)
        {
            if (Character.isSurrogate(text.charAt(k)))
            {
                if (!isPair(text, k))
                {
                    return false;
                }
                k++;
            }
        }
        return true;
    }

    private static boolean isPair(final String text, final int index)
    {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    @Override
    public void flush() throws IOException
    {
        empty();
        out.flush();
    }
}
