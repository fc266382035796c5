package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Headers against the real decoder, release 5.5.1.
 */
class RemotingHeaderReferenceTest
{
    static List<Path> captures()
    {
        return Captures.remoting();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void buildsWhatTheReferenceReadsInRealTraffic(final Path capture) throws Exception
    {
        final HeaderReader strict = new HeaderReader(Strictness.STRICT);
        final HeaderReader lenient = new HeaderReader(Strictness.LENIENT);
        int i = 0;
        for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
        {
            final String what = capture.getFileName() + " frame " + i++;
            final RemotingHeader header = strict.read(frame);
            assertNotNull(header, what);
            assertSame(RemotingCommand.decode(ByteBuffer.wrap(frame, 4, frame.length - 4).slice()), header, what);
            assertEquals(header, lenient.read(frame), what);
            assertEquals(frame.length, header.bodyOffset() + header.bodyLength(), what);
            assertEquals(Reference.decode(frame), HeaderReader.record(frame, header), what);
        }
    }

    private static void assertSame(final RemotingCommand expected, final RemotingHeader header, final String what)
    {
        final HashMap<String, String> extFields = expected.getExtFields();
        assertEquals(extFields, header.extFields(), what);
        assertEquals(extFields == null ? 0 : extFields.hashCode(), header.extFields() == null ? 0 : header.extFields()
            .hashCode(), what);
        assertEquals(expected.getFlag() & 1, header.isResponse() ? 1 : 0, what);
        assertEquals(expected.isOnewayRPC(), header.isOneway(), what);
        assertEquals(expected.getSerializeTypeCurrentRPC().name(), header.serializeType().name(), what);
        if (extFields == null)
        {
            return;
        }
        for (final Map.Entry<String, String> entry : extFields.entrySet())
        {
            assertTrue(header.extFields().containsKey(entry.getKey()), what);
            assertEquals(entry.getValue(), header.extField(entry.getKey()), what);
        }
    }

    @ParameterizedTest
    @EnumSource
    void buildsWhatTheReferenceReadsInGeneratedFrames(final Strictness strictness)
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(400, 2_000));
        final HeaderReader reader = new HeaderReader(strictness);
        int built = 0;
        final int frames = Settings.frames(20_000);
        for (int i = 0; i < frames; i++)
        {
            final byte[] frame = generator.next();
            final RemotingHeader header = reader.read(frame);
            if (header == null)
            {
                continue;
            }
            built++;
            final HeaderRecord expected = Reference.decode(frame);
            assertNotNull(expected, () -> "-Dskim.seed=" + seed);
            expected.opaque = header.hasOpaque() ? expected.opaque : null;
            assertEquals(expected, HeaderReader.record(frame, header), () -> "-Dskim.seed=" + seed);
        }
        assertTrue(built > frames / 20, "built " + built);
    }

    @Test
    void readsPropertiesAsMessageDecoderDoes()
    {
        final HeaderReader reader = new HeaderReader(Strictness.STRICT);
        final String alphabet = "\1\1\1\2\2\2abké ";
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++)
        {
            final StringBuilder text = new StringBuilder();
            final int length = random.nextInt(i % 100 == 0 ? 400 : 24);
            for (int at = 0; at < length; at++)
            {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            final boolean brief = random.nextBoolean();
            final RemotingHeader header = reader.read(Frames.binary(brief ? 310 : 10, null, "", brief ? "i"
                : "properties", text.toString(), brief ? "properties" : "i", "no\1no\2"));
            assertEquals(new TreeMap<>(MessageDecoder.string2messageProperties(text.toString())), new TreeMap<>(header
                .properties()), () -> "-Dskim.seed=" + seed + " " + text);
        }
    }

    @Test
    void readsTheCapturesWithoutALossInAnyBuilder() throws IOException
    {
        final HeaderReader shared = new HeaderReader(Strictness.STRICT);
        for (final byte[] frame : Captures.sample(400, 4_000))
        {
            assertEquals(new HeaderReader(Strictness.STRICT).read(frame), shared.read(frame));
        }
    }
}
