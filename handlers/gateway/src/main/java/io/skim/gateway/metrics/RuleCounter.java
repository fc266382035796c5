package io.skim.gateway.metrics;

/** Counts the frames that matched a rule. Made by {@link GatewayMetrics#rule}. */
public final class RuleCounter
{
    final int index;
    private final String name;

    RuleCounter(final String name, final int index)
    {
        this.name = name;
        this.index = index;
    }

    /** {@return the rule's name} */
    public String name()
    {
        return name;
    }
}
