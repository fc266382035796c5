package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import io.skim.scan.amqp.AmqpField;
import java.util.HashMap;
import java.util.Map;

/**
 * What the names of a JMS selector over AMQP messages stand for: those of JMS, Qpid's {@code amqp.} names, those of
 * Artemis, names with their section in front, and application properties.
 *
 * @see "AMQP JMS Mapping 1.0, section 3.2; Qpid, broker/SelectorValue; Artemis, AMQPMessage.getObjectProperty"
 */
final class AmqpNames
{
    private static final String QPID = "amqp.";
    private static final String ARTEMIS_ANNOTATION = "m.";
    private static final String[] PROPERTY_PREFIXES = {"application_properties.", "a."};
    private static final String[][] SECTIONS = {{"header.", "header."}, {"h.", "header."}, {"properties.",
        "properties."}, {"p.", "properties."}};

    private static final long DEFAULT_PRIORITY = 4;

    /** Names of JMS and Artemis for fields that are taken as they are and have no default. */
    private static final Map<String, AmqpField> FIELDS = Map.of("JMSDestination", AmqpField.TO, "AMQAddress",
        AmqpField.TO, "JMSType", AmqpField.SUBJECT, "JMSReplyTo", AmqpField.REPLY_TO, "JMSXGroupID",
        AmqpField.GROUP_ID, "AMQGroupID", AmqpField.GROUP_ID, "JMSXGroupSeq", AmqpField.GROUP_SEQUENCE);
    /** Fields by what stands behind {@code amqp.} or their section's name. */
    private static final Map<String, AmqpField> UNDERSCORED = underscored();

    private AmqpNames()
    {
    }

    private static Map<String, AmqpField> underscored()
    {
        final Map<String, AmqpField> fields = new HashMap<>();
        for (final AmqpField field : AmqpField.values())
        {
            final String name = field.fieldName();
            final int dot = name.indexOf('.');
            if (dot > 0)
            {
                final String last = name.substring(dot + 1).replace('-', '_');
                fields.put(last, field);
                fields.put(name.substring(0, dot + 1) + last, field);
            }
        }
        return fields;
    }

    /** Appends what gives the value of a name in quotes: always an application property. */
    static void loadProperty(final ProgramBuilder builder, final String name)
    {
        builder.emit(Op.SLOT, builder.slot(new Place(Where.AMQP_PROPERTY, name, Place.VALUE)));
    }

    /** Appends what gives the value of a name. */
    static void load(final ProgramBuilder builder, final String name)
    {
        final AmqpField plain = FIELDS.get(name);
        if (plain != null)
        {
            load(builder, plain, Place.VALUE);
        }
        else if (name.startsWith("JMS") || name.startsWith("AMQ"))
        {
            loadJms(builder, name);
        }
        else if (name.startsWith(QPID))
        {
            loadQpid(builder, name.substring(QPID.length()));
        }
        else if (name.startsWith(ARTEMIS_ANNOTATION))
        {
            loadAnnotation(builder, name.substring(ARTEMIS_ANNOTATION.length()));
        }
        else
        {
            loadQualified(builder, name);
        }
    }

    private static void loadJms(final ProgramBuilder builder, final String name)
    {
        switch (name)
        {
            case "JMSPriority", "AMQPriority" -> loadOr(builder, AmqpField.PRIORITY, DEFAULT_PRIORITY);
            case "JMSDeliveryMode" -> loadDurable(builder, "PERSISTENT", "NON_PERSISTENT");
            case "AMQDurable" -> loadDurable(builder, "DURABLE", "NON_DURABLE");
            case "JMSRedelivered" -> loadRedelivered(builder);
            case "JMSXDeliveryCount" ->
            {
                loadOr(builder, AmqpField.DELIVERY_COUNT, 0);
                builder.emit(Op.LONG, builder.number(1));
                builder.emit(Op.ADD);
            }
            case "JMSMessageID" -> load(builder, AmqpField.MESSAGE_ID, Place.MESSAGE_ID);
            case "AMQUserID" -> load(builder, AmqpField.MESSAGE_ID, Place.USER_ID);
            case "JMSCorrelationID" -> load(builder, AmqpField.CORRELATION_ID, Place.CORRELATION_ID);
            case "JMSXUserID" -> load(builder, AmqpField.USER_ID, Place.BINARY_TEXT);
            case "JMSExpiration", "AMQExpiration" -> loadOr(builder, AmqpField.ABSOLUTE_EXPIRY_TIME, 0);
            case "JMSTimestamp", "AMQTimestamp" -> loadOr(builder, AmqpField.CREATION_TIME, 0);
            default -> loadUnknown(builder, name);
        }
    }

