package io.skim.scan.remoting;

/**
 * The fields of a remoting header, in the words of RocketMQ's {@code RemotingCommand}.
 */
public enum RemotingField
{
    /** Request or response code. A number: int16 in binary (200050 arrives as 3442), int32 in JSON. */
    CODE,
    /** The sender's language: a number in binary, a name (or number) in JSON; see {@link RemotingLanguage#of}. */
    LANGUAGE,
    /** The sender's release, as an ordinal: int16 in binary, int32 in JSON. */
    VERSION,
    /** The number that ties a response to its request. int32, of any sign. */
    OPAQUE,
    /** Bit 0: response; bit 1: oneway. int32, all bits kept. */
    FLAG,
    /** A text for people; null when there is none. Binary cannot tell empty from none. */
    REMARK,
    /** The map of ext fields: a container. */
    EXT_FIELDS,
    /** The message properties inside the ext field {@code i} or {@code properties}: a container. */
    PROPERTIES,
    /** What follows the header, shown last; null when it has no bytes. */
    BODY;

    private static final RemotingField[] FIELDS = values();

    /**
     * The field of an id that {@link RemotingInterest.Builder#everything()} gave.
     *
     * @param id as a handler is shown it.
     * @return the field.
     * @throws IndexOutOfBoundsException if it is no such id.
     */
    public static RemotingField of(final int id)
    {
        return FIELDS[id];
    }

    boolean isContainer()
    {
        return this == EXT_FIELDS || this == PROPERTIES;
    }
}
