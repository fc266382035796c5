package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.skim.bytes.Characters;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries with names of one letter, which are written in one piece, are what the format says letter by letter. */
class OneLetterNamesTest
{
    private static final int PREFIX = 8;
    private static final int BINARY_FIXED = 17;
    private static final Object[] VALUES = {0, 7, 9, 10, -1, 42L, Long.MIN_VALUE, 1_795_232_264_452L, true, false, "",
        "a", "broker-a", "é", "thirty characters of plain text", "thirty-one of them, none special",
        "thirty-one of them, the last \u00E9", "thirty-one of them, the last \u65E5", "thirty-one of them, the last \"",
        "say \"x\"", "C:\\", "\1\2", "a text that is longer than all the names of this header",
        "caf\u00E9 \u00E0 la carte, with \"Latin-1\" from end to end \u00FF",
        "\u65E5\u672C\u8A9E\u306E\u30C6\u30AD\u30B9\u30C8, longer than thirty-two units\1\2 \uD83D\uDE00\u0661 and so on"};

    private static RemotingEncoder encoder(final boolean json, final Limits limits)
    {
        return json ? new JsonRemotingEncoder(limits) : new BinaryRemotingEncoder(limits);
    }

    private static void put(final RemotingEncoder encoder, final EntryKey key, final Object value)
    {
        if (value instanceof Integer)
        {
            encoder.putEntry(key, (int)value);
        }
        else if (value instanceof Long)
        {
            encoder.putEntry(key, (long)value);
        }
        else if (value instanceof Boolean)
        {
            encoder.putEntry(key, (boolean)value);
        }
        else if (value instanceof byte[])
        {
            encoder.putEntry(key, (byte[])value, 0, ((byte[])value).length);
        }
        else if (value instanceof InBytes)
        {
            // At the end of the array: nothing is to be looked at behind it.
            final byte[] utf8 = ("<" + value).getBytes(StandardCharsets.UTF_8);
            encoder.putEntry(key, utf8, 1, utf8.length - 1);
        }
        else if (value instanceof EntryText)
        {
            encoder.putEntry(key, (EntryText)value);
        }
        else
        {
            encoder.putEntry(key, (String)value);
        }
    }

    /** A text that is put in UTF-8. */
    private record InBytes(String text)
    {
        @Override
        public String toString()
        {
            return text;
        }
    }

