package io.skim.benchmarks;

/**
 * A contender that is asked about one frame, message or value after the other.
 */
abstract class Peer implements Contender
{
    private final int frames;
    private int frame;

    Peer(final Object[] frames)
    {
        this.frames = frames.length;
    }

    abstract int answer(int frame) throws Exception;

    @Override
    public final int next() throws Exception
    {
        final int current = frame;
        frame = current + 1 == frames ? 0 : current + 1;
        return answer(current);
    }
}
