package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.Account;
import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.Secret;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.FreshValue;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rewriters of one event loop: one for each combination of rules that was met, so that one pass over a header makes the edits
 * of all of them. A combination is a path in a tree. It is made when it is first met, which allocates; at most
 * {@value #MAX_COMBINATIONS} are kept, and then all are made anew.
 */
final class EditCombinations
{
    static final int MAX_COMBINATIONS = 256;

    private final Limits limits;
    private final Strictness strictness;
    /** Null if no edit begins a trace. */
    private final @Nullable FreshValue trace;
    private final Map<Edit, EditValue> values = new HashMap<>();
    private Node root;
    private int count;

    EditCombinations(final Limits limits, final Strictness strictness, final @Nullable FreshValue trace)
    {
        this.limits = limits;
        this.strictness = strictness;
        this.trace = trace;
        clear();
    }

    private void clear()
    {
        root = new Node(null, null, List.of());
        count = 0;
    }

    /** The combination without edits, from which the others are reached. */
    Node root()
    {
        if (count >= MAX_COMBINATIONS)
        {
            clear();
        }
        return root;
    }

    /** A combination of edits. */
    final class Node
    {
        /** Null for the root. */
        private final @Nullable Object source;
        private final List<Edit> edits;
        private final @Nullable Node sibling;
        private @Nullable Node child;

        /** Each is made for the first frame that needs it, and may be null then. */
        private @Nullable RemotingRewriter rewriter;
        private boolean hasRewriter;
        private @Nullable AmqpRewriter annotator;
        private @Nullable AmqpRewriter mapper;
        /** The values of the edits that have another one for each frame, but for traces. */
        private final EditValue[] changing;

        private Node(final @Nullable Object source, final @Nullable Node sibling, final List<Edit> edits)
        {
            this.source = source;
            this.sibling = sibling;
            this.edits = edits;
            changing = edits.stream().filter(edit -> edit.template() != null).map(EditCombinations.this::value)
                .toArray(EditValue[]::new);
        }

        /** Gives the edits the values for a frame of a connection. */
        void refresh(final ConnectionFacts facts)
        {
            for (final EditValue each : changing)
            {
                each.refresh(facts);
            }
        }

        /**
         * The combination with further edits behind these.
         *
         * @param from what they come from, compared by identity.
         * @param more the edits.
         */
        Node with(final Object from, final List<Edit> more)
        {
            Node next = child;
            while (next != null && next.source != from)
            {
                next = next.sibling;
            }
            if (next == null)
            {
                final List<Edit> all = new ArrayList<>(edits);
                all.addAll(more);
                next = new Node(from, child, all);
                child = next;
                count++;
            }
            return next;
        }

        boolean isEmpty()
        {
            return edits.isEmpty();
        }

        /** A rewriter of all edits; null if there are none. */
        @Nullable
        RemotingRewriter rewriter(final @Nullable Account account)
        {
            if (!hasRewriter)
            {
                hasRewriter = true;
                rewriter = make(edits, account);
            }
            return rewriter;
        }

        /** A rewriter of annotations of AMQP messages; null if there are none to edit. */
        @Nullable
        AmqpRewriter annotator()
        {
            if (annotator == null && edits.stream().anyMatch(edit -> edit.place() == Place.ANNOTATION))
            {
                annotator = new AmqpRewriter(annotations().build(), limits, strictness);
            }
            return annotator;
        }

        /** A rewriter of annotations of AMQP messages that also maps their addresses. */
        AmqpRewriter mapper()
        {
            if (mapper == null)
            {
                mapper = new AmqpRewriter(annotations().mapAddresses().allowBareMessage().build(), limits, strictness);
            }
            return mapper;
        }

        private AmqpEdits.Builder annotations()
        {
            final AmqpEdits.Builder builder = AmqpEdits.builder();
            edits.forEach(edit -> edit.applyTo(builder, EditCombinations.this::fresh));
            return builder;
        }
    }

    private @Nullable RemotingRewriter make(final List<Edit> edits, final @Nullable Account account)
    {
        final Secret accessKey = account == null ? null : account.accessKey();
        if (accessKey == null && edits.stream().allMatch(edit -> edit.place() == Place.ANNOTATION))
        {
            return null;
        }
        final RemotingEdits.Builder builder = RemotingEdits.builder();
        edits.forEach(edit -> edit.applyTo(builder, this::fresh));
        if (accessKey != null)
        {
            builder.replace("AccessKey", accessKey.toText());
        }
        return new RemotingRewriter(builder.build(), limits, strictness).bodyLimit(limits.maxFrameLength());
    }

    private EditValue value(final Edit edit)
    {
        return values.computeIfAbsent(edit, any -> new EditValue(Objects.requireNonNull(edit.template())));
    }

    private FreshValue fresh(final Edit edit)
    {
        return edit.template() != null ? value(edit).value : Objects.requireNonNull(trace, "trace");
    }

    /** The edit that marks a send of a lane. */
    static List<Edit> mark(final String property, final String lane)
    {
        return List.of(new Edit(Operation.SET, Place.PROPERTY, property, lane));
    }
}
