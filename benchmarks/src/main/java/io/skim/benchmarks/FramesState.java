package io.skim.benchmarks;

/**
 * A contender on the captured frames of an encoding.
 *
 * @param <C> its class.
 */
public abstract class FramesState<C extends Contender> extends ContenderState<C>
{
    /** By the name that parameters have. */
    abstract String encoding();

    /** The frames, whole and in order. Nobody writes to them. */
    byte[][] frames()
    {
        return Encoding.of(encoding()).frames();
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
