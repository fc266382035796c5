package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.command.FrameStatistics.Code;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statistics as members of a JSON object.
 */
final class StatisticsJson
{
    private static final int MOST_LINKS = 1_024;

    private final JsonGenerator json;

    StatisticsJson(final JsonGenerator json)
    {
        this.json = json;
    }

    void write(final FrameStatistics statistics) throws IOException
    {
        totals(statistics.frames, statistics.bytes, statistics.malformed);
        write("roles", statistics.roles, role -> json.writeStringField("role", role.title()));
        write("codes", statistics.codes, (final Code code) -> {
            json.writeNumberField("code", code.code());
            json.writeStringField("name", CodeNames.of(code.code(), code.response()));
            json.writeBooleanField("response", code.response());
        });
        write("serializeTypes", statistics.serializeTypes, type -> json.writeStringField("serializeType", type));
        write("languages", statistics.languages, language -> json.writeStringField("language", language));
        write("headerLength", statistics.headerLengths);
        write("bodyLength", statistics.bodyLengths);
        write("topics", statistics.topics, topic -> json.writeStringField("topic", topic));
        write("clients", statistics.clients, (final FrameStatistics.Client client) -> {
            json.writeStringField("address", client.address());
            json.writeStringField("language", client.language());
            json.writeNumberField("version", client.version());
            json.writeStringField("release", Release.name(client.version()));
        });
        waiting("unanswered", statistics);
        unanswered(statistics);
        lag(statistics.lag);
        new TrafficJson(statistics.traffic, json).write();
    }

    void write(final AmqpStatistics statistics) throws IOException
    {
        totals(statistics.frames, statistics.bytes, statistics.malformed);
        write("performatives", statistics.performatives, name -> json.writeStringField("performative", name));
        write("links", statistics.links, address -> json.writeStringField("link", address));
        write("outcomes", statistics.outcomes, outcome -> json.writeStringField("outcome", outcome));
        waiting("unsettled", statistics);
        withoutCredit(statistics.withoutCredit());
        new TrafficJson(statistics.traffic, json).write();
    }

    private void withoutCredit(final List<AmqpLinks.Stuck> links) throws IOException
    {
        json.writeArrayFieldStart("withoutCredit");
        for (final AmqpLinks.Stuck link : links.subList(0, Math.min(links.size(), MOST_LINKS)))
        {
            json.writeStartObject();
            json.writeStringField("name", link.name());
            json.writeStringField("address", link.address());
            json.writeStringField("connection", link.connection());
            json.writeStringField("since", Times.text(link.since()));
            json.writeNumberField("deliveries", link.deliveries());
            if (link.available() >= 0)
            {
                json.writeNumberField("available", link.available());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (links.size() > MOST_LINKS)
        {
            json.writeNumberField("withoutCreditMore", links.size() - MOST_LINKS);
        }
    }

    void write(final StoreStatistics statistics) throws IOException
    {
        final StoreStatistics.Counts all = statistics.all();
        json.writeNumberField("messages", all.messages);
        json.writeNumberField("records", all.records);
        json.writeNumberField("bytes", all.bytes);
        json.writeNumberField("malformed", statistics.damaged());
        json.writeNumberField("passedOver", statistics.passedOver());
        if (all.messages > 0)
        {
            json.writeNumberField("firstStoreTimestamp", all.firstStored);
            json.writeNumberField("lastStoreTimestamp", all.lastStored);
        }
        write("kinds", all.kinds, kind -> json.writeStringField("kind", kind));
        write("bodyLength", all.bodyLengths);
        write("propertiesLength", all.propertiesLengths);
        write("topics", all.topics, topic -> json.writeStringField("topic", topic));
    }

    private void unanswered(final FrameStatistics statistics) throws IOException
    {
        json.writeArrayFieldStart("unansweredRequests");
        for (final Map.Entry<String, Unanswered> name : statistics.unanswered())
        {
            final SentRequest first = name.getValue().first();
            json.writeStartObject();
            json.writeStringField("name", name.getKey());
            json.writeNumberField("count", name.getValue().count());
            json.writeNumberField("i", first.i());
            json.writeStringField("time", Times.isKnown(first.time()) ? Times.text(first.time()) : null);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void lag(final ConsumerLag lag) throws IOException
    {
        json.writeArrayFieldStart("lag");
        for (final ConsumedQueue queue : lag.sorted())
        {
            json.writeStartObject();
            json.writeStringField("group", queue.group());
            json.writeStringField("topic", queue.topic());
            json.writeStringField("broker", queue.broker());
            json.writeNumberField("queueId", queue.queueId());
            known("queueOffset", queue.asked());
            known("commitOffset", queue.committed());
            if (queue.hasLag())
            {
                json.writeNumberField("nextBeginOffset", queue.next());
                json.writeNumberField("maxOffset", queue.max());
                json.writeNumberField("lag", queue.lag());
                json.writeNumberField("i", queue.i());
                json.writeStringField("time", Times.isKnown(queue.time()) ? Times.text(queue.time()) : null);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (lag.forgotten() > 0)
        {
            json.writeNumberField("lagForgotten", lag.forgotten());
        }
    }

    private void known(final String name, final long offset) throws IOException
    {
        if (offset >= 0)
        {
            json.writeNumberField(name, offset);
        }
    }

    private void waiting(final String name, final TrafficStatistics statistics) throws IOException
    {
        json.writeNumberField(name, statistics.waiting());
        if (statistics.forgotten() > 0)
        {
            json.writeNumberField("forgotten", statistics.forgotten());
        }
    }

    private void totals(final long frames, final long bytes, final long malformed) throws IOException
    {
        json.writeNumberField("frames", frames);
        json.writeNumberField("bytes", bytes);
        json.writeNumberField("malformed", malformed);
    }

    /** Writes what a count is of. */
    private interface KeyWriter<K extends @Nullable Object>
    {
        void write(K key) throws IOException;
    }

    private <K extends @Nullable Object> void write(final String name, final Tally<K, Volume> tally,
        final KeyWriter<K> key)
        throws IOException
    {
        json.writeArrayFieldStart(name);
        for (final Map.Entry<K, Volume> count : tally.sorted(Volume::frames))
        {
            json.writeStartObject();
            key.write(count.getKey());
            write(count.getValue());
        }
        if (tally.hasOthers())
        {
            json.writeStartObject();
            json.writeBooleanField("others", true);
            write(tally.others());
        }
        json.writeEndArray();
    }

    private void write(final Volume volume) throws IOException
    {
        json.writeNumberField("frames", volume.frames());
        json.writeNumberField("bytes", volume.bytes());
        json.writeEndObject();
    }

    private void write(final String name, final Distribution lengths) throws IOException
    {
        json.writeObjectFieldStart(name);
        TrafficJson.percentiles(lengths, json);
        json.writeEndObject();
    }
}
