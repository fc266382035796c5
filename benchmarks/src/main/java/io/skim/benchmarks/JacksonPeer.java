package io.skim.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * Jackson's streaming parser over the header's bytes, from one factory.
 */
abstract class JacksonPeer extends JsonPeer
{
    private final JsonFactory factory = new JsonFactory();

    JacksonPeer(final byte[][] frames)
    {
        super(frames);
    }

    final JsonParser parser(final int frame) throws IOException
    {
        return factory.createParser(frames[frame], Encoding.PREFIX, headerLengths[frame]);
    }

    /** Every token, none of them made a text; counts the values. */
    static final class Walk extends JacksonPeer
    {
        Walk(final byte[][] frames)
        {
            super(frames);
        }

        @Override
        int answer(final int frame) throws IOException
        {
            int count = hasBody(frame) ? 1 : 0;
            try (JsonParser parser = parser(frame))
            {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken())
                {
                    count += token.isScalarValue() ? 1 : 0;
                }
            }
            // The one member that is not a field of the header: serializeTypeCurrentRPC.
            return count - 1;
        }
    }

    /** Topic and property, reading on to the end; the property by a search in the text of them all. */
    static final class TextSearch extends JacksonPeer
    {
        private final Question question;

        TextSearch(final byte[][] frames, final Question question)
        {
            super(frames);
            this.question = question;
        }

        @Override
        int answer(final int frame) throws IOException
        {
            int answer = 0;
            try (JsonParser parser = parser(frame))
            {
                parser.nextToken();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName())
                {
                    parser.nextToken();
                    if (name.equals("extFields"))
                    {
                        answer = extFields(parser);
                    }
                }
            }
            return answer;
        }

        private int extFields(final JsonParser parser) throws IOException
        {
            boolean topic = false;
            boolean tag = false;
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName())
            {
                parser.nextToken();
                if (name.equals("b") || name.equals("topic"))
                {
                    topic = question.topicText.equals(parser.getText());
                }
                else if (name.equals("i"))
                {
                    tag = question.hasTag(parser.getText());
                }
            }
            return (topic ? 1 : 0) | (tag ? 2 : 0);
        }
    }
}
