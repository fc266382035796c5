package io.skim.handlers.route;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.Interest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * An ordered list of rules, each a selector and a target: a frame goes to the target of the first rule that selects it,
 * and to the default target if none does. Immutable and free to share between threads; used through a {@link Router}.
 *
 * <pre>
 * RouteTable&lt;String&gt; table = RouteTable.remoting("cluster-a")
 *     .sql("region = 'eu' AND tier IN ('gold', 'silver')", "cluster-eu")
 *     .sql("$topic = 'audit'", "cluster-audit")
 *     .tags("TagA || TagB", "cluster-b")
 *     .build();
 * </pre>
 *
 * A rule whose selector is unknown or fails for a frame does not select it. Rules that want a value to be equal to one or
 * some texts or whole numbers are found by that value, the others are tried one after the other: of the former a frame
 * costs time by those of its own values that any rule names, whatever the number of rules and of the values they name.
 *
 * @param <T> the type of the targets.
 */
public final class RouteTable<T>
{
    final SelectorTable selectors;

    private final boolean amqp;
    private final int size;
    private final List<T> targets;
    private final T otherwise;

    private RouteTable(final Builder<T> builder)
    {
        amqp = builder.amqp;
        size = builder.targets.size();
        // Without rules there is nothing to ask, but the frame is scanned all the same.
        final Selector nothing = amqp ? Selector.jms("FALSE") : Selector.sql("FALSE");
        selectors = SelectorTable.of(size == 0 ? List.of(nothing) : builder.selectors);
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
    public static <T> Builder<T> remoting(final T otherwise)
    {
        return new Builder<>(false, otherwise);
    }

    /**
     * Begins a table for AMQP messages.
     *
     * @param otherwise the target of messages that no rule selects; may be null.
     * @param <T>       the type of the targets.
     * @return a builder without rules.
     */
    public static <T> Builder<T> amqp(final T otherwise)
    {
        return new Builder<>(true, otherwise);
    }

    /**
     * Whether this is a table for AMQP messages.
     *
     * @return false for one of remoting frames.
     */
    public boolean isAmqp()
    {
        return amqp;
    }

    /**
     * How many rules there are.
     *
     * @return the count, without the default.
     */
    public int size()
    {
        return size;
    }

    /**
     * The selector of a rule.
     *
     * @param rule from 0.
     * @return the selector.
     * @throws IndexOutOfBoundsException if there is no such rule.
     */
    public Selector selector(final int rule)
    {
        return selectors.selector(Objects.checkIndex(rule, size));
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

    /**
     * Where frames go that no rule selects.
     *
     * @return the default target; may be null.
     */
    public T defaultTarget()
    {
        return otherwise;
    }

    /** What the rules read of a frame. */
    Interest interest()
    {
        return selectors.interest();
    }

    /**
     * Collects the rules of a table, in order. A rule that is refused leaves the builder as it was.
     *
     * @param <T> the type of the targets.
     */
    public static final class Builder<T>
    {
        private final boolean amqp;
        private final T otherwise;
        private final List<Selector> selectors = new ArrayList<>();
        private final List<T> targets = new ArrayList<>();

        private Builder(final boolean amqp, final T otherwise)
        {
            this.amqp = amqp;
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
        public Builder<T> rule(final String expression, final T target)
        {
            return compile(amqp ? Selector::jms : Selector::sql, Objects.requireNonNull(expression, "expression"),
                target);
        }

        /**
         * Adds a rule by a condition in RocketMQ's SQL92 dialect.
         *
         * @param expression as for {@link Selector#sql}.
         * @param target     of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for AMQP messages.
         */
        public Builder<T> sql(final String expression, final T target)
        {
            return compile(Selector::sql, Objects.requireNonNull(expression, "expression"), target);
        }

        /**
         * Adds a rule by tags.
         *
         * @param expression as for {@link Selector#tags}; null for every frame.
         * @param target     of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for AMQP messages.
         */
        public Builder<T> tags(final String expression, final T target)
        {
            return compile(Selector::tags, expression, target);
        }

        /**
         * Adds a rule by a JMS selector.
         *
         * @param expression as for {@link Selector#jms}.
         * @param target     of the messages it selects; may be null.
         * @return this.
         * @throws RouteException if it does not compile, or the table is for remoting frames.
         */
        public Builder<T> jms(final String expression, final T target)
        {
            return compile(Selector::jms, Objects.requireNonNull(expression, "expression"), target);
        }

        private Builder<T> compile(final Function<String, Selector> compiler, final String expression, final T target)
        {
            final Selector selector;
            try
            {
                selector = compiler.apply(expression);
            }
            catch (final SelectorException e)
            {
                throw new RouteException(selectors.size() + 1, e);
            }
            return rule(selector, target);
        }

        /**
         * Adds a rule by a selector that is compiled already.
         *
         * @param selector of the table's kind of frames.
         * @param target   of the frames it selects; may be null.
         * @return this.
         * @throws RouteException if it is a selector of the other kind or one whose first match wins.
         */
        public Builder<T> rule(final Selector selector, final T target)
        {
            final int number = selectors.size() + 1;
            if (selector.isAmqp() != amqp)
            {
                throw new RouteException(amqp ? "a table for AMQP messages takes JMS selectors only"
                    : "a JMS selector is for AMQP messages, the table for remoting frames", number, 1);
            }
            if (selector.isFirstMatchWins())
            {
                throw new RouteException("a selector whose first match wins is for hints: a rule reads whole messages",
                    number, 1);
            }
            selectors.add(selector);
            targets.add(target);
            return this;
        }

        /**
         * Makes the table.
         *
         * @return a table of the rules added so far; this builder may go on.
         */
        public RouteTable<T> build()
        {
            return new RouteTable<>(this);
        }
    }
}
