package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.types.messaging.ApplicationProperties;
import org.apache.qpid.protonj2.types.messaging.DeliveryAnnotations;
import org.apache.qpid.protonj2.types.messaging.Footer;
import org.apache.qpid.protonj2.types.messaging.Header;
import org.apache.qpid.protonj2.types.messaging.MessageAnnotations;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.junit.jupiter.api.Test;

/**
 * Of repeated sections lenient shows the last alone. So does who reads section after section with the decoder of protonj2 or of
 * Proton-J, and puts each in place of the one before, as protonj2's client does.
 */
class LastSectionPeersTest
{
    private static final int MESSAGES = Settings.frames(20_000);
    private static final AmqpInterest INTEREST = AmqpScanner.interest().everything().lastSectionWins().build();

    private final Random random = new Random(Settings.seed());
    private final AmqpScanner lenient = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();
    private final Decoder decoder = CodecFactory.getDefaultDecoder();
    private final DecoderImpl old = new DecoderImpl();

    LastSectionPeersTest()
    {
        AMQPDefinedTypes.registerAllTypes(old, new EncoderImpl(old));
    }

    /** A section in hex, all of whose items take part in its size of one octet. */
    private static String section(final int code, final int form, final int count, final String items)
    {
        return String.format("0053%02x%02x%02x%02x%s", code, form, items.length() / 2 + 1, count, items);
    }

    private String orNull(final String value)
    {
        return random.nextInt(3) == 0 ? "40" : value + String.format("%02x", 1 + random.nextInt(9));
    }

    private String map(final int code, final String keyForm)
    {
        final StringBuilder items = new StringBuilder();
        final int entries = random.nextInt(3);
        final int first = random.nextInt(2);
        for (int entry = 0; entry < entries; entry++)
        {
            items.append(keyForm).append("01").append((entry ^ first) == 0 ? "61" : "62").append("54").append(String
                .format("%02x", random.nextInt(100)));
        }
        return section(code, 0xC1, 2 * entries, items.toString());
    }

    private String section()
    {
        switch (random.nextInt(8))
        {
            case 0:
                return random.nextInt(4) == 0 ? "00537045"
                    : section(0x70, 0xC0, 3, "40" + orNull("50") + orNull("52"));
            case 1:
                return map(0x71, "A3");
            case 2:
                return map(0x72, "A3");
            case 3:
                return section(0x73, 0xC0, 3, "4040" + (random.nextBoolean() ? "40" : "a102" + "6f" + String.format(
                    "%02x", 'a' + random.nextInt(20))));
            case 4:
                return map(0x74, "A1");
            case 5:
                return "005375a00178";
            case 6:
                return "0053775405";
            default:
                return map(0x78, "A3");
        }
    }

    /** A priority that is not set is 4: protonj2 does not tell the two apart. */
    private static String header(final Object priority, final Object ttl)
    {
        return "priority " + (priority == null ? 4 : priority) + ", ttl " + ttl;
    }

    private static String sorted(final Map<?, ?> entries)
    {
        final TreeMap<String, String> sorted = new TreeMap<>();
        entries.forEach((key, value) -> sorted.put(key.toString(), value.toString()));
        return sorted.toString();
    }

    private Map<String, String> byNext(final byte[] bytes)
    {
        final Map<String, String> last = new TreeMap<>();
        final ProtonBuffer left = ProtonBufferAllocator.defaultAllocator().copy(bytes);
        final DecoderState state = decoder.newDecoderState();
        while (left.isReadable())
        {
            final Object section = decoder.readObject(left, state);
            if (section instanceof Header header)
            {
                last.put("header", header(header.hasPriority() ? header.getPriority() : null, header.hasTimeToLive()
                    ? header.getTimeToLive() : null));
            }
            else if (section instanceof DeliveryAnnotations annotations)
            {
                last.put("delivery-annotations", sorted(annotations.getValue()));
            }
            else if (section instanceof MessageAnnotations annotations)
            {
                last.put("message-annotations", sorted(annotations.getValue()));
            }
            else if (section instanceof Properties properties)
            {
                last.put("properties", "to " + properties.getTo());
            }
            else if (section instanceof ApplicationProperties properties)
            {
                last.put("application-properties", sorted(properties.getValue()));
            }
            else if (section instanceof Footer footer)
            {
                last.put("footer", sorted(footer.getValue()));
            }
        }
        return last;
    }

