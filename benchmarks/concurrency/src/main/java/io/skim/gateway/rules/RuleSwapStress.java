package io.skim.gateway.rules;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.gateway.config.ConfigException;
import io.skim.gateway.config.GatewayConfig;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.stress.Frames;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The rules of a gateway are replaced, by the volatile write that a reload ends with, while an event loop decides about two
 * requests: each is decided by one set of rules, and never by an older one than before.
 */
@JCStressTest
@Outcome(id = {"1, 1", "1, 2", "2, 2"}, expect = ACCEPTABLE, desc = "Each request by one set of rules.")
@Outcome(expect = FORBIDDEN, desc = "A request by parts of two sets, or back to the old one.")
@State
public class RuleSwapStress
{
    private static final RuleSet FIRST = rules("eu", "gold");
    private static final RuleSet SECOND = rules("gold", "eu");
    private static final RemotingScanner SCANNER = checked();
    private static final RemotingScanner OTHER = checked();
    private static final ConnectionFacts FACTS = facts();
    private static final ConnectionFacts OTHER_FACTS = facts();

    private volatile RuleSet live = FIRST;
    private final Decider decider = new Decider(() -> live);

    private static RemotingScanner checked()
    {
        final RemotingScanner scanner = new RemotingScanner();
        if (!scanner.check(Frames.send()))
        {
            throw new ExceptionInInitializerError(scanner.fault().toString());
        }
        return scanner;
    }

    /** Rules that route the frame to the cluster first if {@code region} is eu, else to the cluster second if {@code tier} is. */
    private static RuleSet rules(final String region, final String tier)
    {
        try
        {
            return RuleSet.compile(GatewayConfig.parse("gateway.yaml", """
                listeners: [{name: clients, address: 9876, cluster: main, brokers: {ports: 20000-20010}}]
                clusters:
                  main: {nameServers: [10.0.0.5:9876]}
                  first: {nameServers: [10.0.0.6:9876]}
                  second: {nameServers: [10.0.0.7:9876]}
                rules:
                  - {match: {sql: "region = '%s'"}, route: first}
                  - {match: {sql: "tier = 'gold'"}, route: second}
                """.formatted(region, tier), Path.of(""), name -> null), null);
        }
        catch (final ConfigException e)
        {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static ConnectionFacts facts()
    {
        return new ConnectionFacts(FIRST.config().listener("clients"), InetAddress.getLoopbackAddress(), null,
            List.of());
    }

    /** The thread that replaces the rules, after a decision of its own: so long the other thread takes for one. */
    @Actor
    public void replace()
    {
        new Decider(() -> live).decide(OTHER, OTHER_FACTS, 0);
        live = SECOND;
    }

    /**
     * An event loop that decides about two requests.
     *
     * @param result the clusters: 1 for first, 2 for second.
     */
    @Actor
    public void decide(final II_Result result)
    {
        result.r1 = target();
        result.r2 = target();
    }

    private int target()
    {
        final String name = decider.decide(SCANNER, FACTS, 0).target().name();
        return name.equals("first") ? 1 : name.equals("second") ? 2 : 0;
    }
}
