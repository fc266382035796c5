package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.Gateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that takes signed requests alone, and a gateway in front of it. */
class SignedRequestsEndToEndTest
{
    private static final String USER = "producer";
    private static final String SECRET = "a secret of clients";
    private static final RPCHook SIGNING = new AclClientRPCHook(new SessionCredentials(USER, SECRET));
    private static final String MARK = """
        rules:
          - name: mark
            match: {codes: send}
            set: {properties: {gateway: skim}}
        """;
    private static final String MARK_AND_SIGN = MARK + "policies: {signed: sign}";

    private static RealBroker broker;

    @TempDir
    private Path folder;
    private Gateway gateway;
    private Scenario scenario;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.signed(USER, SECRET), RealBroker.ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        scenario.stop();
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private void start(final SerializeType type, final String mark, final RPCHook hook, final String cluster,
        final String lines) throws Exception
    {
        Scenario.encodeAs(type);
        gateway = GatewayFiles.start(folder, broker.nameServer, cluster, lines);
        // The record in a broker's question about a transaction names the producers' group, which is not mapped in records.
        scenario = new Scenario(GatewayFiles.addressOf(gateway), mark, hook);
    }

    private String account(final String secret) throws Exception
    {
        Files.writeString(folder.resolve("secret"), secret);
        Files.writeString(folder.resolve("user"), USER);
        return ", account: {accessKey: {file: user}, secretKey: {file: secret}}";
    }

    private void assertRefused(final String why) throws Exception
    {
        final DefaultMQProducer producer = scenario.producer();
        final MQClientException refused = assertThrows(MQClientException.class, () -> producer.send(new Message(
            scenario.topic, new byte[] {1})));
        assertTrue(refused.getCause().getMessage().contains(why), () -> refused.getCause().getMessage());
    }

    @Test
    void passesWhatIsSignedUnchanged() throws Exception
    {
        start(SerializeType.JSON, null, SIGNING, "", "");
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
    }

    @Test
    void signsAnewWhatItEdits() throws Exception
    {
        start(SerializeType.ROCKETMQ, "skim", SIGNING, account(SECRET), MARK_AND_SIGN);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
    }

    @Test
    void signsForClientsWithKeysThatTheBrokerDoesNotKnow() throws Exception
    {
        start(SerializeType.JSON, "skim",
            new AclClientRPCHook(new SessionCredentials("client", "a key for the gateway alone")),
            account(
                SECRET),
            """
                names:
                  acme: {prefix: acme_}
                rules:
                  - name: mark
                    match: {codes: send}
                    set: {properties: {gateway: skim}}
                    continue: true
                  - map: acme
                policies: {signed: sign}
                """);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
        assertNotNull(broker.topic("acme_" + scenario.topic));
    }

    @Test
    void refusesToEditWhatItMayNotSign() throws Exception
    {
        start(SerializeType.JSON, "skim", SIGNING, "", MARK);
        assertRefused("the frame's Signature covers the edits");
    }

    @Test
    void theBrokerRefusesWhatIsSignedWithAnotherKey() throws Exception
    {
        start(SerializeType.JSON, "skim", SIGNING, account("a secret of nobody"), MARK_AND_SIGN);
        assertRefused("signature");
    }

    @Test
    void theBrokerRefusesWhoDoesNotSign() throws Exception
    {
        start(SerializeType.JSON, "skim", null, account(SECRET), MARK_AND_SIGN);
        assertRefused("CODE: 16");
    }
}
