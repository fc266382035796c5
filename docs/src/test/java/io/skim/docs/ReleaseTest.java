package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What the POMs of published artifacts have to say, and that the list of versions names all of them. */
class ReleaseTest
{
    private static final Path BOM = Path.of("docs/bom");

    private static Element pom(final Path folder)
        throws ParserConfigurationException, IOException, SAXException
    {
        final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Markdown.ROOT.resolve(
            folder).resolve("pom.xml").toFile());
        return document.getDocumentElement();
    }

    /** The children with a name of an element; of none if it is null. */
    private static List<Element> children(final Element parent, final String name)
    {
        final List<Element> children = new ArrayList<>();
        final NodeList nodes = parent == null ? null : parent.getChildNodes();
        for (int i = 0; nodes != null && i < nodes.getLength(); i++)
        {
            if (nodes.item(i) instanceof Element child && child.getTagName().equals(name))
            {
                children.add(child);
            }
        }
        return children;
    }

    /** The text of a descendant; empty if it is not there. */
    private static String text(final Element element, final String... path)
    {
        Element at = element;
        for (final String name : path)
        {
            final List<Element> found = children(at, name);
            at = found.isEmpty() ? null : found.get(0);
        }
        return at == null ? "" : at.getTextContent().strip();
    }

    @Test
    void theListOfVersionsNamesAllThatIsPublished() throws Exception
    {
        final Element root = pom(Path.of(""));
        final TreeSet<String> published = new TreeSet<>();
        for (final Element module : children(children(root, "modules").get(0), "module"))
        {
            final Element pom = pom(Path.of(module.getTextContent()));
            final boolean skipped = text(pom, "properties", "maven.deploy.skip").equals("true");
            if (!skipped && !Path.of(module.getTextContent()).equals(BOM))
            {
                assertEquals(text(root, "version"), text(pom, "parent", "version"), module.getTextContent());
                published.add(text(pom, "artifactId"));
            }
        }
        final Element bom = pom(BOM);
        assertEquals(text(root, "version"), text(bom, "version"));
        final TreeSet<String> listed = new TreeSet<>();
        for (final Element one : children(children(children(bom, "dependencyManagement").get(0), "dependencies").get(0),
            "dependency"))
        {
            assertEquals("${project.version}", text(one, "version"));
            assertTrue(listed.add(text(one, "artifactId")), () -> text(one, "artifactId"));
        }
        assertEquals(published, listed);
        assertTrue(published.contains("skim-scanner-core"), published::toString);
    }

    @Test
    void whatPublishedPomsNeedStandsInTheParentAndInTheList() throws Exception
    {
        for (final Path folder : List.of(Path.of(""), BOM))
        {
            final Element pom = pom(folder);
            assertFalse(text(pom, "name").isEmpty());
            assertFalse(text(pom, "description").isEmpty());
            assertFalse(text(pom, "url").isEmpty());
            assertFalse(text(pom, "scm", "url").isEmpty());
            assertFalse(text(pom, "developers", "developer", "name").isEmpty());
            assertEquals("Apache-2.0", text(pom, "licenses", "license", "name"));
        }
    }
}
