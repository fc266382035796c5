package io.skim.command;

import io.skim.scan.Fault;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes files of one format to JSON lines.
 */
abstract class Decoder extends InputReader
{
    private final int maxLength;

    /**
     * Makes a decoder.
     *
     * @param console   to write to.
     * @param maxLength of a unit in a line of hex, in bytes.
     */
    Decoder(final Console console, final int maxLength)
    {
        super(console);
        this.maxLength = maxLength;
    }

    /**
     * Decodes one unit in hex a line.
     *
     * @param in     to read.
     * @param source its name.
     * @throws IOException     if reading fails.
     * @throws OutputException if writing fails.
     */
    final void readHex(final InputStream in, final Source source) throws IOException
    {
        final HexLines hex = new HexLines(in, maxLength, source);
        while (!isDone() && hex.next())
        {
            if (hex.error() != null)
            {
                report(source, hex.offset(), hex.error(), hex.errorAt(), hex.message());
            }
            else
            {
                decode(hex);
            }
            i++;
            if (hex.isUsedUp())
            {
                beforeRead(in, source);
            }
        }
    }

    /** Has the messages printed that are in the bodies of frames. Before anything is decoded. */
    void showMessages()
    {
        throw new IllegalStateException("this format has no bodies with messages");
    }

    /** Decodes the unit that a line of hex holds, and prints or refuses it; {@code i} is already right. */
    abstract void decode(HexLines line);

    @Override
    final void flush()
    {
        console.lines.flush();
    }

    final void malformed(final HexLines line, final Fault fault)
    {
        report(line.source(), line.offset(), fault, line.firstDigit() + 2 * fault.offset());
    }
}
