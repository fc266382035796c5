package io.skim.scan;

/**
 * What a handler wants to be shown, declared once: names and places on the wire, each with the handler's own id.
 * <p>
 * An interest is the adapter between a handler and an encoding. The handler knows ids; each encoding has a builder that ties
 * them to its names, several spellings to one id where there are several. Immutable and free to share between threads. An
 * interest is best kept in a {@code static final} field of its handler.
 * <p>
 * Ids are dense from 0, as for a {@code switch} and for arrays by id: {@code build()} refuses an interest that leaves out an id
 * below its greatest. A handler with several interests, of which one has nothing for some of its ids, states how many ids there
 * are: {@code ids(count)}. {@code everything()} takes all ids of an enum of its encoding; what is added to it gets the next
 * ids, or shares one.
 */
public abstract class Interest
{
    private final boolean firstMatchWins;
    private final String declared;

    /**
     * For the builders of encodings.
     *
     * @param firstMatchWins whether the scan stops once each declared id was shown.
     * @param declared       what was declared and under which ids, for {@link #toString}.
     */
    protected Interest(final boolean firstMatchWins, final String declared)
    {
        this.firstMatchWins = firstMatchWins;
        this.declared = declared;
    }

    /**
     * Whether a scan stops by itself once each declared id was shown, leaving the rest, and with it a later duplicate
     * that would have won, unseen.
     *
     * @return false unless asked for.
     */
    public final boolean firstMatchWins()
    {
        return firstMatchWins;
    }

    /**
     * The encoding, and what was declared with its ids, in the order of the declarations. Allocates.
     *
     * @return a line for people, such as {@code RemotingInterest[the field CODE = 0, the ext field "topic" = 1]}.
     */
    @Override
    public final String toString()
    {
        return getClass().getSimpleName() + '[' + declared + (firstMatchWins ? "; first match wins]" : "]");
    }
}
