package io.skim.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tables for people, one below the other: texts to the left, numbers to the right.
 */
final class TextTable
{
    private static final String GAP = "  ";

    private final StringBuilder text = new StringBuilder();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row to the table, of as many cells as the others. */
    TextTable add(final String... cells)
    {
        rows.add(List.of(cells));
        return this;
    }

    /** Ends the table, whose first columns are texts; an empty line stands between two tables. */
    TextTable end(final int texts)
    {
        if (!rows.isEmpty())
        {
            text.append(text.length() == 0 ? "" : "\n");
            print(text, rows, texts);
            rows.clear();
        }
        return this;
    }

    /** Prints rows of as many cells each; the first ones, which are texts, to the left, numbers to the right. */
    static void print(final StringBuilder text, final List<List<String>> rows, final int texts)
    {
        final int[] widths = new int[rows.get(0).size()];
        for (final List<String> row : rows)
        {
            for (int k = 0; k < widths.length; k++)
            {
                widths[k] = Math.max(widths[k], row.get(k).codePointCount(0, row.get(k).length()));
            }
        }
        for (final List<String> row : rows)
        {
            final StringBuilder line = new StringBuilder();
            for (int k = 0; k < widths.length; k++)
            {
                final String blanks = " ".repeat(widths[k] - row.get(k).codePointCount(0, row.get(k).length()));
                line.append(k == 0 ? "" : GAP).append(k < texts ? row.get(k) + blanks : blanks + row.get(k));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    static String number(final long number)
    {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** What a terminal shows and does not obey. */
    static String printable(final String text)
    {
        return text.codePoints().map(point -> Character.isISOControl(point) || Character.getType(point)
            == Character.FORMAT ? 0xFFFD : point).collect(StringBuilder::new, StringBuilder::appendCodePoint,
                StringBuilder::append)
            .toString();
    }

    /** {@return all tables, a line feed behind each line} */
    @Override
    public String toString()
    {
        return text.toString();
    }
}
