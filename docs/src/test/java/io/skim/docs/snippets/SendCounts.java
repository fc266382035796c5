package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import java.nio.charset.StandardCharsets;

final class SendCounts implements DataHandler
{
    private static final int CODE = Interests.CODE;
    private static final int TOPIC = Interests.TOPIC;
    private static final int QUEUE_ID = Interests.QUEUE_ID;

    private final byte[] topic = new byte[127];
    private final byte[] retry = "%RETRY%".getBytes(StandardCharsets.US_ASCII);
    private int code;
    private int queueId;
    private int topicLength;
    private boolean isRetry;
    private int keysHash;

    // snippet: coercions
    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case CODE -> code = value.getInt(-1);
            case QUEUE_ID -> queueId = value.getInt(-1); // 0, "0" and "+0" alike; -1 for null and other values
            case TOPIC ->
            {
                topicLength = value.copyTo(topic, 0); // resolves escapes; -1 if it does not fit
                isRetry = value.startsWith(retry);
            }
            default -> keysHash = value.textHashCode(); // equals String.hashCode, without a String
        }
        return Action.CONTINUE;
    }
    // end

    @Override
    public String toString()
    {
        return code + " " + queueId + " " + new String(topic, 0, Math.max(0, topicLength), StandardCharsets.UTF_8) + " "
            + isRetry + " " + keysHash;
    }
}
