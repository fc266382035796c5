package io.skim.benchmarks;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The few lines of the results that the README shows: what most users would ask first, each beside the cheapest peer.
 */
final class Summary
{
    /** The first of these that was measured is shown. */
    private static final List<String> SETS = List.of("java", "clients", "thirteen");

    private static final List<Line> LINES = List.of(
        new Line("binary: is it this topic? (the first match will do)", "Topic.skimFirstMatch binary %s 4 heap",
            new Peer("Topic.decode binary %s", "decode")),
        new Line("binary: this topic, and this tag?", "Predicate.skim binary %s 4 heap",
            new Peer("Predicate.decodeSearchText binary %s", "decode, search the properties"),
            new Peer("Predicate.decodePropertiesMap binary %s", "decode, map of properties")),
        new Line("JSON: this topic, and this tag?", "Predicate.skim json %s 4 heap",
            new Peer("Predicate.fastjson2SearchText json %s", "fastjson2's reader, search the properties"),
            new Peer("Predicate.jacksonSearchText json %s", "jackson-core, search the properties"),
            new Peer("Predicate.decodeSearchText json %s", "decode, search the properties")),
        new Line("binary: an SQL92 expression over two properties", "Filter.skim binary %s 4 heap",
            new Peer("Filter.decodeEvaluate binary %s", "decode, map of properties, the broker's evaluator")),
        new Line("binary: another opaque, in place", "Rewrite.skimOpaque binary %s heap",
            new Peer("Rewrite.decodeOpaque binary %s", "decode, set, encode")),
        new Line("JSON: another topic, one property more", "Rewrite.skimTopic json %s heap",
            new Peer("Rewrite.decodeTopic json %s", "decode, set, encode")),
        new Line("binary: a typed send header (an object)", "TypedHeader.skim binary %s",
            new Peer("TypedHeader.decodeTyped binary %s", "decode, `decodeCommandCustomHeader`")),
        new Line("binary: write a send header", "Encode.skim binary %s heap",
            new Peer("Encode.fastEncode binary %s", "`fastEncodeHeader`")),
        new Line("AMQP: one application property", "Property.skimFirstMatch amqp %s 4 heap",
            new Peer("Property.protonj2KeyScan amqp %s", "protonj2's key scan")),
        new Line("AMQP: every value of a message", "Message.skim amqp %s 4 heap",
            new Peer("Message.protonj2 amqp %s", "protonj2"), new Peer("Message.protonj amqp %s", "proton-j")));

    private Summary()
    {
    }

    /** A question: the row of Skim's answer, and those of peers. */
    private record Line(String question, String skim, Peer... peers)
    {
    }

    /** A row of the results for a set, and what its contender does. */
    private record Peer(String row, String way)
    {
    }

    /**
     * Makes the table.
     *
     * @param rows by key; questions that were not measured are left out.
     * @return in Markdown, each line with its end.
     */
    static String table(final Map<String, Row> rows)
    {
        final StringBuilder table = new StringBuilder("""
            | One header or message | Skim | B | The cheapest peer | | B | Ratio |
            |---|---|---|---|---|---|---|
            """);
        final Set<String> sets = new LinkedHashSet<>();
        for (final Line line : LINES)
        {
            final String set =
                SETS.stream().filter(each -> rows.containsKey(line.skim.formatted(each))).findFirst().orElse(
                    "");
            final Row skim = rows.get(line.skim.formatted(set));
            Row peer = null;
            String way = null;
            for (final Peer other : line.peers)
            {
                final Row row = rows.get(other.row.formatted(set));
                if (row != null && (peer == null || row.time().middle < peer.time().middle))
                {
                    peer = row;
                    way = other.way;
                }
            }
            if (skim != null && peer != null)
            {
                sets.add('`' + set + '`');
                table.append(String.format(Locale.ROOT, "| %s | %,.0f ns | %s | %s | %,.0f ns | %s | %.1f |\n",
                    line.question, skim.time().middle, bytes(skim), way, peer.time().middle, bytes(peer),
                    peer.time().middle / skim.time().middle));
            }
        }
        return table + "\nSets of frames and messages: " + String.join(", ", sets) + ".\n";
    }

    private static String bytes(final Row row)
    {
        return row.allocation == null ? "-" : String.format(Locale.ROOT, "%,.0f", row.allocation.middle);
    }
}
