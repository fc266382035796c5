package io.skim.pojo.bind;

/**
 * Why a frame gave no object. The names are stable.
 */
public enum BindReason
{
    /** The scan refused the frame, or what is inside of a value that a tree was to be made of, see {@link BindError#fault()}. */
    MALFORMED,
    /** A required member has no value. */
    MISSING,
    /** The text of a whole number is not decimal, or that of a double is none that Java reads. */
    NOT_A_NUMBER,
    /** A number does not fit the member's type. */
    OUT_OF_RANGE,
    /** The value of an AMQP message is of a type that the member's does not take; nothing is converted beyond the table. */
    WRONG_TYPE,
    /** The value is a body that has not arrived whole, see {@link io.skim.scan.FrameView#wrapPart}. */
    NOT_ARRIVED
}
