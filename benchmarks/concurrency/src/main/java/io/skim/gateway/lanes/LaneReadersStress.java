package io.skim.gateway.lanes;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.gateway.config.GatewayConfig.Lane;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The last consumer of a group leaves while another one of the group begins to read: the group is known as a reader after that. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The group reads.")
@Outcome(expect = FORBIDDEN, desc = "The group is forgotten, though a consumer of it reads.")
@State
public class LaneReadersStress
{
    private static final Lane LANE = lane();
    private static final byte[] TOPIC = "Orders".getBytes(StandardCharsets.UTF_8);
    private static final byte[] GROUP = "billing".getBytes(StandardCharsets.UTF_8);
    private static final Object BROKER = new Object();

    private final LaneReaders readers = new LaneReaders();
    private final LaneReaders.Client leaves = readers.client();
    private final LaneReaders.Client comes = readers.client();

    /** One consumer reads. */
    public LaneReadersStress()
    {
        read(leaves);
    }

    private static Lane lane()
    {
        try
        {
            return GatewayConfig.parse("gateway.yaml", """
                listeners: [{name: clients, address: 9876, cluster: main, brokers: {ports: 20000-20010}}]
                clusters: {main: {nameServers: [10.0.0.5:9876]}}
                lanes: [{name: gray, match: {clients: 10.9.0.0/16}}]
                """, Path.of(""), name -> null).lanes().get(0);
        }
        catch (final ConfigException e)
        {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static LaneReaders.Place place()
    {
        return new LaneReaders.Place().at(BROKER, TOPIC, 0, TOPIC.length);
    }

    private static void read(final LaneReaders.Client client)
    {
        client.read(LANE, place(), GROUP, 0, GROUP.length, 3, 0);
    }

    /** The event loop of the consumer that leaves. */
    @Actor
    public void leave()
    {
        leaves.close();
    }

    /** The event loop of the consumer that comes. */
    @Actor
    public void come()
    {
        read(comes);
    }

    /**
     * Looks.
     *
     * @param result whether the group reads its queue.
     */
    @Arbiter
    public void after(final Z_Result result)
    {
        final LaneReaders.Group[] groups = readers.of(place());
        result.r1 = groups != null && groups.length == 1 && groups[0].reads(3, 0);
    }
}
