package io.skim.scan.remoting;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The languages that a sender may name. The ordinal is the code.
 *
 * @see "LanguageCode, release 5.5.1"
 */
public enum RemotingLanguage
{
    /** 0. The reference also uses it for a JSON header without a language. */
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

    /** Only the letters: if no name is exactly equal, the reference ignores case and {@code _}. */
    private final byte[] letters = name().replace("_", "").getBytes(StandardCharsets.US_ASCII);

    /**
     * {@return the language that a {@link RemotingField#LANGUAGE} field names, or null if it is unknown, as in the reference} A
     * binary header has its code, a JSON header its name or code. Allocates nothing.
     *
     * @param language from a callback.
     */
    public static @Nullable RemotingLanguage of(final Cursor language)
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

    /** The language of a code; null if it is unknown. */
    static @Nullable RemotingLanguage of(final int code)
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

    /** Whether letters are a known name, ignoring case and {@code _}. */
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
