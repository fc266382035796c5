package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.skim.scan.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the writer writes is what Jackson writes, and of texts that Jackson refuses nothing is lost. */
class JsonWriterTest
{
    private static final long[] NUMBERS =
        {0, 1, -1, 9, 10, 99, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, -(1L << 31) - 1,
            999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE};

    private final Random random = new Random(Settings.seed());

    /** All characters that matter, the half of a pair among them if asked for. */
    private String text(final int most, final boolean halves)
    {
        final StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--)
        {
            switch (random.nextInt(halves ? 9 : 8))
            {
                case 0 -> text.append((char)random.nextInt(' '));
                case 1 -> text.append("\"\\/?".charAt(random.nextInt(4)));
                case 2 -> text.append((char)(0x7F + random.nextInt(0x800)));
                case 3 -> text.appendCodePoint(0x1_0000 + random.nextInt(0x10_0000));
                case 8 -> text.append((char)(0xD800 + random.nextInt(0x800)));
                default -> text.append((char)(' ' + random.nextInt(0x5F)));
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 20, 100, 50_000})
    void writesAsJacksonDoes(final int most) throws IOException
    {
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        final JsonWriter writer = new JsonWriter(written);
        try (JsonGenerator jackson = new JsonFactoryBuilder().rootValueSeparator("").enable(
            JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build().createGenerator(expected))
        {
            for (int line = 0; line < Math.max(20, 20_000 / most); line++)
            {
                jackson.writeStartObject();
                writer.writeStartObject();
                for (int member = random.nextInt(6); member > 0; member--)
                {
                    final String name = text(most, false);
                    final String text = random.nextInt(9) == 0 ? null : text(most, false);
                    final long number =
                        random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong() >> random
                            .nextInt(64);
                    jackson.writeStringField(name, text);
                    writer.writeStringField(name, text);
                    jackson.writeNumberField(name, number);
                    writer.writeNumberField(name, number);
                    jackson.writeNumberField("double", number / 1000.0);
                    writer.writeNumberField("double", number / 1000.0);
                    jackson.writeBooleanField("boolean", member == 2);
                    writer.writeBooleanField("boolean", member == 2);
                    jackson.writeArrayFieldStart("array");
                    writer.writeArrayFieldStart("array");
                    for (int element = random.nextInt(3); element > 0; element--)
                    {
                        jackson.writeString(text);
                        writer.writeString(text);
                        jackson.writeNull();
                        writer.writeNull();
                        jackson.writeRawValue("{");
                        writer.writeRawValue("{");
                        jackson.writeRaw(name);
                        writer.writeRaw(name);
                        jackson.writeRaw('}');
                        writer.writeRaw('}');
                        jackson.writeStartObject();
                        writer.writeStartObject();
                        jackson.writeEndObject();
                        writer.writeEndObject();
                    }
                    jackson.writeEndArray();
                    writer.writeEndArray();
                    jackson.writeObjectFieldStart("object");
                    writer.writeObjectFieldStart("object");
                    jackson.writeEndObject();
                    writer.writeEndObject();
                }
                jackson.writeEndObject();
                writer.writeEndObject();
                jackson.writeRaw('\n');
                writer.endLine();
            }
        }
        writer.flush();
        assertEquals(expected.toString(StandardCharsets.UTF_8), written.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 30, 20_000})
    void halvesOfPairsAreEscaped(final int most) throws IOException
    {
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        final JsonWriter writer = new JsonWriter(written);
        final List<String> texts = new ArrayList<>();
        for (int k = 0; k < 40; k++)
        {
            // The name begins with what makes it one of its own.
            texts.add(k + text(most, true));
            writer.writeStartObject();
            writer.writeStringField(texts.get(k), texts.get(k));
            writer.writeEndObject();
            writer.endLine();
        }
        writer.flush();
        final List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(texts.size(), lines.size());
        for (int k = 0; k < texts.size(); k++)
        {
            final JSONObject read = JSON.parseObject(lines.get(k));
            assertEquals(texts.get(k), read.keySet().iterator().next());
            assertEquals(texts.get(k), read.getString(texts.get(k)));
        }
    }

    @Test
    void halvesInRawTextAreEscapedToo() throws IOException
    {
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        final JsonWriter writer = new JsonWriter(written);
        writer.writeRaw("a\ud83d\"?\ud83d\ude00\ude00");
        writer.flush();
        assertEquals("a\\ud83d\"?\ud83d\ude00\\ude00", written.toString(StandardCharsets.UTF_8));
    }
}
