package io.skim.command;

import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The edits of a command line, of remoting frames. What is set and missing is added where it can belong: a field that
 * RocketMQ's headers know, such as {@code topic}, to requests whose header has it, and not to a heartbeat or a response;
 * any other name, and any name to a request that is not known, wherever it is missing.
 */
final class RemotingEditing implements DataHandler
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
        RemotingField.FLAG, FLAG).build();

    private final List<Edit> edits = new ArrayList<>();
    /** The names that are set and that a header has, each once. */
    private final List<String> known = new ArrayList<>();
    private final RemotingScanner scanner = new RemotingScanner(RemotingDecoder.LIMITS, Strictness.LENIENT);
    /** For each choice of those that are added. */
    private final Map<BitSet, RemotingRewriter> rewriters = new HashMap<>();
    private int code;
    private int flag;

    /** Makes one edit. */
    interface Step
    {
        /**
         * Adds it to others.
         *
         * @param builder of the others.
         */
        void addTo(RemotingEdits.Builder builder);
    }

    /** An edit; and if it sets a field, the one that does so only where the field is, else null. */
    private record Edit(Step step, @Nullable String name, @Nullable Step replacing)
    {
    }

    /** Adds an edit that is the same for every frame. */
    void add(final Step step)
    {
        edits.add(new Edit(step, null, null));
    }

    /** Adds an edit that sets a field, and adds an ext field where it can belong. */
    void set(final String name, final String value)
    {
        edits.add(new Edit(builder -> builder.set(name, value), name, builder -> builder.replace(name, value)));
        if (!known.contains(name) && !isFixed(name) && HeaderTypes.all().stream().anyMatch(type -> has(type, name)))
        {
            known.add(name);
        }
    }

    private static boolean isFixed(final String name)
    {
        return List.of("code", "language", "version", "opaque", "flag", "remark").contains(name);
    }

    private static boolean has(final HeaderType<?> type, final String name)
    {
        for (final HeaderField field : type.fields())
        {
            if (field.name().equals(name) || field.key().equals(name))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * The edits if all that is set may be added.
     *
     * @throws IllegalArgumentException if one of them cannot be made.
     */
    RemotingEdits edits()
    {
        final BitSet all = new BitSet();
        all.set(0, known.size());
        return edits(all);
    }

    private RemotingEdits edits(final BitSet added)
    {
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        for (final Edit edit : edits)
        {
            final int number = known.indexOf(edit.name);
            (number >= 0 && !added.get(number) ? Objects.requireNonNull(edit.replacing) : edit.step).addTo(builder);
        }
        return builder.build();
    }

    /** The rewriter for a frame; for one that is malformed any, to refuse it. */
    RemotingRewriter rewriter(final FrameView frame, final Function<RemotingEdits, RemotingRewriter> maker)
    {
        final BitSet added = new BitSet();
        code = 0;
        flag = 0;
        if (!known.isEmpty() && scanner.scan(frame, INTEREST, this) == Outcome.COMPLETE)
        {
            for (int k = 0; k < known.size(); k++)
            {
                added.set(k, isAddable(known.get(k)));
            }
        }
        final RemotingRewriter rewriter = rewriters.get(added);
        return rewriter != null ? rewriter : rewriters.computeIfAbsent(added, key -> maker.apply(edits(key)));
    }

    /** A response does not tell what it answers, and so not what its header has. */
    private boolean isAddable(final String name)
    {
        if (RemotingFlag.isResponse(flag))
        {
            return false;
        }
        final HeaderType<?> type = HeaderTypes.ofRequest(code);
        return type == null ? CodeNames.of(code, false) == null : has(type, name);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == CODE)
        {
            code = value.getInt(0);
        }
        else
        {
            flag = value.getInt(0);
        }
        return Action.CONTINUE;
    }
}
