package io.skim.handlers.route;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of rules and a default target. A rule is a selector and a target. A frame goes to the target of the first
 * rule that selects it, or else to the default target. Immutable and free to share between threads; used by a {@link Router}.
 *
 * <pre>
 * RouteTable&lt;String, RemotingInterest&gt; table = RouteTable.remoting("cluster-a")
 *     .sql("region = 'eu' AND tier IN ('gold', 'silver')", "cluster-eu")
 *     .sql("$topic = 'audit'", "cluster-audit")
 *     .tags("TagA || TagB", "cluster-b")
 *     .build();
 * </pre>
 *
 * A rule whose verdict is unknown or an error does not select the frame. The table has an index over values. It finds rules that
 * compare a value with texts or numbers, want it within a range, or search it for a text. Their cost grows with the frame's values
 * that rules name, not with the number of rules. All other rules are evaluated for each frame, one after the other.
 *
 * @param <T> the type of the targets.
 * @param <I> the interest that declares the rules' values: {@link RemotingInterest} or {@link AmqpInterest}.
 */
public final class RouteTable<T, I extends Interest>
{
    final SelectorTable<I> selectors;

    private final List<T> targets;
    private final @Nullable T otherwise;

    private RouteTable(final Builder<T, I> builder)
    {
        // Without rules no selector is evaluated, but the frame is scanned.
        selectors =
            SelectorTable.of(builder.targets.isEmpty() ? List.of(builder.language.apply("FALSE")) : builder.selectors);
        targets = new ArrayList<>(builder.targets);
        otherwise = builder.otherwise;
    }

    /**
     * Begins a table for RocketMQ's frames, binary and JSON.
     *
     * @param otherwise the target of frames that no rule selects; may be null.
     * @param <T>       the type of the targets.
     * @return a builder without rules.
     */
    public static <T> Builder<T, RemotingInterest> remoting(final @Nullable T otherwise)
    {
        return new Builder<>(false, Selector::sql, otherwise);
    }

    /**
     * Begins a table for AMQP messages.
     *
     * @param otherwise the target of messages that no rule selects; may be null.
     * @param <T>       the type of the targets.
     * @return a builder without rules.
     */
    public static <T> Builder<T, AmqpInterest> amqp(final @Nullable T otherwise)
    {
        return new Builder<>(true, Selector::jms, otherwise);
    }

    /** {@return whether this is a table for AMQP messages, not for remoting frames} */
    public boolean isAmqp()
    {
        return selectors.selector(0).isAmqp();
    }

    /** {@return the number of rules, without the default} */
    public int size()
    {
        return targets.size();
    }

    /**
     * The selector of a rule.
     *
     * @param rule from 0.
     * @return the selector.
     * @throws IndexOutOfBoundsException if there is no such rule.
     */
    public Selector<I> selector(final int rule)
    {
        return selectors.selector(Objects.checkIndex(rule, size()));
    }

    /**
     * The target of a rule.
     *
     * @param rule from 0.
     * @return the target.
     * @throws IndexOutOfBoundsException if there is no such rule.
     */
    public T target(final int rule)
    {
        return targets.get(rule);
    }

    /** {@return the target of frames that no rule selects; may be null} */
    public @Nullable T defaultTarget()
    {
        return otherwise;
    }

    /** {@return a line for people, such as {@code RouteTable[2 rules for remoting frames]}} Allocates. */
    @Override
    public String toString()
    {
        return "RouteTable[" + rules() + "]";
    }

    /** How many rules there are, for what. */
    String rules()
    {
        return size() + " rules for " + (isAmqp() ? "AMQP messages" : "remoting frames");
    }

    /** The interest that declares the values of all rules. */
    I interest()
    {
        return selectors.interest();
    }

    /**
     * Collects the rules of a table, in order. A rule that is refused leaves the builder as it was.
     *
     * @param <T> the type of the targets.
     * @param <I> the interest that declares the rules' values.
     */
    public static final class Builder<T, I extends Interest>
    {
        private final boolean amqp;
        private final Function<String, Selector<I>> language;
        private final @Nullable T otherwise;
        private final List<Selector<I>> selectors = new ArrayList<>();
        private final List<T> targets = new ArrayList<>();

        private Builder(final boolean amqp, final Function<String, Selector<I>> language, final @Nullable T otherwise)
        {
            this.amqp = amqp;
            this.language = language;
            this.otherwise = otherwise;
        }

        /**
         * Adds a rule by a condition in the language of the table's frames: RocketMQ's SQL92 dialect, or a JMS selector.
         *
         * @param expression as for {@link Selector#sql} or {@link Selector#jms}.
         * @param target     of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if the expression does not compile.
         */
        public Builder<T, I> rule(final String expression, final @Nullable T target)
        {
            return rule(compile(language, expression), target);
        }

        /**
         * Adds a rule by a condition in RocketMQ's SQL92 dialect.
         *
         * @param expression as for {@link Selector#sql}.
         * @param target     of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for AMQP messages.
         */
        public Builder<T, I> sql(final String expression, final @Nullable T target)
        {
            return rule(own(compile(Selector::sql, expression)), target);
        }

        /**
         * Adds a rule by tags.
         *
         * @param expression as for {@link Selector#tags}; null for every frame.
         * @param target     of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for AMQP messages.
         */
        public Builder<T, I> tags(final @Nullable String expression, final @Nullable T target)
        {
            return rule(own(compile(Selector::tags, expression)), target);
        }

        /**
         * Adds a rule by a JMS selector.
         *
         * @param expression as for {@link Selector#jms}.
         * @param target     of the messages it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for remoting frames.
         */
        public Builder<T, I> jms(final String expression, final @Nullable T target)
        {
            return rule(own(compile(Selector::jms, expression)), target);
        }

        private <J extends Interest> Selector<J> compile(final Function<String, Selector<J>> compiler,
            final @Nullable String expression)
        {
            try
            {
                return compiler.apply(expression);
            }
            catch (final SelectorException e)
            {
                throw new RouteException(selectors.size() + 1, e);
            }
        }

        /** Returns a selector of either language if it is for this table's frames; refuses other selectors. */
        @SuppressWarnings("unchecked")
        private Selector<I> own(final Selector<?> selector)
        {
            if (selector.isAmqp() != amqp)
            {
                throw new RouteException(amqp ? "a table for AMQP messages takes JMS selectors only"
                    : "a JMS selector is for AMQP messages, the table for remoting frames", selectors.size() + 1, 1);
            }
            return (Selector<I>)selector;
        }

        /**
         * Adds a rule with a compiled selector.
         *
         * @param selector that reads the table's kind of frames.
         * @param target   of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it is a selector with first match wins.
         */
        public Builder<T, I> rule(final Selector<I> selector, final @Nullable T target)
        {
            final int number = selectors.size() + 1;
            if (selector.isFirstMatchWins())
            {
                throw new RouteException("a selector whose first match wins is for hints: a rule reads whole messages",
                    number, 1);
            }
            selectors.add(selector);
            targets.add(target);
            return this;
        }

        /** {@return a table of the rules added so far; you may add more rules for another table} */
        public RouteTable<T, I> build()
        {
            return new RouteTable<>(this);
        }
    }
}
