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
    private static final int MOST_NAMES = 1024;
    private static final int LONGEST_NAME = 64;

    /** Names seen last, each at the place of its hash, in the form in which they are written. */
    private final SerializedString[] names = new SerializedString[MOST_NAMES];

    LosslessJson(final JsonGenerator generator)
    {
        super(generator);
    }

    @Override
    public void writeFieldName(final String name) throws IOException
    {
        if (name.length() > LONGEST_NAME)
        {
            delegate.writeFieldName(encoded(name));
            return;
        }
        final int hash = name.hashCode();
        final int place = (hash ^ hash >>> 10) & MOST_NAMES - 1;
        if (names[place] == null || !names[place].getValue().equals(name))
        {
            names[place] = encoded(name);
        }
        delegate.writeFieldName(names[place]);
    }

    private static SerializedString encoded(final String name)
    {
        return isUnicode(name) ? new SerializedString(name) : new HalvesEscaped(name);
    }

    @Override
    public void writeString(final String text) throws IOException
    {
        if (text == null)
        {
            delegate.writeNull();
            return;
        }
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        // Half a surrogate pair gives a question mark.
        if (isWithoutQuestionMark(utf8) || isUnicode(text))
        {
            delegate.writeUTF8String(utf8, 0, utf8.length);
        }
        else
        {
            delegate.writeString(new HalvesEscaped(text));
        }
    }

    private static boolean isWithoutQuestionMark(final byte[] utf8)
    {
        for (final byte octet : utf8)
        {
            if (octet == '?')
            {
                return false;
            }
        }
        return true;
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
