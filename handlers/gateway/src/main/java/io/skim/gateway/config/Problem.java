package io.skim.gateway.config;

/**
 * One thing that is wrong in a file.
 *
 * @param line    in the file, from 1.
 * @param column  in the line, in characters (code points) from 1.
 * @param message what is wrong, and what is allowed. It never has the value of a secret.
 */
public record Problem(int line, int column, String message) implements Comparable<Problem>
{
    @Override
    public int compareTo(final Problem other)
    {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    /** {@return {@code line:column: message}} */
    @Override
    public String toString()
    {
        return line + ":" + column + ": " + message;
    }
}
