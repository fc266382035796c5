package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.pojo.amqp.AmqpValue;
import io.skim.pojo.amqp.Notation;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each type takes of each of AMQP's, as entries and as fields: the table of the chapter on binding.
 */
class ConversionTest
{
    private static final List<String> TYPES = List.of("Integer", "Long", "Boolean", "Float", "Double", "String",
        "byte[]", "UUID", "Instant");

    private final FrameView view = new FrameView();

    /** Of a value under the name v, or of the body. */
    private interface Holder
    {
        Object v();
    }

    private record OfInteger(Integer v) implements Holder
    {
    }

    private record OfLong(@MessageAnnotation("v") Long v) implements Holder
    {
    }

    private record OfBoolean(@DeliveryAnnotation("v") Boolean v) implements Holder
    {
    }

    private record OfFloat(@Footer("v") Float v) implements Holder
    {
    }

    private record OfDouble(@Property Double v) implements Holder
    {
    }

    private record OfString(String v) implements Holder
    {
    }

    private record OfBytes(byte[] v) implements Holder
    {
    }

    private record OfUuid(UUID v) implements Holder
    {
    }

    private record OfInstant(Instant v) implements Holder
    {
    }

    private record Primitives(int a, long b)
    {
    }

    private record BodyInteger(@MessageField(AmqpField.VALUE) Integer v) implements Holder
    {
    }

    private record BodyLong(@MessageField(AmqpField.VALUE) Long v) implements Holder
    {
    }

    private record BodyBoolean(@MessageField(AmqpField.VALUE) Boolean v) implements Holder
    {
    }

    private record BodyFloat(@MessageField(AmqpField.VALUE) Float v) implements Holder
    {
    }

    private record BodyDouble(@MessageField(AmqpField.VALUE) Double v) implements Holder
    {
    }

    private record BodyString(@MessageField(AmqpField.VALUE) String v) implements Holder
    {
    }

    private record BodyBytes(@MessageField(AmqpField.VALUE) byte[] v) implements Holder
    {
    }

    private record BodyUuid(@MessageField(AmqpField.VALUE) UUID v) implements Holder
    {
    }

    private record BodyInstant(@MessageField(AmqpField.VALUE) Instant v) implements Holder
    {
    }

    private static final List<Class<? extends Holder>> ENTRIES = List.of(OfInteger.class, OfLong.class,
        OfBoolean.class, OfFloat.class, OfDouble.class, OfString.class, OfBytes.class, OfUuid.class, OfInstant.class);
    private static final List<Class<? extends Holder>> BODIES = List.of(BodyInteger.class, BodyLong.class,
        BodyBoolean.class, BodyFloat.class, BodyDouble.class, BodyString.class, BodyBytes.class, BodyUuid.class,
        BodyInstant.class);

    /** What a reader makes of a value: its text, or the initials of the reason. */
    private String read(final Class<? extends Holder> type, final byte[] message)
    {
        final TypeReader<? extends Holder> reader = TypeBinding.amqp(type, MethodHandles.lookup()).reader();
        final Holder holder = reader.read(view.wrap(message));
        if (holder == null)
        {
            return switch (reader.error().reason())
            {
                case WRONG_TYPE -> "!";
                case OUT_OF_RANGE -> ">";
                case NOT_A_NUMBER -> "?";
                default -> reader.error().toMessage();
            };
        }
        return holder.v() instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : String.valueOf(
            holder.v());
    }

