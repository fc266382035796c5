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
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;

/**
 * Classes are filled as the reference fills its own, by the same rules and with the same errors as records.
 */
class ClassReaderTest
{
    private final FrameView view = new FrameView();

    /** What both of the headers below have. */
    public abstract static class Base implements CommandCustomHeader
    {
        @Entry("group")
        private String group = "none";
        @Required
        private int queue;

        @Override
        public void checkFields()
        {
            // Nothing to check.
        }
    }

    /** Filled by the reference and by Skim. */
    public static final class Header extends Base
    {
        static int made;

        @Entry("subject")
        private String subject;
        @Entry("retries")
        private Integer retries = 16;
        @Entry("born")
        private long born = -1;
        @Entry("limit")
        Long limit;
        @Entry("unit")
        protected boolean unit;
        @Entry("batch")
        public Boolean batch = true;
        @Entry("rate")
        private double rate;
        @Entry("share")
        private Double share = 0.5;
        private String elsewhere = "untouched";

        /** As the reference needs it. */
        public Header()
        {
            made++;
        }

        private List<Object> values()
        {
            final List<Object> values = new ArrayList<>();
            values.add(super.group);
            values.add(super.queue);
            values.add(subject);
            values.add(retries);
            values.add(born);
            values.add(limit);
            values.add(unit);
            values.add(batch);
            values.add(rate);
            values.add(share);
            return values;
        }
    }

