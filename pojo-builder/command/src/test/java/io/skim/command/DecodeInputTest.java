package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.sun.management.ThreadMXBean;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where {@code skim decode} reads from and writes to, and how much at a time.
 */
class DecodeInputTest
{
    private static final byte[] GOOD = Frames.binary(310, null, "body", "a", "G", "b", "T");
    private static final byte[] JSON_FRAME = Frames.json("{\"code\":105,\"opaque\":4}");
    private static final byte[] BAD = Frames.overrun(GOOD);

    @TempDir
    Path folder;

    private Path file(final String name, final byte[]... parts) throws IOException
    {
        return Files.write(folder.resolve(name), Frames.join(parts));
    }

    @Test
    void readsTheOtherFilesWhenOneIsMissing() throws IOException
    {
        final Run run = Run.skim(JSON_FRAME, "decode", file("a", GOOD).toString(), folder.resolve("none").toString(),
            folder.toString(), "-", file("b", BAD).toString());
        assertEquals(3, run.status);
        assertEquals(2, run.out.size());
        assertEquals("skim: " + folder.resolve("none") + ": no such file", run.err.get(0));
        assertTrue(run.err.get(1).startsWith("skim: " + folder + ": "), run.err.get(1));
        assertEquals(2, JSON.parseObject(run.err.get(2)).get("i"));
    }

    @Test
    void aFileMayHaveAnyName() throws IOException
    {
        assertEquals(1, Run.skim("decode", file("@a b", GOOD).toString()).out.size());
        assertEquals("skim: @none: no such file", Run.skim("decode", "@none").err.get(0));
        assertEquals("skim: -x: no such file", Run.skim("decode", "--", "-x").err.get(0));
    }

    @Test
    void emptyInputIsAllRead() throws IOException
    {
        final Run run = Run.skim("decode", file("empty").toString());
        assertEquals(0, run.status);
        assertEquals(List.of(), run.out);
        assertEquals(List.of(), run.err);
    }

    @Test
    void stopsWhereTheFramingIsLostWithEverythingBeforeItPrinted() throws IOException
    {
        final Path lost = file("lost.frames", GOOD, Frames.hex("FFFFFFFF 00000000"), GOOD);
        final Path next = file("next.frames", JSON_FRAME);
        final Run run = Run.skim("decode", lost.toString(), next.toString());
        assertEquals(1, run.status);
        assertEquals(2, run.out.size());
        final JSONObject error = JSON.parseObject(run.err.get(0));
        assertEquals("FRAME_TOO_LONG", error.get("error"));
        assertEquals(1, error.get("i"));
        assertEquals(GOOD.length, error.get("offset"));
        assertEquals(GOOD.length, error.get("at"));
        assertEquals(lost.toString(), error.get("file"));
        assertEquals(2, JSON.parseObject(run.out.get(1)).get("i"));
        assertEquals(0, JSON.parseObject(run.out.get(1)).get("offset"));
    }

    @Test
    void losesNothingThatWasReadBeforeReadingFails()
    {
        final InputStream failing = new InputStream()
        {
            private final InputStream first = new ByteArrayInputStream(Frames.join(GOOD, Arrays.copyOf(GOOD, 20)));

            @Override
            public int read() throws IOException
            {
                final int value = first.read();
                if (value < 0)
                {
                    throw new IOException("the disk is gone");
                }
                return value;
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int length) throws IOException
            {
                bytes[offset] = (byte)read();
                return 1;
            }
        };
        final Run run = Run.skim(failing, "decode");
        assertEquals(3, run.status);
        assertEquals(1, run.out.size());
        assertEquals(List.of("skim: standard input: the disk is gone"), run.err);
    }

    @Test
    void readsALineOfHexAsOneFrame() throws IOException
    {
        final HexFormat upper = HexFormat.of().withUpperCase();
        final String lines = HexFormat.of().formatHex(GOOD) + "\n" + "\n" + "abc\n" + "  " + upper.formatHex(JSON_FRAME)
            + " \r\n" + "zz\n" + HexFormat.of().formatHex(BAD) + "\n" + "00 11\n"
            + HexFormat.of().formatHex(Frames.join(GOOD,
                GOOD))
            + "\n" + HexFormat.of().formatHex(Arrays.copyOf(GOOD, 30)) + "\n" + upper.formatHex(GOOD);
        final Run run = Run.skim("decode", "--hex", file("hex", lines.getBytes(StandardCharsets.US_ASCII)).toString());
        assertEquals(1, run.status);
        assertEquals(List.of(0, 3, 9), run.out.stream().map(line -> JSON.parseObject(line).get("i")).collect(Collectors
            .toList()));
        assertEquals(List.of("TRUNCATED", "HEX_INVALID", "HEX_INVALID", "VALUE_OVERRUNS_MAP", "HEX_INVALID",
            "FRAME_LENGTH_MISMATCH", "TRUNCATED"),
            run.err.stream().map(line -> JSON.parseObject(line).get("error"))
                .collect(Collectors.toList()));
        final int second = 2 * GOOD.length + 1;
        assertEquals(second, JSON.parseObject(run.err.get(0)).get("offset"));
        assertEquals(second, JSON.parseObject(run.err.get(0)).get("at"));
        assertEquals(second + 1 + 3, JSON.parseObject(run.err.get(1)).get("at"));
        assertEquals(second + 1 + 4, JSON.parseObject(run.out.get(1)).get("offset"));
        final JSONObject plain = JSON.parseObject(Run.skim(BAD, "decode").err.get(0));
        final JSONObject bad = JSON.parseObject(run.err.get(3));
        assertEquals(bad.getIntValue("offset") + 2 * plain.getIntValue("at"), bad.get("at"));
        final JSONObject good = JSON.parseObject(Run.skim(GOOD, "decode").out.get(0));
        final JSONObject last = JSON.parseObject(run.out.get(2));
        assertEquals(good.get("bodyCrc32"), last.get("bodyCrc32"));
        assertEquals(good.get("frameLength"), last.get("frameLength"));
    }

