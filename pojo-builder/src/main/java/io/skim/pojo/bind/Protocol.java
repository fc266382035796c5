package io.skim.pojo.bind;

import io.skim.scan.FrameScanner;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.util.List;

/**
 * One kind of frames, as bindings and readers see it: where the values of members may come from, and how they are found.
 */
abstract class Protocol
{
    /** What its frames are called. */
    final String frames;
    /** Where a member without an annotation has its value, under its own name. */
    final Source unnamed;

    Protocol(final String frames, final Source unnamed)
    {
        this.frames = frames;
        this.unnamed = unnamed;
    }

    /** What a value of a source is called, or null if frames have no such thing. */
    abstract String words(Source source);

    /** The types that the values of a member's place can be of. */
    abstract List<Class<?>> types(Member member);

    /** What a member's place is called in frames, its own name first. */
    abstract List<String> spellings(Member member);

    /** What a member is where a frame has no value for it, as a number, or null if it must have one or is null then. */
    abstract Long otherwise(Member member);

    /** What is wanted of a frame, under the ids that {@link #gatherer} knows. */
    abstract Interest interest(Member[] members, Strictness strictness);

    /** A scanner that takes what {@link #interest} gives. */
    abstract FrameScanner<?> scanner(Limits limits, Strictness strictness);

    abstract Gatherer gatherer(Member[] members, FrameValues values, BindError error, Limits limits,
        Strictness strictness);
}
