package io.skim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a body is: JSON, text, or bytes.
 */
final class BodyText
{
    private static final JsonFactory JSON = new JsonFactory();

    private BodyText()
    {
    }

    /** {@code JSON}, {@code text} or {@code bytes}. */
    static String kind(final byte[] bytes, final int from, final int length)
    {
        return json(bytes, from, length) != null ? "JSON" : text(bytes, from, length) != null ? "text" : "bytes";
    }

    /** The body with line feeds and blanks where JSON wants them; null if it is no JSON. */
    @Nullable
    static String json(final byte[] bytes, final int from, final int length)
    {
        if (length == 0 || bytes[from] != '{' && bytes[from] != '[')
        {
            return null;
        }
        final StringWriter text = new StringWriter();
        try (JsonParser parser = JSON.createParser(bytes, from, length);
            JsonGenerator generator = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter()))
        {
            while (parser.nextToken() != null)
            {
                generator.copyCurrentEventExact(parser);
            }
            generator.flush();
            return text.toString();
        }
        catch (final IOException e)
        {
            return null;
        }
    }

    /** The body as text; null if it is not UTF-8 or has control characters. */
    @Nullable
    static String text(final byte[] bytes, final int from, final int length)
    {
        try
        {
            final String text =
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length)).toString();
            return text.chars()
                .allMatch(unit -> unit >= ' ' && unit != 0x7F || unit == '\n' || unit == '\t' || unit == '\r')
                    ? text : null;
        }
        catch (final CharacterCodingException e)
        {
            return null;
        }
    }
}
