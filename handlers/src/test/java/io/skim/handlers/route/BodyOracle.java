package io.skim.handlers.route;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/** The classes of bodies, as the reference has them: where they have texts, random ones of them, and what is in one. */
final class BodyOracle
{
    private static final List<String> PACKAGES = List.of("body.", "heartbeat.", "route.", "admin.", "subscription.",
        "statictopic.");

    private BodyOracle()
    {
    }

    static Class<?> type(final String simpleName)
    {
        for (final String each : PACKAGES)
        {
            try
            {
                return Class.forName("org.apache.rocketmq.remoting.protocol." + each + simpleName);
            }
            catch (final ClassNotFoundException e)
            {
                // It is in another package.
            }
        }
        throw new AssertionError("no class " + simpleName);
    }

    private static List<Field> fields(final Class<?> type)
    {
        final List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass())
        {
            for (final Field field : each.getDeclaredFields())
            {
                // A hash is a cache: of the names of before.
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()) && !field
                    .getName().equals("hash"))
                {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    /** The name of a field's member. */
    private static String member(final Field field)
    {
        for (final Annotation annotation : field.getAnnotations())
        {
            if (annotation.annotationType().getSimpleName().equals("JSONField"))
            {
                try
                {
                    return (String)annotation.annotationType().getMethod("name").invoke(annotation);
                }
                catch (final ReflectiveOperationException e)
                {
                    throw new AssertionError("an annotation without a name", e);
                }
            }
        }
        return field.getName();
    }

    private static boolean isLeaf(final Class<?> type)
    {
        return type.isPrimitive() || type.isEnum() || type.getName().startsWith("java.");
    }

    /** The paths of all texts, of maps' keys too. */
    static Set<String> texts(final Class<?> type)
    {
        final Set<String> paths = new TreeSet<>();
        texts(type, "", paths, new ArrayDeque<>());
        return paths;
    }

    private static void texts(final Type type, final String path, final Set<String> paths, final Deque<Class<?>> around)
    {
        if (type == String.class)
        {
            paths.add(path);
        }
        else if (type instanceof final ParameterizedType generic)
        {
            final Type[] arguments = generic.getActualTypeArguments();
            if (Map.class.isAssignableFrom((Class<?>)generic.getRawType()))
            {
                texts(arguments[0], path + "{key}", paths, around);
                texts(arguments[1], path + "{}", paths, around);
            }
            else if (Collection.class.isAssignableFrom((Class<?>)generic.getRawType()))
            {
                texts(arguments[0], path + "[]", paths, around);
            }
        }
        else if (type instanceof final Class<?> plain && plain.isArray())
        {
            texts(plain.getComponentType(), path + "[]", paths, around);
        }
        else if (type instanceof final Class<?> plain && !isLeaf(plain) && !around.contains(plain))
        {
            around.push(plain);
            for (final Field field : fields(plain))
            {
                texts(field.getGenericType(), path.isEmpty() ? member(field) : path + "." + member(field), paths,
                    around);
            }
            around.pop();
        }
    }

    /** An object with random texts. */
    static Object random(final Type type, final Random random, final Supplier<String> text) throws Exception
    {
        if (type == String.class)
        {
            return text.get();
        }
        if (type == int.class || type == Integer.class)
        {
            return random.nextInt();
        }
        if (type == long.class || type == Long.class)
        {
            return random.nextInt(9) == 0 ? random.nextLong() : random.nextInt(100);
        }
        if (type == boolean.class || type == Boolean.class)
        {
            return random.nextBoolean();
        }
        if (type instanceof final ParameterizedType generic)
        {
            return container(generic, random, text);
        }
        if (!(type instanceof final Class<?> plain) || isLeaf(plain))
        {
            return type instanceof final Class<?> plain && plain.isEnum() ? plain.getEnumConstants()[0] : null;
        }
        if (plain.isArray())
        {
            final Object array = Array.newInstance(plain.getComponentType(), random.nextInt(3));
            for (int i = 0; i < Array.getLength(array); i++)
            {
                Array.set(array, i, random(plain.getComponentType(), random, text));
            }
            return array;
        }
        final Constructor<?> constructor = Arrays.stream(plain.getDeclaredConstructors()).min(Comparator.comparingInt(
            Constructor::getParameterCount)).orElseThrow();
        constructor.setAccessible(true);
        final Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++)
        {
            arguments[i] = random(constructor.getGenericParameterTypes()[i], random, text);
        }
        final Object made = constructor.newInstance(arguments);
        for (final Field field : fields(plain))
        {
            final Object value = Modifier.isFinal(field.getModifiers()) && !(field.get(made) instanceof Map) ? null
                : random(field.getGenericType(), random, text);
            if (value != null && Modifier.isFinal(field.getModifiers()))
            {
                put((Map<?, ?>)field.get(made), (Map<?, ?>)value);
            }
            else if (value != null && field.getType().isInstance(value) || value != null && field.getType()
                .isPrimitive())
            {
                field.set(made, value);
            }
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    private static void put(final Map<?, ?> map, final Map<?, ?> values)
    {
        ((Map<Object, Object>)map).putAll(values);
    }

    private static Object container(final ParameterizedType generic, final Random random, final Supplier<String> text)
        throws Exception
    {
        final Class<?> raw = (Class<?>)generic.getRawType();
        final Type[] arguments = generic.getActualTypeArguments();
        if (Map.class.isAssignableFrom(raw))
        {
            final Map<Object, Object> map = raw.isAssignableFrom(TreeMap.class) && raw != Map.class ? new TreeMap<>()
                : raw.isAssignableFrom(HashMap.class) ? new HashMap<>() : new ConcurrentHashMap<>();
            for (int i = random.nextInt(4); i > 0; i--)
            {
                final Object value = random(arguments[1], random, text);
                if (value != null)
                {
                    map.put(random(arguments[0], random, text), value);
                }
            }
            return map;
        }
        if (!Collection.class.isAssignableFrom(raw))
        {
            return null;
        }
        final Collection<Object> all = raw.isAssignableFrom(ArrayList.class) ? new ArrayList<>()
            : raw.isAssignableFrom(LinkedHashSet.class) ? new LinkedHashSet<>() : new TreeSet<>();
        for (int i = random.nextInt(4); i > 0; i--)
        {
            final Object value = random(arguments[0], random, text);
            if (value != null)
            {
                all.add(value);
            }
        }
        return all;
    }

    /**
     * All that is in an object, as text, with a function of path and text on all texts.
     *
     * @return null if two keys of a map become one.
     */
    static String render(final Object object, final String path, final BinaryOperator<String> text)
        throws IllegalAccessException
    {
        if (object instanceof final String string)
        {
            return '"' + text.apply(path, string) + '"';
        }
        if (object instanceof final Map<?, ?> map)
        {
            final TreeMap<String, String> entries = new TreeMap<>();
            for (final Map.Entry<?, ?> entry : map.entrySet())
            {
                final String value = render(entry.getValue(), path + "{}", text);
                if (value == null || entries.put(render(entry.getKey(), path + "{key}", text), value) != null)
                {
                    return null;
                }
            }
            return entries.toString();
        }
        if (object instanceof final Collection<?> all)
        {
            final List<String> elements = new ArrayList<>();
            for (final Object each : all)
            {
                final String element = render(each, path + "[]", text);
                if (element == null || all instanceof Set && elements.contains(element))
                {
                    return null;
                }
                elements.add(element);
            }
            return (all instanceof Set ? elements.stream().sorted().toList() : elements).toString();
        }
        if (object == null || isLeaf(object.getClass()))
        {
            return object instanceof Number || object instanceof Boolean || object instanceof Enum ? object.toString()
                : "";
        }
        if (object.getClass().isArray())
        {
            final List<Object> all = new ArrayList<>();
            for (int i = 0; i < Array.getLength(object); i++)
            {
                all.add(Array.get(object, i));
            }
            return render(all, path, text);
        }
        final StringBuilder whole = new StringBuilder("{");
        for (final Field field : fields(object.getClass()))
        {
            final String value = render(field.get(object), path.isEmpty() ? member(field) : path + "." + member(field),
                text);
            if (value == null)
            {
                return null;
            }
            whole.append(field.getName()).append('=').append(value).append(' ');
        }
        return whole.append('}').toString();
    }
}
