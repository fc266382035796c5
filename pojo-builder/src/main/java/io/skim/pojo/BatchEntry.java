package io.skim.pojo;

import io.skim.pojo.text.LogLine;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a batch as an object, with the values that RocketMQ's {@code MessageDecoder.decodeMessage} reads. Immutable except
 * its body. Keeps no reference to the frame.
 *
 * @param flag           the sender's own, all bits as sent.
 * @param propertiesText the message properties as they stand in the frame; empty if there are none.
 * @param bodyOffset     where the body begins, in bytes from the start of the view that was scanned.
 * @param bodyLength     of the body as it stands in the frame, in bytes; 0 for none.
 * @param body           its bytes as they stand in the frame, perhaps compressed; this object's own array, not a copy. Null if
 *                       the builder was not told to take bodies, or there is none.
 * @see "Message, release 5.5.1"
 */
public record BatchEntry(int flag, String propertiesText, int bodyOffset, int bodyLength, byte @Nullable [] body)
{
    /**
     * The message properties. Parsed and allocated at every call.
     *
     * @return an unmodifiable map, in the order of the wire; empty if there are none.
     */
    public Map<String, String> properties()
    {
        return MessageProperties.parse(propertiesText);
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof BatchEntry entry && flag == entry.flag && bodyOffset == entry.bodyOffset
            && bodyLength == entry.bodyLength && propertiesText.equals(entry.propertiesText)
            && Arrays.equals(body, entry.body);
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * flag + bodyLength) + propertiesText.hashCode();
    }

    @Override
    public String toString()
    {
        return LogLine.of("BatchEntry[flag=" + flag + ", properties=" + properties() + ", bodyOffset=" + bodyOffset
            + ", bodyLength=" + bodyLength + "]");
    }
}
