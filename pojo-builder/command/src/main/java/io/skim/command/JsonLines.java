package io.skim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes one compact JSON object a line.
 */
final class JsonLines
{
    private static final int BUFFER_LENGTH = 65_536;
    private static final JsonFactory FACTORY = new JsonFactoryBuilder().rootValueSeparator("").enable(
        JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();

    private final OutputStream buffer;
    private final JsonGenerator generator;

    /** Writes one object's members. */
    interface Members
    {
        void writeTo(JsonGenerator json) throws IOException;
    }

    JsonLines(final OutputStream out)
    {
        buffer = new BufferedOutputStream(new Failing(out), BUFFER_LENGTH);
        try
        {
            generator =
                new LosslessJson(FACTORY.createGenerator(buffer).disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM));
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
            buffer.flush();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells a failure of the output from one of JSON. */
    private static final class Failing extends OutputStream
    {
        private final OutputStream out;

        Failing(final OutputStream out)
        {
            this.out = out;
        }

        @Override
        public void write(final int octet)
        {
            write(new byte[] {(byte)octet}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int from, final int length)
        {
            try
            {
                out.write(bytes, from, length);
            }
            catch (final IOException e)
            {
                throw new OutputException(e);
            }
        }

        @Override
        public void flush()
        {
            try
            {
                out.flush();
            }
            catch (final IOException e)
            {
                throw new OutputException(e);
            }
        }
    }
}
