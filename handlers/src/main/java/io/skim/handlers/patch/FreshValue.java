package io.skim.handlers.patch;

import io.skim.bytes.Decimals;
import io.skim.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A text that is another one for each frame or message: the id of a trace, the address of a client, the time. A list of {@link
 * RemotingEdits edits of frames} or {@link AmqpEdits of messages} takes it in place of a value, and its owner sets it before each frame.
 *
 * <pre>
 * FreshValue client = new FreshValue();
 * RemotingRewriter rewriter = new RemotingRewriter(RemotingEdits.builder().setProperty("client", client).build());
 *
 * client.set(address, 0, address.length);
 * rewriter.rewrite(scanner);
 * </pre>
 *
 * One thread at a time: that of all rewriters whose edits have the value. Allocates nothing, except for a longer value than it had before,
 * and for a {@code String}.
 */
public final class FreshValue
{
    final EditBytes value = new EditBytes(new byte[] {'-'});
    private final ByteSink sink = new ByteSink();
    /** Counts the values, so that texts which have the last one need not be changed. */
    long number;

    /** Makes a value that is {@code -} until it is set. */
    public FreshValue()
    {
    }

    /**
     * Sets the value for the frames that are rewritten from now on.
     *
     * @param utf8   that holds the text; it is copied.
     * @param offset in {@code utf8}, in bytes, of the text.
     * @param length of the text in bytes, at least 1.
     * @throws IllegalArgumentException  if the text is empty or not well-formed, or has U+0001 or U+0002, which end properties; then
     *                                   nothing was set.
     * @throws IndexOutOfBoundsException if it is not inside the array; then nothing was set.
     */
    public void set(final byte[] utf8, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        if (length == 0)
        {
            throw new IllegalArgumentException("a value is not empty: readers would drop a property without one");
        }
        for (int i = offset; i < offset + length; i++)
        {
            if (utf8[i] == HeaderLayout.NAME_END || utf8[i] == HeaderLayout.PROPERTY_END)
            {
                throw new IllegalArgumentException("a value holds no U+000" + utf8[i] + ": it ends a property");
            }
        }
        final int invalid = Utf8.firstInvalid(utf8, offset, offset + length);
        if (invalid >= 0)
        {
            throw new IllegalArgumentException("no well-formed UTF-8 at " + invalid);
        }
        sink.reset();
        sink.put(utf8, offset, length);
        take();
    }

    /**
     * Sets the value to a text.
     *
     * @param text as for {@link #set(byte[], int, int)}.
     * @throws IllegalArgumentException as there, and if the text holds half of a surrogate pair, which has no UTF-8; then nothing was
     *                                  set.
     */
    public void set(final String text)
    {
        final byte[] utf8 = Utf8.encode("a value", text);
        set(utf8, 0, utf8.length);
    }

    /**
     * Sets the value to the decimal digits of a number.
     *
     * @param decimal to write.
     */
    public void set(final long decimal)
    {
        sink.reset();
        sink.ensure(Decimals.ROOM);
        sink.length = Decimals.put(decimal, sink.array, 0);
        take();
    }

    private void take()
    {
        value.set(sink, 0);
        number++;
    }

    @Override
    public String toString()
    {
        return new String(value.array, 0, value.length, StandardCharsets.UTF_8);
    }
}
