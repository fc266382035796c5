package io.skim.encode;

/**
 * Why nothing was written. The names are stable: they may be matched on, logged and counted. The output is as it was.
 */
public enum EncodeRefusal
{
    /** The output has no room for what was to be written, and may not grow. */
    NO_ROOM("the output has too little room"),
    /** The header is longer than its 24-bit length can tell, or than the limits allow. */
    HEADER_TOO_LONG("the header is longer than allowed"),
    /** The frame is longer than the limits allow. */
    FRAME_TOO_LONG("the frame is longer than allowed"),
    /** A name is longer than 32,767 bytes, or than the limits allow. */
    NAME_TOO_LONG("a name is longer than allowed"),
    /** A value is longer than the limits allow. */
    VALUE_TOO_LONG("a value is longer than allowed"),
    /** More ext fields than the limits allow. */
    TOO_MANY_ENTRIES("more ext fields than allowed"),
    /** Text in a binary header cannot be empty: the reference reads null. */
    EMPTY_TEXT("a binary header cannot hold empty text"),
    /** An empty name, which a binary header would turn to null, or one that is null, which JSON does not have. */
    EMPTY_NAME("a name is empty, which the other encoding has differently"),
    /** A name that a reader of JSON takes for something else: it holds U+0000, or is {@code $ref} or {@code @type}. */
    AMBIGUOUS_NAME("a name that readers of JSON take for something else"),
    /** The number does not fit the 16 bits that a binary header has for a code or version. */
    NUMBER_TOO_GREAT("the number does not fit 16 bits"),
    /** A binary header must name a language. */
    LANGUAGE_MISSING("a binary header must name a language"),
    /** Text is not well-formed: UTF-8 with a wrong byte, half of a surrogate pair; or there is none: a float, a decimal. */
    INVALID_TEXT("the text is not well-formed"),
    /** A symbol of AMQP's is not ASCII. */
    NOT_ASCII("a symbol is not ASCII"),
    /** A number, or a char, is outside the range of its AMQP type. */
    OUT_OF_RANGE("a number or char is outside the range of its type"),
    /** More containers are open than the limits allow. */
    NESTED_TOO_DEEP("containers are nested deeper than allowed"),
    /** The bytes of a value that was to be copied have not arrived. */
    VALUE_UNAVAILABLE("the bytes of a value have not arrived"),
    /** A compound value that was to be copied is malformed inside, where the scan that showed it had not looked. */
    VALUE_MALFORMED("a compound value to be copied is malformed"),
    /** The name or value of a message property is empty, or holds one of the separators, U+0001 and U+0002. */
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
