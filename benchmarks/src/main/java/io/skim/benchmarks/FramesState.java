package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;

/**
 * A contender on a set of frames of an encoding.
 *
 * @param <C> its class.
 */
public abstract class FramesState<C extends Contender> extends ContenderState<C>
{
    /** Which frames: the name of a {@link FrameSet}. */
    @Param({"thirteen", "java", "go-js", "all", "gen"})
    public String set;

    /** By the name that parameters have. */
    abstract String encoding();

    /** The frames, whole and in order. Nobody writes to them. */
    byte[][] frames()
    {
        return FrameSet.of(set).frames(Encoding.of(encoding()));
    }

    /** Of these the ones that send messages. */
    final byte[][] sends()
    {
        return FrameSet.of(set).sends(Encoding.of(encoding()));
    }

    /** Of those the ones whose fields have names of one letter. */
    final byte[][] shortSends()
    {
        return FrameSet.of(set).shortSends(Encoding.of(encoding()));
    }

    final Question question()
    {
        return Question.of(frames());
    }

    /** A contender whose answers are those of the reference. */
    final C checked(final C made, final Reference.Answer answer) throws Exception
    {
        Contender.check(made, Reference.answers(frames(), answer));
        return made;
    }
}
