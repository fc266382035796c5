package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps what streams carried, and sees to it that they are called back as promised.
 */
final class Recorder implements StreamListener
{
    static final String REQUESTS = "127.0.0.1:40000>127.0.0.1:10911";
    static final String RESPONSES = "127.0.0.1:10911>127.0.0.1:40000";
    static final String REQUESTS_6 = "[::1]:40001>[::1]:10912";
    static final String RESPONSES_6 = "[::1]:10912>[::1]:40001";

    final List<Recorded> streams = new ArrayList<>();
    private final boolean keeping;

    Recorder()
    {
        this(true);
    }

    /** Makes a recorder that keeps the bytes of the streams, or counts them alone. */
    Recorder(final boolean keeping)
    {
        this.keeping = keeping;
    }

    /** What one stream carried. */
    static final class Recorded implements Stream
    {
        final String connection;
        private final boolean keeping;
        /** How many bytes came, without those that are missing. */
        long length;
        /** Those bytes, if they are kept. */
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        /** The bytes as text, and between them where how many are missing. */
        final StringBuilder text = new StringBuilder();
        /** Where the first are missing, and how many; -1 and 0 if none are. */
        long lostAt = -1;
        long missing;
        /** In all places. */
        long missingInAll;
        int holes;
        final boolean whole;
        boolean ended;
        boolean begun;

        Recorded(final String connection, final boolean whole, final boolean keeping)
        {
            this.keeping = keeping;
            this.connection = connection;
            this.whole = whole;
        }

        @Override
        public void bytes(final byte[] array, final int from, final int length)
        {
            assertTrue(length > 0);
            assertFalse(ended, "bytes after the end");
            begun = true;
            this.length += length;
            if (keeping)
            {
                bytes.write(array, from, length);
                text.append(new String(array, from, length, StandardCharsets.ISO_8859_1));
            }
        }

        @Override
        public void lost(final long offset, final long count)
        {
            assertFalse(ended, "lost after the end");
            assertEquals(length + missingInAll, offset);
            assertTrue(count > 0);
            begun = true;
            lostAt = holes == 0 ? offset : lostAt;
            missing = holes == 0 ? count : missing;
            missingInAll += count;
            holes++;
            text.append(" lost " + count + " at " + offset + " ");
        }

        @Override
        public void end()
        {
            assertTrue(begun, "a stream without a byte");
            assertFalse(ended, "ended twice");
            ended = true;
        }
    }

    @Override
    public Stream begin(final String connection, final long stream, final boolean whole)
    {
        streams.add(new Recorded(connection, whole, keeping));
        return streams.get(streams.size() - 1);
    }

    /** Of a whole capture. */
    static Recorder of(final Iterable<Packet> packets)
    {
        final Recorder recorder = new Recorder();
        final TcpStreams streams = new TcpStreams(recorder);
        packets.forEach(packet -> packet.to(streams));
        streams.end();
        assertEquals(0, streams.held());
        recorder.streams.forEach(stream -> assertTrue(stream.ended, stream.connection));
        return recorder;
    }

    /** The only stream of its connection. */
    Recorded only(final String connection)
    {
        final List<Recorded> all = streams.stream().filter(s -> s.connection.equals(connection)).toList();
        assertEquals(1, all.size(), connection);
        return all.get(0);
    }

    /** The four files that were sent arrived whole. */
    void assertComplete()
    {
        assertEquals(4, streams.size());
        for (final String connection : List.of(REQUESTS, RESPONSES, REQUESTS_6, RESPONSES_6))
        {
            final Recorded stream = only(connection);
            assertEquals(-1, stream.lostAt, connection);
            assertTrue(Arrays.equals(sent(connection), stream.bytes.toByteArray()), connection);
        }
    }

    /** What went over that connection, by the file. */
    static byte[] sent(final String connection)
    {
        final String name = switch (connection)
        {
            case REQUESTS -> "json-js-requests";
            case RESPONSES -> "json-js-responses";
            case REQUESTS_6 -> "binary-slave-requests";
            default -> "binary-slave-responses";
        };
        try
        {
            return Files.readAllBytes(Captures.root().resolve("docs/captures/rocketmq-" + name + ".frames"));
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
