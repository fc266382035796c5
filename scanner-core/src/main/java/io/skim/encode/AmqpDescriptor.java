package io.skim.encode;

/**
 * The numeric descriptors of a message's sections, and of the composites in the fields of performatives.
 * {@link io.skim.scan.amqp.Performative} has the descriptors of performatives.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2 to 3.5; part 2 (transport), section 2.8.14"
 */
public final class AmqpDescriptor
{
    /** The error in a detach, end or close: a composite. */
    public static final long ERROR = 0x1D;
    /** The terminal state received: a composite. */
    public static final long RECEIVED = 0x23;
    /** The outcome accepted: a composite without fields. */
    public static final long ACCEPTED = 0x24;
    /** The outcome rejected: a composite. */
    public static final long REJECTED = 0x25;
    /** The outcome released: a composite without fields. */
    public static final long RELEASED = 0x26;
    /** The outcome modified: a composite. */
    public static final long MODIFIED = 0x27;
    /** The source of a link's messages: a composite. */
    public static final long SOURCE = 0x28;
    /** The target of a link's messages: a composite. */
    public static final long TARGET = 0x29;
    /** The section header: a composite. */
    public static final long HEADER = 0x70;
    /** The section delivery-annotations: a map with symbols as keys. */
    public static final long DELIVERY_ANNOTATIONS = 0x71;
    /** The section message-annotations: a map with symbols as keys. */
    public static final long MESSAGE_ANNOTATIONS = 0x72;
    /** The section properties: a composite. */
    public static final long PROPERTIES = 0x73;
    /** The section application-properties: a map with strings as keys. */
    public static final long APPLICATION_PROPERTIES = 0x74;
    /** A data section, part of a body: a binary. */
    public static final long DATA = 0x75;
    /** A sequence section, part of a body: a list. */
    public static final long SEQUENCE = 0x76;
    /** A value section, the whole body: any value. */
    public static final long VALUE = 0x77;
    /** The section footer: a map with symbols as keys. */
    public static final long FOOTER = 0x78;

    private AmqpDescriptor()
    {
    }
}
