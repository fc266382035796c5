package io.skim.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The forms of a remoting header that a peer may choose. Each is made of the same requests, of which several differ in their
 * values, so that no form is one frame that a processor learns by heart.
 */
final class HeaderForms
{
    /** The form that the others are measured by. */
    static final String BASE = "base";

    /** Odd, so that each of four handlers sees each frame. */
    private static final int FRAMES = 31;

    private static final List<String> GO = List.of("code", "language", "version", "opaque", "flag", "remark",
        "extFields");
    private static final String CJK = "\u8ba2\u5355\u652f\u4ed8\u6210\u529f\u5317\u4eac\u6771\u4eac";

    private HeaderForms()
    {
    }

    /** By name, the base form first. */
    static Map<String, byte[][]> of(final Encoding encoding)
    {
        final Map<String, Consumer<SendForm>> forms = new LinkedHashMap<>();
        common(forms);
        if (encoding == Encoding.JSON)
        {
            json(forms);
        }
        final Map<String, byte[][]> frames = new LinkedHashMap<>();
        forms.forEach((name, form) -> frames.put(name, frames(encoding, form)));
        return frames;
    }

    /** The base form with more and more properties: about 400 bytes to 100 KB. */
    static Map<String, byte[][]> growing(final Encoding encoding)
    {
        final Map<String, byte[][]> frames = new LinkedHashMap<>();
        for (int count = 4; count <= 2048; count *= 2)
        {
            final int more = count;
            frames.put(count + " more properties", frames(encoding, form -> properties(form, more, 40)));
        }
        return frames;
    }

    private static byte[][] frames(final Encoding encoding, final Consumer<SendForm> form)
    {
        return IntStream.range(0, FRAMES).mapToObj(number -> {
            final SendForm send = new SendForm(number);
            form.accept(send);
            return encoding == Encoding.JSON ? send.json() : send.binary();
        }).toArray(byte[][]::new);
    }

    private static void common(final Map<String, Consumer<SendForm>> forms)
    {
        forms.put(BASE, form -> {
        });
        forms.put("long names", SendForm::useLongNames);
        forms.put("a remark", form -> form.remark = "sent again by the gateway, for the first try timed out");
        forms.put("properties last", form -> form.move("i", Integer.MAX_VALUE));
        forms.put("properties first", form -> form.move("i", 0));
        forms.put("the topic last", form -> form.move("b", Integer.MAX_VALUE));
        forms.put("a trace context", form -> form.properties.put("traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        forms.put("properties in Chinese", form -> values(form, CJK.substring(0, 6)));
        forms.put("properties with emoji", form -> values(form, "sent \ud83d\ude00"));
        forms.put("values of 200 characters", form -> values(form, "0123456789".repeat(20)));
        forms.put("no properties", form -> form.properties.clear());
        forms.put("40 properties", form -> properties(form, 32, 20));
        forms.put("300 properties", form -> properties(form, 292, 20));
        forms.put("300 properties of 3 characters", form -> properties(form, 292, 3));
        forms.put("a property of 8 KB", form -> form.properties.put("text", "plain text ".repeat(745)));
        forms.put("a property of 8 KB in Chinese", form -> form.properties.put("text", CJK.repeat(273)));
        forms.put("a property of 27 KB in Chinese", form -> form.properties.put("text", CJK.repeat(921)));
        forms.put("50 fields with names of 3 letters", form -> fields(form, 50));
        forms.put("500 fields with names of 3 letters", form -> fields(form, 500));
        forms.put("4,000 fields with names of 3 letters", form -> fields(form, 4000));
        forms.put("the same field 1,000 times", form -> IntStream.range(0, 1000).forEach(i -> form.field("x1", "v")));
        forms.put("the topic 1,000 times", form -> {
            final String topic = form.fields.get(1).getValue();
            IntStream.range(0, 999).forEach(i -> form.field("b", topic));
        });
    }

    private static void json(final Map<String, Consumer<SendForm>> forms)
    {
        forms.put("Go's order of members", form -> form.members = GO);
        forms.put("Go's order, names and empty remark", form -> {
            form.useLongNames();
            form.members = GO;
            form.remark = "";
        });
        forms.put("JavaScript's numbers", form -> form.bare = true);
        forms.put("a member more", form -> form.members = List.of("code", "extFields", "flag", "gateway", "language",
            "opaque", "serializeTypeCurrentRPC", "version"));
        forms.put("blanks", form -> form.blank = " ");
        forms.put("lines and indents", form -> form.blank = "\n    ");
        forms.put("a quote in a property", form -> form.properties.put("region", "\"eu\""));
        forms.put("a property of JSON", form -> form.properties.put("region", "{\"id\":17,\"path\":\"c:\\\\17\"}"));
        forms.put("an escaped name", form -> form.name = character -> character.equals("h") ? SendForm.unicode(
            character) : character);
        forms.put("properties in Chinese, escaped", form -> {
            values(form, CJK.substring(0, 6));
            form.escape = HeaderForms::ascii;
        });
        forms.put("HTML as Go escapes it", form -> {
            values(form, "<b>&</b>");
            form.escape = character -> "<>&".contains(character) ? SendForm.unicode(character) : character;
        });
        forms.put("every letter escaped", form -> form.escape = SendForm::unicode);
        forms.put("10,000 escapes", form -> form.properties.put("text", "\"".repeat(10_000)));
        forms.put("8 KB in Chinese, escaped", form -> {
            form.properties.put("text", CJK.repeat(273));
            form.escape = HeaderForms::ascii;
        });
    }

    private static String ascii(final String character)
    {
        return character.codePointAt(0) < 0x80 ? character : SendForm.unicode(character);
    }

    /** Gives three properties another value. */
    private static void values(final SendForm form, final String value)
    {
        for (final String name : List.of("region", "tenant", "KEYS"))
        {
            form.properties.put(name, value + form.properties.get(name).charAt(0));
        }
    }

    private static void properties(final SendForm form, final int more, final int length)
    {
        for (int i = 0; i < more; i++)
        {
            form.properties.put("p" + i, Integer.toString(i % 1000 + 1000).substring(1).repeat(length / 3));
        }
    }

    private static void fields(final SendForm form, final int more)
    {
        for (int i = 0; i < more; i++)
        {
            form.field("" + (char)('a' + i / 676) + (char)('a' + i / 26 % 26) + (char)('a' + i % 26), "v" + i % 10);
        }
    }
}
