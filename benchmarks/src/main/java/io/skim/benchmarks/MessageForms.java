package io.skim.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.EncoderState;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.Data;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Properties;

/**
 * The forms of an AMQP message, of a map and of nested lists that a peer may choose, as protonj2 writes them.
 */
final class MessageForms
{
    /** Odd, so that each of four handlers sees each message. */
    private static final int MESSAGES = 31;
    private static final int SEED = 22;
    private static final String CJK = "\u8ba2\u5355\u652f\u4ed8\u6210\u529f\u5317\u4eac\u6771\u4eac";

    private MessageForms()
    {
    }

    /** A map's form: its names, and encoded maps of ints in an order of their own each. */
    record Maps(List<String> names, byte[][] regions)
    {
        /** What contenders make of a map they read. */
        static int sum(final List<String> names, final Map<?, ?> map)
        {
            int sum = 0;
            for (int i = 0; i < names.size(); i++)
            {
                sum += (i + 1) * (Integer)map.get(names.get(i));
            }
            return sum;
        }
    }

    /** What a form changes. */
    private static final class Message
    {
        private final Random random;
        private final Map<String, Object> properties = new LinkedHashMap<>();
        private final Map<Symbol, Object> annotations = new LinkedHashMap<>();

        Message(final int number)
        {
            random = new Random(SEED * 1000L + number);
            final List<Map.Entry<String, Object>> all =
                new ArrayList<>(List.of(Map.entry("region", "eu-west-" + number),
                    Map.entry("tenant", "tenant-" + random.nextInt(100)), Map.entry("attempt", random.nextInt(9)),
                    Map.entry(
                        "eventType", "order.created"),
                    Map.entry("amount", random.nextLong()), Map.entry("replayed", random
                        .nextBoolean()),
                    Map.entry("source", "gateway"), Map.entry(AmqpMessages.PROPERTY, random
                        .nextBoolean() ? 30 : random.nextInt(3000)),
                    Map.entry("schema", "s" + number), Map.entry(
                        "batch", random.nextInt())));
            Collections.shuffle(all, random);
            all.forEach(property -> properties.put(property.getKey(), property.getValue()));
            annotations.put(Symbol.valueOf("x-opt-jms-msg-type"), (byte)0);
            annotations.put(Symbol.valueOf("x-opt-jms-dest"), (byte)1);
        }

        /** The names get something behind them; all but the one that is asked for. */
        void rename(final String more)
        {
            final Map<String, Object> old = new LinkedHashMap<>(properties);
            properties.clear();
            old.forEach(
                (name, value) -> properties.put(name.equals(AmqpMessages.PROPERTY) ? name : name + more, value));
        }

        /** More properties, before the others. */
        void add(final int more, final String name, final Object value)
        {
            final Map<String, Object> old = new LinkedHashMap<>(properties);
            properties.clear();
            IntStream.range(0, more).forEach(i -> properties.put(name + i, value));
            properties.putAll(old);
        }

        byte[] encode()
        {
            final Header header = new Header().setDurable(true).setPriority((byte)4).setTimeToLive(60_000L);
            final Properties fields = new Properties().setMessageId("ID:9f2c7a1e-0d6b-4f4f-8f2a-" + random.nextInt(
                1_000_000)).setTo("orders/created").setCorrelationId("c-" + random.nextInt(10_000)).setContentType(
                    "application/json")
                .setCreationTime(1_700_000_000_000L + random.nextInt());
            return MessageForms.encode(header, new MessageAnnotations(annotations), fields, new ApplicationProperties(
                properties), new Data(new byte[64]));
        }
    }

    /** Messages by the name of their form, the base form first. */
    static Map<String, byte[][]> messages()
    {
        final Map<String, BiConsumer<Message, Random>> forms = new LinkedHashMap<>();
        forms.put(HeaderForms.BASE, (message, random) -> {
        });
        forms.put("names of 15 to 24 letters", (message, random) -> message.rename("-as-it-was-sent"));
        forms.put("names of 40 letters and more",
            (message, random) -> message.rename("-with-a-prefix-of-a-careful-organization"));
        forms.put("40 properties", (message, random) -> message.add(30, "p", "value"));
        forms.put("300 properties", (message, random) -> message.add(290, "p", "value"));
        forms.put("300 properties of ints", (message, random) -> message.add(290, "p", 7));
        forms.put("values of 200 characters", (message, random) -> message.add(3, "text", "0123456789".repeat(20)));
        forms.put("values of 8 KB", (message, random) -> message.add(1, "text", "plain text ".repeat(745)));
        forms.put("30 annotations",
            (message, random) -> IntStream.range(0, 28).forEach(i -> message.annotations.put(Symbol
                .valueOf("x-opt-annotation-" + i), i)));
        return forms(forms);
    }

