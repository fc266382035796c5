package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.ProtonMessages;
import io.skim.scan.testing.ProtonVersions;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.apache.qpid.protonj2.types.messaging.Section;
import org.junit.jupiter.api.Test;

/**
 * Messages that the scanner takes say the same to Proton-J and protonj2: header, properties, and the names and simple
 * values of application properties. A peer that refuses one has a reason that is listed, which the message shows.
 */
class MessagePeersTest
{
    /** Everything, and into compound values: then all is checked. */
    private static final AmqpInterest DEEP =
        AmqpScanner.interest().everything().nested(AmqpField.values().length).build();
    /** What strict refuses on purpose and Proton-J 0.35.0 takes, wherever it stands. */
    private static final Set<Reason> POLICY = EnumSet.of(Reason.BOOLEAN_OCTET, Reason.CHAR_OUT_OF_RANGE,
        Reason.SYMBOL_NOT_ASCII, Reason.SECTION_ORDER, Reason.SECTION_REPEATED, Reason.BODY_MIXED);
    private static final AmqpInterest INTEREST = AmqpScanner.interest().everything().build();

    /** Ids and binaries, which have tests of their own, and the time of expiry. */
    private static final Set<String> NOT_COMPARED = Set.of("properties.message-id", "properties.correlation-id",
        "properties.user-id", "properties.absolute-expiry-time");
    private static final String ULONG_KEYS = "ulongs as keys of annotations";
    private static final String OWN_TYPES = "values that are described as AMQP's own types and are none";
    /** The descriptors of annotations. */
    private static final Set<String> ANNOTATIONS = Set.of("\"113\"", "\"114\"",
        "\"amqp:delivery-annotations:map\"", "\"amqp:message-annotations:map\"");
    /** Sections that Proton-J takes with null for a value: those that are maps, data and sequences. */
    private static final Set<Integer> NULLS = Set.of(0x71, 0x72, 0x74, 0x75, 0x76, 0x78);
    /** What strict refuses and lenient takes: maps that are null, a durable of 2. */
    private static final List<byte[]> ODDITIES = List.of(Frames.hex("00537140"), Frames.hex("00537240"), Frames.hex(
        "00537440"), Frames.hex("00537840"), Frames.hex("005370c003015602"));

    private final AmqpScanner scanner = new AmqpScanner();
    private final AmqpScanner lenient = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final TreeMap<String, Integer> quirks = new TreeMap<>();
    private final FrameView view = new FrameView();
    private final Decoder decoder = CodecFactory.getDefaultDecoder();
    private final Function<byte[], Map<String, Object>> strict = new ProtonMessages();
    private final Function<byte[], Map<String, Object>> old = ProtonVersions.oldMessages();
    private int byProton;
    private int byOld;
    private int byNext;
    private int notStrict;

    /** What matters of each section, by name; nulls and defaults are left out, as peers do not tell them apart. */
    private List<TreeMap<String, String>> scanned(final AmqpScanner by, final byte[] message)
    {
        final Sections sections = new Sections();
        return by.scan(view.wrap(message), INTEREST, sections) == Outcome.COMPLETE ? sections.found : null;
    }

    private static TreeMap<String, String> begun(final List<TreeMap<String, String>> sections, final String name)
    {
        sections.add(new TreeMap<>(Map.of("", name)));
        return sections.get(sections.size() - 1);
    }

    /** Notes the sections as they come. */
    private static final class Sections implements DataHandler
    {
        private final List<TreeMap<String, String>> found = new ArrayList<>();

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            begun(found, AmqpField.of(id).fieldName());
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            final AmqpField field = AmqpField.of(id);
            if (field.isSection())
            {
                begun(found, field.fieldName());
            }
            else if (!value.isNull())
            {
                put(found.get(found.size() - 1), field.fieldName(), AmqpTree.json(value).replaceAll("^\"|\"$", ""));
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            if (AmqpField.of(id) == AmqpField.APPLICATION_PROPERTIES)
            {
                final boolean simple = value.kind() == Kind.TEXT;
                found.get(found.size() - 1).put("property " + key.toText(), simple ? value.toText() : "?");
            }
            return Action.CONTINUE;
        }
    }

