package io.skim.scan.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * Makes JSON headers, good ones and ones with every oddity that the reference is known to have. A header is built as
 * text in which each character stands for one byte.
 */
final class JsonGenerator
{
    private static final String[] BLANKS = {" ", "\n", "\t", "\r\n", "  ", "         "};
    private static final String[] ODD_BLANKS = {"/*c*/", "//c\n", "/**/", "/* \" { */", "/*c*//*d*/", "\0", "\f", "\b",
        "//", "/*", "#c\n", "\u000B", "\u001A", utf8("\u00A0"), utf8("\u0200"), utf8("\uFEFF"), ","};
    private static final String[] ODD_INTS = {"null", "true", "false", "\"\"", "''", "\"105\"", "'105'", "\"-7\"",
        "\"007\"", "1.7", "-1.7", "007", "-007", "-0", "0.0", "-0.0", "1e2", "1E-1", "15e-1", "1.5e3", "-", "+", "+5",
        "\"+5\"", "\"-\"", "1.", ".5", "1e", "e7", "1e+", "1L", "1F", "300B", "\"1\"L", "trueL", "nullB", "{}", "[1]",
        "[]", "{\"val\":5}", "\"1.5\"", "\"1e2\"", "\"1,234\"", "2147483647", "2147483648", "-2147483648",
        "-2147483649", "3000000000", "99999999999", "999999999999999999", "9999999999999999999", "4294967297.0",
        "2147483648.0", "2147483647.9", "1e10", "-1e10", "1e400", "1e2048", "0.99999999999999999999", "\"true\"",
        "\"false\"", "\"null\"", "'null'", "\"abc\"", "\" 1\"", "\"1 \"", "\"\\u0031\"", "\"\\x31\"", "NaN", "0x10",
        "TRUE", "00000000000000000001", "000000000000000000000000000000000000000000000000001", "1e0", "1e15", "1e-15",
        "214748364.7e1", "21474836470e-1", "123456789012345e-10", "0e5", "0e99", "1e007", "-1e2", "-5e-1"};
    private static final String[] ODD_TEXTS = {"null", "true", "false", "\"null\"", "''", "'x'", "'a\"b'", "'a\\nb'",
        "{}", "[]", "[1,2]", "[1,\"x\"]", "[\"x\"]", "[null]", "[true]", "[{}]", "{\"a\":1}", "{\"a\":null}",
        "{\"a\":\"b\"}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"a\":2}", "{ \"a\" : 1 }", "{\"$ref\":\"$\"}",
        "{\"a\":{\"b\":1}}", "[[1]]", "{\"a\":1.50}", "{\"a\":1e3}", "{\"a\":\"\\u0041\"}", "{\"@type\":\"x\"}",
        "{\"x\":true}", "[false,1.5]", "{\"\":1}", "{\"a\":\"/\"}", "[\"\",\"\"]", "[-1]", "[1, 2]", "-0", "0.0",
        "-0.0", "0.0000001", "0.000001", "0.0000010", "0.000000", "0.0000000", "1e5", "1E+3", "1e3", "-1e3", "1e0",
        "1e7", "9999999e0", "1e6", "1.5e1", "15e-1", "1e-1", "00012", "-0012", "0.5", "-0.5", "-.5", ".5", "1.", "+5",
        "1L", "300B", "16777217F", "999999999999999999", "-999999999999999999", "1000000000000000000",
        "9223372036854775807", "9223372036854775808", "12345678901234567890123456789012345678",
        "123456789012345678901234567890123456789", "12345678.00000000", "1234567890.1234567", "1234567890.12345678",
        "12345678901.1234567", "4294967296", "NaN", "Infinity", "trueL", "-", "abc", "100000000000000000.0", "00.5",
        "-00.5", "0e5", "1e400", "1e-400", "0.1e1", "100e-1", "1.0e2", "2147483648e0"};
    private static final String[] LANGUAGES = {"\"JAVA\"", "\"GO\"", "\"NODE_JS\"", "\"CPP\"", "\"DOTNET\"",
        "\"PYTHON\"", "\"HTTP\"", "\"RUST\""};
    private static final String[] ODD_LANGUAGES = {"\"go\"", "\"Go\"", "\"G_O\"", "\"nodejs\"", "\"NODEJS\"",
        "\"NodeJs\"", "\"node_js\"", "\"Node-Js\"", "\"dot_net\"", "\"XX\"", "\"\"", "\"null\"", "null", "0", "9", "13",
        "14", "-1", "09", "+9", "9.7", "1e1", "9L", "\"9\"", "\"09\"", "\"13\"", "\"14\"", "\"-1\"", "\"9.0\"",
        "\"99999999999\"", "\"GOLANG\"", "\"abcdefgh\"", "\"abcdefghi\"", "\"G\\u004f\"", "\"GO \"", "\" GO\"", "'GO'",
        "'go'", "\"GO\\u0000\"", "true", "{}", "[]", "[\"GO\"]", "-", "\"JavA\"", "\"@\"", "\"{|}\"", "\"[]\"", "-0",
        "00", "\"00000000009\"", "0000000000000000000000000000000000000000000000000009"};
    private static final String[] NAMES = {"x", "type", "Code", "CODE", "Flag", "extFieldz", "extfields", "ext_fields",
        "ExtFields", "EXT-FIELDS", "opaque1", "remar", "abcdefgh", "abcdefghi", "abcdefghijklmnopqrstuvwxyz", "oneway",
        "serializeTypeCurrentRPB", "serialize_type_current_rpc", "@type", "$ref", "hupeijfyG(Y*1Cq{`",
        "nrsqiWGTZNYA/!2*)", "ofelpk&9<@26%&D9 ", "utnjdDN=T)O^yN]B!", "mihqp2E2g|@H.^;!8", "izvqtD( eMx_L)Lj!",
        "A" + utf8("\u009B") + "-" + utf8("\u00C4\u00FE\u00EB") + "Xa", "code\0", "remark\0\0", "code\\u0000",
        "c\\u006fde",
        "\\u0063ode", "remark\\u0020", utf8("\uD83D\uDE00") + "\\n", utf8("\u00E9"), "", "rem\\u0061rk", "flag ",
        "\\x63ode", "code\\0", "code\\/", "_code", "co-de", "L\\u0061nguage"};
    private static final String[] KEYS = {"a", "b", "c", "d", "e", "i", "n", "topic", "queueId", "producerGroup",
        "properties", "maxReconsumeTimes", "defaultTopicQueueNums", "bname"};
    private static final String[] ODD_KEYS = {"$ref", "@type", "$\\u0072ef", "@typ\\u0065", "", "a\\u0000b", "ab\0c",
        "\\u0069", "\\x69", "propertie\\u0073", "\\*", "$", "@", "$ref ", "a\\-b", "topi\\u0063"};
    private static final String[] ESCAPES = {"\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\u0001",
        "\\u0002", "\\u00e9", "\\u00E9", "\\ud83d\\ude00", "\\uD83D\\uDE00", "\\u0022", "\\u005C", "\\uABCD",
        "\\u0000"};
    private static final String[] ODD_ESCAPES = {"\\ud800", "\\udc00", "\\ud83d\\ud83d\\ude00", "\\ude00\\ud83d",
        "\\ud83d\\n", "\\x41", "\\x0", "\\xZZ", "\\1", "\\2", "\\0", "\\7", "\\8", "\\v", "\\'", "\\a", "\\e",
        "\\U0041",
        "\\ ", "\\#", "\\&", "\\[", "\\@", "\\(", "\\_", "\\,", "\\~", "\\.", "\\F", "\\*", "\\-", "\\:", "\\u12",
        "\\u\"bcd", "\\u 041", "\\\n", "\\u00g1", "\\x\"b", "\\\u00A2", "\\u\\u0041", "\\ud83d\\u0041", "\\ud83d\\x41"};
    private static final String[] INVALID = {"\u00C3", "\u00FF", "\u0080", "\u00C3b", "\u00C0\u0080", "\u00C0\u0081",
        "\u00C1\u00A1", "\u00E0\u0080\u0081", "\u00F0\u0080\u0080\u0081", "\u00F5\u0080\u0080\u0080",
        "\u00ED\u00A0\u00BD\u00ED\u00B8\u0080", "\u00ED\u00A0\u0080", "\u00E2\u0082", "\u00F0\u009F\u0098",
        "\u00F4\u0090\u0080\u0080", "\u00F0\u009F\u0098\"", "\u00FE\u00FF"};
    private static final String[] RAW = {"\1", "\2", "\t", "\n", "'", "{", "}", "[", ":", ",", "/", "#", "\u001A",
        "\u007F", "\0", "/*", "$ref", "@type"};

