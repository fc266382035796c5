package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes frames with JSON headers (serialize type 0), as the Java client of release 5.5 does, byte by byte: one compact
 * object, its members in alphabetical order, its ext fields in the order of the calls.
 *
 * @see "RemotingSerializable.encode, release 5.5.1; RFC 8259"
 */
public final class JsonRemotingEncoder extends RemotingEncoder
{
    private static final int SERIALIZE_TYPE = 0;
    /** In the word that begins an entry with a name of one letter. */
    private static final int VALUE_START = 6;
    private static final Piece CODE = piece("{\"code\":");
    private static final Piece EXT_FIELDS = piece(",\"extFields\":");
    private static final Piece FLAG = piece(",\"flag\":");
    private static final Piece OPAQUE = piece(",\"opaque\":");
    private static final Piece REMARK = piece(",\"remark\":\"");
    private static final Piece VERSION = piece(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":");
    private static final Piece NULL = piece("null");
    private static final Piece SEPARATOR = piece("\\u0000");
    private static final Piece[] LANGUAGES = languages();
    private static final Piece END = piece("}");
    /** More than two pieces and a number take. */
    private static final int JOINED = 128;
    private static final int FIRST_LENGTH = 256;
    /** More than the members behind the ext fields take, without the remark. */
    private static final int TAIL = 256;
    private static final int UNTOUCHED = -1;
    private static final int BROKEN_OFF = -2;

    /** From the code to the ext fields, from the flag to the opaque's name, and behind the remark, as they were last. */
    private final Piece head = new Piece(new byte[JOINED]);
    private final Piece before = new Piece(new byte[JOINED]);
    private final Piece behind = new Piece(new byte[JOINED]);
    private int opaque;
    /** Where the ext fields begin, as a length from the frame's start. */
    private int mapStart;
    /** The remark, escaped, which stands behind the ext fields but is told before them. */
    private byte[] remark = new byte[FIRST_LENGTH];
    /** Below 0 if there is none: either nothing was written behind the code, or a text that threw before its end. */
    private int remarkLength;
    /** Text that is to be escaped. */
    private byte[] raw = new byte[FIRST_LENGTH];

    /** Makes an encoder with the default limits. */
    public JsonRemotingEncoder()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes an encoder.
     *
     * @param limits of the frames that are written.
     */
    public JsonRemotingEncoder(final Limits limits)
    {
        super(SERIALIZE_TYPE, Escapes.UNIT_LENGTH, Escapes.UNIT_LENGTH, limits);
        head.set(CODE, 0, null, EXT_FIELDS);
        before.set(FLAG, 0, null, OPAQUE);
        behind.set(VERSION, 0, null, END);
    }

