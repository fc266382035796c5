package io.skim.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tables for people: rows of as many cells each.
 */
final class TextTable
{
    private static final String GAP = "  ";

    /** Less of a text tells too little. */
    private static final int LEAST = 8;

    private final StringBuilder text = new StringBuilder();
    private final int columns;
    private final boolean whole;

    /**
     * Makes their maker for a screen.
     *
     * @param columns that it has. Texts are cut where a row is wider; numbers never are.
     */
    TextTable(final int columns)
    {
        this(columns, false);
    }

    /**
     * Makes their maker.
     *
     * @param columns that a screen has. Texts are cut where a row is wider; numbers never are.
     * @param whole   whether remarks are never cut either: nobody sees them on a screen.
     */
    TextTable(final int columns, final boolean whole)
    {
        this.columns = columns;
        this.whole = whole;
    }

    /** Adds a table with an empty line before it. */
    void add(final List<List<String>> rows, final int texts)
    {
        text.append('\n');
        addFirst(rows, texts);
    }

    /** Adds a table with an empty line before it. The last cell of each row is a text, too: of any length, so nothing stands behind it. */
    void addWithRemarks(final List<List<String>> rows, final int texts)
    {
        text.append('\n');
        add(rows, texts, true);
    }

    /** Adds rows; the first cells of each, which are texts, to the left, numbers to the right. */
    void addFirst(final List<List<String>> rows, final int texts)
    {
        add(rows, texts, false);
    }

    private void add(final List<List<String>> rows, final int texts, final boolean remarks)
    {
        final int[] widths = new int[rows.get(0).size()];
        for (final List<String> row : rows)
        {
            for (int k = 0; k < widths.length; k++)
            {
                widths[k] = Math.max(widths[k], Screen.columns(row.get(k)));
            }
        }
        if (!remarks || !whole)
        {
            fit(widths, texts, remarks);
        }
        for (final List<String> row : rows)
        {
            final StringBuilder line = new StringBuilder();
            for (int k = 0; k < widths.length; k++)
            {
                line.append(k == 0 ? "" : GAP)
                    .append(isText(k, widths.length, texts, remarks) ? Screen.pad(row.get(k), widths[k])
                        : " ".repeat(widths[k] - Screen.columns(row.get(k))) + row.get(k));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** Adds a line to the last table. */
    void line(final String line)
    {
        text.append(line).append('\n');
    }

    private static boolean isText(final int cell, final int cells, final int texts, final boolean remarks)
    {
        return cell < texts || remarks && cell == cells - 1;
    }

    /** Makes the widest texts narrower until a row fits, or until all are as narrow as they can be. */
    private void fit(final int[] widths, final int texts, final boolean remarks)
    {
        int width = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
        while (width > columns)
        {
            int widest = 0;
            for (int k = 1; k < widths.length; k++)
            {
                widest = isText(k, widths.length, texts, remarks) && widths[k] > widths[widest] ? k : widest;
            }
            if (widths[widest] <= LEAST)
            {
                return;
            }
            widths[widest]--;
            width--;
        }
    }

    static String number(final long number)
    {
        return String.format(Locale.ROOT, "%,d", number);
    }

    @Override
    public String toString()
    {
        return text.toString();
    }
}
