package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EvennessTest
{
    @TempDir
    private Path folder;

    private String out = "";

    private int judge(final String... lines) throws Exception
    {
        final Path file = Files.write(folder.resolve("evenness.tsv"), Arrays.asList(lines));
        return run("--judge", file.toString());
    }

    private int run(final String... args) throws Exception
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final int code = Evenness.run(new PrintStream(bytes, true, StandardCharsets.UTF_8), args);
        out = bytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    private static String line(final String question, final String form, final String name, final int bytes,
        final double nanos)
    {
        return String.join("\t", "17", question, form, name, Integer.toString(bytes), Double.toString(nanos));
    }

    /** Every contender is compared with the reference on every form before it is handed out. */
    @ParameterizedTest
    @EnumSource
    void allAnswerTheSameOnEachForm(final FormQuestions question) throws Exception
    {
        final Map<String, List<String>> contenders = new LinkedHashMap<>();
        question.make(new FormQuestions.Sink()
        {
            private String form;

            @Override
            void begin(final String name, final int bytes)
            {
                form = name;
                assertTrue(bytes > 0);
            }

            @Override
            void take(final String name, final Contender contender)
            {
                contenders.computeIfAbsent(form, key -> new ArrayList<>()).add(name);
            }
        });
        assertEquals(HeaderForms.BASE, contenders.keySet().iterator().next());
        assertTrue(contenders.size() >= 4, contenders::toString);
        contenders.forEach((form, names) -> assertTrue(names.get(0).equals("Skim") && names.size() > 1, form));
    }

    @Test
    void theBaseFormIsWhatTheReferenceWrites() throws IOException
    {
        for (final Encoding encoding : Encoding.values())
        {
            for (final byte[] frame : HeaderForms.of(encoding).get(HeaderForms.BASE))
            {
                final ByteBuffer encoded = Reference.decode(frame).encode();
                final byte[] bytes = new byte[encoded.remaining()];
                encoded.get(bytes);
                assertEquals(sorted(frame), sorted(bytes));
            }
        }
    }

    /** The bytes in order: a map's entries come in an order of its own. */
    private static String sorted(final byte[] frame)
    {
        final byte[] sorted = frame.clone();
        Arrays.sort(sorted);
        return new String(sorted, StandardCharsets.ISO_8859_1);
    }

    @Test
    void holdsIfNoFormCostsTwiceAsMuchForAByteAndNoPeerIsQuicker() throws Exception
    {
        assertEquals(0,
            judge(line("json-walk", "base", "Skim", 400, 200), line("json-walk", "base", "decode", 400, 600),
                line("json-walk", "blanks", "Skim", 800, 790), line("json-walk", "blanks", "decode", 800, 900)));
        assertTrue(out.contains("| blanks | 800 | 790 | 1.98 | decode 900 | 1.14 |"), out);
        assertTrue(out.endsWith("All ratios are held.\n"), out);
    }

    @Test
    void isBrokenByAFormWhoseBytesCostMoreThanTwiceAsMuch() throws Exception
    {
        assertEquals(1,
            judge(line("json-walk", "base", "Skim", 400, 200), line("json-walk", "base", "decode", 400, 600),
                line("json-walk", "blanks", "Skim", 800, 810), line("json-walk", "blanks", "decode", 800, 900)));
        assertTrue(out.contains("| **2.03** |"), out);
    }

    @Test
    void isBrokenByTheQuickestPeer() throws Exception
    {
        assertEquals(1,
            judge(line("json-walk", "base", "Skim", 400, 200), line("json-walk", "base", "decode", 400, 600),
                line("json-walk", "base", "fastjson2", 400, 190)));
        assertTrue(out.contains("| fastjson2 190 | **0.95** |"), out);
    }

    @Test
    void comparesNoBytesWhereTheAnswerNeedsOnlySomeOfThem() throws Exception
    {
        assertEquals(0,
            judge(line("json-first-match", "base", "Skim", 400, 20), line("json-first-match", "base", "decode",
                400, 600), line("json-first-match", "the topic last", "Skim", 400, 200),
                line("json-first-match",
                    "the topic last", "decode", 400, 600)));
    }

    @Test
    void nothingMeasuredIsNotHeld() throws Exception
    {
        assertEquals(1, judge());
    }

    @Test
    void tellsItsQuestionsAndWrongUse() throws Exception
    {
        assertEquals(0, run("--questions"));
        assertEquals(Arrays.stream(FormQuestions.values()).map(FormQuestions::parameter).toList(),
            out.lines().toList());
        assertEquals(2, run());
        assertEquals(2, run("--judge"));
    }
}
