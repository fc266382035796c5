package io.skim.pojo;

import io.skim.pojo.text.LogLine;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RequestCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A remoting header as an object, with the values that RocketMQ's {@code RemotingCommand.decode} reads, null for null and empty
 * for empty. Keeps no reference to the frame; immutable as a {@link RemotingHeaderReader} makes it, so you may keep and share
 * it.
 *
 * @param code          of the request or response, as the reference reads it: a binary 200050 is 3442.
 * @param language      of the sender; null if unknown; {@link RemotingLanguage#JAVA} if a JSON header names none.
 * @param version       the sender's release: an ordinal of the reference's releases, 0 if not set.
 * @param opaque        the number that ties a response to its request, of any sign; 0 if the header has none.
 * @param hasOpaque     whether the header has an opaque. A JSON header may lack one (lenient scans); the reference would then
 *                      take the next number of a counter of its own.
 * @param flag          all bits as sent; bit 0: response; bit 1: oneway.
 * @param remark        a text for people; null for none. An empty remark of a binary header is null too; JSON keeps it apart.
 * @param extFields     an unmodifiable map in the order of the wire; of equal names the first has the place and the last the
 *                      value. Null where the reference has null: none in JSON, none or an empty map in a binary header. A binary
 *                      empty name is a null key, a binary empty value null.
 * @param serializeType how the header was encoded.
 * @param bodyOffset    where the body begins, as the reference has it, in bytes from the start of the frame. Before the end of
 *                      the header if a lenient scan has read a binary header that is longer than its fields.
 * @param bodyLength    in bytes; 0 for none.
 * @see "RemotingCommand, release 5.5.1"
 */
public record RemotingHeader(int code, @Nullable RemotingLanguage language, int version, int opaque, boolean hasOpaque,
    int flag,
    @Nullable String remark, @Nullable Map<@Nullable String, @Nullable String> extFields, SerializeType serializeType,
    int bodyOffset, int bodyLength)
{
    /** {@return whether this is a response: bit 0 of the flag} */
    public boolean isResponse()
    {
        return RemotingFlag.isResponse(flag);
    }

    /** {@return whether the sender expects no response (oneway): bit 1 of the flag} */
    public boolean isOneway()
    {
        return RemotingFlag.isOneway(flag);
    }

    /**
     * One ext field.
     *
     * @param name of the ext field, exactly.
     * @return its value; null if it is null, absent, or there are no ext fields.
     */
    public @Nullable String extField(final String name)
    {
        return extFields == null ? null : extFields.get(name);
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
        final String text = extField(RequestCode.hasShortNames(code) ? "i" : "properties");
        return text == null ? HeaderMap.EMPTY : MessageProperties.parse(text);
    }

    @Override
    public String toString()
    {
        return LogLine.of("RemotingHeader[code=" + code + ", language=" + language + ", version=" + version
            + ", opaque="
            + (hasOpaque ? opaque : "none") + ", flag=" + flag + ", remark=" + remark + ", extFields=" + extFields
            + ", serializeType=" + serializeType + ", bodyOffset=" + bodyOffset + ", bodyLength=" + bodyLength + "]");
    }
}
