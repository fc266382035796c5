package io.skim.pojo.headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All typed headers against the reference's own, release 5.5.1. The seven that only older releases have are read from
 * what its encoder writes for a map.
 */
class TypedHeaderReferenceTest
{
    private static final int ROUNDS = 40;

    private final FrameView view = new FrameView();
    private final TypedHeaderReader strict = new TypedHeaderReader();
    private final TypedHeaderReader lenient = new TypedHeaderReader(Limits.DEFAULT, Strictness.LENIENT);
    private final TypedHeaderView strictView = new TypedHeaderView();
    private final TypedHeaderView lenientView = new TypedHeaderView(Limits.DEFAULT, Strictness.LENIENT);
    private final TypedHeaderReader sharing = new TypedHeaderReader().sharingTexts(16);
    private final long seed = Settings.seed();
    private final HeaderValues values = new HeaderValues(new Random(seed));

    static List<HeaderType<?>> types()
    {
        return HeaderTypes.all();
    }

    static List<HeaderType<?>> present()
    {
        return types().stream().filter(type -> ReferenceHeaders.classOf(type) != null).collect(Collectors.toList());
    }

    /** Whether two values are the same, where one is the time of its making. */
    static void assertSame(final HeaderField field, final Object expected, final Object actual,
        final String what)
    {
        if ("now".equals(field.defaultValue()) && expected instanceof Long && actual instanceof Long)
        {
            assertTrue(Math.abs((Long)expected - (Long)actual) < 600_000, what);
            return;
        }
        assertEquals(expected, actual, what);
    }

    static void assertSame(final HeaderType<?> type, final CommandCustomHeader expected, final TypedHeader actual,
        final String what)
    {
        assertNotNull(actual, what);
        for (final HeaderField field : type.fields())
        {
            assertSame(field, ReferenceHeaders.get(expected, field.key()), actual.get(field.name()), what + " " + field
                .name());
        }
    }

