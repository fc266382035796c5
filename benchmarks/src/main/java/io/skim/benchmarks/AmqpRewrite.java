package io.skim.benchmarks;

import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.message.Message;

/**
 * A contender that changes the time to live, the delivery count and one annotation of each message, and can show the
 * message it made last.
 */
interface AmqpRewrite extends Contender
{
    /** In milliseconds, for all messages. */
    long TTL = 30_000;
    /** For all messages. */
    long DELIVERY_COUNT = 3;
    /** Of the message annotations; in none of the messages. */
    String ANNOTATION = "x-opt-trace";
    /** Its value. */
    String VALUE = "4bf92f3577b34da6a3ce929d0e0e4736";

    /** The whole message. */
    byte[] output();

    /**
     * Lets a contender go round its messages, and compares what it makes of each with what it should, as proton-j reads
     * it.
     *
     * @param contender that has not begun.
     * @param messages  as they were.
     * @throws IllegalStateException if a message is not what it should be.
     */
    static void check(final AmqpRewrite contender, final byte[][] messages) throws Exception
    {
        for (int i = 0; i < 2 * messages.length; i++)
        {
            contender.next();
            final Message expected = decode(messages[i % messages.length]);
            edit(expected);
            final Message is = decode(contender.output());
            if (!text(is).equals(text(expected)))
            {
                throw new IllegalStateException(contender.getClass().getSimpleName() + " made " + text(is)
                    + " of message " + i + " and not " + text(expected));
            }
        }
    }

    private static Message decode(final byte[] message)
    {
        final Message decoded = Message.Factory.create();
        decoded.decode(message, 0, message.length);
        return decoded;
    }

    private static void edit(final Message message)
    {
        if (message.getHeader() == null)
        {
            message.setHeader(new Header());
        }
        message.getHeader().setTtl(UnsignedInteger.valueOf(TTL));
        message.getHeader().setDeliveryCount(UnsignedInteger.valueOf(DELIVERY_COUNT));
        final Map<Symbol, Object> annotations = new HashMap<>();
        if (message.getMessageAnnotations() != null && message.getMessageAnnotations().getValue() != null)
        {
            annotations.putAll(message.getMessageAnnotations().getValue());
        }
        annotations.put(Symbol.valueOf(ANNOTATION), VALUE);
        message.setMessageAnnotations(new MessageAnnotations(annotations));
    }

    /** What is not set is what the standard says. */
    private static String header(final Header it)
    {
        return Boolean.TRUE.equals(it.getDurable()) + " " + it.getPriority() + ' ' + it.getTtl() + ' ' + Boolean.TRUE
            .equals(it.getFirstAcquirer()) + ' ' + it.getDeliveryCount();
    }

    /** protonj2 reads a timestamp as a Long, and so writes it as a long: what it rewrites is not quite the same. */
    private static Map<Object, Object> map(final Map<?, Object> values)
    {
        final Map<Object, Object> map = new HashMap<>(values);
        map.replaceAll((key, value) -> value instanceof Date date ? (Long)date.getTime() : value);
        return map;
    }

    private static String text(final Message it)
    {
        final Map<?, Object> properties = it.getApplicationProperties() == null ? Map.of() : it
            .getApplicationProperties().getValue();
        return header(it.getHeader()) + ' ' + it.getDeliveryAnnotations() + ' ' + map(it.getMessageAnnotations()
            .getValue()) + ' ' + it.getProperties() + ' ' + map(properties) + ' ' + String.valueOf(it.getBody())
                .hashCode()
            + ' ' + it.getFooter();
    }
}
