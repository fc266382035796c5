package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpCaptures.Capture;
import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command prints of captured AMQP what the builders read, which are held against the oracles in their own module. */
class AmqpCaptureDecodeTest
{
    private final FrameView view = new FrameView();

    static List<Capture> frameCaptures()
    {
        return AmqpCaptures.all();
    }

    @ParameterizedTest
    @MethodSource("frameCaptures")
    void framesArePrintedAsTheBuilderReadsThem(final Capture capture)
    {
        final AmqpFrameBuilder builder = new AmqpFrameBuilder();
        final List<String> expected = new ArrayList<>();
        long offset = 0;
        for (final byte[] frame : capture.frames())
        {
            expected.add("{\"i\":" + expected.size() + ",\"offset\":" + offset + ",\"diag\":" + builder.item(view.wrap(
                frame)) + "}");
            offset += frame.length;
        }
        assertEquals(expected, printed("amqp-frames", capture.file().toString()));
    }

    @Test
    void messagesArePrintedAsTheBuilderReadsThem() throws IOException
    {
        final AmqpMessageBuilder builder = new AmqpMessageBuilder();
        int captures = 0;
        for (final Path capture : messageCaptures())
        {
            final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture));
            final List<String> expected = new ArrayList<>();
            while (bytes.hasRemaining())
            {
                final byte[] encoded = new byte[bytes.getInt()];
                bytes.get(encoded);
                expected.add("{\"i\":" + expected.size() + ",\"diag\":" + builder.message(view.wrap(encoded)) + "}");
            }
            assertEquals(expected, printed("amqp-messages", capture.toString()));
            captures++;
        }
        assertTrue(captures > 0);
    }

    private static List<Path> messageCaptures() throws IOException
    {
        final List<Path> captures = new ArrayList<>();
        for (final String folder : List.of("docs/captures", "../shared/captures"))
        {
            final Path path = Captures.root().resolve(folder).normalize();
            if (Files.isDirectory(path))
            {
                try (Stream<Path> files = Files.list(path))
                {
                    files.filter(file -> file.toString().endsWith(".amqp-messages")).sorted().forEach(captures::add);
                }
            }
        }
        return captures;
    }

    private static List<String> printed(final String format, final String file)
    {
        final Run run = Run.skim("decode", "--format", format, file);
        assertEquals("", run.told);
        assertEquals(0, run.status);
        return run.out;
    }
}
