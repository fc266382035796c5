package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All contenders on stored records give the same answers, on bodies that were captured. */
class RecordAnswersTest
{
    private static final byte[][] BODIES = StoredRecords.all();

    @Test
    void allFindTheSameRecords() throws Exception
    {
        final int[] expected = StoredRecords.answers(BODIES);
        assertTrue(Arrays.stream(expected).distinct().count() > BODIES.length / 2);
        Contender.check(new RecordPeer(BODIES, true), expected);
        Contender.check(new RecordPeer(BODIES, false), expected);
        for (final Buffers kind : Buffers.values())
        {
            Contender.check(skim(kind), expected);
        }
        final int[] others = expected.clone();
        others[0]++;
        assertThrows(IllegalStateException.class, () -> Contender.check(skim(Buffers.HEAP), others));
    }

    private static RecordContender skim(final Buffers kind)
    {
        return new RecordContender(Buffers.halves(BODIES, kind), HandlerCopies.of(RecordHandler.class,
            HandlerCopies.MOST, StoredRecords.QUESTION));
    }

    @Test
    void theBodiesAreTheCapturesOwn() throws IOException
    {
        try (InputStream in = StoredRecords.class.getResourceAsStream("stored-records.origin"))
        {
            final List<String> origins = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            assertEquals(BODIES.length, origins.size());
            for (int i = 0; i < BODIES.length; i++)
            {
                final String[] origin = origins.get(i).split(" ");
                final byte[] capture = Files.readAllBytes(Captures.root().resolve("docs/captures").resolve(origin[0]
                    + ".frames"));
                final byte[] frame = Frames.cut(capture).get(Integer.parseInt(origin[1]));
                assertArrayEquals(Arrays.copyOfRange(frame, frame.length - BODIES[i].length, frame.length), BODIES[i],
                    origins.get(i));
                assertArrayEquals(Reference.decode(frame).getBody(), BODIES[i], origins.get(i));
            }
        }
    }
}
