package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;

/**
 * Latencies, failures and rates as members of a JSON object.
 */
final class TrafficJson
{
    private static final double MICROS_PER_SECOND = 1_000_000;

    private final Traffic traffic;
    private final JsonGenerator json;

    TrafficJson(final Traffic traffic, final JsonGenerator json)
    {
        this.traffic = traffic;
        this.json = json;
    }

    void write() throws IOException
    {
        json.writeArrayFieldStart("latencyMicros");
        for (final Map.Entry<String, Distribution> entry : traffic.latencies())
        {
            json.writeStartObject();
            json.writeStringField("name", entry.getKey());
            json.writeNumberField("count", entry.getValue().count());
            percentiles(entry.getValue(), json);
            if (traffic.waiting.contains(entry.getKey()))
            {
                json.writeBooleanField("mayWait", true);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        failures();
        slowest();
        rates();
        segments();
    }

    /** Writes a distribution's members. */
    static void percentiles(final Distribution values, final JsonGenerator json) throws IOException
    {
        json.writeNumberField("min", values.least());
        json.writeNumberField("p50", values.at(50));
        json.writeNumberField("p90", values.at(90));
        json.writeNumberField("p99", values.at(99));
        json.writeNumberField("p999", values.at(99.9));
        json.writeNumberField("max", values.most());
    }

    private void failures() throws IOException
    {
        json.writeArrayFieldStart("failures");
        for (final Map.Entry<Traffic.Failure, Traffic.Failures> count : traffic.failures
            .sorted(Traffic.Failures::count))
        {
            json.writeStartObject();
            json.writeStringField("name", count.getKey().name());
            json.writeStringField("reason", count.getKey().reason());
            json.writeStringField("remark", count.getValue().remark());
            json.writeNumberField("count", count.getValue().count());
            json.writeEndObject();
        }
        if (traffic.failures.hasOthers())
        {
            json.writeStartObject();
            json.writeBooleanField("others", true);
            json.writeNumberField("count", traffic.failures.others().count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void slowest() throws IOException
    {
        json.writeArrayFieldStart("slowest");
        for (final Slowest.Answer answer : traffic.slowest.sorted())
        {
            json.writeStartObject();
            json.writeNumberField("i", answer.i());
            json.writeStringField("time", Times.text(answer.time()));
            json.writeStringField("name", answer.name());
            json.writeStringField("place", answer.place());
            json.writeStringField("connection", answer.connection());
            json.writeNumberField("latencyMicros", answer.latency());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void rates() throws IOException
    {
        json.writeArrayFieldStart("rates");
        for (int k = 0; k < traffic.timeline.intervals().size(); k++)
        {
            json.writeStartObject();
            json.writeStringField("time", Times.text(traffic.timeline.time(k)));
            json.writeNumberField("seconds", traffic.timeline.width() / MICROS_PER_SECOND);
            json.writeNumberField("frames", traffic.timeline.intervals().get(k).frames);
            json.writeNumberField("bytes", traffic.timeline.intervals().get(k).bytes);
            json.writeNumberField("errors", traffic.timeline.intervals().get(k).errors);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void segments() throws IOException
    {
        final Segments counts = traffic.segments();
        if (counts != null)
        {
            json.writeObjectFieldStart("segments");
            json.writeNumberField("count", counts.count());
            json.writeNumberField("retransmitted", counts.retransmitted());
            json.writeNumberField("bytesRetransmitted", counts.bytesRetransmitted());
            json.writeNumberField("outOfOrder", counts.outOfOrder());
            json.writeNumberField("keepAlives", counts.keepAlives());
            json.writeNumberField("gaps", counts.gaps());
            json.writeNumberField("bytesMissing", counts.bytesMissing());
            json.writeEndObject();
        }
    }
}
