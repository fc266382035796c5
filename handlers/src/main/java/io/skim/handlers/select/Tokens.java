package io.skim.handlers.select;

import java.util.Locale;
import java.util.Map;

/**
 * Cuts a selector's text into tokens, one at a time, on demand, like the reference parsers. So a character that is not allowed is
 * no error after the last token that the parser reads: {@code a = 5 x #} compiles, and {@code a = 5 #} does not.
 */
final class Tokens
{
    static final int END = 0;
    static final int NAME = 1;
    static final int QUOTED_NAME = 2;
    static final int TEXT = 3;
    static final int INTEGER = 4;
    static final int DECIMAL = 5;

    static final int EQUAL = 10;
    static final int NOT_EQUAL = 11;
    static final int GREATER = 12;
    static final int GREATER_EQUAL = 13;
    static final int LESS = 14;
    static final int LESS_EQUAL = 15;
    static final int OPEN = 16;
    static final int CLOSE = 17;
    static final int COMMA = 18;
    static final int PLUS = 19;
    static final int MINUS = 20;
    static final int TIMES = 21;
    static final int DIVIDE = 22;
    static final int REMAINDER = 23;

    static final int NOT = 30;
    static final int AND = 31;
    static final int OR = 32;
    static final int BETWEEN = 33;
    static final int IN = 34;
    static final int TRUE = 35;
    static final int FALSE = 36;
    static final int NULL = 37;
    static final int IS = 38;
    static final int CONTAINS = 39;
    static final int STARTS_WITH = 40;
    static final int ENDS_WITH = 41;
    static final int LIKE = 42;
    static final int ESCAPE = 43;

    /** The most characters of a selector; bounds the size of the compiled form. */
    static final int MAX_LENGTH = 1 << 16;

    private static final Map<String, Integer> BOTH = Map.of("NOT", NOT, "AND", AND, "OR", OR, "BETWEEN", BETWEEN, "IN",
        IN, "TRUE", TRUE, "FALSE", FALSE, "NULL", NULL, "IS", IS);
    private static final Map<String, Integer> SQL = Map.of("CONTAINS", CONTAINS, "STARTSWITH", STARTS_WITH, "ENDSWITH",
        ENDS_WITH);
    private static final Map<String, Integer> JMS = Map.of("LIKE", LIKE, "ESCAPE", ESCAPE);

    private final String source;
    private final boolean jms;
    /** The index of the last line end, or -1; so the text after it is not searched for a line end again and again. */
    private final int lastLineEnd;
    private int kind;
    private int start;
    private int end;
    /** The end of the token before the current one. */
    private int before;

    /**
     * Begins with the first token.
     *
     * @param source the selector.
     * @param jms    true for the tokens of JMS, false for RocketMQ's.
     */
    Tokens(final String source, final boolean jms)
    {
        this.source = source;
        this.jms = jms;
        lastLineEnd = Math.max(source.lastIndexOf('\n'), source.lastIndexOf('\r'));
        if (source.length() > MAX_LENGTH)
        {
            throw new SelectorException("a selector of " + source.length() + " characters is longer than " + MAX_LENGTH,
                MAX_LENGTH + 1);
        }
        next();
    }

    int kind()
    {
        return kind;
    }

    /** The column of the current token, from 1. */
    int column()
    {
        return start + 1;
    }

    /** The characters from a column, from 1, to the end of the token before the current one. */
    String passed(final int column)
    {
        return source.substring(column - 1, before);
    }

    /** The characters of the current token. */
    String image()
    {
        return source.substring(start, end);
    }

