package io.skim.pojo;

import java.util.Map;

/**
 * An entry of a batch as an object, with the values that RocketMQ's {@code MessageDecoder.decodeMessage} reads. Immutable except
 * its body. Keeps no reference to the frame.
 *
 * @see "Message, release 5.5.1"
 */
public final class BatchEntry extends MessageParts
{
    BatchEntry(final BatchEntryBuilder from)
    {
        super(from);
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

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof BatchEntry entry && equalParts(entry);
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * flag() + bodyLength()) + propertiesText.hashCode();
    }

    @Override
    public String toString()
    {
        return "BatchEntry[flag=" + flag() + ", properties=" + properties() + ", bodyOffset=" + bodyOffset()
            + ", bodyLength=" + bodyLength() + "]";
    }
}
