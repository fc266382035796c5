package io.skim.bytes;

/**
 * Where the parts of a binary ("ROCKETMQ") header stand, in bytes from the start of its frame.
 *
 * <pre>
 *  0 frame length(4)   4 serialize type(1) header length(3)
 *  8 code(2)  10 language(1)  11 version(2)  13 opaque(4)  17 flag(4)
 * 21 R(4)  25 remark(R)  25+R E(4)  29+R entries(E): keyLength(2) key valueLength(4) value, repeated
 * </pre>
 *
 * The constants are of the compiler's kind: whoever uses one has the number in its own code.
 *
 * @see "RocketMQSerializable.rocketMQProtocolEncode and rocketMQProtocolDecode, release 5.5.1"
 */
public final class BinaryHeader
{
    /** Behind the frame's length and the header's; here the header begins. */
    public static final int START = 2 * Integer.BYTES;
    /** Of 16 bits. */
    public static final int CODE = START;
    /** Of 8 bits. */
    public static final int LANGUAGE = CODE + Short.BYTES;
    /** Of 16 bits. */
    public static final int VERSION = LANGUAGE + Byte.BYTES;
    /** Of 32 bits. */
    public static final int OPAQUE = VERSION + Short.BYTES;
    /** Of 32 bits. */
    public static final int FLAG = OPAQUE + Integer.BYTES;
    /** Of 32 bits: how many bytes the remark has. */
    public static final int REMARK_LENGTH = FLAG + Integer.BYTES;
    /** The remark, if there is one. */
    public static final int REMARK = REMARK_LENGTH + Integer.BYTES;
    /** Of 32 bits: how many bytes the map has. Here, and the map behind it, unless there is a remark to go in front. */
    public static final int MAP_LENGTH = REMARK;
    /** The first entry. */
    public static final int MAP = MAP_LENGTH + Integer.BYTES;

    /** The length of a header that has neither remark nor entries, in bytes: no header is shorter. */
    public static final int LEAST_LENGTH = MAP - START;
    /** The lengths of an entry's name and value, in bytes: every entry takes more. */
    public static final int ENTRY_LENGTHS = Short.BYTES + Integer.BYTES;

    private static final int[] FIELDS = {CODE, LANGUAGE, VERSION, OPAQUE, FLAG};

    private BinaryHeader()
    {
    }

    /**
     * Where a field of fixed width stands.
     *
     * @param field from 0: code, language, version, opaque, flag, as {@code RemotingField} has them.
     * @return in bytes from the start of the frame.
     */
    public static int offset(final int field)
    {
        return FIELDS[field];
    }
}
