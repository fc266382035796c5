package io.skim.gateway.endtoend;

import io.skim.gateway.FreePorts;
import java.nio.file.Path;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * A real Artemis broker in this process, with an AMQP port on a loopback address.
 */
final class RealArtemis implements AutoCloseable
{
    static final String ADDRESS = "127.0.0.1";

    final int port;

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    /**
     * Starts it.
     *
     * @param home an empty directory for all that it writes.
     */
    RealArtemis(final Path home) throws Exception
    {
        port = FreePorts.next(ADDRESS);
        final ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setSecurityEnabled(false).setPersistenceEnabled(false).setJMXManagementEnabled(false);
        configuration.setBrokerInstance(home.toFile());
        configuration.addAcceptorConfiguration("amqp", "tcp://" + ADDRESS + ':' + port + "?protocols=AMQP");
        // An address that no client calls a topic is a queue; else Artemis drops what is sent before anybody receives.
        configuration.addAddressSetting("#", new AddressSettings().setDefaultAddressRoutingType(RoutingType.ANYCAST)
            .setDefaultQueueRoutingType(RoutingType.ANYCAST));
        server.setConfiguration(configuration);
        server.start();
    }

    @Override
    public void close()
    {
        try
        {
            server.stop();
        }
        catch (final Exception e)
        {
            throw new IllegalStateException(e);
        }
    }
}
