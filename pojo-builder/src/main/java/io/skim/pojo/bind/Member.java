package io.skim.pojo.bind;

import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A component of a record or a field of a class, and where its value comes from.
 */
final class Member
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
    /** The field of a class; null for a component of a record. */
    final java.lang.reflect.Field target;

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

    private Member(final String name, final Class<?> type, final AnnotatedElement member,
        final java.lang.reflect.Field target)
    {
        this.name = name;
        this.type = type;
        this.target = target;
        final Entry entry = member.getAnnotation(Entry.class);
        final Property property = member.getAnnotation(Property.class);
        final Field fixed = member.getAnnotation(Field.class);
        if ((entry == null ? 0 : 1) + (property == null ? 0 : 1) + (fixed == null ? 0 : 1) > 1)
        {
            throw refused("is tied to several places");
        }
        source = fixed != null ? Source.FIELD : property != null ? Source.PROPERTY : Source.ENTRY;
        field = fixed == null ? null : fixed.value();
        wireName = fixed != null ? field.name().toLowerCase(Locale.ROOT) : property != null ? property.value()
            : entry != null ? entry.value() : name;
        letter = source == Source.ENTRY ? LETTERS.get(wireName) : null;
        required = type.isPrimitive() || member.isAnnotationPresent(Required.class);
        check();
    }

    /** The members of a record: all its components. Those of a class: its annotated fields, inherited ones first. */
    static Member[] of(final Class<?> type)
    {
        if (type.isRecord())
        {
            return Arrays.stream(type.getRecordComponents()).map(component -> new Member(component.getName(), component
                .getType(), component, null)).toArray(Member[]::new);
        }
        final List<Member> members = new ArrayList<>();
        for (Class<?> level = type; level != null; level = level.getSuperclass())
        {
            members.addAll(0, Arrays.stream(level.getDeclaredFields()).filter(Member::isAnnotated).map(
                field -> new Member(field.getName(), field.getType(), field, field)).toList());
        }
        return members.toArray(new Member[0]);
    }

    private static boolean isAnnotated(final java.lang.reflect.Field field)
    {
        return field.isAnnotationPresent(Entry.class) || field.isAnnotationPresent(Property.class) || field
            .isAnnotationPresent(Field.class) || field.isAnnotationPresent(Required.class);
    }

    private void check()
    {
        if (target != null && (target.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) != 0)
        {
            throw refused("is static or final");
        }
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
        return new IllegalArgumentException((target == null ? "the component \"" : "the field \"") + name
            + "\" of type " + type.getTypeName() + ' ' + why);
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

    /** Whether there is a value even where the header has none: the reference's 0 and JAVA. */
    boolean isAlwaysSet()
    {
        return type.isPrimitive() || type == RemotingLanguage.class;
    }

    boolean isInt()
    {
        return type == int.class || type == Integer.class;
    }
}
