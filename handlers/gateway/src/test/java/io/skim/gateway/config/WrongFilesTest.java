package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code --check} says of files with mistakes that people make: the line, the column and what is wrong. */
class WrongFilesTest
{
    private static final String BASE = """
        listeners:
          - name: clients
            address: 127.0.0.1:19876
        clusters:
          main: {nameServers: [127.0.0.1:9876]}
        """;
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9A-F]{4})");
    private static final KeyCheck NO_KEYS = new KeyCheck()
    {
        @Override
        public void certificate(final GatewayConfig.Certificate certificate)
        {
            throw new AssertionError(certificate);
        }

        @Override
        public void authorities(final Path trust)
        {
            throw new AssertionError(trust);
        }
    };

    @TempDir
    private Path folder;

    /** A file, and the begin of each line that is said of it. */
    record Wrong(String name, String text, List<String> said)
    {
        @Override
        public String toString()
        {
            return name;
        }
    }

    static Stream<Wrong> files()
    {
        return Arrays.stream(ConfigFiles.resource("wrong-files.txt").split("(?m)^## ")).skip(1).map(WrongFilesTest::of);
    }

    private static Wrong of(final String part)
    {
        final List<String> lines = part.lines().toList();
        final List<String> said = lines.stream().filter(line -> line.startsWith("=> ")).map(line -> unicode(line
            .substring(3))).toList();
        final String text = String.join("\n", lines.subList(1, lines.size() - said.size())) + "\n";
        return new Wrong(lines.get(0), plain(text.replace("BASE\n", BASE).replace("\\\n", "")), said);
    }

    private static String plain(final String text)
    {
        return unicode(text).replace("\\t", "\t").replace("\\r", "\r");
    }

    private static String unicode(final String text)
    {
        return UNICODE.matcher(text).replaceAll(found -> String.valueOf((char)Integer.parseInt(found.group(1), 16)));
    }

    @ParameterizedTest
    @MethodSource("files")
    void aMistakeIsToldWithItsPlace(final Wrong wrong) throws Exception
    {
        final Path file = Files.writeString(folder.resolve("gateway.yaml"), wrong.text());
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int status = Check.check(file, NO_KEYS, new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
        final List<String> said = err.toString(StandardCharsets.UTF_8).lines().toList();
        if (wrong.said().equals(List.of("good")))
        {
            assertEquals(List.of(), said);
            assertEquals(Check.GOOD, status);
            return;
        }
        assertEquals(Check.PROBLEMS, status, () -> out.toString(StandardCharsets.UTF_8));
        assertEquals(wrong.said().size(), said.size(), said::toString);
        for (int i = 0; i < said.size(); i++)
        {
            final String line = said.get(i);
            final String begin = file + ":" + wrong.said().get(i);
            assertTrue(line.startsWith(begin), () -> line + "\ndoes not begin with\n" + begin);
        }
    }
}
