package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.airlift.compress.zstd.ZstdOutputStream;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Input that is compressed with zstd. */
class ZstdInputTest
{
    /** {@code zstd --long=27} of release 1.5.4 over 30,000,000 zeros: its beginning, with a window of 128 MiB. */
    private static final byte[] LARGE_WINDOW = Frames.hex("28B52FFD 04 88 6400 0010 0000 0200 E9FF"
        + "3773E001 2C02 0010 0002 0010 0002 0010 0002 0010 0002 0010 0002 0010");

    private static byte[] compressed(final byte[] bytes) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(out))
        {
            zstd.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] shipped(final String name) throws IOException
    {
        return Files.readAllBytes(Captures.root().resolve("docs/captures").resolve(name));
    }

    @Test
    void framesAndCapturesAreReadAsIfTheyWereNotCompressed() throws IOException
    {
        for (final List<String> run : List.of(List.of("sample.frames", "decode"), List.of("traffic.pcapng", "stats",
            "--json", "--lenient"), List.of("sample.amqp-messages", "decode", "--format", "amqp-messages"),
            List.of(
                "sample.frames", "filter", "--code", "310")))
        {
            final byte[] plain = shipped(run.get(0));
            final String[] arguments = run.subList(1, run.size()).toArray(String[]::new);
            final Run expected = Run.skim(plain, arguments);
            // Several zstd frames are one file.
            final byte[] parts =
                Frames.join(compressed(Arrays.copyOf(plain, 100)), compressed(Arrays.copyOfRange(plain, 100,
                    plain.length)));
            for (final byte[] zstd : List.of(compressed(plain), parts))
            {
                final Run read = Run.skim(zstd, arguments);
                assertEquals(expected.status, read.status);
                assertEquals(expected.out, read.out);
                assertEquals(expected.err, read.err);
            }
        }
    }

    @Test
    void whatIsCutOrMalformedIsTold() throws IOException
    {
        final byte[] sample = shipped("sample.frames");
        final byte[] zstd = compressed(sample);
        final JSONObject cut = JSON.parseObject(Run.skim(Arrays.copyOf(zstd, zstd.length / 2), "decode").err.get(0));
        assertEquals("ZSTD_TRUNCATED", cut.get("error"));
        final Run junk = Run.skim(Frames.join(zstd, zstd, "no frame".getBytes()), "decode");
        assertEquals(1, junk.status);
        assertTrue(junk.told.contains("ZSTD_MALFORMED"), junk.told);
        final Run large = Run.skim(LARGE_WINDOW, "decode");
        assertEquals(1, large.status);
        assertTrue(large.told.contains("Window size too large"), large.told);
    }

    @Test
    void noBytesAreABug() throws IOException
    {
        final byte[] zstd = compressed(shipped("sample.frames"));
        final Random random = new Random(7);
        for (int k = 0; k < 100; k++)
        {
            final byte[] changed = zstd.clone();
            for (int flips = k % 3; flips >= 0; flips--)
            {
                changed[4 + random.nextInt(changed.length - 4)] ^= (byte)(1 << random.nextInt(8));
            }
            final Run run = Run.skim(changed, "filter", "--count", "--code", "310");
            assertTrue(run.status <= 1 && !run.told.contains("bug"), run.told);
        }
    }

    @Test
    void aFileThatCannotBeReadIsNotCalledMalformed() throws IOException
    {
        final byte[] zstd = compressed(shipped("sample.frames"));
        final InputStream failing = new FilterInputStream(new ByteArrayInputStream(zstd))
        {
            private int left = 100;

            @Override
            public int read(final byte[] bytes, final int offset, final int length) throws IOException
            {
                if (left == 0)
                {
                    throw new IOException("the disk is gone");
                }
                final int read = super.read(bytes, offset, Math.min(left, length));
                left -= read;
                return read;
            }
        };
        final Run run = Run.skim(failing, "decode");
        assertEquals(3, run.status);
        assertTrue(run.told.contains("the disk is gone"), run.told);
    }
}
