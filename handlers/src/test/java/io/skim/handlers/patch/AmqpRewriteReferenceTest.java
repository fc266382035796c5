package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpPeer;
import io.skim.scan.testing.AmqpStrict;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.ProtonJ;
import io.skim.scan.testing.Protonj2;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.qpid.proton.message.Message;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.junit.jupiter.api.Test;

/**
 * Edits made by patching, against the same edits made on what was read: by a plain reader of the standard, by Proton-J
 * and by protonj2. A failure names its seed; {@code -Dskim.seed} repeats it, {@code -Dskim.frames} makes the run
 * longer.
 */
class AmqpRewriteReferenceTest
{
    private static final int MESSAGES = 40_000;
    private static final int LENIENT_MESSAGES = 10_000;

    private final FrameView view = new FrameView();
    private final AmqpReader reader = new AmqpReader();
    private final List<AmqpPeer> peers = List.of(new ProtonJ(), new Protonj2());
    private int patched;
    private int refused;
    private int inPlace;
    private int read;
    private int repeated;
    private Strictness strictness = Strictness.STRICT;

    @Test
    void generatedMessagesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        for (int i = 0; i < Settings.frames(MESSAGES); i++)
        {
            final byte[] message = AmqpMessages.random(random, generator);
            check(message, new AmqpEditModel(random, random.nextInt(4) == 0), "seed " + seed + ", message " + i + ": "
                + HexFormat.of().formatHex(message));
        }
        assertTrue(patched > refused && read > patched / 2 && (inPlace > 100 || isFew(MESSAGES)),
            patched + " patched, " + refused
                + " refused, " + inPlace + " in place, " + read + " read by peers");
    }

    @Test
    void spoiltMessagesAreLeftAloneOrReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int i = 0; i < Settings.frames(MESSAGES); i++)
        {
            final byte[] message = mutator.mutated(AmqpMessages.random(random, generator));
            check(message, new AmqpEditModel(random, random.nextInt(4) == 0), "seed " + seed + ", message " + i + ": "
                + HexFormat.of().formatHex(message));
        }
        assertTrue(patched > 100 && refused > 1_000 || isFew(MESSAGES), patched + " patched, " + refused + " refused");
    }

    /** Whether fewer messages are wanted than some counts are meant for. */
    private static boolean isFew(final int usual)
    {
        return Settings.frames(usual) < usual;
    }

    @Test
    void messagesThatLenientAloneTakesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws Exception
    {
        strictness = Strictness.LENIENT;
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        int strict = 0;
        for (int i = 0; i < Settings.frames(LENIENT_MESSAGES); i++)
        {
            final byte[] message = odd(random, AmqpMessages.random(random, generator));
            final AmqpEditModel model = new AmqpEditModel(random, random.nextInt(4) == 0);
            strict += new AmqpRewriter(model.builder.build()).rewrite(view.wrap(message)) ? 1 : 0;
            check(message, model, "seed " + seed + ", message " + i + ": " + HexFormat.of().formatHex(message));
        }
        assertTrue(patched > strict * 3 / 2 && read > patched / 2 && (repeated > 50 || isFew(LENIENT_MESSAGES)),
            patched + " patched, " + strict
                + " also by strict, " + refused + " malformed, " + repeated + " repeated, " + read + " read by peers");
    }

    /** Sections in another order or twice, keys of another type, null for a map: all that lenient takes besides. */
    private byte[] odd(final Random random, final byte[] message)
    {
        final List<byte[]> parts = new ArrayList<>();
        reader.wrap(view.wrap(message));
        int from = 0;
        while (reader.next() == AmqpReader.VALUE)
        {
            parts.add(Arrays.copyOfRange(message, from, reader.position()));
            from = reader.position();
        }
        if (random.nextInt(4) == 0)
        {
            Collections.shuffle(parts, random);
        }
        else if (parts.size() > 1)
        {
            // As rhea writes a footer: in front of the body.
            parts.add(parts.size() - 2, parts.remove(parts.size() - 1));
        }
        if (random.nextInt(20) == 0 && !parts.isEmpty())
        {
            parts.add(random.nextInt(parts.size() + 1), parts.get(random.nextInt(parts.size())));
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(part -> out.writeBytes(oddMap(random, part)));
        return out.toByteArray();
    }

    private byte[] oddMap(final Random random, final byte[] section)
    {
        reader.wrap(view.wrap(section)).next();
        reader.enter();
        reader.next();
        final boolean keys = reader.next() == AmqpReader.VALUE && reader.kind() == Kind.MAP;
        if (!keys || random.nextInt(3) > 0)
        {
            return section;
        }
        if (random.nextInt(4) == 0)
        {
            final byte[] empty = Arrays.copyOf(section, reader.constructorOffset() + 1);
            empty[empty.length - 1] = 0x40;
            return empty;
        }
        reader.enter();
        while (reader.next() == AmqpReader.VALUE)
        {
            final int code = section[reader.constructorOffset()] & 0xFF;
            final boolean text = (code & 0xEF) == 0xA1 || (code & 0xEF) == 0xA3;
            if (text && random.nextInt(3) == 0 && Words.isAscii(section, reader.offset(), reader.length()))
            {
                section[reader.constructorOffset()] = (byte)(code ^ 0xA1 ^ 0xA3);
            }
            reader.next();
        }
        return section;
    }

    @Test
    void captureMessagesReadAfterwardsAsIfTheyHadBeenDecodedAndEdited() throws Exception
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (final byte[] message : captures())
        {
            for (int i = 0; i < 20; i++)
            {
                check(message, new AmqpEditModel(random, i % 4 == 0), "seed " + seed + ": " + HexFormat.of().formatHex(
                    message));
            }
        }
        assertTrue(patched > 100 && refused == 0, patched + " patched, " + refused + " refused");
    }

    /** Edits that turn every plain text around and exchange every number and boolean of the header, or undo that. */
    private static AmqpEdits turning(final List<List<AmqpNode>> sections, final boolean back)
    {
        final AmqpEdits.Builder edits = AmqpEdits.builder().allowBareMessage();
        final List<AmqpNode> header = sections.get(0).isEmpty() ? List.of() : sections.get(0).get(0).children();
        for (int field = 0; field < header.size(); field++)
        {
            final JSONObject value = JSON.parseObject(header.get(field).notation());
            final AmqpField named = AmqpField.of(AmqpField.DURABLE.ordinal() + field);
            if (value.containsKey("boolean"))
            {
                edits.set(named, AmqpEditValue.ofBoolean(value.getBoolean("boolean") == back));
            }
            else if (value.containsKey("ubyte"))
            {
                edits.set(named, AmqpEditValue.ofUbyte(back ? value.getIntValue("ubyte") : 200));
            }
            else if (value.getLongValue("uint") > 0)
            {
                edits.set(named, AmqpEditValue.ofUint(back ? value.getLongValue("uint") : 3));
            }
        }
        turnEntries(edits, AmqpField.DELIVERY_ANNOTATIONS, sections.get(1), back);
        turnEntries(edits, AmqpField.MESSAGE_ANNOTATIONS, sections.get(2), back);
        turnEntries(edits, AmqpField.APPLICATION_PROPERTIES, sections.get(4), back);
        return edits.build();
    }

    private static void turnEntries(final AmqpEdits.Builder edits, final AmqpField field, final List<AmqpNode> section,
        final boolean back)
    {
        final List<AmqpNode> entries = section.isEmpty() ? List.of() : section.get(0).children();
        for (int i = 0; i < entries.size(); i += 2)
        {
            final JSONObject key = JSON.parseObject(entries.get(i).notation());
            final JSONObject value = JSON.parseObject(entries.get(i + 1).notation());
            final String name = key.getString(field == AmqpField.APPLICATION_PROPERTIES ? "string" : "symbol");
            final boolean symbol = value.containsKey("symbol");
            if (name != null && (symbol || value.containsKey("string")))
            {
                final String text = value.getString(symbol ? "symbol" : "string");
                final String turned = back ? text : new StringBuilder(text).reverse().toString();
                edits.set(field, name, symbol ? AmqpEditValue.ofSymbol(turned) : AmqpEditValue.ofString(turned));
            }
        }
    }

    @Test
    void patchedInPlaceAndBackIsWhatItWas() throws Exception
    {
        int changed = 0;
        for (final byte[] original : captures())
        {
            final List<List<AmqpNode>> sections = AmqpMessages.read(original);
            final byte[] message = original.clone();
            for (final boolean back : new boolean[] {false, true})
            {
                final AmqpRewriter rewriter = new AmqpRewriter(turning(sections, back));
                assertTrue(rewriter.rewrite(view.wrap(message)));
                assertTrue(rewriter.patch().isInPlace(), () -> HexFormat.of().formatHex(original));
                assertTrue(rewriter.patch().applyInPlace(message, 0));
                changed += Arrays.equals(original, message) ? 0 : 1;
            }
            assertArrayEquals(original, message);
        }
        assertTrue(changed > 50, changed + " changed");
    }

    @Test
    void editsOfWhatIsNotThereAndOfWhatIsThereAlreadyChangeNoByte() throws Exception
    {
        for (final byte[] message : captures())
        {
            final AmqpRewriter rewriter = new AmqpRewriter(turning(AmqpMessages.read(message), true));
            assertTrue(rewriter.rewrite(view.wrap(message)));
            assertFalse(rewriter.patch().isChanged());
            assertArrayEquals(message, Patches.written(rewriter.patch(), message));
        }
    }

    /** The messages of all captures: those in the repository, and where they lie beside the checkout, those too. */
    static List<byte[]> captures() throws IOException
    {
        final List<byte[]> messages = new ArrayList<>();
        for (final Path folder : List.of(Captures.root().resolve("docs/captures"), Captures.root().resolve(
            "../shared/captures").normalize()))
        {
            if (Files.isDirectory(folder))
            {
                addMessages(messages, folder);
            }
        }
        return messages;
    }

    private static void addMessages(final List<byte[]> messages, final Path folder) throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            for (final Path file : files.filter(name -> name.toString().endsWith(".amqp-messages")).sorted().toList())
            {
                final ByteBuffer rest = ByteBuffer.wrap(Files.readAllBytes(file));
                while (rest.hasRemaining())
                {
                    final byte[] message = new byte[rest.getInt()];
                    rest.get(message);
                    messages.add(message);
                }
            }
        }
    }

    void check(final byte[] message, final AmqpEditModel model, final String what) throws Exception
    {
        final byte[] before = message.clone();
        final AmqpRewriter rewriter = new AmqpRewriter(model.builder.build(), Limits.DEFAULT, strictness);
        final boolean ready = rewriter.rewrite(view.wrap(message));
        final List<List<AmqpNode>> sections;
        try
        {
            sections = read(message);
        }
        catch (final AmqpStrict.Refused e)
        {
            // What is passed over by its size may be malformed; nobody has looked.
            refused++;
            if (ready)
            {
                Patches.written(rewriter.patch(), message);
            }
            assertArrayEquals(before, message, what);
            return;
        }
        if (!ready && rewriter.patch().refusal() == Refusal.SECTION_REPEATED)
        {
            repeated++;
            assertTrue(sections.subList(0, 5).stream().anyMatch(each -> each.size() > 1), what);
            assertArrayEquals(before, message, what);
            return;
        }
        assertTrue(ready, () -> what + " " + rewriter.patch().refusal() + " " + rewriter.fault());
        patched++;
        final byte[] result = Patches.written(rewriter.patch(), message);
        assertArrayEquals(before, message, what);
        final List<List<AmqpNode>> found = read(result);
        final Map<Integer, byte[]> rawBefore = raw(message);
        final Map<Integer, byte[]> rawAfter = raw(result);
        for (int section = 0; section < sections.size(); section++)
        {
            if (model.edits(section))
            {
                assertEquals(model.edited(section, first(sections, section)), first(found, section) == null ? List.of()
                    : AmqpEditModel.told(section, first(found, section).children()), what);
                assertEquals(untouched(message, section, model), untouched(result, section, model), what);
            }
            else
            {
                assertArrayEquals(rawBefore.get(section), rawAfter.get(section), what);
            }
        }
        assertEquals(rewriter.patch().isChanged(), !Arrays.equals(message, result), what);
        if (rewriter.patch().isInPlace())
        {
            inPlace++;
            assertTrue(rewriter.patch().applyInPlace(before, 0));
            assertArrayEquals(result, before, what);
        }
        checkPeers(message, result, what);
    }

    private List<List<AmqpNode>> read(final byte[] message) throws AmqpStrict.Refused
    {
        return strictness == Strictness.STRICT ? AmqpMessages.read(message) : AmqpMessages.readInAnyOrder(message);
    }

    private static AmqpNode first(final List<List<AmqpNode>> sections, final int section)
    {
        return sections.get(section).isEmpty() ? null : sections.get(section).get(0);
    }

    private void checkPeers(final byte[] message, final byte[] result, final String what) throws Exception
    {
        for (final AmqpPeer peer : peers)
        {
            // Their own defects do not count: arrays without bytes are misread or refused, and where the misread bytes
            // begin a map, protonj2 makes one of the count that it takes from them.
            String before = null;
            try
            {
                before = peer.read(message);
            }
            catch (final Exception | OutOfMemoryError e)
            {
                before = null;
            }
            if (!peer.expected(AmqpStrict.read(message)).equals(before))
            {
                continue;
            }
            assertEquals(peer.expected(AmqpStrict.read(result)), peer.read(result), what);
            read++;
        }
    }

    /** The bytes of the sections, by their rank. */
    private Map<Integer, byte[]> raw(final byte[] message) throws AmqpStrict.Refused
    {
        final Map<Integer, ByteArrayOutputStream> all = new HashMap<>();
        reader.wrap(view.wrap(message));
        int from = 0;
        while (reader.next() == AmqpReader.VALUE)
        {
            final byte[] section = Arrays.copyOfRange(message, from, reader.position());
            from = reader.position();
            all.computeIfAbsent(rank(section), key -> new ByteArrayOutputStream()).writeBytes(section);
        }
        assertEquals(message.length, from);
        final Map<Integer, byte[]> raw = new HashMap<>();
        all.forEach((rank, bytes) -> raw.put(rank, bytes.toByteArray()));
        return raw;
    }

    private static int rank(final byte[] section) throws AmqpStrict.Refused
    {
        final List<List<AmqpNode>> sections = AmqpMessages.readInAnyOrder(section);
        int rank = 0;
        while (sections.get(rank).isEmpty())
        {
            rank++;
        }
        return rank;
    }

    /** The entries of a map section that no edit names, octet for octet and in their order. */
    private List<String> untouched(final byte[] message, final int section, final AmqpEditModel model)
        throws AmqpStrict.Refused
    {
        final List<String> entries = new ArrayList<>();
        final byte[] bytes = raw(message).get(section);
        if (AmqpEditModel.hasFields(section) || bytes == null)
        {
            return entries;
        }
        reader.wrap(view.wrap(bytes)).next();
        reader.enter();
        reader.next();
        reader.next();
        if (reader.kind() == Kind.NULL)
        {
            return entries;
        }
        reader.enter();
        while (reader.next() == AmqpReader.VALUE)
        {
            final int from = reader.constructorOffset();
            final byte[] key = Arrays.copyOfRange(bytes, from, reader.position());
            final AmqpNode node = AmqpStrict.read(key).get(0);
            reader.next();
            final boolean named = Arrays.stream(AmqpEditModel.KEYS).anyMatch(each -> model.keys.contains(section + each)
                && node.notation().equals((section == 4 ? "{\"string\":\"" : "{\"symbol\":\"") + each + "\"}"));
            if (!named)
            {
                entries.add(HexFormat.of().formatHex(bytes, from, reader.position()));
            }
        }
        return entries;
    }

    @Test
    void theLibrariesSeeTheEditsInTheirOwnTypes() throws IOException
    {
        final AmqpRewriter rewriter = new AmqpRewriter(AmqpEdits.builder().ttl(30_000)
            .set(AmqpField.PRIORITY, AmqpEditValue.ofUbyte(7)).set(AmqpField.DELIVERY_COUNT, AmqpEditValue.ofUint(300))
            .set(AmqpField.DURABLE, AmqpEditValue.ofBoolean(true))
            .set(AmqpField.FIRST_ACQUIRER, AmqpEditValue.ofBoolean(true))
            .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", AmqpEditValue.ofString(
                "gateway"))
            .build());
        for (final byte[] message : captures())
        {
            assertTrue(rewriter.rewrite(view.wrap(message)));
            final byte[] result = Patches.written(rewriter.patch(), message);
            final Map<Class<?>, Object> before = sections(message);
            final Map<Class<?>, Object> after = sections(result);
            final Header header = (Header)after.put(Header.class, before.get(Header.class));
            assertEquals(30_000, header.getTimeToLive());
            assertEquals(7, header.getPriority());
            assertEquals(300, header.getDeliveryCount());
            assertTrue(header.isDurable() && header.isFirstAcquirer());
            final MessageAnnotations annotations = (MessageAnnotations)after.put(MessageAnnotations.class, before.get(
                MessageAnnotations.class));
            final Map<Symbol, Object> expected = new HashMap<>(before.get(MessageAnnotations.class) == null ? Map.of()
                : ((MessageAnnotations)before.get(MessageAnnotations.class)).getValue());
            expected.put(Symbol.valueOf("x-opt-trace"), "gateway");
            assertEquals(expected, annotations.getValue());
            before.putIfAbsent(Header.class, null);
            before.putIfAbsent(MessageAnnotations.class, null);
            assertEquals(String.valueOf(new java.util.TreeMap<>(names(before))), String.valueOf(
                new java.util.TreeMap<>(names(after))));
            final Message proton = Message.Factory.create();
            proton.decode(result, 0, result.length);
            assertEquals(30_000, proton.getTtl());
            assertEquals(300, proton.getDeliveryCount());
            assertEquals("gateway", proton.getMessageAnnotations().getValue().get(org.apache.qpid.proton.amqp.Symbol
                .valueOf("x-opt-trace")));
        }
        assertFalse(captures().isEmpty());
    }

    private static Map<String, String> names(final Map<Class<?>, Object> sections)
    {
        final Map<String, String> names = new HashMap<>();
        sections.forEach((type, value) -> names.put(type.getName(), text(value)));
        return names;
    }

    /** An array's own text is its identity. */
    private static String text(final Object section)
    {
        return section instanceof org.apache.qpid.protonj2.types.messaging.AmqpValue<?> body
            ? Arrays.deepToString(new Object[] {body.getValue()}) : String
                .valueOf(section);
    }

    private static Map<Class<?>, Object> sections(final byte[] message)
    {
        final Map<Class<?>, Object> sections = new HashMap<>();
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(message);
        while (left.isReadable())
        {
            final Object section = CodecFactory.getDefaultDecoder().readObject(left, CodecFactory.getDefaultDecoder()
                .newDecoderState());
            sections.put(section.getClass(), section);
        }
        return sections;
    }
}
