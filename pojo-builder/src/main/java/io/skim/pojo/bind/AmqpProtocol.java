package io.skim.pojo.bind;

import io.skim.scan.HeaderScanner;
import io.skim.scan.Interest;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * AMQP messages. A member's id is its index; a section's, which only lenient scans show, its ordinal behind those.
 * <p>
 * What a type takes is told by kinds, one bit for each. Fields are taken as they are; entries, whose types are the
 * sender's choice, are also converted where JMS converts: text to numbers and booleans, and those to text.
 *
 * @see "Jakarta Messaging 3.1, section 3.5.4 (property value conversion)"
 */
final class AmqpProtocol extends Protocol
{
    private static final long WHOLE = bits(Kind.INT8, Kind.INT16, Kind.INT32, Kind.INT64, Kind.UINT8, Kind.UINT16,
        Kind.UINT32, Kind.UINT64);
    private static final long BOOLEAN = bits(Kind.TRUE, Kind.FALSE);
    private static final long TEXT = bits(Kind.TEXT, Kind.SYMBOL);
    private static final long MESSAGE_ID = bits(Kind.UINT64, Kind.UUID, Kind.BINARY, Kind.TEXT);

    /** The kinds that values of a type are of by themselves. */
    private static final Map<Class<?>, Long> OWN = Map.ofEntries(Map.entry(int.class, WHOLE), Map.entry(long.class,
        WHOLE | bits(Kind.TIMESTAMP)), Map.entry(boolean.class, BOOLEAN),
        Map.entry(float.class, bits(Kind.FLOAT32)),
        Map.entry(double.class, bits(Kind.FLOAT32, Kind.FLOAT64)), Map.entry(String.class, TEXT),
        Map.entry(byte[].class, bits(Kind.BINARY, Kind.BYTES)), Map.entry(UUID.class, bits(Kind.UUID)),
        Map.entry(Instant.class,
            bits(Kind.TIMESTAMP)));
    /** The kinds of entries that are converted to a type. */
    private static final Map<Class<?>, Long> CONVERTED = Map.of(int.class, bits(Kind.TEXT), long.class, bits(Kind.TEXT),
        boolean.class, bits(Kind.TEXT), double.class, WHOLE | bits(Kind.TEXT), String.class,
        WHOLE | BOOLEAN | bits(Kind.CHAR, Kind.UUID),
        byte[].class, TEXT);
    private static final Map<Class<?>, Class<?>> PRIMITIVES = Map.of(Integer.class, int.class, Long.class, long.class,
        Boolean.class, boolean.class, Float.class, float.class, Double.class, double.class);
    private static final long DEFAULT_PRIORITY = 4;

    AmqpProtocol()
    {
        super("AMQP messages", Source.PROPERTY);
    }

    private static long bits(final Kind... kinds)
    {
        return Arrays.stream(kinds).mapToLong(kind -> 1L << kind.ordinal()).sum();
    }

    /** The kinds that a member takes, one bit for each; null is not among them. */
    static long kinds(final Member member)
    {
        final Class<?> type = PRIMITIVES.getOrDefault(member.type, member.type);
        final long own = OWN.getOrDefault(type, 0L);
        return member.messageField == null ? own | CONVERTED.getOrDefault(type, 0L) : own & kinds(member.messageField);
    }

    private static long kinds(final AmqpField field)
    {
        return switch (field)
        {
            case DURABLE, FIRST_ACQUIRER -> BOOLEAN;
            case PRIORITY -> bits(Kind.UINT8);
            case TTL, DELIVERY_COUNT, GROUP_SEQUENCE -> bits(Kind.UINT32);
            case MESSAGE_ID, CORRELATION_ID -> MESSAGE_ID;
            case USER_ID -> bits(Kind.BINARY);
            case TO, SUBJECT, REPLY_TO, GROUP_ID, REPLY_TO_GROUP_ID -> bits(Kind.TEXT);
            case CONTENT_TYPE, CONTENT_ENCODING -> bits(Kind.SYMBOL);
            case ABSOLUTE_EXPIRY_TIME, CREATION_TIME -> bits(Kind.TIMESTAMP);
            case DATA -> bits(Kind.BYTES);
            case VALUE -> -1L;
            default -> 0;
        };
    }

    /** What the standard calls the type of a value. */
    static String typeName(final Kind kind)
    {
        return switch (kind)
        {
            case INT8 -> "byte";
            case INT16 -> "short";
            case INT32 -> "int";
            case INT64 -> "long";
            case UINT8 -> "ubyte";
            case UINT16 -> "ushort";
            case UINT32 -> "uint";
            case UINT64 -> "ulong";
            case TRUE, FALSE -> "boolean";
            case FLOAT32 -> "float";
            case FLOAT64 -> "double";
            case TEXT -> "string";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    @Override
    String words(final Source source)
    {
        return switch (source)
        {
            case PROPERTY -> "application property";
            case MESSAGE_FIELD -> "field";
            case MESSAGE_ANNOTATION -> "message annotation";
            case DELIVERY_ANNOTATION -> "delivery annotation";
            case FOOTER -> "footer entry";
            default -> null;
        };
    }

    @Override
    boolean fits(final Member member)
    {
        return kinds(member) != 0;
    }

    @Override
    Long otherwise(final Member member)
    {
        if (member.messageField == null || !member.type.isPrimitive())
        {
            return null;
        }
        return switch (member.messageField)
        {
            case PRIORITY -> DEFAULT_PRIORITY;
            case DURABLE, FIRST_ACQUIRER, DELIVERY_COUNT -> 0L;
            default -> null;
        };
    }

    @Override
    Interest interest(final Member[] members, final Strictness strictness)
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest();
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            switch (member.source)
            {
                case MESSAGE_FIELD -> builder.field(member.messageField, i);
                case MESSAGE_ANNOTATION -> builder.messageAnnotation(member.wireName, i);
                case DELIVERY_ANNOTATION -> builder.deliveryAnnotation(member.wireName, i);
                case FOOTER -> builder.footer(member.wireName, i);
                default -> builder.property(member.wireName, i);
            }
        }
        if (strictness == Strictness.LENIENT)
        {
            // A section that comes again stands for all of the one before, also for what it does not have.
            Arrays.stream(members).map(AmqpProtocol::section)
                .filter(section -> section != AmqpField.VALUE && section != AmqpField.DATA).collect(
                    Collectors.toCollection(TreeSet::new))
                .forEach(
                    section -> builder.field(section, sectionId(members,
                        section)));
        }
        return builder.build();
    }

    /** The section that a member's value stands in. */
    static AmqpField section(final Member member)
    {
        return switch (member.source)
        {
            case MESSAGE_FIELD -> AmqpField.named(member.wireName.split("\\.")[0]);
            case MESSAGE_ANNOTATION -> AmqpField.MESSAGE_ANNOTATIONS;
            case DELIVERY_ANNOTATION -> AmqpField.DELIVERY_ANNOTATIONS;
            case FOOTER -> AmqpField.FOOTER;
            default -> AmqpField.APPLICATION_PROPERTIES;
        };
    }

    static int sectionId(final Member[] members, final AmqpField section)
    {
        return members.length + section.ordinal();
    }

    @Override
    HeaderScanner scanner(final Limits limits, final Strictness strictness)
    {
        return new AmqpScanner(limits, strictness);
    }

    @Override
    Gatherer gatherer(final Member[] members, final FrameValues values, final BindError error)
    {
        return new MessageGatherer(members, values, error);
    }
}