    /** Characters with a short escape, or that are escaped by some writers and not by others. */
    private static final int[] SPECIAL = {'"', '\\', '/', '\b', '\t', '\n', '\f', '\r', '\'', 0x7F, 0x80, 0xE9, 0x65E5,
        0x2028, 0xFFFF, 0x1F600, 0x10FFFF};
    private static final String SHORT_ESCAPED = "\"\\/\b\t\n\f\r";
    private static final String SHORT_ESCAPES = "\"\\/btnfr";
    private static final String[] PROPERTIES = {"TAGS", "KEYS", "UNIQ_KEY", "", "a", "\u65E5", "\uD83D\uDE00", "a\"b",
        "TA\\x47S", "a\\", "TAGS\\u0041", "TAGS2"};

    private final Random random;

    /** Names that stand in headers beside the usual ones. */
    private List<String> names = List.of();

    /** How many of a hundred choices are odd ones. */
    private int odd;

    JsonGenerator(final Random random)
    {
        this.random = random;
    }

    /** From now on, ext fields and properties have some of these names too. */
    void use(final List<String> some)
    {
        names = some;
    }

    /** A short word, often with characters below U+0020 and others that JSON spells in more than one way. */
    static String word(final Random random)
    {
        final StringBuilder word = new StringBuilder();
        for (int left = random.nextInt(4); left >= 0; left--)
        {
            final int kind = random.nextInt(6);
            word.appendCodePoint(kind < 3 ? 'a' + random.nextInt(3) : kind < 5 ? random.nextInt(' ')
                : SPECIAL[random.nextInt(SPECIAL.length)]);
        }
        return word.toString();
    }