    private Map<String, String> byOld(final byte[] bytes)
    {
        final Map<String, String> last = new TreeMap<>();
        final ByteBuffer left = ByteBuffer.wrap(bytes);
        old.setByteBuffer(left);
        while (left.hasRemaining())
        {
            final Object section = old.readObject();
            if (section instanceof org.apache.qpid.proton.amqp.messaging.Header header)
            {
                last.put("header", header(header.getPriority(), header.getTtl()));
            }
            else if (section instanceof org.apache.qpid.proton.amqp.messaging.DeliveryAnnotations annotations)
            {
                last.put("delivery-annotations", sorted(annotations.getValue()));
            }
            else if (section instanceof org.apache.qpid.proton.amqp.messaging.MessageAnnotations annotations)
            {
                last.put("message-annotations", sorted(annotations.getValue()));
            }
            else if (section instanceof org.apache.qpid.proton.amqp.messaging.Properties properties)
            {
                last.put("properties", "to " + properties.getTo());
            }
            else if (section instanceof org.apache.qpid.proton.amqp.messaging.ApplicationProperties properties)
            {
                last.put("application-properties", sorted(properties.getValue()));
            }
            else if (section instanceof org.apache.qpid.proton.amqp.messaging.Footer footer)
            {
                last.put("footer", sorted(footer.getValue()));
            }
        }
        return last;
    }

    /** Notes the sections that are shown, in the words of the peers. */
    private static final class Sections implements DataHandler
    {
        private final Map<String, TreeMap<String, String>> shown = new TreeMap<>();

        private TreeMap<String, String> of(final AmqpField section)
        {
            return shown.computeIfAbsent(section.fieldName(), name -> new TreeMap<>());
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            assertTrue(of(AmqpField.of(id)).isEmpty(), "a section is shown once");
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            final AmqpField field = AmqpField.of(id);
            if (!field.isSection())
            {
                of(field.ordinal() < AmqpField.PROPERTIES.ordinal() ? AmqpField.HEADER : AmqpField.PROPERTIES).put(field
                    .fieldName(), value.toText());
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            of(AmqpField.of(id)).put(key.toText(), value.toText());
            return Action.CONTINUE;
        }

        Map<String, String> found()
        {
            final Map<String, String> found = new TreeMap<>();
            shown.forEach((section, facts) -> found.put(section, section.equals("header") ? header(facts.get(
                "header.priority"), facts.get("header.ttl"))
                : section.equals("properties") ? "to " + facts.get("properties.to") : facts.toString()));
            return found;
        }
    }

    @Test
    void ofRepeatedSectionsTheLastIsTheOneThatPeersKeep()
    {
        int repeated = 0;
        for (int i = 0; i < MESSAGES; i++)
        {
            final StringBuilder sections = new StringBuilder();
            int kept = 0;
            for (int count = random.nextInt(8); count >= 0; count--)
            {
                final String section = section();
                sections.append(section);
                kept += section.startsWith("005375") || section.startsWith("005377") ? 0 : 1;
            }
            final byte[] bytes = Frames.hex(sections.toString());
            final String what = HexFormat.of().formatHex(bytes);
            final Sections shown = new Sections();
            assertEquals(Outcome.COMPLETE, lenient.scan(view.wrap(bytes), INTEREST, shown), what);
            assertEquals(byNext(bytes), shown.found(), what);
            assertEquals(byOld(bytes), shown.found(), what);
            repeated += shown.shown.size() < kept ? 1 : 0;
        }
        assertTrue(repeated > MESSAGES / 4, repeated + " with repeated sections");
    }
}