    private static final class Whole
    {
        @Field(RemotingField.CODE)
        private int code = 5;
        @Field(RemotingField.LANGUAGE)
        private RemotingLanguage language;
        @Field(RemotingField.FLAG)
        private Integer flag = 9;
        @Field(RemotingField.REMARK)
        private String remark = "no remark";
        @Field(RemotingField.BODY)
        private byte[] body;
        @Property("TAGS")
        private String tags;
        @Required
        @Property("KEYS")
        private String keys;
        @Entry("topic")
        private String topic;
    }

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.of(type, MethodHandles.lookup()).reader();
    }

    private <T> T read(final TypeReader<T> reader, final byte[] frame)
    {
        final T object = reader.read(view.wrap(frame));
        assertEquals(object == null, reader.error().isPresent(), reader.error()::toMessage);
        return object;
    }

    private static void maybe(final Map<String, String> map, final Random random, final String name, final Object value)
    {
        if (random.nextBoolean())
        {
            map.put(name, value.toString());
        }
    }

    private static String doubles(final Random random)
    {
        return switch (random.nextInt(6))
        {
            case 0 -> Long.toString(random.nextLong());
            case 1 -> " " + random.nextGaussian() + "d ";
            case 2 -> Double.toHexString(Double.longBitsToDouble(random.nextLong()));
            case 3 -> "NaN";
            case 4 -> new BigDecimal(random.nextDouble()).toString();
            default -> Double.toString(Double.longBitsToDouble(random.nextLong()));
        };
    }

    private static Map<String, String> random(final Random random)
    {
        final Map<String, String> map = new HashMap<>();
        map.put("queue", Integer.toString(random.nextInt()));
        map.put("born", Long.toString(random.nextLong()));
        map.put("unit", random.nextBoolean() ? "TRUE" : "no");
        map.put("elsewhere.not", "x");
        map.put("rate", doubles(random));
        maybe(map, random, "share", doubles(random));
        maybe(map, random, "group", "group \u65E5" + random.nextInt());
        maybe(map, random, "subject", "a \"subject\"" + random.nextInt());
        maybe(map, random, "retries", random.nextInt());
        maybe(map, random, "limit", random.nextLong());
        maybe(map, random, "batch", random.nextBoolean());
        return map;
    }

    @Test
    void aClassHoldsWhatTheReferenceFillsItWithAndItsDefaults() throws Exception
    {
        final TypeReader<Header> reader = reader(Header.class);
        final Random random = new Random(20266);
        for (int i = 0; i < 2_000; i++)
        {
            final RemotingCommand command = RemotingCommand.createRequestCommand(11, null);
            command.setExtFields(new HashMap<>(random(random)));
            command.setSerializeTypeCurrentRPC(random.nextBoolean() ? SerializeType.JSON : SerializeType.ROCKETMQ);
            final ByteBuffer encoded = command.encode();
            final byte[] frame = new byte[encoded.remaining()];
            encoded.get(frame);
            final Header expected = RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4)
                .slice()).decodeCommandCustomHeader(Header.class);
            final Header header = read(reader, frame);
            assertEquals(expected.values(), header.values());
            assertEquals("untouched", header.elsewhere);
        }
    }

    @Test
    void nullsLeaveWhatTheConstructorMadeAsInTheReference() throws Exception
    {
        final byte[] frame =
            Frames.json("{\"code\":11,\"extFields\":{\"queue\":\"1\",\"born\":\"2\",\"unit\":\"true\",\"rate\":\"1\","
                + "\"group\":null,\"retries\":\"3\",\"batch\":null},\"opaque\":1}");
        final Header header = read(reader(Header.class), frame);
        final Header expected = RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice())
            .decodeCommandCustomHeader(Header.class);
        assertEquals(expected.values(), header.values());
        assertEquals("none", ((Base)header).group);
        assertEquals(3, header.retries);
        assertTrue(header.batch);
        assertNull(header.limit);
    }

    @Test
    void fixedFieldsPropertiesAndLettersAreThoseOfRecords()
    {
        final TypeReader<Whole> reader = reader(Whole.class);
        final Whole bare = read(reader, Frames.json("{\"opaque\":7,\"extFields\":{\"properties\":\"KEYS\\u0001k"
            + "\\u0002\"}}"));
        // A header without a code or language has 0 and JAVA in the reference.
        assertEquals(0, bare.code);
        assertSame(RemotingLanguage.JAVA, bare.language);
        assertEquals(9, bare.flag);
        assertEquals("no remark", bare.remark);
        assertNull(bare.body);
        assertNull(bare.tags);
        assertEquals("k", bare.keys);
        final Whole full = read(reader, Frames.binary(310, "re", "body", "i", "TAGS\1t\2KEYS\1k2\2", "b", "letter",
            "topic", "name"));
        assertEquals(310, full.code);
        assertEquals(0, full.flag);
        assertEquals("re", full.remark);
        assertArrayEquals("body".getBytes(), full.body);
        assertEquals("t", full.tags);
        assertEquals("k2", full.keys);
        assertEquals("letter", full.topic);
    }

    private void fails(final TypeReader<?> reader, final byte[] frame, final BindReason reason, final String member,
        final int offset, final String message)
    {
        final int made = Header.made;
        assertNull(read(reader, frame));
        assertEquals(message, reader.error().toMessage());
        assertEquals(message, reader.error().toException().getMessage());
        assertEquals(reason, reader.error().reason());
        assertEquals(member, reader.error().member());
        assertEquals(offset, reader.error().offset());
        // Nothing is half filled: it was not even made.
        assertEquals(made, Header.made);
    }

    @Test
    void errorsNameTypeFieldAndPlaceAsForRecords()
    {
        final TypeReader<Header> reader = reader(Header.class);
        fails(reader, Frames.binary(11, null, "", "born", "1", "unit", "true"), BindReason.MISSING, "queue",
            BindError.NOWHERE, "Header.queue: the ext field \"queue\" is missing");
        fails(reader, Frames.binary(11, null, "", "queue", "1", "unit", "true"), BindReason.MISSING, "born",
            BindError.NOWHERE, "Header.born: the ext field \"born\" is missing");
        final byte[] word =
            Frames.binary(11, null, "", "queue", "1", "born", "1", "unit", "", "unit", "true", "retries",
                "many");
        fails(reader, word, BindReason.NOT_A_NUMBER, "retries", word.length - 4,
            "Header.retries: the ext field \"retries\" is no number, at offset " + (word.length - 4));
        final byte[] great = Frames.binary(11, null, "", "born", "1", "unit", "true", "queue", "2147483648");
        fails(reader, great, BindReason.OUT_OF_RANGE, "queue", great.length - 10,
            "Header.queue: the ext field \"queue\" does not fit int, at offset " + (great.length - 10));
        fails(reader(Whole.class), Frames.binary(10, null, ""), BindReason.MISSING, "keys", BindError.NOWHERE,
            "Whole.keys: the property \"KEYS\" is missing");
        final byte[] broken = Frames.json("{");
        assertNull(read(reader, broken));
        assertEquals(BindReason.MALFORMED, reader.error().reason());
        assertNotNull(
            read(reader, Frames.binary(11, null, "", "queue", "1", "born", "1", "unit", "true", "rate", "1")));
    }

    @Test
    void privateClassesOfTheModuleAreWithinReachAndOthersNeedALookup()
    {
        final byte[] frame = Frames.binary(10, null, "", "a", "3");
        assertEquals(3, read(reader(BindAllocationTest.Total.class), frame).sum());
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> TypeBinding.of(
            BindAllocationTest.Total.class));
        assertTrue(refused.getMessage().contains("Total"), refused.getMessage());
        final Open open = TypeBinding.of(Open.class).reader().read(view.wrap(Frames.binary(10, null, "", "name", "n")));
        assertEquals("n", open.name);
    }

    @Test
    void whatTheConstructorThrowsLeavesAsItCame()
    {
        final byte[] frame = Frames.binary(10, null, "", "a", "3");
        assertThrows(ArithmeticException.class, () -> read(reader(Failing.class), frame));
        assertEquals(IOException.class, assertThrows(IllegalStateException.class, () -> read(reader(Checked.class),
            frame)).getCause().getClass());
    }

    private static void refused(final Class<?> type, final String words)
    {
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> TypeBinding.of(type,
            MethodHandles.lookup()));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @Test
    void classesThatCannotBeBoundAreRefusedAtOnce()
    {
        class Inner
        {
            @Required
            String outer;
        }
        refused(Inner.class, "Inner has no constructor without arguments: an inner class takes the object around");
        refused(Base.class, "Base is abstract");
        refused(Runnable.class, "has no annotated fields");
        refused(Object.class, "has no annotated fields");
        refused(int[].class, "has no annotated fields");
        refused(Fixed.class, "the field \"a\" of type java.lang.String is static or final, so that it cannot be set");
        refused(Shared.class, "the field \"a\" of type int is static or final");
        refused(Odd.class, "the field \"a\" of type float is of a type");
        refused(Both.class, "is tied to several places");
        // Two fields of one name on the wire, one of them inherited.
        refused(Again.class, "");
        assertFalse(reader(Failing.class).error().isPresent());
    }

    /** Everyone can make and fill this one. */
    public static class Open
    {
        /** The name. */
        @Required
        public String name;
    }

    private static final class Again extends Open
    {
        @Entry("name")
        private String again;
    }

    private static final class Fixed
    {
        @Entry("a")
        private final String a = null;
    }

    private static final class Shared
    {
        @Entry("a")
        private static int a;
    }

    private static final class Odd
    {
        @Entry("a")
        private float a;
    }

    private static final class Both
    {
        @Entry("a")
        @Property("b")
        private String a;
    }

    private static final class Failing
    {
        @Entry("a")
        private Integer a;

        Failing()
        {
            throw new ArithmeticException("never");
        }
    }

    private static final class Checked
    {
        @Entry("a")
        private Integer a;

        Checked() throws IOException
        {
            throw new IOException("never");
        }
    }
}
