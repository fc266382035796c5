package io.skim.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints the bytes of a frame in rows of sixteen, each range beside its name, value and rule, and the place of a fault. On a narrow screen
 * a row has eight bytes, and no rule.
 *
 * <pre>
 * 00000000  00 00 01 28                                      ...(              length = 296          int32, without these four
 * 00000008  01 36                                            .6                code = 310 SEND_MESSAGE_V2    uint16
 *           ^^ 00000009  KEY_OVERRUNS_MAP: ...
 * </pre>
 */
final class HexDump
{
    private static final int WIDE_ROW = 16;
    private static final int NARROW_ROW = 8;
    /** From that width on there is room for a wide row and what it means. */
    private static final int WIDE = 120;
    /** Of a long range as many rows are shown. */
    private static final int MOST_ROWS = 8;
    private static final int VALUE = 44;

    private final byte[] bytes;
    private final int from;
    private final int length;
    private final Screen screen;
    private final boolean all;
    private final int perRow;
    private final StringBuilder text = new StringBuilder();
    /** In the frame; -1 for none, or once it is shown. */
    private int faultAt = -1;
    private String fault = "";

    /**
     * Makes a dump.
     *
     * @param bytes  that hold the frame.
     * @param from   where it begins.
     * @param length of the frame.
     * @param screen to fit.
     * @param all    whether to show long ranges to their end.
     */
    HexDump(final byte[] bytes, final int from, final int length, final Screen screen, final boolean all)
    {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
        this.screen = screen;
        this.all = all;
        perRow = screen.width() < WIDE ? NARROW_ROW : WIDE_ROW;
    }

    /** Marks a place in the frame, or its end, as that of a fault. */
    void fault(final long at, final String message)
    {
        faultAt = (int)Math.max(0, Math.min(length, at));
        fault = message;
    }

    /** The dump of all bytes; those of no range are shown without a name. A range may hold others. */
    String text(final List<Annotation> annotations)
    {
        final List<Annotation> sorted = new ArrayList<>(annotations);
        sorted.sort(Comparator.comparingInt(Annotation::from));
        int at = 0;
        for (int k = 0; k < sorted.size(); k++)
        {
            final Annotation annotation = sorted.get(k);
            if (annotation.from() > at)
            {
                range(at, annotation.from(), null);
            }
            if (annotation.from() >= at)
            {
                // Up to the first range inside of it, if there is one.
                at = k + 1 < sorted.size() ? Math.min(annotation.to(), sorted.get(k + 1).from()) : annotation.to();
                range(annotation.from(), at, annotation);
            }
        }
        if (at < length)
        {
            range(at, length, null);
        }
        if (faultAt >= 0)
        {
            mark(length, length);
        }
        return text.toString();
    }

    /** Prints the rows of a range, or of the part of it that is in front of others; without a name if there is none. */
    private void range(final int first, final int limit, final @Nullable Annotation annotation)
    {
        final int rows = (limit - first + perRow - 1) / perRow;
        if (rows == 0)
        {
            row(first, first, annotation);
        }
        for (int k = 0; k < rows; k++)
        {
            final int start = first + k * perRow;
            final int end = Math.min(limit, start + perRow);
            final boolean faulty = faultAt >= start && faultAt < end;
            if (all || k < MOST_ROWS || k == rows - 1 || faulty)
            {
                row(start, end, k == 0 ? annotation : null);
            }
            else if (k == MOST_ROWS)
            {
                text.append("          ... ").append(limit - start).append(" bytes more; --all shows them\n");
            }
        }
    }

    private void row(final int start, final int end, final @Nullable Annotation annotation)
    {
        final StringBuilder row = new StringBuilder(String.format("%08x  ", start));
        final StringBuilder signs = new StringBuilder();
        for (int k = start; k < end; k++)
        {
            final int octet = bytes[from + k] & 0xFF;
            row.append(Character.forDigit(octet >> 4, 16)).append(Character.forDigit(octet & 15, 16)).append(' ');
            signs.append(octet >= ' ' && octet <= '~' ? (char)octet : '.');
        }
        row.append("   ".repeat(perRow - (end - start))).append(' ').append(Screen.pad(signs.toString(), perRow))
            .append("  ");
        if (annotation != null)
        {
            // A name can be that of an ext field, which a sender is free to choose.
            final String name = Screen.printable(annotation.name());
            final String value =
                annotation.value() == null ? name : name + " = " + Screen.printable(annotation.value());
            row.append(annotation.rule() == null || perRow == NARROW_ROW ? value
                : Screen.pad(value, VALUE) + "  " + annotation.rule());
        }
        text.append(Screen.cut(row.toString(), screen.width()).stripTrailing()).append('\n');
        if (faultAt >= start && faultAt < end)
        {
            mark(start, faultAt);
        }
    }

    private void mark(final int start, final int at)
    {
        text.append(" ".repeat(10 + 3 * (at - start)))
            .append(screen.red("^^ " + String.format("%08x", at) + "  " + Screen
                .printable(fault)))
            .append('\n');
        faultAt = -1;
    }
}
