package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Words;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;

/**
 * Writes frames with binary headers (serialize type 1). Codes and versions have 16 bits here, a language must be named,
 * and empty text, which the reference reads as null, is refused.
 *
 * @see "RocketMQSerializable.rocketMQProtocolEncode, release 5.5.1"
 */
public final class BinaryRemotingEncoder extends RemotingEncoder
{
    private static final int SERIALIZE_TYPE = 1;
    private static final int FIXED = 21;

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
     * @param limits of the frames that are written.
     */
    public BinaryRemotingEncoder(final Limits limits)
    {
        super(SERIALIZE_TYPE, Characters.LONGEST, 1, limits);
    }

    @Override
    void writeFixed(final int code, final RemotingLanguage language, final int version, final int opaque,
        final int flag)
    {
        if (code != (short)code || version != (short)version)
        {
            refuse(EncodeRefusal.NUMBER_TOO_GREAT);
            return;
        }
        if (language == null)
        {
            refuse(EncodeRefusal.LANGUAGE_MISSING);
            return;
        }
        out.ensure(PREFIX + FIXED + SLACK);
        final byte[] array = out.array;
        final int at = out.start + PREFIX;
        Words.putShort(array, at, code);
        array[at + 2] = (byte)language.ordinal();
        Words.putShort(array, at + 3, version);
        Words.putInt(array, at + 5, opaque);
        Words.putInt(array, at + 9, flag);
        Words.putInt(array, at + 13, 0);
        out.position = at + FIXED - Integer.BYTES;
    }

    @Override
    void endRemark(final int end)
    {
        endText(end);
    }

    /** Fills in the length before a text, which began at the position. */
    private void endText(final int end)
    {
        final int length = end - out.position;
        if (length == 0)
        {
            refuse(EncodeRefusal.EMPTY_TEXT);
        }
        else
        {
            Words.putInt(out.array, out.position - Integer.BYTES, length);
            out.position = end;
        }
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
    void writeKey(final EntryKey key)
    {
        out.position = EntryKey.put(key.binary, key.binaryLength, out.array, out.position) + Integer.BYTES;
    }

    @Override
    void beginKey()
    {
        out.position += Short.BYTES;
    }

    @Override
    void endKey(final int end)
    {
        Words.putShort(out.array, out.position - Short.BYTES, end - out.position);
        out.position = end + Integer.BYTES;
    }

    @Override
    void endValue(final int end)
    {
        endText(end);
    }

    @Override
    void endNull()
    {
        Words.putInt(out.array, out.position - Integer.BYTES, 0);
    }

    @Override
    void writePropertyKey(final EntryKey key)
    {
        out.position = EntryKey.put(key.property, key.propertyLength, out.array, out.position);
    }

    @Override
    int putSeparator(final int separator, final int at)
    {
        out.array[at] = (byte)separator;
        return at + 1;
    }

    @Override
    int escape(final int end)
    {
        return end;
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
