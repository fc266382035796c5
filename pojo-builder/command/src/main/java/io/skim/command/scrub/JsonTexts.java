package io.skim.command.scrub;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the texts in a body of JSON, and the numbers of members that are secret or hash codes of texts, and nothing else of it:
 * names of RocketMQ's own fields, other numbers and all that is between stay as they are. Takes what fastjson writes and is no JSON:
 * names that are numbers or objects. Nothing calls itself.
 */
final class JsonTexts
{
    private static final JsonFactory JSON = new JsonFactory();
    /** The member with the hash codes of tags, by which who has a list of words finds them. */
    private static final String HASHES = "codeSet";
    private static final Set<String> BARE_WORDS = Set.of("true", "false", "null");
    private static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|passwd|token|credential).*");
    /** What Go's encoder escapes though JSON does not ask for it, and those escapes. */
    private static final Pattern HTML = Pattern.compile("[<>&\\u2028\\u2029]");
    private static final Pattern HTML_ESCAPE = Pattern.compile("\\\\u(003[cCeE]|0026|202[89])");
    private static final String STRUCTURE = "{}[]:, \t\r\n";
    private static final String NUMBER = "+-.0123456789eE";

    private final Pseudonyms pseudonyms;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    JsonTexts(final Pseudonyms pseudonyms)
    {
        this.pseudonyms = pseudonyms;
    }

    /** Whether a value of this name is to be kept from everybody. */
    static boolean isSecret(final String name)
    {
        return SECRET.matcher(name).matches();
    }

    /**
     * Whether an object has no members but some, and no texts but some, besides those of {@code remark} and {@code extFields}.
     */
    static boolean hasOnly(final Set<String> names, final Set<String> texts, final byte[] bytes, final int from,
        final int length)
    {
        try (JsonParser parser = JSON.createParser(bytes, from, length))
        {
            boolean good = parser.nextToken() == JsonToken.START_OBJECT;
            while (good && parser.nextToken() == JsonToken.FIELD_NAME)
            {
                final String name = parser.currentName();
                final JsonToken value = parser.nextToken();
                good = names.contains(name) && (name.equals("remark") || name.equals("extFields")
                    || value != JsonToken.VALUE_STRING && !value.isStructStart() || value == JsonToken.VALUE_STRING
                        && texts.contains(parser.getText()));
                parser.skipChildren();
            }
            return good;
        }
        catch (final IOException e)
        {
            return false;
        }
    }

    /** The body with its texts replaced; null if it is no JSON. */
    byte @Nullable [] replace(final byte[] body)
    {
        if (body.length < 2 || body[0] != '{' && body[0] != '[')
        {
            return null;
        }
        out.reset();
        boolean secret = false;
        boolean hash = false;
        int i = 0;
        while (i < body.length)
        {
            if (body[i] != '"')
            {
                final int behind = behindBare(body, i);
                if (behind < 0)
                {
                    return null;
                }
                bare(body, i, behind, secret || hash);
                i = behind;
                continue;
            }
            final int end = closingQuote(body, i);
            final String text = end < 0 ? null : unescaped(body, i, end);
            if (text == null)
            {
                return null;
            }
            final boolean name = isName(body, end + 1);
            out.write('"');
            out.writeBytes(quoted(name ? name(text) : secret ? "*".repeat(text.length()) : pseudonyms.text(text, Set
                .of()), HTML_ESCAPE.matcher(new String(body, i, end - i, StandardCharsets.ISO_8859_1)).find()));
            out.write('"');
            // Up to the next name, for the value can be a list.
            secret = name ? isSecret(text) : secret;
            hash = name ? text.equals(HASHES) : hash;
            i = end + 1;
        }
        return out.toByteArray();
    }

    /** Writes what stands between texts; of numbers that tell something each digit is a one: a zero cannot be the first. */
    private void bare(final byte[] body, final int from, final int to, final boolean hidden)
    {
        for (int i = from; i < to; i++)
        {
            out.write(hidden && body[i] >= '0' && body[i] <= '9' ? '1' : body[i]);
        }
    }

    /** A text with escapes; so that lengths stay, also with those that Go writes for HTML's sake if the original has such. */
    private static byte[] quoted(final String text, final boolean isForHtml)
    {
        final byte[] quoted = new JsonStringEncoder().quoteAsUTF8(text);
        return !isForHtml ? quoted : HTML.matcher(new String(quoted, StandardCharsets.UTF_8)).replaceAll(
            character -> String.format("\\\\u%04x", (int)character.group().charAt(0))).getBytes(
                StandardCharsets.UTF_8);
    }

    /** Numbers stay: ids of brokers and queues. */
    private String name(final String text)
    {
        return text.matches("\\d{1,9}") ? text : pseudonyms.text(text, Words.NAMES);
    }

    /** Behind a mark, a number or a word; -1 for anything else. */
    private static int behindBare(final byte[] body, final int from)
    {
        if (STRUCTURE.indexOf(body[from]) >= 0)
        {
            return from + 1;
        }
        int i = from;
        while (i < body.length && NUMBER.indexOf(body[i]) >= 0)
        {
            i++;
        }
        if (i > from)
        {
            return i;
        }
        while (i < body.length && body[i] >= 'a' && body[i] <= 'z')
        {
            i++;
        }
        return BARE_WORDS.contains(new String(body, from, i - from, StandardCharsets.US_ASCII)) ? i
            : -1;
    }

    private static int closingQuote(final byte[] body, final int opening)
    {
        for (int i = opening + 1; i < body.length; i++)
        {
            if (body[i] == '"')
            {
                return i;
            }
            if (body[i] == '\\')
            {
                i++;
            }
        }
        return -1;
    }

    private static boolean isName(final byte[] body, final int from)
    {
        int i = from;
        while (i < body.length && (body[i] == ' ' || body[i] == '\n' || body[i] == '\t' || body[i] == '\r'))
        {
            i++;
        }
        return i < body.length && body[i] == ':';
    }

    private static @Nullable String unescaped(final byte[] body, final int opening, final int closing)
    {
        try (JsonParser parser = JSON.createParser(body, opening, closing + 1 - opening))
        {
            return parser.nextTextValue();
        }
        catch (final IOException e)
        {
            return null;
        }
    }
}
