package io.skim.command;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 * {@code skim decode}.
 */
@Command(name = "decode", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Prints each frame, message or value as a line of JSON.",
    description = {"",
        "Reads files or standard input. --format tells what they hold:", "",
        "  rocketmq       remoting frames, one after the other as on the wire",
        "  amqp-frames    AMQP 1.0 frames likewise, with or without protocol headers",
        "  amqp-messages  encoded AMQP messages, each after a length of four bytes",
        "  amqp-values    encoded AMQP values, one after the other",
        "  commitlog      segments of a broker's message store; FILE may be a folder of them", "",
        "Of remoting frames it prints i, offset, frameLength, serializeType, code, language, version, opaque, flag,"
            + " remark, extFields, bodyLength, bodyCrc32, codeName, response, oneway. A request whose code tells the class of"
            + " its header has header too: the type, and fields as numbers, booleans and texts, unless one is refused.",
        "",
        "Of AMQP it prints i, diag, and of frames offset. In diag each value has its type: a uint is {\"uint\":1}, a map a"
            + " list of pairs, a float or decimal the hex of its bits.",
        "",
        "Of commitlog it prints each message as --messages does, with i and offset, which counts from the beginning of its"
            + " segment. A damaged piece is reported with the number of bytes that are passed over.",
        "",
        "With --messages a frame has messages too where its body holds any: of a stored record topic, queueId, queueOffset,"
            + " sysFlag, flag, bornTimestamp, bornHost, storeTimestamp, storeHost, storeSize, commitLogOffset,"
            + " reconsumeTimes, preparedTransactionOffset, bodyCRC, msgId, offsetMsgId, properties, bodyLength, bodyCrc32;"
            + " of a batch entry flag, properties, bodyLength, bodyCrc32. A message that is malformed is left out of them"
            + " and reported as a frame is.",
        "",
        "Captures of packets, pcap or pcapng, are known by their first bytes and put together to streams, one for each"
            + " direction of each TCP connection; connection tells which, and offset counts from its first"
            + " frame that was captured. Where bytes are missing in the capture (SEGMENT_LOST), reading goes on with the"
            + " next frame, and the report tells how many bytes are missing, how many were passed over, and where it goes on."
            + " amqp-messages are those that AMQP frames transfer there, put together; offset is where the first frame of"
            + " each begins.",
        "",
        "Input that is compressed with gzip or zstd is decompressed first. Offsets count decompressed bytes. Output is not"
            + " compressed.",
        "",
        "What is malformed gives a line of JSON on standard error, with the reason and the place; reading goes on with"
            + " the next one where there is one.",
        "",
        "i counts frames, messages or values over all files, malformed ones included; offset is where one begins in its"
            + " file, and at (on standard error) where the fault was seen, in bytes.",
        "",
        "A reader of the output that goes away, as head does, ends the command quietly.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all read",
        "1:some frames were malformed; all others were read",
        "2:wrong usage",
        "3:a file could not be read or written; all others were read"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim decode docs/captures/sample.frames",
        "  skim decode --lenient a.frames b.frames | jq .extFields.topic",
        "  tcpdump -i lo -w - port 10911 | skim decode",
        "  skim decode --messages day.frames.gz",
        "  skim decode --format commitlog store/commitlog",
        "  xxd -p one.frame | tr -d '\\n' | skim decode --hex",
        "  echo 5370 | skim decode --format amqp-values --hex"})
