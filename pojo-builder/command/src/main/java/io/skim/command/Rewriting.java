package io.skim.command;

import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies frames or messages and rewrites their headers on the way: what is not rewritten, for whatever reason, comes
 * out as it went in.
 *
 * @param <I> what selectors read of it is declared by.
 */
abstract class Rewriting<I extends Interest> extends Copier
{
    private static final int USUAL_LENGTH = 65_536;

    private final FrameScanner<I> scanner;
    /** Null if all are to be edited. */
    private final @Nullable SelectorTable<I> selectors;
    /** Of the selectors; null without any. */
    private final @Nullable SelectorEvaluator evaluator;
    private byte[] header = new byte[USUAL_LENGTH];

    /**
     * Makes a rewriting.
     *
     * @param console   to report to.
     * @param scanner   of what is read.
     * @param view      on what is read.
     * @param selectors which all have to select what is edited.
     */
    Rewriting(final Console console, final FrameScanner<I> scanner, final FrameView view,
        final List<Selector<I>> selectors)
    {
        super(console, view);
        this.scanner = scanner;
        final SelectorTable<I> table = selectors.isEmpty() ? null : SelectorTable.of(selectors);
        this.selectors = table;
        evaluator = table == null ? null : new SelectorEvaluator(table);
    }

    /** Works out the patch of what the view is on; false if it is refused. */
    abstract boolean rewrite();

    /** What has become of the last one. */
    abstract HeaderPatch patch();

    /** What was wrong with the last one, if it was malformed. */
    abstract Fault fault();

    /**
     * Copies a frame or message that the view is on, edited if it is to be.
     *
     * @param source where it comes from.
     * @param bytes  array that holds it.
     * @param from   in {@code bytes}, of its first byte.
     * @param length of it, in bytes.
     * @param prefix how many bytes before it tell its length alone: 4, or 0 if it begins with its length.
     * @param offset in the file or stream, where what it is read from begins.
     * @param place  in the file or stream, where a byte of it is.
     */
    final void copy(final Source source, final byte[] bytes, final int from, final int length, final int prefix,
        final long offset, final LongUnaryOperator place)
    {
        boolean editing = isSelected();
        if (editing && !rewrite())
        {
            refused(source, offset, place);
            editing = false;
        }
        if (!choice.takes(time))
        {
            // Malformed ones were reported all the same.
            i++;
            return;
        }
        if (editing && patch().isChanged())
        {
            writePatched(bytes, from, prefix);
        }
        else
        {
            write(bytes, from - prefix, prefix + length);
        }
        i++;
    }

    private void writePatched(final byte[] bytes, final int from, final int prefix)
    {
        final HeaderPatch patch = patch();
        final int needed = prefix + patch.headerLength();
        header = header.length < needed ? new byte[needed] : header;
        final int length = patch.headerLength() + patch.bodyLength();
        for (int k = 0; k < prefix; k++)
        {
            header[k] = (byte)(length >> (prefix - 1 - k) * Byte.SIZE);
        }
        patch.writeHeader(header, prefix);
        write(header, 0, needed);
        write(bytes, from + patch.bodyOffset(), patch.bodyLength());
    }

    /** Whether what the view is on is to be edited; what is malformed is, so that it is reported. */
    private boolean isSelected()
    {
        if (selectors == null || evaluator == null
            || scanner.scan(view, selectors.interest(), evaluator) != Outcome.COMPLETE)
        {
            return true;
        }
        boolean selected = true;
        for (int k = 0; k < selectors.size() && selected; k++)
        {
            selected = evaluator.matches(k);
        }
        return selected;
    }

    private void refused(final Source source, final long offset, final LongUnaryOperator place)
    {
        final Refusal refusal = Objects.requireNonNull(patch().refusal());
        if (refusal == Refusal.MALFORMED || refusal == Refusal.BODY_MALFORMED)
        {
            report(source, offset, fault(), place.applyAsLong(fault().offset()));
        }
        else
        {
            report(source, offset, refusal.name(), offset, refusal.sentence());
        }
    }

    /** Whether what is no frame or message is copied: for nobody has another copy of what came by a pipe. */
    final boolean copiesRest()
    {
        return !choice.isGiven();
    }

    /** Copies the rest of the file, unless some frames or messages alone are wanted. */
    final void copyRest(final byte[] bytes, final int from, final int to, final InputStream in) throws IOException
    {
        if (!copiesRest())
        {
            return;
        }
        write(bytes, from, to - from);
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes))
        {
            write(bytes, 0, read);
        }
    }
}
