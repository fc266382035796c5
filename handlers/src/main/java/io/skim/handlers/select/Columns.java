package io.skim.handlers.select;

import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Names of values to extract from frames, in the caller's order. Immutable; threads can share it. A {@link RowExtractor} extracts
 * the values.
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
 * @param <I> the interest that declares the values: {@link RemotingInterest} or {@link AmqpInterest}.
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
        // Refuses a name that no frame can have. For selectors the lexer does this.
        slots.interest();
    }

    /**
     * Names values of remoting frames as in {@link Selector#sql}: a property by its name, a field of the header with {@code $} in
     * front. A name may have any characters.
     *
     * @param names of the values; the first is column 0.
     * @return the columns.
     */
    public static Columns<RemotingInterest> remoting(final String... names)
    {
        return new Columns<>(false, RemotingNames::load, names);
    }

    /**
     * Names values of AMQP messages as in {@link Selector#jms}.
     *
     * @param names of the values; the first is column 0.
     * @return the columns.
     */
    public static Columns<AmqpInterest> amqp(final String... names)
    {
        return new Columns<>(true, AmqpNames::load, names);
    }

    /** {@return an interest in the values of these columns, for a {@link RowExtractor} of these columns only} */
    public I interest()
    {
        return slots.interest();
    }

    /** {@return the number of columns} */
    public int size()
    {
        return nodes.length;
    }

    /**
     * The name of a column.
     *
     * @param column from 0.
     * @return the name that the caller gave.
     * @throws IndexOutOfBoundsException if there is no such column.
     */
    public String name(final int column)
    {
        return names.get(column);
    }

    /** {@return the names, for logs: {@code Columns[$code, $topic, TAGS]}} Allocates. */
    @Override
    public String toString()
    {
        return "Columns" + names;
    }
}
