package io.skim.pojo;

import java.util.Arrays;
import java.util.Map;

/**
 * An entry of a batch as an object: what RocketMQ's {@code MessageDecoder.decodeMessage} reads in it. Immutable but for its
 * body; holds nothing of the frame it was built from.
 *
 * @see "Message, release 5.5.1"
 */
public final class BatchEntry
{
    private final int flag;
    private final String propertiesText;
    private final int bodyOffset;
    private final int bodyLength;
    private final byte[] body;

    BatchEntry(final BatchEntryBuilder from)
    {
        flag = from.flag;
        propertiesText = from.propertiesText;
        bodyOffset = from.bodyOffset;
        bodyLength = from.bodyLength;
        body = from.body;
    }

    /**
     * The sender's own flag.
     *
     * @return all bits as sent.
     */
    public int flag()
    {
        return flag;
    }

    /**
     * The message properties. Parsed and allocated at every call.
     *
     * @return an unmodifiable map, in the order of the wire; empty if there are none.
     */
    public Map<String, String> properties()
    {
        return propertiesText.isEmpty() ? HeaderMap.EMPTY : MessageProperties.parse(propertiesText);
    }

    /**
     * Where the body begins.
     *
     * @return in bytes from the start of the view that was scanned.
     */
    public int bodyOffset()
    {
        return bodyOffset;
    }

    /**
     * How long the body is.
     *
     * @return in bytes; 0 for none.
     */
    public int bodyLength()
    {
        return bodyLength;
    }

    /**
     * The body's bytes.
     *
     * @return this entry's own array, not a copy; null if the builder was not told to take bodies, or there is none.
     */
    public byte[] body()
    {
        return body;
    }

    @Override
    public boolean equals(final Object other)
    {
        if (this == other)
        {
            return true;
        }
        if (!(other instanceof BatchEntry))
        {
            return false;
        }
        final BatchEntry entry = (BatchEntry)other;
        return flag == entry.flag && bodyOffset == entry.bodyOffset && bodyLength == entry.bodyLength && propertiesText
            .equals(entry.propertiesText) && Arrays.equals(body, entry.body);
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * flag + bodyLength) + propertiesText.hashCode();
    }

    @Override
    public String toString()
    {
        return "BatchEntry[flag=" + flag + ", properties=" + properties() + ", bodyOffset=" + bodyOffset
            + ", bodyLength=" + bodyLength + "]";
    }
}
