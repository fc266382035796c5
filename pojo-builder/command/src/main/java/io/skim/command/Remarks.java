package io.skim.command;

/**
 * Remarks that are kept of failures: those of exceptions have stack traces, and those of hostile peers are as long as a header.
 */
public final class Remarks
{
    /** In UTF-16 units. */
    static final int LONGEST = 4_096;

    private Remarks()
    {
    }

    /** {@return as much of a remark as is kept; an ellipsis stands for the rest} */
    public static String kept(final String remark)
    {
        if (remark.length() <= LONGEST)
        {
            return remark;
        }
        final int end = LONGEST - 1;
        return remark.substring(0, Character.isHighSurrogate(remark.charAt(end - 1)) ? end - 1 : end) + '\u2026';
    }
}
