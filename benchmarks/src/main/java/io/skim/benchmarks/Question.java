package io.skim.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * What the predicates compare with: is the frame for this topic, and has its message this tag?
 */
public final class Question
{
    private static final String TAGS = "TAGS\u0001";
    private static final char PROPERTY_END = 2;

    final String topicText;
    final String tagText;
    private final byte[] topic;
    private final byte[] tag;

    Question(final String topic, final String tag)
    {
        topicText = topic;
        tagText = tag;
        this.topic = topic.getBytes(StandardCharsets.UTF_8);
        this.tag = tag.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Searches a text of properties for the tag, without taking the text apart.
     *
     * @param properties names and values as they are sent; null for none.
     * @return whether the tag is this one.
     */
    boolean hasTag(final String properties)
    {
        if (properties == null)
        {
            return false;
        }
        int name = properties.indexOf(TAGS);
        while (name > 0 && properties.charAt(name - 1) != PROPERTY_END)
        {
            name = properties.indexOf(TAGS, name + 1);
        }
        final int value = name + TAGS.length();
        final int end = value + tagText.length();
        return name >= 0 && properties.startsWith(tagText, value) && (end == properties.length() || properties.charAt(
            end) == PROPERTY_END);
    }

    /**
     * The topic.
     *
     * @return in UTF-8.
     */
    public byte[] topic()
    {
        return topic;
    }

    /**
     * The tag.
     *
     * @return in UTF-8.
     */
    public byte[] tag()
    {
        return tag;
    }

    /** The question that is timed: for the topic and the tag that most of the frames have. */
    static Question of(final byte[][] frames)
    {
        final Map<String, Integer> topics = new TreeMap<>();
        final Map<String, Integer> tags = new TreeMap<>();
        for (final byte[] frame : frames)
        {
            final RemotingCommand command = Reference.decode(frame);
            count(topics, Reference.topic(command));
            count(tags, Reference.properties(command).get("TAGS"));
        }
        return new Question(most(topics), most(tags));
    }

    private static void count(final Map<String, Integer> counts, final String text)
    {
        if (text != null)
        {
            counts.merge(text, 1, Integer::sum);
        }
    }

    private static String most(final Map<String, Integer> counts)
    {
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
    }
}
