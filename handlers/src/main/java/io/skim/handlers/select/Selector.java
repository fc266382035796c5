package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScreen;
import io.skim.scan.remoting.RemotingInterest;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition on frames, compiled once from its text. Immutable; threads can share it. A {@link SelectorEvaluator} evaluates it.
 *
 * <pre>
 * Selector&lt;RemotingInterest&gt; selector = Selector.sql("price &gt; 100 AND $topic = 'orders'");
 * SelectorEvaluator evaluator = new SelectorEvaluator(selector);                 // one for each thread
 *
 * scanner.scan(frame, selector.interest(), evaluator);
 * if (evaluator.matches()) { ... }
 * </pre>
 *
 * Limits: {@value Tokens#MAX_LENGTH} characters of text; {@value ConditionParser#MAX_DEPTH} nested parentheses, signs and NOTs;
 * {@value LikePattern#MAX_LENGTH} characters in a LIKE pattern, and {@value HoleSearch#MAX_PLACES} bytes between two {@code %} if a
 * {@code _} is among them. LIKE takes at most four steps of a few instructions for each byte of a value.
 *
 * @param <I> the interest that declares the values it reads: {@link RemotingInterest} for remoting frames, {@link AmqpInterest}
 *            for AMQP messages.
 */
public final class Selector<I extends Interest>
{
    final Node node;
    final SlotTable slots;

    private final @Nullable String source;
    private final BiFunction<String, Places, Node> compiler;
    private final Function<String, SelectorPart> reader;

    private Selector(final @Nullable String source, final boolean amqp, final BiFunction<String, Places, Node> compiler,
        final Function<String, SelectorPart> reader)
    {
        this.source = source;
        this.reader = reader;
        this.compiler = compiler;
        final Places places = new Places();
        node = node(places);
        slots = new SlotTable(places.list(), amqp, false);
    }

    /** The same condition with the first match of several equal names. */
    private Selector(final Selector<I> other)
    {
        source = other.source;
        compiler = other.compiler;
        reader = other.reader;
        node = other.node;
        slots = new SlotTable(other.slots.places, other.slots.amqp, true);
    }

    /**
     * Compiles RocketMQ's SQL92 dialect, for the message properties of binary and JSON remoting frames.
     * <p>
     * The verdicts are the broker's, errors included: a property is a text, and is converted if it is compared with a number;
     * {@code NOT} binds tighter than comparisons; characters after the longest prefix that is an expression are ignored. One
     * addition: names that begin with {@code $} belong to the header. {@code $code}, {@code $opaque}, {@code $flag},
     * {@code $language}, {@code $version} and {@code $remark} are its fields, any other {@code $name} is the ext field of that
     * name. The long names of the fields of send requests, such as {@code $topic}, also work for requests that spell them with
     * one letter (codes 310, 320 and 325).
     *
     * @param expression in that dialect.
     * @return the selector.
     * @throws SelectorException if it does not compile.
     * @see "rocketmq-filter 5.5.0"
     */
    public static Selector<RemotingInterest> sql(final String expression)
    {
        return new Selector<>(Objects.requireNonNull(expression, "expression"), false,
            (source, places) -> new SqlParser(source, places).parse(),
            source -> new SqlParser(source, new Places()).part());
    }

    /**
     * Tells where the text begins that {@link #sql} ignores: what follows the longest prefix that is an expression. Blanks and
     * comments are not such a text.
     *
     * @param expression in RocketMQ's SQL92 dialect.
     * @return the column in characters, from 1; 0 if nothing is ignored.
     * @throws SelectorException if it does not compile.
     */
    public static int ignoredColumn(final String expression)
    {
        final SqlParser parser = new SqlParser(Objects.requireNonNull(expression, "expression"), new Places());
        parser.parse();
        return parser.restColumn();
    }

    /**
     * Compiles a tag expression, for the property {@code TAGS} of messages in remoting frames: {@code TagA || TagB};
     * {@code *}, an empty text or null for every message. It selects a message whose tag equals one of the tags: the broker
     * delivers this message, and the consumer keeps it.
     *
     * @param expression tags between {@code ||}, or {@code *}; may be null.
     * @return the selector.
     * @throws SelectorException if it has only blanks or separators.
     * @see "FilterAPI.buildSubscriptionData; PullAPIWrapper.processPullResult"
     */
    public static Selector<RemotingInterest> tags(final @Nullable String expression)
    {
        return new Selector<>(expression, false, (source, places) -> TagParser.parse(source, true, places),
            Selector::single);
    }

    /**
     * Compiles a tag expression as the broker evaluates it, which stores only the hash of a tag: it also selects a message whose
     * tag has the same hash as one of the tags.
     *
     * @param expression tags between {@code ||}, or {@code *}; may be null.
     * @return the selector.
     * @throws SelectorException if it has only blanks or separators.
     * @see "ExpressionMessageFilter.isMatchedByConsumeQueue"
     */
    public static Selector<RemotingInterest> tagHashes(final @Nullable String expression)
    {
        return new Selector<>(expression, false, (source, places) -> TagParser.parse(source, false, places),
            Selector::single);
    }

    /**
     * Compiles a JMS selector, for AMQP messages.
     * <p>
     * Names are those of JMS ({@code JMSPriority}), of Qpid ({@code amqp.priority}) and of Artemis ({@code AMQPriority},
     * {@code m.} in front of a message annotation), names with their section in front ({@code properties.group_id}), and
     * application properties; in double quotes a name is always an application property. An unknown name of {@code JMS} or
     * {@code amqp.} has no value. A selector without a token selects every message. A comparison of two types that are never equal,
     * such as {@code TRUE = 0}, does not compile.
     *
     * @param expression a selector.
     * @return the selector.
     * @throws SelectorException if it does not compile.
     * @see "Jakarta Messaging 3.1, section 3.8.1"
     */
    public static Selector<AmqpInterest> jms(final String expression)
    {
        return new Selector<>(Objects.requireNonNull(expression, "expression"), true,
            (source, places) -> new JmsParser(source, places).parse(),
            source -> new JmsParser(source, new Places()).part());
    }

    /**
     * The same condition as a hint: its interest ends the scan when each value was shown once. If a value is missing, or there are
     * more than 64 names, the whole message is read.
     * <p>
     * The verdicts are the same for a well-formed message without duplicates. Of several equal keys, or repeated sections, the
     * first one is used here; peers use the <em>last</em>. The bytes after the last value are not checked, so it may select a
     * malformed message. Use it for hints, such as the probable queue of a message, not for access decisions; a route table
     * refuses it.
     * <p>
     * The scan then ends as {@link io.skim.scan.Outcome#STOPPED}, and there is a verdict.
     *
     * @return an immutable selector; this one if it is already such a selector.
     * @throws IllegalStateException if this is a selector of remoting frames, whose headers are always read whole.
     */
    public Selector<I> firstMatchWins()
    {
        if (!slots.amqp)
        {
            throw new IllegalStateException("the first match can win in AMQP messages only: headers of remoting frames"
                + " are read whole");
        }
        return slots.firstMatchWins ? this : new Selector<>(this);
    }

    /** {@return whether the first of several equal names is used: true for a selector from {@link #firstMatchWins}} */
    public boolean isFirstMatchWins()
    {
        return slots.firstMatchWins;
    }

    /**
     * The values that this selector reads, for {@code RemotingScanner}; of a JMS selector for {@code AmqpScanner}.
     *
     * @return an interest, for a {@link SelectorEvaluator} of this selector only.
     */
    public I interest()
    {
        return slots.interest();
    }

    /**
     * The values that this selector reads of a stored record or batch entry, for {@code RecordScanner}. Message properties are
     * those of the record; {@code $topic}, {@code $queueId}, {@code $flag} and so on are its fields of that name. Values that a
     * record does not have are missing, as in a JSON header: ext fields are null, {@code $code} and {@code $version} 0.
     *
     * @return an interest, for a {@link SelectorEvaluator} of this selector only.
     * @throws IllegalStateException if this is a selector of AMQP messages.
     */
    public RecordInterest recordInterest()
    {
        return slots.recordInterest();
    }

    /**
     * What a stored record needs, so that this selector can select it; to pass over most others without a scan. Derived from the
     * text at each call.
     *
     * @return a screen, for {@code SegmentReader}; {@link RecordScreen#NONE} if nothing is known.
     */
    public RecordScreen recordScreen()
    {
        return slots.amqp ? RecordScreen.NONE : Screens.of(List.of(node), slots.places);
    }

    /**
     * The message properties that this selector reads, for those who know that there are none. Of a JMS selector they are the
     * application properties. Allocates.
     *
     * @return their names, each once, in the order of the text.
     */
    public List<String> propertyNames()
    {
        return slots.places.stream().filter(place -> place.where() == Place.Where.PROPERTY || place
            .where() == Place.Where.AMQP_PROPERTY).map(Place::name).distinct().toList();
    }

    /** {@return whether this is a selector of AMQP messages (JMS), not of remoting frames} */
    public boolean isAmqp()
    {
        return slots.amqp;
    }

    private static SelectorPart single(final @Nullable String source)
    {
        return new SelectorPart(source == null ? "*" : source, 1, List.of());
    }

    /**
     * The selector's text, part by part: for those who tell people why it does not select. Reads the text again at each call.
     *
     * @return the whole, without characters that {@link #sql} ignores.
     */
    public SelectorPart part()
    {
        return reader.apply(source);
    }

    /**
     * Compiles one of the parts of this selector alone: its verdict is the one that the part has in the whole. The first match wins
     * if it does in this selector.
     *
     * @param part of {@link #part()}, or of its parts.
     * @return the selector.
     * @throws SelectorException if it is no part of this selector, and does not compile.
     */
    public Selector<I> only(final SelectorPart part)
    {
        final Selector<I> alone = new Selector<>(part.text(), slots.amqp, compiler, reader);
        return slots.firstMatchWins ? alone.firstMatchWins() : alone;
    }

    /** Compiles the condition with slots that it shares with other selectors. */
    Node node(final Places places)
    {
        return compiler.apply(source, places);
    }

    /** {@return the text this selector was compiled from; {@code *} for null} */
    @Override
    public String toString()
    {
        return source == null ? "*" : source;
    }
}
