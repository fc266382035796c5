package io.skim.encode;

/**
 * The reason why an encoder wrote nothing. The names are stable: you may compare, log and count them. The output is unchanged.
 */
public enum EncodeRefusal
{
    /** The output has too little room and may not grow. */
    NO_ROOM("the output has too little room"),
    /** The header is longer than its 24-bit length or the limits allow. */
    HEADER_TOO_LONG("the header is longer than allowed"),
    /** The frame is longer than the limits allow. */
    FRAME_TOO_LONG("the frame is longer than allowed"),
    /** A name is longer than 32,767 bytes or than the limits allow. */
    NAME_TOO_LONG("a name is longer than allowed"),
    /** A value is longer than the limits allow. */
    VALUE_TOO_LONG("a value is longer than allowed"),
    /** There are more ext fields than the limits allow. */
    TOO_MANY_ENTRIES("more ext fields than allowed"),
    /** Text in a binary header cannot be empty: the reference reads null. */
    EMPTY_TEXT("a binary header cannot hold empty text"),
    /** A name is empty, which a binary header would turn into null; or null, which JSON does not have. */
    EMPTY_NAME("a name is empty, which the other encoding has differently"),
    /**
     * A reader of JSON reads the name as another one or as an instruction: it contains U+0000, or is {@code $ref} or
     * {@code @type}.
     */
    AMBIGUOUS_NAME("a name that readers of JSON take for something else"),
    /** A code or version does not fit into the 16 bits of a binary header. */
    NUMBER_TOO_GREAT("the number does not fit 16 bits"),
    /** A binary header must have a language. */
    LANGUAGE_MISSING("a binary header must name a language"),
    /** The text is ill-formed UTF-8 or contains half of a surrogate pair; or the value has no text: a float, a decimal. */
    INVALID_TEXT("the text is not well-formed"),
    /** An AMQP symbol is not ASCII. */
    NOT_ASCII("a symbol is not ASCII"),
    /** A number or char is outside the range of its AMQP type. */
    OUT_OF_RANGE("a number or char is outside the range of its type"),
    /** More containers are open than the limits allow. */
    NESTED_TOO_DEEP("containers are nested deeper than allowed"),
    /** The bytes of a value to copy have not arrived. */
    VALUE_UNAVAILABLE("the bytes of a value have not arrived"),
    /** A compound value to copy is malformed inside, in a part that the scan has not checked. */
    VALUE_MALFORMED("a compound value to be copied is malformed"),
    /** The name or value of a message property is empty or contains a separator, U+0001 or U+0002. */
    INVALID_PROPERTY("a property's name or value is empty or holds a separator");

    private final String sentence;

    EncodeRefusal(final String sentence)
    {
        this.sentence = sentence;
    }

    /** {@return the refusal for people: a sentence without its full stop} */
    public String sentence()
    {
        return sentence;
    }
}