    private static Piece piece(final String text)
    {
        return new Piece(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** What is the same in all headers, or in most: it is kept from frame to frame, padded to two words. */
    private static final class Piece
    {
        private byte[] padded;
        private int length;
        private int number;
        private RemotingLanguage language;

        Piece(final byte[] bytes)
        {
            length = bytes.length;
            padded = EntryKey.padded(bytes);
        }

        /** Joins a number between two others. */
        void set(final Piece first, final int between, final RemotingLanguage named, final Piece last)
        {
            number = between;
            language = named;
            final int at = Decimals.put(between, padded, EntryKey.put(first.padded, first.length, padded, 0));
            length = EntryKey.put(last.padded, last.length, padded, at);
        }
    }

    private static Piece[] languages()
    {
        final RemotingLanguage[] all = RemotingLanguage.values();
        final Piece[] members = new Piece[all.length];
        for (int i = 0; i < all.length; i++)
        {
            members[i] = piece(",\"language\":\"" + all[i].name() + "\",\"opaque\":");
        }
        return members;
    }

    private void put(final Piece piece)
    {
        out.position = EntryKey.put(piece.padded, piece.length, out.array, out.position);
    }

    private void put(final int number)
    {
        out.position = Decimals.put(number, out.array, out.position);
    }

    @Override
    void writeFixed(final int code, final RemotingLanguage language, final int version, final int opaque,
        final int flag)
    {
        this.opaque = opaque;
        remarkLength = UNTOUCHED;
        if (flag != before.number || language != before.language)
        {
            before.set(FLAG, flag, language, language == null ? OPAQUE : LANGUAGES[language.ordinal()]);
        }
        if (version != behind.number)
        {
            behind.set(VERSION, version, null, END);
        }
        if (code != head.number)
        {
            head.set(CODE, code, null, EXT_FIELDS);
        }
        // So much that the array stays while nothing but the map's beginning is written behind this.
        out.ensure(PREFIX + 2 * SLACK);
        out.position = out.start + PREFIX;
        put(head);
        out.position -= EXT_FIELDS.length;
    }

    @Override
    void openRemark()
    {
        remarkLength = BROKEN_OFF;
    }

    @Override
    void closeRemark(final int at, final int end)
    {
        remarkLength = end - at;
        remark = room(remark, remarkLength);
        System.arraycopy(out.array, at, remark, 0, remarkLength);
    }

    private static byte[] room(final byte[] array, final int length)
    {
        return length <= array.length ? array : new byte[Math.max(2 * array.length, length)];
    }

    @Override
    void writeMapBegin()
    {
        if (remarkLength == UNTOUCHED)
        {
            out.position += EXT_FIELDS.length;
        }
        else
        {
            // A remark has been written over them.
            put(EXT_FIELDS);
        }
        mapStart = out.length();
    }

    @Override
    void writeMapEnd()
    {
        // Where the others have their comma, the first entry has the brace.
        out.array[out.start + mapStart] = '{';
        if (entries == 0)
        {
            out.position++;
        }
        out.array[out.position++] = '}';
    }

    @Override
    long opening(final EntryKey key)
    {
        return key.jsonEntry;
    }

    @Override
    long zero(final EntryKey key)
    {
        return key.jsonZero;
    }

    @Override
    int valueStart()
    {
        return VALUE_START;
    }

    @Override
    int putPlain(final long opening, final String value, final int length, final byte[] array, final int at)
    {
        final int from = at + VALUE_START;
        Words.putLongLittleEndian(array, at, opening);
        return Characters.putPlainJson(value, array, from) ? closed(array, from + length) : NONE;
    }

    private static int closed(final byte[] array, final int end)
    {
        array[end] = '"';
        return end + 1;
    }

    @Override
    int putPlain(final long opening, final byte[] utf8, final int offset, final int length, final byte[] array,
        final int at)
    {
        final int start = at + VALUE_START;
        Words.putLongLittleEndian(array, at, opening);
        return JsonStrings.putPlain(utf8, offset, length, array, start) ? closed(array, start + length) : NONE;
    }

    @Override
    int putPlain(final long opening, final EntryText value, final byte[] array, final int at)
    {
        Words.putLongLittleEndian(array, at, opening);
        return value.putJson(array, at + VALUE_START);
    }

    @Override
    int putPlain(final long zero, final long value, final byte[] array, final int at)
    {
        Words.putLongLittleEndian(array, at, zero);
        return closed(array, Decimals.put(value, array, at + VALUE_START));
    }

    @Override
    int putPlain(final long opening, final boolean value, final byte[] array, final int at)
    {
        final int from = at + VALUE_START;
        Words.putLongLittleEndian(array, at, opening);
        Words.putLongLittleEndian(array, from, value ? QUOTED_TRUE : QUOTED_FALSE);
        // Its quote is there.
        return from + (value ? TRUE_LENGTH : FALSE_LENGTH) + 1;
    }

    @Override
    int length(final EntryText text)
    {
        return text.jsonLength;
    }

    @Override
    int writeKey(final EntryKey key)
    {
        if (key.jsonNameLength > maxNameLength)
        {
            refuse(key.isAmbiguous() ? EncodeRefusal.AMBIGUOUS_NAME : EncodeRefusal.NAME_TOO_LONG);
            return NONE;
        }
        return EntryKey.put(key.json, key.jsonLength, out.array, out.position);
    }

    @Override
    int writeName(final Cursor key, final int at)
    {
        final int length = key.isNull() ? NONE : copy(key);
        if (length < 0 || EntryKey.isAmbiguous(raw, 0, length))
        {
            refuse(key.isNull() ? EncodeRefusal.EMPTY_NAME : length < 0 ? EncodeRefusal.INVALID_TEXT
                : EncodeRefusal.AMBIGUOUS_NAME);
            return NONE;
        }
        final byte[] array = out.array;
        final int from = at + 2;
        final int end = JsonStrings.put(raw, 0, length, array, from);
        array[at] = ',';
        array[from - 1] = '"';
        array[end] = '"';
        array[end + 1] = ':';
        array[end + 2] = '"';
        return isName(end - from) ? end + 3 : NONE;
    }

    @Override
    void closeEntry(final int at, final int end)
    {
        out.array[end] = '"';
        out.position = end + 1;
    }

    @Override
    void closeNull(final int at)
    {
        // In place of the quote that opens a value.
        out.position = at - 1;
        put(NULL);
    }

    @Override
    int write(final CharSequence text, final int at)
    {
        return Characters.putJson(text, out.array, at);
    }

    @Override
    int write(final byte[] utf8, final int offset, final int length, final int at)
    {
        return Utf8.firstInvalid(utf8, offset, offset + length) < 0 ? JsonStrings.put(utf8, offset, offset + length,
            out.array, at) : NONE;
    }

    @Override
    int write(final Cursor text, final int at)
    {
        final int length = copy(text);
        return length < 0 ? NONE : JsonStrings.put(raw, 0, length, out.array, at);
    }

    @Override
    int write(final EntryText text, final int at)
    {
        System.arraycopy(text.json, 0, out.array, at, text.jsonLength);
        return at + text.jsonLength;
    }

    @Override
    int writeSound(final Cursor text, final int at)
    {
        final int length = copy(text);
        return length < 0 ? NONE : isSound(raw, 0, length) ? JsonStrings.put(raw, 0, length, out.array, at) : at;
    }

    /** Copies text, to be escaped; its length, or -1 if it is ill-formed or none. */
    private int copy(final Cursor text)
    {
        raw = room(raw, room(text));
        final int length = text.copyTo(raw, 0);
        return length >= 0 && CopiedText.isWhole(text, raw, 0, length) ? length : NONE;
    }

    @Override
    int writePropertyKey(final EntryKey key)
    {
        return EntryKey.put(key.jsonProperty, key.jsonPropertyLength, out.array, out.position);
    }

    @Override
    int putSeparator(final int separator, final int at)
    {
        EntryKey.put(SEPARATOR.padded, SEPARATOR.length, out.array, at);
        out.array[at + SEPARATOR.length - 1] = (byte)('0' + separator);
        return at + SEPARATOR.length;
    }

    @Override
    void writeEnd(final boolean mapped)
    {
        out.ensure(TAIL + Math.max(0, remarkLength));
        put(before);
        put(opaque);
        if (remarkLength >= 0)
        {
            put(REMARK);
            System.arraycopy(remark, 0, out.array, out.position, remarkLength);
            out.position += remarkLength;
            out.array[out.position++] = '"';
        }
        put(behind);
    }
}