    /** Other names of JMS are kept for it and have no value; {@code JMSX} and {@code JMS_} are open to everyone. */
    private static void loadUnknown(final ProgramBuilder builder, final String name)
    {
        if (name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_"))
        {
            builder.emit(Op.NULL);
        }
        else
        {
            loadProperty(builder, name);
        }
    }

    private static void loadQpid(final ProgramBuilder builder, final String name)
    {
        switch (name)
        {
            case "delivery_mode" -> loadDurable(builder, "PERSISTENT", "NON_PERSISTENT");
            case "redelivered" -> loadRedelivered(builder);
            case "jms_type" -> loadAnnotation(builder, "jms-type");
            default -> loadField(builder, UNDERSCORED.get(name));
        }
    }

    /** A field with the default that the standard gives it; null if there is no such field. */
    private static void loadField(final ProgramBuilder builder, final AmqpField field)
    {
        if (field == null)
        {
            builder.emit(Op.NULL);
            return;
        }
        switch (field)
        {
            case PRIORITY -> loadOr(builder, field, DEFAULT_PRIORITY);
            case DELIVERY_COUNT, ABSOLUTE_EXPIRY_TIME -> loadOr(builder, field, 0);
            case DURABLE, FIRST_ACQUIRER -> loadOrFalse(builder, field);
            case USER_ID -> load(builder, field, Place.BINARY_TEXT);
            default -> load(builder, field, Place.VALUE);
        }
    }

    private static void loadQualified(final ProgramBuilder builder, final String name)
    {
        for (final String[] section : SECTIONS)
        {
            final AmqpField field = name.startsWith(section[0]) ? UNDERSCORED.get(section[1] + name.substring(section[0]
                .length())) : null;
            if (field != null)
            {
                loadField(builder, field);
                return;
            }
        }
        for (final String prefix : PROPERTY_PREFIXES)
        {
            if (name.startsWith(prefix))
            {
                loadProperty(builder, name.substring(prefix.length()));
                return;
            }
        }
        loadProperty(builder, name);
    }

    private static void loadAnnotation(final ProgramBuilder builder, final String name)
    {
        builder.emit(Op.SLOT, builder.slot(new Place(Where.AMQP_ANNOTATION, name, Place.VALUE)));
    }

    private static void load(final ProgramBuilder builder, final AmqpField field, final int form)
    {
        builder.emit(Op.SLOT, builder.slot(new Place(Where.AMQP_FIELD, field.fieldName(), form)));
    }

    private static void loadOr(final ProgramBuilder builder, final AmqpField field, final long otherwise)
    {
        load(builder, field, Place.VALUE);
        final int known = builder.jump(Op.ELSE);
        builder.emit(Op.LONG, builder.number(otherwise));
        builder.land(known);
    }

    private static void loadOrFalse(final ProgramBuilder builder, final AmqpField field)
    {
        load(builder, field, Place.VALUE);
        final int known = builder.jump(Op.ELSE);
        builder.emit(Op.FALSE);
        builder.land(known);
    }

    private static void loadDurable(final ProgramBuilder builder, final String durable, final String other)
    {
        loadOrFalse(builder, AmqpField.DURABLE);
        builder.emit(Op.CHOOSE, builder.text(durable), builder.text(other));
    }

    private static void loadRedelivered(final ProgramBuilder builder)
    {
        loadOr(builder, AmqpField.DELIVERY_COUNT, 0);
        builder.emit(Op.LONG, builder.number(0));
        builder.emit(Op.JMS_GREATER);
    }
}
