package io.skim.scan.testing;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads the tables of test vectors.
 */
public final class Vectors
{
    private static final HexFormat UPPER_HEX = HexFormat.of().withUpperCase();

    private Vectors()
    {
    }

    /**
     * The rows of a table, without the line that names its columns.
     *
     * @param name of the file in {@code vectors}.
     * @return the cells of each row.
     */
    public static List<String[]> rows(final String name)
    {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Vectors.class.getResourceAsStream(
            "/vectors/" + name), StandardCharsets.UTF_8)))
        {
            return lines.lines().skip(1).map(line -> line.split("\t", -1)).collect(Collectors.toList());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Text with raw bytes written as {@code <XX>}.
     *
     * @param text as in a table.
     * @return its bytes.
     */
    public static byte[] bytes(final String text)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < utf8.length; i++)
        {
            final boolean raw = utf8[i] == '<' && i + 3 < utf8.length && utf8[i + 3] == '>' && isUpperHex(utf8[i + 1])
                && isUpperHex(utf8[i + 2]);
            bytes.write(raw ? Character.digit(utf8[i + 1], 16) << 4 | Character.digit(utf8[i + 2], 16) : utf8[i]);
            i += raw ? 3 : 0;
        }
        return bytes.toByteArray();
    }

    private static boolean isUpperHex(final byte value)
    {
        return value >= '0' && value <= '9' || value >= 'A' && value <= 'F';
    }

    /**
     * Bytes as text, those that are not printable ASCII as {@code <XX>}.
     *
     * @param bytes to show.
     * @return text for a table or a message.
     */
    public static String text(final byte[] bytes)
    {
        final StringBuilder text = new StringBuilder();
        for (final byte value : bytes)
        {
            if (value < ' ' || value > '~')
            {
                text.append('<').append(UPPER_HEX.toHexDigits(value)).append('>');
            }
            else
            {
                text.append((char)value);
            }
        }
        return text.toString();
    }
}
