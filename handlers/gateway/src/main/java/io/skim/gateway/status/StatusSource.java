package io.skim.gateway.status;

import io.skim.gateway.metrics.RuleCounter;
import java.util.List;

/** What the status shows besides counts. Called on the thread of the HTTP server, at most once a second for the status; must not wait. */
public interface StatusSource
{
    /**
     * A rule of the configuration in use.
     *
     * @param name        of the rule.
     * @param description what it matches and does, in one line.
     * @param counter     of the frames that matched it.
     */
    record Rule(String name, String description, RuleCounter counter)
    {
    }

    /**
     * Something that should hold, such as a listener that is bound.
     *
     * @param name   of what is checked.
     * @param ok     whether it holds.
     * @param detail why it does not, or what it is; may be empty.
     * @param needed whether it must hold before traffic is sent here.
     */
    record Check(String name, boolean ok, String detail, boolean needed)
    {
        /**
         * Something that must hold.
         *
         * @param name   of what is checked.
         * @param ok     whether it holds.
         * @param detail why it does not, or what it is; may be empty.
         */
        public Check(final String name, final boolean ok, final String detail)
        {
            this(name, ok, detail, true);
        }
    }

    /** {@return the gateway's version} */
    String version();

    /** {@return the number of the configuration in use, which grows with each reload} */
    long generation();

    /** {@return the rules in use, in their order} */
    List<Rule> rules();

    /** {@return what is checked; those that are needed decide about readiness} */
    List<Check> checks();
}
