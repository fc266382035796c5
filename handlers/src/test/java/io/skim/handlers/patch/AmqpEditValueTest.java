package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values for edits: what Proton-J reads of each form, which numbers there are, and which field takes which type. */
class AmqpEditValueTest
{
    private static final UUID ANY = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");

    /** Type names of the specification, with the fields that have this type. */
    private static final Map<AmqpField, Set<String>> TYPES = new EnumMap<>(AmqpField.class);

    static
    {
        types("boolean", AmqpField.DURABLE, AmqpField.FIRST_ACQUIRER);
        types("ubyte", AmqpField.PRIORITY);
        types("uint", AmqpField.TTL, AmqpField.DELIVERY_COUNT, AmqpField.GROUP_SEQUENCE);
        types("binary", AmqpField.USER_ID);
        types("string", AmqpField.TO, AmqpField.SUBJECT, AmqpField.REPLY_TO, AmqpField.GROUP_ID,
            AmqpField.REPLY_TO_GROUP_ID);
        types("symbol", AmqpField.CONTENT_TYPE, AmqpField.CONTENT_ENCODING);
        types("timestamp", AmqpField.ABSOLUTE_EXPIRY_TIME, AmqpField.CREATION_TIME);
        TYPES.put(AmqpField.MESSAGE_ID, Set.of("string", "ulong", "uuid", "binary"));
        TYPES.put(AmqpField.CORRELATION_ID, Set.of("string", "ulong", "uuid", "binary"));
    }

    private static void types(final String type, final AmqpField... fields)
    {
        for (final AmqpField field : fields)
        {
            TYPES.put(field, Set.of(type));
        }
    }

    private static Stream<List<Object>> forms()
    {
        final List<List<Object>> forms = new ArrayList<>();
        add(forms, AmqpEditValue.ofByte((byte)-128), (byte)-128);
        add(forms, AmqpEditValue.ofUbyte(255), UnsignedByte.valueOf((byte)255));
        add(forms, AmqpEditValue.ofShort((short)-32_513), (short)-32_513);
        add(forms, AmqpEditValue.ofShort((short)255), (short)255);
        add(forms, AmqpEditValue.ofUshort(65_281), UnsignedShort.valueOf((short)65_281));
        add(forms, AmqpEditValue.ofUshort(65_535), UnsignedShort.valueOf((short)65_535));
        add(forms, AmqpEditValue.ofFloat(-1.5f), -1.5f);
        add(forms, AmqpEditValue.ofDouble(Math.PI), Math.PI);
        add(forms, AmqpEditValue.ofChar('\u20AC'), '\u20AC');
        for (final int number : new int[] {0, 127, 128, -128, -129, Integer.MIN_VALUE, Integer.MAX_VALUE})
        {
            add(forms, AmqpEditValue.ofInt(number), number);
        }
        for (final long number : new long[] {0, 127, 128, -128, -129, Long.MIN_VALUE, Long.MAX_VALUE})
        {
            add(forms, AmqpEditValue.ofLong(number), number);
            add(forms, AmqpEditValue.ofTimestamp(number), new Date(number));
        }
        for (final long number : new long[] {0, 1, 255, 256, 4_294_967_295L})
        {
            add(forms, AmqpEditValue.ofUint(number), UnsignedInteger.valueOf(number));
        }
        for (final long bits : new long[] {0, 1, 255, 256, -1, Long.MIN_VALUE})
        {
            add(forms, AmqpEditValue.ofUlong(bits), UnsignedLong.valueOf(bits));
        }
        add(forms, AmqpEditValue.ofUuid(ANY), ANY);
        add(forms, AmqpEditValue.ofBoolean(true), true);
        add(forms, AmqpEditValue.ofBoolean(false), false);
        for (final int size : new int[] {0, 1, 255, 256})
        {
            add(forms, AmqpEditValue.ofString("s".repeat(size)), "s".repeat(size));
            add(forms, AmqpEditValue.ofSymbol("s".repeat(size)), Symbol.valueOf("s".repeat(size)));
            add(forms, AmqpEditValue.ofBinary(new byte[size]), new Binary(new byte[size]));
        }
        return forms.stream();
    }

