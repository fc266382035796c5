package io.skim.handlers.patch;

/**
 * Why a frame was not patched. Nothing was written, and the frame is as it was.
 */
public enum Refusal
{
    /** The scan refused the frame; the scanner's fault tells why. */
    MALFORMED("the frame is malformed"),
    /** The handler stopped the scan or skipped a part of the header, so that duplicates may have gone unseen. */
    NOT_SCANNED("the handler did not see the whole header"),
    /** The patched header would be longer than its 24-bit length can tell, or than the limits allow. */
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
    /** An empty name: readers take it for null, and sorted maps fail on it. */
    EMPTY_NAME("a name is empty"),
    /** The number does not fit the 16 bits that a binary header has for a code or version. */
    NUMBER_TOO_GREAT("the number does not fit 16 bits"),
    /** Text to be written is not well-formed UTF-8. */
    INVALID_TEXT("the text is not well-formed UTF-8"),
    /** The name or value of a message property is empty, or holds one of the separators, U+0001 and U+0002. */
    INVALID_PROPERTY("a property's name or value is empty or holds a separator"),
    /**
     * The frame sends a batch: the broker takes the properties of its messages from the entries in the body, which no edit
     * reaches, and not from the header.
     */
    BATCH("the properties of a batch stand in its body, which is not edited"),
    /** The frame carries an ACL signature that covers the edits, and no signer was given. */
    SIGNED("the frame's Signature covers the edits"),
    /**
     * The frame cannot be signed: it has an ext field without a name, on which the reference fails, or bytes between the last ext
     * field and the body, which the reference takes for the body's first (lenient).
     */
    NOT_SIGNABLE("the frame has an ext field or a body that cannot be signed"),
    /** A section that may come once comes twice, which readers that take it read in several ways. */
    SECTION_REPEATED("a section comes twice"),
    /** The new name of an ext field is one that a decoder of JSON takes for something else: {@code @type}, {@code $ref}, U+0000. */
    AMBIGUOUS_NAME("the new name means something else to a decoder of JSON"),
    /**
     * The header is written in a way that only a lenient scan takes, and the edits cannot be made in it without a doubt: ext
     * fields or members are to be added or removed beside a comment, or properties where half a character is, or a value that the
     * reference writes in its own way.
     */
    ODD_FORM("the edits cannot be made in the odd form of the header"),
    /** A relay was given a request or response without an opaque, which only a lenient scan takes. */
    OPAQUE_MISSING("the frame has no opaque"),
    /** A relay has as many requests on their way as it has room for. */
    TABLE_FULL("too many requests wait for their responses"),
    /** A relay knows no request that this response answers: it was answered before, was forgotten, or never sent. */
    OPAQUE_UNKNOWN("no request waits for this response"),
    /** A relay was given a response to forward, or a request to restore. */
    WRONG_DIRECTION("the frame is a response where a request is due, or a request where a response is due");

    private final String sentence;

    Refusal(final String sentence)
    {
        this.sentence = sentence;
    }

    /**
     * The refusal for people.
     *
     * @return a sentence without its full stop.
     */
    public String sentence()
    {
        return sentence;
    }
}
