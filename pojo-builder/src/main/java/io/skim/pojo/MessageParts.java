package io.skim.pojo;

import java.util.Arrays;

/**
 * What an entry of a batch and a stored message have in common.
 */
abstract class MessageParts
{
    /** As it stands in the frame; empty if there are none. */
    final String propertiesText;

    private final int flag;
    private final int bodyOffset;
    private final int bodyLength;
    private final byte[] body;

    MessageParts(final MessagePartsBuilder from)
    {
        flag = from.flag;
        propertiesText = from.propertiesText;
        bodyOffset = from.bodyOffset;
        bodyLength = from.bodyLength;
        body = from.body;
    }

    /** {@return the sender's own flag, all bits as sent} */
    public int flag()
    {
        return flag;
    }

    /** {@return where the body begins, in bytes from the start of the view that was scanned} */
    public int bodyOffset()
    {
        return bodyOffset;
    }

    /** {@return the length of the body as it stands in the frame, in bytes; 0 for none} */
    public int bodyLength()
    {
        return bodyLength;
    }

    /**
     * The body's bytes as they stand in the frame, perhaps compressed.
     *
     * @return this object's own array, not a copy; null if the builder was not told to take bodies, or there is none.
     */
    public byte[] body()
    {
        return body;
    }

    final boolean equalParts(final MessageParts other)
    {
        return flag == other.flag && bodyOffset == other.bodyOffset && bodyLength == other.bodyLength
            && propertiesText.equals(other.propertiesText) && Arrays.equals(body, other.body);
    }
}
