package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.GoldenFrames;
import io.skim.scan.testing.HeaderRecorder;
import io.skim.scan.testing.Surroundings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutationTest
{
    private final Agreement agreement = new Agreement();
    private final Surroundings surroundings = new Surroundings();

    private void check(final byte[] frame)
    {
        agreement.check(frame);
        surroundings.check(frame);
    }

    @Test
    void everyBitFlipIsAFaultInsideTheFrameOrReadAsTheReferenceDoes()
    {
        for (final byte[] frame : GoldenFrames.all(60, 600))
        {
            eachBitFlip(frame, this::check);
        }
        System.out.print(agreement.report());
    }

    private static void eachBitFlip(final byte[] frame, final Consumer<byte[]> check)
    {
        for (int bit = 0; bit < frame.length * 8; bit++)
        {
            frame[bit >> 3] ^= (byte)(1 << (bit & 7));
            check.accept(frame);
            frame[bit >> 3] ^= (byte)(1 << (bit & 7));
        }
    }

    @Test
    void everyByteMayBeAnySpecialOne()
    {
        for (final byte[] frame : GoldenFrames.vectors())
        {
            for (int at = 4; at < frame.length; at++)
            {
                final byte was = frame[at];
                for (final int value : new int[] {0, '"', '\\', '{', '}', ',', ':', '/', '\'', 0x80, 0xFF})
                {
                    frame[at] = (byte)value;
                    check(frame);
                }
                frame[at] = was;
            }
        }
    }

    @Test
    void everyLengthMayLie()
    {
        final int[] seen = {0};
        for (final byte[] frame : GoldenFrames.all(200, 2_000))
        {
            eachLie(frame, lie -> {
                check(lie);
                seen[0]++;
            });
        }
        assertTrue(seen[0] > 10_000, () -> "only " + seen[0] + " lies");
        System.out.print(agreement.report());
    }

    private static void eachLie(final byte[] frame, final Consumer<byte[]> check)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(frame);
        lie(frame, 0, 4, bytes.getInt(0), check);
        lie(frame, 5, 3, bytes.getInt(4) & 0xFF_FFFF, check);
        if (frame[4] == 0)
        {
            return;
        }
        final int remark = bytes.getInt(21);
        final int map = bytes.getInt(25 + remark);
        lie(frame, 21, 4, remark, check);
        lie(frame, 25 + remark, 4, map, check);
        int at = 29 + remark;
        final int end = at + map;
        while (at < end)
        {
            final int key = bytes.getShort(at);
            final int value = bytes.getInt(at + 2 + key);
            lie(frame, at, 2, key, check);
            lie(frame, at + 2 + key, 4, value, check);
            at += 6 + key + value;
        }
    }

    /** Puts every interesting wrong number into a field of 2, 3 or 4 bytes; afterwards it is as it was. */
    private static void lie(final byte[] frame, final int offset, final int width, final int truth,
        final Consumer<byte[]> check)
    {
        final int left = frame.length - offset - width;
        final int headerLeft = 8 + (ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF) - offset - width;
        for (final int claim : new int[] {0, 1, -1, 4, truth + 1, truth - 1, truth + 2, truth - 6, -truth, left,
            left + 1,
            left - 1, headerLeft, headerLeft + 1, headerLeft - 1, headerLeft - 4, headerLeft - 6, Integer.MAX_VALUE,
            Integer.MIN_VALUE, Short.MAX_VALUE, Short.MIN_VALUE, 0xFFFF, 0x1_0000, 0x7FFF_FFF0, 0xFF_FFFF, 21, 20,
            0x1_0000 + truth, 0x100_0000 + truth})
        {
            put(frame, offset, width, claim);
            check.accept(frame);
        }
        put(frame, offset, width, truth);
    }

    private static void put(final byte[] frame, final int offset, final int width, final int value)
    {
        for (int i = 0; i < width; i++)
        {
            frame[offset + i] = (byte)(value >>> 8 * (width - 1 - i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void noBadFrameMakesTheScannerAllocate(final Strictness strictness)
    {
        final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
        final FrameView view = new FrameView();
        final List<byte[]> bad = new ArrayList<>();
        final int[] shown = {0};
        final Consumer<byte[]> collect = frame -> {
            final int before = shown[0];
            if (scanner.scan(view.wrap(frame), HeaderRecorder.INTEREST, (id, value) -> {
                shown[0]++;
                return Action.CONTINUE;
            }) == Outcome.MALFORMED)
            {
                assertEquals(before, shown[0], "a bad header is shown to nobody");
                bad.add(frame.clone());
            }
        };
        for (final byte[] frame : GoldenFrames.all(10, 400))
        {
            eachLie(frame, collect);
            eachBitFlip(frame, collect);
        }
        assertTrue(bad.size() > 2_000, () -> "only " + bad.size() + " bad frames");
        assertTrue(shown[0] > 0);
        assertEquals(0, Allocations.by(() -> {
            for (int i = 0; i < bad.size(); i++)
            {
                scanner.scan(view.wrap(bad.get(i)), HeaderRecorder.INTEREST, (id, value) -> Action.CONTINUE);
            }
        }, 20, 5));
    }
}
