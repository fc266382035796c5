package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.rocketmq.remoting.protocol.RemotingSerializable;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.junit.jupiter.api.Test;

/** The table of bodies against the classes of the reference, lest a name is forgotten. */
class BodyMapTest
{
    /** What a text is called that may be a name or an address. */
    private static final Pattern SUSPICIOUS = Pattern.compile("(?i).*(topic|group|addr|key\\}).*");

    /** Texts that look like names or addresses, and are not mapped. */
    private static final Set<String> UNMAPPED = Set.of(
        // Free text; attributes and properties.
        "topicConfigList[].attributes{key}", "groupConfigList[].attributes{key}", "attributes{key}",
        "topicConfigTable{}.attributes{key}", "topicConfigTable{}.attributes{}",
        "subscriptionGroupTable{}.attributes{key}",
        "subscriptionGroupTable{}.attributes{}", "topicConfigList[].attributes{}", "groupConfigList[].attributes{}",
        "messageQueueAssignments[].attachments{key}", "userConsumerInfo{key}", "orderTopicConf",
        // Scopes of static topics, names of brokers and clusters.
        "topicQueueMappingInfoMap{}.scope", "topicQueueMappingInfoMap{}.bname", "topicQueueMappingDetailMap{}.scope",
        "topicQueueMappingDetailMap{}.bname", "topicQueueMappingDetailMap{}.hostedQueues{}[].bname",
        "topicQueueMappingByBroker{key}", "topicQueueMappingByBroker{}.scope", "topicQueueMappingByBroker{}.bname",
        "brokerAddrTable{key}", "brokerAddrTable{}.cluster", "brokerAddrTable{}.brokerName",
        "brokerAddrTable{}.zoneName",
        "clusterAddrTable{key}", "clusterAddrTable{}[]", "brokerMemberGroup.cluster", "offsetTable{key}.brokerName",
        "mqTable{key}.brokerName",
        "mqPopTable{key}.brokerName", "messageQueueTable{key}.brokerName", "consumerTable{}{key}.brokerName",
        "consumeStatsList[]{}[].offsetTable{key}.brokerName",
        // Clients.
        "consumerTable{key}", "connectionSet[].clientAddr", "data{}[].remoteIP",
        // Filter servers, which are no brokers.
        "filterServerTable{}[]",
        // What a subscription selects, not what it is of.
        "groupConfigList[].subscriptionDataSet[].expression", "groupConfigList[].subscriptionDataSet[].expressionType",
        "subscriptionGroupTable{}.subscriptionDataSet[].expression",
        "subscriptionGroupTable{}.subscriptionDataSet[].expressionType",
        // Names inside a topic.
        "subscriptionSet[].liteTopicSet[]", "liteTopicSet[]", "liteTopic", "lagCountTopK[].liteTopic",
        "lagTimestampTopK[].liteTopic",
        "lagCountTopK[].group");

    /** Classes that have such texts, and are no body that a client's or a broker's connection carries to the other. */
    private static final Set<String> NO_BODIES = Set.of(
        // Between brokers, name servers and controllers.
        "RegisterBrokerBody", "BrokerMemberGroup", "ElectMasterResponseBody", "RoleChangeNotifyEntry",
        "BrokerReplicasInfo", "BrokerReplicasInfo$ReplicaIdentity", "BrokerReplicasInfo$ReplicasInfo",
        "HARuntimeInfo", "HARuntimeInfo$HAClientRuntimeInfo", "HARuntimeInfo$HAConnectionRuntimeInfo",
        "TopicConfigSerializeWrapper", "TopicQueueMappingSerializeWrapper", "KVTable", "MessageRequestModeSerialize",
        // Not sent by release 5.5.1.
        "ConsumeByWho", "TopicRemappingDetailWrapper", "TopicQueueMappingOne", "TopicQueueMappingContext",
        "TopicQueueMappingUtils$MappingAllocator",
        // Parts of bodies.
        "BatchAck", "Connection", "QueueTimeSpan", "ConsumerData", "ProducerData", "SubscriptionData", "BrokerData",
        "TopicQueueMappingInfo", "LogicQueueMappingItem", "SimpleSubscriptionData", "ProducerConnection");

