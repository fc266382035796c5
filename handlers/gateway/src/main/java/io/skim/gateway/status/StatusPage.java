package io.skim.gateway.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The status page, and the policy under which browsers show it: its own style and script run, nothing else is loaded but the status. */
final class StatusPage
{
    private final byte[] bytes;
    private final String policy;

    StatusPage()
    {
        try (InputStream in = StatusPage.class.getResourceAsStream("status.html"))
        {
            bytes = in.readAllBytes();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        final String page = new String(bytes, StandardCharsets.UTF_8);
        policy = "default-src 'none'; style-src " + hash(page, "style") + "; script-src " + hash(page, "script")
            + "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** {@return the value of Content-Security-Policy} */
    String policy()
    {
        return policy;
    }

    /** The source of an inline element, as CSP level 2 section 4.2.5 allows it. */
    private static String hash(final String page, final String element)
    {
        final String begin = '<' + element + '>';
        final String content = page.substring(page.indexOf(begin) + begin.length(), page.indexOf("</" + element + '>'));
        try
        {
            return "'sha256-" + Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(content
                .getBytes(StandardCharsets.UTF_8))) + '\'';
        }
        catch (final NoSuchAlgorithmException e)
        {
            throw new AssertionError(e);
        }
    }
}
