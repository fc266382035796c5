package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Names of values to take out of frames, in an order of the caller's. Immutable and free to share between threads; filled
 * by a {@link RowExtractor}.
 *
 * <pre>
 * static final int CODE = 0, TOPIC = 1, TAGS = 2;
 * static final Columns&lt;RemotingInterest&gt; SENDS = Columns.remoting("$code", "$topic", "TAGS");
 *
 * RowExtractor row = new RowExtractor(SENDS);                                    // one for each thread
 * if (scanner.scan(frame, SENDS.interest(), row) == Outcome.COMPLETE)
 * {
 *     int code = row.getInt(CODE, -1);
 *     int length = row.copyTo(TOPIC, topic, 0);
 * }
 * </pre>
 *
 * @param <I> what they read of a frame is declared by: {@link RemotingInterest} or {@link AmqpInterest}.
 */
public final class Columns<I extends Interest>
{
    final Node[] nodes;
    final SlotTable slots;

    private final List<String> names;

    private Columns(final boolean amqp, final BiFunction<Places, String, Node> loader, final String... names)
    {
        this.names = List.of(names);
        final Places places = new Places();
        nodes = this.names.stream().map(name -> loader.apply(places, name)).toArray(Node[]::new);
        slots = new SlotTable(places.list(), amqp, false);
        // Refuses a name that no frame can hold, which a selector's lexer has done.
        slots.interest();
    }

    /**
     * Names values of remoting frames, as {@link Selector#sql} does: a property by its name, and behind a {@code $} fields
     * of the header. Any characters may be in a name.
     *
     * @param names of the values; the first is column 0.
     * @return the columns.
     */
    public static Columns<RemotingInterest> remoting(final String... names)
    {
        return new Columns<>(false, RemotingNames::load, names);
    }

    /**
     * Names values of AMQP messages, as {@link Selector#jms} does.
     *
     * @param names of the values; the first is column 0.
     * @return the columns.
     */
    public static Columns<AmqpInterest> amqp(final String... names)
    {
        return new Columns<>(true, AmqpNames::load, names);
    }

    /**
     * What these columns read of a frame.
     *
     * @return an interest whose ids a {@link RowExtractor} of these columns alone understands.
     */
    public I interest()
    {
        return slots.interest();
    }

    /**
     * How many columns there are.
     *
     * @return the count.
     */
    public int size()
    {
        return nodes.length;
    }

    /**
     * The name of a column.
     *
     * @param column from 0.
     * @return the name as it was given.
     * @throws IndexOutOfBoundsException if there is no such column.
     */
    public String name(final int column)
    {
        return names.get(column);
    }
}
