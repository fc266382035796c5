package io.skim.gateway.endtoend;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts gateways at a free port of the address that brokers leave to gateways. */
final class GatewayFiles
{
    /** Of a file: clients' long polls are not waited for when a gateway is closed. */
    static final String DRAIN = "drain: 1s\n";

    private GatewayFiles()
    {
    }

    /**
     * Starts a gateway.
     *
     * @param folder     for its file.
     * @param nameServer of the only cluster.
     * @param cluster    further keys of the cluster, each with a comma before it; may be empty.
     * @param lines      further lines of the file.
     */
    static Gateway start(final Path folder, final String nameServer, final String cluster, final String... lines)
        throws Exception
    {
        final Path file = folder.resolve("gateway.yaml");
        Files.writeString(file,
            "listeners:\n  - name: clients\n    address: " + RealBroker.GATEWAY_ADDRESS + ':' + FreePorts.next(
                RealBroker.GATEWAY_ADDRESS)
                + "\nclusters:\n  main: {nameServers: [" + nameServer + "]" + cluster + "}\n" + DRAIN
                + String.join("\n", lines)
                + "\n");
        return Gateway.start(file);
    }

    /** Where clients find a gateway. */
    static String addressOf(final Gateway gateway)
    {
        return RealBroker.GATEWAY_ADDRESS + ':' + gateway.address("clients").getPort();
    }
}
