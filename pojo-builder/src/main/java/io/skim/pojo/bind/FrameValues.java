package io.skim.pojo.bind;

import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingLanguage;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The values of a frame, by the numbers of a type's members. A gatherer has checked that they exist and fit.
 */
final class FrameValues
{
    static final long ABSENT = -1;

    private static final int LEAST_PARTS = 4;

    /** The marks of values; {@link #ABSENT} for none. */
    final long[] marks;
    /** The values of doubles, which were parsed when they were checked. */
    final double[] numbers;
    /** The trees of values that are bound to trees, which were built when they were checked. */
    final AmqpValue[] trees;
    /** The default values of members. */
    private final long[] otherwise;
    private final Cursor cursor = new Cursor();
    /** The marks of the parts of a body that has several. */
    private long[] parts = {};
    private int partCount;
    @SuppressWarnings("NullAway.Init") // the scan sets it
    FrameView frame;

    FrameValues(final Member[] members)
    {
        marks = new long[members.length];
        numbers = new double[members.length];
        trees = new AmqpValue[members.length];
        otherwise = Arrays.stream(members).mapToLong(Member::otherwise).toArray();
    }

    /** Forgets the last frame's values. */
    void reset()
    {
        Arrays.fill(marks, ABSENT);
        partCount = 0;
    }

    /** Releases the frame. */
    @SuppressWarnings("NullAway") // no reads until the next scan
    void release()
    {
        frame = null;
        Arrays.fill(trees, null);
    }

    /** Adds a part of a body. */
    void addPart(final long mark)
    {
        if (partCount == parts.length)
        {
            parts = Arrays.copyOf(parts, Math.max(LEAST_PARTS, 2 * partCount));
        }
        parts[partCount++] = mark;
    }

    /**
     * The method that returns a value of a type; its arguments are this and the number of the member. A box is null without a
     * value, else the value of its primitive type.
     */
    static MethodHandle reader(final Class<?> type) throws NoSuchMethodException, IllegalAccessException
    {
        final Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        if (primitive != type)
        {
            final MethodHandle boxed =
                reader(primitive).asType(MethodType.methodType(type, FrameValues.class, int.class));
            return MethodHandles.guardWithTest(presence(), boxed, MethodHandles.empty(boxed.type()));
        }
        final String method = type == byte[].class ? "bytes" : type.isPrimitive() ? type.getName() + "Value" : "to"
            + type.getSimpleName();
        return MethodHandles.lookup().findVirtual(FrameValues.class, method, MethodType.methodType(type, int.class));
    }

    /** A cursor on the value, also on a null value; null if there is no value. */
    @Nullable
    Cursor at(final int member)
    {
        return marks[member] == ABSENT ? null : frame.at(marks[member], cursor);
    }

    /** The method that tells whether a value exists and is not null; its arguments are this and the number of the member. */
    static MethodHandle presence() throws NoSuchMethodException, IllegalAccessException
    {
        return MethodHandles.lookup().findVirtual(FrameValues.class, "isSet", MethodType.methodType(boolean.class,
            int.class));
    }

    boolean isSet(final int member)
    {
        return !isNull(member);
    }

    private boolean isNull(final int member)
    {
        final Cursor value = at(member);
        return value == null || value.isNull();
    }

    int intValue(final int member)
    {
        final Cursor value = at(member);
        return value == null ? (int)otherwise[member] : value.getInt(0);
    }

    long longValue(final int member)
    {
        final Cursor value = at(member);
        return value == null ? otherwise[member] : value.getLong(0);
    }

    double doubleValue(final int member)
    {
        return numbers[member];
    }

    @SuppressWarnings("NullAway") // a float is set, or its member is refused
    float floatValue(final int member)
    {
        return (float)at(member).getDouble(0);
    }

    boolean booleanValue(final int member)
    {
        final Cursor value = at(member);
        return value == null ? otherwise[member] != 0 : value.getBoolean(false);
    }

    @Nullable
    String toString(final int member)
    {
        return isNull(member) ? null : cursor.toText();
    }

    @Nullable
    RemotingLanguage toRemotingLanguage(final int member)
    {
        final Cursor value = at(member);
        return value == null ? RemotingLanguage.JAVA : RemotingLanguage.of(value);
    }

    @Nullable
    UUID toUUID(final int member)
    {
        return isNull(member) ? null : new UUID(cursor.getHighLongBits(), cursor.getLongBits());
    }

    @Nullable
    Instant toInstant(final int member)
    {
        return isNull(member) ? null : Instant.ofEpochMilli(cursor.getLong(0));
    }

    AmqpValue toAmqpValue(final int member)
    {
        return trees[member];
    }

    AmqpList toAmqpList(final int member)
    {
        return (AmqpList)trees[member];
    }

    AmqpMap toAmqpMap(final int member)
    {
        return (AmqpMap)trees[member];
    }

    byte @Nullable [] bytes(final int member)
    {
        if (isNull(member))
        {
            return null;
        }
        if (cursor.kind() == Kind.BYTES && partCount > 1)
        {
            return joined();
        }
        final byte[] bytes = new byte[cursor.textLength()];
        cursor.copyTo(bytes, 0);
        return bytes;
    }

    /** The concatenated parts of a body. */
    private byte[] joined()
    {
        int length = 0;
        for (int i = 0; i < partCount; i++)
        {
            // All parts are in one frame, so the sum is not longer than the frame.
            length += frame.at(parts[i], cursor).length();
        }
        final byte[] bytes = new byte[length];
        int at = 0;
        for (int i = 0; i < partCount; i++)
        {
            at += frame.at(parts[i], cursor).copyTo(bytes, at);
        }
        return bytes;
    }
}
