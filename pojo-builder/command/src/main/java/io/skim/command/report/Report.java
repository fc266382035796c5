package io.skim.command.report;

import io.skim.command.Completions;
import io.skim.command.Console;
import io.skim.command.Inputs;
import io.skim.command.OutputFile;
import io.skim.command.Skim;
import io.skim.command.Subcommand;
import io.skim.command.Version;
import io.skim.command.WholeUnits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code skim report}.
 */
@Command(name = "report", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Writes a page about the traffic in captures: rates, latencies, topics, errors.",
    description = {"",
        "Reads captures (pcap or pcapng), or files of remoting or AMQP frames, which have no times and no connections, and writes"
            + " one page of HTML that needs nothing else: traffic and latency over time, latency by code as percentile"
            + " curves, sizes, topics, clients and versions, how far consumers are behind, errors, and connections. Each picture has"
            + " its table.",
        "",
        "A response belongs to the request with its opaque in the other direction of the connection; its latency is the time"
            + " between their last packets.",
        "",
        "Of AMQP, a delivery takes the place of a request, and the disposition that settles it that of its response; the page"
            + " has links by address, performatives, containers, and errors.",
        "",
        "Frames are read as the reference reads them (as with --lenient of other commands). What is malformed gives a line of"
            + " JSON on standard error, and is counted.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all read",
        "1:some frames were malformed; all others are in the report",
        "2:wrong usage",
        "3:a file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim report docs/captures/sample.frames -o report.html",
        "  skim report --format amqp-frames in.amqp-frames -o report.html",
        "  tcpdump -i lo -w - port 10911 | skim report -o report.html"})
public final class Report implements Subcommand
{
    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        completionCandidates = Completions.FrameFormats.class,
        description = "What a file holds: rocketmq or amqp-frames. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--pcap", description = "The files are captures, pcap or pcapng. Those that begin like one need no"
        + " option.")
    private boolean pcap;

    @Option(names = "-o", paramLabel = "OUT", required = true, description = "File to write.")
    @SuppressWarnings("NullAway.Init") // it is required
    private String out;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private @Nullable List<String> files;

    @Override
    public Integer call()
    {
        final Console console = skim.console();
        if (!Inputs.isFile(out) || Inputs.same(files, out) != null)
        {
            throw new ParameterException(spec.commandLine(), "-o names a file, other than those that are read");
        }
        if (!isAmqp() && !"rocketmq".equals(format))
        {
            throw new ParameterException(spec.commandLine(), "--format is one of rocketmq, amqp-frames, not '" + format
                + "'");
        }
        final ReportedTraffic traffic = new ReportedTraffic();
        OutputFile.write(console, out, stream -> {
            final AmqpFeed amqp = new AmqpFeed(traffic);
            final RemotingFeed remoting = new RemotingFeed(traffic);
            final WholeUnits units = isAmqp()
                ? new WholeUnits(console, WholeUnits.Form.AMQP_FRAMES, amqp::begin)
                : new WholeUnits(console, WholeUnits.Form.ROCKETMQ, remoting::begin);
            units.passOverOthers();
            units.read(files, pcap);
            amqp.end();
            remoting.end();
            traffic.malformed = units.malformed();
            traffic.segments = units.segments();
            // Pictures are drawn without a screen.
            System.setProperty("java.awt.headless", "true");
            stream.write(Page.of(traffic, isAmqp() ? Words.AMQP : Words.REMOTING,
                files == null ? "standard input" : String.join(", ", files)).getBytes(StandardCharsets.UTF_8));
        });
        return console.status();
    }

    private boolean isAmqp()
    {
        return "amqp-frames".equals(format);
    }
}
