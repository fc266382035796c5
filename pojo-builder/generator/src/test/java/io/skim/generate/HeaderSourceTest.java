package io.skim.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the generator writes, against sources that were read and approved. {@code -Dskim.golden.write=true} writes them
 * anew, to be read again.
 */
class HeaderSourceTest
{
    private static final Path GOLDEN = Path.of("src/test/resources/io/skim/generate");

    private static SchemaHeader named(final List<SchemaHeader> headers, final String name)
    {
        return headers.stream().filter(header -> header.name.equals(name)).findFirst().orElseThrow();
    }

    static void assertGolden(final String name, final String source) throws IOException
    {
        final Path file = GOLDEN.resolve(name + ".golden");
        if (Boolean.getBoolean("skim.golden.write"))
        {
            Files.writeString(file, source);
        }
        try (InputStream golden = HeaderSourceTest.class.getResourceAsStream(file.getFileName().toString()))
        {
            assertEquals(new String(golden.readAllBytes(), StandardCharsets.UTF_8), source);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AddBrokerRequestHeader", "CreateTopicRequestHeader", "SendMessageRequestHeader"})
    void writesWhatWasApproved(final String name) throws IOException
    {
        final List<SchemaHeader> headers = HeaderSchema.read();
        assertGolden(name, HeaderSource.of(named(headers, name), headers));
    }

    @Test
    void findsHeadersByWhatWasApproved() throws IOException
    {
        final List<String> some = List.of("AddBrokerRequestHeader", "PullMessageResponseHeader",
            "SendMessageRequestHeader", "SendMessageRequestHeaderV2");
        assertGolden("HeaderTypes", TypesSource.of(HeaderSchema.read().stream().filter(header -> some.contains(
            header.name)).collect(Collectors.toList())));
    }

    @Test
    void writesNoLineThatIsTooLong() throws IOException
    {
        final List<SchemaHeader> headers = HeaderSchema.read();
        assertEquals(150, headers.size());
        final List<String> notes = headers.stream().map(header -> '"' + header.note + "\",").toList();
        for (final SchemaHeader header : headers)
        {
            final String source = header.spells == null ? HeaderSource.of(header, headers) : "";
            for (final String line : source.split("\n"))
            {
                // A note is one literal, whatever its length.
                assertTrue(line.length() <= 120 || notes.contains(line.strip()), line);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"field a String", "header A\ncolour red", "header A\nfield a Double",
        "header A\nfield a String of=x", "header A\nrequest x NAME", "header A\n\nfield a int"})
    void aBadLineIsToldWithItsNumber(final String lines)
    {
        final List<String> all = Arrays.asList(lines.split("\n"));
        final IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> HeaderSchema.parse(
            all));
        assertTrue(refusal.getMessage().startsWith(all.size() + ": "), refusal.getMessage());
    }

    @Test
    void headersThatShareACodeAreNotTaken()
    {
        final List<SchemaHeader> headers = HeaderSchema.parse(List.of("header A", "request 10 TEN", "", "header B",
            "request 10 TEN"));
        assertThrows(IllegalArgumentException.class, () -> TypesSource.of(headers));
        headers.get(1).response = true;
        assertTrue(TypesSource.of(headers).contains("return B.TYPE;"));
    }

    @Test
    void aSpellingHasTheTypesOfWhatItSpells()
    {
        final List<SchemaHeader> headers = HeaderSchema.parse(List.of("header A", "package p", "field long int", "",
            "header AB", "package p", "spells A", "field l String alias=long"));
        assertThrows(IllegalArgumentException.class, () -> HeaderSource.of(headers.get(0), headers));
    }
}
