package io.skim.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code skim stats}.
 */
@Command(name = "stats", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Counts frames, and how long answers took.",
    description = {"",
        "Reads files or standard input, remoting frames one after the other as on the wire, and prints tables: frames and"
            + " bytes, by request, one-way request and response, by code, serialize type, language, and by the topics"
            + " that requests name; and how long headers and bodies are, to three digits. Of AMQP frames: by performative, by"
            + " link and outcome.",
        "",
        "Of captures also how long answers took, by the code of the request or by link, what failed with its remark, the"
            + " slowest answers, how much there was over time, and what the network sent again or lost.",
        "",
        "Of RocketMQ's consumers, by group, topic, broker and queue: the offsets that they ask for and commit, and of captures how"
            + " far they are behind the broker's greatest offset, and when it told so. Groups that pop are not listed.",
        "",
        "Input that is compressed with gzip or zstd is decompressed first. Offsets count decompressed bytes. Output is not"
            + " compressed.",
        "",
        "What is malformed is counted by itself and gives a line of JSON on standard error.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all read",
        "1:some frames were malformed; all others were counted",
        "2:wrong usage",
        "3:a file could not be read; all others were counted"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim stats docs/captures/sample.frames",
        "  skim stats --json *.frames | jq .topics",
        "  skim stats --json in.pcapng | jq -c '.lag[] | select(.lag > 1000)'",
        "  skim stats --format commitlog store/commitlog",
        "  tcpdump -i lo -U -w - port 10911 | skim stats --live"})
final class Stats implements Callable<Integer>
{
    private static final int TOPICS = 20;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Skim skim;

    @Option(names = "--json", description = "Print one JSON object instead of tables, with all topics.")
    private boolean json;

    @Option(names = "--pcap", description = "The files are captures, pcap or pcapng. Those that begin like one need no"
        + " option.")
    private boolean pcap;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        completionCandidates = Completions.StatsFormats.class,
        description = "What a file holds: rocketmq, amqp-frames, or commitlog for segments of a broker's message store, whose"
            + " messages are counted; FILE may then be a folder of them. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--live", description = "On a terminal, show the tables once in a second while reading.")
    private boolean live;

    @Mixin
    private Choice choice;

    @ArgGroup(exclusive = true)
    private @Nullable Mode mode;

    @Mixin
    private StoreOptions store;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private @Nullable List<String> files;

    @Override
    public Integer call()
    {
        check();
        if (isStore())
        {
            final StoreStatistics statistics = new StoreStatistics(skim.console(), store, Mode.of(mode));
            statistics.read(StoreOptions.files(spec, files));
            print(() -> table().text(statistics),
                json -> new StatisticsJson(json).write(statistics));
        }
        else if ("rocketmq".equals(format))
        {
            final FrameStatistics statistics = new FrameStatistics(skim.console(), Mode.of(mode));
            final Supplier<String> text = () -> table().text(statistics);
            show(statistics, text, json -> new StatisticsJson(json).write(statistics));
        }
        else
        {
            final AmqpStatistics statistics = new AmqpStatistics(skim.console(), Mode.of(mode));
            final Supplier<String> text = () -> table().text(statistics);
            show(statistics, text, json -> new StatisticsJson(json).write(statistics));
        }
        return skim.console().status();
    }

    private StatisticsTable table()
    {
        return new StatisticsTable(TOPICS, skim.console().screen);
    }

    private boolean isStore()
    {
        return "commitlog".equals(format);
    }

    private void check()
    {
        if (!Completions.StatsFormats.ALL.contains(format))
        {
            throw wrong(
                "--format is one of " + String.join(", ", Completions.StatsFormats.ALL) + ", not '" + format + "'");
        }
        if (isStore() && (pcap || live || choice.isGiven()))
        {
            throw wrong((pcap ? "--pcap" : live ? "--live" : "a choice of frames") + " is not for --format commitlog");
        }
        final String wrong = choice.wrong();
        if (wrong != null)
        {
            throw wrong(wrong);
        }
        store.check(spec, isStore());
    }

    private ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }

    /** Null unless it is wanted, and there is a terminal to show it on. */
    private @Nullable LiveView live(final Supplier<String> text)
    {
        final Console console = skim.console();
        final int rows = LiveView.rows(System.getProperty("skim.rows"), System.getenv());
        return live && !json && console.screen.terminal() && rows > 0
            ? new LiveView(console, rows, text, System::nanoTime)
            : null;
    }

    private void show(final TrafficStatistics statistics, final Supplier<String> text, final JsonLines.Members members)
    {
        statistics.live = live(text);
        statistics.choice = choice;
        statistics.others = new OtherProtocols();
        new Inputs(skim.console(), files, pcap).read(statistics);
        if (statistics.live != null)
        {
            statistics.live.end();
        }
        print(text, members);
    }

    private void print(final Supplier<String> text, final JsonLines.Members members)
    {
        final Console console = skim.console();
        if (json)
        {
            console.lines.write(members);
            console.lines.flush();
        }
        else
        {
            print(console, text.get());
        }
    }

    private static void print(final Console console, final String text)
    {
        try
        {
            console.out.write(text.getBytes(StandardCharsets.UTF_8));
            console.out.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}
