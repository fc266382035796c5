package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * A condition on frames, compiled once from its text. Immutable and free to share between threads; evaluated by a
 * {@link SelectorEvaluator}.
 *
 * <pre>
 * Selector&lt;RemotingInterest&gt; selector = Selector.sql("price &gt; 100 AND $topic = 'orders'");
 * SelectorEvaluator evaluator = new SelectorEvaluator(selector);                 // one for each thread
 *
 * scanner.scan(frame, selector.interest(), evaluator);
 * if (evaluator.matches()) { ... }
 * </pre>
 *
 * Limits: a text of {@value Tokens#MAX_LENGTH} characters, {@value ConditionParser#MAX_DEPTH} parentheses, signs and NOTs
 * inside each other, LIKE patterns of {@value LikePattern#MAX_LENGTH} characters, which between two {@code %} have at most
 * {@value HoleSearch#MAX_PLACES} bytes of a text with a {@code _} in it. LIKE takes at most four steps of a few instructions
 * for each byte of a value.
 *
 * @param <I> what it reads of a frame is declared by: {@link RemotingInterest} for remoting frames, {@link AmqpInterest} for AMQP
 *            messages.
 */
public final class Selector<I extends Interest>
{
    final Node node;
    final SlotTable slots;
    final boolean amqp;

    private final String source;
    private final BiFunction<String, Places, Node> compiler;

    private Selector(final String source, final boolean amqp, final BiFunction<String, Places, Node> compiler)
    {
        this.source = source;
        this.amqp = amqp;
        this.compiler = compiler;
        final Places places = new Places();
        node = node(places);
        slots = new SlotTable(places.list(), amqp, false);
    }

    /** The same condition, for which of several equal names the first counts. */
    private Selector(final Selector<I> other)
    {
        source = other.source;
        amqp = other.amqp;
        compiler = other.compiler;
        node = other.node;
        slots = new SlotTable(other.slots.places, amqp, true);
    }

    /**
     * Compiles RocketMQ's SQL92 dialect, for the properties of messages in remoting frames, whatever their encoding.
     * <p>
     * Verdicts are the broker's, errors included: a property is a text, which is read as a number where it is compared
     * with one; {@code NOT} binds tighter than comparisons; what follows the longest beginning that is an expression is
     * ignored. Where this differs: names that begin with {@code $} are of the header. {@code $code}, {@code $opaque},
     * {@code $flag}, {@code $language}, {@code $version} and {@code $remark} are its fields, any other {@code $name} the
     * ext field of that name. The fields of send requests are found under their long names also where they are sent under
     * one letter (codes 310, 320 and 325): {@code $topic}, {@code $queueId}.
     *
     * @param expression in that dialect.
     * @return the selector.
     * @throws SelectorException if it does not compile.
     * @see "rocketmq-filter 5.5.0"
     */
    public static Selector<RemotingInterest> sql(final String expression)
    {
        return new Selector<>(Objects.requireNonNull(expression, "expression"), false,
            (source, places) -> new SqlParser(source, places)
                .parse());
    }

    /**
     * Compiles a tag expression, for the property {@code TAGS} of messages in remoting frames: {@code TagA || TagB};
     * {@code *}, an empty text or null for every message. A message is selected that the broker would deliver and the
     * consumer would keep: its tag is one of those named, letter for letter.
     *
     * @param expression tags between {@code ||}, or {@code *}; may be null.
     * @return the selector.
     * @throws SelectorException if it holds no tag, but blanks or separators.
     * @see "FilterAPI.buildSubscriptionData; PullAPIWrapper.processPullResult"
     */
    public static Selector<RemotingInterest> tags(final String expression)
    {
        return new Selector<>(expression, false, (source, places) -> TagParser.parse(source, true, places));
    }

    /**
     * Compiles a tag expression as the broker alone evaluates it, which knows no more of a tag than the hash of its text:
     * a message whose tag has the hash of one that is named is selected too.
     *
     * @param expression tags between {@code ||}, or {@code *}; may be null.
     * @return the selector.
     * @throws SelectorException if it holds no tag, but blanks or separators.
     * @see "ExpressionMessageFilter.isMatchedByConsumeQueue"
     */
    public static Selector<RemotingInterest> tagHashes(final String expression)
    {
        return new Selector<>(expression, false, (source, places) -> TagParser.parse(source, false, places));
    }

    /**
     * Compiles a JMS selector, for AMQP messages.
     * <p>
     * Names are those of JMS ({@code JMSPriority}), of Qpid ({@code amqp.priority}) and of Artemis ({@code AMQPriority},
     * {@code m.} in front of a message annotation), names with their section in front ({@code properties.group_id}), and
     * application properties; in double quotes a name is always an application property. An unknown name of {@code JMS} or
     * {@code amqp.} has no value. A selector without a token takes every message. Comparing values that are known to be of
     * different types, as in {@code TRUE = 0}, does not compile.
     *
     * @param expression a selector.
     * @return the selector.
     * @throws SelectorException if it does not compile.
     * @see "Jakarta Messaging 3.1, section 3.8.1"
     */
    public static Selector<AmqpInterest> jms(final String expression)
    {
        return new Selector<>(Objects.requireNonNull(expression, "expression"), true,
            (source, places) -> new JmsParser(source,
                places).parse());
    }

    /**
     * The same condition as a hint, which need not look at a whole message: its interest stops the scan once each value
     * that is named was shown. A value that is missing lets it read on to the end, and so do more than 64 names.
     * <p>
     * Verdicts are the same on a well-formed message without duplicates. Of several equal keys, or repeated sections, the
     * first counts here, and nowhere else: peers take the <em>last</em>. And what stands behind the last value that was
     * looked for stays unchecked, so that a message may be selected that is malformed. For hints, such as which queue a
     * message is likely to belong to, never for deciding access; a route table does not take it.
     * <p>
     * A scan that stops by itself ends as {@link io.skim.scan.Outcome#STOPPED}, and there is a verdict all the same.
     *
     * @return a selector to be shared as this one is; itself if it is such a one.
     * @throws IllegalStateException if this is a selector of remoting frames, whose headers are always read whole.
     */
    public Selector<I> firstMatchWins()
    {
        if (!amqp)
        {
            throw new IllegalStateException("the first match can win in AMQP messages only: headers of remoting frames"
                + " are read whole");
        }
        return slots.firstMatchWins ? this : new Selector<>(this);
    }

    /**
     * Whether of several equal names the first counts.
     *
     * @return true for what {@link #firstMatchWins} gave.
     */
    public boolean isFirstMatchWins()
    {
        return slots.firstMatchWins;
    }

    /**
     * What this selector reads of a frame; for {@code RemotingScanner}, or of a JMS selector for {@code AmqpScanner}.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this selector alone understands.
     */
    public I interest()
    {
        return slots.interest();
    }

    /**
     * What this selector reads of a stored record or batch entry; for {@code RecordScanner}. Message properties are the
     * record's, and {@code $topic}, {@code $queueId}, {@code $flag} and so on its fields of that name. What it does not
     * have is as in a JSON header that leaves it out: ext fields are null, {@code $code} and {@code $version} 0.
     *
     * @return an interest whose ids a {@link SelectorEvaluator} of this selector alone understands.
     * @throws IllegalStateException if this is a selector of AMQP messages.
     */
    public RecordInterest recordInterest()
    {
        return slots.recordInterest();
    }

    /**
     * Whether this is a selector of AMQP messages.
     *
     * @return true for a JMS selector; false for the others, which are of remoting frames.
     */
    public boolean isAmqp()
    {
        return amqp;
    }

    List<Place> places()
    {
        return slots.places;
    }

    /** Compiles the condition over slots that it shares with others. */
    Node node(final Places places)
    {
        return compiler.apply(source, places);
    }

    /**
     * The text this selector was compiled from.
     *
     * @return the expression; {@code *} for null.
     */
    @Override
    public String toString()
    {
        return source == null ? "*" : source;
    }
}
