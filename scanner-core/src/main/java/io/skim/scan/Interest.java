package io.skim.scan;

/**
 * The values that a handler wants, declared once: names and fields of an encoding, each with the handler's own id.
 * <p>
 * Each encoding has a builder of interests, so one handler works for several encodings: it knows only its ids. Several spellings
 * of a name may share an id. An interest is immutable; threads can share it. Keep it in a {@code static final} field.
 * <p>
 * Ids are dense from 0, for a {@code switch} or as indices of an array: {@code build()} throws if an id below the greatest one is
 * missing. If a handler has several interests, and one of them has no value for some id, it states the number of its ids:
 * {@code ids(count)}. {@code everything()} takes the ordinals of an enum of its encoding as ids. Other declarations take the next
 * ids, or share one.
 */
public abstract class Interest
{
    private final boolean firstMatchWins;
    private final String declared;

    /**
     * For the builders of encodings.
     *
     * @param firstMatchWins whether the scan ends when each declared id was shown once.
     * @param declared       the declarations with their ids, for {@link #toString}.
     */
    protected Interest(final boolean firstMatchWins, final String declared)
    {
        this.firstMatchWins = firstMatchWins;
        this.declared = declared;
    }

    /**
     * Whether a scan ends when each declared id was shown once. It then does not see later duplicates, of which the reference uses
     * the last: for hints only.
     *
     * @return false by default.
     */
    public final boolean firstMatchWins()
    {
        return firstMatchWins;
    }

    /**
     * The encoding, and the declarations with their ids, in their order. Allocates.
     *
     * @return a line for people, such as {@code RemotingInterest[the field CODE = 0, the ext field "topic" = 1]}.
     */
    @Override
    public final String toString()
    {
        return getClass().getSimpleName() + '[' + declared + (firstMatchWins ? "; first match wins]" : "]");
    }
}
