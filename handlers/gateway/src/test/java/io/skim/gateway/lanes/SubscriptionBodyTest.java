package io.skim.gateway.lanes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.rocketmq.remoting.protocol.body.CheckClientRequestBody;
import org.apache.rocketmq.remoting.protocol.filter.FilterAPI;
import org.apache.rocketmq.remoting.protocol.heartbeat.ConsumerData;
import org.apache.rocketmq.remoting.protocol.heartbeat.HeartbeatData;
import org.apache.rocketmq.remoting.protocol.heartbeat.ProducerData;
import org.apache.rocketmq.remoting.protocol.heartbeat.SubscriptionData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies as the reference writes them, edited, and read by the reference. */
class SubscriptionBodyTest
{
    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static SubscriptionBody read(final String body) throws IOException
    {
        return SubscriptionBody.read(utf8(body), true);
    }

    private static HeartbeatData heartbeat(final SubscriptionData... subscriptions)
    {
        final ConsumerData consumer = new ConsumerData();
        consumer.setGroupName("readers");
        consumer.setSubscriptionDataSet(Set.of(subscriptions));
        final ProducerData producer = new ProducerData();
        producer.setGroupName("writers");
        final HeartbeatData heartbeat = new HeartbeatData();
        heartbeat.setClientID("10.0.0.1@\"7\u00e4");
        heartbeat.setConsumerDataSet(Set.of(consumer));
        heartbeat.setProducerDataSet(Set.of(producer));
        return heartbeat;
    }

    /** The only subscription of the only consumer. */
    private static SubscriptionBody.Subscription subscription(final SubscriptionBody body)
    {
        return body.consumers.get(0).subscriptions.get(0);
    }

    private static SubscriptionData subscription(final HeartbeatData heartbeat)
    {
        return heartbeat.getConsumerDataSet().iterator().next()
            .getSubscriptionDataSet().iterator().next();
    }

    @Test
    void theReferenceReadsTheNewSubscriptionAndTheRestAsItWas() throws Exception
    {
        final SubscriptionData tags = FilterAPI.buildSubscriptionData("Orders", "TagA || TagB");
        tags.setSubVersion(5);
        final byte[] body = heartbeat(tags).encode();
        final SubscriptionBody read = SubscriptionBody.read(body, true);
        assertEquals("readers", read.consumers.get(0).group());
        assertEquals("Orders TagA || TagB TAG 5", subscription(read).topic() + " " + subscription(read).expression()
            + " " + subscription(read).type() + " " + subscription(read).version());
        subscription(read).select("a = '\u00e4\"\\' AND b IS NULL", 1_700_000_000_001L);
        subscription(read).topic("%RETRY%x");
        read.consumers.get(0).group("readers_gray");
        final byte[] edited = read.edited();
        final HeartbeatData all = HeartbeatData.decode(edited, HeartbeatData.class);
        final SubscriptionData now = subscription(all);
        assertEquals("SQL92", now.getExpressionType());
        assertEquals("a = '\u00e4\"\\' AND b IS NULL", now.getSubString());
        assertEquals(1_700_000_000_001L, now.getSubVersion());
        assertEquals("%RETRY%x", now.getTopic());
        assertEquals("readers_gray", all.getConsumerDataSet().iterator().next().getGroupName());
        // With the edits taken back, all other bytes are those of before.
        now.setSubString(tags.getSubString());
        final HeartbeatData before = HeartbeatData.decode(body, HeartbeatData.class);
        now.setExpressionType("TAG");
        now.setSubVersion(5);
        now.setTopic("Orders");
        all.getConsumerDataSet().iterator().next().setGroupName("readers");
        assertEquals(new String(before.encode(), StandardCharsets.UTF_8), new String(all.encode(),
            StandardCharsets.UTF_8));
    }

    @Test
    void membersThatAreNotThereAreAdded() throws Exception
    {
        final SubscriptionBody read = read("""
            {"consumerDataSet":[{"subscriptionDataSet":[{"topic":"t"},{ "subString":null,"topic":"u","expressionType":null}],
            "groupName":"g"}]}""");
        for (final SubscriptionBody.Subscription subscription : read.consumers.get(0).subscriptions)
        {
            assertEquals("null null 0", subscription.expression() + " " + subscription.type() + " " + subscription
                .version());
            subscription.select("x = 1", 7);
        }
        final HeartbeatData now = HeartbeatData.decode(read.edited(), HeartbeatData.class);
        for (final SubscriptionData subscription : now.getConsumerDataSet().iterator().next().getSubscriptionDataSet())
        {
            assertEquals("x = 1 SQL92 7", subscription.getSubString() + " " + subscription.getExpressionType() + " "
                + subscription.getSubVersion());
        }
    }

    @Test
    void aQuestionAboutASubscriptionIsReadLikeAHeartbeat() throws Exception
    {
        final CheckClientRequestBody question = new CheckClientRequestBody();
        question.setClientId("c");
        question.setGroup("readers");
        question.setSubscriptionData(FilterAPI.build("Orders", "a > 5", "SQL92"));
        final SubscriptionBody read = SubscriptionBody.read(question.encode(), false);
        assertFalse(read.isEdited());
        assertEquals("a > 5", subscription(read).expression());
        subscription(read).select("b = 1", 3);
        read.consumers.get(0).group("other");
        assertTrue(read.isEdited());
        final CheckClientRequestBody now =
            CheckClientRequestBody.decode(read.edited(), CheckClientRequestBody.class);
        assertEquals("b = 1 other", now.getSubscriptionData().getSubString() + " " + now.getGroup());
    }

    @Test
    void whatIsNotEditedStaysAsItWas() throws Exception
    {
        final byte[] body = utf8("{ \"x\":[1.50,{}], \"consumerDataSet\" : null,\"withoutSub\":true }");
        final SubscriptionBody read = SubscriptionBody.read(body, true);
        assertTrue(read.withoutSubscriptions);
        assertArrayEquals(body, read.edited());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", "[]", "{", "{}{}", "\uFEFF{}", "{'consumerDataSet':[]}", "{\"consumerDataSet\":{}}",
            "{\"ConsumerDataSet\":[]}", "{\"consumer_data_set\":[]}", "{\"$ref\":\"$\"}",
            "{\"consumerDataSet\":[],\"consumerDataSet\":[]}", "{\"consumerDataSet\":[{}]}",
            "{\"consumerDataSet\":[{\"groupName\":5}]}", "{\"consumerDataSet\":[{\"groupName\":null}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"$ref\":\"x\"}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"t\",\"substring\":\"*\"}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"t\",\"subVersion\":\"5\"}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"t\",\"subVersion\":1.5}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"t\",\"subVersion\":99999999999999999999}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"\\ud800\"}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\",\"subscriptionDataSet\":[{\"topic\":\"t\",\"classFilterMode\":1}]}]}",
            "{\"consumerDataSet\":[{\"groupName\":\"g\"} {\"groupName\":\"h\"}]}", "{/**/}", "{\"a\":01}"})
    void whatReadersCouldReadDifferentlyIsRefused(final String body)
    {
        assertThrows(IOException.class, () -> read(body));
    }

    @Test
    void everyPrefixIsRefused() throws Exception
    {
        final byte[] body = heartbeat(new SubscriptionData("Orders", "*")).encode();
        for (int length = 0; length < body.length; length++)
        {
            final byte[] cut = Arrays.copyOf(body, length);
            assertThrows(IOException.class, () -> SubscriptionBody.read(cut, true));
        }
    }
}
