package io.skim.command;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * JSON in UTF-8 on its way to a terminal. What a terminal obeys or does not show, as {@link Screen#isShown} has it, is written as
 * its escape: the texts stay what they are, and none of them can move the cursor. In JSON such characters only stand in texts.
 * Those below the blank pass: JSON has escaped them in texts, and what is left ends lines.
 */
final class ShownOutput extends FilterOutputStream
{
    private static final int DELETE = 0x7F;
    /** The leads of sequences of three and of four bytes. */
    private static final int THREE = 0xE0;
    private static final int FOUR = 0xF0;
    private static final int LONGEST = 4;

    /** The sequence that is not complete. */
    private final byte[] sequence = new byte[LONGEST];
    private int length;
    private int due;

    ShownOutput(final OutputStream out)
    {
        super(out);
    }

    @Override
    public void write(final byte[] bytes, final int from, final int count) throws IOException
    {
        int plain = from;
        for (int at = from; at < from + count; at++)
        {
            if (length > 0 || bytes[at] < 0 || bytes[at] == DELETE)
            {
                out.write(bytes, plain, at - plain);
                write(bytes[at]);
                plain = at + 1;
            }
        }
        out.write(bytes, plain, from + count - plain);
    }

    @Override
    public void write(final int octet) throws IOException
    {
        if (length == 0)
        {
            final int lead = octet & 0xFF;
            due = lead <= DELETE ? 1 : lead < THREE ? 2 : lead < FOUR ? 3 : LONGEST;
        }
        sequence[length++] = (byte)octet;
        if (length == due)
        {
            final String character = new String(sequence, 0, length, StandardCharsets.UTF_8);
            final boolean isShown = sequence[0] >= 0 && sequence[0] < ' ' || Screen.isShown(character.codePointAt(0));
            out.write(isShown ? character.getBytes(StandardCharsets.UTF_8) : escape(character));
            length = 0;
        }
    }

    private static byte[] escape(final String character)
    {
        final StringBuilder escape = new StringBuilder();
        character.chars().forEach(unit -> escape.append(String.format("\\u%04x", unit)));
        return escape.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
