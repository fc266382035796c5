package io.skim.pojo.bind;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingLanguage;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Where the values of a frame stand, as a record's components ask for them by number. They are there and fit by then.
 */
final class RecordValues
{
    static final long ABSENT = -1;

    /** The marks of values; {@link #ABSENT} for none. */
    final long[] marks;
    private final Cursor cursor = new Cursor();
    FrameView frame;

    RecordValues(final int count)
    {
        marks = new long[count];
    }

    /** The method that gives values of a type, of this and a number. */
    static MethodHandle reader(final Class<?> type) throws NoSuchMethodException, IllegalAccessException
    {
        final String method = type == byte[].class ? "bytes" : type.isPrimitive() ? type.getName() + "Value" : "to"
            + type.getSimpleName();
        return MethodHandles.lookup().findVirtual(RecordValues.class, method, MethodType.methodType(type, int.class));
    }

    /** The value, on nothing if it is null; null if there is none. */
    Cursor at(final int component)
    {
        return marks[component] == ABSENT ? null : frame.at(marks[component], cursor);
    }

    private boolean isNull(final int component)
    {
        final Cursor value = at(component);
        return value == null || value.isNull();
    }

    int intValue(final int component)
    {
        final Cursor value = at(component);
        return value == null ? 0 : value.getInt();
    }

    long longValue(final int component)
    {
        final Cursor value = at(component);
        return value == null ? 0 : value.getLong();
    }

    boolean booleanValue(final int component)
    {
        return at(component).getBoolean();
    }

    Integer toInteger(final int component)
    {
        return isNull(component) ? null : cursor.getInt();
    }

    Long toLong(final int component)
    {
        return isNull(component) ? null : cursor.getLong();
    }

    Boolean toBoolean(final int component)
    {
        return isNull(component) ? null : cursor.getBoolean();
    }

    String toString(final int component)
    {
        return isNull(component) ? null : cursor.toText();
    }

    RemotingLanguage toRemotingLanguage(final int component)
    {
        return marks[component] == ABSENT ? RemotingLanguage.JAVA : RemotingLanguage.of(at(component));
    }

    byte[] bytes(final int component)
    {
        if (isNull(component))
        {
            return null;
        }
        final byte[] bytes = new byte[cursor.textLength()];
        cursor.copyTo(bytes, 0);
        return bytes;
    }
}
