package io.skim.gateway.rules;

import io.netty.util.NetUtil;
import io.skim.gateway.config.GatewayConfig.Listener;
import io.skim.gateway.config.ValueTemplate;
import io.skim.gateway.config.ValueTemplate.Variable;
import io.skim.gateway.connection.CertificateNames;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What rules ask about a client's connection. One for each connection, used by its event loop only.
 * <p>
 * It remembers which rules can fit this connection, as indices without a reference to the rules: so an idle connection keeps no
 * old rules alive.
 */
public final class ConnectionFacts
{
    /** Of an address of IPv6, in bytes. */
    private static final int CLIENT_LENGTH = 8;

    private final String listener;
    private final byte[] address;
    private final @Nullable String tlsName;
    private final List<String> certificateNames;
    private @Nullable String clientId;
    private @Nullable Plan plan;
    /** By variable: its value in UTF-8; null until an edit asks for it. */
    private final byte[] @Nullable [] values = new byte[Variable.values().length][];

    /**
     * Makes the facts of a connection.
     *
     * @param listener that accepted it.
     * @param client   its address; with the PROXY protocol the one that the header names.
     * @param tlsName  that the client asked for (SNI); null without TLS, or if it asked for none.
     * @param certificateNames in the client's certificate, with their kinds in front; empty if it showed none.
     */
    public ConnectionFacts(final Listener listener, final InetAddress client, final @Nullable String tlsName,
        final List<String> certificateNames)
    {
        this.listener = listener.name();
        address = client.getAddress();
        this.tlsName = tlsName;
        this.certificateNames = certificateNames;
    }

    /**
     * Tells the client's id, as soon as a heartbeat has it, or in AMQP the container id of the open. Rules with client ids fit from
     * then on.
     *
     * @param id of the client; null if it is not known, as one that is too long.
     */
    public void clientId(final @Nullable String id)
    {
        if (!Objects.equals(clientId, id))
        {
            clientId = id;
            plan = null;
            values[Variable.CLIENT_ID.ordinal()] = null;
        }
    }

    /** {@return the client's id; null if it has not told one yet} */
    public @Nullable String clientId()
    {
        return clientId;
    }

    /** {@return the name of the listener} */
    public String listener()
    {
        return listener;
    }

    /** {@return the name that the client asked for in TLS; null if there is none} */
    public @Nullable String tlsName()
    {
        return tlsName;
    }

    /** The value in UTF-8 of what a connection has one of: printable, and not empty. */
    byte[] value(final Variable variable)
    {
        byte[] known = values[variable.ordinal()];
        if (known == null)
        {
            known = printable(text(variable)).getBytes(StandardCharsets.UTF_8);
            values[variable.ordinal()] = known;
        }
        return known;
    }

    private @Nullable String text(final Variable variable)
    {
        return switch (variable)
        {
            case CLIENT_ADDRESS -> NetUtil.bytesToIpAddress(address);
            case CLIENT_ID -> clientId;
            case LISTENER -> listener;
            case TLS_NAME -> tlsName;
            case TLS_SUBJECT -> CertificateNames.subject(certificateNames);
            case TIME -> throw new IllegalArgumentException("no connection has a time");
        };
    }

    /** Clients choose their ids: one that could end a property, or that nobody could read, counts as none. */
    private static String printable(final @Nullable String text)
    {
        return text == null || text.isEmpty() || text.chars().anyMatch(Character::isISOControl) ? ValueTemplate.NONE
            : text;
    }

    List<String> certificateNames()
    {
        return certificateNames;
    }

    byte[] address()
    {
        return address;
    }

    /** How many bytes of the address tell one client from another: one of IPv6 owns a /64 at least, and chooses the rest. */
    int clientLength()
    {
        return Math.min(address.length, CLIENT_LENGTH);
    }

    /** The rules that can fit. Computed once for each set of rules. */
    Plan plan(final RuleSet rules)
    {
        if (plan == null || plan.version() != rules.version())
        {
            plan = rules.plan(this);
        }
        return plan;
    }
}
