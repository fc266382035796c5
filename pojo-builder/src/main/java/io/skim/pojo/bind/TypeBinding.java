package io.skim.pojo.bind;

import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The binding of a record or class to remoting headers ({@link #of}) or to AMQP messages ({@link #amqp}). Made once for a type;
 * immutable.
 *
 * <pre>
 * record Order(String topic, int queueId, {@literal @}Property("amount") long amount, {@literal @}Property("TAGS") String tag) {}
 *
 * static final TypeBinding&lt;Order&gt; ORDERS = TypeBinding.of(Order.class, MethodHandles.lookup());
 *
 * record Payment(UUID id, long amount, {@literal @}MessageField(AmqpField.TO) String to) {}
 *
 * static final TypeBinding&lt;Payment&gt; PAYMENTS = TypeBinding.amqp(Payment.class, MethodHandles.lookup());
 * </pre>
 *
 * A component of a record takes the ext field of its name from a remoting frame, or the value that {@link Entry},
 * {@link Property} or {@link Field} names. From an AMQP message it takes the application property of its name, or the value that
 * {@link Property}, {@link MessageField}, {@link MessageAnnotation}, {@link DeliveryAnnotation} or {@link Footer} names. So a type
 * whose members all have a {@link Property} can be bound to both. An annotation of the other protocol is refused when the binding
 * is made.
 * <p>
 * A class needs a constructor without arguments. Only its annotated fields are filled, those of superclasses included. If the
 * frame has no value, a field keeps the value that the constructor gave it; a primitive field is refused, as in a record. So a box
 * with an initial value has a default value.
 * <p>
 * A member's type is {@code int}, {@code long}, {@code boolean}, {@code double}, one of their boxes, {@code String}, or
 * {@code byte[]} for the text in UTF-8. For AMQP messages it may also be {@code float} or its box, {@code UUID}, {@code Instant},
 * {@code AmqpList}, {@code AmqpMap} or {@code AmqpValue}, and a {@code byte[]} takes a binary.
 * <p>
 * Values of remoting frames are converted as the reference converts typed headers: whole numbers like {@code Integer.parseInt} and
 * {@code Long.parseLong} (in ASCII digits), doubles like {@code Double.valueOf} (in up to 2,048 bytes), {@code true} in any case to
 * true and all other texts to false. Strings in AMQP maps are converted in the same way. Other AMQP values have types: a value that
 * the member's type does not take is refused as {@link BindReason#WRONG_TYPE}. The last of several equal names wins.
 *
 * @param <T> the record or class.
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2; Jakarta Messaging 3.1, section 3.5.4"
 */
public final class TypeBinding<T>
{
    final Class<T> type;
    final Protocol protocol;
    final Member[] members;
    private final Interest interest;
    /** Makes the object from the gathered values. */
    final MethodHandle maker;

    private TypeBinding(final Protocol protocol, final Class<T> type, final Lookup lookup)
    {
        this.type = type;
        this.protocol = protocol;
        members = Member.of(protocol, type);
        if (members.length == 0)
        {
            throw new IllegalArgumentException(type.getName() + (type.isRecord() ? " has no components"
                : " has no annotated fields, and others of a class are not bound"));
        }
        interest = protocol.interest(members);
        maker = ObjectMaker.of(type, members, lookup);
    }

    /**
     * Binds a public type to remoting frames.
     *
     * @param <T>  the record or class.
     * @param type public, in an exported package.
     * @return the binding.
     * @throws IllegalArgumentException if a member cannot be bound to such frames, two members have one name, or the type is
     *                                  abstract, not accessible, or without members or a constructor for them.
     */
    public static <T> TypeBinding<T> of(final Class<T> type)
    {
        return of(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a type that the caller can access to remoting frames.
     *
     * @param <T>    the record or class.
     * @param type   accessible by the lookup.
     * @param lookup the caller's {@code MethodHandles.lookup()}. It reaches private constructors and fields where
     *               {@link MethodHandles#privateLookupIn} does: in the caller's module, and in packages that are open to it.
     * @return the binding.
     * @throws IllegalArgumentException as for {@link #of(Class)}.
     */
    public static <T> TypeBinding<T> of(final Class<T> type, final Lookup lookup)
    {
        return new TypeBinding<>(new RemotingProtocol(), type, lookup);
    }

    /**
     * Binds a public type to AMQP messages.
     *
     * @param <T>  the record or class.
     * @param type public, in an exported package.
     * @return the binding.
     * @throws IllegalArgumentException as for {@link #of(Class)}.
     */
    public static <T> TypeBinding<T> amqp(final Class<T> type)
    {
        return amqp(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a type that the caller can access to AMQP messages.
     *
     * @param <T>    the record or class.
     * @param type   accessible by the lookup.
     * @param lookup the caller's, as for {@link #of(Class, Lookup)}.
     * @return the binding.
     * @throws IllegalArgumentException as for {@link #of(Class, Lookup)}.
     */
    public static <T> TypeBinding<T> amqp(final Class<T> type, final Lookup lookup)
    {
        return new TypeBinding<>(new AmqpProtocol(), type, lookup);
    }

    /** {@return a new strict reader with the default limits, for one thread at a time} */
    public TypeReader<T> reader()
    {
        return reader(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     bounds of lengths, counts and depth.
     * @param strictness whether to refuse or to read the oddities that the reference's decoder, or protonj2's, accepts.
     * @return a new one; one thread at a time.
     */
    public TypeReader<T> reader(final Limits limits, final Strictness strictness)
    {
        return new TypeReader<>(this, interest, limits, strictness);
    }

    /** {@return the type and its members, for logs: {@code TypeBinding[Order: topic, queueId]}} Allocates. */
    @Override
    public String toString()
    {
        return Arrays.stream(members).map(member -> member.name).collect(Collectors.joining(", ", "TypeBinding[" + type
            .getSimpleName() + ": ", "]"));
    }
}
