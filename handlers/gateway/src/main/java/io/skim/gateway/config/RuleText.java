package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Match;
import io.skim.gateway.config.GatewayConfig.Rule;
import io.skim.scan.remoting.ResponseCode;
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
        final String said = conditions(rule) + ": " + actions(rule);
        final String shown = said.length() <= MOST_CHARACTERS ? said : said.substring(0, MOST_CHARACTERS) + "...";
        return shown.replaceAll("\\s+", " ") + " (line " + rule.line() + ')';
    }

    private static String conditions(final Rule rule)
    {
        final Match match = rule.match();
        final List<String> parts = new ArrayList<>();
        if (!rule.response().codes().isEmpty())
        {
            parts.add("responses " + rule.response().codes().stream().map(RuleText::response).toList());
        }
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
        add(parts, "certificateNames", match.certificateNames());
        add(parts, "clientIds", match.clientIds());
        add(parts, "listeners", match.listeners());
        add(parts, "sample", match.sample());
        add(parts, "sampleClients", match.sampleClients());
        add(parts, "topics", rule.response().topics());
        if (!rule.response().olderThan().isZero())
        {
            parts.add("olderThan " + rule.response().olderThan().toMillis() + "ms");
        }
        final String everything = parts.isEmpty() ? "everything" : String.join(", ", parts);
        return rule.isForResponses() ? "for responses, " + everything : everything;
    }

    /** The name of a response's code, or its number. */
    private static String response(final int code)
    {
        final ResponseCode known = ResponseCode.of(code);
        return known == null ? String.valueOf(code) : known.name();
    }

    private static void add(final List<String> parts, final String key, final double part)
    {
        if (part < 1)
        {
            parts.add(key + ' ' + part);
        }
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
            parts.add((rule.isForResponses() ? "replace " : "deny ") + rule.deny().code());
        }
        if (rule.drop())
        {
            parts.add("drop");
        }
        if (rule.response().logs())
        {
            parts.add("log");
        }
        if (rule.isForResponses() && parts.isEmpty())
        {
            parts.add("count");
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
