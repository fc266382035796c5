package io.skim.scan.testing;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * Generated questions about the messages of a store, in the words of engines and of {@code skim filter}, and the right answers: from
 * messages that the reference has decoded.
 */
public final class StoreQuestions
{
    private static final int DEPTH = 3;
    private static final List<String> PROPERTIES = List.of("TAGS", "KEYS", "a");
    private static final List<String> VALUES = List.of("a", "value", "TAGS", "KEYS", "true", "1.5e10", "\u00E9", "x\ny",
        "Topica", "TopicTAGS", "TopicKEYSTAGS");
    private static final List<Long> LIMITS = List.of(0L, 1L, 3L, 7L, 40L, 256L, 60_000L, 1L << 40);
    private static final List<String> ORDERS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final List<List<MessageExt>> records = new ArrayList<>();
    private final Random random;

    /**
     * A question.
     *
     * @param sql   a condition of the engines' SQL.
     * @param where the same condition for {@code skim filter --where}.
     * @param truth whether a message fulfils it.
     */
    public record Question(String sql, String where, Predicate<MessageExt> truth)
    {
        private Question joined(final String word, final Question other, final Predicate<MessageExt> both)
        {
            return new Question("(" + sql + word + other.sql + ")", "(" + where + word + other.where + ")", both);
        }

        /** SQL's conditions may be neither true nor false, and not in the same cases: asked only of what there is. */
        private Question ofPresent(final String name)
        {
            return new Question("(" + name + " IS NOT NULL AND " + sql + ")", "(" + name + " IS NOT NULL AND " + where
                + ")", truth);
        }
    }

    /**
     * Makes questions about a store.
     *
     * @param random  decides on them.
     * @param records of the store, one after the other.
     */
    public StoreQuestions(final Random random, final byte[] records)
    {
        this.random = random;
        final ByteBuffer buffer = ByteBuffer.wrap(records);
        while (buffer.hasRemaining())
        {
            this.records.add(Objects.requireNonNull(StoredRecords.messagesAt(buffer)));
        }
    }

    /** {@return the number of messages} */
    public int count()
    {
        return records.stream().mapToInt(List::size).sum();
    }

    /** {@return a question} */
    public Question next()
    {
        return question(DEPTH, false);
    }

    private Question question(final int depth, final boolean negated)
    {
        if (depth == 0)
        {
            return leaf(negated);
        }
        switch (random.nextInt(6))
        {
            case 0 ->
            {
                final Question one = question(depth - 1, negated);
                final Question other = question(depth - 1, negated);
                return one.joined(" AND ", other, one.truth.and(other.truth));
            }
            case 1 ->
            {
                final Question one = question(depth - 1, negated);
                final Question other = question(depth - 1, negated);
                return one.joined(" OR ", other, one.truth.or(other.truth));
            }
            case 2 ->
            {
                final Question one = question(depth - 1, true);
                return new Question("(NOT (" + one.sql + "))", "(NOT (" + one.where + "))", one.truth.negate());
            }
            default ->
            {
                return leaf(negated);
            }
        }
    }

    private Question leaf(final boolean negated)
    {
        switch (random.nextInt(4))
        {
            case 0 ->
            {
                return number();
            }
            case 1 ->
            {
                return text("topic", "$topic", MessageExt::getTopic);
            }
            default ->
            {
                final String name = one(PROPERTIES);
                final Question question = random.nextInt(5) == 0 ? presence(name) : text(name, name, message -> message
                    .getProperty(name));
                return negated || question.where.contains("<>") ? question.ofPresent(name) : question;
            }
        }
    }

    private Question presence(final String name)
    {
        final boolean absent = random.nextBoolean();
        final String text = name + (absent ? " IS NULL" : " IS NOT NULL");
        return new Question(text, text, message -> message.getProperty(name) == null == absent);
    }

