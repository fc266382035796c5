package io.skim.handlers.patch;

/**
 * Why a frame was not patched. Nothing was written, and the frame is unchanged.
 */
public enum Refusal
{
    /** The scan refused the frame; see the scanner's fault. */
    MALFORMED("the frame is malformed"),
    /** The handler stopped the scan or skipped a part of the header, so it may not have received all duplicates. */
    NOT_SCANNED("the handler did not see the whole header"),
    /** The patched header would be longer than 24 bits or the limits allow. */
    HEADER_TOO_LONG("the patched header is longer than allowed"),
    /** The patched frame would be longer than the limits allow. */
    FRAME_TOO_LONG("the patched frame is longer than allowed"),
    /** A name is longer than 32,767 bytes, or than the limits allow. */
    NAME_TOO_LONG("a name is longer than allowed"),
    /** A value is longer than the limits allow. */
    VALUE_TOO_LONG("a value is longer than allowed"),
    /** The patched map would have more entries than the limits allow. */
    TOO_MANY_ENTRIES("the patched header has more ext fields than allowed"),
    /** Text in a binary header cannot be empty: the reference reads null. */
    EMPTY_TEXT("a binary header cannot hold empty text"),
    /** An empty name: readers read it as null, and sorted maps fail on it. */
    EMPTY_NAME("a name is empty"),
    /** The number does not fit the 16 bits that a binary header has for a code or version. */
    NUMBER_TOO_GREAT("the number does not fit 16 bits"),
    /** Text to be written is not well-formed UTF-8. */
    INVALID_TEXT("the text is not well-formed UTF-8"),
    /**
     * An address that is to be mapped is of another type than string, which some brokers take for the same name; or a source or target is
     * none of AMQP's own.
     */
    INVALID_ADDRESS("an address is no string"),
    /** The name or value of a message property is empty, or holds one of the separators, U+0001 and U+0002. */
    INVALID_PROPERTY("a property's name or value is empty or holds a separator"),
    /**
     * The frame sends a batch: the broker takes the properties of its messages from the entries in the body, and not from the
     * header, where the edits would change them. A {@link RemotingRewriter} edits the entries.
     */
    BATCH("the properties of a batch stand in its body, and not in the header"),
    /** The edits concern the body, which has not arrived as a whole. */
    BODY_MISSING("the body has not arrived as a whole"),
    /** The body is longer than bodies that are edited may be. */
    BODY_TOO_LONG("the body is longer than allowed for edits"),
    /** The body is malformed, or readers could read it differently; see the fault. */
    BODY_MALFORMED("the body is malformed or ambiguous"),
    /** The frame carries an ACL signature that covers the edits, and no signer was given. */
    SIGNED("the frame's Signature covers the edits"),
    /**
     * The frame cannot be signed: it has an ext field without a name, on which the reference fails, or bytes between the last ext
     * field and the body, which the reference reads as the beginning of the body (lenient); or its body, which is signed too, has
     * not arrived as a whole; or an edit changes, renames or removes its {@code Signature}, which a signer would replace.
     */
    NOT_SIGNABLE("the frame has an ext field or a body that cannot be signed, or the edits change its Signature"),
    /** A section that may occur once occurs twice, which peers read differently. */
    SECTION_REPEATED("a section comes twice"),
    /**
     * On the way to the broker a name would become that of one of the system's topics or groups, or a topic for retries or dead
     * letters ({@code %RETRY%}, {@code %DLQ%}), and would not become the name of before on the way back.
     */
    NAME_RESERVED("a name would become one of the system's, or a topic for retries or dead letters"),
    /** The new name of an ext field means something else to a decoder of JSON: {@code @type}, {@code $ref}, U+0000. */
    AMBIGUOUS_NAME("the new name means something else to a decoder of JSON"),
    /**
     * The header is in a form that only a lenient scan accepts, and the meaning of an edit would not be certain: ext fields or
     * members beside a comment, properties with half a character, or a value that the reference writes in another form.
     */
    ODD_FORM("the edits cannot be made in the odd form of the header"),
    /** A relay received a request or response without an opaque, which only a lenient scan accepts. */
    OPAQUE_MISSING("the frame has no opaque"),
    /** The table of a relay is full of waiting requests. */
    TABLE_FULL("too many requests wait for their responses"),
    /** A relay has no request for this response: it was answered or forgotten before, or never sent. */
    OPAQUE_UNKNOWN("no request waits for this response"),
    /** A relay received a response to forward, or a request to restore. */
    WRONG_DIRECTION("the frame is a response where a request is due, or a request where a response is due");

    private final String sentence;

    Refusal(final String sentence)
    {
        this.sentence = sentence;
    }

    /** {@return the refusal for people: a sentence without its full stop} */
    public String sentence()
    {
        return sentence;
    }
}
