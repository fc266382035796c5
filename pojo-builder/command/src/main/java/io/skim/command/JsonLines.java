package io.skim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes one compact JSON object a line.
 */
final class JsonLines
{
    private static final JsonFactory FACTORY = new JsonFactoryBuilder().rootValueSeparator("").build();

    private final Utf8Writer writer;
    private final JsonGenerator generator;

    /** Writes one object's members. */
    interface Members
    {
        void writeTo(JsonGenerator json) throws IOException;
    }

    JsonLines(final OutputStream out)
    {
        writer = new Utf8Writer(out);
        try
        {
            generator = FACTORY.createGenerator(writer).disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a line, into the buffer.
     *
     * @throws OutputException if the buffer is full and cannot be written.
     */
    void write(final Members members)
    {
        try
        {
            generator.writeStartObject();
            members.writeTo(generator);
            generator.writeEndObject();
            generator.writeRaw('\n');
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes text as it is, into the buffer.
     *
     * @throws OutputException if the buffer is full and cannot be written.
     */
    void text(final String text)
    {
        try
        {
            generator.writeRaw(text);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes what is in the buffer.
     *
     * @throws OutputException if it cannot be written.
     */
    void flush()
    {
        try
        {
            generator.flush();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        writer.flush();
    }
}
