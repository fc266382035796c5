package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes JSON as UTF-8, with texts that have no UTF-8: half a surrogate pair is written as its {@code \}{@code uXXXX} escape.
 * Nothing is lost and nothing is refused.
 */
final class LosslessJson extends JsonGeneratorDelegate
{
    LosslessJson(final JsonGenerator generator)
    {
        super(generator);
    }

    @Override
    public void writeFieldName(final String name) throws IOException
    {
        if (isUnicode(name))
        {
            delegate.writeFieldName(name);
        }
        else
        {
            delegate.writeFieldName(new HalvesEscaped(name));
        }
    }

    @Override
    public void writeString(final String text) throws IOException
    {
        if (text == null || isUnicode(text))
        {
            delegate.writeString(text);
        }
        else
        {
            delegate.writeString(new HalvesEscaped(text));
        }
    }

    @Override
    public void writeRaw(final String text) throws IOException
    {
        delegate.writeRaw(isUnicode(text) ? text : escaped(text));
    }

    /** Whether each surrogate has its partner. */
    private static boolean isUnicode(final String text)
    {
        final int length = text.length();
        for (int k = 0; k < length; k++)
        {
            final char unit = text.charAt(k);
            if (Character.isSurrogate(unit))
            {
                if (!isPair(text, k))
                {
                    return false;
                }
                k++;
            }
        }
        return true;
    }

    private static boolean isPair(final String text, final int index)
    {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    /** The halves as escapes, all else as it is. */
    private static String escaped(final String text)
    {
        final StringBuilder escaped = new StringBuilder();
        for (int k = 0; k < text.length(); k++)
        {
            final char unit = text.charAt(k);
            if (Character.isSurrogate(unit) && !isPair(text, k))
            {
                escaped.append(String.format("\\u%04x", (int)unit));
            }
            else if (Character.isSurrogate(unit))
            {
                escaped.append(unit).append(text.charAt(++k));
            }
            else
            {
                escaped.append(unit);
            }
        }
        return escaped.toString();
    }

    /** A text whose quoted form is not the usual one. */
    private static final class HalvesEscaped extends SerializedString
    {
        private static final long serialVersionUID = 1;

        HalvesEscaped(final String text)
        {
            super(text);
            _quotedUTF8Ref = escaped(new String(JsonStringEncoder.getInstance().quoteAsString(text))).getBytes(
                StandardCharsets.UTF_8);
        }
    }
}
