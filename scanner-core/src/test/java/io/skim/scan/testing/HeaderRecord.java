package io.skim.scan.testing;

import java.util.Objects;
import java.util.TreeMap;

/**
 * A remoting header as values, from our scanner or from the reference decoder, so that the two can be compared.
 */
public final class HeaderRecord
{
    /** The number of the header; null if the header has none. */
    public Integer opaque;
    /** The fixed fields. */
    public int code;
    /** The fixed fields. */
    public int version;
    /** The fixed fields. */
    public int flag;
    /** By name; null if unknown. */
    public String language = "JAVA";
    /** Null if there is none. */
    public String remark;
    /** Null if there are none; a null key is written as empty (see {@code nullKey}). */
    public TreeMap<String, String> extFields;
    /** The value under the null key. */
    public boolean nullKey;
    /** The message properties by the reference's rules; null if the header holds none. */
    public TreeMap<String, String> properties;
    /** The body's bytes, in hex; null if there are none. */
    public String body;

    /** Equal if every value is; no properties and empty ones are the same. */
    @Override
    public boolean equals(final Object other)
    {
        if (!(other instanceof HeaderRecord))
        {
            return false;
        }
        final HeaderRecord that = (HeaderRecord)other;
        return Objects.equals(opaque, that.opaque) && code == that.code && version == that.version && flag == that.flag
            && nullKey == that.nullKey && Objects.equals(language, that.language) && Objects.equals(remark, that.remark)
            && Objects.equals(extFields, that.extFields) && Objects.equals(orEmpty(properties), orEmpty(
                that.properties))
            && Objects.equals(body, that.body);
    }

    private static TreeMap<String, String> orEmpty(final TreeMap<String, String> properties)
    {
        return properties == null ? new TreeMap<>() : properties;
    }

    @Override
    public int hashCode()
    {
        return Objects.hash(code, opaque);
    }

    @Override
    public String toString()
    {
        return "code=" + code + " language=" + language + " version=" + version + " opaque=" + opaque + " flag=" + flag
            + " remark=" + quote(remark) + " ext=" + extFields + (nullKey ? "+null key" : "") + " properties="
            + properties + " body=" + body;
    }

    private static String quote(final String text)
    {
        return text == null ? "null" : '"' + text + '"';
    }
}
