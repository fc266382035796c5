package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.command.FrameStatistics.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
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
    header = "Counts remoting frames by what their headers say.",
    description = {"",
        "Reads files or standard input, remoting frames one after the other as on the wire, and prints tables: frames and"
            + " bytes, by request, one-way request and response, by code, serialize type, language, and by the topics"
            + " that requests name; and how long headers and bodies are, to three digits.",
        "",
        "Input that is compressed with gzip is decompressed first. Offsets count decompressed bytes. Output is not"
            + " compressed.",
        "",
        "What is malformed is counted by itself and gives a line of JSON on standard error.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    footerHeading = "%nExit status:%n",
    footer = {"  0  all read", "  1  some frames were malformed; all others were counted", "  2  wrong usage",
        "  3  a file could not be read; all others were counted",
        "",
        "Examples:",
        "  skim stats docs/captures/sample.frames",
        "  skim stats --json *.frames | jq .topics",
        "  skim stats --format commitlog store/commitlog"})
final class Stats implements Callable<Integer>
{
    private static final int TOPICS = 20;

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object instead of tables, with all topics.")
    private boolean json;

    @Option(names = "--pcap", description = "The files are captures, pcap or pcapng. Those that begin like one need no"
        + " option.")
    private boolean pcap;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        description = "What a file holds: rocketmq, or commitlog for segments of a broker's message store, whose messages are"
            + " counted; FILE may then be a folder of them. The default is ${DEFAULT-VALUE}.")
    private String format;

    @ArgGroup(exclusive = true)
    private Mode mode;

    @Mixin
    private StoreOptions store;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private List<String> files;

    @Override
    public Integer call()
    {
        final Console console = skim.console();
        if (isStore())
        {
            return callOfStore(console);
        }
        final FrameStatistics statistics = new FrameStatistics(console, Mode.of(mode));
        new Inputs(console, files, pcap).read(statistics);
        if (json)
        {
            console.lines.write(line -> write(line, statistics));
            console.lines.flush();
        }
        else
        {
            print(console, new StatisticsTable(statistics, TOPICS).text());
        }
        return console.status();
    }

    private boolean isStore()
    {
        final boolean isStore = "commitlog".equals(format);
        if (!isStore && !"rocketmq".equals(format) || isStore && pcap)
        {
            throw new ParameterException(spec.commandLine(), pcap ? "--pcap is not for --format commitlog"
                : "--format is one of rocketmq, commitlog, not '" + format + "'");
        }
        store.check(spec, isStore);
        return isStore;
    }

    private int callOfStore(final Console console)
    {
        final StoreStatistics statistics = new StoreStatistics(console, store, Mode.of(mode));
        statistics.read(StoreOptions.files(spec, files));
        if (json)
        {
            console.lines.write(statistics::write);
            console.lines.flush();
        }
        else
        {
            print(console, statistics.text(TOPICS));
        }
        return console.status();
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

    private static void write(final JsonGenerator line, final FrameStatistics statistics) throws IOException
    {
        line.writeNumberField("frames", statistics.frames);
        line.writeNumberField("bytes", statistics.bytes);
        line.writeNumberField("malformed", statistics.malformed);
        write(line, "roles", statistics.roles, role -> line.writeStringField("role", role.title()));
        write(line, "codes", statistics.codes, (final Code code) -> {
            line.writeNumberField("code", code.code());
            line.writeStringField("name", CodeNames.of(code.code(), code.response()));
            line.writeBooleanField("response", code.response());
        });
        write(line, "serializeTypes", statistics.serializeTypes, type -> line.writeStringField("serializeType", type));
        write(line, "languages", statistics.languages, language -> line.writeStringField("language", language));
        write(line, "headerLength", statistics.headerLengths);
        write(line, "bodyLength", statistics.bodyLengths);
        write(line, "topics", statistics.topics, topic -> line.writeStringField("topic", topic));
    }

    /** Writes what a count is of. */
    interface KeyWriter<K>
    {
        void write(K key) throws IOException;
    }

    static <K> void write(final JsonGenerator line, final String name, final Tally<K> tally,
        final KeyWriter<K> key) throws IOException
    {
        line.writeArrayFieldStart(name);
        for (final Tally<K>.Count count : tally.sorted())
        {
            line.writeStartObject();
            key.write(count.key);
            write(line, count.frames(), count.bytes());
        }
        if (tally.others().frames() > 0)
        {
            line.writeStartObject();
            line.writeBooleanField("others", true);
            write(line, tally.others().frames(), tally.others().bytes());
        }
        line.writeEndArray();
    }

    private static void write(final JsonGenerator line, final long frames, final long bytes) throws IOException
    {
        line.writeNumberField("frames", frames);
        line.writeNumberField("bytes", bytes);
        line.writeEndObject();
    }

    static void write(final JsonGenerator line, final String name, final Histogram lengths) throws IOException
    {
        final boolean none = lengths.getTotalCount() == 0;
        line.writeObjectFieldStart(name);
        line.writeNumberField("min", none ? 0 : lengths.getMinValue());
        line.writeNumberField("p50", lengths.getValueAtPercentile(50));
        line.writeNumberField("p90", lengths.getValueAtPercentile(90));
        line.writeNumberField("p99", lengths.getValueAtPercentile(99));
        line.writeNumberField("p999", lengths.getValueAtPercentile(99.9));
        line.writeNumberField("max", none ? 0 : lengths.getMaxValue());
        line.writeEndObject();
    }
}
