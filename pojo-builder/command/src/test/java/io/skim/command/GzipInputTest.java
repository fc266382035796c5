package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.sun.management.ThreadMXBean;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Input that is compressed with gzip, beside the same input as it is.
 */
class GzipInputTest
{
    @TempDir
    Path folder;

    private static byte[] gzip(final byte[] bytes)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out))
        {
            gzip.write(bytes);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] sample(final String name) throws IOException
    {
        return Files.readAllBytes(Captures.root().resolve("docs/captures/" + name));
    }

    private static void assertSame(final Run expected, final Run run)
    {
        assertEquals(expected.err, run.err);
        assertEquals(expected.status, run.status);
        assertArrayEquals(expected.bytes, run.bytes);
        assertTrue(run.bytes.length > 0);
    }

    @ParameterizedTest
    @CsvSource({"decode, sample.frames", "stats, sample.frames", "filter --code 310, sample.frames",
        "rewrite --set opaque=1, sample.frames", "decode --format amqp-messages, sample.amqp-messages",
        "rewrite --format amqp-messages --set header.ttl=5, sample.amqp-messages"})
    void isReadAsWhatItHolds(final String command, final String name) throws IOException
    {
        final byte[] plain = sample(name);
        final Run expected = Run.skim(plain, command.split(" "));
        assertEquals(0, expected.status);
        assertSame(expected, Run.skim(gzip(plain), command.split(" ")));
        final Path file = Files.write(folder.resolve("compressed"), gzip(plain));
        assertSame(expected, Run.skim(new byte[0], List.of(command.split(" ")), file.toString()));
    }

    @Test
    void readsValuesAndHexAndCaptures() throws IOException
    {
        final byte[] values = Frames.hex("5370 A10161 40");
        assertSame(Run.skim(values, "decode", "--format", "amqp-values"), Run.skim(gzip(values), "decode", "--format",
            "amqp-values"));
        final byte[] hex = "5370\n40\n".getBytes(StandardCharsets.US_ASCII);
        assertSame(Run.skim(hex, "decode", "--format", "amqp-values", "--hex"), Run.skim(gzip(hex), "decode",
            "--format", "amqp-values", "--hex"));
        for (final String name : List.of("loopback.pcap", "loopback.pcapng"))
        {
            final byte[] packets = Files.readAllBytes(Captures.root().resolve(
                "pojo-builder/store/src/test/resources/io/skim/store/capture").resolve(name));
            assertSame(Run.skim(packets, "decode"), Run.skim(gzip(packets), "decode"));
            assertSame(Run.skim(packets, "decode", "--pcap"), Run.skim(gzip(packets), "decode", "--pcap"));
        }
    }

    /** A member with all that a header may have. */
    private static byte[] richMember(final byte[] bytes) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Frames.hex("1F8B08 1F 00000000 00 03 0300 616263 6E616D6500 636F6D6D656E7400 1234"));
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(out, new Deflater(9, true)))
        {
            deflated.write(bytes);
        }
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt((int)crc.getValue()).putInt(
            bytes.length).array());
        return out.toByteArray();
    }

    /** Gives one byte at a time, and never says that another is there. */
    private static InputStream slow(final byte[] bytes)
    {
        return new InputStream()
        {
            private int at;

            @Override
            public int read()
            {
                return at < bytes.length ? bytes[at++] & 0xFF : -1;
            }

            @Override
            public int read(final byte[] target, final int from, final int length)
            {
                final int octet = read();
                if (octet < 0)
                {
                    return -1;
                }
                target[from] = (byte)octet;
                return 1;
            }
        };
    }

    @Test
    void readsMembersOneAfterTheOther() throws IOException
    {
        final byte[] plain = sample("sample.frames");
        final Run expected = Run.skim(plain, "decode");
        for (final int cut : new int[] {0, 1, 100, plain.length / 2, plain.length})
        {
            final byte[] members = Frames.join(gzip(Arrays.copyOf(plain, cut)), richMember(Arrays.copyOfRange(plain,
                cut, plain.length)), gzip(new byte[0]), new byte[20]);
            assertSame(expected, Run.skim(members, "decode"));
            assertSame(expected, Run.skim(slow(members), "decode"));
        }
    }

    @Test
    void offsetsAreThoseOfTheDecompressedBytes() throws IOException
    {
        final byte[] frame = Frames.binary(310, null, "body", "a", "G", "b", "T");
        final byte[] bad = frame.clone();
        bad[4] = 9;
        final Run run = Run.skim(gzip(Frames.join(frame, bad, frame)), "decode");
        assertEquals(frame.length, JSON.parseObject(run.err.get(0)).getIntValue("offset"));
        assertEquals(2 * frame.length, JSON.parseObject(run.out.get(1)).getIntValue("offset"));
    }

    @Test
    void tellsWhereItIsCutOff() throws IOException
    {
        final byte[] whole = gzip(sample("sample.frames"));
        for (int length = 2; length < whole.length; length++)
        {
            final Run run = Run.skim(Arrays.copyOf(whole, length), "decode");
            assertEquals(1, run.status);
            final JSONObject error = JSON.parseObject(run.err.get(0));
            assertEquals("GZIP_TRUNCATED", error.get("error"));
            assertEquals("the gzip file ends after " + length + " bytes inside of a member", error.get("message"));
            assertTrue(run.err.size() <= 2, run.told);
        }
    }

    @Test
    void whatIsMalformedIsNoBug() throws IOException
    {
        final byte[] plain = sample("sample.frames");
        final byte[] whole = gzip(plain);
        int refused = 0;
        for (int seed = 0; seed < 400; seed++)
        {
            final Random random = new Random(seed);
            final byte[] bytes = whole.clone();
            bytes[2 + random.nextInt(bytes.length - 2)] ^= (byte)(1 << random.nextInt(8));
            final Run run = Run.skim(bytes, "rewrite", "--remove", "nothing");
            final boolean told = run.err.stream().anyMatch(line -> line.contains("\"error\":\"GZIP_"));
            // The time, the flags and the system are nobody's concern.
            assertTrue(told ? run.status == 1 : Arrays.equals(plain, run.bytes), run.told);
            assertTrue(run.err.stream().allMatch(line -> line.startsWith("{")), run.told);
            refused += told ? 1 : 0;
        }
        assertTrue(refused > 370, "refused " + refused);
        for (final byte[] behind : List.of(new byte[] {1}, new byte[] {0x1F, 0}, new byte[] {0, 0x1F, 0x50}))
        {
            final Run run = Run.skim(Frames.join(whole, behind), "decode");
            assertEquals(11, run.out.size());
            assertEquals("GZIP_MALFORMED", JSON.parseObject(run.err.get(0)).get("error"));
        }
        // All that came before is good, and what comes behind the fault is not the file's.
        final byte[] wrongSum = whole.clone();
        wrongSum[whole.length - 8] ^= 1;
        final Run run = Run.skim(Frames.join(wrongSum, whole), "decode");
        assertEquals(11, run.out.size());
        assertEquals(plain.length, JSON.parseObject(run.err.get(0)).getIntValue("offset"));
    }

    @Test
    void anyLengthTakesTheSameMemory()
    {
        final byte[] frame = Frames.binary(310, null, "x".repeat(4_000), "a", "G", "b", "T");
        final byte[] member = gzip(Frames.join(Collections.nCopies(1_000, frame).toArray(byte[][]::new)));
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        final Run run = Run.skim(new SequenceInputStream(Collections.enumeration(Collections.nCopies(50,
            (InputStream)new ByteArrayInputStream(member)).stream().map(
                same -> (InputStream)new ByteArrayInputStream(
                    member))
            .toList())), "filter", "--count", "--code", "310");
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(List.of("50000"), run.out);
        assertTrue(allocated < 20_000_000, "of " + 50_000L * frame.length + " bytes " + allocated);
    }
}
