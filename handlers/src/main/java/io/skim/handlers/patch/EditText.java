package io.skim.handlers.patch;

import java.util.Arrays;

/**
 * A name or value of a list of edits, known to be well-formed, in the forms of both encodings: so that it need be neither
 * checked nor escaped for each frame, nor copied before it is written.
 *
 * @param utf8    as it stands in a binary header.
 * @param sized   the same behind its length in four bytes: a value of a binary header.
 * @param escaped as it stands within the quotes of a JSON header.
 */
record EditText(EditBytes utf8, EditBytes sized, EditBytes escaped)
{
    static EditText of(final EditBytes utf8)
    {
        final EditText text = new EditText(utf8, new EditBytes(new byte[0]), new EditBytes(new byte[0]));
        text.refresh(new ByteSink());
        return text;
    }

    /** A whole property, with both separators. */
    static EditText property(final byte[] name, final EditBytes value)
    {
        final ByteSink sink = new ByteSink();
        putProperty(sink, name, value);
        return of(new EditBytes(sink.toBytes()));
    }

    static void putProperty(final ByteSink sink, final byte[] name, final EditBytes value)
    {
        sink.put(name);
        sink.put(HeaderLayout.NAME_END);
        sink.put(value);
        sink.put(HeaderLayout.PROPERTY_END);
    }

    static EditText[] all(final EditBytes[] texts)
    {
        return Arrays.stream(texts).map(EditText::of).toArray(EditText[]::new);
    }

    /** Makes the other forms of the first one. */
    void refresh(final ByteSink scratch)
    {
        scratch.reset();
        scratch.putInt(utf8.length);
        scratch.put(utf8);
        sized.set(scratch, 0);
        scratch.reset();
        scratch.putEscaped(utf8.array, 0, utf8.length);
        escaped.set(scratch, 0);
    }
}
