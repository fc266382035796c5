package io.skim.gateway.metrics;

import java.util.Locale;

/** How constants are spelled in labels of metrics, in log lines and in the status. */
final class LabelText
{
    private LabelText()
    {
    }

    /** {@return the constant's name in lower case} */
    static String of(final Enum<?> constant)
    {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
