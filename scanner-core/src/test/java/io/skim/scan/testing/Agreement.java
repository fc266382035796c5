package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The one rule: both modes read what the reference reads, or refuse. Also counts what is refused though the reference
 * takes it.
 */
public final class Agreement
{
    private final HeaderScan strict = new HeaderScan(Strictness.STRICT);
    private final HeaderScan lenient = new HeaderScan(Strictness.LENIENT);
    private final Map<Reason, Integer> refusedByStrict = new EnumMap<>(Reason.class);
    private final Map<Reason, Integer> refusedByLenient = new EnumMap<>(Reason.class);
    private int frames;
    private int unsafe;
    private int acceptedByReference;
    private int acceptedByStrict;
    private int acceptedByLenient;

    /** Makes a rule with nothing counted. */
    public Agreement()
    {
    }

    /**
     * Checks one frame.
     *
     * @param frame a view of exactly these bytes is scanned.
     * @throws AssertionError if a mode reads what the reference does not read; the message has the frame.
     */
    public void check(final byte[] frame)
    {
        frames++;
        final HeaderRecord ofStrict = strict.read(frame);
        final HeaderRecord ofLenient = lenient.read(frame);
        final String what = "frame " + HexFormat.of().formatHex(frame) + "\n" + Vectors.text(frame);
        if (frame.length < 4 || ByteBuffer.wrap(frame).getInt() != frame.length - 4)
        {
            assertNull(ofStrict, what);
            assertNull(ofLenient, what);
            return;
        }
        if (isUnsafe(frame) && ofStrict == null && ofLenient == null)
        {
            unsafe++;
            return;
        }
        if (frame.length > 4 && frame[4] == 0)
        {
            assertNoZeroInKeys(ofLenient, what);
        }
        compare(frame, ofStrict, ofLenient, Reference.decode(frame), what);
    }

    private void compare(final byte[] frame, final HeaderRecord ofStrict, final HeaderRecord ofLenient,
        final HeaderRecord expected, final String what)
    {
        if (ofStrict != null)
        {
            acceptedByStrict++;
            assertEquals(expected, ofStrict, () -> "strict reads another meaning: " + what);
            assertNotNull(ofLenient, () -> "lenient refuses what strict takes: " + what);
            assertNotNull(ofStrict.opaque, () -> "strict takes a header without opaque: " + what);
        }
        if (ofLenient != null)
        {
            acceptedByLenient++;
            assertEquals(expected, ofLenient, () -> "lenient reads another meaning: " + what);
        }
        if (expected != null)
        {
            acceptedByReference++;
            count(ofStrict, strict, refusedByStrict);
            count(ofLenient, lenient, refusedByLenient);
        }
    }

    private static void count(final HeaderRecord header, final HeaderScan scan, final Map<Reason, Integer> counts)
    {
        if (header == null)
        {
            counts.merge(scan.reason(), 1, Integer::sum);
        }
    }

    /**
     * Whether the reference must not see a frame that both modes refuse: a zero byte in a JSON key stays in a cache of
     * names that is shared by the whole JVM, and spoils headers read later.
     *
     * @param frame that both modes refuse.
     * @return true if it may hold such a key.
     */
    public static boolean isUnsafe(final byte[] frame)
    {
        if (frame.length < 8 || frame[4] != 0)
        {
            return false;
        }
        final int end = Math.min(frame.length, 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF));
        boolean zero = false;
        for (int i = 8; i < end; i++)
        {
            if (zero && frame[i] == '}')
            {
                return true;
            }
            zero |= frame[i] == 0;
        }
        return zero && end == frame.length && frame[end - 1] != 0;
    }

    private static void assertNoZeroInKeys(final HeaderRecord header, final String what)
    {
        if (header != null && header.extFields != null)
        {
            header.extFields.keySet().forEach(key -> assertFalse(key.indexOf(0) >= 0, what));
        }
    }

    /**
     * What lenient refuses though the reference takes it.
     *
     * @return how often, by reason.
     */
    public Map<Reason, Integer> refusedByLenient()
    {
        return refusedByLenient;
    }

    /**
     * How many frames a mode took.
     *
     * @param strictness the mode.
     * @return the count.
     */
    public int accepted(final Strictness strictness)
    {
        return strictness == Strictness.STRICT ? acceptedByStrict : acceptedByLenient;
    }

    /**
     * The counts.
     *
     * @return lines for people.
     */
    public String report()
    {
        final StringBuilder report = new StringBuilder();
        report
            .append(String.format("%d frames, %d taken by 5.5.1, %d by lenient, %d by strict; %d not shown to 5.5.1%n",
                frames, acceptedByReference, acceptedByLenient, acceptedByStrict, unsafe));
        append(report, "lenient", refusedByLenient);
        append(report, "strict", refusedByStrict);
        return report.toString();
    }

    private void append(final StringBuilder report, final String mode, final Map<Reason, Integer> refused)
    {
        refused.entrySet().stream().sorted((one, other) -> other.getValue() - one.getValue()).forEach(entry -> report
            .append(String.format("%s refuses %s: %d (%.3f%% of what 5.5.1 takes)%n", mode, entry.getKey(), entry
                .getValue(), 100.0 * entry.getValue() / acceptedByReference)));
    }
}