    private static Map<String, String> row(final String... cells)
    {
        final Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < TYPES.size(); i++)
        {
            row.put(TYPES.get(i), cells[i]);
        }
        return row;
    }

    private Map<String, String> rowOf(final List<Class<? extends Holder>> types, final byte[] message)
    {
        return row(types.stream().map(type -> read(type, message)).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{'byte':-5} | -5 -5 ! ! -5.0 -5 ! ! !",
        "{'short':-300} | -300 -300 ! ! -300.0 -300 ! ! !",
        "{'int':5} | 5 5 ! ! 5.0 5 ! ! !",
        "{'int':-70000} | -70000 -70000 ! ! -70000.0 -70000 ! ! !",
        "{'long':'7'} | 7 7 ! ! 7.0 7 ! ! !",
        "{'long':'2147483648'} | > 2147483648 ! ! 2.147483648E9 2147483648 ! ! !",
        "{'long':'-2147483648'} | -2147483648 -2147483648 ! ! -2.147483648E9 -2147483648 ! ! !",
        "{'long':'9007199254740992'} | > 9007199254740992 ! ! 9.007199254740992E15 9007199254740992 ! ! !",
        "{'long':'9007199254740993'} | > 9007199254740993 ! ! > 9007199254740993 ! ! !",
        "{'long':'9223372036854775807'} | > 9223372036854775807 ! ! > 9223372036854775807 ! ! !",
        "{'long':'-9223372036854775808'} | > -9223372036854775808 ! ! -9.223372036854776E18 -9223372036854775808 ! ! !",
        "{'ubyte':255} | 255 255 ! ! 255.0 255 ! ! !",
        "{'ushort':65535} | 65535 65535 ! ! 65535.0 65535 ! ! !",
        "{'uint':4294967295} | > 4294967295 ! ! 4.294967295E9 4294967295 ! ! !",
        "{'uint':0} | 0 0 ! ! 0.0 0 ! ! !",
        "{'ulong':'9'} | 9 9 ! ! 9.0 9 ! ! !",
        "{'ulong':'9223372036854775808'} | > > ! ! > 9223372036854775808 ! ! !",
        "{'ulong':'18446744073709551615'} | > > ! ! > 18446744073709551615 ! ! !",
        "{'boolean':true} | ! ! true ! ! true ! ! !",
        "{'boolean':false} | ! ! false ! ! false ! ! !",
        "{'float':'3dcccccd'} | ! ! ! 0.1 0.10000000149011612 ! ! ! !",
        "{'double':'3fb999999999999a'} | ! ! ! ! 0.1 ! ! ! !",
        "{'double':'7ff0000000000000'} | ! ! ! ! Infinity ! ! ! !",
        "{'decimal32':'00000005'} | ! ! ! ! ! ! ! ! !",
        "{'decimal64':'0000000000000005'} | ! ! ! ! ! ! ! ! !",
        "{'decimal128':'00000000000000000000000000000005'} | ! ! ! ! ! ! ! ! !",
        "{'char':'U+0037'} | ! ! ! ! ! 7 ! ! !",
        "{'timestamp':'1700000000123'} | ! 1700000000123 ! ! ! ! ! ! 2023-11-14T22:13:20.123Z",
        "{'timestamp':'-1'} | ! -1 ! ! ! ! ! ! 1969-12-31T23:59:59.999Z",
        "{'uuid':'01234567-89ab-cdef-0123-456789abcdef'} | ! ! ! ! ! 01234567-89ab-cdef-0123-456789abcdef ! 01234567-89ab-cdef-0123-456789abcdef !",
        "{'binary':'3132'} | ! ! ! ! ! ! 12 ! !",
        "{'string':'12'} | 12 12 false ! 12.0 12 12 ! !",
        "{'string':'+007'} | 7 7 false ! 7.0 +007 +007 ! !",
        "{'string':'-2147483649'} | > -2147483649 false ! -2.147483649E9 -2147483649 -2147483649 ! !",
        "{'string':'9223372036854775808'} | > > false ! 9.223372036854776E18 9223372036854775808 9223372036854775808 ! !",
        "{'string':'1.5'} | ? ? false ! 1.5 1.5 1.5 ! !",
        "{'string':'TrUe'} | ? ? true ! ? TrUe TrUe ! !",
        "{'string':'1e999'} | ? ? false ! Infinity 1e999 1e999 ! !",
        "{'symbol':'12'} | ! ! ! ! ! 12 12 ! !",
        "{'list':[]} | ! ! ! ! ! ! ! ! !",
        "{'map':[]} | ! ! ! ! ! ! ! ! !",
        "{'array':{'of':'int','items':[{'int':1}]}} | ! ! ! ! ! ! ! ! !",
        "{'described':[{'ulong':'1'},{'int':5}]} | ! ! ! ! ! ! ! ! !",
        "{'null':null} | null null null null null null null null null"})
    void entriesAreConvertedAsTheTableSays(final String notation, final String cells)
    {
        final AmqpValue value = Notation.parse(notation.replace('\'', '"'));
        final byte[] message = Messages.of(Messages.delivery("v", value), Messages.annotations("v", value), Messages
            .application("v", value), Messages.footer("v", value));
        assertEquals(row(cells.split(" ")), rowOf(ENTRIES, message));
        final String number = cells.split(" ")[0];
        final String wide = cells.split(" ")[1];
        if (!number.matches("[!?>]|null"))
        {
            final byte[] both = Messages.of(Messages.application("a", value, "b", value));
            final Primitives primitives = TypeBinding.amqp(Primitives.class, MethodHandles.lookup()).reader().read(view
                .wrap(both));
            assertEquals(new Primitives(Integer.parseInt(number), Long.parseLong(wide)), primitives);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{'int':5} | 5 5 ! ! ! ! ! ! !",
        "{'long':'2147483648'} | > 2147483648 ! ! ! ! ! ! !",
        "{'ulong':'18446744073709551615'} | > > ! ! ! ! ! ! !",
        "{'boolean':true} | ! ! true ! ! ! ! ! !",
        "{'float':'3dcccccd'} | ! ! ! 0.1 0.10000000149011612 ! ! ! !",
        "{'double':'3fb999999999999a'} | ! ! ! ! 0.1 ! ! ! !",
        "{'char':'U+0037'} | ! ! ! ! ! ! ! ! !",
        "{'timestamp':'1700000000123'} | ! 1700000000123 ! ! ! ! ! ! 2023-11-14T22:13:20.123Z",
        "{'uuid':'01234567-89ab-cdef-0123-456789abcdef'} | ! ! ! ! ! ! ! 01234567-89ab-cdef-0123-456789abcdef !",
        "{'binary':'3132'} | ! ! ! ! ! ! 12 ! !",
        "{'string':'12'} | ! ! ! ! ! 12 ! ! !",
        "{'symbol':'12'} | ! ! ! ! ! 12 ! ! !",
        "{'list':[]} | ! ! ! ! ! ! ! ! !",
        "{'null':null} | null null null null null null null null null"})
    void bodiesAreTakenAsTheyAre(final String notation, final String cells)
    {
        final AmqpValue value = Notation.parse(notation.replace('\'', '"'));
        assertEquals(row(cells.split(" ")), rowOf(BODIES, Messages.of(Messages.body(value))));
    }

    private record IdText(@MessageField(AmqpField.MESSAGE_ID) String v) implements Holder
    {
    }

    private record IdNumber(@MessageField(AmqpField.MESSAGE_ID) Long v) implements Holder
    {
    }

    private record IdUuid(@MessageField(AmqpField.CORRELATION_ID) UUID v) implements Holder
    {
    }

    private record IdBytes(@MessageField(AmqpField.CORRELATION_ID) byte[] v) implements Holder
    {
    }

    /** The type of an id is part of it: the ulong 5 and the string 5 are two messages. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{'string':'5'} | 5 ! ! !",
        "{'ulong':'5'} | ! 5 ! !",
        "{'ulong':'9223372036854775808'} | ! > ! !",
        "{'uuid':'01234567-89ab-cdef-0123-456789abcdef'} | ! ! 01234567-89ab-cdef-0123-456789abcdef !",
        "{'binary':'35'} | ! ! ! 5",
        "{'null':null} | null null null null"})
    void idsAreOnlyOfTheirOwnTypes(final String notation, final String cells)
    {
        final AmqpValue id = Notation.parse(notation.replace('\'', '"'));
        final byte[] message = Messages.of(Messages.properties(id, null, null, null, null, id));
        assertEquals(List.of(cells.split(" ")), List.of(read(IdText.class, message), read(IdNumber.class, message),
            read(IdUuid.class, message), read(IdBytes.class, message)));
        assertNull(TypeBinding.amqp(IdText.class, MethodHandles.lookup()).reader().read(view.wrap(Messages.of(Messages
            .properties()))).v());
    }
}
