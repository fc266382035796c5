package io.skim.handlers.patch;

import java.util.Arrays;

/**
 * A name or value of a list of edits, known to be well-formed, in the forms of both encodings: so that it need be neither
 * checked nor escaped for each frame, nor copied before it is written. Itself it is the text as it stands in a binary header.
 */
final class EditText extends EditBytes
{
    /** The text behind its length in four bytes: a value of a binary header. */
    final EditBytes sized = new EditBytes();
    /** As it stands within the quotes of a JSON header. */
    final EditBytes escaped = new EditBytes();

    EditText(final byte... utf8)
    {
        super(utf8);
        makeForms(new ByteSink());
    }

    /** A whole property, with both separators. */
    static EditText property(final byte[] name, final EditBytes value)
    {
        final ByteSink sink = new ByteSink();
        putProperty(sink, name, value);
        return new EditText(sink.toBytes());
    }

    static void putProperty(final ByteSink sink, final byte[] name, final EditBytes value)
    {
        sink.put(name);
        sink.put(HeaderLayout.NAME_END);
        sink.put(value);
        sink.put(HeaderLayout.PROPERTY_END);
    }

    static EditText[] all(final EditBytes... texts)
    {
        return Arrays.stream(texts).map(EditText.class::cast).toArray(EditText[]::new);
    }

    @Override
    void take(final EditBytes value, final ByteSink scratch)
    {
        scratch.reset();
        scratch.put(value);
        set(scratch, 0);
        makeForms(scratch);
    }

    private void makeForms(final ByteSink scratch)
    {
        scratch.reset();
        scratch.putInt(length);
        scratch.put(this);
        sized.set(scratch, 0);
        scratch.reset();
        scratch.putEscaped(array, 0, length);
        escaped.set(scratch, 0);
    }
}
