package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What paths make of a node; the nodes of the bodies themselves are made once, when their class is initialized. */
class BodyNodeTest
{
    private static int find(final BodyNode node, final String name, final boolean escaped)
    {
        final byte[] bytes = ('"' + name + '"').getBytes(StandardCharsets.US_ASCII);
        return node.find(bytes, 1, bytes.length - 1, escaped);
    }

    @Test
    void aPathLeadsThroughMembersElementsValuesAndKeys()
    {
        final BodyNode root = new BodyNode();
        root.add("consumerDataSet[].groupName", BodyNode.GROUP);
        root.add("table{key}", BodyNode.TOPIC);
        root.add("table{}[]", BodyNode.TOPIC_AND_GROUP);
        assertEquals(BodyNode.OBJECT, root.forms);
        assertTrue(root.hasMembers());
        assertFalse(root.hasAddresses);

        final BodyNode set = root.members.get(find(root, "consumerDataSet", false));
        assertEquals(BodyNode.ARRAY, set.forms);
        assertFalse(set.hasMembers());
        assertNull(set.every);
        assertNull(set.key);
        final BodyNode group = set.element.members.get(find(set.element, "groupName", false));
        assertEquals(BodyNode.OBJECT, set.element.forms);
        assertEquals(BodyNode.TEXT, group.forms);
        assertEquals(BodyNode.GROUP, group.content);

        final BodyNode table = root.members.get(find(root, "table", false));
        assertEquals(BodyNode.OBJECT, table.forms);
        assertEquals(BodyNode.TOPIC, table.key.content);
        assertEquals(BodyNode.TEXT, table.key.forms);
        assertEquals(BodyNode.ARRAY, table.every.forms);
        assertEquals(BodyNode.TOPIC_AND_GROUP, table.every.element.content);
        assertNull(table.element);
    }

    @Test
    void theSameStepLeadsToTheSameNode()
    {
        final BodyNode root = new BodyNode();
        root.add("a[].b", BodyNode.TOPIC);
        root.add("a[].c", BodyNode.GROUP);
        root.add("m{}.d", BodyNode.TOPIC);
        root.add("m{}.e", BodyNode.GROUP);
        root.add("k{key}[]", BodyNode.TOPIC);
        root.add("k{key}", BodyNode.GROUP);
        assertEquals(3, root.members.size());
        assertEquals(2, root.members.get(0).element.members.size());
        assertEquals(2, root.members.get(1).every.members.size());
        assertEquals(BodyNode.TEXT | BodyNode.ARRAY, root.members.get(2).key.forms);
        root.add("a", BodyNode.TOPIC);
        assertEquals(BodyNode.TEXT | BodyNode.ARRAY, root.members.get(0).forms);
    }

    @Test
    void theAddressesOfABrokerBringItsName()
    {
        final BodyNode root = new BodyNode();
        root.add("brokerDatas[].brokerAddrs{}", BodyNode.ADDRESS);
        assertTrue(root.hasAddresses);
        assertFalse(root.isBroker);
        final BodyNode broker = root.members.get(0).element;
        assertTrue(broker.isBroker);
        assertEquals(BodyNode.ADDRESS, broker.members.get(find(broker, "brokerAddrs", false)).every.content);
        final BodyNode name = broker.members.get(find(broker, "brokerName", false));
        assertEquals(BodyNode.BROKER_NAME, name.content);
        assertEquals(BodyNode.TEXT, name.forms);

        final BodyNode alone = new BodyNode();
        alone.add("brokerAddrs{}", BodyNode.ADDRESS);
        assertTrue(alone.isBroker);
        assertEquals(2, alone.members.size());
        assertSame(alone.members.get(1), alone.members.get(find(alone, "brokerName", false)));
    }

    @Test
    void anAddressElsewhereHasNoBroker()
    {
        final BodyNode root = new BodyNode();
        root.add("clients[].addr", BodyNode.ADDRESS);
        assertTrue(root.hasAddresses);
        assertFalse(root.isBroker);
        assertEquals(1, root.members.size());
        assertNotNull(root.members.get(0).element);
        assertFalse(root.members.get(0).element.isBroker);
        final BodyNode names = new BodyNode();
        names.add("brokerAddrs{}", BodyNode.TOPIC);
        assertFalse(names.isBroker || names.hasAddresses, "these are no addresses");
        assertEquals(1, names.members.size());
    }

    @Test
    void aNameThatSomeReaderTakesForAMemberIsAmbiguous()
    {
        final BodyNode root = new BodyNode();
        root.add("topic", BodyNode.TOPIC);
        root.add("groupName", BodyNode.GROUP);
        assertEquals(0, find(root, "topic", false));
        assertEquals(1, find(root, "groupName", false));
        assertEquals(1, find(root, "group\\u004eame", true));
        assertEquals(BodyNode.UNKNOWN, find(root, "body", false));
        assertEquals(BodyNode.AMBIGUOUS, find(root, "Topic", false));
        assertEquals(BodyNode.AMBIGUOUS, find(root, "GROUPNAME", false));
        assertEquals(BodyNode.UNKNOWN, find(root, "topi", false));
        assertEquals(BodyNode.UNKNOWN, find(root, "topics", false));
    }
}
