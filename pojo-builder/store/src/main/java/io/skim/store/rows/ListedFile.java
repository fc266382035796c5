package io.skim.store.rows;

import java.io.IOException;

/**
 * A file that was listed, and perhaps cut into splits, before it is read. Rows would be missing if it has become shorter since.
 *
 * @param name   of the file.
 * @param length in bytes, when it was listed.
 */
public record ListedFile(String name, long length)
{
    /**
     * Fails if the file has become shorter.
     *
     * @param found the bytes that it has.
     * @throws IOException if these are fewer than it had; the message has the name and both numbers.
     */
    public void check(final long found) throws IOException
    {
        if (found < length)
        {
            throw new IOException(name + " has " + found + " bytes, and had " + length
                + " when it was listed: it was shortened or replaced meanwhile");
        }
    }
}
