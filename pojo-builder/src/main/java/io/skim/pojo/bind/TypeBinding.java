package io.skim.pojo.bind;

import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * How a record or a class is filled from remoting headers ({@link #of}) or from AMQP messages ({@link #amqp}): decided once
 * for its type, and immutable.
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
 * Of a remoting frame a component of a record takes the ext field of its name, or what {@link Entry}, {@link Property} or
 * {@link Field} say. Of an AMQP message it takes the application property of its name, or what {@link Property}, {@link
 * MessageField}, {@link MessageAnnotation}, {@link DeliveryAnnotation} or {@link Footer} say. So a type whose members are
 * all tied by {@link Property} is bound to both. What the other protocol alone has is refused when the binding is made.
 * <p>
 * A class has a constructor without arguments. Its annotated fields are filled, those of its superclasses too, and no
 * others. What the frame has no value for stays as the constructor left it; for a primitive it is refused, as in a
 * record: a box with an initial value has a default.
 * <p>
 * A member's type is {@code int}, {@code long}, {@code boolean}, {@code double}, one of their boxes, {@code String}, or
 * {@code byte[]} for the text in UTF-8. Bound to AMQP messages it may also be {@code float} or its box, {@code UUID},
 * {@code Instant}, {@code AmqpList}, {@code AmqpMap} or {@code AmqpValue}, and a {@code byte[]} takes a binary.
 * <p>
 * Values of remoting frames are read as the reference reads typed headers: whole numbers as {@code Integer.parseInt} and
 * {@code Long.parseLong} do (in ASCII digits), doubles as {@code Double.valueOf} does (in up to 2,048 bytes), {@code true} in any case as true
 * and all else as false. Strings of AMQP
 * messages are read in the same way, where they are entries; other values have types, and what a member's type does not
 * take is refused as {@link BindReason#WRONG_TYPE}. Of several equal names the last one counts.
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
    private final Interest strict;
    private final Interest lenient;
    /** From the gathered values to the object. */
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
        strict = protocol.interest(members, Strictness.STRICT);
        lenient = protocol.interest(members, Strictness.LENIENT);
        maker = ObjectMaker.of(type, members, lookup);
    }

    /**
     * Binds a type that everyone can make, and fill if it is a class, to remoting frames.
     *
     * @param <T>  the record or class.
     * @param type public, in a package that is exported.
     * @return the binding.
     * @throws IllegalArgumentException if a member cannot be bound to such frames, two are tied to one name, the type is abstract or
     *                                  has no members or no constructor for them, or it is not accessible.
     */
    public static <T> TypeBinding<T> of(final Class<T> type)
    {
        return of(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a type that the caller can make, and fill if it is a class, to remoting frames.
     *
     * @param <T>    the record or class.
     * @param type   of any access that the lookup has.
     * @param lookup the caller's {@code MethodHandles.lookup()}; reaches private constructors and fields
     *               wherever {@link MethodHandles#privateLookupIn} does: in the module of the caller, and where open.
     * @return the binding.
     * @throws IllegalArgumentException if a member cannot be bound to such frames, two are tied to one name, the type is abstract or
     *                                  has no members or no constructor for them, or it is not accessible.
     */
    public static <T> TypeBinding<T> of(final Class<T> type, final Lookup lookup)
    {
        return new TypeBinding<>(new RemotingProtocol(), type, lookup);
    }

    /**
     * Binds a type that everyone can make, and fill if it is a class, to AMQP messages.
     *
     * @param <T>  the record or class.
     * @param type public, in a package that is exported.
     * @return the binding.
     * @throws IllegalArgumentException as for {@link #of(Class)}.
     */
    public static <T> TypeBinding<T> amqp(final Class<T> type)
    {
        return amqp(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a type that the caller can make, and fill if it is a class, to AMQP messages.
     *
     * @param <T>    the record or class.
     * @param type   of any access that the lookup has.
     * @param lookup the caller's, as for {@link #of(Class, Lookup)}.
     * @return the binding.
     * @throws IllegalArgumentException as for {@link #of(Class, Lookup)}.
     */
    public static <T> TypeBinding<T> amqp(final Class<T> type, final Lookup lookup)
    {
        return new TypeBinding<>(new AmqpProtocol(), type, lookup);
    }

    /**
     * A strict reader with the default limits.
     *
     * @return a new one; one thread at a time.
     */
    public TypeReader<T> reader()
    {
        return reader(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * A reader.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the oddities that the reference's decoder takes, or protonj2's, are refused or read.
     * @return a new one; one thread at a time.
     */
    public TypeReader<T> reader(final Limits limits, final Strictness strictness)
    {
        return new TypeReader<>(this, strictness == Strictness.STRICT ? strict : lenient, limits, strictness);
    }
}
