package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EditListTest
{
    private static final int BASE = 3;
    private static final int AT = 5;
    private static final int ROUNDS = 30_000;

    private final Random random = new Random(Settings.seed());
    private final EditList edits = new EditList();

    /** What is to become of some bytes of a header. */
    private record Edit(int offset, int removed, byte[] fresh)
    {
    }

    private byte[] bytes(final int length)
    {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Edits in the order of the header, some of them side by side. */
    private List<Edit> edits(final int end, final int most)
    {
        final List<Edit> list = new ArrayList<>();
        int at = random.nextInt(4);
        for (int left = random.nextInt(most + 1); left > 0 && at <= end; left--)
        {
            final int removed = Math.min(end - at, random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(3));
            final int kind = random.nextInt(3);
            final int length = kind == 0 ? removed : random.nextInt(kind == 1 ? 3 : 40);
            list.add(new Edit(at, removed, bytes(length)));
            at += removed + (removed > 0 && random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(30));
        }
        return list;
    }

    /** The header as someone would make it who puts the pieces into a list. */
    private static byte[] patched(final byte[] header, final List<Edit> list)
    {
        final ByteBuffer made = ByteBuffer.allocate(header.length + list.stream().mapToInt(edit -> edit.fresh.length)
            .sum());
        int at = 0;
        for (final Edit edit : list)
        {
            made.put(header, at, edit.offset - at).put(edit.fresh);
            at = edit.offset + edit.removed;
        }
        made.put(header, at, header.length - at);
        return Arrays.copyOf(made.array(), made.position());
    }

    private void record(final List<Edit> list)
    {
        edits.reset();
        for (final Edit edit : list)
        {
            if (random.nextBoolean())
            {
                edits.add(edit.offset, edit.removed, edit.fresh, 0, edit.fresh.length);
            }
            else
            {
                edits.begin(edit.offset, edit.removed).put(edit.fresh);
                edits.end();
            }
        }
    }

    private byte[] put(final byte[] header)
    {
        final byte[] source = new byte[BASE + header.length + 7];
        System.arraycopy(header, 0, source, BASE, header.length);
        final int length = header.length + edits.delta();
        final byte[] room = bytes(AT + length + 9);
        final byte[] dst = room.clone();
        edits.put(source, BASE, header.length, dst, AT);
        assertArrayEquals(Arrays.copyOf(room, AT), Arrays.copyOf(dst, AT), "in front");
        assertArrayEquals(Arrays.copyOfRange(room, AT + length, room.length), Arrays.copyOfRange(dst, AT + length,
            dst.length), "behind");
        return Arrays.copyOfRange(dst, AT, AT + length);
    }

    @Test
    void putsWhatWasRecordedInAnyOrder()
    {
        int resized = 0;
        for (int i = 0; i < ROUNDS; i++)
        {
            final byte[] header = bytes(random.nextInt(200));
            final List<Edit> list = edits(header.length, i % 100 == 0 ? 60 : 6);
            final List<Edit> shuffled = new ArrayList<>(list);
            if (random.nextBoolean())
            {
                Collections.shuffle(shuffled, random);
            }
            record(shuffled);
            edits.sort();
            assertEquals(list.stream().anyMatch(edit -> edit.fresh.length != edit.removed), edits.isResizing());
            assertArrayEquals(patched(header, list), put(header), () -> "round, seed " + Settings.seed());
            resized += edits.isResizing() ? 1 : 0;
        }
        assertTrue(resized > ROUNDS / 2);
    }

    @Test
    void putsLengthsOverWhatItCopies()
    {
        int enclosed = 0;
        for (int i = 0; i < ROUNDS / 10; i++)
        {
            final byte[] header = bytes(20 + random.nextInt(100));
            final List<Edit> list = edits(header.length, 6);
            record(list);
            final byte[] expected = patched(header, list);
            final int place = random.nextInt(header.length - Integer.BYTES);
            // No edit changes a length or stands within it.
            if (list.stream()
                .noneMatch(edit -> edit.offset + edit.removed > place && edit.offset < place + Integer.BYTES))
            {
                final int length = random.nextInt();
                edits.enclose(place + edits.growthBefore(place), length);
                final int growth = list.stream().filter(edit -> edit.offset < place).mapToInt(edit -> edit.fresh.length
                    - edit.removed).sum();
                ByteBuffer.wrap(expected).putInt(place + growth, length);
                enclosed++;
            }
            edits.sort();
            assertArrayEquals(expected, put(header));
        }
        assertTrue(enclosed > ROUNDS / 100);
    }

    @Test
    void putsTheSameOnceSomeAreCancelled()
    {
        for (int i = 0; i < ROUNDS / 10; i++)
        {
            final byte[] header = bytes(random.nextInt(200));
            final List<Edit> list = edits(header.length, 12);
            final int from = random.nextInt(header.length + 1);
            final int to = from + random.nextInt(header.length + 1 - from);
            record(list);
            edits.cancel(from, to);
            edits.sort();
            final List<Edit> left = list.stream().filter(edit -> edit.offset < from || edit.offset >= to).toList();
            assertArrayEquals(patched(header, left), put(header));
            assertEquals(left.size(), edits.count());
        }
    }

    @Test
    void refusesTwoEditsOfOneByte()
    {
        edits.add(7, 3, new byte[1], 0, 1);
        edits.add(5, 3, new byte[9], 0, 9);
        assertThrows(IllegalStateException.class, edits::sort);
    }

    @Test
    void sortsAnyOrderAsTheJdkDoes()
    {
        final Sorting sorting = new Sorting();
        for (int i = 0; i < ROUNDS / 10; i++)
        {
            final int count = random.nextInt(i % 50 == 0 ? 3_000 : 120);
            final int runs = 1 + random.nextInt(i % 2 == 0 ? 4 : 100);
            final long[] values = random.longs(count + 3L, -5L * count, 5L * count + 1).toArray();
            for (int run = 0; run < runs; run++)
            {
                Arrays.sort(values, run * count / runs, (run + 1) * count / runs);
            }
            final long[] expected = values.clone();
            Arrays.sort(expected, 0, count);
            sorting.sort(values, count);
            assertArrayEquals(expected, values);
        }
    }
}
