package io.skim.command;

import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names of request and response CODES.
 *
 * @see "RequestCode, ResponseCode and RemotingSysResponseCode, release 5.5.1"
 */
public final class CodeNames
{
    /** Of names that are not known: how many close ones are told, and how many letters those may differ in. */
    private static final int MOST_CLOSE = 3;
    private static final int MOST_CHANGES = 3;

    private static final Map<String, Integer> CODES = Arrays.stream(RequestCode.values()).collect(Collectors.toMap(
        RequestCode::name, RequestCode::code, (one, other) -> one, TreeMap::new));

    private static final Set<Integer> NO_ERRORS = Arrays.stream(ResponseCode.values()).filter(code -> Set.of("SUCCESS",
        "PULL_NOT_FOUND", "PULL_RETRY_IMMEDIATELY", "PULL_OFFSET_MOVED", "POLLING_TIMEOUT", "POLLING_FULL",
        "NO_MESSAGE")
        .contains(code.name())).map(ResponseCode::code).collect(Collectors.toSet());

    /** A broker may hold these until there are messages, or as long as they allow. */
    private static final Set<Integer> WAITING = Set.of(RequestCode.PULL_MESSAGE.code(), RequestCode.LITE_PULL_MESSAGE
        .code(), RequestCode.POP_MESSAGE.code(), RequestCode.POP_LITE_MESSAGE.code(), RequestCode.NOTIFICATION.code());

    private CodeNames()
    {
    }

    /** The name, or null if there is none. */
    public static @Nullable String of(final int code, final boolean response)
    {
        final Enum<?> known = response ? ResponseCode.of(code) : RequestCode.of(code);
        return known == null ? null : known.name();
    }

    /** Whether a response with that code says that something failed: nothing to pull, or to wait for more, is no failure. */
    public static boolean isError(final int code)
    {
        return code != ResponseCode.SUCCESS.code() && !NO_ERRORS.contains(code);
    }

    /**
     * Whether a broker may hold a request until there are messages: how long its answer takes then tells of the traffic, and not of
     * the broker.
     */
    public static boolean mayWait(final int request)
    {
        return WAITING.contains(request);
    }

    /** The request code that a text is the number or the name of, in letters of either case; null if there is none. */
    @Nullable
    static Integer code(final String text)
    {
        final Integer named = CODES.get(text.toUpperCase(Locale.ROOT));
        if (named != null)
        {
            return named;
        }
        try
        {
            return Integer.valueOf(text);
        }
        catch (final NumberFormatException e)
        {
            return null;
        }
    }

    /** A sentence about a text that is no code. */
    static String unknown(final String text)
    {
        final List<String> close = closeTo(text);
        return "--code takes numbers and names of request codes, not '" + text + "'" + (close.isEmpty() ? ""
            : "; did you mean " + String.join(" or ", close) + "?");
    }

    /** The names of all request codes, in their order. */
    static Set<String> names()
    {
        return Collections.unmodifiableSet(CODES.keySet());
    }

    /** Whether a text is the name of a request code, in letters of either case. */
    static boolean isName(final String text)
    {
        return CODES.containsKey(text.toUpperCase(Locale.ROOT));
    }

    /** Names of requests that are nearly the same text, or begin with it; the closest first. */
    static List<String> closeTo(final String text)
    {
        final String name = text.toUpperCase(Locale.ROOT);
        final Map<String, Integer> changes = new HashMap<>();
        for (final String known : CODES.keySet())
        {
            // Longer texts are those of no name.
            final int distance = Math.abs(known.length() - name.length()) > MOST_CHANGES ? MOST_CHANGES + 1 : changes(
                name, known);
            if (distance <= Math.min(MOST_CHANGES, name.length() / 2))
            {
                changes.put(known, distance);
            }
            else if (name.length() > MOST_CHANGES && known.startsWith(name))
            {
                changes.put(known, MOST_CHANGES + 1);
            }
        }
        return changes.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(
            Map.Entry.comparingByKey())).limit(MOST_CLOSE).map(Map.Entry::getKey).collect(Collectors.toList());
    }

    /** How many letters are to be put in, taken out or replaced to make one text of another (Levenshtein). */
    private static int changes(final String one, final String other)
    {
        int[] row = new int[other.length() + 1];
        for (int k = 0; k <= other.length(); k++)
        {
            row[k] = k;
        }
        for (int i = 1; i <= one.length(); i++)
        {
            final int[] next = new int[other.length() + 1];
            next[0] = i;
            for (int k = 1; k <= other.length(); k++)
            {
                final int replaced = row[k - 1] + (one.charAt(i - 1) == other.charAt(k - 1) ? 0 : 1);
                next[k] = Math.min(replaced, 1 + Math.min(row[k], next[k - 1]));
            }
            row = next;
        }
        return row[other.length()];
    }
}
