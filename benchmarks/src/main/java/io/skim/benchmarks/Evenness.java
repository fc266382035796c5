package io.skim.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measures the same request in all the forms that a peer may choose, and judges: each form costs Skim at most
 * {@value #MOST} times as much for a byte as the base form, and never more than it costs a peer.
 *
 * <pre>
 * Evenness --measure QUESTION   prints lines of measurements of one question; each is best measured in a process of its own
 * Evenness --questions          prints the names of the questions
 * Evenness --judge FILE         prints the table of these lines, and exits with 1 if a ratio is broken
 * </pre>
 *
 * All forms of a question take turns in one process, as they do in a server: the code is compiled for all of them. Times are
 * of the measuring thread alone, so what the collector does for peers is not held against them.
 */
public final class Evenness
{
    /** A form's time for a byte over the base form's. */
    static final double MOST = 2;

    private static final String SKIM = "Skim";
    private static final int ROUNDS = 9;
    private static final long BATCH_NANOS = 4_000_000;
    private static final long WARM_UP_NANOS = 60_000_000;
    private static final int WARM_UPS = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Evenness()
    {
    }

    /**
     * Measures or judges, and exits.
     *
     * @param args as above.
     * @throws Exception if a contender answers wrongly, or a file cannot be read.
     */
    public static void main(final String[] args) throws Exception
    {
        System.exit(run(System.out, args));
    }

    static int run(final PrintStream out, final String... args) throws Exception
    {
        if (args.length == 1 && args[0].equals("--questions"))
        {
            Arrays.stream(FormQuestions.values()).map(FormQuestions::parameter).forEach(out::println);
            return 0;
        }
        if (args.length == 2 && args[0].equals("--measure"))
        {
            measure(out, FormQuestions.of(args[1]));
            return 0;
        }
        if (args.length == 2 && args[0].equals("--judge"))
        {
            return judge(out, read(Path.of(args[1])));
        }
        System.err.println("usage: Evenness --questions | --measure QUESTION | --judge FILE");
        return 2;
    }

    /** One contender on one form. */
    private static final class Subject
    {
        private final String form;
        private final int bytes;
        private final String name;
        private final Contender contender;
        private final double[] nanos = new double[ROUNDS];
        private int calls = 31;

        Subject(final String form, final int bytes, final String name, final Contender contender)
        {
            this.form = form;
            this.bytes = bytes;
            this.name = name;
            this.contender = contender;
        }

        /** The time of so many calls. */
        private long time(final int count) throws Exception
        {
            final long begin = THREADS.getCurrentThreadCpuTime();
            int sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += contender.next();
            }
            blackhole += sum;
            return THREADS.getCurrentThreadCpuTime() - begin;
        }

        /** Runs for a while, and finds out how many calls make a batch. */
        void warmUp() throws Exception
        {
            long spent = 0;
            long last = 0;
            while (spent < WARM_UP_NANOS)
            {
                last = time(calls);
                spent += last;
                if (last < BATCH_NANOS)
                {
                    calls *= 2;
                }
            }
            calls = (int)Math.max(31, calls * BATCH_NANOS / Math.max(1, last) / 31 * 31);
        }
    }

    private static int blackhole;

    private static void measure(final PrintStream out, final FormQuestions question) throws Exception
    {
        final List<Subject> subjects = new ArrayList<>();
        question.make(new FormQuestions.Sink()
        {
            private String form;
            private int bytes;

            @Override
            void begin(final String name, final int length)
            {
                form = name;
                bytes = length;
            }

            @Override
            void take(final String name, final Contender contender)
            {
                subjects.add(new Subject(form, bytes, name, contender));
            }
        });
        for (int i = 0; i < WARM_UPS; i++)
        {
            for (final Subject subject : subjects)
            {
                subject.warmUp();
            }
        }
        for (int round = 0; round < ROUNDS; round++)
        {
            for (final Subject subject : subjects)
            {
                subject.nanos[round] = (double)subject.time(subject.calls) / subject.calls;
            }
        }
        for (final Subject subject : subjects)
        {
            Arrays.sort(subject.nanos);
            out.printf(Locale.ROOT, "%d\t%s\t%s\t%s\t%d\t%.1f%n", Runtime.version().feature(), question.parameter(),
                subject.form, subject.name, subject.bytes, subject.nanos[ROUNDS / 2]);
        }
        if (blackhole == 42)
        {
            System.err.println();
        }
    }

    /**
     * What was measured of one form.
     *
     * @param jdk      the release.
     * @param question its parameter.
     * @param form     its name.
     * @param bytes    of a frame, message or region in the middle.
     * @param nanos    of one call, by contender.
     */
    record Line(int jdk, String question, String form, int bytes, Map<String, Double> nanos)
    {
        double skim()
        {
            return nanos.get(SKIM);
        }

        /** The peer that takes least. */
        Map.Entry<String, Double> peer()
        {
            return nanos.entrySet().stream().filter(entry -> !entry.getKey().equals(SKIM))
                .min(Map.Entry.comparingByValue())
                .orElseThrow();
        }

        /** How many times as much a byte costs as in the base form. */
        double unevenness(final Line base)
        {
            return skim() / bytes / (base.skim() / base.bytes());
        }
    }

    /** Reads what was measured. */
    static List<Line> read(final Path file) throws IOException
    {
        final Map<List<String>, Line> lines = new LinkedHashMap<>();
        for (final String line : Files.readAllLines(file, StandardCharsets.UTF_8))
        {
            final String[] cells = line.split("\t");
            lines.computeIfAbsent(List.of(cells[0], cells[1], cells[2]), key -> new Line(Integer.parseInt(cells[0]),
                cells[1], cells[2], Integer.parseInt(cells[4]), new LinkedHashMap<>())).nanos.put(cells[3], Double
                    .parseDouble(cells[5]));
        }
        return List.copyOf(lines.values());
    }

    private static int judge(final PrintStream out, final List<Line> lines)
    {
        final StringBuilder text = new StringBuilder();
        final int broken = tables(text, lines);
        out.print(text);
        return lines.isEmpty() || broken > 0 ? 1 : 0;
    }

    /**
     * Appends a table for each question.
     *
     * @return how many ratios are broken.
     */
    static int tables(final StringBuilder text, final List<Line> lines)
    {
        int broken = 0;
        final Map<String, List<Line>> questions = lines.stream().collect(Collectors.groupingBy(line -> line.question
            + ", JDK " + line.jdk, LinkedHashMap::new, Collectors.toList()));
        for (final Map.Entry<String, List<Line>> question : questions.entrySet())
        {
            final Line base = question.getValue().get(0);
            final boolean needsAll = FormQuestions.of(base.question).needsAll;
            text.append("| ").append(question.getKey()).append(
                " | Bytes | Skim, ns | A byte, to the base form | The quickest peer, ns | Peer to Skim |\n|---|---|---|---|---|---|\n");
            for (final Line line : question.getValue())
            {
                final double uneven = line.unevenness(base);
                final double ahead = line.peer().getValue() / line.skim();
                final boolean isUneven = needsAll && uneven > MOST;
                final boolean isSlow = ahead < 1;
                broken += (isUneven ? 1 : 0) + (isSlow ? 1 : 0);
                text.append(
                    String.format(Locale.ROOT, "| %s | %,d | %,.0f | %s | %s %,.0f | %s |\n", line.form, line.bytes,
                        line.skim(), needsAll ? cell(uneven, isUneven) : "-", line.peer().getKey(),
                        line.peer().getValue(), cell(
                            ahead, isSlow)));
            }
            text.append('\n');
        }
        text.append(broken == 0 ? "All ratios are held.\n" : "**" + broken + " ratios are broken.**\n");
        return broken;
    }

    private static String cell(final double ratio, final boolean isBroken)
    {
        return String.format(Locale.ROOT, isBroken ? "**%.2f**" : "%.2f", ratio);
    }
}
