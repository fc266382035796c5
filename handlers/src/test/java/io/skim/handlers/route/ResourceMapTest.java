package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.rocketmq.common.action.RocketMQAction;
import org.apache.rocketmq.common.resource.RocketMQResource;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.rpc.RpcRequestHeader;
import org.junit.jupiter.api.Test;

/**
 * The map against the annotated header classes of the real jar.
 */
class ResourceMapTest
{
    /** Texts with such a word in their name that name no topic or group of their own. */
    private static final Set<String> OTHERS = Set.of("liteTopic", "defaultTopic", "topicFilterType", "orderTopicString",
        "defaultTopicPerm", "defaultGroupPerm", "topicPerms", "groupPerms");

    private static List<Class<?>> headers() throws IOException, URISyntaxException, ClassNotFoundException
    {
        final Path jar = Path.of(RemotingCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        final List<Class<?>> classes = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile()))
        {
            for (final String name : file.stream().map(entry -> entry.getName()).filter(each -> each.matches(
                "org/apache/rocketmq/remoting/protocol/header/.*Header(V2)?\\.class|.*/QueryCorrectionOffsetHeader.class"))
                .toList())
            {
                final Class<?> type = Class.forName(name.replace('/', '.').substring(0, name.length() - 6));
                if (CommandCustomHeader.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())
                    && !type
                        .getSimpleName().contains("Response"))
                {
                    classes.add(type);
                }
            }
        }
        return classes;
    }

    private static List<Field> fields(final Class<?> type)
    {
        final List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass())
        {
            Arrays.stream(each.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers()) && field
                .getType() == String.class).forEach(fields::add);
        }
        return fields;
    }

    private static String wire(final Class<?> type, final Field field)
    {
        return type.getSimpleName().endsWith("V2") && field.getName().equals("producerGroup") ? "a" : field.getName();
    }

    /** What the class says of its fields: kind, separator, whether access control asks. */
    private static TreeMap<String, String> expected(final Class<?> type)
    {
        final TreeMap<String, String> found = new TreeMap<>();
        for (final Field field : fields(type))
        {
            final RocketMQResource resource = field.getAnnotation(RocketMQResource.class);
            final String kind = resource == null ? "" : resource.value().name();
            if (kind.equals("TOPIC") || kind.equals("GROUP"))
            {
                found.put(wire(type, field), kind + resource.splitter() + true);
            }
            else if (!OTHERS.contains(field.getName()) && field.getName().matches("(?i).*(topic|group).*"))
            {
                found.put(wire(type, field), (field.getName().matches("(?i).*topic.*") ? "TOPIC" : "GROUP") + false);
            }
        }
        if (RpcRequestHeader.class.isAssignableFrom(type))
        {
            found.put("ns", "NAMESPACEtrue");
        }
        if (type.getSimpleName().equals("SendMessageRequestHeaderV2"))
        {
            // Its names are one letter each; the class itself says of which V1 field each is.
            found.put("a", "GROUPfalse");
        }
        return found;
    }

    private static TreeMap<String, String> actual(final int code)
    {
        final TreeMap<String, String> found = new TreeMap<>();
        for (final ResourceField field : ResourceMap.fields(code))
        {
            found.put(field.name(),
                field.kind() + (field.separator() == ResourceField.NO_SEPARATOR ? "" : String.valueOf(
                    field.separator())) + field.isGuarded());
        }
        return found;
    }

    @Test
    void everyAnnotatedHeaderOfTheReferenceIsInTheMapAsTheReferenceHasIt() throws Exception
    {
        int compared = 0;
        for (final Class<?> type : headers())
        {
            final RocketMQAction action = type.getAnnotation(RocketMQAction.class);
            if (action != null)
            {
                assertEquals(expected(type), actual(action.value()), type.getSimpleName());
                compared += expected(type).isEmpty() ? 0 : 1;
            }
        }
        assertTrue(compared >= 55, compared + " headers");
    }

    /** Of the codes too that no annotation tells, but only their use by brokers and clients. */
    @Test
    void everyHeaderOfTheSchemaIsInTheMapUnderAllOfItsCodes() throws IOException
    {
        final String schema = Files.readString(Captures.root().resolve(
            "pojo-builder/generator/src/main/resources/io/skim/generate/remoting-headers.schema"));
        int compared = 0;
        for (final String block : schema.split("\n\n"))
        {
            final TreeMap<String, String> expected = new TreeMap<>();
            for (final String line : block.lines().filter(each -> each.startsWith("field ")).toList())
            {
                final Matcher resource = Pattern.compile("resource=(TOPIC|GROUP)").matcher(line);
                if (resource.find() || line.startsWith("field ns "))
                {
                    expected.put(line.split(" +")[1], line.startsWith("field ns ") ? "NAMESPACE" : resource.group(1));
                }
            }
            for (final String line : block.lines().filter(each -> each.startsWith("request ")).toList())
            {
                final TreeMap<String, String> found = new TreeMap<>();
                ResourceMap.fields(Integer.parseInt(line.split(" ")[1])).stream().filter(ResourceField::isGuarded)
                    .forEach(
                        field -> found.put(field.name(), field.kind().name()));
                assertEquals(expected, found, line);
                compared += expected.isEmpty() ? 0 : 1;
            }
        }
        assertTrue(compared >= 66, compared + " requests");
    }

    /** Codes that share another's header, by the broker's own code and by its clients'. */
    @Test
    void codesThatShareAHeaderShareItsFields() throws Exception
    {
        final int[][] shared = {{RequestCode.SEND_MESSAGE, RequestCode.SEND_REPLY_MESSAGE},
            {RequestCode.SEND_MESSAGE_V2,
                RequestCode.SEND_BATCH_MESSAGE, RequestCode.SEND_REPLY_MESSAGE_V2},
            {RequestCode.PULL_MESSAGE,
                RequestCode.LITE_PULL_MESSAGE},
            {RequestCode.UPDATE_AND_CREATE_TOPIC, RequestCode.UPDATE_AND_CREATE_STATIC_TOPIC}, {
                RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, RequestCode.RESET_CONSUMER_CLIENT_OFFSET},
            {
                RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS, RequestCode.GET_CONSUMER_STATUS_FROM_CLIENT}};
        for (final int[] codes : shared)
        {
            for (final int code : codes)
            {
                assertEquals(ResourceMap.fields(codes[0]), ResourceMap.fields(code));
                assertFalse(ResourceMap.fields(code).isEmpty());
            }
        }
    }

    @Test
    void noCodeIsInTheMapThatTheReferenceDoesNotHave() throws Exception
    {
        final Set<Integer> known = new HashSet<>();
        for (final Field field : RequestCode.class.getFields())
        {
            known.add(field.getInt(null));
        }
        // The filter server left with release 5.
        known.add(302);
        for (final int code : ResourceMap.codes())
        {
            assertTrue(known.contains(code), code + " is no request");
            assertTrue(ResourceMap.knows(code));
        }
        assertArrayEquals(IntStream.of(ResourceMap.codes()).sorted().distinct().toArray(), ResourceMap.codes());
    }

    @Test
    void aFieldTellsWhatItIs()
    {
        final ResourceField list = ResourceMap.fields(RequestCode.QUERY_CORRECTION_OFFSET).get(0);
        assertEquals("filterGroups", list.name());
        assertEquals(ResourceKind.GROUP, list.kind());
        assertEquals(',', list.separator());
        assertTrue(list.isGuarded());
        assertEquals("GROUP filterGroups", list.toString());
        assertEquals(list.hashCode(), ResourceMap.fields(RequestCode.QUERY_CORRECTION_OFFSET).get(0).hashCode());
        assertFalse(ResourceMap.fields(RequestCode.GET_ROUTEINFO_BY_TOPIC).get(0).isGuarded());
    }

    @Test
    void whatIsNotKnownHasNoFields()
    {
        for (final int code : new int[] {-1, 0, 1, 319, 3442, Integer.MAX_VALUE})
        {
            assertFalse(ResourceMap.knows(code));
            assertEquals(List.of(), ResourceMap.fields(code));
        }
        ResourceMap.codes()[0] = -1;
        assertFalse(ResourceMap.knows(-1));
        assertThrows(UnsupportedOperationException.class, () -> ResourceMap.fields(10).clear());
    }

    @Test
    void fieldsAreEqualIfTheySayTheSame()
    {
        final ResourceField field = new ResourceField(3, "topic", ResourceKind.TOPIC, ',', true);
        final ResourceField same = new ResourceField(3, "topic", ResourceKind.TOPIC, ',', true);
        assertEquals(field, same);
        assertEquals(field.hashCode(), same.hashCode());
        assertEquals("TOPIC topic", field.toString());
        assertNotEquals(field, new ResourceField(4, "topic", ResourceKind.TOPIC, ',', true));
        assertNotEquals(field, new ResourceField(3, "topic", ResourceKind.GROUP, ',', true));
        assertNotEquals(field, new ResourceField(3, "topic", ResourceKind.TOPIC, ';', true));
        assertNotEquals(field, new ResourceField(3, "topic", ResourceKind.TOPIC, ',', false));
        assertNotEquals(field, "TOPIC topic");
        assertNotEquals(0, field.hashCode());
    }
}
