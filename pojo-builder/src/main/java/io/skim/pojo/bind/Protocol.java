package io.skim.pojo.bind;

import io.skim.scan.FrameScanner;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of frames, for bindings and readers: the possible sources of members' values, and how to find the values.
 */
abstract class Protocol
{
    /** The name of its frames in messages. */
    final String frames;
    /** The source of members without an annotation, which have their own name there. */
    final Source unnamed;

    Protocol(final String frames, final Source unnamed)
    {
        this.frames = frames;
        this.unnamed = unnamed;
    }

    /** The words for a value of a source in messages; null if such frames do not have the source. */
    abstract @Nullable String words(Source source);

    /** The Java types that a member may have for the values of its place. */
    abstract List<Class<?>> types(Member member);

    /** The names of a member's place in frames, its own name first. */
    abstract List<String> spellings(Member member);

    /** The default value of a member as a number; null if it has none. */
    abstract @Nullable Long otherwise(Member member);

    /** The interest in the members' values, with the ids of {@link #gatherer}. */
    abstract Interest interest(Member[] members);

    /** A scanner for the interests of {@link #interest}. */
    abstract FrameScanner<?> scanner(Limits limits, Strictness strictness);

    abstract Gatherer gatherer(Member[] members, FrameValues values, BindError error, Limits limits,
        Strictness strictness);
}
