package io.skim.encode;

import io.skim.bytes.Decimals;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.nio.charset.StandardCharsets;

/**
 * Writes frames with JSON headers (serialize type 0), as the Java client of release 5.5 does, byte by byte: one compact
 * object, its members in alphabetical order, its ext fields in the order of the calls.
 *
 * @see "RemotingSerializable.encode, release 5.5.1; RFC 8259"
 */
public final class JsonRemotingEncoder extends RemotingEncoder
{
    private static final int SERIALIZE_TYPE = 0;
    private static final byte[] CODE = ascii("{\"code\":");
    private static final byte[] EXT_FIELDS = ascii(",\"extFields\":{");
    private static final byte[] FLAG = ascii(",\"flag\":");
    private static final byte[] OPAQUE = ascii(",\"opaque\":");
    private static final byte[] REMARK = ascii(",\"remark\":\"");
    private static final byte[] VERSION = ascii(",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":");
    private static final byte[] NULL = ascii("null");
    private static final byte[] SEPARATOR = ascii("\\u0000");
    private static final byte[][] LANGUAGES = languages();
    private static final int FIRST_LENGTH = 256;
    /** More than the members behind the ext fields take, without the remark. */
    private static final int TAIL = 256;

    private RemotingLanguage language;
    private int version;
    private int opaque;
    private int flag;
    /** The remark, escaped, which stands behind the ext fields but is told before them; -1 for none. */
    private byte[] remark = new byte[FIRST_LENGTH];
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
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[][] languages()
    {
        final RemotingLanguage[] all = RemotingLanguage.values();
        final byte[][] members = new byte[all.length][];
        for (int i = 0; i < all.length; i++)
        {
            members[i] = ascii(",\"language\":\"" + all[i].name() + '"');
        }
        return members;
    }

    private void put(final byte[] bytes)
    {
        System.arraycopy(bytes, 0, out.array, out.position, bytes.length);
        out.position += bytes.length;
    }

    private void put(final int number)
    {
        out.position = Decimals.put(number, out.array, out.position);
    }

    @Override
    void writeFixed(final int code, final RemotingLanguage language, final int version, final int opaque,
        final int flag)
    {
        this.language = language;
        this.version = version;
        this.opaque = opaque;
        this.flag = flag;
        remarkLength = -1;
        out.ensure(PREFIX + CODE.length + Decimals.LONGEST);
        out.position = out.start + PREFIX;
        put(CODE);
        put(code);
    }

    @Override
    void endRemark(final int end)
    {
        remarkLength = end - out.position;
        remark = room(remark, remarkLength);
        System.arraycopy(out.array, out.position, remark, 0, remarkLength);
    }

    private static byte[] room(final byte[] array, final int length)
    {
        return length <= array.length ? array : new byte[Math.max(2 * array.length, length)];
    }

    @Override
    void writeMapBegin()
    {
        put(EXT_FIELDS);
    }

    @Override
    void writeMapEnd()
    {
        out.array[out.position++] = '}';
    }

    @Override
    void writeKey(final EntryKey key)
    {
        if (key.isAmbiguous)
        {
            refuse(EncodeRefusal.AMBIGUOUS_NAME);
            return;
        }
        final int at = entries == 1 ? out.position - 1 : out.position;
        out.position = EntryKey.put(key.json, key.jsonLength, out.array, at);
        if (entries == 1)
        {
            // The brace stood where the others have their comma.
            out.array[at] = '{';
        }
    }

    @Override
    void beginKey()
    {
        if (entries > 1)
        {
            out.array[out.position++] = ',';
        }
        out.array[out.position++] = '"';
    }

    @Override
    void endKey(final int end)
    {
        out.array[end] = '"';
        out.array[end + 1] = ':';
        out.array[end + 2] = '"';
        out.position = end + 3;
    }

    @Override
    void endValue(final int end)
    {
        out.array[end] = '"';
        out.position = end + 1;
    }

    @Override
    void endNull()
    {
        // In place of the quote that opens a value.
        out.position--;
        put(NULL);
    }

    @Override
    void writePropertyKey(final EntryKey key)
    {
        out.position = EntryKey.put(key.jsonProperty, key.jsonPropertyLength, out.array, out.position);
    }

    @Override
    int putSeparator(final int separator, final int at)
    {
        System.arraycopy(SEPARATOR, 0, out.array, at, SEPARATOR.length);
        out.array[at + SEPARATOR.length - 1] = (byte)('0' + separator);
        return at + SEPARATOR.length;
    }

    @Override
    int escape(final int end)
    {
        final int special = JsonStrings.firstSpecial(out.array, out.position, end);
        if (special == end)
        {
            return end;
        }
        final int length = end - special;
        raw = room(raw, length);
        System.arraycopy(out.array, special, raw, 0, length);
        return JsonStrings.put(raw, 0, length, out.array, special);
    }

    @Override
    void writeEnd(final boolean mapped)
    {
        out.ensure(TAIL + Math.max(0, remarkLength));
        put(FLAG);
        put(flag);
        if (language != null)
        {
            put(LANGUAGES[language.ordinal()]);
        }
        put(OPAQUE);
        put(opaque);
        if (remarkLength >= 0)
        {
            put(REMARK);
            System.arraycopy(remark, 0, out.array, out.position, remarkLength);
            out.position += remarkLength;
            out.array[out.position++] = '"';
        }
        put(VERSION);
        put(version);
        out.array[out.position++] = '}';
    }
}
