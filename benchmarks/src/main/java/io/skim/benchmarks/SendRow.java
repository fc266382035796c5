package io.skim.benchmarks;

import io.skim.scan.Cursor;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingRow;
import java.nio.charset.StandardCharsets;

/**
 * A send header as values, used again for frame after frame: what {@code SendMessageRequestHeaderV2} and the fixed
 * fields hold, texts as bytes.
 */
public final class SendRow
{
    /** Room for the longest text. */
    private static final int TEXT = 4096;

    /** The fixed fields. */
    public int code;
    /** The fixed fields; null if the sender's language has no name here. */
    public RemotingLanguage language;
    /** The fixed fields. */
    public int version;
    /** The fixed fields. */
    public int opaque;
    /** The fixed fields. */
    public int flag;
    /** {@code d}. */
    public int defaultTopicQueueNums;
    /** {@code e}. */
    public int queueId;
    /** {@code f}. */
    public int sysFlag;
    /** {@code g}. */
    public long bornTimestamp;
    /** {@code h}. */
    public int messageFlag;
    /** {@code j}. */
    public int reconsumeTimes;
    /** {@code k}. */
    public boolean unitMode;
    /** {@code l}; 0 if absent. */
    public int maxReconsumeTimes;
    /** {@code m}. */
    public boolean batch;

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
         * Copies a value.
         *
         * @param places where it stands.
         * @param id     of it.
         */
        public void copy(final RemotingRow places, final int id)
        {
            length = places.copyTo(id, bytes, 0);
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

        void clear()
        {
            length = 0;
        }

        @Override
        public String toString()
        {
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
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
     * Mixes all values into one number; of the texts their lengths, but for the properties, which a peer would have to
     * encode for it, and the broker's name, which the typed header keeps to itself.
     *
     * @return the number.
     */
    public int answer()
    {
        return mix(code, language == null ? 0 : language.ordinal(), version, opaque, flag, defaultTopicQueueNums,
            queueId,
            sysFlag, bornTimestamp, messageFlag, reconsumeTimes, unitMode, maxReconsumeTimes, batch, producerGroup
                .length(),
            topic.length(), defaultTopic.length(), remark.length());
    }

    static int mix(final int code, final int language, final int version, final int opaque, final int flag,
        final int defaultTopicQueueNums, final int queueId, final int sysFlag, final long bornTimestamp,
        final int messageFlag, final int reconsumeTimes, final boolean unitMode, final int maxReconsumeTimes,
        final boolean batch, final int producerGroup, final int topic, final int defaultTopic, final int remark)
    {
        final int fixed = code + 3 * language + 5 * version + 7 * opaque + 11 * flag;
        final int numbers = 13 * defaultTopicQueueNums + 17 * queueId + 19 * sysFlag + 23 * (int)bornTimestamp + 29
            * (int)(bornTimestamp >>> 32) + 31 * messageFlag + 37 * reconsumeTimes + 41 * maxReconsumeTimes;
        final int texts = 43 * producerGroup + 47 * topic + 53 * defaultTopic + 61 * remark;
        return fixed + numbers + texts + (unitMode ? 67 : 0) + (batch ? 71 : 0);
    }
}
