package io.skim.gateway.endtoend;

import java.util.List;
import java.util.Properties;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** The scenario in a process of its own, with the RocketMQ client of whatever release its class path has. */
final class ScenarioProcess
{
    private ScenarioProcess()
    {
    }

    /**
     * Exits with 0 if each message came once and unchanged.
     *
     * @param arguments a pair of a name and a value each, with {@code =} between them: {@code nameServer}, {@code type} of headers,
     *                  and if wanted the {@code mark} of messages, and {@code user} and {@code secret} to sign with.
     */
    public static void main(final String[] arguments)
    {
        final Properties given = new Properties();
        for (final String argument : arguments)
        {
            given.setProperty(argument.substring(0, argument.indexOf('=')),
                argument.substring(argument.indexOf('=') + 1));
        }
        int status = 0;
        try
        {
            Scenario.encodeAs(SerializeType.valueOf(given.getProperty("type")));
            final RPCHook hook =
                given.containsKey("user") ? new AclClientRPCHook(new SessionCredentials(given.getProperty(
                    "user"), given.getProperty("secret"))) : null;
            final Scenario scenario =
                new Scenario(given.getProperty("nameServer"), given.getProperty("mark"), hook);
            scenario.run();
            System.out.println("client " + MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION) + ", problems "
                + List.copyOf(scenario.problems));
            status = scenario.problems.isEmpty() ? 0 : 1;
        }
        catch (final Exception | AssertionError e)
        {
            e.printStackTrace();
            status = 1;
        }
        System.exit(status);
    }
}
