package io.skim.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

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
        /** Whether a header has serializeTypeCurrentRPC, the one member that is not a field. Found out beforehand. */
        private final boolean[] hasType;

        Walk(final byte[][] frames)
        {
            super(frames);
            hasType = new boolean[frames.length];
            for (int i = 0; i < frames.length; i++)
            {
                hasType[i] = new String(frames[i], Encoding.PREFIX, headerLengths[i], StandardCharsets.UTF_8).contains(
                    "\"serializeTypeCurrentRPC\":");
            }
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
            return count - (hasType[frame] ? 1 : 0);
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
            int found = 0;
            int code = 0;
            try (JsonParser parser = parser(frame))
            {
                parser.nextToken();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName())
                {
                    final JsonToken token = parser.nextToken();
                    if (name.equals("extFields") && token == JsonToken.START_OBJECT)
                    {
                        found = extFields(parser);
                    }
                    else if (name.equals("code"))
                    {
                        code = parser.getIntValue();
                    }
                }
            }
            return answer(found, code);
        }

        private int extFields(final JsonParser parser) throws IOException
        {
            int found = 0;
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName())
            {
                parser.nextToken();
                if (name.equals("b") || name.equals("topic"))
                {
                    found |= question.topicText.equals(parser.getText()) ? FOUND_TOPIC : 0;
                }
                else if (name.equals("i"))
                {
                    found |= question.hasTag(parser.getText()) ? IN_I : 0;
                }
                else if (name.equals("properties"))
                {
                    found |= question.hasTag(parser.getText()) ? IN_PROPERTIES : 0;
                }
            }
            return found;
        }
    }
}
