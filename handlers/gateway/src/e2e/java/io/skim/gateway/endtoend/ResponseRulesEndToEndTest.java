package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.FreePorts;
import io.skim.gateway.Gateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules for responses between real clients and a real broker: clients understand what is edited, and nothing else changes. */
class ResponseRulesEndToEndTest
{
    private static RealBroker broker;
    private static int names;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> clients = new ArrayList<>();
    private Gateway gateway;

    @BeforeAll
    static void startTheBroker() throws Exception
    {
        broker = RealBroker.start(RealBroker.open(), RealBroker.ADDRESS);
    }

    @AfterEach
    void stopAll() throws Exception
    {
        Work.closeAll(clients);
        gateway.close();
        Scenario.encodeAs(SerializeType.JSON);
    }

    private void start(final SerializeType type, final String lines) throws Exception
    {
        Scenario.encodeAs(type);
        gateway = GatewayFiles.start(folder, broker.nameServer, "", lines);
    }

    private DefaultMQProducer producer() throws MQClientException
    {
        final DefaultMQProducer producer =
            Clients.patient(new DefaultMQProducer("writers-" + ++names), GatewayFiles.addressOf(gateway));
        producer.setRetryTimesWhenSendFailed(0);
        producer.setInstanceName("writer" + names);
        producer.start();
        clients.add(producer::shutdown);
        return producer;
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void everyKindOfMessageArrivesWhileAllResponsesAreEditedAndSomeWait(final SerializeType type) throws Exception
    {
        start(type, """
            names:
              acme: {prefix: acme_}
            rules:
              - map: acme
              - name: seen
                for: responses
                match: {codes: all}
                set: {fields: {gatewaySeen: "1"}}
                continue: true
              - name: sends
                for: responses
                match: {codes: send, topics: messages-*, responses: SUCCESS}
                delay: 30ms
                log: true
            """);
        final Scenario scenario = new Scenario(GatewayFiles.addressOf(gateway), null);
        clients.add(scenario::stop);
        scenario.run();
        assertEquals(List.of(), List.copyOf(scenario.problems));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void clientsGetWhatTheRulesSayAndTheBrokerKeepsItsMessages(final SerializeType type) throws Exception
    {
        final int port = FreePorts.next();
        final String suffix = type + "-" + ++names;
        start(type, """
            http: {address: 127.0.0.1:%d}
            rules:
              - name: no inner names
                for: responses
                match: {responses: TOPIC_NOT_EXIST, sql: "$remark CONTAINS 'rocketmq.apache.org'"}
                set: {fields: {remark: ask the operators}}
              - name: refused
                for: responses
                match: {codes: send, topics: refused-*}
                replace: {code: MESSAGE_ILLEGAL, remark: not today}
              - name: lost
                for: responses
                match: {codes: send, topics: lost-*}
                drop: true
              - {name: stored, for: responses, match: {codes: send}, count: true}
            """.formatted(port));
        final DefaultMQProducer producer = producer();
        for (final String kind : List.of("refused-", "lost-", "stored-"))
        {
            broker.createTopic(kind + suffix);
        }
        final MQClientException unknown =
            assertThrows(MQClientException.class, () -> producer.fetchPublishMessageQueues("none-" + suffix));
        assertTrue(text(unknown).contains("ask the operators"), text(unknown));
        assertFalse(text(unknown).contains("No topic route info in name server"), text(unknown));
        final byte[] body = "a body".getBytes(StandardCharsets.UTF_8);
        final Exception refused =
            assertThrows(Exception.class, () -> producer.send(new Message("refused-" + suffix, body)));
        final MQBrokerException answered =
            assertInstanceOf(MQBrokerException.class, refused instanceof MQBrokerException
                ? refused : refused.getCause());
        assertEquals(13, answered.getResponseCode());
        assertEquals("not today", answered.getErrorMessage());
        final Exception lost =
            assertThrows(Exception.class, () -> producer.send(new Message("lost-" + suffix, body), 2_000));
        assertTrue(text(lost).contains(RemotingTimeoutException.class.getSimpleName()) || text(lost).contains(
            "timeout"), text(lost));
        assertEquals(SendStatus.SEND_OK, producer.send(new Message("stored-" + suffix, body)).getSendStatus());
        for (final String kind : List.of("refused-", "lost-", "stored-"))
        {
            assertEquals(1, broker.messages(kind + suffix, 1).size(), kind + ": the broker has it");
        }
        final String metrics = metrics(port);
        for (final String rule : List.of("refused", "lost", "stored"))
        {
            assertTrue(metrics.contains("skim_gateway_rule_hits_total{rule=\"" + rule + "\"} 1.0"), metrics);
        }
    }

    /** The messages of an exception and of its causes. */
    private static String text(final Throwable thrown)
    {
        final StringBuilder text = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause())
        {
            text.append(each).append('\n');
        }
        return text.toString();
    }

    private static String metrics(final int port) throws Exception
    {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port
            + "/metrics")).build(), HttpResponse.BodyHandlers.ofString()).body();
    }
}
