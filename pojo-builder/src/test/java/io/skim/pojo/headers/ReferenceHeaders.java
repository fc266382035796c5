package io.skim.pojo.headers;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/**
 * The reference's own typed headers, release 5.5.1, by reflection.
 */
final class ReferenceHeaders
{
    private ReferenceHeaders()
    {
    }

    /** The reference's class; null if 5.5.1 has none. */
    @SuppressWarnings("unchecked")
    static Class<? extends CommandCustomHeader> classOf(final HeaderType<?> type)
    {
        try
        {
            return (Class<? extends CommandCustomHeader>)Class.forName(type.reference());
        }
        catch (final ClassNotFoundException e)
        {
            return null;
        }
    }

    static CommandCustomHeader newHeader(final Class<? extends CommandCustomHeader> type)
    {
        try
        {
            return type.getDeclaredConstructor().newInstance();
        }
        catch (final ReflectiveOperationException e)
        {
            throw new AssertionError(e);
        }
    }

    /** The instance fields by name: the class's own, then those it inherits. */
    static Map<String, Field> fields(final Class<?> type)
    {
        final Map<String, Field> fields = new LinkedHashMap<>();
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass())
        {
            for (final Field field : each.getDeclaredFields())
            {
                if (!Modifier.isStatic(field.getModifiers()))
                {
                    field.setAccessible(true);
                    fields.put(field.getName(), field);
                }
            }
        }
        return fields;
    }

    static Object get(final Object header, final String field)
    {
        try
        {
            final Object value = fields(header.getClass()).get(field).get(header);
            return value instanceof Enum<?> ? BoundaryType.valueOf(((Enum<?>)value).name()) : value;
        }
        catch (final IllegalAccessException e)
        {
            throw new AssertionError(e);
        }
    }

    static void set(final Object header, final String name, final Object value)
    {
        try
        {
            final Field field = fields(header.getClass()).get(name);
            field.set(header, value instanceof BoundaryType ? org.apache.rocketmq.common.BoundaryType.valueOf(value
                .toString()) : value);
        }
        catch (final IllegalAccessException e)
        {
            throw new AssertionError(e);
        }
    }

    /** Encodes as the reference does where it cannot take its short cut. */
    static byte[] encode(final RemotingCommand command, final SerializeType encoding)
    {
        command.setSerializeTypeCurrentRPC(encoding);
        final ByteBuffer frame = command.encode();
        final byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    /** A frame with these ext fields. */
    static byte[] encode(final int code, final Map<String, String> extFields, final SerializeType encoding)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        command.setExtFields(new HashMap<>(extFields));
        return encode(command, encoding);
    }

    static RemotingCommand decode(final byte[] frame)
    {
        try
        {
            return RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice());
        }
        catch (final Exception e)
        {
            throw new AssertionError(e);
        }
    }

    /** The typed header; null if the reference throws. */
    static CommandCustomHeader read(final byte[] frame, final Class<? extends CommandCustomHeader> type)
    {
        try
        {
            return decode(frame).decodeCommandCustomHeader(type);
        }
        catch (final Exception refused)
        {
            return null;
        }
    }
}
