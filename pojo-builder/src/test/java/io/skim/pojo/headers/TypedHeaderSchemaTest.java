package io.skim.pojo.headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.rocketmq.common.action.RocketMQAction;
import org.apache.rocketmq.common.resource.RocketMQResource;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.annotation.CFNotNull;
import org.apache.rocketmq.remoting.protocol.FastCodesHeader;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema says what the classes of release 5.5.1 are. */
class TypedHeaderSchemaTest
{
    static List<HeaderType<?>> present()
    {
        return TypedHeaderReferenceTest.present();
    }

    @ParameterizedTest
    @MethodSource("present")
    void theFieldsAreThoseOfTheReference(final HeaderType<?> type)
    {
        final Class<? extends CommandCustomHeader> reference = ReferenceHeaders.classOf(type);
        final Map<String, Field> fields = new TreeMap<>(ReferenceHeaders.fields(reference));
        if (type == SendMessageRequestHeader.V2)
        {
            // Its fast reader and writer do without them.
            fields.keySet().removeAll(Set.of("lo", "ns", "nsd", "bname", "oway"));
        }
        assertEquals(fields.keySet(), new TreeMap<>(type.fields().stream().collect(Collectors.toMap(HeaderField::key,
            field -> field))).keySet());
        for (final HeaderField field : type.fields())
        {
            final Field expected = fields.get(field.key());
            final String what = type + "." + field.key();
            assertEquals(expected.getType().isPrimitive(), field.always(), what);
            assertEquals(typeOf(expected.getType()), field.type(), what);
            assertEquals(expected.isAnnotationPresent(CFNotNull.class), field.required(), what);
            final RocketMQResource resource = expected.getAnnotation(RocketMQResource.class);
            assertEquals(resource == null ? null : resource.value().name(), field.resource(), what);
            final Class<?> declaredIn = expected.getDeclaringClass();
            assertEquals(declaredIn == reference ? null : declaredIn.getSimpleName(), field.declaredIn(), what);
        }
        assertEquals(FastCodesHeader.class.isAssignableFrom(reference), type.isFast(), type.name());
    }

    private static FieldType typeOf(final Class<?> type)
    {
        return Map.of("String", FieldType.STRING, "Integer", FieldType.INT, "int", FieldType.INT, "Long",
            FieldType.LONG, "long", FieldType.LONG, "Boolean", FieldType.BOOLEAN, "boolean", FieldType.BOOLEAN,
            "BoundaryType", FieldType.BOUNDARY).get(type.getSimpleName());
    }

    @Test
    void theCodesAreThoseOfTheAnnotations()
    {
        int annotated = 0;
        for (final HeaderType<?> type : present())
        {
            final RocketMQAction action = ReferenceHeaders.classOf(type).getAnnotation(RocketMQAction.class);
            if (action != null)
            {
                annotated++;
                assertTrue(Arrays.stream(type.requestCodes()).anyMatch(code -> code == action.value()), type.name());
                assertTrue(!type.isResponse(), type.name());
            }
        }
        assertTrue(annotated > 80, "annotated " + annotated);
    }

    @Test
    void everyCodeFindsItsHeaderAndEveryNameToo() throws IllegalAccessException
    {
        final Map<Integer, String> names = new TreeMap<>();
        for (final Field constant : RequestCode.class.getFields())
        {
            names.put(constant.getInt(null), constant.getName());
        }
        final Set<String> unused = new HashSet<>();
        for (final HeaderType<?> type : HeaderTypes.all())
        {
            assertSame(type, HeaderTypes.named(type.name()));
            final int[] codes = type.requestCodes();
            for (int i = 0; i < codes.length; i++)
            {
                assertSame(type,
                    type.isResponse() ? HeaderTypes.ofResponse(codes[i]) : HeaderTypes.ofRequest(codes[i]));
                if (type.releases().contains("5.5.1"))
                {
                    assertEquals(names.get(codes[i]), type.requestNames().get(i), type.name());
                }
            }
            if (codes.length == 0)
            {
                unused.add(type.name());
            }
        }
        assertEquals(Set.of("InitConsumerOffsetRequestHeader", "RegisterOrderTopicRequestHeader",
            "StatisticsMessagesRequestHeader"), unused);
        assertNull(HeaderTypes.named("NoRequestHeader"));
        assertNull(HeaderTypes.ofRequest(-1));
        assertNull(HeaderTypes.ofResponse(-1));
    }

    @Test
    void aSecondSpellingIsOfTheSameClass()
    {
        final List<HeaderType<?>> all = new ArrayList<>(HeaderTypes.all());
        assertEquals(149, all.stream().map(HeaderType::headerClass).distinct().count());
        assertSame(SendMessageRequestHeader.V2, HeaderTypes.named("SendMessageRequestHeaderV2"));
        assertSame(SendMessageRequestHeader.V2, HeaderTypes.ofRequest(310));
        assertSame(SendMessageRequestHeader.TYPE, HeaderTypes.ofRequest(10));
        assertEquals("[10, 324, 310, 320, 325]", Arrays.toString(new SendMessageRequestHeader().requestCodes()));
        assertNotNull(SendMessageRequestHeader.V2.field("bname"));
    }
}
