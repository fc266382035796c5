package io.skim.handlers.route;

import io.skim.bytes.Utf8;
import java.nio.charset.StandardCharsets;

/** The map that gives all names a prefix and a suffix, of which one may be empty. */
final class AffixedNames implements NameMap
{
    private final byte[] prefix;
    private final byte[] suffix;

    AffixedNames(final String prefix, final String suffix)
    {
        this.prefix = Utf8.encode("a name", prefix);
        this.suffix = Utf8.encode("a name", suffix);
        if (prefix.isEmpty() && suffix.isEmpty() || MappedName.isReserved(this.prefix, 0, this.prefix.length))
        {
            throw new IllegalArgumentException(
                "a prefix is not empty and does not begin as a name of the system, unlike '" + prefix + "'");
        }
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        out.put(prefix).put(utf8, offset, length).put(suffix);
        return length > 0;
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        final int rest = length - prefix.length - suffix.length;
        if (rest <= 0 || !NameCheck.startsWith(utf8, offset, length, prefix) || !NameCheck.startsWith(utf8,
            offset + length - suffix.length, suffix.length, suffix))
        {
            return false;
        }
        out.put(utf8, offset + prefix.length, rest);
        return true;
    }

    @Override
    public String toString()
    {
        return new String(prefix, StandardCharsets.UTF_8) + "*" + new String(suffix, StandardCharsets.UTF_8);
    }
}