    private static void put(final Map<String, String> found, final String name, final Object value)
    {
        final boolean isDefault = value == null || value.toString().equals("false") || name.equals("header.priority")
            && value.toString().equals("4") || value.toString().equals("0")
                && (name.startsWith("header.")
                    || name.equals("properties.group-sequence") || name.endsWith("-time"));
        if (!isDefault && !NOT_COMPARED.contains(name))
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

    private static TreeMap<String, String> proton(final Function<byte[], Map<String, Object>> peer, final byte[] bytes)
    {
        final TreeMap<String, String> found = new TreeMap<>();
        peer.apply(bytes).forEach((name, value) -> {
            if (name.startsWith("property "))
            {
                found.put(name, value instanceof String text ? text : "?");
            }
            else
            {
                put(found, name, value);
            }
        });
        return found;
    }

    private List<TreeMap<String, String>> next(final byte[] bytes)
    {
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(bytes);
        final DecoderState state = decoder.newDecoderState();
        final List<TreeMap<String, String>> found = new ArrayList<>();
        while (left.isReadable())
        {
            final Section<?> section = (Section<?>)decoder.readObject(left, state);
            final TreeMap<String, String> facts = begun(found, name(section));
            if (section instanceof Header header)
            {
                putHeader(facts, header);
            }
            else if (section instanceof Properties properties)
            {
                putProperties(facts, properties);
            }
            else if (section instanceof ApplicationProperties properties)
            {
                putAll(facts, properties.getValue());
            }
        }
        return found;
    }

    private static String name(final Section<?> section)
    {
        return section.getType().name().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static void putHeader(final Map<String, String> found, final Header header)
    {
        put(found, "header.durable", header.isDurable());
        // It hands out the unsigned byte as a signed one.
        put(found, "header.priority", header.getPriority() & 0xFF);
        put(found, "header.ttl", header.hasTimeToLive() ? header.getTimeToLive() : null);
        put(found, "header.first-acquirer", header.isFirstAcquirer());
        put(found, "header.delivery-count", header.getDeliveryCount());
    }

    private static void putProperties(final Map<String, String> found, final Properties properties)
    {
        put(found, "properties.to", properties.getTo());
        put(found, "properties.subject", properties.getSubject());
        put(found, "properties.reply-to", properties.getReplyTo());
        put(found, "properties.content-type", properties.getContentType());
        put(found, "properties.content-encoding", properties.getContentEncoding());
        put(found, "properties.creation-time", properties.hasCreationTime() ? properties.getCreationTime() : null);
        put(found, "properties.group-id", properties.getGroupId());
        put(found, "properties.group-sequence", properties.hasGroupSequence() ? properties.getGroupSequence() : null);
        put(found, "properties.reply-to-group-id", properties.getReplyToGroupId());
    }

    private boolean check(final byte[] message)
    {
        final List<TreeMap<String, String>> found = scanned(scanner, message);
        if (found == null)
        {
            return false;
        }
        final String what = HexFormat.of().formatHex(message);
        final List<AmqpNode> sections = sections(message);
        byProton += agrees("proton-j", List.of(merged(found)), () -> List.of(proton(strict, message)),
            protonQuirk(sections), what);
        byNext += agrees("protonj2", found, () -> next(message), nextQuirk(sections), what);
        return true;
    }

    private static TreeMap<String, String> merged(final List<TreeMap<String, String>> sections)
    {
        final TreeMap<String, String> merged = new TreeMap<>();
        sections.forEach(merged::putAll);
        merged.remove("");
        return merged;
    }

    private static List<AmqpNode> sections(final byte[] message)
    {
        try
        {
            return AmqpStrict.read(message);
        }
        catch (final AmqpStrict.Refused e)
        {
            throw new AssertionError("what the scanner took is refused as values", e);
        }
    }

    /** What Proton-J 0.35.0 may refuse a message for, null if it has to take it. */
    private static String protonQuirk(final List<AmqpNode> sections)
    {
        final String quirk = AmqpAgreement.strictQuirk(sections);
        return hasUlongKey(sections) ? ULONG_KEYS : quirk == null && holdsOwnType(sections) ? OWN_TYPES : quirk;
    }

    /** What protonj2 may refuse a message for, null if it has to take it. */
    private static String nextQuirk(final List<AmqpNode> sections)
    {
        final String quirk = AmqpAgreement.nextQuirk(sections);
        final boolean isMisread = quirk != null && quirk.startsWith(AmqpAgreement.MISREADS);
        return !isMisread && hasUlongKey(sections) ? ULONG_KEYS
            : quirk == null && holdsOwnType(sections) ? OWN_TYPES : quirk;
    }

    /** Peers make objects of values that are described as AMQP's own, a target or an outcome: of lists alone. */
    private static boolean holdsOwnType(final List<AmqpNode> sections)
    {
        return sections.stream().flatMap(section -> section.children().get(1).all().stream()).flatMap(node -> node
            .type().equals("described") ? Stream.of(node.children().get(0)) : node.descriptors().stream()).anyMatch(
                descriptor -> descriptor.type().equals("symbol") && descriptor.json().startsWith("\"amqp:")
                    || descriptor.type().equals("ulong") && descriptor.json().matches("\"[0-9]{2,3}\""));
    }

    /** The standard has them reserved, and allows them. Of a footer the peers take them. */
    private static boolean hasUlongKey(final List<AmqpNode> sections)
    {
        return sections.stream().filter(section -> ANNOTATIONS.contains(section.children().get(0).json())).map(
            section -> section.children().get(1).children()).anyMatch(
                items -> IntStream.range(0, items.size())
                    .anyMatch(i -> i % 2 == 0 && items.get(i).type().equals("ulong")));
    }

    /** Whether a peer read what was found; that it refuses a message has to be listed, and ulongs as keys it refuses. */
    private int agrees(final String name, final List<TreeMap<String, String>> found,
        final Supplier<List<TreeMap<String, String>>> peer, final String quirk, final String what)
    {
        if (quirk != null && quirk.startsWith(AmqpAgreement.MISREADS))
        {
            quirks.merge(name + " " + quirk, 1, Integer::sum);
            return 0;
        }
        final List<TreeMap<String, String>> expected;
        try
        {
            expected = peer.get();
        }
        catch (final RuntimeException e)
        {
            if (quirk == null)
            {
                throw new AssertionError(name + " refuses " + what, e);
            }
            quirks.merge(name + " refuses " + quirk, 1, Integer::sum);
            return 0;
        }
        assertNotEquals(ULONG_KEYS, quirk, () -> name + " reads " + what);
        expected.forEach(section -> section.replaceAll(MessagePeersTest::quoted));
        assertEquals(expected, found, what);
        return 1;
    }

    private static String quoted(final String name, final String value)
    {
        final String quoted = AmqpNode.quote(value);
        return name.startsWith("property ") ? value : quoted.substring(1, quoted.length() - 1);
    }

    /** The sections of some messages, in any order. */
    private static List<byte[]> shuffled(final Random random, final byte[]... messages)
    {
        final List<byte[]> sections = new ArrayList<>();
        for (final byte[] message : messages)
        {
            final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(message));
            for (int from = 0; reader.next() == AmqpReader.VALUE; from = reader.position())
            {
                sections.add(Arrays.copyOfRange(message, from, reader.position()));
            }
        }
        Collections.shuffle(sections, random);
        return sections;
    }

    private void checkLenient(final Random random, final AmqpGenerator generator)
    {
        final List<byte[]> sections = shuffled(random, AmqpMessages.random(random, generator), AmqpMessages.random(
            random, generator));
        final List<AmqpNode> regular = sections(Frames.join(sections.toArray(byte[][]::new)));
        if (random.nextInt(4) == 0)
        {
            // Not shown to the reading of the standard, which would refuse them.
            sections.add(random.nextInt(sections.size() + 1), ODDITIES.get(random.nextInt(ODDITIES.size())));
        }
        final byte[] message = Frames.join(sections.toArray(byte[][]::new));
        final String what = HexFormat.of().formatHex(message);
        final List<TreeMap<String, String>> found = scanned(lenient, message);
        assertNotNull(found, () -> lenient.fault() + " " + what);
        byNext += agrees("protonj2", found, () -> next(message), nextQuirk(regular), what);
        notStrict += scanned(scanner, message) == null ? 1 : 0;
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
        assertTrue(byNext > frames / 4 && byProton > frames / 10, () -> byNext + " and " + byProton + ", " + quirks);
    }

    /** What strict takes Proton-J reads alike, but for its quirks; what it alone takes is refused on purpose. */
    void checkSpoiled(final byte[] message)
    {
        final String what = HexFormat.of().formatHex(message);
        if (scanner.scan(view.wrap(message), DEEP, (id, value) -> Action.CONTINUE) != Outcome.COMPLETE)
        {
            final Fault fault = scanner.fault();
            assertTrue(isPolicy(fault) || !ProtonMessages.takesAll(message) || AmqpAgreement.failsInAnEmptyArray(
                message), () -> "proton-j reads what is refused as " + fault + ": " + what);
            return;
        }
        final List<AmqpNode> sections = sections(message);
        final String quirk = protonQuirk(sections);
        final String oldQuirk = quirk == ULONG_KEYS ? quirk : oldQuirk(sections);
        final List<TreeMap<String, String>> found = List.of(merged(scanned(scanner, message)));
        byProton += agrees("proton-j", found, () -> List.of(proton(strict, message)), quirk, what);
        byOld += agrees("proton-j 0.34.1", found, () -> List.of(proton(old, message)), oldQuirk, what);
    }

    /** Keys of footers, and ids, Proton-J takes of any type, and sections that are null. */
    private static boolean isPolicy(final Fault fault)
    {
        return POLICY.contains(fault.reason()) || fault.reason() == Reason.SECTION_VALUE_TYPE && fault.claimed() == 0x40
            && NULLS.contains((int)fault.available())
            || fault.reason() == Reason.KEY_TYPE && fault.available() == 0x78
            || fault
                .reason() == Reason.FIELD_TYPE && (fault.available() == 0 || fault.available() == 5);
    }

    private static String oldQuirk(final List<AmqpNode> sections)
    {
        final String quirk = AmqpAgreement.oldQuirk(sections);
        return quirk == null && holdsOwnType(sections) ? OWN_TYPES : quirk;
    }

    /** The head of a message and the tail of another, cut anywhere. */
    private static byte[] spliced(final Random random, final byte[] head, final byte[] tail)
    {
        return Frames.join(Arrays.copyOf(head, random.nextInt(head.length + 1)),
            Arrays.copyOfRange(tail, random.nextInt(
                tail.length + 1), tail.length));
    }

    @Test
    void spoiledMessagesSayTheSameToProtonOrAreRefusedOnPurpose()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        final int frames = Settings.frames(12_000);
        byte[] previous = new byte[0];
        for (int frame = 0; frame < frames; frame += 4)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            try
            {
                checkSpoiled(mutator.mutated(message));
                checkSpoiled(mutator.mutated(message));
                checkSpoiled(mutator.mutated(message));
                checkSpoiled(spliced(random, previous, message));
            }
            catch (final AssertionError e)
            {
                fail("-Dskim.seed=" + seed + ", frame " + frame, e);
            }
            previous = message;
        }
        assertTrue(byProton > frames / 40 && byOld > frames / 40, () -> byProton + " and " + byOld + ", " + quirks);
    }

    @Test
    void sectionsInAnyOrderSayTheSameToLenientAndToProtonj2()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final int frames = Settings.frames(6_000);
        for (int frame = 0; frame < frames; frame++)
        {
            try
            {
                checkLenient(random, generator);
            }
            catch (final AssertionError e)
            {
                fail("-Dskim.seed=" + seed + ", frame " + frame, e);
            }
        }
        assertTrue(byNext > frames / 4 && notStrict > frames / 2, () -> byNext + " and " + notStrict + ", " + quirks);
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
