package io.skim.benchmarks;

import java.nio.charset.StandardCharsets;

/**
 * What the predicates compare with: is the frame for this topic, and has its message this tag?
 */
public final class Question
{
    private static final String TAG = "TagA";

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
     * @param properties names and values as they are sent.
     * @return whether the tag is this one.
     */
    boolean hasTag(final String properties)
    {
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

    /** The question that is timed: for the topic of the first frame. */
    static Question of(final byte[][] frames)
    {
        return new Question(Reference.topic(Reference.decode(frames[0])), TAG);
    }
}
