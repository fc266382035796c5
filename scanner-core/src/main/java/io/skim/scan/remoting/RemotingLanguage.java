package io.skim.scan.remoting;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The languages a sender may name. The ordinal is the code.
 *
 * @see "LanguageCode, release 5.5.1"
 */
public enum RemotingLanguage
{
    /** 0. Also what the reference takes a JSON header for that names none. */
    JAVA,
    /** 1. */
    CPP,
    /** 2. */
    DOTNET,
    /** 3. */
    PYTHON,
    /** 4. */
    DELPHI,
    /** 5. */
    ERLANG,
    /** 6. */
    RUBY,
    /** 7. */
    OTHER,
    /** 8. */
    HTTP,
    /** 9. */
    GO,
    /** 10. */
    PHP,
    /** 11. */
    OMS,
    /** 12. */
    RUST,
    /** 13; unknown to 4.9. */
    NODE_JS;

    private static final RemotingLanguage[] LANGUAGES = values();

    private final byte[] utf8 = name().getBytes(StandardCharsets.US_ASCII);

    /** The letters alone: the reference ignores case and {@code _} where no name is exactly equal. */
    private final byte[] letters = name().replace("_", "").getBytes(StandardCharsets.US_ASCII);

    /**
     * The language that a {@link RemotingField#LANGUAGE} field names, by its code in a binary header, by its name (or
     * its code) in JSON. Allocates nothing.
     *
     * @param language as shown to a handler.
     * @return the language, or null if it is unknown, as in the reference.
     */
    public static RemotingLanguage of(final Cursor language)
    {
        final Kind kind = language.kind();
        if (kind != Kind.TEXT && kind != Kind.JSON_TEXT)
        {
            return of(language.getInt(-1));
        }
        for (final RemotingLanguage known : LANGUAGES)
        {
            if (language.contentEquals(known.utf8) || language.contentEqualsIgnoreCase(known.letters))
            {
                return known;
            }
        }
        return of(language.getInt(-1));
    }

    /** The language of a code, null for one that is unknown. */
    static RemotingLanguage of(final int code)
    {
        return code >= 0 && code < LANGUAGES.length ? LANGUAGES[code] : null;
    }

    /** Whether text is exactly a known name. */
    static boolean isExact(final byte[] array, final int from, final int to)
    {
        for (final RemotingLanguage known : LANGUAGES)
        {
            if (Arrays.equals(array, from, to, known.utf8, 0, known.utf8.length))
            {
                return true;
            }
        }
        return false;
    }

    /** Whether letters are a known name but for case and {@code _}. */
    static boolean isFolded(final byte[] array, final int from, final int to)
    {
        for (final RemotingLanguage known : LANGUAGES)
        {
            boolean equal = to - from == known.letters.length;
            for (int i = 0; equal && i < known.letters.length; i++)
            {
                equal = (array[from + i] & ~0x20) == known.letters[i];
            }
            if (equal)
            {
                return true;
            }
        }
        return false;
    }
}
