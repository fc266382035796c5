package io.skim.benchmarks;

/**
 * One way to answer a question about frames that come round in order. Its answers are checked before it is timed.
 */
interface Contender
{
    /** Reads the next frame, the first again after the last, and gives the answer. */
    int next() throws Exception;

    /**
     * Lets a contender go round its frames until each of its handlers has seen each of them, and compares.
     *
     * @param contender that has not begun.
     * @param expected  the right answer for each frame.
     * @throws IllegalStateException if an answer is wrong.
     */
    static void check(final Contender contender, final int[] expected) throws Exception
    {
        for (int i = 0; i < HandlerCopies.MOST * expected.length; i++)
        {
            final int answer = contender.next();
            if (answer != expected[i % expected.length])
            {
                throw new IllegalStateException(
                    contender.getClass().getSimpleName() + " answers " + answer + " to frame "
                        + i % expected.length + " and not " + expected[i % expected.length]);
            }
        }
    }
}
