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

/**
 * How a record or a class is filled from remoting headers: decided once for its type, and immutable.
 *
 * <pre>
 * record Order(String topic, int queueId, {@literal @}Property("amount") long amount, {@literal @}Property("TAGS") String tag) {}
 *
 * static final TypeBinding&lt;Order&gt; ORDERS = TypeBinding.of(Order.class, MethodHandles.lookup());
 * </pre>
 *
 * A component of a record takes the ext field of its name, or what {@link Entry}, {@link Property} or {@link Field} say.
 * <p>
 * A class has a constructor without arguments. Its annotated fields are filled, those of its superclasses too, and no
 * others. What the frame has no value for stays as the constructor left it; for a primitive it is refused, as in a
 * record: a box with an initial value has a default.
 * <p>
 * A member's type is {@code int}, {@code long}, {@code boolean}, one of their boxes, {@code String}, or {@code byte[]}
 * for the text in UTF-8.
 * <p>
 * Values are read as the reference reads typed headers: numbers as {@code Integer.parseInt} and {@code Long.parseLong}
 * do (in ASCII digits), {@code true} in any case as true and all else as false, the last of several equal names.
 *
 * @param <T> the record or class.
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 */
public final class TypeBinding<T>
{
    final Class<T> type;
    final Member[] members;
    final RemotingInterest interest;
    /** The id under which the code is shown. */
    final int codeId;
    /** From the gathered values to the object. */
    final MethodHandle maker;
    private final int[] letterCodes = SendMessageRequestHeader.V2.requestCodes();

    private TypeBinding(final Class<T> type, final Lookup lookup)
    {
        this.type = type;
        members = Member.of(type);
        if (members.length == 0)
        {
            throw new IllegalArgumentException(type.getName() + (type.isRecord() ? " has no components"
                : " has no annotated fields"));
        }
        codeId = 2 * members.length;
        interest = interest();
        maker = ObjectMaker.of(type, members, lookup);
    }

    /**
     * Binds a type that everyone can make, and fill if it is a class.
     *
     * @param <T>  the record or class.
     * @param type public, in a package that is exported.
     * @return the binding.
     * @throws IllegalArgumentException if a member cannot be bound, two are tied to one name, the type is abstract or
     *                                  has no members or no constructor for them, or it is not accessible.
     */
    public static <T> TypeBinding<T> of(final Class<T> type)
    {
        return of(type, MethodHandles.publicLookup());
    }

    /**
     * Binds a type that the caller can make, and fill if it is a class.
     *
     * @param <T>    the record or class.
     * @param type   of any access that the lookup has.
     * @param lookup the caller's {@code MethodHandles.lookup()}; reaches private constructors and fields of a class
     *               wherever {@link MethodHandles#privateLookupIn} does: in the module of the caller, and where open.
     * @return the binding.
     * @throws IllegalArgumentException if a member cannot be bound, two are tied to one name, the type is abstract or
     *                                  has no members or no constructor for them, or it is not accessible.
     */
    public static <T> TypeBinding<T> of(final Class<T> type, final Lookup lookup)
    {
        return new TypeBinding<>(type, lookup);
    }

    private RemotingInterest interest()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest();
        boolean code = false;
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            switch (member.source)
            {
                case FIELD ->
                {
                    // The code is looked at in any case, under its own id.
                    code |= member.field == RemotingField.CODE;
                    builder.field(member.field, member.field == RemotingField.CODE ? codeId : i);
                }
                case PROPERTY -> builder.property(member.wireName, i);
                default ->
                {
                    builder.entry(member.wireName, i);
                    if (member.letter != null)
                    {
                        builder.entry(member.letter, members.length + i);
                    }
                }
            }
        }
        return (code ? builder : builder.field(RemotingField.CODE, codeId)).build();
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
    public TypeReader<T> reader()
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
    public TypeReader<T> reader(final Limits limits, final Strictness strictness)
    {
        return new TypeReader<>(this, new RemotingScanner(limits, strictness));
    }
}
