package io.skim.command.scrub;

import io.skim.command.Completions;
import io.skim.command.Console;
import io.skim.command.Inputs;
import io.skim.command.OutputFile;
import io.skim.command.Skim;
import io.skim.command.Source;
import io.skim.command.Subcommand;
import io.skim.command.Version;
import io.skim.command.WholeUnits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
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
 * {@code skim scrub}.
 */
@Command(name = "scrub", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Copies a file or capture without what it tells of people, systems and messages.",
    description = {"",
        "Replaces topics, groups, keys, property values, addresses, host names and all other texts by pseudonyms, the same"
            + " one in each place; bodies of messages by letters. Removes ACL signatures and credentials. Keeps codes,"
            + " opaques, flags, queues, offsets, times, numbers, RocketMQ's own names, and the form of every frame.",
        "",
        "Of a capture it writes a new one: the same connections and ports under other addresses, the same frames in the same"
            + " order, each at the time of its last packet, with right checksums. Retransmissions and other protocols are not"
            + " in it. It is pcapng if OUT ends with .pcapng, else pcap.",
        "",
        "What cannot be parsed is dropped and gives a line of JSON on standard error.",
        "",
        "Pseudonyms depend on a key. Without --key it is random, and nobody can tell what they stood for. Who has the key can"
            + " try names; give it to nobody who gets the output.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all was scrubbed",
        "1:something could not be parsed and was dropped",
        "2:wrong usage",
        "3:a file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim scrub docs/captures/sample.frames -o out.frames",
        "  skim scrub --key env:SECRET --hide-lengths in.frames -o out.frames",
        "  skim scrub --format amqp-messages in.messages -o out.messages"})
public final class Scrub implements Subcommand
{
    private static final String ENVIRONMENT = "env:";
    private static final int RANDOM_KEY = 32;

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        completionCandidates = Completions.ScrubFormats.class,
        description = "What the file holds: rocketmq, amqp-frames or amqp-messages. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--key", paramLabel = "FILE",
        description = "The key of the pseudonyms: the first line of FILE, or the environment variable NAME of env:NAME. With"
            + " the same key two files get the same pseudonyms.")
    private @Nullable String key;

    @Option(names = "--hide-lengths",
        description = "Give all pseudonyms one length, and all bodies another, so that lengths tell nothing. For remoting"
            + " frames only; all other sizes stay as they were.")
    private boolean hideLengths;

    @Option(names = "--pcap",
        description = "FILE is a capture, pcap or pcapng. One that begins like one needs no option.")
    private boolean pcap;

    @Option(names = "-o", paramLabel = "OUT", required = true, description = "File to write.")
    @SuppressWarnings("NullAway.Init") // it is required
    private String out;

    @Parameters(paramLabel = "FILE", description = "File to read; - is standard input.")
    @SuppressWarnings("NullAway.Init") // it is required
    private String file;

    @Override
    public Integer call()
    {
        final Console console = skim.console();
        final WholeUnits.Form form = form();
        check(form);
        final byte[] secret = key == null ? random() : key(console, key);
        if (secret != null)
        {
            final Pseudonyms pseudonyms = new Pseudonyms(secret, !hideLengths);
            OutputFile.write(console, out, stream -> scrub(console, form, pseudonyms, stream));
        }
        return console.status();
    }

    private WholeUnits.Form form()
    {
        return switch (format)
        {
            case "rocketmq" -> WholeUnits.Form.ROCKETMQ;
            case "amqp-frames" -> WholeUnits.Form.AMQP_FRAMES;
            case "amqp-messages" -> WholeUnits.Form.AMQP_MESSAGES;
            default -> throw wrong("--format is one of rocketmq, amqp-frames, amqp-messages, not '" + format + "'");
        };
    }

    private void check(final WholeUnits.Form form)
    {
        if (!Inputs.isFile(out))
        {
            throw wrong("-o names a file: standard output is none");
        }
        if (hideLengths && form != WholeUnits.Form.ROCKETMQ)
        {
            throw wrong("--hide-lengths is for --format rocketmq");
        }
        if (pcap && form == WholeUnits.Form.AMQP_MESSAGES)
        {
            throw wrong("captures hold AMQP frames: --format amqp-frames");
        }
        if (Inputs.same(List.of(file), out) != null)
        {
            throw wrong("-o names the file that is read: " + out);
        }
    }

    private ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }

    private static byte[] random()
    {
        final byte[] random = new byte[RANDOM_KEY];
        new SecureRandom().nextBytes(random);
        return random;
    }

    /** Null if it cannot be read, which is reported. */
    private byte @Nullable [] key(final Console console, final String place)
    {
        String text = null;
        try
        {
            text = place.startsWith(ENVIRONMENT) ? System.getenv(place.substring(ENVIRONMENT.length())) : Files
                .readString(Path.of(place)).lines().findFirst().orElse(null);
        }
        catch (final IOException | InvalidPathException e)
        {
            console.failed(place + ": " + Inputs.reason(e));
            return null;
        }
        if (text == null || text.isEmpty())
        {
            throw wrong("--key: there is none in " + place);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void scrub(final Console console, final WholeUnits.Form form, final Pseudonyms pseudonyms,
        final OutputStream stream) throws IOException
    {
        try (ScrubbedOutput output = new ScrubbedOutput(stream, pseudonyms, out.endsWith(".pcapng")))
        {
            final WholeUnits units = new WholeUnits(console, form, opener(form, pseudonyms, output));
            units.read(List.of(file), pcap);
            if (units.isCapture())
            {
                output.beginCapture();
            }
        }
    }

    private static WholeUnits.Opener opener(final WholeUnits.Form form, final Pseudonyms pseudonyms,
        final ScrubbedOutput output)
    {
        final AmqpTexts texts = new AmqpTexts(pseudonyms, WholeUnits.AMQP);
        final ScrubbedFrame frames = new ScrubbedFrame(pseudonyms, WholeUnits.REMOTING);
        return (final WholeUnits units, final Source source) -> switch (form)
        {
            case ROCKETMQ -> new RemotingScrubber(units, source, output, frames);
            case AMQP_FRAMES -> new AmqpScrubber(units, source, output, texts, WholeUnits.AMQP);
            case AMQP_MESSAGES -> new MessageScrubber(units, source, output, texts);
        };
    }
}
