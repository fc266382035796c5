package io.skim.pojo.headers;

import io.skim.encode.EntryKey;
import io.skim.encode.RemotingEncoder;
import io.skim.pojo.text.LogLine;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.spi.Cursors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The base of all typed headers. The generated class has an accessor for each field; this class has access by name, for tools, and
 * writes, checks and compares all fields.
 * <p>
 * A field that is a primitive in the reference always has a value. All others are null while they are unset, and an unset field is
 * not written. Mutable; yours to keep; one thread at a time.
 */
public abstract class TypedHeader
{
    /** Entries that are no fields, in the order of the wire; null if there are none. */
    private @Nullable Map<@Nullable String, @Nullable String> others;

    TypedHeader()
    {
    }

    /** {@return the type: names, keys and codes; of a class with two types, the one whose keys are the names of the fields} */
    public abstract HeaderType<? extends TypedHeader> headerType();

    abstract TypedHeader newHeader();

    /** Sets a field from each entry, to the last one; an entry that is null or bad unsets it. */
    abstract void fill(HeaderEntries entries);

    /** Writes the fields that are set and have a key. */
    abstract void putTo(RemotingEncoder encoder, @Nullable EntryKey[] keys);

    /** Null while the field is unset. */
    abstract @Nullable Object fieldAt(int index);

    abstract void setFieldAt(int index, @Nullable Object value);

    /**
     * A field's value by the field's name. Numbers are boxed.
     *
     * @param field name of an accessor.
     * @return null while it is unset.
     * @throws IllegalArgumentException if there is no such field.
     */
    public final @Nullable Object get(final String field)
    {
        return fieldAt(headerType().field(field).index());
    }

    /**
     * A field's value. Faster than by name. Numbers are boxed.
     *
     * @param field of a type of this class.
     * @return null while it is unset.
     * @throws IllegalArgumentException if it is a field of another class.
     */
    public final @Nullable Object get(final HeaderField field)
    {
        if (!headerType().has(field))
        {
            throw new IllegalArgumentException(headerType().name() + " has no field '" + field.name() + "'");
        }
        return fieldAt(field.index());
    }

    /**
     * Sets a field by its name.
     *
     * @param field name of an accessor.
     * @param value of the field's type; null unsets it.
     * @throws IllegalArgumentException if there is no such field.
     * @throws ClassCastException       if the value is of another type.
     * @throws NullPointerException     if the value is null, but the field always has one.
     */
    public final void set(final String field, final @Nullable Object value)
    {
        setFieldAt(headerType().field(field).index(), value);
    }

    /**
     * Writes all set fields, then the other entries, to an encoder whose ext fields have begun. Allocates only if there are other
     * entries.
     *
     * @param encoder between {@code beginExtFields} and {@code endExtFields}; it refuses values that it cannot write.
     * @see #writeTo(RemotingEncoder, HeaderType)
     */
    public final void writeTo(final RemotingEncoder encoder)
    {
        writeTo(encoder, headerType());
    }

    /**
     * Writes the header with the keys of another type of this class. A field without a key in that type is not written.
     *
     * @param encoder between {@code beginExtFields} and {@code endExtFields}; it refuses values that it cannot write. Entries that
     *                are no fields are written unchanged, also without a value, see {@link #others()}.
     * @param type    for example from {@link HeaderTypes#ofRequest}.
     * @throws IllegalArgumentException if the type is of another class.
     */
    public final void writeTo(final RemotingEncoder encoder, final HeaderType<?> type)
    {
        if (type.headerClass() != getClass())
        {
            throw new IllegalArgumentException(type + " is not a type of " + headerType());
        }
        putTo(encoder, type.keys());
        if (others != null)
        {
            putOthers(encoder, others);
        }
    }

    private static void putOthers(final RemotingEncoder encoder,
        final Map<@Nullable String, @Nullable String> entries)
    {
        for (final Map.Entry<@Nullable String, @Nullable String> other : entries.entrySet())
        {
            final String key = other.getKey();
            final String value = other.getValue();
            if ((key == null || key.isEmpty())
                && (value == null || StandardCharsets.UTF_8.newEncoder().canEncode(value)))
            {
                encoder.putEntry(cursor(key), cursor(value));
            }
            else if (value == null)
            {
                encoder.putNull(key);
            }
            else
            {
                encoder.putEntry(key == null ? "" : key, value);
            }
        }
    }

