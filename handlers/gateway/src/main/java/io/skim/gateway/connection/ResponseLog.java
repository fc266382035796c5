package io.skim.gateway.connection;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Writes one line for each response that a rule logs:
 *
 * <pre>
 * response matched rule="slow sends" id=17 listener=orders client=10.0.0.7:51234 response=SUCCESS request=SEND_MESSAGE_V2 ...
 * </pre>
 *
 * Peers decide how many responses there are, so the lines of each rule are limited. The next line of that rule says how many were
 * suppressed. Safe for use by many threads.
 */
public final class ResponseLog
{
    /** Rules with an allowance of their own; after so many other names, as after many reloads, all begin anew. */
    private static final int MOST_RULES = 1_000;

    private final System.Logger logger;
    private final int linesInSecond;
    private final Map<String, LineAllowance> allowances = new ConcurrentHashMap<>();

    /**
     * Makes a log that writes to the logger {@code io.skim.gateway.responses} at level INFO.
     *
     * @param linesInSecond most lines a second for each rule, at least 1; after a quiet time ten seconds' worth at once.
     */
    public ResponseLog(final int linesInSecond)
    {
        this(System.getLogger("io.skim.gateway.responses"), linesInSecond);
    }

    ResponseLog(final System.Logger logger, final int linesInSecond)
    {
        this.logger = logger;
        this.linesInSecond = linesInSecond;
    }

    /**
     * Writes a line, unless there were too many.
     *
     * @param connection of the client.
     * @param rule       its name.
     * @param now        in nanoseconds, as {@link System#nanoTime()}.
     * @param details    puts what the line tells besides, in order; null values are left out. Called if there is a line.
     */
    public void matched(final Connection connection, final String rule, final long now,
        final Consumer<Map<String, Object>> details)
    {
        if (!logger.isLoggable(System.Logger.Level.INFO))
        {
            return;
        }
        if (allowances.size() > MOST_RULES)
        {
            allowances.clear();
        }
        final long suppressed =
            allowances.computeIfAbsent(rule, any -> new LineAllowance(linesInSecond)).take(now);
        if (suppressed < 0)
        {
            return;
        }
        final StringBuilder line = new StringBuilder(240).append("response matched");
        LogText.append(line, "rule", rule);
        LogText.append(line, "id", connection.id());
        LogText.append(line, "listener", connection.listener().name());
        LogText.append(line, "client", LogText.address(connection.client()));
        final Map<String, Object> told = new LinkedHashMap<>();
        details.accept(told);
        told.forEach((key, value) -> LogText.append(line, key, value));
        if (suppressed > 0)
        {
            LogText.append(line, "suppressed", suppressed);
        }
        logger.log(System.Logger.Level.INFO, line.toString());
    }
}
