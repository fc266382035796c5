package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a run of Skim may vary: the encoding, how many handler classes take turns, and the kind of buffer.
 */
@State(Scope.Thread)
public abstract class SkimState
{
    /** Of the headers. */
    @Param({"binary", "json"})
    public String encoding;

    /** How many classes of handlers take turns. */
    @Param({"1", "4"})
    public int handlerClasses;

    /** What the frames arrive in. */
    @Param({"heap", "direct", "composite"})
    public String buffer;

    SkimContender contender;

    final void prepare(final Class<? extends Answering> type, final Reference.Answer answer) throws Exception
    {
        contender = contender(encoding, handlerClasses, buffer, type, answer);
    }

    static SkimContender contender(final String encoding, final int handlerClasses, final String buffer,
        final Class<? extends Answering> type, final Reference.Answer answer) throws Exception
    {
        final byte[][] frames = Encoding.of(encoding).frames();
        final Answering[] handlers = HandlerCopies.of(type, handlerClasses, Question.of(frames));
        final SkimContender contender = new SkimContender(frames, Buffers.of(buffer), handlers);
        Contender.check(contender, Reference.answers(frames, answer));
        return contender;
    }

    final Question question()
    {
        return Question.of(Encoding.of(encoding).frames());
    }
}
