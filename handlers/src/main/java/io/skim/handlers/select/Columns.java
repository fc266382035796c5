package io.skim.handlers.select;

import io.skim.scan.Interest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Names of values to take out of frames, in an order of the caller's. Immutable and free to share between threads; filled
 * by a {@link RowExtractor}.
 *
 * <pre>
 * static final int CODE = 0, TOPIC = 1, TAGS = 2;
 * static final Columns SENDS = Columns.remoting("$code", "$topic", "TAGS");
 *
 * RowExtractor row = new RowExtractor(SENDS);                                    // one for each thread
 * if (scanner.scan(frame, SENDS.interest(), row) == Outcome.COMPLETE)
 * {
 *     int code = row.getInt(CODE, -1);
 *     int length = row.copyTo(TOPIC, topic, 0);
 * }
 * </pre>
 */
public final class Columns
{
    final Program[] programs;
    final SlotTable slots;
    final int depth;

    private final List<String> names;

    private Columns(final boolean amqp, final BiConsumer<ProgramBuilder, String> loader, final String... names)
    {
        this.names = List.of(names);
        final Map<Place, Integer> places = new LinkedHashMap<>();
        programs = new Program[names.length];
        int deepest = 1;
        for (int i = 0; i < names.length; i++)
        {
            final ProgramBuilder builder = new ProgramBuilder();
            loader.accept(builder, names[i]);
            programs[i] = new Program(builder).over(SlotTable.share(builder.places(), places));
            deepest = Math.max(deepest, programs[i].depth);
        }
        depth = deepest;
        slots = new SlotTable(List.copyOf(places.keySet()), amqp, false);
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
    public static Columns remoting(final String... names)
    {
        return new Columns(false, RemotingNames::load, names);
    }

    /**
     * Names values of AMQP messages, as {@link Selector#jms} does.
     *
     * @param names of the values; the first is column 0.
     * @return the columns.
     */
    public static Columns amqp(final String... names)
    {
        return new Columns(true, AmqpNames::load, names);
    }

    /**
     * What these columns read of a frame.
     *
     * @return an interest whose ids a {@link RowExtractor} of these columns alone understands.
     */
    public Interest interest()
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
        return programs.length;
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
