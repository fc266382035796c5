package io.skim.handlers.patch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The value of a message property that is another one for each frame, and always as long: the id of a trace, for example. A list of
 * edits takes it by {@link RemotingEdits.Builder#addProperty(String, FreshValue)}; its owner sets it before each frame.
 *
 * <pre>
 * FreshValue id = new FreshValue(32);
 * RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().addProperty("id", id).build());
 *
 * id.set(hexadecimal, 0);
 * rewriter.rewrite(scanner);
 * </pre>
 *
 * One thread at a time: that of all rewriters whose edits have the value.
 */
public final class FreshValue
{
    /** What stands in texts of both encodings as it is, and is no separator of properties. */
    private static final String ALLOWED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.:+@";
    private static final boolean[] IS_ALLOWED = new boolean[Byte.MAX_VALUE + 1];

    static
    {
        ALLOWED.chars().forEach(letter -> IS_ALLOWED[letter] = true);
    }

    private final byte[] value;
    /** Counts the values, so that texts which have the last one need not be changed. */
    private long number;

    /**
     * Makes a value, of zeros until it is set.
     *
     * @param length in bytes.
     * @throws IllegalArgumentException if it is less than 1.
     */
    public FreshValue(final int length)
    {
        if (length < 1)
        {
            throw new IllegalArgumentException("a value has at least one byte, not " + length);
        }
        value = "0".repeat(length).getBytes(StandardCharsets.US_ASCII);
    }

    /** {@return the length in bytes} */
    public int length()
    {
        return value.length;
    }

    /**
     * Sets the value for the frames that are rewritten from now on. Allocates nothing.
     *
     * @param source has as many bytes as the value: letters and digits of ASCII, and {@code - _ . : + @}.
     * @param from   where they begin in it.
     * @throws IllegalArgumentException  if another byte is among them; then nothing was set.
     * @throws IndexOutOfBoundsException if the array has fewer bytes; then nothing was set.
     */
    public void set(final byte[] source, final int from)
    {
        Objects.checkFromIndexSize(from, value.length, source.length);
        for (int i = from; i < from + value.length; i++)
        {
            if (source[i] < 0 || !IS_ALLOWED[source[i]])
            {
                throw new IllegalArgumentException("the byte " + source[i] + " cannot be in a fresh value");
            }
        }
        System.arraycopy(source, from, value, 0, value.length);
        number++;
    }

    /** The value as it is now. */
    byte[] toBytes()
    {
        return value.clone();
    }

    /** The texts of a list of edits that have the value. */
    static final class Forms
    {
        private final FreshValue source;
        private byte[][] arrays = {};
        private int[] offsets = {};
        /** Of the value that the texts have; at first none, because the value may have been set since the texts were made. */
        private long number = -1;

        Forms(final FreshValue source)
        {
            this.source = source;
        }

        /** Adds the forms of a text that ends with the value and another text. */
        void add(final EditText text, final EditText end)
        {
            add(text.utf8(), end.utf8().length);
            add(text.sized(), end.utf8().length);
            add(text.escaped(), end.escaped().length);
        }

        private void add(final byte[] text, final int end)
        {
            arrays = Arrays.copyOf(arrays, arrays.length + 1);
            offsets = Arrays.copyOf(offsets, arrays.length);
            arrays[arrays.length - 1] = text;
            offsets[arrays.length - 1] = text.length - end - source.length();
        }

        /** Gives all texts the value as it is now. */
        void refresh()
        {
            if (number != source.number)
            {
                number = source.number;
                for (int i = 0; i < arrays.length; i++)
                {
                    System.arraycopy(source.value, 0, arrays[i], offsets[i], source.value.length);
                }
            }
        }
    }
}