    /** Messages with values that are not made into numbers: they are only asked for a property. */
    static Map<String, byte[][]> mixedMessages()
    {
        final Map<String, BiConsumer<Message, Random>> forms = new LinkedHashMap<>();
        forms.put("values in Chinese", (message, random) -> message.add(3, "text", CJK));
        forms.put("values of 8 KB in Chinese", (message, random) -> message.add(1, "text", CJK.repeat(273)));
        forms.put("values of 27 KB in Chinese", (message, random) -> message.add(1, "text", CJK.repeat(921)));
        forms.put("nested lists in an annotation",
            (message, random) -> message.annotations.put(Symbol.valueOf("x-opt-list"),
                nested(16, random)));
        return forms(forms);
    }

    private static Map<String, byte[][]> forms(final Map<String, BiConsumer<Message, Random>> forms)
    {
        final Map<String, byte[][]> messages = new LinkedHashMap<>();
        forms.forEach((name, form) -> messages.put(name, IntStream.range(0, MESSAGES).mapToObj(number -> {
            final Message message = new Message(number);
            form.accept(message, message.random);
            return message.encode();
        }).toArray(byte[][]::new)));
        return messages;
    }

    /** Maps by the name of their form, the base form first. */
    static Map<String, Maps> maps()
    {
        final Map<String, Maps> maps = new LinkedHashMap<>();
        maps.put(HeaderForms.BASE, map(AmqpValues.names()));
        for (final int length : new int[] {3, 8, 14, 15, 16, 24, 40})
        {
            maps.put("names of " + length + " letters", map(IntStream.range(0, AmqpValues.TEN).mapToObj(i -> "x".repeat(
                length - 2) + (char)('a' + i) + (char)('a' + i)).toList()));
        }
        maps.put("names that differ in front", map(IntStream.range(0, AmqpValues.TEN).mapToObj(i -> (char)('a' + i)
            + "-opt-sequence-number").toList()));
        return maps;
    }

    private static Maps map(final List<String> names)
    {
        return new Maps(names, IntStream.range(0, MESSAGES).mapToObj(number -> {
            final Random random = new Random(SEED * 1000L + number);
            final List<String> order = new ArrayList<>(names);
            Collections.shuffle(order, random);
            final Map<String, Object> map = new LinkedHashMap<>();
            order.forEach(name -> map.put(name, AmqpValues.number(number, random)));
            return AmqpValues.encode(map);
        }).toArray(byte[][]::new));
    }

    /** Lists of ints, each with another list in it, by their depth. */
    static Map<String, byte[][]> lists()
    {
        final Map<String, byte[][]> lists = new LinkedHashMap<>();
        for (final int depth : new int[] {1, 4, 16, 60})
        {
            lists.put(depth == 1 ? HeaderForms.BASE : "lists " + depth + " deep", IntStream.range(0, MESSAGES).mapToObj(
                number -> AmqpValues.encode(nested(depth, new Random(number)))).toArray(byte[][]::new));
        }
        return lists;
    }

    private static List<Object> nested(final int depth, final Random random)
    {
        final List<Object> list = new ArrayList<>(List.of(random.nextInt(), random.nextInt(100), random.nextInt()));
        if (depth > 1)
        {
            list.add(random.nextInt(4), nested(depth - 1, random));
        }
        return list;
    }

    private static byte[] encode(final Object... sections)
    {
        final Encoder encoder = CodecFactory.getDefaultEncoder();
        final EncoderState state = encoder.newEncoderState();
        final ProtonBuffer buffer = ProtonBufferAllocator.defaultAllocator().allocate();
        for (final Object section : sections)
        {
            encoder.writeObject(buffer, state, section);
        }
        final byte[] message = new byte[buffer.getReadableBytes()];
        buffer.readBytes(message, 0, message.length);
        return message;
    }
}
