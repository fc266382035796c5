package io.skim.pojo.headers;

import io.skim.encode.EntryKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a typed header: its name, its fields with their keys, and its request codes. Generated with each class;
 * {@link HeaderTypes} finds types by code and by name. Immutable.
 * <p>
 * A class may have a second type, with other keys for the same fields: {@link SendMessageRequestHeader#V2}.
 *
 * @param <T> the class.
 */
public final class HeaderType<T extends TypedHeader>
{
    private static final String NOW = "now";

    private final String name;
    private final String reference;
    private final T prototype;
    private final boolean response;
    private final int[] codes;
    private final List<String> codeNames;
    private final List<String> releases;
    private final boolean fast;
    private final @Nullable String note;
    private final List<HeaderField> fields;
    private final Map<String, HeaderField> fieldsByName;
    private final HeaderSelection<T> everything;
    /** By the field's index; null for a field that has no key in this type. */
    private final @Nullable EntryKey[] keys = new EntryKey[Integer.SIZE];
    /** The same of the fields' names. */
    private final @Nullable String[] names = new String[Integer.SIZE];

    /** For generated code. The codes and names of requests, or of the requests answered, are in the same order. */
    HeaderType(final String name, final String packageName, final T prototype, final boolean response,
        final boolean fast, final List<String> releases, final @Nullable String note, final int[] codes,
        final List<String> codeNames, final List<HeaderField> fields)
    {
        this.name = name;
        reference = packageName + "." + name;
        this.prototype = prototype;
        this.response = response;
        this.fast = fast;
        this.releases = releases;
        this.note = note;
        this.codes = codes;
        this.codeNames = codeNames;
        this.fields = fields;
        fieldsByName = fields.stream().collect(Collectors.toMap(HeaderField::name, Function.identity()));
        everything = new HeaderSelection<>(this, fields, false);
        fields.forEach(field -> {
            keys[field.index()] = EntryKey.of(field.key());
            names[field.index()] = field.name();
        });
    }

    /** {@return the simple name of the reference's class, such as {@code SendMessageRequestHeaderV2}} */
    public String name()
    {
        return name;
    }

    /** {@return the full name of the reference's class} */
    public String reference()
    {
        return reference;
    }

    /** {@return a new header with only the defaults set} */
    @SuppressWarnings("unchecked")
    public T newHeader()
    {
        // The prototype is a T, and makes headers of its own class.
        return (T)prototype.newHeader();
    }

    /** {@return the class of the headers; two types of the same fields share it} */
    @SuppressWarnings("unchecked")
    public Class<T> headerClass()
    {
        return (Class<T>)prototype.getClass();
    }

    /** {@return whether it is a header of responses, not of requests} */
    public boolean isResponse()
    {
        return response;
    }

    /**
     * The request codes of the header. Allocates.
     *
     * @return the codes of its requests, or of the requests that it answers; empty for three headers that are not in use.
     */
    public int[] requestCodes()
    {
        return codes.clone();
    }

    /** {@return the names of the request codes, in the order of {@link #requestCodes()}} */
    public List<String> requestNames()
    {
        return codeNames;
    }

    /** {@return the releases that have the header: some of 4.9.8, 5.3.3 and 5.5.1} */
    public List<String> releases()
    {
        return releases;
    }

    /**
     * Whether release 5.5.1 reads the header without reflection: then it refuses a bad number instead of leaving the field unset.
     *
     * @return true for pull and its response, the one-letter spelling of send, and the response to send.
     */
    public boolean isFast()
    {
        return fast;
    }

    /** {@return a sentence about the header, or null} */
    public @Nullable String note()
    {
        return note;
    }

    /** {@return the fields that have a key in this type, in the order of the reference's class} */
    public List<HeaderField> fields()
    {
        return fields;
    }

    /**
     * A field by its name.
     *
     * @param field name of the accessor.
     * @return the field.
     * @throws IllegalArgumentException if the type has none of that name.
     */
    public HeaderField field(final String field)
    {
        final HeaderField found = fieldsByName.get(field);
        if (found == null)
        {
            throw new IllegalArgumentException(name + " has no field '" + field + "', only " + fields.stream().map(
                HeaderField::name).toList());
        }
        return found;
    }

    /** {@return the default selection of {@link TypedHeaderReader}: all fields} */
    public HeaderSelection<T> everything()
    {
        return everything;
    }

    /**
     * Selects some of the fields. The reader makes no texts for the others.
     *
     * @param names of accessors.
     * @return a selection; make it once.
     * @throws IllegalArgumentException if the type has no field of a name.
     */
    public HeaderSelection<T> only(final String... names)
    {
        return new HeaderSelection<>(this, Arrays.stream(names).map(this::field).toList(), false);
    }

    /** Whether a field is one of this type, or the same field in another type of its class. */
    boolean has(final HeaderField field)
    {
        return field.index() >= 0 && field.index() < names.length && field.name().equals(names[field.index()]);
    }

    /** What a new header has in a field; null if it is unset. */
    @Nullable
    Object defaultOf(final HeaderField field)
    {
        // The time of its making is the only default that is not always the same.
        return (NOW.equals(field.defaultValue()) ? newHeader() : prototype).fieldAt(field.index());
    }

    /** By the field's index; null for a field that has no key in this type. */
    @Nullable
    EntryKey[] keys()
    {
        return keys;
    }

    /** {@return the name, as {@link #name()}} */
    @Override
    public String toString()
    {
        return name;
    }
}