    /** A cursor on a text, or on null: an encoder can copy an entry without a name only from a cursor. */
    private static Cursor cursor(final @Nullable String text)
    {
        final byte[] utf8 = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        final byte[] frame = new byte[Long.BYTES + utf8.length];
        System.arraycopy(utf8, 0, frame, Long.BYTES, utf8.length);
        return Cursors.wrap(new Cursor(), new FrameView().wrap(frame), Long.BYTES, utf8.length, text == null ? Kind.NULL
            : Kind.TEXT);
    }

    /** {@return the codes of {@link HeaderType#requestCodes()}; of a class with two types, those of both} Allocates. */
    public int[] requestCodes()
    {
        return headerType().requestCodes();
    }

    /**
     * The required fields that are unset. The reference logs them and continues, so reading does not refuse them.
     *
     * @return names of accessors; empty if all are set.
     */
    public final List<String> missing()
    {
        final List<String> missing = new ArrayList<>();
        for (final HeaderField field : headerType().fields())
        {
            if (field.required() && fieldAt(field.index()) == null)
            {
                missing.add(field.name());
            }
        }
        return missing;
    }

    /**
     * Checks that every required field is set.
     *
     * @throws IllegalStateException if one is unset; the message names the header and all such fields.
     */
    public final void checkRequired()
    {
        final List<String> missing = missing();
        if (!missing.isEmpty())
        {
            throw new IllegalStateException(headerType().name() + " lacks what it requires: " + String.join(", ",
                missing));
        }
    }

    /**
     * The entries that are no fields, if the reader kept them: see {@link HeaderSelection#keepingOthers()}. They are written
     * unchanged behind the fields, also without a value. The encoder refuses an entry that its encoding does not have (an empty
     * text in a binary header, a null name in JSON).
     *
     * @return a copy, in the order of the wire; names and values may be null.
     */
    public final Map<@Nullable String, @Nullable String> others()
    {
        return others == null ? new LinkedHashMap<>() : new LinkedHashMap<>(others);
    }

    /**
     * Replaces the entries that are no fields.
     *
     * @param entries keys and values, each may be null; a key that is also a field's is written twice, and readers use the second.
     */
    public final void others(final Map<@Nullable String, @Nullable String> entries)
    {
        others = null;
        entries.forEach(this::keep);
    }

    /** Keeps an entry; the last of equal keys wins. */
    final void keep(final @Nullable String key, final @Nullable String value)
    {
        if (others == null)
        {
            others = new LinkedHashMap<>();
        }
        others.put(key, value);
    }

    /**
     * Whether another object is a header of the same class with the same values.
     *
     * @param other to compare with.
     * @return true if all fields and all other entries are equal, in any order.
     */
    @Override
    public final boolean equals(final @Nullable Object other)
    {
        return other != null && other.getClass() == getClass() && values().equals(((TypedHeader)other).values())
            && others().equals(((TypedHeader)other).others());
    }

    private List<@Nullable Object> values()
    {
        return headerType().fields().stream().<@Nullable Object>map(field -> fieldAt(field.index())).toList();
    }

    /** {@return a hash of all values} */
    @Override
    public final int hashCode()
    {
        return 31 * values().hashCode() + others().hashCode();
    }

    /** {@return the name and the set fields, such as {@code AddBrokerRequestHeader[configPath=/x]}} */
    @Override
    public final String toString()
    {
        final StringBuilder text = new StringBuilder(headerType().name()).append('[');
        String separator = "";
        for (final HeaderField field : headerType().fields())
        {
            if (fieldAt(field.index()) != null)
            {
                text.append(separator).append(field.name()).append('=').append(fieldAt(field.index()));
                separator = ", ";
            }
        }
        return LogLine.of(text.append(others == null ? "" : separator + "others=" + others()).append(']').toString());
    }
}
