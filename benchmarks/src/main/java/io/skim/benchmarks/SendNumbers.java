package io.skim.benchmarks;

import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingLanguage;

/**
 * What of a send header is not text, as values, used again for frame after frame: what {@code
 * SendMessageRequestHeaderV2} and the fixed fields hold.
 */
public class SendNumbers
{
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

    /** Makes a row of zeros. */
    public SendNumbers()
    {
    }

    /**
     * Takes the fixed fields but for the remark, and the numbers and booleans among the ext fields.
     *
     * @param header wrapped with {@link Extracting#WANTED}.
     */
    public final void take(final RemotingHeaderView header)
    {
        code = header.code();
        opaque = header.opaque();
        flag = header.flag();
        version = header.version();
        language = header.language();
        defaultTopicQueueNums = header.getInt('d' - 'a', 0);
        queueId = header.getInt('e' - 'a', 0);
        sysFlag = header.getInt('f' - 'a', 0);
        bornTimestamp = header.getLong('g' - 'a', 0);
        messageFlag = header.getInt('h' - 'a', 0);
        reconsumeTimes = header.getInt('j' - 'a', 0);
        unitMode = header.getBoolean('k' - 'a', false);
        maxReconsumeTimes = header.getInt('l' - 'a', 0);
        batch = header.getBoolean('m' - 'a', false);
    }

    /**
     * Mixes all values into one number; of the texts their lengths, but for the properties, which a peer would have to
     * encode for it, and the broker's name, which the typed header keeps to itself.
     *
     * @param producerGroup the length of that text, in bytes of UTF-8, as all are.
     * @param topic         likewise.
     * @param defaultTopic  likewise.
     * @param remark        likewise; 0 for none.
     * @return the number.
     */
    protected final int answer(final int producerGroup, final int topic, final int defaultTopic, final int remark)
    {
        return mix(code, language == null ? 0 : language.ordinal(), version, opaque, flag, defaultTopicQueueNums,
            queueId, sysFlag, bornTimestamp, messageFlag, reconsumeTimes, unitMode, maxReconsumeTimes, batch,
            producerGroup, topic, defaultTopic, remark);
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
