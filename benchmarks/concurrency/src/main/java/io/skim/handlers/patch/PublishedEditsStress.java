package io.skim.handlers.patch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.skim.scan.FrameView;
import io.skim.stress.Frames;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Edits that one thread hands to another by a plain field: the other one makes a rewriter of them, and all of them are made. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Not seen yet.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen, and complete.")
@Outcome(expect = FORBIDDEN, desc = "Seen with parts missing.")
@State
public class PublishedEditsStress
{
    private static final FrameView FRAME = Frames.send();
    private static final int LENGTH = length(edits());

    /** Neither volatile nor final: the object must do without. */
    private RemotingEdits shared;

    private static RemotingEdits edits()
    {
        return RemotingEdits.builder().set("topic", "orders-of-europe").setProperty("tier", "platinum").remove("a")
            .build();
    }

    /** The length of the header that the edits make. */
    private static int length(final RemotingEdits edits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits);
        return rewriter.rewrite(FRAME) ? rewriter.patch().headerLength() : -1;
    }

    /** Makes the edits. */
    @Actor
    public void make()
    {
        shared = edits();
    }

    /**
     * Rewrites a header by them.
     *
     * @param result 1 if the header became as long as it should.
     */
    @Actor
    public void use(final I_Result result)
    {
        final RemotingEdits seen = shared;
        try
        {
            result.r1 = seen == null ? 0 : LENGTH > 0 && length(seen) == LENGTH ? 1 : -1;
        }
        catch (final NullPointerException | IndexOutOfBoundsException e)
        {
            result.r1 = -2;
        }
    }
}
