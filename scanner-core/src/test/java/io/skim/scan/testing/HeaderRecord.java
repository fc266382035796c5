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

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof HeaderRecord && toString().equals(other.toString());
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
