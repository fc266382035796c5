package io.skim.handlers.patch;

import java.util.Arrays;

/**
 * A name or value of a list of edits, known to be well-formed, in the forms of both encodings: so that it need be neither
 * checked nor escaped for each frame, nor copied before it is written. Only a {@link FreshValue} changes the arrays.
 *
 * @param utf8    as it stands in a binary header.
 * @param sized   the same behind its length in four bytes: a value of a binary header.
 * @param escaped as it stands within the quotes of a JSON header.
 */
record EditText(byte[] utf8, byte[] sized, byte[] escaped)
{
    static EditText of(final byte[] utf8)
    {
        final ByteSink sink = new ByteSink();
        sink.putInt(utf8.length);
        sink.put(utf8);
        final byte[] sized = sink.toBytes();
        sink.reset();
        sink.putEscaped(utf8, 0, utf8.length);
        return new EditText(utf8, sized, sink.toBytes());
    }

    /** A whole property, with both separators. */
    static EditText property(final byte[] name, final byte[] value)
    {
        final ByteSink sink = new ByteSink();
        sink.put(name);
        sink.put(HeaderLayout.NAME_END);
        sink.put(value);
        sink.put(HeaderLayout.PROPERTY_END);
        return of(sink.toBytes());
    }

    static EditText[] all(final byte[][] texts)
    {
        return Arrays.stream(texts).map(EditText::of).toArray(EditText[]::new);
    }
}
