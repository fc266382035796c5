package io.skim.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The few lines of the results that the README shows: what most users would ask first, each beside the cheapest peer.
 */
final class Summary
{
    private static final List<Line> LINES = List.of(
        new Line("binary: is it this topic? (the first match will do)", "Topic.skimFirstMatch binary 4 heap",
            new Peer("Topic.decode binary", "decode")),
        new Line("binary: this topic, and this tag?", "Predicate.skim binary 4 heap",
            new Peer("Predicate.decodeSearchText binary", "decode, search the properties"),
            new Peer("Predicate.decodePropertiesMap binary", "decode, map of properties")),
        new Line("JSON: this topic, and this tag?", "Predicate.skim json 4 heap",
            new Peer("Predicate.fastjson2SearchText json", "fastjson2's reader, search the properties"),
            new Peer("Predicate.jacksonSearchText json", "jackson-core, search the properties"),
            new Peer("Predicate.decodeSearchText json", "decode, search the properties")),
        new Line("binary: an SQL92 expression over two properties", "Filter.skim binary 4 heap",
            new Peer("Filter.decodeEvaluate binary", "decode, map of properties, the broker's evaluator")),
        new Line("binary: another opaque, in place", "Rewrite.skimOpaque binary heap",
            new Peer("Rewrite.decodeOpaque binary", "decode, set, encode")),
        new Line("JSON: another topic, one property more", "Rewrite.skimTopic json heap",
            new Peer("Rewrite.decodeTopic json", "decode, set, encode")),
        new Line("binary: a typed send header (an object)", "TypedHeader.skim binary",
            new Peer("TypedHeader.decodeTyped binary", "decode, `decodeCommandCustomHeader`")),
        new Line("binary: write a send header", "Encode.skim binary heap",
            new Peer("Encode.fastEncode binary", "`fastEncodeHeader`")),
        new Line("AMQP: one application property", "Property.skimFirstMatch amqp 4 heap",
            new Peer("Property.protonj2KeyScan amqp", "protonj2's key scan")),
        new Line("AMQP: every value of a message", "Message.skim amqp 4 heap",
            new Peer("Message.protonj2 amqp", "protonj2"), new Peer("Message.protonj amqp", "proton-j")));

    private Summary()
    {
    }

    /** A question: the row of Skim's answer, and those of peers. */
    private record Line(String question, String skim, Peer... peers)
    {
    }

    /** A row of the results, and what its contender does. */
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
        for (final Line line : LINES)
        {
            final Row skim = rows.get(line.skim);
            Row peer = null;
            String way = null;
            for (final Peer other : line.peers)
            {
                final Row row = rows.get(other.row);
                if (row != null && (peer == null || row.time().middle < peer.time().middle))
                {
                    peer = row;
                    way = other.way;
                }
            }
            if (skim != null && peer != null)
            {
                table.append(String.format(Locale.ROOT, "| %s | %,.0f ns | %s | %s | %,.0f ns | %s | %.1f |\n",
                    line.question, skim.time().middle, bytes(skim), way, peer.time().middle, bytes(peer),
                    peer.time().middle / skim.time().middle));
            }
        }
        return table.toString();
    }

    private static String bytes(final Row row)
    {
        return row.allocation == null ? "-" : String.format(Locale.ROOT, "%,.0f", row.allocation.middle);
    }
}
