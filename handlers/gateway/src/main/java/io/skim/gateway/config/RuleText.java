package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a rule says, in one line for people: {@code codes [send], sql "amount > 900": deny 13 (line 8)}. */
public final class RuleText
{
    private static final int MOST_CHARACTERS = 300;

    private RuleText()
    {
    }

    /**
     * Tells of a rule's conditions and actions, in the words of the file. Of edits it tells the names, and no values.
     *
     * @param rule of the gateway's file.
     * @return one line, cut at 300 characters.
     */
    public static String of(final Rule rule)
    {
        final String said = conditions(rule.match()) + ": " + actions(rule);
        final String shown = said.length() <= MOST_CHARACTERS ? said : said.substring(0, MOST_CHARACTERS) + "...";
        return shown.replaceAll("\\s+", " ") + " (line " + rule.line() + ')';
    }

    private static String conditions(final Match match)
    {
        final List<String> parts = new ArrayList<>();
        if (match.sql() != null)
        {
            parts.add("sql \"" + match.sql() + '"');
        }
        if (match.jms() != null)
        {
            parts.add("jms \"" + match.jms() + '"');
        }
        if (match.codes() != null)
        {
            parts.add("codes " + match.codes());
        }
        add(parts, "clients", match.clients());
        add(parts, "tlsNames", match.tlsNames());
        add(parts, "clientIds", match.clientIds());
        add(parts, "listeners", match.listeners());
        return parts.isEmpty() ? "everything" : String.join(", ", parts);
    }

    private static void add(final List<String> parts, final String key, final List<?> values)
    {
        if (!values.isEmpty())
        {
            parts.add(key + ' ' + values);
        }
    }

    private static String actions(final Rule rule)
    {
        final List<String> parts = new ArrayList<>();
        add(parts, "route", rule.route());
        for (final Edit edit : rule.edits())
        {
            parts.add(
                edit.operation().name().toLowerCase(Locale.ROOT) + ' ' + edit.place().name().toLowerCase(Locale.ROOT)
                    + ' ' + edit.name());
        }
        add(parts, "map", rule.names());
        add(parts, "mirror", rule.mirror());
        if (rule.limit() != null)
        {
            parts.add("limit by " + rule.limit().by().name().toLowerCase(Locale.ROOT));
        }
        if (!rule.delay().isZero())
        {
            parts.add("delay " + rule.delay().toMillis() + "ms");
        }
        if (!rule.allow().isEmpty())
        {
            parts.add("allow " + rule.allow());
        }
        if (rule.deny() != null)
        {
            parts.add("deny " + rule.deny().code());
        }
        if (rule.drop())
        {
            parts.add("drop");
        }
        if (rule.goesOn())
        {
            parts.add("continue");
        }
        return String.join(", ", parts);
    }

    private static void add(final List<String> parts, final String key, final @Nullable String value)
    {
        if (value != null)
        {
            parts.add(key + ' ' + value);
        }
    }
}