    private static void add(final List<List<Object>> forms, final AmqpEditValue value, final Object read)
    {
        forms.add(List.of(value, read));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void theReferenceReadsWhatWasPut(final List<Object> form)
    {
        assertEquals(form.get(1), read((AmqpEditValue)form.get(0)).get(Symbol.valueOf("x-put")));
    }

    @Test
    void nullIsAnEntryWithoutAValue()
    {
        final Map<Symbol, Object> read = read(AmqpEditValue.ofNull());
        assertTrue(read.containsKey(Symbol.valueOf("x-put")));
        assertEquals(null, read.get(Symbol.valueOf("x-put")));
    }

    private static Map<Symbol, Object> read(final AmqpEditValue value)
    {
        final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().set(AmqpField.MESSAGE_ANNOTATIONS, "x-put",
            value).build());
        final byte[] message = {0, 0x53, 0x77, 0x41};
        assertTrue(rewriter.rewrite(new FrameView().wrap(message)));
        final byte[] written = Patches.written(rewriter.patch(), message);
        final Message read = Message.Factory.create();
        read.decode(written, 0, written.length);
        return read.getMessageAnnotations().getValue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 1L << 32})
    void thereAreNoUnsignedNumbersBeyondTheirWidth(final long number)
    {
        assertThrows(IllegalArgumentException.class, () -> AmqpEditValue.ofUint(number));
        for (final LongFunction<AmqpEditValue> of : List.<LongFunction<AmqpEditValue>>of(
            n -> AmqpEditValue.ofUbyte((int)n),
            n -> AmqpEditValue.ofUshort((int)n)))
        {
            assertThrows(IllegalArgumentException.class, () -> of.apply(number < 0 ? -1 : 65_536));
        }
        assertThrows(IllegalArgumentException.class, () -> AmqpEditValue.ofUbyte(256));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0xD800, 0xDFFF, 0x110000})
    void halvesOfPairsAreNoCharacters(final int codePoint)
    {
        assertThrows(IllegalArgumentException.class, () -> AmqpEditValue.ofChar(codePoint));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0xD7FF, 0xE000, 0x10FFFF})
    void charactersAreFourOctets(final int codePoint)
    {
        assertEquals(String.format("73%08x", codePoint), AmqpEditValue.ofChar(codePoint).toString());
    }

    @Test
    void aFieldTakesValuesOfItsTypeAlone()
    {
        final Map<String, AmqpEditValue> values = new LinkedHashMap<>();
        values.put("boolean", AmqpEditValue.ofBoolean(true));
        values.put("ubyte", AmqpEditValue.ofUbyte(1));
        values.put("uint", AmqpEditValue.ofUint(1));
        values.put("wide uint", AmqpEditValue.ofUint(256));
        values.put("ulong", AmqpEditValue.ofUlong(1));
        values.put("wide ulong", AmqpEditValue.ofUlong(256));
        values.put("binary", AmqpEditValue.ofBinary(new byte[] {1}));
        values.put("string", AmqpEditValue.ofString("1"));
        values.put("wide string", AmqpEditValue.ofString("1".repeat(256)));
        values.put("symbol", AmqpEditValue.ofSymbol("1"));
        values.put("timestamp", AmqpEditValue.ofTimestamp(1));
        values.put("uuid", AmqpEditValue.ofUuid(ANY));
        values.put("int", AmqpEditValue.ofInt(1));
        values.put("long", AmqpEditValue.ofLong(1));
        values.put("null", AmqpEditValue.ofNull());
        for (final AmqpField field : AmqpField.values())
        {
            final Set<String> types = TYPES.getOrDefault(field, Set.of());
            values.forEach((name, value) -> {
                if (types.contains(name.replace("wide ", "")))
                {
                    assertDoesNotThrow(() -> AmqpEdits.builder().allowBareMessage().set(field, value).build(), field
                        + " " + name);
                }
                else
                {
                    assertThrows(IllegalArgumentException.class, () -> AmqpEdits.builder().allowBareMessage().set(
                        field, value).build(), field + " " + name);
                }
            });
        }
    }
}
