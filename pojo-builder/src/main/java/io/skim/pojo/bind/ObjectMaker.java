package io.skim.pojo.bind;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Objects;

/**
 * Combines constructors, setters and values into one handle for each type: from {@link FrameValues} to the object.
 */
final class ObjectMaker
{
    private static final MethodType MAKER = MethodType.methodType(Object.class, FrameValues.class);

    private ObjectMaker()
    {
    }

    static MethodHandle of(final Class<?> type, final Member[] members, final Lookup lookup)
    {
        if (Modifier.isAbstract(type.getModifiers()))
        {
            throw new IllegalArgumentException(type.getName() + " is abstract");
        }
        try
        {
            return (type.isRecord() ? ofRecord(type, members, lookup) : ofClass(type, members, lookup)).asType(MAKER);
        }
        catch (final NoSuchMethodException e)
        {
            final boolean inner = type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers());
            throw new IllegalArgumentException(type.getName() + " has no constructor without arguments" + (inner
                ? ": an inner class takes the object around it, make it static" : ""), e);
        }
        catch (final IllegalAccessException e)
        {
            throw new IllegalArgumentException(type.getName() + " cannot be made with this lookup: give the one of a"
                + " class that can, MethodHandles.lookup()", e);
        }
    }

    private static MethodHandle ofRecord(final Class<?> type, final Member[] members, final Lookup lookup)
        throws NoSuchMethodException, IllegalAccessException
    {
        final Class<?>[] types = Arrays.stream(members).map(member -> member.type).toArray(Class[]::new);
        final MethodHandle constructor =
            within(type, lookup).findConstructor(type, MethodType.methodType(void.class, types));
        final MethodHandle[] values = new MethodHandle[types.length];
        for (int i = 0; i < types.length; i++)
        {
            values[i] = value(types[i], i);
        }
        final MethodHandle filled = MethodHandles.filterArguments(constructor, 0, values);
        return MethodHandles.permuteArguments(filled, MethodType.methodType(type, FrameValues.class),
            new int[types.length]);
    }

    /** Combines the constructor and the setters in the order of the members; all get the same object and values. */
    private static MethodHandle ofClass(final Class<?> type, final Member[] members, final Lookup lookup)
        throws NoSuchMethodException, IllegalAccessException
    {
        final MethodHandle constructor = within(type, lookup).findConstructor(type, MethodType.methodType(void.class));
        MethodHandle filled = MethodHandles.dropArguments(MethodHandles.identity(type), 1, FrameValues.class);
        for (int i = members.length - 1; i >= 0; i--)
        {
            filled = MethodHandles.foldArguments(filled, setter(type, members[i], i, lookup));
        }
        return MethodHandles.foldArguments(filled, MethodHandles.dropArguments(constructor, 0, FrameValues.class));
    }

    /** The setter of a field, with an object and the values as arguments; it does nothing if there is no value. */
    private static MethodHandle setter(final Class<?> type, final Member member, final int index, final Lookup lookup)
        throws NoSuchMethodException, IllegalAccessException
    {
        final java.lang.reflect.Field target = Objects.requireNonNull(member.target);
        final MethodHandle field = within(target.getDeclaringClass(), lookup).unreflectSetter(target);
        final MethodHandle set = MethodHandles.filterArguments(field, 1, value(member.type, index)).asType(MethodType
            .methodType(void.class, type, FrameValues.class));
        if (member.isAlwaysSet())
        {
            return set;
        }
        final MethodHandle present = MethodHandles.insertArguments(FrameValues.presence(), 1, index);
        return MethodHandles.guardWithTest(MethodHandles.dropArguments(present, 0, type), set, MethodHandles.empty(set
            .type()));
    }

    private static MethodHandle value(final Class<?> type, final int index)
        throws NoSuchMethodException, IllegalAccessException
    {
        return MethodHandles.insertArguments(FrameValues.reader(type), 1, index);
    }

    /** A lookup with private access to a class, if the caller's lookup may have it; else the caller's lookup. */
    private static Lookup within(final Class<?> type, final Lookup lookup)
    {
        try
        {
            return MethodHandles.privateLookupIn(type, lookup);
        }
        catch (final IllegalAccessException e)
        {
            return lookup;
        }
    }
}