    private record Line(String[] codes, boolean response, String[] types, Set<String> paths)
    {
    }

    private static List<Line> lines()
    {
        final List<Line> lines = new ArrayList<>();
        for (final String line : BodyMap.lines())
        {
            final String[] cells = line.split("\t");
            if (cells[3].startsWith("records"))
            {
                continue;
            }
            final Set<String> paths = new TreeSet<>();
            for (final String place : cells[3].split(" "))
            {
                paths.add(place.substring(place.indexOf(':') + 1));
            }
            lines.add(new Line(cells[0].split(","), cells[1].equals("response"), cells[2].split(","), paths));
        }
        return lines;
    }

    @Test
    void everyTextThatMayBeANameIsMappedOrListed()
    {
        for (final Line line : lines())
        {
            final Set<String> texts = new TreeSet<>();
            for (final String type : line.types)
            {
                texts.addAll(BodyOracle.texts(BodyOracle.type(type)));
            }
            final Set<String> wrong = new TreeSet<>(line.paths);
            wrong.removeAll(texts);
            assertEquals(Set.of(), wrong, () -> "no texts of " + Arrays.toString(line.types));
            texts.removeAll(line.paths);
            texts.removeAll(UNMAPPED);
            texts.removeIf(path -> !SUSPICIOUS.matcher(path).matches() || path.endsWith(".brokerName") || path.matches(
                ".*\\.(subString|tagsSet\\[\\]|expressionType|filterClassSource|clientId)"));
            assertEquals(Set.of(), texts, () -> Arrays.toString(line.types));
        }
    }

    @Test
    void everyClassOfABodyIsInTheTableOrListed() throws IOException
    {
        final Set<String> known = new HashSet<>(NO_BODIES);
        lines().forEach(line -> known.addAll(List.of(line.types)));
        final Set<String> missing = new TreeSet<>();
        final Path jar = Path.of(RemotingSerializable.class.getProtectionDomain().getCodeSource().getLocation()
            .getPath());
        try (JarFile classes = new JarFile(jar.toFile()))
        {
            final List<String> names = classes.stream().map(entry -> entry.getName()).filter(name -> name.matches(
                ".*/protocol/(body|heartbeat|route|admin|subscription|statictopic)/.*\\.class")).toList();
            assertTrue(names.size() > 70, names::toString);
            for (final String name : names)
            {
                final String simple = name.substring(name.lastIndexOf('/') + 1, name.length() - 6);
                final boolean suspicious = BodyOracle.texts(BodyOracle.type(simple)).stream().anyMatch(
                    path -> path.matches("(?i).*(topic|group|addr)\\w*(\\[\\]|\\{\\}|\\{key\\})*$"));
                if (suspicious && !known.contains(simple))
                {
                    missing.add(simple);
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyCodeIsOneOfTheReference() throws IllegalAccessException
    {
        final Set<Integer> codes = new HashSet<>();
        for (final java.lang.reflect.Field field : RequestCode.class.getFields())
        {
            codes.add(field.getType() == int.class ? field.getInt(null) : 0);
        }
        for (final Line line : lines())
        {
            for (final String code : line.codes)
            {
                final int number = Integer.parseInt(code);
                assertTrue(codes.contains(number), code);
                assertTrue(line.response ? BodyMap.isInResponse(number) : BodyMap.isInRequest(number));
            }
        }
        for (final int code : new int[] {RequestCode.PULL_MESSAGE, RequestCode.LITE_PULL_MESSAGE,
            RequestCode.QUERY_MESSAGE, RequestCode.VIEW_MESSAGE_BY_ID, RequestCode.POP_MESSAGE,
            RequestCode.PEEK_MESSAGE, RequestCode.POP_LITE_MESSAGE})
        {
            assertTrue(BodyMap.isInResponse(code), () -> "answer to " + code);
        }
        assertTrue(BodyMap.isInRequest(RequestCode.CHECK_TRANSACTION_STATE));
        assertTrue(BodyMap.isInRequest(RequestCode.CONSUME_MESSAGE_DIRECTLY));
        assertFalse(BodyMap.isInRequest(310));
        assertFalse(BodyMap.isInResponse(34));
        assertFalse(BodyMap.isInResponse(-1));
    }
}
