package io.skim.pojo.headers;

/**
 * Which of several offsets of one point in time is meant.
 *
 * @see "org.apache.rocketmq.common.BoundaryType, release 5.5.1"
 */
public enum BoundaryType
{
    /** The least offset. */
    LOWER,
    /** The greatest offset. */
    UPPER;

    /**
     * The boundary that a text names.
     *
     * @param text of an ext field, not null.
     * @return {@link #UPPER} for {@code upper} in any case, else {@link #LOWER}, as the reference reads it.
     */
    public static BoundaryType of(final String text)
    {
        return "UPPER".equalsIgnoreCase(text) ? UPPER : LOWER;
    }
}
