package io.skim.store.rows;

/** The type of a column. */
public enum RowType
{
    /** 32 bits, signed. */
    INT,
    /** 64 bits, signed. */
    LONG,
    /** Microseconds since 1970, 64 bits; null outside of the years 1 to 9999. */
    TIMESTAMP,
    /** 0 or 1. */
    BOOLEAN,
    /** UTF-8. */
    TEXT,
    /** Bytes. */
    BINARY,
    /** Texts by their names; of equal names the last one. */
    TEXTS
}
