package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.message.Message;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.junit.jupiter.api.Test;

/**
 * Messages that the scanner takes say the same to Proton-J and protonj2: header, properties, and the names and simple
 * values of application properties.
 */
class MessagePeersTest
{
    private static final AmqpInterest INTEREST = AmqpScanner.interest().everything().build();

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();
    private final Decoder decoder = CodecFactory.getDefaultDecoder();
    private int byProton;
    private int byNext;

    /** What matters, by name; what is null or a default is left out, since the peers do not tell these apart. */
    private TreeMap<String, String> scanned(final byte[] message)
    {
        final TreeMap<String, String> found = new TreeMap<>();
        final Outcome outcome = scanner.scan(view.wrap(message), INTEREST, new DataHandler()
        {
            @Override
            public Action onField(final int id, final Cursor value)
            {
                final AmqpField field = AmqpField.of(id);
                if ((field.section == SectionReader.HEADER || field.section == SectionReader.PROPERTIES) && !value
                    .isNull())
                {
                    put(found, field.fieldName(), AmqpTree.json(value).replaceAll("^\"|\"$", ""));
                }
                return Action.CONTINUE;
            }

            @Override
            public Action onEntry(final int id, final Cursor key, final Cursor value)
            {
                if (AmqpField.of(id) == AmqpField.APPLICATION_PROPERTIES)
                {
                    final boolean simple = value.kind() == io.skim.scan.Kind.TEXT;
                    found.put("property " + key.toText(), simple ? value.toText() : "?");
                }
                return Action.CONTINUE;
            }
        });
        return outcome == Outcome.COMPLETE ? found : null;
    }

    private static void put(final Map<String, String> found, final String name, final Object value)
    {
        final boolean isDefault = value == null || value.toString().equals("false") || name.equals("header.priority")
            && value.toString().equals("4") || value.toString().equals("0")
                && (name.startsWith("header.")
                    || name.equals("properties.group-sequence") || name.endsWith("-time"));
        if (!isDefault)
        {
            found.put(name, value.toString());
        }
    }

    private static void putAll(final Map<String, String> found, final Map<?, ?> properties)
    {
        if (properties != null)
        {
            properties.forEach((key, value) -> found.put("property " + key, value instanceof String text ? text : "?"));
        }
    }

    private static TreeMap<String, String> proton(final byte[] bytes)
    {
        final Message message = Message.Factory.create();
        message.decode(ReadableBuffer.ByteBufferReader.wrap(bytes));
        final TreeMap<String, String> found = new TreeMap<>();
        final org.apache.qpid.proton.amqp.messaging.Header header = message.getHeader();
        if (header != null)
        {
            put(found, "header.durable", header.getDurable());
            put(found, "header.priority", header.getPriority());
            put(found, "header.ttl", header.getTtl());
            put(found, "header.first-acquirer", header.getFirstAcquirer());
            put(found, "header.delivery-count", header.getDeliveryCount());
        }
        final org.apache.qpid.proton.amqp.messaging.Properties properties = message.getProperties();
        if (properties != null)
        {
            put(found, "properties.to", properties.getTo());
            put(found, "properties.subject", properties.getSubject());
            put(found, "properties.reply-to", properties.getReplyTo());
            put(found, "properties.content-type", properties.getContentType());
            put(found, "properties.content-encoding", properties.getContentEncoding());
            put(found, "properties.creation-time", properties.getCreationTime() == null ? null : properties
                .getCreationTime().getTime());
            put(found, "properties.group-id", properties.getGroupId());
            put(found, "properties.group-sequence", properties.getGroupSequence());
            put(found, "properties.reply-to-group-id", properties.getReplyToGroupId());
        }
        putAll(found,
            message.getApplicationProperties() == null ? null : message.getApplicationProperties().getValue());
        return found;
    }

