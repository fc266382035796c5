package io.skim.mqtt;

import io.skim.scan.Kind;

/**
 * The fields of an MQTT 5 PUBLISH packet, in the order of the wire but for the properties, which come in any order.
 *
 * @see "OASIS MQTT 5.0, sections 3.3.1 to 3.3.3"
 */
enum PublishField
{
    /** The first byte: packet type, DUP, QoS and RETAIN. */
    FLAGS("flags", 0, Kind.UINT8),
    TOPIC("topic", 0, Kind.TEXT),
    /** Only with QoS 1 and 2. */
    PACKET_ID("packet-id", 0, Kind.UINT16),
    /** All properties: a container. */
    PROPERTIES("properties", 0, Kind.CONTAINER),
    PAYLOAD_FORMAT("payload-format-indicator", 0x01, Kind.UINT8),
    MESSAGE_EXPIRY("message-expiry-interval", 0x02, Kind.UINT32),
    CONTENT_TYPE("content-type", 0x03, Kind.TEXT),
    RESPONSE_TOPIC("response-topic", 0x08, Kind.TEXT),
    CORRELATION_DATA("correlation-data", 0x09, Kind.BINARY),
    TOPIC_ALIAS("topic-alias", 0x23, Kind.UINT16),
    /** All that follows the properties; null if it has no bytes. */
    PAYLOAD("payload", 0, Kind.BYTES);

    private static final PublishField[] FIELDS = values();
    private static final PublishField[] BY_IDENTIFIER = new PublishField[128];

    final String fieldName;
    /** Of a property; else 0. */
    final int identifier;
    final Kind kind;

    static
    {
        for (final PublishField field : FIELDS)
        {
            if (field.identifier > 0)
            {
                BY_IDENTIFIER[field.identifier] = field;
            }
        }
    }

    PublishField(final String fieldName, final int identifier, final Kind kind)
    {
        this.fieldName = fieldName;
        this.identifier = identifier;
        this.kind = kind;
    }

    /** The property of an identifier; null if there is none that a PUBLISH may have and a handler is shown. */
    static PublishField ofIdentifier(final int identifier)
    {
        return identifier < BY_IDENTIFIER.length ? BY_IDENTIFIER[identifier] : null;
    }

    /** The field of a name, as selectors and the like have it. */
    static PublishField named(final String name)
    {
        for (final PublishField field : FIELDS)
        {
            if (field.fieldName.equals(name))
            {
                return field;
            }
        }
        throw new IllegalArgumentException("a PUBLISH packet has no field \"" + name + '"');
    }
}
