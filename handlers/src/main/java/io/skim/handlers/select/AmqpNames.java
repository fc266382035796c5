package io.skim.handlers.select;

import io.skim.handlers.select.Operands.Slot;
import io.skim.handlers.select.Place.Where;
import io.skim.scan.amqp.AmqpField;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the names of a JMS selector over AMQP messages: names of JMS, Qpid's {@code amqp.} names, names of Artemis, names
 * with a section as their prefix, and application properties.
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

    /** Names of JMS and Artemis for fields without a conversion and without a default value. */
    private static final Map<String, AmqpField> FIELDS = Map.of("JMSDestination", AmqpField.TO, "AMQAddress",
        AmqpField.TO, "JMSType", AmqpField.SUBJECT, "JMSReplyTo", AmqpField.REPLY_TO, "JMSXGroupID",
        AmqpField.GROUP_ID, "AMQGroupID", AmqpField.GROUP_ID, "JMSXGroupSeq", AmqpField.GROUP_SEQUENCE);
    /** Fields by the name after {@code amqp.} or after the name of their section. */
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

    /** The node for a name in quotes, which is always an application property. */
    static Node loadProperty(final Places places, final String name)
    {
        return places.slot(new Place(Where.AMQP_PROPERTY, name, Place.VALUE));
    }

    /** The node for a name; equal names have the same node. */
    static Node load(final Places places, final String name)
    {
        return places.named(name, any -> loadAny(places, name));
    }

    private static Node loadAny(final Places places, final String name)
    {
        final AmqpField plain = FIELDS.get(name);
        if (plain != null)
        {
            return load(places, plain, Place.VALUE);
        }
        if (name.startsWith("JMS") || name.startsWith("AMQ"))
        {
            return loadJms(places, name);
        }
        if (name.startsWith(QPID))
        {
            return loadQpid(places, name.substring(QPID.length()));
        }
        return name.startsWith(ARTEMIS_ANNOTATION) ? loadAnnotation(places, name.substring(ARTEMIS_ANNOTATION.length()))
            : loadQualified(places, name);
    }

    private static Node loadJms(final Places places, final String name)
    {
        return switch (name)
        {
            case "JMSPriority", "AMQPriority" -> loadOr(places, AmqpField.PRIORITY, DEFAULT_PRIORITY);
            case "JMSDeliveryMode" -> loadDurable(places, "PERSISTENT", "NON_PERSISTENT");
            case "AMQDurable" -> loadDurable(places, "DURABLE", "NON_DURABLE");
            case "JMSRedelivered" -> loadRedelivered(places);
            case "JMSXDeliveryCount" -> new Operands.Computed(new Node[] {loadOr(places, AmqpField.DELIVERY_COUNT, 0),
                number(1)}, Tokens.END, Tokens.PLUS);
            case "JMSMessageID" -> load(places, AmqpField.MESSAGE_ID, Place.MESSAGE_ID);
            case "AMQUserID" -> load(places, AmqpField.MESSAGE_ID, Place.USER_ID);
            case "JMSCorrelationID" -> load(places, AmqpField.CORRELATION_ID, Place.CORRELATION_ID);
            case "JMSXUserID" -> load(places, AmqpField.USER_ID, Place.TEXT);
            case "JMSExpiration", "AMQExpiration" -> loadOr(places, AmqpField.ABSOLUTE_EXPIRY_TIME, 0);
            case "JMSTimestamp", "AMQTimestamp" -> loadOr(places, AmqpField.CREATION_TIME, 0);
            default -> loadUnknown(places, name);
        };
    }

    /**
     * JMS reserves all other names that begin with {@code JMS}, so these have no value; {@code JMSX} and {@code JMS_} are not
     * reserved.
     */
    private static Node loadUnknown(final Places places, final String name)
    {
        return name.startsWith("JMS") && !name.startsWith("JMSX") && !name.startsWith("JMS_") ? Operands.NULL
            : loadProperty(places, name);
    }

    private static Node loadQpid(final Places places, final String name)
    {
        return switch (name)
        {
            case "delivery_mode" -> loadDurable(places, "PERSISTENT", "NON_PERSISTENT");
            case "redelivered" -> loadRedelivered(places);
            case "jms_type" -> loadAnnotation(places, "jms-type");
            default -> loadField(places, UNDERSCORED.get(name));
        };
    }

    /** The node for a field, with the standard's default value; null if there is no such field. */
    private static Node loadField(final Places places, final @Nullable AmqpField field)
    {
        if (field == null)
        {
            return Operands.NULL;
        }
        return switch (field)
        {
            case PRIORITY -> loadOr(places, field, DEFAULT_PRIORITY);
            case DELIVERY_COUNT, ABSOLUTE_EXPIRY_TIME -> loadOr(places, field, 0);
            case DURABLE, FIRST_ACQUIRER -> loadOrFalse(places, field);
            case USER_ID -> load(places, field, Place.TEXT);
            default -> load(places, field, Place.VALUE);
        };
    }

    private static Node loadQualified(final Places places, final String name)
    {
        for (final String[] section : SECTIONS)
        {
            final AmqpField field = name.startsWith(section[0]) ? UNDERSCORED.get(section[1] + name.substring(section[0]
                .length())) : null;
            if (field != null)
            {
                return loadField(places, field);
            }
        }
        for (final String prefix : PROPERTY_PREFIXES)
        {
            if (name.startsWith(prefix))
            {
                return loadProperty(places, name.substring(prefix.length()));
            }
        }
        return loadProperty(places, name);
    }

    private static Node loadAnnotation(final Places places, final String name)
    {
        return places.slot(new Place(Where.AMQP_ANNOTATION, name, Place.VALUE));
    }

    private static Slot load(final Places places, final AmqpField field, final int form)
    {
        return places.slot(new Place(Where.AMQP_FIELD, field.fieldName(), form));
    }

    private static Operands.Constant number(final long number)
    {
        return new Operands.Constant(Value.of(Value.LONG, number));
    }

    private static Node loadOr(final Places places, final AmqpField field, final long otherwise)
    {
        return new Operands.Otherwise(load(places, field, Place.VALUE), true, Value.of(Value.LONG, otherwise));
    }

    private static Node loadOrFalse(final Places places, final AmqpField field)
    {
        return new Operands.Otherwise(load(places, field, Place.VALUE), true, Value.FALSE);
    }

    private static Node loadDurable(final Places places, final String durable, final String other)
    {
        return new Operands.Choice(loadOrFalse(places, AmqpField.DURABLE), Value.of(durable), Value.of(other));
    }

    private static Node loadRedelivered(final Places places)
    {
        return new Predicates.Order(JmsRules.RULES, loadOr(places, AmqpField.DELIVERY_COUNT, 0), Rules.GREATER,
            number(0));
    }
}
