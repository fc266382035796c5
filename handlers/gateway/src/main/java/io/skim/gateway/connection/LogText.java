package io.skim.gateway.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Values of log lines. Peers choose some of them, so a value has no blanks, quotes or control characters, or it is quoted with these
 * escaped; it is cut at {@value #MOST} characters.
 */
public final class LogText
{
    private static final int MOST = 120;

    private LogText()
    {
    }

    /** {@return an address and port, without a look-up of names} */
    static String address(final SocketAddress address)
    {
        if (!(address instanceof InetSocketAddress))
        {
            return String.valueOf(address);
        }
        final InetSocketAddress inet = (InetSocketAddress)address;
        final InetAddress ip = inet.getAddress();
        final String host = ip == null ? inet.getHostString() : ip.getHostAddress();
        return host.indexOf(':') < 0 ? host + ':' + inet.getPort() : '[' + host + "]:" + inet.getPort();
    }

    /**
     * An exception in a few words.
     *
     * @param cause the exception.
     * @return the class of the innermost cause and its message.
     */
    public static String summary(final Throwable cause)
    {
        Throwable inner = cause;
        // A chain of causes may have a circle.
        for (int i = 0; i < 8 && inner.getCause() != null; i++)
        {
            inner = inner.getCause();
        }
        return inner.getMessage() == null ? inner.getClass().getSimpleName()
            : inner.getClass().getSimpleName() + ": " + inner.getMessage();
    }

    /**
     * A text that a peer chose, within a line of the log.
     *
     * @param text of the peer.
     * @return the text, quoted and cut if need be.
     */
    public static String value(final String text)
    {
        final StringBuilder value = new StringBuilder();
        appendValue(value, text);
        return value.toString();
    }

    /** Appends a blank, the key, an equals sign and the value; nothing if the value is null. */
    static void append(final StringBuilder line, final String key, final @Nullable Object value)
    {
        if (value != null)
        {
            line.append(' ').append(key).append('=');
            appendValue(line, value.toString());
        }
    }

    private static void appendValue(final StringBuilder line, final String value)
    {
        final boolean isPlain = !value.isEmpty() && value.length() <= MOST && value.chars().allMatch(LogText::isPlain);
        if (isPlain)
        {
            line.append(value);
            return;
        }
        line.append('"');
        final int length = Math.min(value.length(), MOST);
        for (int i = 0; i < length; i++)
        {
            final char c = value.charAt(i);
            if (c == ' ' || isPlain(c))
            {
                line.append(c);
            }
            else if (c == '"' || c == '\\')
            {
                line.append('\\').append(c);
            }
            else
            {
                line.append(String.format("\\u%04x", (int)c));
            }
        }
        line.append(value.length() > MOST ? "...\"" : "\"");
    }

    private static boolean isPlain(final int c)
    {
        return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '=';
    }
}
