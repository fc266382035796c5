package io.skim.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * codec2's own yardstick as a table: its claim over the proton-j of its time, and the ratios measured here to that release and to
 * those of today, by the same question.
 */
final class CodecTwoTable
{
    private static final String VALUES = "amqp-list";
    private static final List<Question> QUESTIONS = List.of(
        new Question("decode", "5.2", "Values", "Values.skim " + VALUES + " 4 heap"),
        new Question("encode", "8.5", "AmqpEncode", "AmqpEncode.skim " + VALUES + " heap"));
    private static final List<String> PEERS = List.of("protonjOld", "protonj", "protonj2");

    private CodecTwoTable()
    {
    }

    /** A question, what codec2 claims, the benchmark of the peers, and the row of Skim. */
    private record Question(String name, String claim, String benchmark, String skim)
    {
    }

    /**
     * Makes the table.
     *
     * @param releases rows by key, by release of the JDK.
     * @param year     of the measurement; empty if nobody has noted it.
     * @return in Markdown, each line with its end; empty if not all of it was measured.
     */
    static String table(final Map<Integer, Map<String, Row>> releases, final String year)
    {
        final StringBuilder table = new StringBuilder("### codec2's own yardstick\n\n")
            .append(
                "A list of ten ints and a UUID: how many times as long the peer takes. codec2's proposal compares itself with the\n")
            .append("proton-j of its time, which was 0.8; it names no JDK.\n\n")
            .append("| | Who | Year | JDK | to proton-j 0.8 | to proton-j 0.35.0 | to protonj2 1.1.0 |\n")
            .append("|---|---|---|---|---|---|---|\n");
        for (final Question question : QUESTIONS)
        {
            table.append("| ").append(question.name).append(" | codec2, its claim | 2015 | | ").append(question.claim)
                .append(" | | |\n");
            for (final Map.Entry<Integer, Map<String, Row>> release : releases.entrySet())
            {
                final Row skim = release.getValue().get(question.skim);
                table.append("| ").append(question.name).append(" | Skim | ").append(year).append(" | ").append(release
                    .getKey()).append(" |");
                for (final String peer : PEERS)
                {
                    final Row row = release.getValue().get(question.benchmark + '.' + peer + ' ' + VALUES);
                    if (skim == null || row == null)
                    {
                        return "";
                    }
                    table.append(' ').append(ratio(row, skim)).append(" |");
                }
                table.append('\n');
            }
        }
        return table.append('\n').toString();
    }

    private static String ratio(final Row over, final Row under)
    {
        return String.format(Locale.ROOT, "%.2f", over.time().middle / under.time().middle);
    }
}
