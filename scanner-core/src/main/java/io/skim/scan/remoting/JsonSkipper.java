package io.skim.scan.remoting;

import io.skim.scan.Reason;

/**
 * Passes over the values of unknown members: any value of RFC 8259, checked in full, without recursion. One bit tells
 * whether an open container is an object (1) or an array (0).
 */
final class JsonSkipper
{
    private final JsonTokens reader;

    JsonSkipper(final JsonTokens reader)
    {
        this.reader = reader;
    }

    /** Passes over a value; gives the index behind it, or {@link EntryReader#FAULT} with the fault set. */
    int skip(final int from)
    {
        long objects = 0;
        int depth = 1;
        int at = from;
        while (true)
        {
            final byte first = reader.array()[at];
            if (first == '{' || first == '[')
            {
                if (++depth > reader.limits.maxDepth())
                {
                    return reader.fault.at(at - reader.base, Reason.NESTED_TOO_DEEP, depth, reader.limits.maxDepth());
                }
                objects = objects << 1 | (first == '{' ? 1 : 0);
                at = reader.blanks(at + 1);
                if (at < reader.end && reader.array()[at] == (first == '{' ? '}' : ']'))
                {
                    at++;
                    objects >>>= 1;
                    depth--;
                }
                else
                {
                    at = first == '{' ? skipName(at) : notAtEnd(at);
                    if (at < 0)
                    {
                        return EntryReader.FAULT;
                    }
                    continue;
                }
            }
            else
            {
                at = skipScalar(at);
            }
            while (at >= 0 && depth > 1)
            {
                at = reader.blanks(at);
                if (at == reader.end)
                {
                    return reader.truncated();
                }
                final boolean object = (objects & 1) != 0;
                if (reader.array()[at] == ',')
                {
                    at = reader.blanks(at + 1);
                    at = object ? skipName(at) : notAtEnd(at);
                    break;
                }
                if (reader.array()[at] != (object ? '}' : ']'))
                {
                    return reader.unexpected(at, object ? '}' : ']');
                }
                at++;
                objects >>>= 1;
                depth--;
            }
            if (at < 0 || depth == 1)
            {
                return at;
            }
        }
    }

    private int notAtEnd(final int at)
    {
        return at < reader.end ? at : reader.truncated();
    }

    private int skipName(final int at)
    {
        if (at == reader.end || reader.array()[at] != '"')
        {
            return reader.unexpected(at, '"');
        }
        final int close = reader.text(at + 1);
        if (close < 0)
        {
            return EntryReader.FAULT;
        }
        final int colon = reader.blanks(close + 1);
        if (colon == reader.end || reader.array()[colon] != ':')
        {
            return reader.unexpected(colon, ':');
        }
        return notAtEnd(reader.blanks(colon + 1));
    }

    private int skipScalar(final int at)
    {
        switch (reader.array()[at])
        {
            case '"':
                final int close = reader.text(at + 1);
                return close < 0 ? EntryReader.FAULT : close + 1;
            case 't', 'f', 'n':
                return reader.literal(at);
            default:
                return skipNumber(at);
        }
    }

    private int skipNumber(final int from)
    {
        final byte[] array = reader.array();
        final int end = reader.end;
        int at = from < end && array[from] == '-' ? from + 1 : from;
        final int digits = at;
        at = digitsEnd(at);
        if (at == digits || array[digits] == '0' && at - digits > 1)
        {
            return reader.unexpected(digits, 0);
        }
        if (at < end && array[at] == '.')
        {
            final int fraction = at + 1;
            at = digitsEnd(fraction);
            if (at == fraction)
            {
                return reader.unexpected(at, 0);
            }
        }
        if (at < end && (array[at] | 0x20) == 'e')
        {
            at++;
            at += at < end && (array[at] == '-' || array[at] == '+') ? 1 : 0;
            final int exponent = at;
            at = digitsEnd(exponent);
            if (at == exponent)
            {
                return reader.unexpected(at, 0);
            }
        }
        return at;
    }

    private int digitsEnd(final int from)
    {
        int at = from;
        while (at < reader.end && reader.array()[at] >= '0' && reader.array()[at] <= '9')
        {
            at++;
        }
        return at;
    }
}
