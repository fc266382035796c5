package io.skim.pojo.bind;

/**
 * The reasons why a frame gave no object. The names are stable.
 */
public enum BindReason
{
    /** The scan refused the frame, or the content of a value that becomes a tree; see {@link BindError#fault()}. */
    MALFORMED,
    /** A required member has no value. */
    MISSING,
    /** The text of a whole number is not decimal, or {@code Double.valueOf} does not accept the text of a double. */
    NOT_A_NUMBER,
    /** A number does not fit the member's type. One of more than 64 digits is {@link #NOT_A_NUMBER} then. */
    OUT_OF_RANGE,
    /** The member's type does not take a value of this AMQP type. */
    WRONG_TYPE,
    /** The value is a body that has not arrived completely, see {@link io.skim.scan.FrameView#wrapPart}. */
    NOT_ARRIVED
}
