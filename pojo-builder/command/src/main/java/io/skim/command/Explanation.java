package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorPart;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells why a frame or message is selected or not: the verdict of each part of the conditions, and the values that it names.
 *
 * @param <I> what selectors read of it is declared by.
 */
final class Explanation<I extends Interest>
{
    private static final int INDENT = 2;
    private static final int LONGEST_VALUE = 60;

    private final Console console;
    private final FrameScanner<I> scanner;
    private final List<Line<I>> lines = new ArrayList<>();

    /** A part, as deep in the text as others stand around it. */
    private record Line<I extends Interest>(int depth, SelectorPart part, Selector<I> selector,
        SelectorEvaluator evaluator)
    {
    }

    /**
     * Makes one.
     *
     * @param console   to print to.
     * @param scanner   of what is read.
     * @param selectors which all have to select it.
     */
    Explanation(final Console console, final FrameScanner<I> scanner, final List<Selector<I>> selectors)
    {
        this.console = console;
        this.scanner = scanner;
        selectors.forEach(selector -> add(selector, selector.part(), 1));
    }

    /** Recursion ends where the parser's does. */
    private void add(final Selector<I> whole, final SelectorPart part, final int depth)
    {
        final Selector<I> selector = whole.only(part);
        lines.add(new Line<>(depth, part, selector, new SelectorEvaluator(selector)));
        part.parts().forEach(each -> add(whole, each, depth + 1));
    }

    /**
     * Prints a frame or message that is not malformed.
     *
     * @param view   on it.
     * @param i      its number.
     * @param wanted whether it is taken.
     */
    void print(final FrameView view, final long i, final boolean wanted)
    {
        final StringBuilder text = new StringBuilder().append(i).append(wanted ? "  taken\n" : "  not taken\n");
        for (final Line<I> line : lines)
        {
            scanner.scan(view, line.selector.interest(), line.evaluator);
            text.append(" ".repeat(INDENT * line.depth)).append(verdict(line.evaluator)).append("  ").append(
                Screen.printable(line.part.text()));
            if (line.part.parts().isEmpty())
            {
                line.evaluator.values().forEach((name, value) -> text.append("   ").append(name).append(value(value)));
            }
            text.append('\n');
        }
        console.lines.text(text.toString());
    }

    private static String verdict(final SelectorEvaluator evaluator)
    {
        return switch (evaluator.verdict())
        {
            case MATCH -> "true   ";
            case NO_MATCH -> "false  ";
            case UNKNOWN -> "unknown";
            case ERROR -> "error  ";
        };
    }

    private static String value(final String value)
    {
        return value == null ? " is missing" : " is " + Screen.cut(Screen.printable("'" + value + "'"), LONGEST_VALUE);
    }
}
