package io.skim.gateway.rules;

import io.skim.netty.PendingRequests;
import io.skim.netty.RemotingExchange;
import java.nio.charset.StandardCharsets;

/** What rules ask about the request that a response belongs to. One for each event loop, filled for each response. */
public final class RequestFacts
{
    /** The age of a request that is not known. */
    static final long NO_AGE = -1;

    private final byte[] topic = new byte[PendingRequests.MOST_NAME];
    private int topicLength;
    private int code = RemotingExchange.UNKNOWN;
    private long age = NO_AGE;

    /** Makes the facts of a request that is not known. */
    public RequestFacts()
    {
    }

    /**
     * Takes what is known of the request of a response.
     *
     * @param exchange whose frame is a response.
     */
    public void take(final RemotingExchange exchange)
    {
        take(exchange.requestCode(), exchange.requestAge());
        topicLength = exchange.copyKeptName(topic);
    }

    /** Takes a request without a topic. */
    void take(final int ofCode, final long nanos)
    {
        code = ofCode;
        age = nanos;
        topicLength = 0;
    }

    /** Takes a topic. */
    void topic(final byte[] utf8)
    {
        System.arraycopy(utf8, 0, topic, 0, utf8.length);
        topicLength = utf8.length;
    }

    /** {@return its code; {@link RemotingExchange#UNKNOWN} if it is not known} */
    public int code()
    {
        return code;
    }

    /** {@return the time from the request to the response, in nanoseconds; -1 if it is not known} */
    public long age()
    {
        return age;
    }

    byte[] topicBytes()
    {
        return topic;
    }

    int topicLength()
    {
        return topicLength;
    }

    /** {@return the topic that its header named, if a rule asks for topics; empty if it is not known. Allocates} */
    public String topic()
    {
        return new String(topic, 0, topicLength, StandardCharsets.UTF_8);
    }
}
