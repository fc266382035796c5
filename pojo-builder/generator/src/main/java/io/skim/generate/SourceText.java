package io.skim.generate;

/**
 * Lines of Java, indented by the braces around them.
 */
final class SourceText
{
    /** What is imported for {@code @Nullable}. */
    static final String NULLABLE = "org.jspecify.annotations.Nullable";

    private static final String INDENT = "    ";
    private static final int WIDTH = 120;

    private final StringBuilder text = new StringBuilder();
    private int depth;

    SourceText line(final String line)
    {
        if (!line.isEmpty())
        {
            text.append(INDENT.repeat(depth)).append(line);
        }
        text.append('\n');
        return this;
    }

    SourceText open()
    {
        line("{");
        depth++;
        return this;
    }

    SourceText close()
    {
        return closeWith("");
    }

    SourceText closeWith(final String behind)
    {
        depth--;
        return line("}" + behind);
    }

    /** A sentence of a comment, broken into lines. */
    SourceText comment(final String sentence)
    {
        final StringBuilder line = new StringBuilder(" *");
        for (final String word : sentence.split(" "))
        {
            if (INDENT.length() * depth + line.length() + 1 + word.length() > WIDTH)
            {
                line(line.toString());
                line.setLength(2);
            }
            line.append(' ').append(word);
        }
        return line(line.toString());
    }

    @Override
    public String toString()
    {
        return text.toString();
    }
}