    @Test
    void aLineOfHexHasALimit()
    {
        final long line = 2L * 16_777_216 + 4_000_000;
        final Run run = Run.skim(new Repeated("00".getBytes(StandardCharsets.US_ASCII), line, ("\n" + HexFormat.of()
            .formatHex(GOOD)).getBytes(StandardCharsets.US_ASCII)), "decode", "--hex");
        assertEquals(1, run.status);
        assertEquals("FRAME_TOO_LONG", JSON.parseObject(run.err.get(0)).get("error"));
        assertEquals(1, JSON.parseObject(run.out.get(0)).get("i"));
    }

    @Test
    void showsWhatIsKnownBeforeWaitingForMore()
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final List<Integer> shown = new ArrayList<>();
        final InputStream live = new InputStream()
        {
            private int at;

            @Override
            public int read()
            {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(final byte[] bytes, final int offset, final int length)
            {
                shown.add(out.toString(StandardCharsets.UTF_8).split("\n", -1).length - 1);
                if (at++ == 2)
                {
                    return -1;
                }
                System.arraycopy(GOOD, 0, bytes, offset, GOOD.length);
                return GOOD.length;
            }
        };
        assertEquals(0, Skim.run(live, out, new ByteArrayOutputStream(), "decode"));
        assertEquals(List.of(0, 1, 2), shown);
    }

    @Test
    void memoryDoesNotGrowWithTheInput()
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final int bodyLength = 16_000_000;
        final int frames = 20;
        final byte[] header = Arrays.copyOf(Frames.frame(1, Frames.hex(
            "000A 00 0000 00000001 00000000 00000000 00000000"), new byte[bodyLength]), 8 + 21);
        final CRC32 crc = new CRC32();
        crc.update(new byte[bodyLength]);
        final List<InputStream> parts = new ArrayList<>();
        for (int i = 0; i < frames; i++)
        {
            parts.add(new ByteArrayInputStream(header));
            parts.add(new Repeated(new byte[8], bodyLength, new byte[0]));
        }
        Run.skim(GOOD, "decode");
        final long before = threads.getCurrentThreadAllocatedBytes();
        final Run run = Run.skim(new SequenceInputStream(Collections.enumeration(parts)), "decode");
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, run.status);
        assertEquals(frames, run.out.size());
        for (final String line : run.out)
        {
            assertEquals(crc.getValue(), JSON.parseObject(line).getLongValue("bodyCrc32"));
        }
        assertTrue(allocated < 8_000_000, String.format(Locale.ROOT, "%d bytes for %d of input", allocated,
            (long)frames * bodyLength));
    }

    /** The same bytes again and again, up to a length, then others once. */
    private static final class Repeated extends InputStream
    {
        private final byte[] unit;
        private final long length;
        private final byte[] tail;
        private long at;

        Repeated(final byte[] unit, final long length, final byte[] tail)
        {
            this.unit = unit;
            this.length = length;
            this.tail = tail;
        }

        @Override
        public int read()
        {
            if (at < length)
            {
                return unit[(int)(at++ % unit.length)] & 0xFF;
            }
            return at - length < tail.length ? tail[(int)(at++ - length)] & 0xFF : -1;
        }

        @Override
        public int available()
        {
            return 1;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode", "filter --code 10,310", "filter --code 10 --count", "rewrite --set a=b", "stats",
        "stats --json", "--help", "stats --help", "--version"})
    void tellsThatTheOutputCannotBeWritten(final String command)
    {
        assertEquals(3, runOn(new Failing("No space left on device"), command,
            "skim: standard output: No space left on device"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode", "filter --code 10,310", "filter --code 10 --count", "rewrite --set a=b", "stats",
        "stats --json", "--help", "stats --help", "--version"})
    void endsQuietlyWhenNobodyReads(final String command)
    {
        assertEquals(0, runOn(new Failing("Broken pipe"), command, ""));
    }

    private static int runOn(final OutputStream out, final String command, final String expected)
    {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int status = Skim.run(new ByteArrayInputStream(GOOD), out, err, command.split(" "));
        assertEquals(expected, err.toString(StandardCharsets.UTF_8).strip());
        return status;
    }

    /** Fails to write. */
    private static final class Failing extends OutputStream
    {
        private final String message;

        Failing(final String message)
        {
            this.message = message;
        }

        @Override
        public void write(final int value) throws IOException
        {
            throw new IOException(message);
        }
    }
}
