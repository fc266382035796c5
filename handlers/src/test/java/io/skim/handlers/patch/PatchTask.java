package io.skim.handlers.patch;

/**
 * A rewriter and frames for it, loaded by {@link CountedClasses}.
 */
public interface PatchTask
{
    /**
     * Makes a frame, then rewrites and writes it; {@link Steps} begin anew in between.
     *
     * @param task  its name.
     * @param count of what the sender repeats.
     * @return the lengths of the frame and of what was written, in bytes.
     */
    long run(String task, int count);
}