    /** A name of a property or an ext field. */
    String name(final String... usual)
    {
        final int way = random.nextInt(4);
        return way == 0 ? word(random) : way == 1 && !names.isEmpty() ? names.get(random.nextInt(names.size()))
            : usual[random.nextInt(usual.length)];
    }

    /** Text as one character for each byte. */
    static String utf8(final String text)
    {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** A header; {@code oddity} of a hundred choices in it are odd. */
    byte[] header(final int oddity)
    {
        odd = oddity;
        final StringBuilder header = new StringBuilder();
        header.append(blank(6)).append(isOdd(8) ? pick("", "[", "\"", "{{", "x") : "{").append(blank(6));
        final int members = random.nextInt(9);
        for (int i = 0; i < members; i++)
        {
            header.append(i > 0 ? comma() : "").append(member());
        }
        if (random.nextInt(4) > 0)
        {
            header.append(members > 0 ? comma() : "").append("\"opaque\":").append(random.nextInt(1000));
        }
        header.append(isOdd(8) ? pick(",", ",null", "null", "/*x*/", ",/*x*/") : "").append(blank(8));
        header.append(isOdd(8) ? pick("", "}}", "]", "},", "} x", "}\0\0", "}\0 \0", "}\u001A", "}//x", "}/*x*/ ",
            "} //x\n") : "}").append(blank(6));
        return header.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private boolean isOdd(final int divisor)
    {
        return random.nextInt(100 * divisor) < odd;
    }

    private String pick(final String... choices)
    {
        return choices[random.nextInt(choices.length)];
    }

    private String blank(final int divisor)
    {
        return isOdd(divisor) ? pick(ODD_BLANKS) : random.nextInt(5) == 0 ? pick(BLANKS) : "";
    }

    private String comma()
    {
        return blank(12) + (isOdd(20) ? pick("", ",,", ";") : ",") + blank(12);
    }

    private String colon()
    {
        return blank(20) + (isOdd(60) ? pick("", "::", "=") : ":") + blank(20);
    }

    private String member()
    {
        switch (random.nextInt(14))
        {
            case 0, 1, 2:
                return quoted("code") + colon() + (random.nextInt(3) == 0 ? number() : pick("310", "320", "325", "10"));
            case 3:
                return quoted(pick("flag", "version", "opaque", "code")) + colon() + number();
            case 4, 5:
                return quoted("remark") + colon() + textValue();
            case 6, 7:
                return quoted("language") + colon() + (isOdd(1) ? pick(ODD_LANGUAGES) : pick(LANGUAGES));
            case 8:
                return quoted("serializeTypeCurrentRPC") + colon()
                    + (isOdd(1) ? pick("\"XX\"", "null", "\"\"", "1", "0",
                        "2", "true", "\"json\"", "\"7\"", "\"a b\"", "'JSON'", "[]", "1.5") : "\"JSON\"");
            case 9:
                return isOdd(1) ? quoted(pick("body", "suspended", "callbackList", "processTimer")) + colon() + pick(
                    "null", "\"\"", "[]", "{}", "true", "false", "\"x\"", "[1]", "1", "0") : quoted("x") + colon()
                        + skipped(0);
            case 10:
                return (isOdd(1) ? quoted(pick(NAMES)) : quoted("unknown")) + colon() + skipped(0);
            default:
                return quoted("extFields") + colon() + (isOdd(6) ? pick("null", "\"\"", "''", "[]", "\"null\"", "[{}]",
                    "[{\"a\":\"b\"}]", "true", "5", "\"a\":\"b\"}") : extFields());
        }
    }

    private String quoted(final String name)
    {
        return isOdd(20) ? "'" + name + "'" : isOdd(60) ? name : '"' + name + '"';
    }

    private String number()
    {
        return isOdd(4) ? oddNumber()
            : isOdd(8) ? '"' + oddNumber() + '"'
                : isOdd(1) ? pick(ODD_INTS) : String.valueOf(random.nextBoolean() ? random.nextInt() : random.nextInt(
                    1000));
    }

    private String extFields()
    {
        final StringBuilder map = new StringBuilder("{").append(blank(8));
        final int entries = random.nextInt(7);
        for (int i = 0; i < entries; i++)
        {
            map.append(i > 0 ? comma() : "");
            if (random.nextInt(5) == 0)
            {
                map.append(quoted(isOdd(2) ? pick(ODD_KEYS) : pick("i", "properties"))).append(colon()).append('"')
                    .append(
                        properties())
                    .append('"');
                continue;
            }
            final String key = isOdd(2) ? random.nextBoolean() ? pick(ODD_KEYS) : text() : spelled(name(KEYS));
            map.append(quoted(key)).append(colon()).append(textValue());
        }
        return map.append(isOdd(10) ? pick(",", "5", "null") : "").append(blank(8)).append('}').toString();
    }

    private String textValue()
    {
        switch (random.nextInt(8))
        {
            case 0:
                return isOdd(1) ? pick(ODD_TEXTS) : "\"\"";
            case 1:
                return isOdd(1) ? pick(ODD_TEXTS) : String.valueOf(random.nextInt(100_000));
            case 2:
                return isOdd(2) ? oddNumber() : "\"" + random.nextInt() + "\"";
            default:
                return '"' + text() + '"';
        }
    }

    private String oddNumber()
    {
        final StringBuilder number = new StringBuilder(pick("", "", "-", "+"));
        digits(number, pick("", "0", "00"), random.nextInt(20));
        if (random.nextBoolean())
        {
            digits(number.append('.'), pick("", "0", "00000", "000000"), random.nextInt(9));
        }
        if (random.nextInt(3) == 0)
        {
            digits(number.append(pick("e", "E")).append(pick("", "-", "+")), "", random.nextInt(3));
        }
        return number.toString();
    }

    private void digits(final StringBuilder number, final String first, final int count)
    {
        number.append(first);
        for (int i = 0; i < count; i++)
        {
            number.append((char)('0' + random.nextInt(10)));
        }
    }

    private String text()
    {
        final StringBuilder text = new StringBuilder();
        final int length = random.nextInt(12) == 0 ? random.nextInt(300) : random.nextInt(20);
        final int style = random.nextInt(4);
        for (int i = 0; i < length; i++)
        {
            switch (random.nextInt(style == 0 ? 40 : style == 1 ? 6 : 12))
            {
                case 1:
                    text.append(isOdd(4) ? pick(ODD_ESCAPES) : style == 3 ? "x" : pick(ESCAPES));
                    break;
                case 2:
                    text.append(utf8(pick("\u00E9", "\u65E5", "\uD83D\uDE00", "\u0800", "\u0080", "\u07FF", "\uFFFF",
                        "\uDBFF\uDFFF")));
                    break;
                case 3:
                    text.append(isOdd(4) ? pick(INVALID) : isOdd(1) ? pick(RAW) : "-");
                    break;
                default:
                    text.append((char)('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }

    /** Message properties, in any spelling. */
    private String properties()
    {
        return spelled(propertyText());
    }

    private String spelled(final String text)
    {
        final StringBuilder spelled = new StringBuilder();
        // Mostly as writers spell: then what is looked at ahead finds nothing odd.
        final boolean plain = random.nextBoolean();
        text.codePoints().forEach(codePoint -> spelled.append(plain && codePoint > ' ' && codePoint != '"'
            && codePoint != '\\' ? utf8(Character.toString(codePoint))
                : plain && codePoint < 3
                    ? "\\u000" + codePoint : spelling(codePoint)));
        return spelled.toString();
    }

    /** Message properties as text, with what the reference drops or keeps in its own way. */
    String propertyText()
    {
        final StringBuilder text = new StringBuilder();
        final int parts = random.nextInt(7);
        for (int i = 0; i < parts; i++)
        {
            final String[] separators = {"\1", "\1", "\1", "\1", "\1\1", "", "\2"};
            final String[] values =
                {"TagA", "", "v\1w", "7F000001", "\u00E9", "long enough to fill words", "\uD83D\uDE00\n", word(random)};
            final String[] ends = {"\2", "\2", "\2", "\2\2", ""};
            text.append(name(PROPERTIES)).append(separators[random.nextInt(separators.length)])
                .append(values[random.nextInt(values.length)]).append(ends[random.nextInt(ends.length)]);
        }
        return text.toString();
    }

    /** One of all forms that a character may have in a string. */
    private String spelling(final int codePoint)
    {
        final String raw = Character.toString(codePoint);
        final int way = random.nextInt(20);
        if (way == 0 && odd > 0 && codePoint < 8)
        {
            return "\\" + codePoint;
        }
        if (way == 1 && odd > 0 && codePoint < 0x100)
        {
            return String.format("\\x%02x", codePoint);
        }
        final int known = SHORT_ESCAPED.indexOf(codePoint);
        if (known >= 0 && way < 12)
        {
            return "\\" + SHORT_ESCAPES.charAt(known);
        }
        if (way < 4 || codePoint == '"' || codePoint == '\\' || codePoint < ' ' && way < 18)
        {
            final StringBuilder escaped = new StringBuilder();
            raw.chars().forEach(unit -> escaped.append("\\u").append(hex(unit)));
            return escaped.toString();
        }
        return utf8(raw);
    }

    private String hex(final int unit)
    {
        final StringBuilder digits = new StringBuilder(String.format("%04x", unit));
        for (int i = 0; i < digits.length(); i++)
        {
            digits.setCharAt(i, random.nextBoolean() ? Character.toUpperCase(digits.charAt(i)) : digits.charAt(i));
        }
        return digits.toString();
    }

    private String skipped(final int depth)
    {
        switch (random.nextInt(depth > 4 ? 5 : 8))
        {
            case 0:
                return pick("null", "true", "false");
            case 1:
                return String.valueOf(random.nextInt());
            case 2:
                return isOdd(1) ? pick("+1", "01", "1.", ".5", "1e", "1L", "-", "1e+", "NaN", "'x'", "Set[1]", "tru",
                    "nullx")
                    : pick("1.5", "1e5", "-2E-7", "0", "-0.0", "1.25e+30",
                        "123456789012345678901234567890123456789012345", "1e999999");
            case 5:
                return nested('[', ']', depth);
            case 6:
                return nested('{', '}', depth);
            default:
                return '"' + text() + '"';
        }
    }

    private String nested(final char open, final char close, final int depth)
    {
        final StringBuilder value = new StringBuilder().append(open).append(blank(10));
        final int count = random.nextInt(4);
        for (int i = 0; i < count; i++)
        {
            value.append(i > 0 ? comma() : "").append(open == '{' ? '"' + text() + '"' + colon() : "").append(skipped(
                depth + 1));
        }
        return value.append(blank(20)).append(isOdd(60) ? '}' : close).toString();
    }
}
