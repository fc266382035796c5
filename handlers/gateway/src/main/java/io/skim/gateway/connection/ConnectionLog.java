package io.skim.gateway.connection;

import io.skim.gateway.metrics.CloseReason;
import io.skim.gateway.metrics.ReasonLabels;
import io.skim.scan.Reason;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Writes one line for each connection that ended, with its reason:
 *
 * <pre>
 * connection closed id=17 listener=orders client=10.0.0.7:51234 cluster=blue seconds=12.031 frames_in=40 ...
 *     why=malformed reason=header_too_long offset=8
 * </pre>
 *
 * Peers decide how many connections end, so the lines of each reason are limited: connections that are refused in masses neither fill
 * the disk nor suppress the lines of other reasons. The next line of that reason says how many were suppressed. Safe for use by many
 * threads.
 */
public final class ConnectionLog
{
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final System.Logger logger;
    private final LineAllowance[] allowances = new LineAllowance[CloseReason.values().length];

    /**
     * Makes a log that writes to the logger {@code io.skim.gateway.connection}.
     *
     * @param linesInSecond most lines a second for each reason, at least 1; after a quiet time ten seconds' worth at once.
     * @throws IllegalArgumentException if the number is below 1.
     */
    public ConnectionLog(final int linesInSecond)
    {
        this(System.getLogger("io.skim.gateway.connection"), linesInSecond);
    }

    /**
     * Makes a log.
     *
     * @param logger        to write to: connections that ended as usual at level INFO, others at WARNING.
     * @param linesInSecond most lines a second for each reason, at least 1; after a quiet time ten seconds' worth at once.
     * @throws IllegalArgumentException if the number is below 1.
     */
    public ConnectionLog(final System.Logger logger, final int linesInSecond)
    {
        if (linesInSecond < 1)
        {
            throw new IllegalArgumentException("lines a second: " + linesInSecond);
        }
        this.logger = logger;
        for (int i = 0; i < allowances.length; i++)
        {
            allowances[i] = new LineAllowance(linesInSecond);
        }
    }

    void closed(final Connection connection, final long now)
    {
        final CloseReason why = Objects.requireNonNull(connection.why(), "why");
        final System.Logger.Level level = level(why);
        if (logger.isLoggable(level))
        {
            final long suppressed = allowances[why.ordinal()].take(now);
            if (suppressed >= 0)
            {
                logger.log(level, line(connection, why, suppressed));
            }
        }
    }

    private static System.Logger.Level level(final CloseReason why)
    {
        switch (why)
        {
            case CLIENT_CLOSED:
            case IDLE:
            case DRAIN:
                return System.Logger.Level.INFO;
            default:
                return System.Logger.Level.WARNING;
        }
    }

    private static String line(final Connection connection, final CloseReason why, final long suppressed)
    {
        final StringBuilder line = new StringBuilder(240).append("connection closed");
        LogText.append(line, "id", connection.id());
        LogText.append(line, "listener", connection.listener().name());
        LogText.append(line, "client", LogText.address(connection.client()));
        LogText.append(line, "cluster", connection.cluster());
        LogText.append(line, "tls_name", connection.serverName());
        LogText.append(line, "tls_subject", connection.clientSubject());
        LogText.append(line, "seconds", String.format(Locale.ROOT, "%.3f", connection.openNanos() / NANOS_PER_SECOND));
        LogText.append(line, "frames_in", connection.framesIn());
        LogText.append(line, "frames_out", connection.framesOut());
        LogText.append(line, "bytes_in", connection.bytesIn());
        LogText.append(line, "bytes_out", connection.bytesOut());
        LogText.append(line, "why", why.label());
        final Reason fault = connection.fault();
        if (why == CloseReason.MALFORMED && fault != null)
        {
            LogText.append(line, "reason", ReasonLabels.of(fault));
            LogText.append(line, "offset", connection.faultOffset());
        }
        else
        {
            LogText.append(line, "detail", connection.detail());
        }
        LogText.append(line, "suppressed", suppressed == 0 ? null : suppressed);
        return line.toString();
    }
}
