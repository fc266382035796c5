package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links inside the repository lead somewhere. */
class LinksTest
{
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href|srcset)=\"([^\"]+)\"");

    @Test
    void everyRelativeLinkAndAnchorResolves() throws IOException
    {
        final List<String> broken = new ArrayList<>();
        for (final Path file : Markdown.files())
        {
            final Matcher links = LINK.matcher(Markdown.prose(Files.readString(file)));
            while (links.find())
            {
                final String link = links.group(1) != null ? links.group(1) : links.group(2);
                if (!URI.create(link).isAbsolute() && !resolves(file, link))
                {
                    broken.add(file.getFileName() + ": " + link);
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void everyChapterLeadsToTheGlossary() throws IOException
    {
        for (final Path file : Markdown.files())
        {
            final boolean isExempt =
                Set.of("glossary.md", "CHANGELOG.md", "benchmarks.md").contains(file.getFileName().toString());
            assertTrue(isExempt || Files.readString(file).contains("glossary.md"), file::toString);
        }
    }

    private static boolean resolves(final Path from, final String link) throws IOException
    {
        final int hash = link.indexOf('#');
        final String path = hash < 0 ? link : link.substring(0, hash);
        final Path target = path.isEmpty() ? from : from.resolveSibling(path).normalize();
        if (!Files.exists(target))
        {
            return false;
        }
        return hash < 0 || Markdown.anchors(Files.readString(target)).contains(link.substring(hash + 1));
    }
}
