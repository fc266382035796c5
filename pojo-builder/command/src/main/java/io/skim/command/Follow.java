package io.skim.command;

import java.util.List;
import java.util.concurrent.Callable;
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
 * {@code skim follow}.
 */
@Command(name = "follow", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Lists the connections of captures, or follows messages through all of them.",
    description = {"",
        "Without --key and --property it lists connections, with the numbers that --connection takes; with --connection it"
            + " prints the frames of one, as decode does.",
        "",
        "With --key or --property it prints the frames that tell of some messages, in all connections. Of remoting frames: the"
            + " request that sends one and its response (SENT, ANSWER); responses and requests of the broker that bring it"
            + " (DELIVERED); what acknowledges it, or for each group the first offset that is committed behind it"
            + " (ACKNOWLEDGED); requests with its id among their fields, such as the end of a transaction (NAMED). Of AMQP"
            + " frames: its transfers, and the dispositions of its deliveries.",
        "",
        "Only what comes behind is found: a message that is looked for by a key is known from where it is sent or delivered.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all read",
        "1:some frames were malformed; all others were read",
        "2:wrong usage",
        "3:a file could not be read"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim follow in.pcapng",
        "  skim follow --connection 0 in.pcapng",
        "  skim follow --key order-4711 in.pcapng > order.jsonl",
        "  skim follow --format amqp-frames --property orderId=4711 \\",
        "    in.amqp-frames > order.jsonl"})
final class Follow implements Callable<Integer>
{
    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--key", paramLabel = "K",
        description = "Follow messages with this key or id: a word of KEYS, UNIQ_KEY or the id of the offset; of AMQP the"
            + " message-id or correlation-id.")
    private @Nullable String key;

    @Option(names = "--property", paramLabel = "NAME=VALUE",
        description = "Follow messages with this property; of AMQP with this application property.")
    private @Nullable String property;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        completionCandidates = Completions.FrameFormats.class,
        description = "What a file holds: rocketmq or amqp-frames. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--output", paramLabel = "FORM", completionCandidates = Completions.Outputs.class,
        description = "text: one line for each frame, for people; json: for machines. The default is text where standard"
            + " output is a terminal, else json.")
    private @Nullable String output;

    @Option(names = "--pcap", description = "The files are captures, pcap or pcapng. Those that begin like one need no"
        + " option.")
    private boolean pcap;

    @Mixin
    private Choice choice;

    @ArgGroup(exclusive = true)
    private @Nullable Mode mode;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private @Nullable List<String> files;

    @Override
    public Integer call()
    {
        final Console console = skim.console();
        final Wanted wanted = check();
        console.text = output == null ? console.screen.terminal() : "text".equals(output);
        final InputReader reader = wanted == null && !choice.isOfOneConnection() ? new ConnectionList(console, isAmqp())
            : decoder(console, wanted);
        reader.choice = choice;
        reader.others = new OtherProtocols();
        new Inputs(console, files, pcap).read(reader);
        if (reader instanceof ConnectionList list)
        {
            list.print();
        }
        else if (choice.misses() && !choice.missesAllConnections() && !console.hasFailed())
        {
            console.warn("nothing was found in the " + TextTable.number(reader.i) + " frames that were read");
        }
        return console.status();
    }

    private Decoder decoder(final Console console, final @Nullable Wanted wanted)
    {
        final Decoder decoder = (isAmqp() ? Format.AMQP_FRAMES : Format.ROCKETMQ).decoder(console, Mode.of(mode));
        if (decoder instanceof RemotingDecoder frames)
        {
            frames.showMessages();
            frames.text = console.text ? new FrameText(console, false) : null;
            frames.trail = wanted == null ? null : new RemotingTrail(wanted);
        }
        else if (wanted != null)
        {
            ((AmqpFrameDecoder)decoder).trail = new AmqpTrail(wanted);
        }
        return decoder;
    }

    private boolean isAmqp()
    {
        return "amqp-frames".equals(format);
    }

    /** What is to be followed; null if it is a connection, or none. */
    private @Nullable Wanted check()
    {
        if (!isAmqp() && !"rocketmq".equals(format))
        {
            throw wrong("--format is one of rocketmq, amqp-frames, not '" + format + "'");
        }
        if (output != null && !List.of("text", "json").contains(output))
        {
            throw wrong("--output is one of text, json, not '" + output + "'");
        }
        final String wrong = choice.wrong();
        if (wrong != null)
        {
            throw wrong(wrong);
        }
        if (key != null && property != null)
        {
            throw wrong("--key and --property exclude each other");
        }
        if (key != null && (key.isEmpty() || !isAmqp() && key.indexOf(' ') >= 0))
        {
            // KEYS has words with blanks between them; an id of AMQP may be any text.
            throw wrong("--key is " + (isAmqp() ? "an id" : "one word") + ", not '" + key + "'");
        }
        if (property == null)
        {
            return key == null ? null : new Wanted(key, null, null);
        }
        final int middle = property.indexOf('=');
        if (middle <= 0)
        {
            throw wrong("--property takes NAME=VALUE, not '" + property + "'");
        }
        return new Wanted(null, property.substring(0, middle), property.substring(middle + 1));
    }

    private ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }
}
