package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Settings;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.protocol.NamespaceUtil;
import org.junit.jupiter.api.Test;

/**
 * Names in namespaces, as the real {@link NamespaceUtil} makes and unmakes them.
 */
class NamespaceTest
{
    private static final String[] PARTS =
        {"%RETRY%", "%DLQ%", "%", "tenant", "tenant%", "ten", "other%", "Orders", "readers",
            "rmq_sys_", "CID_RMQ_SYS_", "TBW102", "BenchmarkTest", "%LMQ%", "+", "_", " ", "\u00E9", "\uD83D\uDE00",
            "%RETRY",
            "retry"};

    /** A name of a few parts, often an odd one. */
    static String name(final Random random)
    {
        final StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--)
        {
            name.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return name.toString();
    }

    @Test
    void namesAreWrappedAndStrippedAsTheReferenceDoes()
    {
        final Random random = new Random(Settings.seed());
        final Set<String> outcomes = new HashSet<>();
        for (int i = 0; i < 200_000; i++)
        {
            final String space = i % 3 == 0 ? "MQ_INST_1" : i % 3 == 1 ? "tenant" : "\u00E9";
            final Namespace namespace = Namespace.of(space);
            final String name = name(random);
            assertEquals(NamespaceUtil.wrapNamespace(space, name), namespace.wrap(name), name);
            assertEquals(NamespaceUtil.withoutNamespace(name, space), namespace.strip(name), name);
            final String wrapped = namespace.wrap(name);
            assertEquals(NamespaceUtil.withoutNamespace(wrapped, space), namespace.strip(wrapped), name);
            assertEquals(wrapped, namespace.wrap(wrapped), name);
            outcomes.add(wrapped.equals(name) + " " + namespace.strip(name).equals(name));
        }
        assertEquals(Set.of("true true", "true false", "false true"), outcomes);
    }

    @Test
    void everySystemTopicStaysAsItIs()
    {
        final Namespace namespace = Namespace.of("tenant");
        assertTrue(TopicValidator.getSystemTopicSet().size() >= 12);
        for (final String topic : TopicValidator.getSystemTopicSet())
        {
            assertEquals(topic, namespace.wrap(topic));
            assertEquals("tenant%" + topic + "x", namespace.wrap(topic + "x"));
        }
        assertEquals("rmq_sys_x", namespace.wrap("rmq_sys_x"));
        assertEquals("CID_RMQ_SYS_x", namespace.wrap("CID_RMQ_SYS_x"));
    }

    @Test
    void aNamespaceThatCouldNotBeTakenOffAgainIsRefused()
    {
        for (final String bad : new String[] {"", "a%b", "%", "rmq_sys_a", "CID_RMQ_SYS_", "\uD800"})
        {
            assertThrows(IllegalArgumentException.class, () -> Namespace.of(bad), bad);
        }
        assertEquals("tenant", Namespace.of("tenant").toString());
    }
}
