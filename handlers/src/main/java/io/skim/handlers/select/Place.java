package io.skim.handlers.select;

/**
 * The place of a value in frames, and the form in which a selector needs it. Equal places share a slot.
 *
 * @param where the part of the frame.
 * @param name  of the field, entry or property there.
 * @param form  in which the slot stores it.
 */
record Place(Where where, String name, int form)
{
    /** The unchanged text; of an AMQP binary its bytes, read as UTF-8. */
    static final int TEXT = 0;
    /** The digits of a fixed field that is a number; null is 0. */
    static final int HEADER_NUMBER = 1;
    /** The name of a language. */
    static final int LANGUAGE = 2;
    /** An AMQP value of any type. */
    static final int VALUE = 3;
    /** An AMQP message-id, as its text in JMS. */
    static final int MESSAGE_ID = 4;
    /** An AMQP correlation-id, as its text in JMS. */
    static final int CORRELATION_ID = 5;

    /** An AMQP message-id as in selectors of Artemis: a string has the prefix {@code ID:} and no other mark. */
    static final int USER_ID = 6;

    /** The parts of frames. */
    enum Where
    {
        /** A fixed field of a remoting header. */
        FIELD,
        /** An ext field of a remoting header. */
        ENTRY,
        /** A message property of a remoting frame. */
        PROPERTY,
        /** A field of an AMQP section. */
        AMQP_FIELD,
        /** An application property of an AMQP message. */
        AMQP_PROPERTY,
        /** A message annotation of an AMQP message. */
        AMQP_ANNOTATION
    }

    /** The place without its form: an interest shows places that differ only in their form as one. */
    Place withoutForm()
    {
        return new Place(where, name, TEXT);
    }
}
