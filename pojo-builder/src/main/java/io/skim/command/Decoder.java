package io.skim.command;

import io.skim.scan.Fault;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes files of one format to JSON lines. Numbers the units (frames, messages, values) over all files.
 */
abstract class Decoder
{
    final Console console;
    /** The file's name, or null for standard input. */
    String file;
    /** The number of the current unit. */
    long i;

    private final int maxLength;

    /**
     * Makes a decoder.
     *
     * @param console   to write to.
     * @param maxLength of a unit in a line of hex, in bytes.
     */
    Decoder(final Console console, final int maxLength)
    {
        this.console = console;
        this.maxLength = maxLength;
    }

    /**
     * Decodes a file to its end, or to where no further unit can be found.
     *
     * @param in   to read.
     * @param name of the file, or null for standard input.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    final void decode(final InputStream in, final String name) throws IOException
    {
        file = name;
        decode(in);
    }

    /**
     * Decodes one unit in hex a line.
     *
     * @param in   to read.
     * @param name of the file, or null for standard input.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    final void decodeHex(final InputStream in, final String name) throws IOException
    {
        file = name;
        final HexLines hex = new HexLines(in, maxLength);
        while (hex.next())
        {
            if (hex.error() != null)
            {
                console.malformed(i, hex.offset(), hex.error(), hex.errorAt(), hex.message(), file);
            }
            else
            {
                decode(hex);
            }
            i++;
            progress(hex.position());
            if (file == null && hex.isUsedUp() && in.available() == 0)
            {
                console.lines.flush();
            }
        }
    }

    /** Has the messages printed that are in the bodies of frames. Before anything is decoded. */
    void showMessages()
    {
        throw new IllegalStateException("this format has no bodies with messages");
    }

    /** Decodes a file. */
    abstract void decode(InputStream in) throws IOException;

    /** Decodes the unit that a line of hex holds, and prints or refuses it; {@code i} is already right. */
    abstract void decode(HexLines line);

    final void progress(final long bytes)
    {
        console.progress.update(file == null ? "standard input" : file, bytes, i);
    }

    /** Before more of a live stream is waited for, what is known is shown. */
    final void beforeRead(final InputStream in) throws IOException
    {
        if (file == null && in.available() == 0)
        {
            console.lines.flush();
        }
    }

    final void malformed(final long unitOffset, final Fault fault, final long at)
    {
        console.malformed(i, unitOffset, fault.reason().name(), at, fault.toMessage(), file);
    }

    final void malformed(final HexLines line, final Fault fault)
    {
        malformed(line.offset(), fault, line.firstDigit() + 2 * fault.offset());
    }
}
