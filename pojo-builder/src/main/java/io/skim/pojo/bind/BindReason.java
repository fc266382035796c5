package io.skim.pojo.bind;

/**
 * Why a frame gave no object. The names are stable.
 */
public enum BindReason
{
    /** The scan refused the frame, see {@link BindError#fault()}. */
    MALFORMED,
    /** A required member has no value. */
    MISSING,
    /** The value of a number is not decimal text. */
    NOT_A_NUMBER,
    /** A number does not fit its type. */
    OUT_OF_RANGE
}