    private static int encode(final RemotingEncoder encoder, final ByteBuf out, final String[] names,
        final Object[] values)
    {
        encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 5, 6, 0);
        encoder.beginExtFields();
        for (int i = 0; i < names.length; i++)
        {
            put(encoder, EntryKey.of(names[i]), values[i]);
        }
        encoder.endExtFields();
        return encoder.end();
    }

    /** The map of ext fields, written the long way. */
    private static byte[] expected(final boolean json, final String[] names, final Object[] values)
    {
        if (json)
        {
            final StringBuilder text = new StringBuilder("{\"code\":310,\"extFields\":{");
            for (int i = 0; i < names.length; i++)
            {
                text.append(i == 0 ? "" : ",").append(JSON.toJSONString(names[i])).append(':').append(JSON
                    .toJSONString(values[i].toString()));
            }
            return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
        }
        try
        {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            final DataOutputStream out = new DataOutputStream(bytes);
            for (int i = 0; i < names.length; i++)
            {
                final byte[] name = names[i].getBytes(StandardCharsets.UTF_8);
                final byte[] value = values[i].toString().getBytes(StandardCharsets.UTF_8);
                out.writeShort(name.length);
                out.write(name);
                out.writeInt(value.length);
                out.write(value);
            }
            return bytes.toByteArray();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static Object given(final String text, final int form)
    {
        return form == 0 ? text : form == 1 ? new InBytes(text) : EntryText.of(text);
    }

    private static byte[] map(final boolean json, final ByteBuf out, final int length)
    {
        final int from = json ? PREFIX : PREFIX + BINARY_FIXED + Integer.BYTES;
        final byte[] bytes = new byte[out.readableBytes() - from];
        out.getBytes(out.readerIndex() + from, bytes);
        return Arrays.copyOf(bytes, Math.min(bytes.length, length));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areWrittenAsTheFormatHasThem(final boolean json)
    {
        final Random random = new Random(42);
        final RemotingEncoder encoder = encoder(json, Limits.DEFAULT);
        for (int round = 0; round < 4_000; round++)
        {
            final int count = 1 + random.nextInt(6);
            final String[] names = new String[count];
            final Object[] values = new Object[count];
            for (int i = 0; i < count; i++)
            {
                names[i] = random.nextInt(8) == 0 ? "longer" : String.valueOf((char)(1 + random.nextInt(0x17F)));
                values[i] = VALUES[random.nextInt(VALUES.length)];
                values[i] = !json && values[i].equals("") ? 3 : values[i];
                values[i] = values[i] instanceof String ? given((String)values[i], random.nextInt(3)) : values[i];
            }
            // Room for all, for nothing, and for some: the buffer grows meanwhile.
            final ByteBuf out = Unpooled.buffer(random.nextInt(3) == 0 ? 1_024 : random.nextInt(160));
            out.writerIndex(random.nextInt(out.capacity() + 1)).readerIndex(out.writerIndex());
            final byte[] expected = expected(json, names, values);
            assertTrue(encode(encoder, out, names, values) > 0, () -> Arrays.toString(names) + encoder.refusal());
            assertArrayEquals(expected, map(json, out, expected.length), () -> Arrays.toString(names) + Arrays.toString(
                values));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void limitsHoldForThemToo(final boolean json)
    {
        final String[] names = {"a", "b", "c"};
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(4), names, 1, 2, false);
        assertRefused(null, json, Limits.DEFAULT.withMaxValueLength(4), names, 1, 2, true);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(5), names, 1, 2, "123456");
        final String longest = "x".repeat(Characters.SHORT);
        assertRefused(null, json, Limits.DEFAULT.withMaxValueLength(longest.length()), names, 1, longest, true);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(longest.length()), names, 1,
            longest + 'x', true);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(longest.length() - 1),
            names,
            1, longest, true);
        assertRefused(EncodeRefusal.INVALID_TEXT, json, Limits.DEFAULT, names, 1, "half \uD83D", true);
        assertRefused(null, json, Limits.DEFAULT, names, 1, new InBytes("thirty-one of them, the last \u00E9"), true);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(5), names, 1, new InBytes(
            "123456"), 2);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(5), names, 1, EntryText.of(
            "123456"), 2);
        assertRefused(EncodeRefusal.VALUE_TOO_LONG, json, Limits.DEFAULT.withMaxValueLength(longest.length()), names, 1,
            EntryText.of(longest + 'x'), 2);
        assertRefused(json ? null : EncodeRefusal.EMPTY_TEXT, json, Limits.DEFAULT, names, 1, EntryText.of(""), 2);
        for (final byte[] broken : new byte[][] {{(byte)0xC3}, {'a', 'b', 'c', (byte)0x80, 'd'}, new byte[] {'l', 'o',
            'n', 'g', 'e', 'r', ' ', 't', 'h', 'a', 'n', ' ', 'a', ' ', 'w', 'o', 'r', 'd', (byte)0xFF}})
        {
            assertRefused(EncodeRefusal.INVALID_TEXT, json, Limits.DEFAULT, names, 1, broken, true);
        }
        assertRefused(null, json, Limits.DEFAULT.withMaxEntryCount(3), names, 1, 2, 3);
        assertRefused(EncodeRefusal.TOO_MANY_ENTRIES, json, Limits.DEFAULT.withMaxEntryCount(2), names, 1, 2, 3);
        assertRefused(EncodeRefusal.TOO_MANY_ENTRIES, json, Limits.DEFAULT.withMaxEntryCount(2), names, 1, 2, "x");
    }

    /** As many entries as are allowed are, one more is not, however short they are and wherever they are written. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void entriesAreCountedExactly(final boolean json)
    {
        final Random random = new Random(43);
        final Object[] shortest = {json ? "" : "x", 7, true, EntryText.of("y"), new InBytes("z"), "longer \u00E9"};
        for (int count = 1; count <= 40; count++)
        {
            final String[] names = new String[count];
            final Object[] values = new Object[count];
            for (int i = 0; i < count; i++)
            {
                names[i] = i % 7 == 6 ? "longer" : String.valueOf((char)('a' + i % 26));
                values[i] = shortest[random.nextInt(count % 2 == 0 ? 1 : shortest.length)];
            }
            assertRefused(null, json, Limits.DEFAULT.withMaxEntryCount(count), names, values);
            if (count > 1)
            {
                assertRefused(EncodeRefusal.TOO_MANY_ENTRIES, json, Limits.DEFAULT.withMaxEntryCount(count - 1), names,
                    values);
            }
        }
    }

    private static void assertRefused(final EncodeRefusal refusal, final boolean json, final Limits limits,
        final String[] names, final Object... values)
    {
        final RemotingEncoder encoder = encoder(json, limits);
        final ByteBuf out = Unpooled.buffer(256);
        assertEquals(refusal != null, encode(encoder, out, names, values) < 0);
        assertEquals(refusal, encoder.refusal());
        assertEquals(refusal != null, out.writerIndex() == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noByteIsWrittenBeyondTheRoom(final boolean json)
    {
        final String[] names = {"a", "b", "c", "d", "e", "f", "g"};
        final Object[] values = {"x", 1, true, new InBytes("topic"), "broker-a", EntryText.of("DEFAULT-group"),
            1_795_232_264_452L};
        final RemotingEncoder encoder = encoder(json, Limits.DEFAULT);
        final ByteBuf whole = Unpooled.buffer(256);
        final int length = encode(encoder, whole, names, values);
        for (int room = 0; room <= length; room++)
        {
            final ByteBuf out = Unpooled.buffer(room, room);
            final int written = encode(encoder, out, names, values);
            assertEquals(room == length ? length : -1, written);
            assertEquals(room == length ? null : EncodeRefusal.NO_ROOM, encoder.refusal());
            assertEquals(room == length ? whole : Unpooled.EMPTY_BUFFER, out);
        }
    }
}
