package io.skim.command;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes one compact JSON object a line.
 */
final class JsonLines
{
    private final JsonWriter writer;

    /** Writes one object's members. */
    interface Members
    {
        void writeTo(JsonWriter json) throws IOException;
    }

    JsonLines(final OutputStream out)
    {
        writer = new JsonWriter(new Failing(out));
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
            writer.writeStartObject();
            members.writeTo(writer);
            writer.writeEndObject();
            writer.endLine();
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
            writer.writeRaw(text);
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
            writer.flush();
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