    /** A text or quoted name without its quotes; doubled quotes inside become single. */
    String unquoted()
    {
        final String quote = source.substring(start, start + 1);
        final String inside = source.substring(start + 1, end - 1).replace(quote + quote, quote);
        for (int i = 0; i < inside.length(); i += Character.charCount(inside.codePointAt(i)))
        {
            final int codePoint = inside.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)
            {
                throw new SelectorException("half of a surrogate pair, which no message can hold", column());
            }
        }
        return inside;
    }

    /** The current token for error messages. */
    String shown()
    {
        return kind == END ? "the end" : "\"" + image() + "\"";
    }

    /** Moves to the next token. */
    void next()
    {
        before = end;
        start = skipBlanks(end);
        if (start == source.length())
        {
            end = start;
            kind = END;
            return;
        }
        final char first = source.charAt(start);
        if (isNameStart(first))
        {
            name();
        }
        else if (isDigit(start) || first == '.' && isDigit(start + 1))
        {
            number();
        }
        else if (first == '\'' || jms && first == '"')
        {
            quoted(first);
        }
        else
        {
            operator(first);
        }
    }

    private int skipBlanks(final int from)
    {
        int at = from;
        while (at < source.length())
        {
            final char next = source.charAt(at);
            if (next == ' ' || next == '\t' || next == '\n' || next == '\r' || next == '\f')
            {
                at++;
                continue;
            }
            final int behind = source.startsWith("--", at) ? lineComment(at) : source.startsWith("/*", at)
                ? blockComment(at)
                : at;
            if (behind == at)
            {
                break;
            }
            at = behind;
        }
        return at;
    }

    /** A comment must end with a line end; otherwise {@code --} is two minus signs. */
    private int lineComment(final int from)
    {
        for (int at = from; at < lastLineEnd + 1; at++)
        {
            if (source.charAt(at) == '\n' || source.charAt(at) == '\r')
            {
                return at + 1;
            }
        }
        return from;
    }

    private int blockComment(final int from)
    {
        final int close = source.indexOf("*/", from + 2);
        if (close < 0)
        {
            throw new SelectorException("the comment does not end", from + 1);
        }
        return close + 2;
    }

    private boolean isNameStart(final char first)
    {
        return first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z' || first == '_' || first == '$' || jms
            && first >= 0x80 && Character.isJavaIdentifierStart(first);
    }

    private boolean isNamePart(final char next)
    {
        return isNameStart(next) || next >= '0' && next <= '9' || jms && (next == '.' || next >= 0x80 && Character
            .isJavaIdentifierPart(next) && !Character.isIdentifierIgnorable(next));
    }

    private boolean isDigit(final int at)
    {
        return at < source.length() && source.charAt(at) >= '0' && source.charAt(at) <= '9';
    }

    private void name()
    {
        end = start + 1;
        while (end < source.length() && isNamePart(source.charAt(end)))
        {
            end++;
        }
        final String image = image();
        // The upper case of a letter outside ASCII may be in ASCII; such a letter does not make a keyword.
        final String word = image.chars().allMatch(c -> c < 0x80) ? image.toUpperCase(Locale.ROOT) : image;
        final Integer special = (jms ? JMS : SQL).get(word);
        kind = BOTH.getOrDefault(word, special == null ? NAME : special);
    }

    private int digits(final int from)
    {
        int at = from;
        while (isDigit(at))
        {
            at++;
        }
        return at;
    }

    private void number()
    {
        if (jms && source.startsWith("0x", start) || jms && source.startsWith("0X", start))
        {
            hex();
            return;
        }
        final int whole = digits(start);
        end = whole;
        kind = INTEGER;
        if (end < source.length() && source.charAt(end) == '.')
        {
            end = digits(end + 1);
            kind = DECIMAL;
        }
        final int exponent = exponent(end);
        if (exponent > end)
        {
            end = exponent;
            kind = DECIMAL;
        }
        if (kind == INTEGER)
        {
            integer(whole);
        }
    }

    private void hex()
    {
        end = start + 2;
        while (end < source.length() && Character.digit(source.charAt(end), 16) >= 0 && source.charAt(end) < 0x80)
        {
            end++;
        }
        kind = INTEGER;
        if (end == start + 2)
        {
            throw new SelectorException("0x without a digit", start + 1);
        }
        end += suffix(end);
    }

    /** The index after an exponent; {@code from} if there is none. */
    private int exponent(final int from)
    {
        if (from >= source.length() || (source.charAt(from) | 0x20) != 'e')
        {
            return from;
        }
        final boolean signed = from + 1 < source.length() && (source.charAt(from + 1) == '+' || source.charAt(from
            + 1) == '-');
        final int first = from + (signed ? 2 : 1);
        final int behind = digits(first);
        return behind == first ? from : behind;
    }

    /**
     * In RocketMQ's dialect a leading 0 is a whole number: the following digits are another token, which the parser may not
     * read.
     */
    private void integer(final int whole)
    {
        if (!jms && source.charAt(start) == '0')
        {
            end = start + 1;
            return;
        }
        end = whole + suffix(whole);
    }

    private int suffix(final int at)
    {
        return at < source.length() && (source.charAt(at) | 0x20) == 'l' ? 1 : 0;
    }

    /** If a text has no end, the last of its doubled quotes ends it, as in the reference, which takes the longest match. */
    private void quoted(final char quote)
    {
        int closed = -1;
        int at = start + 1;
        while (at < source.length())
        {
            if (source.charAt(at) != quote)
            {
                at++;
                continue;
            }
            closed = at + 1;
            if (closed == source.length() || source.charAt(closed) != quote)
            {
                break;
            }
            at = closed + 1;
        }
        if (closed < 0)
        {
            throw new SelectorException("the text does not end: " + quote + " is missing", start + 1);
        }
        end = closed;
        kind = quote == '\'' ? TEXT : QUOTED_NAME;
    }

    private void operator(final char first)
    {
        final char second = start + 1 < source.length() ? source.charAt(start + 1) : 0;
        end = start + 1;
        switch (first)
        {
            case '=' -> kind = EQUAL;
            case '(' -> kind = OPEN;
            case ')' -> kind = CLOSE;
            case ',' -> kind = COMMA;
            case '+' -> kind = PLUS;
            case '-' -> kind = MINUS;
            case '<' ->
            {
                kind = second == '>' ? NOT_EQUAL : second == '=' ? LESS_EQUAL : LESS;
                end += kind == LESS ? 0 : 1;
            }
            case '>' ->
            {
                kind = second == '=' ? GREATER_EQUAL : GREATER;
                end += kind == GREATER ? 0 : 1;
            }
            default -> arithmetic(first);
        }
    }

    private void arithmetic(final char first)
    {
        final int found = jms ? "*/%".indexOf(first) : -1;
        if (found < 0)
        {
            throw new SelectorException("no token begins with " + Character.getName(source.codePointAt(start))
                + " (\"" + Character.toString(source.codePointAt(start)) + "\")", start + 1);
        }
        kind = TIMES + found;
    }
}
