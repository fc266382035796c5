package io.skim.bytes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that send requests of codes 310, 320 and 325 name with one letter.
 *
 * @see "SendMessageRequestHeaderV2, release 5.5.1"
 */
public final class SendFields
{
    /** By their letters, from {@code a} on. */
    private static final List<String> NAMES = List.of("producerGroup", "topic", "defaultTopic",
        "defaultTopicQueueNums", "queueId", "sysFlag", "bornTimestamp", "flag", "properties", "reconsumeTimes",
        "unitMode", "maxReconsumeTimes", "batch", "brokerName");

    private SendFields()
    {
    }

    /** The letter of a field. Returns the letter; null if the field has none. */
    public static @Nullable String letter(final String name)
    {
        final int index = NAMES.indexOf(name);
        return index < 0 ? null : String.valueOf((char)('a' + index));
    }
}
