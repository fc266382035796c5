package io.skim.benchmarks;

import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.util.Fnv;

/**
 * fastjson2's own reader, pulled by hand over the header's bytes: names by their hash, values skipped unless wanted.
 */
abstract class FastjsonPeer extends JsonPeer
{
    private static final long EXT_FIELDS = Fnv.hashCode64("extFields");
    private static final long SERIALIZE_TYPE = Fnv.hashCode64("serializeTypeCurrentRPC");
    private static final long TOPIC = Fnv.hashCode64("topic");
    private static final long B = Fnv.hashCode64("b");
    private static final long I = Fnv.hashCode64("i");
    private static final long PROPERTIES = Fnv.hashCode64("properties");
    private static final long CODE = Fnv.hashCode64("code");

    private final JSONReader.Context context = JSONFactory.createReadContext();

    FastjsonPeer(final byte[][] frames)
    {
        super(frames);
    }

    final JSONReader reader(final int frame)
    {
        return JSONReader.of(frames[frame], Encoding.PREFIX, headerLengths[frame], context);
    }

    /** Every name and value passed over; counts the values. */
    static final class Walk extends FastjsonPeer
    {
        Walk(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        int answer(final int frame)
        {
            int count = hasBody(frame) ? 1 : 0;
            try (JSONReader reader = reader(frame))
            {
                reader.nextIfObjectStart();
                while (!reader.nextIfObjectEnd())
                {
                    final long name = reader.readFieldNameHashCode();
                    if (name == EXT_FIELDS && reader.nextIfObjectStart())
                    {
                        while (!reader.nextIfObjectEnd())
                        {
                            reader.readFieldNameHashCode();
                            reader.skipValue();
                            count++;
                        }
                        reader.nextIfComma();
                    }
                    else
                    {
                        reader.skipValue();
                        count += name == SERIALIZE_TYPE ? 0 : 1;
                    }
                }
            }
            return count;
        }
    }

    /** The topic, and no further. */
    static final class Topic extends FastjsonPeer
    {
        private final String topic;

        Topic(final byte[][] frames, final Question question)
        {
            super(frames);
            topic = question.topicText;
        }

        @Override
        int answer(final int frame)
        {
            try (JSONReader reader = reader(frame))
            {
                reader.nextIfObjectStart();
                while (!reader.nextIfObjectEnd())
                {
                    if (reader.readFieldNameHashCode() != EXT_FIELDS || !reader.nextIfObjectStart())
                    {
                        reader.skipValue();
                        continue;
                    }
                    while (!reader.nextIfObjectEnd())
                    {
                        final long name = reader.readFieldNameHashCode();
                        if (name == B || name == TOPIC)
                        {
                            return topic.equals(reader.readString()) ? 1 : 0;
                        }
                        reader.skipValue();
                    }
                    reader.nextIfComma();
                }
            }
            return 0;
        }
    }

    /** Topic and property, reading on to the end; the property by a search in the text of them all. */
    static final class TextSearch extends FastjsonPeer
    {
        private final Question question;

        TextSearch(final byte[][] frames, final Question question)
        {
            super(frames);
            this.question = question;
        }

        @Override
        int answer(final int frame)
        {
            int found = 0;
            int code = 0;
            try (JSONReader reader = reader(frame))
            {
                reader.nextIfObjectStart();
                while (!reader.nextIfObjectEnd())
                {
                    final long name = reader.readFieldNameHashCode();
                    if (name == EXT_FIELDS && reader.nextIfObjectStart())
                    {
                        found = extFields(reader);
                        reader.nextIfComma();
                    }
                    else if (name == CODE)
                    {
                        code = reader.readInt32Value();
                    }
                    else
                    {
                        reader.skipValue();
                    }
                }
            }
            return answer(found, code);
        }

        private int extFields(final JSONReader reader)
        {
            int found = 0;
            while (!reader.nextIfObjectEnd())
            {
                final long name = reader.readFieldNameHashCode();
                if (name == B || name == TOPIC)
                {
                    found |= question.topicText.equals(reader.readString()) ? FOUND_TOPIC : 0;
                }
                else if (name == I)
                {
                    found |= question.hasTag(reader.readString()) ? IN_I : 0;
                }
                else if (name == PROPERTIES)
                {
                    found |= question.hasTag(reader.readString()) ? IN_PROPERTIES : 0;
                }
                else
                {
                    reader.skipValue();
                }
            }
            return found;
        }
    }
}
