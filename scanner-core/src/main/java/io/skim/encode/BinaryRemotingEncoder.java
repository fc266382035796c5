package io.skim.encode;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.Characters;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames with binary headers (serialize type 1). Codes and versions have 16 bits. The encoder refuses a missing language,
 * and empty text, which the reference reads as null.
 *
 * @see "RocketMQSerializable.rocketMQProtocolEncode, release 5.5.1"
 */
public final class BinaryRemotingEncoder extends RemotingEncoder
{
    /** Where the ext fields begin, as a length from the frame's start. */
    private int mapStart;

    /** Makes an encoder with the default limits. */
    public BinaryRemotingEncoder()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes an encoder.
     *
     * @param limits of the frames to write.
     */
    public BinaryRemotingEncoder(final Limits limits)
    {
        super(false, limits);
    }

    @Override
    void writeFixed(final int code, final @Nullable RemotingLanguage language, final int version, final int opaque,
        final int flag)
    {
        if (code != (short)code || version != (short)version)
        {
            out.refuse(EncodeRefusal.NUMBER_TOO_GREAT);
            return;
        }
        if (language == null)
        {
            out.refuse(EncodeRefusal.LANGUAGE_MISSING);
            return;
        }
        out.ensure(BinaryHeader.MAP + SLACK);
        final byte[] array = out.array;
        final int at = out.start;
        // Two words for what is two, one, two, four and four bytes long; the remark has no length yet.
        Words.putLong(array, at + BinaryHeader.CODE, (long)code << 48 | (long)language.ordinal() << 40
            | (version & 0xFFFFL) << 24 | opaque >>> Byte.SIZE);
        Words.putLong(array, at + BinaryHeader.CODE + Long.BYTES, (long)opaque << 56 | (flag & 0xFFFF_FFFFL) << 24);
        array[at + BinaryHeader.REMARK - 1] = 0;
        out.position = at + BinaryHeader.REMARK;
    }

    @Override
    void openRemark()
    {
        // Its length, before the position, is there and 0.
    }

    @Override
    void closeRemark(final int at, final int end)
    {
        closeEntry(at, end);
    }

    /** Fills in the length before a text. */
    @Override
    void closeEntry(final int at, final int end)
    {
        if (end == at)
        {
            out.refuse(EncodeRefusal.EMPTY_TEXT);
            return;
        }
        Words.putInt(out.array, at - Integer.BYTES, end - at);
        out.position = end;
    }

    @Override
    void writeMapBegin()
    {
        out.position += Integer.BYTES;
        mapStart = out.length();
    }

    @Override
    void writeMapEnd()
    {
        Words.putInt(out.array, out.start + mapStart - Integer.BYTES, out.length() - mapStart);
    }

    @Override
    boolean putPlain(final String value, final byte[] array, final int at)
    {
        return Characters.putAscii(value, array, at);
    }

    @Override
    boolean putPlain(final byte[] utf8, final int offset, final int length, final byte[] array, final int at)
    {
        return Utf8.putAscii(utf8, offset, length, array, at);
    }

    @Override
    int writeName(final Cursor key, final int at)
    {
        final int from = at + Short.BYTES;
        final int end = key.isNull() ? from : write(key, from);
        if (end < 0 || end == from && !key.isNull() || !isName(end - from))
        {
            out.refuse(end < 0 ? EncodeRefusal.INVALID_TEXT : EncodeRefusal.EMPTY_NAME);
            return NONE;
        }
        Words.putShort(out.array, at, end - from);
        return end + Integer.BYTES;
    }

    @Override
    void closeNull(final int at)
    {
        Words.putInt(out.array, at - Integer.BYTES, 0);
        out.position = at;
    }

    @Override
    int write(final CharSequence text, final int at)
    {
        return Characters.put(text, out.array, at);
    }

    @Override
    int write(final byte[] utf8, final int offset, final int length, final int at)
    {
        System.arraycopy(utf8, offset, out.array, at, length);
        return Utf8.firstInvalid(utf8, offset, offset + length) < 0 ? at + length : NONE;
    }

    @Override
    int write(final Cursor text, final int at)
    {
        final int length = text.copyTo(out.array, at);
        return length >= 0 && CopiedText.isWhole(text, out.array, at, at + length) ? at + length : NONE;
    }

    @Override
    int writeSound(final Cursor text, final int at)
    {
        final int end = write(text, at);
        return end < 0 || isSound(out.array, at, end) ? end : at;
    }

    @Override
    void writeEnd(final boolean mapped)
    {
        if (!mapped)
        {
            out.ensure(Integer.BYTES);
            Words.putInt(out.array, out.position, 0);
            out.position += Integer.BYTES;
        }
    }
}
