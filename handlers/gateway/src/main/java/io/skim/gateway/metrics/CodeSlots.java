package io.skim.gateway.metrics;

import io.skim.scan.remoting.RequestCode;

/**
 * Dense numbers for the codes of requests. Codes come from peers: those that {@link RequestCode} does not know share one slot, so
 * that no peer adds to the number of time series.
 */
final class CodeSlots
{
    /** The slot of all unknown codes. */
    static final int OTHER = RequestCode.values().length;
    static final int COUNT = OTHER + 1;

    private static final int LOW_LIMIT = 8192;
    private static final int HIGH_BASE = 200_000;
    private static final int HIGH_LIMIT = 256;

    private static final short[] LOW = table(0, LOW_LIMIT);
    private static final short[] HIGH = table(HIGH_BASE, HIGH_LIMIT);
    private static final String[] LABELS = labels();

    private CodeSlots()
    {
    }

    private static short[] table(final int base, final int length)
    {
        final short[] slots = new short[length];
        for (int i = 0; i < length; i++)
        {
            final RequestCode code = RequestCode.of(base + i);
            slots[i] = (short)(code == null ? OTHER : code.ordinal());
        }
        return slots;
    }

    private static String[] labels()
    {
        final String[] labels = new String[COUNT];
        for (final RequestCode code : RequestCode.values())
        {
            labels[code.ordinal()] = code.name();
        }
        labels[OTHER] = "other";
        return labels;
    }

    static int of(final int code)
    {
        if (code >= 0 && code < LOW_LIMIT)
        {
            return LOW[code];
        }
        final int high = code - HIGH_BASE;
        return high >= 0 && high < HIGH_LIMIT ? HIGH[high] : OTHER;
    }

    /** {@return the value of the label {@code code}} */
    static String label(final int slot)
    {
        return LABELS[slot];
    }
}
