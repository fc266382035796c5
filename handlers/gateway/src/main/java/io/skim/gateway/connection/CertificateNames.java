package io.skim.gateway.connection;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a client's certificate calls the client: {@code subject:CN=orders,O=Example}, {@code dns:orders.example.com} and {@code
 * uri:spiffe://example.com/orders}. The kinds are apart, so that no name of one kind can pass for one of another.
 *
 * @see "RFC 5280, sections 4.1.2.6 and 4.2.1.6; RFC 2253 for the text of a subject"
 */
public final class CertificateNames
{
    private static final String SUBJECT = "subject:";
    private static final String DNS = "dns:";
    private static final String URI = "uri:";
    /** The kinds of names by their tags. */
    private static final int DNS_NAME = 2;
    private static final int URI_NAME = 6;
    /** What clients choose is kept as long as the connection. */
    private static final int MOST_NAMES = 32;
    private static final int LONGEST = 1_024;

    private CertificateNames()
    {
    }

    /**
     * The names in a certificate that was checked. Those that are longer than 1,024 characters, and all behind the first 32, are left out:
     * what a rule does not know of it does not match.
     */
    static List<String> of(final Certificate certificate)
    {
        final List<String> names = new ArrayList<>();
        if (certificate instanceof final X509Certificate known)
        {
            add(names, SUBJECT + known.getSubjectX500Principal().getName());
            for (final List<?> other : alternatives(known))
            {
                if (other.get(0).equals(DNS_NAME))
                {
                    add(names, DNS + ((String)other.get(1)).toLowerCase(Locale.ROOT));
                }
                else if (other.get(0).equals(URI_NAME))
                {
                    add(names, URI + other.get(1));
                }
            }
        }
        return List.copyOf(names);
    }

    /**
     * The subject among the names of a certificate.
     *
     * @param names of a certificate, as above.
     * @return the subject without its kind; {@code null} if there is none.
     */
    public static @Nullable String subject(final List<String> names)
    {
        return names.stream().filter(name -> name.startsWith(SUBJECT)).findFirst().map(name -> name.substring(SUBJECT
            .length())).orElse(null);
    }

    private static Collection<List<?>> alternatives(final X509Certificate certificate)
    {
        try
        {
            final Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            return all == null ? List.of() : all;
        }
        catch (final CertificateParsingException e)
        {
            return List.of();
        }
    }

    private static void add(final List<String> names, final String name)
    {
        if (name.length() <= LONGEST && names.size() < MOST_NAMES)
        {
            names.add(name);
        }
    }
}