    @Test
    void thereAreAHundredAndFiftyAndSevenOfThemInOlderReleasesAlone()
    {
        assertEquals(150, types().size());
        final Set<String> absent = types().stream().filter(type -> ReferenceHeaders.classOf(type) == null).map(
            HeaderType::name).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(Set.of("CreateAccessConfigRequestHeader", "DeleteAccessConfigRequestHeader",
            "GetBrokerAclConfigResponseHeader", "RegisterFilterServerRequestHeader",
            "RegisterFilterServerResponseHeader", "RegisterMessageFilterClassRequestHeader",
            "UpdateGlobalWhiteAddrsConfigRequestHeader")), absent);
        for (final HeaderType<?> type : types())
        {
            assertEquals(type.releases().contains("5.5.1"), !absent.contains(type.name()), type.name());
        }
    }

    @ParameterizedTest
    @MethodSource("present")
    void newHeadersHaveTheSameDefaults(final HeaderType<?> type)
    {
        assertSame(type, ReferenceHeaders.newHeader(ReferenceHeaders.classOf(type)), type.newHeader(), type.name());
    }

    @ParameterizedTest
    @MethodSource("present")
    void readsWhatTheReferenceWrites(final HeaderType<?> type)
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final CommandCustomHeader header = ReferenceHeaders.newHeader(ReferenceHeaders.classOf(type));
            for (final HeaderField field : type.fields())
            {
                ReferenceHeaders.set(header, field.key(), values.of(field));
            }
            for (final SerializeType encoding : SerializeType.values())
            {
                final String what = type + " " + encoding + " -Dskim.seed=" + seed;
                final byte[] frame = ReferenceHeaders.encode(RemotingCommand.createRequestCommand(10, header),
                    encoding);
                final CommandCustomHeader expected = ReferenceHeaders.read(frame, ReferenceHeaders.classOf(type));
                assertSame(type, expected, strict.read(view.wrap(frame), type), what);
                assertSame(type, expected, lenient.read(view.wrap(frame), type), what);
                assertSame(type, expected, sharing.read(view.wrap(frame), type), what);
            }
            final byte[] fast = fast(RemotingCommand.createRequestCommand(10, header));
            assertSame(type, ReferenceHeaders.read(fast, ReferenceHeaders.classOf(type)), strict.read(view.wrap(fast),
                type), type + " -Dskim.seed=" + seed);
        }
    }

    /** As the reference's network encoder writes it, field by field where its header can. */
    private static byte[] fast(final RemotingCommand command)
    {
        command.setSerializeTypeCurrentRPC(SerializeType.ROCKETMQ);
        final ByteBuf out = Unpooled.buffer();
        command.fastEncodeHeader(out);
        return ByteBufUtil.getBytes(out);
    }

    @ParameterizedTest
    @MethodSource("present")
    void readsOddValuesAsTheReferenceOrRefuses(final HeaderType<?> type)
    {
        final Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 4 * ROUNDS; round++)
        {
            final Map<String, String> map = new HashMap<>();
            for (final HeaderField field : type.fields())
            {
                if (random.nextInt(5) > 0)
                {
                    map.put(field.key(), values.odd(field));
                }
            }
            map.put("other", "kept");
            for (final SerializeType encoding : SerializeType.values())
            {
                final byte[] frame = ReferenceHeaders.encode(10, map, encoding);
                final String what = type + " " + encoding + " " + map + " -Dskim.seed=" + seed;
                final CommandCustomHeader expected = ReferenceHeaders.read(frame, ReferenceHeaders.classOf(type));
                final TypedHeader read = lenient.read(view.wrap(frame), type);
                assertEquals(expected == null, read == null, () -> what + lenient.fault());
                if (expected != null)
                {
                    assertSame(type, expected, read, what);
                }
                TypedHeaderViewTest.assertAgree(lenient, lenientView, view, type, what);
                TypedHeaderViewTest.assertAgree(strict, strictView, view, type, what);
                final TypedHeader good = strict.read(view.wrap(frame), type);
                refused += good == null ? 1 : 0;
                if (good != null)
                {
                    assertSame(type, expected, good, what);
                }
                else
                {
                    assertTrue(
                        strict.fault().reason().name().startsWith("FIELD_") && strict.fault().offset() <= frame.length,
                        what);
                }
            }
        }
        final boolean canBeRefused = type.fields().stream().anyMatch(field -> field.type().bits() > 0 || !field
            .choices().isEmpty());
        assertEquals(canBeRefused, refused > 0, type.name());
    }

    @ParameterizedTest
    @EnumSource
    void readsTheSevenOldHeadersFromMaps(final SerializeType encoding)
    {
        for (final HeaderType<?> type : types())
        {
            if (ReferenceHeaders.classOf(type) != null)
            {
                continue;
            }
            for (int round = 0; round < ROUNDS; round++)
            {
                final Map<String, String> map = new HashMap<>();
                final TypedHeader expected = type.newHeader();
                for (final HeaderField field : type.fields())
                {
                    final Object value = values.of(field);
                    // A binary header has no empty text: its readers take it for none.
                    expected.set(field.name(), "".equals(value) && encoding == SerializeType.ROCKETMQ ? null : value);
                    if (value != null)
                    {
                        map.put(field.key(), value.toString());
                    }
                }
                final byte[] frame = ReferenceHeaders.encode(10, map, encoding);
                assertEquals(expected, strict.read(view.wrap(frame), type), () -> "-Dskim.seed=" + seed);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void writesWhatTheReferenceReads(final HeaderType<?> type)
    {
        final ByteBuf out = Unpooled.buffer();
        for (int round = 0; round < ROUNDS; round++)
        {
            final TypedHeader header = type.newHeader();
            type.fields().forEach(field -> header.set(field.name(), values.of(field)));
            for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
            {
                assertWritten(type, header, encoder, out.clear(), type + " " + header + " -Dskim.seed=" + seed);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void anEmptyTextIsWrittenInJsonAndRefusedInBinary(final HeaderType<?> type)
    {
        final ByteBuf out = Unpooled.buffer();
        for (final HeaderField field : type.fields())
        {
            if (field.type() == FieldType.STRING && field.choices().isEmpty())
            {
                final TypedHeader header = type.newHeader();
                choose(type, header);
                header.set(field.name(), "");
                final String what = type + "." + field.name();
                assertWritten(type, header, new JsonRemotingEncoder(), out.clear(), what);
                assertEquals("", ReferenceHeaders.decode(ByteBufUtil.getBytes(out)).getExtFields().get(field.key()));
                assertWritten(type, header, new BinaryRemotingEncoder(), out.clear(), what);
                assertEquals("".equals(field.defaultValue()), out.isReadable(), what);
            }
        }
    }

    /** Without which no reader takes the header. */
    private void choose(final HeaderType<?> type, final TypedHeader header)
    {
        type.fields().stream().filter(field -> !field.choices().isEmpty()).forEach(field -> header.set(field.name(),
            values.of(field)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void aHeaderWithNothingSetIsWrittenAsTheReferenceWritesIts(final HeaderType<?> type)
    {
        final Class<? extends CommandCustomHeader> reference = ReferenceHeaders.classOf(type);
        final ByteBuf out = Unpooled.buffer();
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            assertWritten(type, type.newHeader(), encoder, out.clear(), type.name());
            if (reference != null)
            {
                final byte[] theirs = ReferenceHeaders.encode(RemotingCommand.createRequestCommand(10, ReferenceHeaders
                    .newHeader(reference)), encoder.isJson() ? SerializeType.JSON : SerializeType.ROCKETMQ);
                assertSameEntries(type, ReferenceHeaders.decode(theirs).getExtFields(), ReferenceHeaders.decode(
                    ByteBufUtil.getBytes(out)).getExtFields());
            }
        }
    }

    private static void assertSameEntries(final HeaderType<?> type, final Map<String, String> expected,
        final Map<String, String> actual)
    {
        final Map<String, String> rest = new HashMap<>(expected == null ? Map.of() : expected);
        // Of a text without bytes the reference's binary reader makes an entry that is null.
        rest.values().removeIf(Objects::isNull);
        final Map<String, String> written = new HashMap<>(actual == null ? Map.of() : actual);
        for (final HeaderField field : type.fields())
        {
            if ("now".equals(field.defaultValue()))
            {
                final long due = Long.parseLong(rest.remove(field.key()));
                assertTrue(Math.abs(due - Long.parseLong(written.remove(field.key()))) < 600_000, type.name());
            }
        }
        assertEquals(rest, written, type.name());
    }

    /** The frame if the encoding can have it; it cannot have an empty text in binary, except for a default. */
    private void assertWritten(final HeaderType<?> type, final TypedHeader header, final RemotingEncoder encoder,
        final ByteBuf out, final String what)
    {
        final boolean refused = !encoder.isJson() && type.fields().stream().anyMatch(field -> "".equals(header.get(field
            .name())) && !"".equals(field.defaultValue()));
        encoder.wrap(out).begin(10, RemotingLanguage.JAVA, 515, 7, 0);
        encoder.beginExtFields();
        header.writeTo(encoder, type);
        encoder.endExtFields();
        assertEquals(refused, encoder.end() < 0, () -> what + encoder.refusal());
        if (refused)
        {
            assertEquals(EncodeRefusal.EMPTY_TEXT, encoder.refusal(), what);
            assertEquals(0, out.readableBytes(), what);
        }
        else
        {
            assertRead(type, header, ByteBufUtil.getBytes(out), encoder.isJson(), what);
        }
    }

    /** Our own reader, the reference, and for the headers that it no longer has its map. */
    private void assertRead(final HeaderType<?> type, final TypedHeader header, final byte[] frame,
        final boolean json, final String what)
    {
        final Class<? extends CommandCustomHeader> reference = ReferenceHeaders.classOf(type);
        final TypedHeader own = strict.read(view.wrap(frame), type);
        final CommandCustomHeader expected = reference == null ? null : ReferenceHeaders.read(frame, reference);
        final Map<String, String> map = ReferenceHeaders.decode(frame).getExtFields();
        // Both refuse entries without the one that must have a certain value; a frame without entries has none to lack.
        if (map != null && type.fields().stream().anyMatch(field -> !field.choices().isEmpty() && header.get(field
            .name()) == null))
        {
            assertNull(own, what);
            assertEquals(Reason.FIELD_MISSING, strict.fault().reason(), what);
            assertNull(expected, what);
            return;
        }
        assertNotNull(own, () -> what + strict.fault());
        int set = 0;
        for (final HeaderField field : type.fields())
        {
            final Object value = header.get(field.name());
            final boolean written = value != null && (json || !"".equals(value));
            set += written ? 1 : 0;
            // What is not written is read as a new header has it.
            final Object read = value == null ? type.newHeader().get(field.name()) : value;
            assertSame(field, read, own.get(field.name()), what);
            assertSame(field, read, expected == null ? read : ReferenceHeaders.get(expected, field.key()), what);
            assertEquals(written ? value.toString() : null, map == null ? null : map.get(field.key()), what);
        }
        assertEquals(set, map == null ? 0 : map.size(), what);
    }

    @Test
    void theSecondSpellingOfSendReadsNoInheritedFieldAsTheReference()
    {
        final byte[] frame =
            ReferenceHeaders.encode(310, Map.of("b", "T", "n", "broker", "bname", "no", "ns", "no", "oway",
                "true"), SerializeType.ROCKETMQ);
        final SendMessageRequestHeader header = strict.read(view.wrap(frame), SendMessageRequestHeader.V2);
        assertEquals("T", header.topic());
        assertEquals("broker", header.bname());
        assertNull(header.ns());
        assertNull(header.oway());
        final CommandCustomHeader reference = ReferenceHeaders.read(frame, ReferenceHeaders.classOf(
            SendMessageRequestHeader.V2));
        assertNull(ReferenceHeaders.get(reference, "ns"));
        assertNull(ReferenceHeaders.get(reference, "oway"));
    }
}
