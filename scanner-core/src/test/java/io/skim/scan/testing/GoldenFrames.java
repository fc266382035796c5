package io.skim.scan.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Good frames to take apart: the golden vectors and a varied choice of real traffic.
 */
public final class GoldenFrames
{
    private GoldenFrames()
    {
    }

    /**
     * The golden vectors.
     *
     * @return frames of both encodings.
     */
    public static List<byte[]> vectors()
    {
        return Vectors.rows("rocketmq-frames.tsv").stream().filter(row -> !row[2].isEmpty()).map(row -> Frames.hex(
            row[1])).collect(Collectors.toList());
    }

    /**
     * The golden vectors and real frames.
     *
     * @param real   how many real frames.
     * @param length of the longest real one in bytes.
     * @return frames of both encodings.
     */
    public static List<byte[]> all(final int real, final int length)
    {
        final List<byte[]> frames = new ArrayList<>(vectors());
        frames.addAll(Captures.sample(real, length));
        return frames;
    }
}
