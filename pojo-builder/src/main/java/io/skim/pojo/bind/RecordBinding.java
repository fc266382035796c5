package io.skim.pojo.bind;

import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * How a record is filled from remoting headers: decided once for its type, and immutable.
 *
 * <pre>
 * record Order(String topic, int queueId, {@literal @}Property("amount") long amount, {@literal @}Property("TAGS") String tag) {}
 *
 * static final RecordBinding&lt;Order&gt; ORDERS = RecordBinding.of(Order.class, MethodHandles.lookup());
 * </pre>
 *
 * A component takes the ext field of its name, or what {@link Entry}, {@link Property} or {@link Field} say. Its type is
 * {@code int}, {@code long}, {@code boolean}, one of their boxes, {@code String}, or {@code byte[]} for the text in UTF-8.
 * <p>
 * Values are read as the reference reads typed headers: numbers as {@code Integer.parseInt} and {@code Long.parseLong}
 * do (in ASCII digits), {@code true} in any case as true and all else as false, the last of several equal names.
 *
 * @param <T> the record.
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 */
public final class RecordBinding<T extends Record>
{
    private static final MethodType MAKER = MethodType.methodType(Record.class, RecordValues.class);

    final Class<T> type;
    final Component[] components;
    final RemotingInterest interest;
    /** The id under which the code is shown. */
    final int codeId;
    /** From the gathered values to the record. */
    final MethodHandle maker;
    private final int[] letterCodes = SendMessageRequestHeader.V2.requestCodes();

    private RecordBinding(final Class<T> type, final Lookup lookup)
    {
        this.type = type;
        components = Arrays.stream(type.getRecordComponents()).map(Component::new).toArray(Component[]::new);
        if (components.length == 0)
        {
            throw new IllegalArgumentException(type.getName() + " has no components");
        }
        codeId = 2 * components.length;
        interest = interest();
        maker = maker(lookup);
    }

    /**
     * Binds a record that everyone can make.
     *
     * @param <T>  the record.
     * @param type public, in a package that is exported.
     * @return the binding.
     * @throws IllegalArgumentException if a component cannot be bound, two are tied to one name, or the record is not
     *                                  accessible.
     */
    public static <T extends Record> RecordBinding<T> of(final Class<T> type)
    {
        return of(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a record that the caller can make.
     *
     * @param <T>    the record.
     * @param type   of any access that the lookup has.
     * @param lookup the caller's {@code MethodHandles.lookup()}.
     * @return the binding.
     * @throws IllegalArgumentException if a component cannot be bound, two are tied to one name, or the record is not
     *                                  accessible.
     */
    public static <T extends Record> RecordBinding<T> of(final Class<T> type, final Lookup lookup)
    {
        return new RecordBinding<>(type, lookup);
    }

    private RemotingInterest interest()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest();
        boolean code = false;
        for (int i = 0; i < components.length; i++)
        {
            final Component component = components[i];
            switch (component.source)
            {
                case FIELD ->
                {
                    // The code is looked at in any case, under its own id.
                    code |= component.field == RemotingField.CODE;
                    builder.field(component.field, component.field == RemotingField.CODE ? codeId : i);
                }
                case PROPERTY -> builder.property(component.wireName, i);
                default ->
                {
                    builder.entry(component.wireName, i);
                    if (component.letter != null)
                    {
                        builder.entry(component.letter, components.length + i);
                    }
                }
            }
        }
        return (code ? builder : builder.field(RemotingField.CODE, codeId)).build();
    }

    private MethodHandle maker(final Lookup lookup)
    {
        final Class<?>[] types = Arrays.stream(components).map(component -> component.type).toArray(Class[]::new);
        try
        {
            final MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types));
            final MethodHandle[] values = new MethodHandle[types.length];
            for (int i = 0; i < types.length; i++)
            {
                values[i] = MethodHandles.insertArguments(RecordValues.reader(types[i]), 1, i);
            }
            final MethodHandle filled = MethodHandles.filterArguments(constructor, 0, values);
            return MethodHandles.permuteArguments(filled, MethodType.methodType(type, RecordValues.class),
                new int[types.length]).asType(MAKER);
        }
        catch (final IllegalAccessException | NoSuchMethodException e)
        {
            throw new IllegalArgumentException(type.getName() + " cannot be made with this lookup: give the one of a"
                + " class that can, MethodHandles.lookup()", e);
        }
    }

    /** Whether a code's requests have letters for the names of ext fields. */
    boolean hasLetters(final int code)
    {
        for (final int known : letterCodes)
        {
            if (known == code)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * A strict reader with the default limits.
     *
     * @return a new one; one thread at a time.
     */
    public RecordReader<T> reader()
    {
        return reader(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * A reader.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the reference decoder's oddities are refused or read.
     * @return a new one; one thread at a time.
     */
    public RecordReader<T> reader(final Limits limits, final Strictness strictness)
    {
        return new RecordReader<>(this, new RemotingScanner(limits, strictness));
    }
}
