package io.skim.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A compressed file of frames or messages. Inside, each has four bytes in front that tell how many follow, big endian:
 * remoting frames begin with that length on the wire too, AMQP messages get it here.
 */
final class Corpus
{
    private Corpus()
    {
    }

    /** Frames with their length in front, as on the wire. Nobody writes to them. */
    static List<byte[]> frames(final String name)
    {
        return cut(resource(name), true);
    }

    /** Messages without it. Nobody writes to them. */
    static List<byte[]> messages(final String name)
    {
        return cut(resource(name), false);
    }

    /** Cuts a capture into pieces, with or without the lengths in front. */
    static List<byte[]> cut(final byte[] all, final boolean withLength)
    {
        final ByteBuffer left = ByteBuffer.wrap(all);
        final List<byte[]> pieces = new ArrayList<>();
        while (left.hasRemaining())
        {
            final int length = left.getInt(left.position());
            final byte[] piece = new byte[withLength ? Integer.BYTES + length : length];
            left.position(left.position() + (withLength ? 0 : Integer.BYTES));
            left.get(piece);
            pieces.add(piece);
        }
        return pieces;
    }

    /** Writes pieces to a file, each behind its length; frames bring theirs. */
    static void write(final Path file, final List<byte[]> pieces, final boolean haveLength) throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes))
        {
            for (final byte[] piece : pieces)
            {
                if (!haveLength)
                {
                    out.write(ByteBuffer.allocate(Integer.BYTES).putInt(piece.length).array());
                }
                out.write(piece);
            }
        }
        Files.write(file, bytes.toByteArray());
    }

    private static byte[] resource(final String name)
    {
        try (InputStream in = new GZIPInputStream(Corpus.class.getResourceAsStream("corpora/" + name + ".gz")))
        {
            return in.readAllBytes();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(name, e);
        }
    }
}
