package io.skim.command;

import java.util.List;
import java.util.Locale;

/**
 * Tables for people: rows of as many cells each.
 */
final class TextTable
{
    private static final String GAP = "  ";

    private final StringBuilder text = new StringBuilder();

    /** Adds a table with an empty line before it. */
    void add(final List<List<String>> rows, final int texts)
    {
        text.append('\n');
        addFirst(rows, texts);
    }

    /** Adds rows; the first cells of each, which are texts, to the left, numbers to the right. */
    void addFirst(final List<List<String>> rows, final int texts)
    {
        final int[] widths = new int[rows.get(0).size()];
        for (final List<String> row : rows)
        {
            for (int k = 0; k < widths.length; k++)
            {
                widths[k] = Math.max(widths[k], Screen.columns(row.get(k)));
            }
        }
        for (final List<String> row : rows)
        {
            final StringBuilder line = new StringBuilder();
            for (int k = 0; k < widths.length; k++)
            {
                final String blanks = " ".repeat(widths[k] - Screen.columns(row.get(k)));
                line.append(k == 0 ? "" : GAP).append(k < texts ? row.get(k) + blanks : blanks + row.get(k));
            }
            text.append(line.toString().stripTrailing()).append('\n');
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
