package io.skim.gateway.metrics;

import io.skim.scan.Reason;
import java.util.Arrays;

/** The spelling of a scanner's reasons in metrics, log lines, events and the status. */
public final class ReasonLabels
{
    private static final String[] LABELS = Arrays.stream(Reason.values()).map(LabelText::of).toArray(String[]::new);

    private ReasonLabels()
    {
    }

    /**
     * The label of a reason. Allocates nothing.
     *
     * @param reason why a frame is malformed.
     * @return its name in lower case.
     */
    public static String of(final Reason reason)
    {
        return LABELS[reason.ordinal()];
    }
}
