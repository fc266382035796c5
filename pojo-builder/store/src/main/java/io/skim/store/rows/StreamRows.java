package io.skim.store.rows;

import java.io.IOException;
import java.io.InputStream;

/** Reads the rows of files from their first byte to their end: those of all kinds but segments. */
public abstract class StreamRows extends RowReader
{
    StreamRows(final RowSchema schema, final int fault)
    {
        super(schema, fault);
    }

    /**
     * Starts on a file.
     *
     * @param in   to read to its end, which is not closed.
     * @param name of the file.
     * @return this, before the first row.
     * @throws IOException if reading fails.
     */
    public abstract StreamRows wrap(InputStream in, String name) throws IOException;
}
