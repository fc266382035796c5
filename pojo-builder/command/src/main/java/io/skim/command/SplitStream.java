package io.skim.command;

import io.skim.scan.StreamSplitter;

/**
 * A stream that a splitter cuts into frames.
 */
abstract class SplitStream extends UnitStream
{
    private final StreamSplitter splitter;

    /**
     * Makes one.
     *
     * @param reader   whose stream it is.
     * @param source   where the bytes come from.
     * @param splitter that has not been fed yet.
     */
    SplitStream(final InputReader reader, final Source source, final StreamSplitter splitter)
    {
        super(reader, source);
        this.splitter = splitter;
    }

    @Override
    final boolean feed(final byte[] bytes, final int from, final int length)
    {
        splitter.feed(bytes, from, length);
        frames();
        if (splitter.isMalformed())
        {
            refuse();
        }
        return !splitter.isMalformed();
    }

    @Override
    void end()
    {
        if (!splitter.end())
        {
            refuse();
        }
    }

    @Override
    int held()
    {
        return splitter.gatheredLength();
    }

    @Override
    final long offset()
    {
        return splitter.frameOffset();
    }

    @Override
    final long frameLimit()
    {
        return splitter.frameLimit();
    }

    @Override
    void resumeAt(final long offset)
    {
        splitter.resumeAt(offset);
    }

    private void refuse()
    {
        tell();
        if (!isReported())
        {
            reader.report(source, splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
        }
        reader.i++;
    }

    /** Takes from the splitter what is there, until it asks for more or the framing is lost. */
    abstract void frames();
}