final class Decode implements Callable<Integer>
{
    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq", completionCandidates = Format.Names.class,
        description = "What a file holds: ${COMPLETION-CANDIDATES}. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--hex", description = {"Each input line is one unit in hex: a frame, a message without its"
        + " length, one or more values; a line of output for each. offset is then where the line begins in its file, at"
        + " where the digit stands."})
    private boolean hex;

    @Option(names = "--messages",
        description = "Also messages, of frames whose bodies hold any: stored records in the answers to"
            + " pull, pop, query and view and in the broker's requests 39 and 309, and the entries of a batch.")
    private boolean messages;

    @Option(names = "--pcap", description = "The files are captures, pcap or pcapng. Those that begin like one need no"
        + " option.")
    private boolean pcap;

    @Option(names = "--output", paramLabel = "FORM", completionCandidates = Completions.Outputs.class,
        description = "text: one line for each frame or message, for people;"
            + " json: for machines. The default is text where standard output is a terminal, else json.")
    private @Nullable String output;

    @Option(names = "--code", paramLabel = "N", split = ",", completionCandidates = Completions.Codes.class,
        description = "Only remoting requests with one of these codes,"
            + " numbers or names such as SEND_MESSAGE_V2, and in captures their responses.")
    private @Nullable List<String> codes;

    @Option(names = "--failed",
        description = "Only remoting responses that tell of a failure. Nothing to pull, or to wait for more, is none.")
    private boolean failed;

    @Option(names = "--keys",
        description = "In text, take UNIQ_KEY apart: address, process, class loader, time in the month,"
            + " counter.")
    private boolean keys;

    @Option(names = "--names",
        description = "Of AMQP frames in JSON also performative and fields, by their names, and link;"
            + " of captures always.")
    private boolean names;

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
        final Format chosen = check();
        final Console console = skim.console();
        if (chosen == Format.COMMIT_LOG)
        {
            new StoreDecoder(console, store, Mode.of(mode)).read(StoreOptions.files(spec, files));
            return console.status();
        }
        console.text = isText(console);
        final Decoder decoder = chosen.decoder(console, Mode.of(mode));
        decoder.choice = choice;
        if (chosen == Format.ROCKETMQ)
        {
            ((RemotingDecoder)decoder).codes = codes == null ? null : codes(codes);
            ((RemotingDecoder)decoder).failed = failed;
            ((RemotingDecoder)decoder).text = console.text ? new FrameText(console, keys) : null;
        }
        if (decoder instanceof AmqpFrameDecoder frames)
        {
            frames.showNames = names;
        }
        if (messages)
        {
            decoder.showMessages();
        }
        final Inputs inputs = new Inputs(console, files, pcap);
        if (hex)
        {
            inputs.read(decoder, decoder::readHex);
        }
        else
        {
            inputs.read(decoder);
        }
        return console.status();
    }

    private Set<Integer> codes(final List<String> texts)
    {
        final Set<Integer> numbers = new HashSet<>();
        for (final String text : texts)
        {
            final Integer code = CodeNames.code(text);
            if (code == null)
            {
                throw new ParameterException(spec.commandLine(), CodeNames.unknown(text));
            }
            numbers.add(code);
            if (CodeNames.isName(text))
            {
                numbers.add((int)(short)(int)code);
            }
        }
        return numbers;
    }

    private boolean isText(final Console console)
    {
        if (output != null && !List.of("text", "json").contains(output))
        {
            throw new ParameterException(spec.commandLine(), "--output is one of text, json, not '" + output + "'");
        }
        return output == null ? console.screen.terminal() : "text".equals(output);
    }

    private Format check()
    {
        final Format chosen = Format.named(format);
        if (chosen == null)
        {
            throw new ParameterException(spec.commandLine(), "--format is one of " + String.join(", ", Format.Names
                .all()) + ", not '" + format + "'");
        }
        if (pcap && (hex || !chosen.isOnConnections()))
        {
            throw new ParameterException(spec.commandLine(), hex ? "--pcap and --hex exclude each other"
                : "--pcap is not for --format " + format + ", which no connection carries");
        }
        if (choice.isOfCaptures() && (hex || !chosen.isOnConnections()) && chosen != Format.COMMIT_LOG)
        {
            throw new ParameterException(spec.commandLine(),
                "--connection, --port, --peer, --since and --until choose in captures, not in "
                    + (hex ? "lines of hex" : format));
        }
        if (hex && chosen == Format.COMMIT_LOG)
        {
            throw new ParameterException(spec.commandLine(), "--hex is not for --format commitlog");
        }
        store.check(spec, chosen == Format.COMMIT_LOG);
        if (chosen == Format.COMMIT_LOG && (choice.isGiven() || "text".equals(output)))
        {
            throw new ParameterException(spec.commandLine(), "--format commitlog prints all messages, in JSON");
        }
        if (messages && chosen != Format.ROCKETMQ)
        {
            throw new ParameterException(spec.commandLine(), "--messages is for --format rocketmq");
        }
        if ((codes != null || failed) && chosen != Format.ROCKETMQ)
        {
            throw new ParameterException(spec.commandLine(), (failed ? "--failed" : "--code")
                + " is for --format rocketmq");
        }
        final String wrong = choice.wrong();
        if (wrong != null)
        {
            throw new ParameterException(spec.commandLine(), wrong);
        }
        return chosen;
    }
}
