package io.skim.scan.remoting;

/** The fields of a remoting header, with the names of RocketMQ's {@code RemotingCommand}. */
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
    /** Bit 0: response; bit 1: oneway. int32, all bits are kept. */
    FLAG,
    /** A text for people; null if there is none. A binary header cannot distinguish an empty remark from none. */
    REMARK,
    /** The map of ext fields: a container. */
    EXT_FIELDS,
    /** The message properties inside the ext field {@code i} or {@code properties}: a container. */
    PROPERTIES,
    /** The bytes after the header, shown last; null if there are none. */
    BODY;

    private static final RemotingField[] FIELDS = values();

    /**
     * {@return the field of an id that {@link RemotingInterest.Builder#everything()} gave}
     *
     * @param id from a callback.
     * @throws IndexOutOfBoundsException if no field has this id.
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