    private Question text(final String name, final String named, final Function<MessageExt, String> of)
    {
        final String value = one(VALUES);
        final String quoted = "'" + value + "'";
        return switch (random.nextInt(6))
        {
            case 0, 1 -> new Question(name + " = " + quoted, named + " = " + quoted, message -> value.equals(of.apply(
                message)));
            case 2 -> new Question(name + " <> " + quoted, named + " <> " + quoted, message -> of.apply(message) != null
                && !value.equals(of.apply(message)));
            case 3 ->
            {
                final String list = " IN (" + quoted + ", 'a', 'TopicTAGS')";
                yield new Question(name + list, named + list, message -> List.of(value, "a", "TopicTAGS").contains(
                    String.valueOf(of.apply(message))));
            }
            case 4 -> new Question(name + " LIKE '" + value.charAt(0) + "%'", named + " STARTSWITH '" + value.charAt(0)
                + "'", message -> of.apply(message) != null && of.apply(message).charAt(0) == value.charAt(0));
            default -> new Question(name + " LIKE '%" + value + "%'", named + " CONTAINS '" + value + "'",
                message -> of.apply(message) != null && of.apply(message).contains(value));
        };
    }

    private Question number()
    {
        final long limit = one(LIMITS);
        final String order = one(ORDERS);
        final String rest = " " + order + " " + limit;
        return switch (random.nextInt(4))
        {
            case 0 -> new Question("queueId" + rest, "$queueId" + rest, message -> holds(message.getQueueId(), order,
                limit));
            case 1 -> new Question("sysFlag" + rest, "$sysFlag" + rest, message -> holds(message.getSysFlag(), order,
                limit));
            case 2 -> new Question("commitLogOffset" + rest, "$commitLogOffset" + rest, message -> holds(message
                .getCommitLogOffset(), order, limit));
            default ->
            {
                final int least = random.nextInt(9);
                yield new Question("queueId BETWEEN " + least + " AND 9", "$queueId BETWEEN " + least + " AND 9",
                    message -> message.getQueueId() >= least && message.getQueueId() <= 9);
            }
        };
    }

    private static boolean holds(final long number, final String order, final long limit)
    {
        return switch (order)
        {
            case "=" -> number == limit;
            case "<>" -> number != limit;
            case "<" -> number < limit;
            case "<=" -> number <= limit;
            case ">" -> number > limit;
            default -> number >= limit;
        };
    }

    private <T> T one(final List<T> choices)
    {
        return choices.get(random.nextInt(choices.size()));
    }

    /**
     * The right answer.
     *
     * @param question to answer.
     * @return a line for each message that fulfils its condition, sorted.
     */
    public List<String> answer(final Question question)
    {
        return lines(records.stream().flatMap(List::stream).filter(question.truth).toList());
    }

    /**
     * The messages of all records that have a message in the answer: {@code skim filter} writes an inner batch as a whole.
     *
     * @param question to answer.
     * @return a line for each message, sorted.
     */
    public List<String> wholeRecords(final Question question)
    {
        return lines(records.stream().filter(record -> record.stream().anyMatch(question.truth)).flatMap(List::stream)
            .toList());
    }

    private static List<String> lines(final Collection<MessageExt> messages)
    {
        return messages.stream().map(message -> line(message.getTopic(), message.getQueueOffset(), message
            .getCommitLogOffset())).sorted().toList();
    }

    /**
     * A message, as a line of an answer.
     *
     * @param topic           of the message.
     * @param queueOffset     of the message.
     * @param commitLogOffset of its record.
     * @return the line.
     */
    public static String line(final Object topic, final Object queueOffset, final Object commitLogOffset)
    {
        return topic + " " + queueOffset + " " + commitLogOffset;
    }

    /**
     * The messages that {@code skim decode} shows.
     *
     * @param json a line for each.
     * @return lines of an answer, sorted.
     */
    public static List<String> decoded(final Collection<String> json)
    {
        return json.stream().map(line -> {
            final JSONObject message = JSON.parseObject(line);
            return line(message.getString("topic"), message.getLong("queueOffset"), message.getLong("commitLogOffset"));
        }).sorted().toList();
    }
}
