package io.skim.generate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the schema of the typed headers; its own comment says what stands in it.
 */
final class HeaderSchema
{
    static final String FILE = "remoting-headers.schema";

    private final List<SchemaHeader> headers = new ArrayList<>();
    /** The block that the lines are in; null between blocks. */
    private @Nullable SchemaHeader current;

    private HeaderSchema()
    {
    }

    /**
     * Reads the schema, which stands beside this class.
     *
     * @return the headers, in the order of the file.
     * @throws IOException              if it cannot be read.
     * @throws IllegalArgumentException if a line is not as it has to be; the message begins with the line's number.
     */
    static List<SchemaHeader> read() throws IOException
    {
        try (InputStream in = HeaderSchema.class.getResourceAsStream(FILE))
        {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        }
    }

    static List<SchemaHeader> parse(final List<String> lines)
    {
        final HeaderSchema schema = new HeaderSchema();
        for (int i = 0; i < lines.size(); i++)
        {
            try
            {
                schema.line(lines.get(i));
            }
            catch (final RuntimeException e)
            {
                throw new IllegalArgumentException(i + 1 + ": " + e.getMessage(), e);
            }
        }
        return schema.headers;
    }

    private void line(final String line)
    {
        if (line.startsWith("#") || line.isBlank())
        {
            current = line.isBlank() ? null : current;
            return;
        }
        final String[] words = line.strip().split(" +");
        final String rest = line.substring(words[0].length()).strip();
        if (words[0].equals("header"))
        {
            current = new SchemaHeader(words[1]);
            headers.add(current);
            return;
        }
        if (current == null)
        {
            throw new IllegalArgumentException("a block begins with header NAME");
        }
        switch (words[0])
        {
            case "package" -> current.packageName = rest;
            case "request" -> code(current, words);
            case "response" ->
            {
                code(current, words);
                current.response = true;
            }
            case "releases" -> current.releases = List.of(rest.split(" "));
            case "fast" -> current.fast = true;
            case "spells" -> current.spells = rest;
            case "choice" -> choice(current, words);
            case "note" -> current.note = rest;
            case "field" -> current.fields.add(field(current, words));
            case "extends", "source" ->
            {
                // For who reads the schema.
            }
            default -> throw new IllegalArgumentException(words[0] + " is not known");
        }
    }

    private static void code(final SchemaHeader header, final String[] words)
    {
        header.codes.add(Integer.valueOf(words[1]));
        header.codeNames.add(words[2]);
    }

    /** Choices stand before the fields; a field finds its own when it comes. */
    private static void choice(final SchemaHeader header, final String[] words)
    {
        header.choiceField = words[1];
        header.choices = List.of(Arrays.copyOfRange(words, 2, words.length));
    }

    private static SchemaField field(final SchemaHeader header, final String[] words)
    {
        final Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 3; i < words.length; i++)
        {
            final int equals = words[i].indexOf('=');
            attributes.put(equals < 0 ? words[i] : words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        final SchemaField field = new SchemaField(words[1], words[2], attributes);
        if (field.key.equals(header.choiceField))
        {
            field.choices = header.choices;
        }
        return field;
    }
}
