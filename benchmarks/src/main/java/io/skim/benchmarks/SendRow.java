package io.skim.benchmarks;

import io.skim.scan.Cursor;
import java.nio.charset.StandardCharsets;

/**
 * A send header as values, used again for frame after frame, texts as bytes of its own.
 */
public final class SendRow extends SendNumbers
{
    /** Room for the longest text. */
    private static final int TEXT = 1 << 16;

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

    /** A text that was copied out of a frame. */
    public static final class Text
    {
        private final byte[] bytes = new byte[TEXT];
        private int length;

        /**
         * Copies a value.
         *
         * @param value to copy.
         */
        public void copy(final Cursor value)
        {
            length = value.copyTo(bytes, 0);
        }

        /**
         * The length of what was copied.
         *
         * @return in bytes of UTF-8.
         */
        public int length()
        {
            return length;
        }

        /** There is none. */
        public void clear()
        {
            length = 0;
        }

        /**
         * Makes a text of what was copied.
         *
         * @return the text, null for none.
         */
        public String toText()
        {
            return length == 0 ? null : new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
    }

    /** Forgets what a header need not have. */
    public void clear()
    {
        maxReconsumeTimes = 0;
        brokerName.clear();
        remark.clear();
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
