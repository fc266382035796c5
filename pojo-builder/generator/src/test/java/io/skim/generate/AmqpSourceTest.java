package io.skim.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the generator writes for AMQP's types, against sources that were read and approved. */
class AmqpSourceTest
{
    private static AmqpSchema.Type type(final List<AmqpSchema.Field> fields)
    {
        return new AmqpSchema.Type("x", 1, "x:list", "list", List.of(), fields);
    }

    private static AmqpSchema.Field field(final String type)
    {
        return new AmqpSchema.Field("f", type, type, null, null, false, false, null, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"header", "sasl-mechanisms", "amqp-value", "accepted", "sasl-init", "target", "detach"})
    void writesWhatWasApproved(final String name) throws IOException
    {
        final AmqpSchema.Type type =
            AmqpSchema.read().stream().filter(each -> each.name().equals(name)).findFirst()
                .orElseThrow();
        HeaderSourceTest.assertGolden(AmqpSource.className(type), AmqpSource.of(type));
    }

    @Test
    void findsTypesByWhatWasApproved() throws IOException
    {
        HeaderSourceTest.assertGolden("AmqpTypedValues", AmqpSource.registry(AmqpSchema.read().subList(0, 2)));
    }

    @Test
    void writesTheTableThatWasApproved() throws IOException
    {
        final List<AmqpSchema.Type> types = AmqpSchema.read();
        HeaderSourceTest.assertGolden("AmqpTypeTable", AmqpTableSource.of(List.of(types.get(0), types.get(types.size()
            - 1))));
        AmqpTableSource.of(types).lines().forEach(line -> assertTrue(line.length() <= 120, line));
    }

    @Test
    void readsAllTypesAndWritesNoLineThatIsTooLong() throws IOException
    {
        final List<AmqpSchema.Type> types = AmqpSchema.read();
        assertEquals(48, types.size());
        assertEquals(48, types.stream().map(AmqpSource::className).collect(Collectors.toSet()).size());
        assertEquals(33, types.stream().filter(type -> type.fields() != null).count());
        for (final AmqpSchema.Type type : types)
        {
            AmqpSource.of(type).lines().forEach(line -> assertTrue(line.length() <= 120, line));
        }
    }

    @Test
    void aTypeThatJavaHasNoneForIsNotTaken()
    {
        final AmqpSchema.Type type =
            type(List.of(field("float")));
        assertThrows(IllegalArgumentException.class, () -> AmqpSource.of(type));
    }

    @Test
    void aTypeWithMoreFieldsThanThereAreBitsIsNotTaken()
    {
        final AmqpSchema.Field field = field("uint");
        assertTrue(AmqpSource.of(type(Collections.nCopies(16, field))).contains("case 15"));
        assertThrows(IllegalArgumentException.class, () -> AmqpSource.of(type(Collections.nCopies(17, field))));
    }
}
