package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.RecordingHandler;
import io.skim.scan.testing.Surroundings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TruncationTest
{
    private static final List<byte[]> FRAMES = GoldenFrames.all(60, 1_500);

    @Test
    void everyPrefixIsMalformed()
    {
        final Surroundings surroundings = new Surroundings();
        for (final Strictness strictness : Strictness.values())
        {
            final HeaderScan scan = new HeaderScan(strictness);
            for (final byte[] frame : FRAMES)
            {
                for (int length = 0; length < frame.length; length++)
                {
                    final byte[] prefix = Arrays.copyOf(frame, length);
                    assertNull(scan.read(prefix));
                    assertEquals(Reason.TRUNCATED, scan.reason());
                    assertEquals(length, scan.fault().offset());
                    surroundings.check(prefix);
                }
            }
        }
    }

    @Test
    void everyPrefixWithItsLengthsMendedIsMalformedOrReadAsTheReferenceDoes()
    {
        final Agreement agreement = new Agreement();
        final Surroundings surroundings = new Surroundings();
        for (final byte[] frame : FRAMES)
        {
            for (int length = 8; length < frame.length; length++)
            {
                final ByteBuffer prefix = ByteBuffer.wrap(Arrays.copyOf(frame, length)).putInt(0, length - 4);
                agreement.check(prefix.array());
                surroundings.check(prefix.array());
                if (8 + (prefix.getInt(4) & 0xFF_FFFF) > length)
                {
                    prefix.putInt(4, frame[4] << 24 | length - 8);
                    agreement.check(prefix.array());
                    surroundings.check(prefix.array());
                }
            }
        }
        System.out.print(agreement.report());
    }

    @Test
    void everyPrefixOfAHeaderInAFrameOfItsOwnIsMalformed()
    {
        final HeaderScan strict = new HeaderScan(Strictness.STRICT);
        for (final byte[] frame : GoldenFrames.vectors())
        {
            final int headerEnd = 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF);
            final int last = frame[headerEnd - 1] == '\n' ? headerEnd - 1 : headerEnd;
            for (int length = 8; length < last; length++)
            {
                assertNull(strict.read(ByteBuffer.wrap(Arrays.copyOf(frame, length)).putInt(0, length - 4).putInt(4,
                    frame[4] << 24 | length - 8).array()));
            }
        }
    }

    @Test
    void theHeaderIsEnoughWhenTheBodyHasNotArrived()
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        final RemotingInterest withoutBody = withoutBody();
        for (final byte[] frame : FRAMES)
        {
            final int headerEnd = 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF);
            final RecordingHandler whole = new RecordingHandler();
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), withoutBody, whole));
            for (int available = 0; available <= frame.length; available++)
            {
                final RecordingHandler part = new RecordingHandler();
                scanner.scan(view.wrapPart(frame, 0, available, frame.length), withoutBody, part);
                if (available < headerEnd)
                {
                    assertEquals(Outcome.MALFORMED, part.outcome());
                    assertEquals(Reason.TRUNCATED, scanner.fault().reason());
                    assertEquals(available, scanner.fault().offset());
                }
                else
                {
                    assertEquals(whole.toString(), part.toString());
                }
            }
        }
    }

    private static RemotingInterest withoutBody()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(RemotingField.values().length);
        for (final RemotingField field : RemotingField.values())
        {
            if (field != RemotingField.BODY)
            {
                builder.field(field, field.ordinal());
            }
        }
        return builder.everyEntry(9).everyProperty(10).build();
    }

    @Test
    void theFramesAreOfBothEncodings()
    {
        assertEquals(List.of(0, 1), IntStream.range(0, FRAMES.size()).map(i -> FRAMES.get(i)[4]).distinct().sorted()
            .boxed().collect(Collectors.toList()));
    }
}
