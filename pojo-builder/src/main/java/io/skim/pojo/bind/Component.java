package io.skim.pojo.bind;

import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One component of a record, and where its value comes from.
 */
final class Component
{
    private static final Set<Class<?>> NUMBERS = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> TYPES = Set.of(int.class, Integer.class, long.class, Long.class, boolean.class,
        Boolean.class, String.class, byte[].class);
    /** What the fields of send headers are called where they have but letters. */
    private static final Map<String, String> LETTERS = SendMessageRequestHeader.V2.fields().stream().filter(
        field -> field.key().length() == 1).collect(Collectors.toMap(HeaderField::name, HeaderField::key));

    final String name;
    final Class<?> type;
    final Source source;
    final String wireName;
    /** Instead of the wire name, in requests whose code says so; or null. */
    final String letter;
    final RemotingField field;
    final boolean required;

    /** The kinds of places. */
    enum Source
    {
        ENTRY("ext field"), PROPERTY("property"), FIELD("field");

        final String words;

        Source(final String words)
        {
            this.words = words;
        }
    }

    Component(final RecordComponent component)
    {
        name = component.getName();
        type = component.getType();
        final Entry entry = component.getAnnotation(Entry.class);
        final Property property = component.getAnnotation(Property.class);
        final Field fixed = component.getAnnotation(Field.class);
        if ((entry == null ? 0 : 1) + (property == null ? 0 : 1) + (fixed == null ? 0 : 1) > 1)
        {
            throw refused("is tied to several places");
        }
        source = fixed != null ? Source.FIELD : property != null ? Source.PROPERTY : Source.ENTRY;
        field = fixed == null ? null : fixed.value();
        wireName = fixed != null ? field.name().toLowerCase(Locale.ROOT) : property != null ? property.value()
            : entry != null ? entry.value() : name;
        letter = source == Source.ENTRY ? LETTERS.get(wireName) : null;
        required = type.isPrimitive() || component.isAnnotationPresent(Required.class);
        check();
    }

    private void check()
    {
        final boolean fits = switch (field == null ? RemotingField.EXT_FIELDS : field)
        {
            case CODE, VERSION, OPAQUE, FLAG -> NUMBERS.contains(type);
            case LANGUAGE -> type == RemotingLanguage.class;
            case REMARK -> type == String.class;
            case BODY -> type == byte[].class;
            case EXT_FIELDS, PROPERTIES -> field == null && TYPES.contains(type);
        };
        if (!fits)
        {
            throw refused("is of a type that the " + source.words + " \"" + wireName + "\" cannot have");
        }
    }

    private IllegalArgumentException refused(final String why)
    {
        return new IllegalArgumentException("the component \"" + name + "\" of type " + type.getTypeName() + ' ' + why);
    }

    boolean isNumber()
    {
        return NUMBERS.contains(type);
    }

    /** Whether the reference has 0 where a JSON header has no such field. */
    boolean hasDefault()
    {
        return source == Source.FIELD && type.isPrimitive();
    }

    boolean isInt()
    {
        return type == int.class || type == Integer.class;
    }
}
