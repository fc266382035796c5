package io.skim.pojo.bind;

import io.skim.scan.amqp.AmqpField;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record or a field of a class, with the source of its value.
 */
final class Member
{
    private static final Set<Class<?>> NUMBERS = Set.of(int.class, Integer.class, long.class, Long.class);

    final String name;
    final Class<?> type;
    final Source source;
    /** The words for the place in messages. */
    final String words;
    final String wireName;
    /** The fixed field of remoting frames; null for other sources. */
    final @Nullable RemotingField field;
    /** The field of AMQP messages; null for other sources. */
    final @Nullable AmqpField messageField;
    final boolean required;
    /** The field of a class; null for a component of a record. */
    final java.lang.reflect.@Nullable Field target;

    private final @Nullable Long otherwise;

    private Member(final Protocol protocol, final String name, final Class<?> type, final AnnotatedElement member,
        final java.lang.reflect.@Nullable Field target)
    {
        this.name = name;
        this.type = type;
        this.target = target;
        final List<Source> tied = Arrays.stream(Source.values()).filter(one -> member.isAnnotationPresent(
            one.annotation)).toList();
        if (tied.size() > 1)
        {
            throw refused("is tied to several places: " + tied.stream().map(Source::words).collect(Collectors.joining(
                ", ")));
        }
        source = tied.isEmpty() ? protocol.unnamed : tied.get(0);
        final String known = protocol.words(source);
        final Annotation annotation = member.getAnnotation(source.annotation);
        if (known == null)
        {
            throw refused("has " + source.words() + ", and " + protocol.frames + " have nothing of the kind");
        }
        words = known;
        field = annotation instanceof Field fixed ? fixed.value() : null;
        messageField = annotation instanceof MessageField fixed ? fixed.value() : null;
        final String given = annotation == null ? "" : switch (source)
        {
            case ENTRY -> ((Entry)annotation).value();
            case PROPERTY -> ((Property)annotation).value();
            case FIELD -> ((Field)annotation).value().name().toLowerCase(Locale.ROOT);
            case MESSAGE_FIELD -> ((MessageField)annotation).value().fieldName();
            case MESSAGE_ANNOTATION -> ((MessageAnnotation)annotation).value();
            case DELIVERY_ANNOTATION -> ((DeliveryAnnotation)annotation).value();
            case FOOTER -> ((Footer)annotation).value();
        };
        wireName = given.isEmpty() ? name : given;
        required = type.isPrimitive() || member.isAnnotationPresent(Required.class);
        check(protocol);
        otherwise = protocol.otherwise(this);
    }

    /** The members of a type: all components of a record, or the annotated fields of a class, inherited fields first. */
    static Member[] of(final Protocol protocol, final Class<?> type)
    {
        if (type.isRecord())
        {
            return distinct(protocol,
                Arrays.stream(type.getRecordComponents()).map(component -> new Member(protocol, component
                    .getName(), component.getType(), component, null)).toList());
        }
        final List<Member> members = new ArrayList<>();
        for (Class<?> level = type; level != null; level = level.getSuperclass())
        {
            members.addAll(0, Arrays.stream(level.getDeclaredFields()).filter(Member::isAnnotated).map(
                field -> new Member(protocol, field.getName(), field.getType(), field, field)).toList());
        }
        return distinct(protocol, members);
    }

    private static Member[] distinct(final Protocol protocol, final List<Member> members)
    {
        final Map<String, Member> places = new HashMap<>();
        for (final Member member : members)
        {
            for (final String spelling : protocol.spellings(member))
            {
                final Member other = places.put(member.words + ' ' + spelling, member);
                if (other != null)
                {
                    final Member longer = member.wireName.equals(spelling) ? other : member;
                    throw member.refused("takes the " + member.words + " \"" + spelling + "\", which \"" + other.name
                        + "\" takes already"
                        + (longer.wireName.equals(spelling) ? "" : ": in some requests it stands for"
                            + " \"" + longer.wireName + "\""));
                }
            }
        }
        return members.toArray(new Member[0]);
    }

    private static boolean isAnnotated(final java.lang.reflect.Field field)
    {
        return field.isAnnotationPresent(Required.class) || Arrays.stream(Source.values()).anyMatch(
            source -> field.isAnnotationPresent(source.annotation));
    }

    private void check(final Protocol protocol)
    {
        if (target != null && (target.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) != 0)
        {
            throw refused("is static or final, so that it cannot be set");
        }
        final List<Class<?>> types = protocol.types(this);
        if (!types.contains(type))
        {
            throw refused("is of a type that the " + words + " \"" + wireName + "\" cannot have; " + (types.isEmpty()
                ? "none can be bound to it" : "it can be " + types.stream().map(Class::getSimpleName).collect(
                    Collectors.joining(", "))));
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

    /** Whether a required member has a default value if the frame has no value. */
    boolean hasDefault()
    {
        return otherwise != null;
    }

    /** The default value as a number. */
    long otherwise()
    {
        return otherwise == null ? 0 : otherwise;
    }

    /** Whether a missing value has a default: the reference's 0 or JAVA, or the standard's default. */
    boolean isAlwaysSet()
    {
        return type.isPrimitive() || type == RemotingLanguage.class;
    }

    boolean isDouble()
    {
        return type == double.class || type == Double.class;
    }

    boolean isInt()
    {
        return type == int.class || type == Integer.class;
    }
}
