package io.skim.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The nodes of a file with their places, and the problems that were found in it.
 * <p>
 * A hostile file costs little: it has at most {@value #MAX_CHARACTERS} characters and {@value #MAX_DEPTH} levels, and no anchors or
 * aliases, which could make a small file a large one. Levels are counted before anything recurses.
 */
final class YamlFile
{
    static final int MAX_CHARACTERS = 1 << 20;
    static final int MAX_DEPTH = 32;
    private static final int MAX_PROBLEMS = 100;

    private static final Pattern FOLD = Pattern.compile("[ \t]*(?:(?:\r\n?|\n)[ \t]*)+");
    private static final Pattern LINE_END = Pattern.compile("\r\n?|\n");
    private static final String NO_COLON = "could not find expected ':'";
    private static final int SHORT_ESCAPE = 2;
    private static final int HEX_ESCAPE = 4;
    private static final int UNICODE_ESCAPE = 6;
    private static final int LONG_ESCAPE = 10;

    final String name;
    private final String text;
    private final List<Integer> lineStarts = new ArrayList<>();
    private final TreeSet<Problem> problems = new TreeSet<>((one, other) -> one.compareTo(other) != 0 ? one.compareTo(
        other) : one.message().compareTo(other.message()));

    YamlFile(final String name, final String text)
    {
        this.name = name;
        this.text = text;
        lineStarts.add(0);
        for (int at = 0; at < text.length(); at++)
        {
            // As the parser counts lines: CR, LF or both end one.
            if (text.charAt(at) == '\n' || text.charAt(at) == '\r' && !text.startsWith("\n", at + 1))
            {
                lineStarts.add(at + 1);
            }
        }
    }

    /** The file's node, or null if it is no YAML that is taken; then there is a problem. */
    @Nullable
    Node root()
    {
        if (text.length() > MAX_CHARACTERS)
        {
            problems.add(new Problem(1, 1, "the file has " + text.length() + " characters; at most " + MAX_CHARACTERS
                + " are allowed"));
            return null;
        }
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1))
        {
            if (!StreamReader.isPrintable(text.codePointAt(at)))
            {
                problemAt(at,
                    String.format("this is no YAML: the character U+%04X is not allowed", text.codePointAt(at)));
                return null;
            }
        }
        // One read takes all of the text: release 2.10 throws where a read ends between the halves of a surrogate pair.
        final LoadSettings settings = LoadSettings.builder().setLabel(name).setCodePointLimit(MAX_CHARACTERS)
            .setBufferSize(text.length() + 1).setUseMarks(true).setMaxAliasesForCollections(0)
            .setAllowRecursiveKeys(false).build();
        try
        {
            if (!checkEvents(new Parse(settings).parseString(text)))
            {
                return null;
            }
            final Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty())
            {
                problems.add(new Problem(1, 1, "the file is empty; it needs 'listeners' and 'clusters'"));
            }
            return root.orElse(null);
        }
        catch (final MarkedYamlEngineException e)
        {
            if (NO_COLON.equals(e.getProblem()) && e.getContextMark().isPresent())
            {
                problem(e.getContextMark(),
                    "this is no YAML: here stands a text, and a key is wanted: a name, a colon and"
                        + " a blank");
                return null;
            }
            problem(e.getProblemMark().or(e::getContextMark), "this is no YAML: " + e.getProblem() + hint(e));
        }
        catch (final YamlEngineException e)
        {
            problems.add(
                new Problem(1, 1, "this is no YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
        }
        return null;
    }

    /** What such a problem comes from, as a rule. */
    private static String hint(final MarkedYamlEngineException problem)
    {
        final String text = problem.getProblem();
        if (text.startsWith("expected ',' or"))
        {
            return problem.getContextMark().map(mark -> "; the one of line " + (mark.getLine() + 1) + " is open")
                .orElse(
                    "");
        }
        final boolean isColon = text.startsWith("mapping values");
        return (isColon || text.startsWith("expected <block end>") ? "; keys of one level begin in the same column"
            : "")
            + (isColon ? ", and a text that has a colon with a blank stands in quotes" : "");
    }

    private boolean checkEvents(final Iterable<Event> events)
    {
        int depth = 0;
        boolean allowed = true;
        int documents = 0;
        for (final Event event : events)
        {
            switch (event.getEventId())
            {
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                case DocumentStart -> documents++;
                default ->
                    {
                    }
            }
            if (depth > MAX_DEPTH)
            {
                problem(event.getStartMark(), "more than " + MAX_DEPTH + " levels");
                return false;
            }
            if (event instanceof AliasEvent || event instanceof NodeEvent node && node.getAnchor().isPresent())
            {
                problem(event.getStartMark(),
                    "anchors and aliases are not allowed; write the value out; a text that begins"
                        + " with & or * stands in quotes");
                allowed = false;
            }
            if (documents > 1)
            {
                problem(event.getStartMark(), "a second document; one is allowed");
                return false;
            }
        }
        return allowed;
    }

    void problem(final Node node, final String message)
    {
        problem(node.getStartMark(), message);
    }

    void problem(final Optional<Mark> mark, final String message)
    {
        add(new Problem(mark.map(Mark::getLine).orElse(0) + 1, mark.map(Mark::getColumn).orElse(0) + 1, message));
    }

    /** Notes a problem at a character of a scalar's value, from 0. */
    void problem(final Node scalar, final int character, final String message)
    {
        final int at = scalar instanceof ScalarNode text ? offset(text, character) : -1;
        if (at < 0)
        {
            problem(scalar, message + " (at character " + (character + 1) + " of this text)");
            return;
        }
        problemAt(at, message);
    }

    /** Notes a problem at an index of the file's text. */
    private void problemAt(final int at, final String message)
    {
        int line = 0;
        while (line + 1 < lineStarts.size() && lineStarts.get(line + 1) <= at)
        {
            line++;
        }
        add(new Problem(line + 1, text.codePointCount(lineStarts.get(line), at) + 1, message));
    }

    private void add(final Problem problem)
    {
        if (problems.size() < MAX_PROBLEMS)
        {
            problems.add(problem);
        }
    }

    boolean hasProblems()
    {
        return !problems.isEmpty();
    }

    List<Problem> problems()
    {
        return List.copyOf(problems);
    }

    /** The line of a node, from 1. */
    static int line(final Node node)
    {
        return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    /** The index in the file's text of a character of a scalar's value; negative if it cannot be told. */
    private int offset(final ScalarNode scalar, final int character)
    {
        final Mark start = scalar.getStartMark().orElseThrow();
        final int begin = text.offsetByCodePoints(lineStarts.get(start.getLine()), start.getColumn());
        return switch (scalar.getScalarStyle())
        {
            case PLAIN -> flowOffset(begin, character, ' ');
            case SINGLE_QUOTED, DOUBLE_QUOTED -> flowOffset(begin + 1, character, text.charAt(begin));
            case LITERAL -> literalOffset(scalar.getValue(), start.getLine() + 1, character);
            default -> -1;
        };
    }

    /** Goes over a plain or quoted scalar until the wanted number of characters was produced. */
    private int flowOffset(final int begin, final int character, final char quote)
    {
        final Matcher fold = FOLD.matcher(text);
        int at = begin;
        int produced = 0;
        while (produced < character && at < text.length())
        {
            final char next = text.charAt(at);
            if (fold.region(at, text.length()).lookingAt())
            {
                // One line end is a space; of more, all but the first are kept.
                final int ends = (int)LINE_END.matcher(fold.group()).results().count();
                produced += Math.max(1, ends - 1);
                at = fold.end();
            }
            else if (quote == '"' && next == '\\')
            {
                final int length = escapeLength(at);
                produced += length == LONG_ESCAPE ? Character.charCount(Integer.parseInt(text, at + 2, at + length, 16))
                    : length > 0 ? 1 : 0;
                at = length > 0 ? at + length : skipContinuation(at + 1);
            }
            else
            {
                produced++;
                at += quote == '\'' && next == '\'' ? 2 : 1;
            }
        }
        return Math.min(at, text.length());
    }

    /** The length of an escape in double quotes; 0 for a line that goes on. */
    private int escapeLength(final int at)
    {
        return switch (text.charAt(at + 1))
        {
            case 'x' -> HEX_ESCAPE;
            case 'u' -> UNICODE_ESCAPE;
            case 'U' -> LONG_ESCAPE;
            case '\n', '\r' -> 0;
            default -> SHORT_ESCAPE;
        };
    }

    private int skipContinuation(final int lineEnd)
    {
        int at = lineEnd;
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0)
        {
            at++;
        }
        return at;
    }

    /** A character of a literal block scalar, whose lines stand in the file with an indent. */
    private int literalOffset(final String value, final int firstLine, final int character)
    {
        final int before = (int)value.substring(0, character).chars().filter(each -> each == '\n').count();
        final int column = character - (value.lastIndexOf('\n', character - 1) + 1);
        for (int line = firstLine; line < lineStarts.size(); line++)
        {
            final String source = line(line);
            if (!source.isBlank())
            {
                final String content = value.lines().filter(each -> !each.isBlank()).findFirst().orElse("");
                final int indent = source.length() - content.length();
                return firstLine + before < lineStarts.size() ? lineStarts.get(firstLine + before) + indent + column
                    : -1;
            }
        }
        return -1;
    }

    private String line(final int line)
    {
        final int end = line + 1 < lineStarts.size() ? lineStarts.get(line + 1) - 1 : text.length();
        return text.substring(lineStarts.get(line), end).replace("\r", "");
    }
}