    private TreeMap<String, String> next(final byte[] bytes)
    {
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(bytes);
        final DecoderState state = decoder.newDecoderState();
        final TreeMap<String, String> found = new TreeMap<>();
        while (left.isReadable())
        {
            final Object section = decoder.readObject(left, state);
            if (section instanceof Header header)
            {
                put(found, "header.durable", header.isDurable());
                // It hands out the unsigned byte as a signed one.
                put(found, "header.priority", header.getPriority() & 0xFF);
                put(found, "header.ttl", header.hasTimeToLive() ? header.getTimeToLive() : null);
                put(found, "header.first-acquirer", header.isFirstAcquirer());
                put(found, "header.delivery-count", header.getDeliveryCount());
            }
            else if (section instanceof Properties properties)
            {
                put(found, "properties.to", properties.getTo());
                put(found, "properties.subject", properties.getSubject());
                put(found, "properties.reply-to", properties.getReplyTo());
                put(found, "properties.content-type", properties.getContentType());
                put(found, "properties.content-encoding", properties.getContentEncoding());
                put(found, "properties.creation-time",
                    properties.hasCreationTime() ? properties.getCreationTime() : null);
                put(found, "properties.group-id", properties.getGroupId());
                put(found, "properties.group-sequence", properties.hasGroupSequence() ? properties.getGroupSequence()
                    : null);
                put(found, "properties.reply-to-group-id", properties.getReplyToGroupId());
            }
            else if (section instanceof ApplicationProperties properties)
            {
                putAll(found, properties.getValue());
            }
        }
        return found;
    }

    private boolean check(final byte[] message)
    {
        final TreeMap<String, String> found = scanned(message);
        if (found == null)
        {
            return false;
        }
        // Not compared: ids and binaries, which have tests of their own, and the time of expiry.
        found.keySet().removeAll(List.of("properties.message-id", "properties.correlation-id", "properties.user-id",
            "properties.absolute-expiry-time"));
        final String what = HexFormat.of().formatHex(message);
        byProton += agrees(found, () -> proton(message), what);
        byNext += isMisread(message) ? 0 : agrees(found, () -> next(message), what);
        return true;
    }

    /** Protonj2 loses its way in arrays of values that are described twice. */
    private static boolean isMisread(final byte[] message)
    {
        try
        {
            return AmqpStrict.read(message).stream().flatMap(section -> section.all().stream()).anyMatch(node -> node
                .descriptors().size() > 1);
        }
        catch (final AmqpStrict.Refused e)
        {
            return false;
        }
    }

    /** A peer may refuse: then there are values in the message that it cannot read, listed in {@code AmqpAgreement}. */
    private static int agrees(final TreeMap<String, String> found,
        final java.util.function.Supplier<TreeMap<String, String>> peer, final String what)
    {
        final TreeMap<String, String> expected;
        try
        {
            expected = peer.get();
        }
        catch (final RuntimeException e)
        {
            return 0;
        }
        expected.replaceAll((name, value) -> {
            final String quoted = AmqpNode.quote(value);
            return name.startsWith("property ") ? value : quoted.substring(1, quoted.length() - 1);
        });
        assertEquals(expected, found, what);
        return 1;
    }

    @Test
    void theVectorsSayTheSameToAll()
    {
        AmqpVectors.messages().forEach(vector -> assertTrue(check(vector.bytes()), vector::id));
        assertTrue(byNext == 43 && byProton > 20, () -> byNext + " and " + byProton);
    }

    @Test
    void generatedMessagesSayTheSameToAll()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final int frames = Settings.frames(8_000);
        for (int frame = 0; frame < frames; frame++)
        {
            try
            {
                check(AmqpMessages.random(random, generator));
            }
            catch (final AssertionError e)
            {
                fail("-Dskim.seed=" + seed + ", frame " + frame, e);
            }
        }
        assertTrue(byNext > frames / 4 && byProton > frames / 10, () -> byNext + " and " + byProton);
    }

    @Test
    void capturedMessagesSayTheSameToAll() throws IOException
    {
        int messages = 0;
        for (final Path folder : List.of(Captures.root().resolve("docs/captures"), Captures.root().resolve(
            "../shared/captures").normalize()))
        {
            for (final Path file : captures(folder))
            {
                for (final ByteBuffer left = ByteBuffer.wrap(Files.readAllBytes(file)); left.hasRemaining(); messages++)
                {
                    final byte[] message = new byte[left.getInt()];
                    left.get(message);
                    assertTrue(check(message), () -> file + ": " + scanner.fault());
                }
            }
        }
        final int seen = messages;
        assertTrue(seen >= 20 && byNext == seen, () -> seen + " messages, " + byNext + " and " + byProton);
    }

    private static List<Path> captures(final Path folder) throws IOException
    {
        if (!Files.isDirectory(folder))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder))
        {
            return files.filter(file -> file.toString().endsWith(".amqp-messages")).sorted().toList();
        }
    }
}
