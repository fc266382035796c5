package io.skim.pojo;

import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RequestCode;
import java.util.Map;
import java.util.Objects;

/**
 * A remoting header as an object, with the values that RocketMQ's {@code RemotingCommand.decode} reads, null for null and empty
 * for empty. Immutable. Keeps no reference to the frame; you may keep and share it.
 *
 * @see "RemotingCommand, release 5.5.1"
 */
public final class RemotingHeader
{
    private static final int RESPONSE = 1;
    private static final int ONEWAY = 2;

    private final int code;
    private final int version;
    private final int opaque;
    private final int flag;
    private final int bodyOffset;
    private final int bodyLength;
    private final boolean hasOpaque;
    private final SerializeType serializeType;
    private final RemotingLanguage language;
    private final String remark;
    private final HeaderMap extFields;

    RemotingHeader(final RemotingHeaderBuilder from, final HeaderMap extFields)
    {
        code = from.code;
        version = from.version;
        opaque = from.opaque;
        hasOpaque = from.hasOpaque;
        flag = from.flag;
        bodyOffset = from.bodyOffset;
        bodyLength = from.bodyLength;
        serializeType = from.serializeType;
        language = from.language;
        remark = from.remark;
        this.extFields = extFields;
    }

    /** {@return the request or response code as the reference reads it: a binary 200050 is 3442} */
    public int code()
    {
        return code;
    }

    /** {@return the sender's language; null if unknown; {@link RemotingLanguage#JAVA} if a JSON header names none} */
    public RemotingLanguage language()
    {
        return language;
    }

    /** {@return the sender's release: an ordinal of the reference's releases, 0 if not set} */
    public int version()
    {
        return version;
    }

    /**
     * {@return the number that ties a response to its request, of any sign; 0 if the header has none, see {@link
     * #hasOpaque()}}
     */
    public int opaque()
    {
        return opaque;
    }

    /**
     * Whether the header has an opaque. A JSON header may lack one (lenient scans); the reference would then take the
     * next number of a counter of its own.
     *
     * @return false if it lacks one.
     */
    public boolean hasOpaque()
    {
        return hasOpaque;
    }

    /** {@return the flag, all bits as sent; bit 0: response; bit 1: oneway} */
    public int flag()
    {
        return flag;
    }

    /** {@return whether this is a response: bit 0 of the flag} */
    public boolean isResponse()
    {
        return (flag & RESPONSE) != 0;
    }

    /** {@return whether the sender expects no response (oneway): bit 1 of the flag} */
    public boolean isOneway()
    {
        return (flag & ONEWAY) != 0;
    }

    /**
     * {@return the remark, a text for people; null for none} An empty remark of a binary header is null too; JSON keeps it
     * apart.
     */
    public String remark()
    {
        return remark;
    }

    /**
     * The ext fields, in the order of the wire. Of equal names the first has the place and the last the value.
     *
     * @return an unmodifiable map; null where the reference has null: none in JSON, none or an empty map in a binary
     *     header. A binary empty name is a null key, a binary empty value null.
     */
    public Map<String, String> extFields()
    {
        return extFields;
    }

    /**
     * One ext field.
     *
     * @param name of the ext field, exactly.
     * @return its value; null if it is null, absent, or there are no ext fields.
     */
    public String extField(final String name)
    {
        return extFields == null ? null : extFields.get(name);
    }

    /** {@return how the header was encoded} */
    public SerializeType serializeType()
    {
        return serializeType;
    }

    /**
     * Where the body begins, as the reference has it.
     *
     * @return in bytes from the start of the frame. Before the end of the header if a lenient scan has read a binary
     *     header that is longer than its fields.
     */
    public int bodyOffset()
    {
        return bodyOffset;
    }

    /** {@return the length of the body in bytes; 0 for none} */
    public int bodyLength()
    {
        return bodyLength;
    }

    /**
     * The message properties, from the ext field that the request code decides: {@code i} for 310, 320 and 325,
     * else {@code properties}. Parsed and allocated at every call.
     * <p>
     * The text is {@code name 0x01 value 0x02}, repeated. A part without a name or a value is dropped. The last duplicate
     * wins.
     *
     * @return an unmodifiable map; empty if there are none.
     * @see "MessageDecoder.string2messageProperties, release 5.5.1"
     */
    public Map<String, String> properties()
    {
        final boolean brief = RequestCode.hasShortNames(code);
        final String text = extField(brief ? "i" : "properties");
        return text == null || text.isEmpty() ? HeaderMap.EMPTY : MessageProperties.parse(text);
    }

    @Override
    public boolean equals(final Object other)
    {
        if (this == other)
        {
            return true;
        }
        if (!(other instanceof RemotingHeader))
        {
            return false;
        }
        final RemotingHeader header = (RemotingHeader)other;
        return code == header.code && version == header.version && opaque == header.opaque && hasOpaque
            == header.hasOpaque && flag == header.flag && bodyOffset == header.bodyOffset && bodyLength
                == header.bodyLength
            && serializeType == header.serializeType && language == header.language && Objects
                .equals(remark, header.remark)
            && Objects.equals(extFields, header.extFields);
    }

    @Override
    public int hashCode()
    {
        return 31 * (31 * code + opaque) + Objects.hashCode(extFields);
    }

    @Override
    public String toString()
    {
        return "RemotingHeader[code=" + code + ", language=" + language + ", version=" + version + ", opaque="
            + (hasOpaque ? opaque : "none") + ", flag=" + flag + ", remark=" + remark + ", extFields=" + extFields
            + ", serializeType=" + serializeType + ", bodyOffset=" + bodyOffset + ", bodyLength=" + bodyLength + "]";
    }
}
