package io.skim.scan.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A store with the messages of some orders, for the chapter of questions, and the questions and answers of that chapter.
 */
public final class OrderStore
{
    private static final int ORDERS = 40;
    private static final int UNPAID = 31;
    private static final int TWICE = 17;
    private static final int FAILING = 23;
    private static final Pattern QUESTION = Pattern.compile("```sql\\n([^`]*)```\\n\\n```text\\n([^`]*)```");

    private final List<byte[]> records = new ArrayList<>();

    private OrderStore()
    {
    }

    /**
     * A question of the chapter.
     *
     * @param sql    of both engines.
     * @param answer its rows, values with bars between them.
     */
    public record Question(String sql, List<String> answer)
    {
    }

    /** {@return the questions of the chapter, with their answers} */
    public static List<Question> questions() throws IOException
    {
        final Matcher blocks = QUESTION.matcher(Files.readString(Captures.root().resolve("docs/store-questions.md")));
        final List<Question> questions = new ArrayList<>();
        while (blocks.find())
        {
            questions.add(new Question(blocks.group(1), blocks.group(2).lines().toList()));
        }
        return questions;
    }

    /**
     * Writes the store.
     *
     * @param folder for its segment.
     * @throws IOException if writing fails.
     */
    public static void write(final Path folder) throws IOException
    {
        Files.createDirectories(folder);
        Files.write(folder.resolve("00000000000000000000"), Segments.of(new OrderStore().orders(), 0));
    }

    private List<byte[]> orders()
    {
        for (int order = 0; order < ORDERS; order++)
        {
            add("orders", "created", order, 0, 100 + order);
            for (int times = order == UNPAID ? 0 : order == TWICE ? 2 : 1; times > 0; times--)
            {
                add("payments", "paid", order, 0, 10);
            }
        }
        for (int times = 1; times <= 3; times++)
        {
            add("%RETRY%billing", "paid", FAILING, times, 10);
        }
        add("%DLQ%billing", "paid", FAILING, 3, 10);
        return records;
    }

    private void add(final String topic, final String tag, final int order, final int times, final int length)
    {
        final MessageExt message = new MessageExt();
        message.setTopic(topic);
        message.setQueueOffset(records.size());
        message.setReconsumeTimes(times);
        message.setBornTimestamp(1_790_000_000_000L + records.size());
        message.setStoreTimestamp(1_790_000_000_000L + records.size());
        message.setBornHost(new InetSocketAddress("127.0.0.1", 50_000 + records.size() % 3));
        message.setStoreHost(new InetSocketAddress("127.0.0.1", 10_911));
        message.setBody(new byte[length]);
        MessageAccessor.setProperties(message, Map.of("TAGS", tag, "KEYS", "order-" + order, "UNIQ_KEY", String.format(
            "%032d", records.size())));
        records.add(StoredRecords.encode(message));
    }
}
