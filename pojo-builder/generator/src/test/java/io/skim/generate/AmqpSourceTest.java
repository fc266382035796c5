package io.skim.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the generator writes for AMQP's types, against sources that were read and approved. */
class AmqpSourceTest
{
    private static final Path TYPES = Path.of("../src/main/resources/io/skim/pojo/amqp/amqp-types.json");

    @ParameterizedTest
    @ValueSource(strings = {"header", "sasl-mechanisms", "amqp-value", "accepted", "sasl-init", "target", "detach"})
    void writesWhatWasApproved(final String name) throws IOException
    {
        final AmqpSchema.Type type =
            AmqpSchema.read(TYPES).stream().filter(each -> each.name().equals(name)).findFirst()
                .orElseThrow();
        HeaderSourceTest.assertGolden(AmqpSource.className(type), AmqpSource.of(type));
    }

    @Test
    void findsTypesByWhatWasApproved() throws IOException
    {
        HeaderSourceTest.assertGolden("AmqpTypedValues", AmqpSource.registry(AmqpSchema.read(TYPES).subList(0, 2)));
    }

    @Test
    void readsAllTypesAndWritesNoLineThatIsTooLong() throws IOException
    {
        final List<AmqpSchema.Type> types = AmqpSchema.read(TYPES);
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
            new AmqpSchema.Type("x", "list", List.of(new AmqpSchema.Field("f", "float", "float",
                false, false, null, null)));
        assertThrows(IllegalArgumentException.class, () -> AmqpSource.of(type));
    }

    @Test
    void aTypeWithMoreFieldsThanThereAreBitsIsNotTaken()
    {
        final AmqpSchema.Field field = new AmqpSchema.Field("f", "uint", "uint", false, false, null, null);
        assertTrue(AmqpSource.of(new AmqpSchema.Type("x", "list", Collections.nCopies(16, field))).contains("case 15"));
        assertThrows(IllegalArgumentException.class, () -> AmqpSource.of(new AmqpSchema.Type("x", "list", Collections
            .nCopies(17, field))));
    }
}
