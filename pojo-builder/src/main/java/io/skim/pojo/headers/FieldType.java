package io.skim.pojo.headers;

/**
 * The types of the fields of typed headers. On the wire, all values are texts.
 */
public enum FieldType
{
    /** A {@code String}. */
    STRING(0),
    /** An {@code int} or {@code Integer}, in decimal digits. */
    INT(Integer.SIZE),
    /** A {@code long} or {@code Long}, in decimal digits. */
    LONG(Long.SIZE),
    /** A {@code boolean} or {@code Boolean}: {@code true} in any case, all other text is false. */
    BOOLEAN(0),
    /** A {@link BoundaryType}. */
    BOUNDARY(0);

    private final int bits;

    FieldType(final int bits)
    {
        this.bits = bits;
    }

    /** {@return the width of a number in bits, 32 or 64; 0 if the type is no number} */
    public int bits()
    {
        return bits;
    }
}
