package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Captures;
import io.skim.store.rows.RowOptions.Mode;
import io.skim.store.rows.RowPredicate.Truth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files in gzip, beside the same files as they are. */
class CompressedRowsTest
{
    private static byte[] gzip(final byte[] bytes) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out))
        {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static StreamRows open(final RowKind kind, final byte[] bytes) throws IOException
    {
        final RowSchema schema = kind.schema(List.of());
        return kind.open(schema, IntStream.range(0, schema.columns().size()).toArray(), Limits.DEFAULT,
            Strictness.STRICT).wrap(new ByteArrayInputStream(bytes), "a file");
    }

    /** Each value of each row, but of maps the number of entries. */
    private static List<String> rows(final RowKind kind, final byte[] bytes) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        final StreamRows row = open(kind, bytes);
        while (row.next())
        {
            final StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.columns.size(); i++)
            {
                line.append('|').append(row.isNull(i) ? "null" : switch (row.columns.get(i).type())
                {
                    case TEXT -> new String(row.bytes(), row.offset(i), row.length(i), StandardCharsets.UTF_8);
                    case TEXTS -> String.valueOf(row.count(i));
                    case BINARY -> row.columns.get(i).name().equals("body") ? Arrays.toString(row.body())
                        : HexFormat.of().formatHex(row.bytes(), row.offset(i), row.offset(i) + row.length(i));
                    default -> String.valueOf(row.number(i));
                });
            }
            rows.add(line.toString());
        }
        assertTrue(!row.next());
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"rocketmq-frames, sample.frames", "rocketmq-frames, traffic.pcapng", "pcap, traffic.pcapng",
        "amqp-frames, sample.amqp-frames", "amqp-frames, traffic.pcapng", "amqp-messages, sample.amqp-messages"})
    void rowsAreThoseOfWhatTheFileHolds(final String option, final String file) throws IOException
    {
        final RowKind kind = RowKind.named(option);
        final byte[] plain = Files.readAllBytes(Captures.root().resolve("docs/captures/" + file));
        final List<String> expected = rows(kind, plain);
        assertTrue(expected.size() > 3);
        final byte[] whole = gzip(plain);
        assertEquals(expected, rows(kind, whole));
        // Of two members.
        final ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(gzip(Arrays.copyOf(plain, plain.length / 3)));
        two.writeBytes(gzip(Arrays.copyOfRange(plain, plain.length / 3, plain.length)));
        assertEquals(expected, rows(kind, two.toByteArray()));
        // Without its last byte, of the checksum.
        final List<String> cut = rows(kind, Arrays.copyOf(whole, whole.length - 1));
        assertEquals(expected, cut.subList(0, expected.size()));
        assertEquals(expected.size() + 1, cut.size());
        final String last = cut.get(expected.size());
        assertTrue(last.startsWith("|a file|" + plain.length + "|null|"), last);
        assertTrue(last.endsWith("|GZIP_TRUNCATED: the gzip file ends after " + (whole.length - 1)
            + " bytes inside of a member"), last);
        whole[whole.length - 8] ^= 1;
        assertTrue(rows(kind, whole).get(expected.size()).contains("|GZIP_MALFORMED: "));
        final SelectedRows strict = new SelectedRows(open(kind, whole), RowPredicate.always(Truth.FALSE),
            Mode.FAILFAST);
        assertTrue(assertThrows(IOException.class, strict::next).getMessage().startsWith("a file, offset "));
    }

    /** The engines have no decompressor of their own. */
    @Test
    void zstdIsRefused() throws IOException
    {
        for (final RowKind kind : RowKind.values())
        {
            if (kind != RowKind.COMMIT_LOG)
            {
                final List<String> rows = rows(kind, new byte[] {0x28, (byte)0xB5, 0x2F, (byte)0xFD, 4, 0, 1, 0, 0});
                assertEquals(1, rows.size(), kind.option());
                assertTrue(rows.get(0).endsWith(
                    "|ZSTD_UNSUPPORTED: the file is compressed by zstd: decompress it first"), rows.get(0));
            }
        }
    }
}
