package io.skim.benchmarks;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;

/**
 * A send header as values, used again for frame after frame, and of each text where it stands in the frame.
 */
public final class SendPlaces extends SendNumbers
{
    /** {@code a}. */
    public final Text producerGroup = new Text();
    /** {@code b}. */
    public final Text topic = new Text();
    /** {@code c}. */
    public final Text defaultTopic = new Text();
    /** {@code i}. */
    public final Text properties = new Text();
    /** {@code n}. */
    public final Text brokerName = new Text();
    /** Of the fixed part. */
    public final Text remark = new Text();

    /** Makes a row of nothing. */
    public SendPlaces()
    {
        super();
    }

    /** Where a text stands: offset, length, and whether it is escaped, in a mark. */
    public static final class Text
    {
        private long mark;
        private int length;

        /**
         * Takes the place of a value.
         *
         * @param value at it.
         */
        public void take(final Cursor value)
        {
            mark = value.mark();
            length = value.length();
        }

        /**
         * How much of the frame it takes: its length in bytes of UTF-8, but for escaped text.
         *
         * @return in bytes; 0 for none.
         */
        public int length()
        {
            return length;
        }

        /**
         * Makes a text of what stands there.
         *
         * @param frame that the place is of.
         * @return the text, null for none.
         */
        public String toText(final FrameView frame)
        {
            return length == 0 ? null : frame.at(mark, new Cursor()).toText();
        }
    }

    /**
     * Mixes all values into one number.
     *
     * @return the number.
     */
    public int answer()
    {
        return answer(producerGroup.length(), topic.length(), defaultTopic.length(), remark.length());
    }
}
