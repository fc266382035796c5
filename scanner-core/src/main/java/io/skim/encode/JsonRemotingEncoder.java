package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames with JSON headers (serialize type 0), as the Java client of release 5.5 does, byte by byte: one compact
 * object, its members in alphabetical order, its ext fields in the order of the calls.
 *
 * @see "RemotingSerializable.encode, release 5.5.1; RFC 8259"
 */
public final class JsonRemotingEncoder extends RemotingEncoder
{
    private static final Padded CODE = padded("{\"code\":");
    private static final Padded EXT_FIELDS = padded(",\"extFields\":");
    private static final Padded FLAG = padded(",\"flag\":");
    private static final Padded OPAQUE = padded(",\"opaque\":");
    private static final Padded REMARK = padded(",\"remark\":\"");
    private static final Padded VERSION = padded(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":");
    private static final Padded NULL = padded("null");
    private static final Padded END = padded("}");
    /** From the language to the opaque's name. */
    private static final Padded[] LANGUAGES = languages();
    private static final int FIRST_LENGTH = 256;
    /** More than the members behind the ext fields take, without the remark. */
    private static final int TAIL = 256;
    private static final int UNTOUCHED = -1;
    private static final int BROKEN_OFF = -2;

    /** From the code to the ext fields, from the flag to the opaque's name, and behind the remark, as they were last. */
    private final Padded head = padded("");
    private final Padded before = padded("");
    private final Padded behind = padded("");
    private int code;
    private int flag;
    private @Nullable RemotingLanguage language;
    private int version;
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
        super(true, limits);
        head.join(CODE, 0, EXT_FIELDS);
        before.join(FLAG, 0, OPAQUE);
        behind.join(VERSION, 0, END);
    }

    private static Padded padded(final String text)
    {
        return new Padded(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Padded[] languages()
    {
        final RemotingLanguage[] all = RemotingLanguage.values();
        final Padded[] members = new Padded[all.length];
        for (int i = 0; i < all.length; i++)
        {
            members[i] = padded(",\"language\":\"" + all[i].name() + "\",\"opaque\":");
        }
        return members;
    }

    private void put(final Padded piece)
    {
        out.position = piece.put(out.array, out.position);
    }

    @Override
    void writeFixed(final int code, final @Nullable RemotingLanguage language, final int version, final int opaque,
        final int flag)
    {
        this.opaque = opaque;
        remarkLength = UNTOUCHED;
        if (flag != this.flag || language != this.language)
        {
            this.flag = flag;
            this.language = language;
            before.join(FLAG, flag, language == null ? OPAQUE : LANGUAGES[language.ordinal()]);
        }
        if (version != this.version)
        {
            this.version = version;
            behind.join(VERSION, version, END);
        }
        if (code != this.code)
        {
            this.code = code;
            head.join(CODE, code, EXT_FIELDS);
        }
        // So much that the array stays while nothing but the map's beginning is written behind this.
        out.ensure(PREFIX + 2 * SLACK);
        out.position = out.start + PREFIX;
        put(head);
        out.position -= EXT_FIELDS.length();
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
            out.position += EXT_FIELDS.length();
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
        if (out.length() == mapStart)
        {
            out.position++;
        }
        out.array[out.position++] = '}';
    }

    @Override
    boolean putPlain(final String value, final byte[] array, final int at)
    {
        return Characters.putPlainJson(value, array, at);
    }

    @Override
    boolean putPlain(final byte[] utf8, final int offset, final int length, final byte[] array, final int at)
    {
        return JsonStrings.putPlain(utf8, offset, length, array, at);
    }

    @Override
    int writeName(final Cursor key, final int at)
    {
        final int length = key.isNull() ? NONE : copy(key);
        if (length < 0 || EntryKey.isAmbiguous(raw, 0, length))
        {
            out.refuse(key.isNull() ? EncodeRefusal.EMPTY_NAME : length < 0 ? EncodeRefusal.INVALID_TEXT
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
    void writeEnd(final boolean mapped)
    {
        out.ensure(TAIL + Math.max(0, remarkLength));
        put(before);
        out.position = Decimals.put(opaque, out.array, out.position);
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
