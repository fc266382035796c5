package io.skim.scan.testing;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.message.Message;

/**
 * Messages as Proton-J reads them with its own types, in the version of the class path; {@link ProtonVersions} loads
 * this class with another one.
 */
public final class ProtonMessages implements Function<byte[], Map<String, Object>>
{
    /** Makes a reader. */
    public ProtonMessages()
    {
    }

    /**
     * Whether Proton-J makes sections of all of some bytes. Its messages stop at the first footer, or what is none of
     * the sections that they look for, and leave the rest alone.
     *
     * @param bytes of a message, or of none.
     * @return false if it refuses them, or makes something else of them.
     */
    public static boolean takesAll(final byte[] bytes)
    {
        final DecoderImpl decoder = new DecoderImpl();
        AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
        final ByteBuffer left = ByteBuffer.wrap(bytes);
        decoder.setByteBuffer(left);
        boolean sections = true;
        try
        {
            while (left.hasRemaining())
            {
                sections &= decoder.readObject() instanceof Section;
            }
        }
        catch (final RuntimeException e)
        {
            // Of any type: refused.
            return false;
        }
        return sections;
    }

    @Override
    public Map<String, Object> apply(final byte[] bytes)
    {
        final Message message = Message.Factory.create();
        message.decode(ReadableBuffer.ByteBufferReader.wrap(bytes));
        final Map<String, Object> found = new HashMap<>();
        putHeader(found, message.getHeader());
        putProperties(found, message.getProperties());
        if (message.getApplicationProperties() != null)
        {
            message.getApplicationProperties().getValue().forEach((key, value) -> found.put("property " + key, value));
        }
        return found;
    }

    private static void putHeader(final Map<String, Object> found, final Header header)
    {
        if (header != null)
        {
            found.put("header.durable", header.getDurable());
            found.put("header.priority", header.getPriority());
            found.put("header.ttl", header.getTtl());
            found.put("header.first-acquirer", header.getFirstAcquirer());
            found.put("header.delivery-count", header.getDeliveryCount());
        }
    }

    private static void putProperties(final Map<String, Object> found, final Properties properties)
    {
        if (properties != null)
        {
            found.put("properties.to", properties.getTo());
            found.put("properties.subject", properties.getSubject());
            found.put("properties.reply-to", properties.getReplyTo());
            found.put("properties.content-type", properties.getContentType());
            found.put("properties.content-encoding", properties.getContentEncoding());
            found.put("properties.creation-time", properties.getCreationTime() == null ? null : properties
                .getCreationTime().getTime());
            found.put("properties.group-id", properties.getGroupId());
            found.put("properties.group-sequence", properties.getGroupSequence());
            found.put("properties.reply-to-group-id", properties.getReplyToGroupId());
        }
    }
}
