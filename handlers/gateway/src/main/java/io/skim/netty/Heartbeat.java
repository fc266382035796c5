package io.skim.netty;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client tells a broker of itself. Anything unusual makes it a client that does not share a connection: that is
 * always right, and a broker may read an odd body in another way.
 *
 * @param clientId       of the client; empty if it does not share.
 * @param producerGroups its groups of producers.
 * @see "HeartbeatData and ClientManageProcessor.heartBeat, release 5.5.1"
 */
record Heartbeat(String clientId, List<String> producerGroups)
{
    /** The most groups of a client that shares a connection. */
    static final int MOST_GROUPS = 64;
    /** A longer one is not kept, in bytes. */
    private static final int MOST_LENGTH = 1 << 14;
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> PLAIN =
        Set.of("heartbeatFingerprint", "isWithoutSub", "withoutSub");
    private static final Heartbeat ALONE = new Heartbeat("", List.of());

    boolean mayShare()
    {
        return !clientId.isEmpty();
    }

    /** Reads the heartbeat in a frame. */
    static Heartbeat read(final RemotingFrame frame)
    {
        final int offset = OpaqueWriter.headerEnd(frame);
        if (frame.length() > MOST_LENGTH)
        {
            return ALONE;
        }
        final byte[] body = new byte[frame.length() - offset];
        frame.received.chunk().getBytes(frame.received.offset() + offset, body);
        return read(body);
    }

    static Heartbeat read(final byte[] body)
    {
        try (JsonParser json = JSON.createParser(body))
        {
            return read(json);
        }
        catch (final IOException malformed)
        {
            return ALONE;
        }
    }

    private static Heartbeat read(final JsonParser json) throws IOException
    {
        String id = null;
        List<String> groups = null;
        if (json.nextToken() != JsonToken.START_OBJECT)
        {
            return ALONE;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME)
        {
            final String name = json.currentName();
            final JsonToken value = json.nextToken();
            if ("clientID".equals(name) && value == JsonToken.VALUE_STRING && id == null)
            {
                id = json.getText();
            }
            else if ("producerDataSet".equals(name) && value == JsonToken.START_ARRAY && groups == null)
            {
                groups = producers(json);
            }
            else if (!isPlain(json, name, value))
            {
                return ALONE;
            }
        }
        return id == null || id.isEmpty() || groups == null || json.nextToken() != null ? ALONE
            : new Heartbeat(id, groups);
    }

    /** Whether a member makes no consumer of the client: an empty set of consumers, or a number or truth value. */
    private static boolean isPlain(final JsonParser json, final String name, final JsonToken value) throws IOException
    {
        return "consumerDataSet".equals(name)
            ? value == JsonToken.START_ARRAY && json.nextToken() == JsonToken.END_ARRAY
            : PLAIN.contains(name) && value.isScalarValue();
    }

    /** The groups; null if there is anything unusual among them. */
    private static @Nullable List<String> producers(final JsonParser json) throws IOException
    {
        final List<String> groups = new ArrayList<>(2);
        while (json.nextToken() == JsonToken.START_OBJECT)
        {
            if (json.nextToken() != JsonToken.FIELD_NAME || !"groupName".equals(json.currentName())
                || json.nextToken() != JsonToken.VALUE_STRING || groups.size() == MOST_GROUPS)
            {
                return null;
            }
            groups.add(json.getText());
            if (json.nextToken() != JsonToken.END_OBJECT)
            {
                return null;
            }
        }
        return json.currentToken() == JsonToken.END_ARRAY ? groups : null;
    }
}
