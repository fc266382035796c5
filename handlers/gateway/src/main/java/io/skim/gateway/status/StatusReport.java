package io.skim.gateway.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.util.NetUtil;
import io.skim.gateway.connection.Connection;
import io.skim.gateway.connection.Connections;
import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.Endpoint;
import io.skim.gateway.metrics.FrameAction;
import io.skim.gateway.metrics.GatewayMetrics;
import io.skim.gateway.metrics.Latency;
import io.skim.gateway.metrics.ReasonLabels;
import io.skim.gateway.metrics.Refusal;
import io.skim.gateway.metrics.TimeoutKind;
import io.skim.scan.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Writes {@code /status.json}. Its members are listed in docs/gateway-operations.md. */
final class StatusReport
{
    static final int MOST_CONNECTIONS = 100;
    private static final JsonFactory JSON = new JsonFactory();

    private final StatusSource source;
    private final GatewayMetrics metrics;
    private final Connections connections;
    private final History history;

    StatusReport(final StatusSource source, final GatewayMetrics metrics, final Connections connections,
        final History history)
    {
        this.source = source;
        this.metrics = metrics;
        this.connections = connections;
        this.history = history;
    }

    byte[] toJson() throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream(8192);
        try (JsonGenerator json = JSON.createGenerator(out))
        {
            json.writeStartObject();
            gateway(json);
            rates(json);
            endpoints(json);
            latencies(json);
            rules(json);
            problems(json);
            connections(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private void gateway(final JsonGenerator json) throws IOException
    {
        final List<StatusSource.Check> checks = source.checks();
        json.writeStringField("version", source.version());
        json.writeNumberField("uptimeSeconds", TimeUnit.MILLISECONDS.toSeconds(ManagementFactory.getRuntimeMXBean()
            .getUptime()));
        json.writeNumberField("generation", source.generation());
        json.writeNumberField("reloadsOk", metrics.reloads(true));
        json.writeNumberField("reloadsFailed", metrics.reloads(false));
        json.writeBooleanField("draining", connections.isDraining());
        json.writeBooleanField("ready", isReady(checks, connections));
        json.writeArrayFieldStart("checks");
        for (final StatusSource.Check check : checks)
        {
            json.writeStartObject();
            json.writeStringField("name", check.name());
            json.writeBooleanField("ok", check.ok());
            json.writeStringField("detail", check.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
        final MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        json.writeNumberField("directBytes", metrics.directMemory());
        json.writeNumberField("heapBytes", heap.getUsed());
        json.writeNumberField("heapMostBytes", heap.getMax());
    }

    static boolean isReady(final List<StatusSource.Check> checks, final Connections connections)
    {
        return !connections.isDraining() && checks.stream().allMatch(check -> check.ok() || !check.needed());
    }

    private void rates(final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("perSecond");
        for (final History.Series series : History.Series.values())
        {
            final long[] samples = history.samples(series);
            json.writeFieldName(series.key);
            json.writeArray(samples, 0, samples.length);
        }
        json.writeEndObject();
    }

    private void endpoints(final JsonGenerator json) throws IOException
    {
        json.writeArrayFieldStart("endpoints");
        for (final Endpoint endpoint : metrics.endpoints())
        {
            json.writeStartObject();
            json.writeStringField("side", endpoint.side().label());
            json.writeStringField("name", endpoint.name());
            json.writeNumberField("open", metrics.open(endpoint));
            json.writeNumberField("framesIn", metrics.frames(endpoint, true));
            json.writeNumberField("framesOut", metrics.frames(endpoint, false));
            json.writeNumberField("bytesIn", metrics.bytes(endpoint, true));
            json.writeNumberField("bytesOut", metrics.bytes(endpoint, false));
            json.writeObjectFieldStart("closed");
            for (final CloseReason why : CloseReason.values())
            {
                writeIfAny(json, why.label(), metrics.closed(endpoint, why));
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeIfAny(final JsonGenerator json, final String name, final long count) throws IOException
    {
        if (count != 0)
        {
            json.writeNumberField(name, count);
        }
    }

    private void latencies(final JsonGenerator json) throws IOException
    {
        json.writeNumberField("latencySeconds", history.latencySeconds());
        json.writeArrayFieldStart("latencies");
        for (final Latency latency : history.recentLatencies())
        {
            json.writeStartObject();
            json.writeStringField("code", latency.code());
            json.writeNumberField("count", latency.count());
            json.writeNumberField("p50Micros", latency.quantileMicros(0.5));
            json.writeNumberField("p90Micros", latency.quantileMicros(0.9));
            json.writeNumberField("p99Micros", latency.quantileMicros(0.99));
            json.writeNumberField("p999Micros", latency.quantileMicros(0.999));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void rules(final JsonGenerator json) throws IOException
    {
        json.writeArrayFieldStart("rules");
        for (final StatusSource.Rule rule : source.rules())
        {
            json.writeStartObject();
            json.writeStringField("name", rule.name());
            json.writeStringField("description", rule.description());
            json.writeNumberField("hits", metrics.matched(rule.counter()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void problems(final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("refusals");
        for (final Refusal why : Refusal.values())
        {
            writeIfAny(json, why.label(), metrics.refused(why));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("malformed");
        for (final Reason reason : Reason.values())
        {
            writeIfAny(json, ReasonLabels.of(reason), metrics.malformed(reason));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("timeouts");
        for (final TimeoutKind kind : TimeoutKind.values())
        {
            writeIfAny(json, kind.label(), metrics.timedOut(kind));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("actions");
        for (final FrameAction action : FrameAction.values())
        {
            writeIfAny(json, action.label(), metrics.acted(action));
        }
        json.writeEndObject();
    }

    private void connections(final JsonGenerator json) throws IOException
    {
        json.writeNumberField("open", connections.count());
        json.writeArrayFieldStart("connections");
        for (final Connection connection : connections.busiest(MOST_CONNECTIONS))
        {
            json.writeStartObject();
            json.writeNumberField("id", connection.id());
            json.writeStringField("client", text(connection.client()));
            json.writeStringField("listener", connection.listener().name());
            json.writeStringField("cluster", connection.cluster());
            json.writeStringField("tlsName", connection.serverName());
            json.writeNumberField("seconds", TimeUnit.NANOSECONDS.toSeconds(connection.openNanos()));
            json.writeNumberField("framesIn", connection.framesIn());
            json.writeNumberField("framesOut", connection.framesOut());
            json.writeNumberField("bytesIn", connection.bytesIn());
            json.writeNumberField("bytesOut", connection.bytesOut());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String text(final SocketAddress address)
    {
        return address instanceof InetSocketAddress ? NetUtil.toSocketAddressString(
            (InetSocketAddress)address) : String.valueOf(address);
    }
}
