package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.SendMessageRequestHeaderV2;
import org.junit.jupiter.api.Test;

/**
 * Records are filled by name with what the reference reads, or a precise error tells why not.
 */
class TypeReaderTest
{
    private final FrameView view = new FrameView();

    private record Send(String producerGroup, @Entry("topic") String subject, int queueId, long bornTimestamp,
        Boolean unitMode, Integer maxReconsumeTimes, @Property("TAGS") String tags, @Property("num") Long num,
        @Entry("properties") byte[] properties)
    {
    }

    private record Whole(@Field(RemotingField.CODE) int code, @Field(RemotingField.LANGUAGE) RemotingLanguage language,
        @Field(RemotingField.VERSION) int version, @Field(RemotingField.OPAQUE) long opaque,
        @Field(RemotingField.FLAG) Integer flag, @Field(RemotingField.REMARK) String remark,
        @Field(RemotingField.BODY) byte[] body)
    {
    }

    private record Numbers(int a, long b, boolean c, Integer d, Long e, Boolean f)
    {
    }

    private record Demanding(@Required String name, @Required @Property("KEYS") String keys, @Required Integer count)
    {
    }

    private record Checked(int value)
    {
        Checked
        {
            if (value < 0)
            {
                throw new ArithmeticException("negative");
            }
        }
    }

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.of(type, MethodHandles.lookup()).reader();
    }

    private <T> T read(final TypeReader<T> reader, final byte[] frame)
    {
        final T record = reader.read(view.wrap(frame));
        assertEquals(record == null, reader.error().isPresent());
        return record;
    }

    private static byte[] frame(final RemotingCommand command, final boolean json)
    {
        command.setSerializeTypeCurrentRPC(json ? SerializeType.JSON : SerializeType.ROCKETMQ);
        final ByteBuffer encoded = command.encode();
        final byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static byte[] frame(final int code, final boolean json, final String... entries)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        final Map<String, String> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2)
        {
            map.put(entries[i], entries[i + 1]);
        }
        command.setExtFields(new HashMap<>(map));
        return frame(command, json);
    }

    private static SendMessageRequestHeader random(final Random random)
    {
        final SendMessageRequestHeader header = new SendMessageRequestHeader();
        header.setProducerGroup("group" + random.nextInt());
        header.setTopic("topic \u65E5\u672C \"" + random.nextInt());
        header.setQueueId(random.nextInt());
        header.setBornTimestamp(random.nextLong());
        header.setUnitMode(random.nextBoolean());
        header.setMaxReconsumeTimes(random.nextBoolean() ? null : random.nextInt());
        header.setProperties("TAGS\1a" + random.nextInt() + "\2num\1" + random.nextLong() + "\2");
        return header;
    }

    @Test
    void sendHeadersOfBothKindsAreReadAsTheReferenceReadsThem() throws Exception
    {
        final TypeReader<Send> reader = reader(Send.class);
        final Random random = new Random(20265);
        for (int i = 0; i < 2_000; i++)
        {
            final SendMessageRequestHeader header = random(random);
            final boolean second = random.nextBoolean();
            final RemotingCommand command = second ? RemotingCommand.createRequestCommand(310,
                SendMessageRequestHeaderV2.createSendMessageRequestHeaderV2(header))
                : RemotingCommand
                    .createRequestCommand(10, header);
            final byte[] frame = frame(command, random.nextBoolean());
            final RemotingCommand decoded = RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4)
                .slice());
            final SendMessageRequestHeader expected = second ? SendMessageRequestHeaderV2
                .createSendMessageRequestHeaderV1(decoded.decodeCommandCustomHeader(
                    SendMessageRequestHeaderV2.class))
                : decoded.decodeCommandCustomHeader(SendMessageRequestHeader.class);
            final Send send = read(reader, frame);
            assertEquals(expected.getProducerGroup(), send.producerGroup());
            assertEquals(expected.getTopic(), send.subject());
            assertEquals(expected.getQueueId(), send.queueId());
            assertEquals(expected.getBornTimestamp(), send.bornTimestamp());
            assertEquals(expected.isUnitMode(), send.unitMode());
            assertEquals(expected.getMaxReconsumeTimes(), send.maxReconsumeTimes());
            assertEquals(expected.getProperties(), new String(send.properties(), StandardCharsets.UTF_8));
            assertEquals(expected.getProperties(), "TAGS\1" + send.tags() + "\2num\1" + send.num() + "\2");
        }
    }

    @Test
    void privateRecordsOfOtherClassesAreMadeWhereverTheLookupsModuleMayLook()
    {
        final byte[] frame = frame(10, true, "topic", "a");
        assertEquals("Secret[topic=a]", read(reader(Secretive.secret()), frame).toString());
        assertThrows(IllegalArgumentException.class, () -> TypeBinding.of(Secretive.secret()));
    }

    private static void refused(final Class<? extends Record> type, final String message)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> TypeBinding.of(type, MethodHandles
            .lookup())).getMessage());
    }

    @Test
    void lettersStandForNamesInTheRequestsThatHaveThemAndNowhereElse()
    {
        record Topic(String topic, String b)
        {
        }
        record Letter(String b, String topic)
        {
        }
        // A record may ask for a letter as a name of its own only if it is no other component's letter.
        final String why = " takes already: in some requests it stands for \"topic\"";
        refused(Topic.class, "the component \"b\" of type java.lang.String takes the ext field \"b\", which \"topic\""
            + why);
        refused(Letter.class, "the component \"topic\" of type java.lang.String takes the ext field \"b\", which \"b\""
            + why);
        record Alone(String topic)
        {
        }
        final TypeReader<Alone> reader = reader(Alone.class);
        for (final boolean json : new boolean[] {false, true})
        {
            for (final int code : new int[] {310, 320, 325})
            {
                assertEquals("brief", read(reader, frame(code, json, "b", "brief", "topic", "long")).topic());
                assertNull(read(reader, frame(code, json, "topic", "long")).topic());
            }
            for (final int code : new int[] {10, 11, 105, 324})
            {
                assertEquals("long", read(reader, frame(code, json, "b", "brief", "topic", "long")).topic());
                assertNull(read(reader, frame(code, json, "b", "brief")).topic());
            }
        }
        // Whatever the order of members.
        assertEquals("brief",
            read(reader, Frames.json("{\"extFields\":{\"b\":\"brief\",\"topic\":\"long\"},\"opaque\":1,"
                + "\"code\":310}")).topic());
    }

    @Test
    void fixedFieldsAreFilledFromBothEncodings()
    {
        final TypeReader<Whole> reader = reader(Whole.class);
        final RemotingCommand command = RemotingCommand.createRequestCommand(105, null);
        command.setVersion(515);
        command.setOpaque(Integer.MIN_VALUE);
        command.setFlag(3);
        command.setRemark("r\u00E9");
        command.setBody(new byte[] {1, 2, 3});
        for (final boolean json : new boolean[] {false, true})
        {
            final byte[] frame = frame(command, json);
            for (final Buffers.Buffer buffer : Buffers.all(frame))
            {
                buffer.wrap().accept(view);
                final Whole whole = reader.read(view);
                assertEquals(105, whole.code());
                assertSame(RemotingLanguage.JAVA, whole.language());
                assertEquals(515, whole.version());
                assertEquals(Integer.MIN_VALUE, whole.opaque());
                assertEquals(3, whole.flag());
                assertEquals("r\u00E9", whole.remark());
                assertArrayEquals(new byte[] {1, 2, 3}, whole.body());
                buffer.free().run();
            }
        }
        final Whole bare = read(reader, Frames.json("{\"opaque\":7}"));
        assertEquals(0, bare.code());
        assertEquals(0, bare.version());
        assertSame(RemotingLanguage.JAVA, bare.language());
        assertNull(bare.flag());
        assertNull(bare.remark());
        assertNull(bare.body());
    }

    @Test
    void numbersAndBooleansFollowTheReferencesRules()
    {
        final TypeReader<Numbers> reader = reader(Numbers.class);
        final Numbers least = read(reader, frame(10, false, "a", "-2147483648", "b", "-9223372036854775808", "c",
            "TrUe", "d", "+007"));
        assertEquals(new Numbers(Integer.MIN_VALUE, Long.MIN_VALUE, true, 7, null, null), least);
        final Numbers json = read(reader, Frames.json("{\"code\":10,\"extFields\":{\"a\":12,\"b\":\"1\\u0032\",\"c\":1,"
            + "\"d\":null,\"e\":\"9223372036854775807\",\"f\":true},\"opaque\":1}"));
        assertEquals(new Numbers(12, 12, false, null, Long.MAX_VALUE, true), json);
        // The last one wins, also if it is null.
        assertEquals(2, read(reader, Frames.binary(10, null, "", "a", "1", "b", "1", "c", "", "c", "x", "a", "2")).a());
        assertNull(
            read(reader, Frames.json("{\"code\":10,\"extFields\":{\"a\":\"1\",\"b\":\"1\",\"c\":\"1\",\"d\":\"5\","
                + "\"d\":null},\"opaque\":1}")).d());
    }

    @Test
    void doublesAreThoseOfJavaInUpTo2048Bytes()
    {
        record Rate(@Property double rate, @Entry Double share)
        {
        }
        final TypeReader<Rate> reader = reader(Rate.class);
        assertEquals(new Rate(0.1, -1e300), read(reader, frame(10, false, "properties", "rate\1.1d\2", "share",
            "-1e300")));
        assertEquals(new Rate(Double.NaN, null), read(reader, frame(10, true, "properties", "rate\1NaN\2")));
        assertEquals(1.5, read(reader, Frames.json("{\"code\":10,\"extFields\":{\"share\":1.50,\"properties\":"
            + "\"rate\\u00011\\u0030\\u0002\"},\"opaque\":1}")).share());
        final String digits = "0." + "1".repeat(2_046);
        assertEquals(0.1111111111111111, read(reader, frame(10, false, "properties", "rate\1" + digits + "\2")).rate());
        for (final String text : List.of("x", "-", "1,5", digits + "1"))
        {
            assertNull(read(reader, Frames.binary(10, null, "", "properties", "rate\1" + text + "\2")));
            assertEquals(BindReason.NOT_A_NUMBER, reader.error().reason());
            assertEquals("rate", reader.error().member());
        }
    }

    private void fails(final TypeReader<?> reader, final byte[] frame, final BindReason reason,
        final String member, final int offset, final String message)
    {
        assertNull(read(reader, frame));
        final BindError error = reader.error();
        assertEquals(message, error.toMessage());
        assertEquals(message, error.toString());
        assertEquals(reason, error.reason());
        assertEquals(member, error.member());
        assertEquals(offset, error.offset());
        final BindException exception = error.toException();
        assertEquals(message, exception.getMessage());
        assertEquals(reason, exception.reason());
    }

    @Test
    void whatIsMissingIsNamed()
    {
        final TypeReader<Numbers> numbers = reader(Numbers.class);
        fails(numbers, Frames.binary(10, null, "", "a", "1"), BindReason.MISSING, "b", BindError.NOWHERE,
            "Numbers.b: the ext field \"b\" is missing");
        final byte[] empty = Frames.binary(10, null, "", "a", "1", "b", "");
        fails(numbers, empty, BindReason.MISSING, "b", empty.length,
            "Numbers.b: the ext field \"b\" has no value, at offset " + empty.length);
        final TypeReader<Demanding> demanding = reader(Demanding.class);
        fails(demanding, Frames.binary(10, null, "", "name", "n", "count", "3"), BindReason.MISSING, "keys",
            BindError.NOWHERE, "Demanding.keys: the property \"KEYS\" is missing");
        assertNotNull(read(demanding, Frames.binary(10, null, "", "name", "n", "count", "3", "properties",
            "KEYS\1k\2")));
        final TypeReader<Send> send = reader(Send.class);
        fails(send, Frames.binary(310, null, "", "queueId", "1", "g", "2"), BindReason.MISSING, "queueId",
            BindError.NOWHERE, "Send.queueId: the ext field \"e\" is missing");
        assertEquals("e", send.error().wireName());
    }

    @Test
    void whatIsNoNumberOrTooGreatIsNamedWithItsPlace()
    {
        final TypeReader<Numbers> reader = reader(Numbers.class);
        for (final String text : List.of("x", "1.0", " 1", "0x10", "-", "+", "1e3", "\u0661",
            "1".repeat(70)))
        {
            final byte[] frame = Frames.binary(10, null, "", "b", "1", "c", "true", "a", text);
            final int offset = frame.length - text.getBytes(StandardCharsets.UTF_8).length;
            fails(reader, frame, BindReason.NOT_A_NUMBER, "a", offset,
                "Numbers.a: the ext field \"a\" is no number, at offset " + offset);
        }
        for (final String text : List.of("2147483648", "-2147483649", "99999999999999999999"))
        {
            final byte[] frame = Frames.binary(10, null, "", "b", "1", "c", "true", "d", "1", "a", text);
            final int offset = frame.length - text.length();
            fails(reader, frame, BindReason.OUT_OF_RANGE, "a", offset,
                "Numbers.a: the ext field \"a\" does not fit int, at offset " + offset);
        }
        final byte[] frame = Frames.binary(10, null, "", "a", "1", "b", "1", "c", "", "c", "1", "e",
            "9223372036854775808");
        fails(reader, frame, BindReason.OUT_OF_RANGE, "e", frame.length - 19,
            "Numbers.e: the ext field \"e\" does not fit Long, at offset " + (frame.length - 19));
    }

    @Test
    void malformedFramesGiveTheScannersFault()
    {
        final TypeReader<Numbers> reader = reader(Numbers.class);
        final byte[] frame = Frames.binary(10, null, "", "a", "1", "b", "1", "c", "true");
        frame[frame.length - 5] = 9;
        assertNull(read(reader, frame));
        assertEquals(BindReason.MALFORMED, reader.error().reason());
        assertEquals(Reason.VALUE_OVERRUNS_MAP, reader.error().fault().reason());
        assertTrue(reader.error().toMessage().startsWith("Numbers: "), reader.error().toMessage());
        assertNull(reader.error().member());
        assertNotNull(read(reader, Frames.binary(10, null, "", "a", "1", "b", "1", "c", "true")));
        assertFalse(reader.error().fault().isPresent());
        assertEquals("", reader.error().toMessage());
        assertThrows(IllegalStateException.class, reader.error()::toException);
    }

    @Test
    void aBodyThatHasNotArrivedIsToldAndNotMadeUp()
    {
        record Half(@Field(RemotingField.CODE) int code, @Field(RemotingField.BODY) byte[] body)
        {
        }
        final TypeReader<Half> reader = reader(Half.class);
        final byte[] frame = Frames.binary(10, null, "body");
        for (int missing = 1; missing <= 4; missing++)
        {
            assertNull(reader.read(view.wrapPart(frame, 0, frame.length - missing, frame.length)));
            assertEquals(BindReason.NOT_ARRIVED, reader.error().reason());
            assertEquals("Half.body: the field \"body\" has not arrived whole, at offset " + (frame.length - 4), reader
                .error().toMessage());
        }
        assertArrayEquals("body".getBytes(StandardCharsets.UTF_8), read(reader, frame).body());
    }

    @Test
    void whatTheRecordsConstructorThrowsLeavesAsItCame()
    {
        final TypeReader<Checked> reader = reader(Checked.class);
        assertThrows(ArithmeticException.class, () -> read(reader, frame(10, true, "value", "-1")));
        assertEquals(1, read(reader, frame(10, true, "value", "1")).value());
    }

    @Test
    void lenientReadersReadWhatTheReferenceReads()
    {
        final byte[] frame = Frames.json("{'code':10,'extFields':{'name':'n','count':'3'},'opaque':1}");
        record Named(String name, int count)
        {
        }
        final TypeBinding<Named> binding = TypeBinding.of(Named.class, MethodHandles.lookup());
        assertEquals("TypeBinding[Named: name, count]", binding.toString());
        assertNull(binding.reader().read(view.wrap(frame)));
        assertEquals(new Named("n", 3), binding.reader(Limits.DEFAULT, Strictness.LENIENT).read(view.wrap(frame)));
    }

    @Test
    void recordsThatCannotBeBoundAreRefusedAtOnce()
    {
        record Empty()
        {
        }
        record Odd(Object value)
        {
        }
        record Twice(@Entry("x") String a, @Entry("x") String b)
        {
        }
        record Both(@Entry("x") @Property("y") String a)
        {
        }
        record Body(@Field(RemotingField.BODY) String body)
        {
        }
        record Container(@Field(RemotingField.EXT_FIELDS) String map)
        {
        }
        final String text = "\" of type java.lang.String ";
        refused(Empty.class, Empty.class.getName() + " has no components");
        refused(Odd.class, "the component \"value\" of type java.lang.Object is of a type that the ext field \"value\""
            + " cannot have; it can be int, Integer, long, Long, boolean, Boolean, double, Double, String, byte[]");
        refused(Twice.class, "the component \"b" + text + "takes the ext field \"x\", which \"a\" takes already");
        refused(Both.class, "the component \"a" + text + "is tied to several places: @Entry, @Property");
        refused(Body.class,
            "the component \"body" + text + "is of a type that the field \"body\" cannot have; it can be"
                + " byte[]");
        refused(Container.class,
            "the component \"map" + text + "is of a type that the field \"ext_fields\" cannot have;"
                + " none can be bound to it");
        // This one is private, and its name is in the message.
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TypeBinding.of(Checked.class)).getMessage()
            .contains("Checked"));
        assertNotNull(TypeBinding.of(Open.class).reader());
    }

    /** A record that everyone can make. */
    public record Open(String name)
    {
    }
}
