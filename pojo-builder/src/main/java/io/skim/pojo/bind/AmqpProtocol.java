package io.skim.pojo.bind;

import io.skim.bytes.FormatCodes;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameScanner;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Binds to AMQP messages. The id of a member is its index.
 * <p>
 * A set of kinds, one bit for each, tells which values a type accepts. Fields are not converted. The sender chooses the types of
 * entries, so entries are also converted as in JMS: text to numbers and booleans, and these to text.
 *
 * @see "Jakarta Messaging 3.1, section 3.5.4 (property value conversion)"
 */
final class AmqpProtocol extends Protocol
{
    private static final long WHOLE = bits(Kind.INT8, Kind.INT16, Kind.INT32, Kind.INT64, Kind.UINT8, Kind.UINT16,
        Kind.UINT32, Kind.UINT64);
    private static final long BOOLEAN = bits(Kind.TRUE, Kind.FALSE);
    private static final long STRING = bits(Kind.TEXT);
    private static final long TEXT = bits(Kind.TEXT, Kind.SYMBOL);
    private static final long TIMESTAMP = bits(Kind.TIMESTAMP);
    private static final long MESSAGE_ID = bits(Kind.UINT64, Kind.UUID, Kind.BINARY, Kind.TEXT);

    private static final List<Taken> TABLE = List.of(new Taken(int.class, Integer.class, WHOLE, STRING),
        new Taken(long.class, Long.class, WHOLE | TIMESTAMP, STRING),
        new Taken(boolean.class, Boolean.class, BOOLEAN, STRING),
        new Taken(float.class, Float.class, bits(Kind.FLOAT32), 0),
        new Taken(double.class, Double.class, bits(Kind.FLOAT32, Kind.FLOAT64), WHOLE | STRING),
        new Taken(null, String.class, TEXT, WHOLE | BOOLEAN | bits(Kind.CHAR, Kind.UUID)),
        new Taken(null, byte[].class, bits(Kind.BINARY, Kind.BYTES), TEXT),
        new Taken(null, UUID.class, bits(Kind.UUID), 0),
        new Taken(null, Instant.class, TIMESTAMP, 0),
        new Taken(null, AmqpList.class, bits(Kind.LIST), 0),
        new Taken(null, AmqpMap.class, bits(Kind.MAP), 0),
        // Data may have several parts, and a tree holds only one value.
        new Taken(null, AmqpValue.class, ~bits(Kind.BYTES), 0));
    private static final long DEFAULT_PRIORITY = 4;

    /** A type and the kinds that it accepts: those of its own values, and those of entries that are converted. */
    private record Taken(@Nullable Class<?> primitive, Class<?> type, long own, long converted)
    {
        /** The accepted kinds of a field; of an entry if the field is null. */
        long kinds(final @Nullable AmqpField field)
        {
            return field == null ? own | converted : own & AmqpProtocol.kinds(field);
        }
    }

    AmqpProtocol()
    {
        super("AMQP messages", Source.PROPERTY);
    }

    private static long bits(final Kind... kinds)
    {
        return Arrays.stream(kinds).mapToLong(kind -> 1L << kind.ordinal()).sum();
    }

    /** The kinds that a member accepts, one bit for each, without the kind of null. */
    static long kinds(final Member member)
    {
        long kinds = 0;
        for (final Taken taken : TABLE)
        {
            if (member.type == taken.primitive || member.type == taken.type)
            {
                kinds = taken.kinds(member.messageField);
            }
        }
        return kinds;
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
            case TO, SUBJECT, REPLY_TO, GROUP_ID, REPLY_TO_GROUP_ID -> STRING;
            case CONTENT_TYPE, CONTENT_ENCODING -> bits(Kind.SYMBOL);
            case ABSOLUTE_EXPIRY_TIME, CREATION_TIME -> TIMESTAMP;
            case DATA -> bits(Kind.BYTES);
            case VALUE -> -1L;
            default -> 0;
        };
    }

    /** The standard's name for the type of a value. */
    static String typeName(final Kind kind)
    {
        final int code = FormatCodes.ofElements(kind.ordinal());
        return code < 0 ? kind.name().toLowerCase(Locale.ROOT) : FormatCodes.typeName(code);
    }

    @Override
    @Nullable
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
    List<Class<?>> types(final Member member)
    {
        final List<Class<?>> types = new ArrayList<>();
        for (final Taken taken : TABLE)
        {
            if (taken.kinds(member.messageField) != 0)
            {
                types.addAll(taken.primitive == null ? List.of(taken.type) : List.of(taken.primitive, taken.type));
            }
        }
        return types;
    }

    @Override
    List<String> spellings(final Member member)
    {
        return List.of(member.wireName);
    }

    @Override
    @Nullable
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
    AmqpInterest interest(final Member[] members)
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest().lastSectionWins();
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            switch (member.source)
            {
                case MESSAGE_FIELD -> builder.field(Objects.requireNonNull(member.messageField), i);
                case MESSAGE_ANNOTATION -> builder.entry(AmqpField.MESSAGE_ANNOTATIONS, member.wireName, i);
                case DELIVERY_ANNOTATION -> builder.entry(AmqpField.DELIVERY_ANNOTATIONS, member.wireName, i);
                case FOOTER -> builder.entry(AmqpField.FOOTER, member.wireName, i);
                default -> builder.property(member.wireName, i);
            }
        }
        return builder.build();
    }

    @Override
    FrameScanner<AmqpInterest> scanner(final Limits limits, final Strictness strictness)
    {
        return new AmqpScanner(limits, strictness);
    }

    @Override
    Gatherer gatherer(final Member[] members, final FrameValues values, final BindError error, final Limits limits,
        final Strictness strictness)
    {
        return new MessageGatherer(members, values, error, new AmqpTreeBuilder(AmqpBudget.DEFAULT.withMaxDepth(limits
            .maxDepth()), strictness));
    }
}
