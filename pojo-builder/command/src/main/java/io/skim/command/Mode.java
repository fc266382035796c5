package io.skim.command;

import io.skim.scan.Strictness;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How strictly a command reads: one option or the other.
 */
final class Mode
{
    @Option(names = "--strict", description = "Refuse what two readers could read differently (the default).")
    @SuppressWarnings("UnusedVariable") // It says aloud what holds anyway; picocli lets nobody say both.
    private boolean strict;

    @Option(names = "--lenient",
        description = "Also take the oddities that the reference decoder takes, and read them"
            + " as it does: RocketMQ 5.5.1, and of AMQP protonj2, which takes sections in any order,"
            + " bytes behind a performative that has no payload, and booleans of any octet.")
    private boolean lenient;

    /** What was chosen; null for no choice. */
    static Strictness of(final @Nullable Mode mode)
    {
        return mode != null && mode.lenient ? Strictness.LENIENT : Strictness.STRICT;
    }
}
