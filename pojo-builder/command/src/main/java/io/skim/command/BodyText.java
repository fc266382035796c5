package io.skim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
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
    /** How many characters are shown for each byte of JSON, and how many besides: what is nested deeply has more blanks. */
    private static final int MOST_FOR_BYTE = 16;
    private static final int MOST_BESIDES = 1 << 20;

    /** Keeps a limited text. */
    private static final class Limited extends Writer
    {
        private final StringBuilder text = new StringBuilder();
        private final long most;

        Limited(final long most)
        {
            this.most = most;
        }

        @Override
        public void write(final char[] units, final int from, final int length) throws IOException
        {
            if (text.length() + (long)length > most)
            {
                throw new IOException("more than " + most + " characters");
            }
            text.append(units, from, length);
        }

        @Override
        public void flush()
        {
            // All is there.
        }

        @Override
        public void close()
        {
            // It stays.
        }
    }

    private BodyText()
    {
    }

    /** {@code JSON}, {@code text} or {@code bytes}. */
    static String kind(final byte[] bytes, final int from, final int length)
    {
        return json(bytes, from, length) != null ? "JSON" : text(bytes, from, length) != null ? "text" : "bytes";
    }

    /** The body with line feeds and blanks where JSON wants them; null if it is no JSON, or has no room for them. */
    @Nullable
    static String json(final byte[] bytes, final int from, final int length)
    {
        if (length == 0 || bytes[from] != '{' && bytes[from] != '[')
        {
            return null;
        }
        final Limited text = new Limited(MOST_BESIDES + (long)MOST_FOR_BYTE * length);
        try (JsonParser parser = JSON.createParser(bytes, from, length);
            JsonGenerator generator = JSON.createGenerator(text).setPrettyPrinter(new DefaultPrettyPrinter()))
        {
            while (parser.nextToken() != null)
            {
                generator.copyCurrentEventExact(parser);
            }
            generator.flush();
            return text.text.toString();
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
