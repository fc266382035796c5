package io.skim.benchmarks;

import io.skim.pojo.bind.Entry;
import io.skim.pojo.bind.Field;
import io.skim.pojo.bind.Property;
import io.skim.scan.remoting.RemotingField;

/**
 * What a service of its own might want of a send header: some ext fields, some message properties, one fixed field.
 *
 * @param topic   of the message.
 * @param queueId of the message.
 * @param sent    when it was born.
 * @param tag     null for none.
 * @param keys    null for none.
 * @param opaque  of the request.
 */
record BoundRecord(@Entry("b") String topic, @Entry("e") int queueId, @Entry("g") long sent,
    @Property("TAGS") String tag, @Property("KEYS") String keys, @Field(RemotingField.OPAQUE) int opaque)
{
    /** All of it in one number. */
    int answer()
    {
        return topic.length() + 3 * queueId + 5 * (int)sent + 7 * length(tag) + 11 * length(keys) + 13 * opaque;
    }

    private static int length(final String text)
    {
        return text == null ? 0 : text.length();
    }
}
