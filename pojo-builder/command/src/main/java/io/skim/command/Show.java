package io.skim.command;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code skim show}.
 */
@Command(name = "show", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Shows the bytes of one frame, each beside what it means.",
    description = {"",
        "Prints a hexdump of frame N, counted as i is in the output of decode: each range of bytes with its name, its value"
            + " and how it is encoded. Of a frame that is refused the place of the fault is marked. A body that is text or"
            + " JSON is printed behind it; stored records, and the entries of batches, are ranges of their own.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFile and frame:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:the frame was shown",
        "1:it, or one before it, is malformed",
        "2:wrong usage, or there are not as many frames",
        "3:the file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim show docs/captures/sample.frames 0",
        "  skim show in.frames 1 --extract body",
        "  skim show --format amqp-frames in.amqp-frames 3"})
final class Show implements Callable<Integer>
{
    private static final String TAB = "    ";

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        completionCandidates = Completions.FrameFormats.class,
        description = "What the file holds: rocketmq or amqp-frames. The default is ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String format;

    @Option(names = "--all", description = "Show long ranges and bodies to their end.")
    private boolean all;

    @Option(names = "--extract", paramLabel = "OUT",
        description = "Write the body of a remoting frame, or the payload of an"
            + " AMQP frame, to this file.")
    private @Nullable String extract;

    @Option(names = "--pcap", description = "The file is a capture, pcap or pcapng. One that begins like that needs no"
        + " option.")
    private boolean pcap;

    @ArgGroup(exclusive = true)
    private @Nullable Mode mode;

    @Parameters(index = "0", paramLabel = "FILE", description = "File to read; - is standard input.")
    @SuppressWarnings("NullAway.Init") // it is required
    private String file;

    @Parameters(index = "1", paramLabel = "N", description = "Number of the frame, from 0.")
    private long number;

    @Override
    public Integer call()
    {
        if (!List.of("rocketmq", "amqp-frames").contains(format) || number < 0)
        {
            throw new ParameterException(spec.commandLine(), number < 0 ? "N is a number from 0, not " + number
                : "--format is one of rocketmq, amqp-frames, not '" + format + "'");
        }
        if (extract != null && (!Inputs.isFile(extract) || Inputs.same(List.of(file), extract) != null))
        {
            throw new ParameterException(spec.commandLine(), "--extract names a file, other than the one that is read");
        }
        final Console console = skim.console();
        final Finder finder = new Finder(console);
        new Inputs(console, List.of(file), pcap).read(finder);
        if (!finder.found && number < finder.i)
        {
            console.tell("number " + number + " has no frame to show: it is what was reported last");
        }
        else if (!finder.found && console.status() != Console.FILE)
        {
            throw new ParameterException(spec.commandLine(), "there is no frame " + number + " in " + file + ": it has "
                + finder.i);
        }
        return console.status();
    }

    private void show(final byte[] frame, final Source source, final long offset, final long time)
    {
        final Console console = skim.console();
        final boolean amqp = !"rocketmq".equals(format);
        final Strictness strictness = Mode.of(mode);
        final List<Annotation> annotations = amqp ? new AmqpAnnotator(frame, strictness).annotations()
            : new RemotingAnnotator(frame, strictness).annotations();
        final HexDump dump = new HexDump(frame, 0, frame.length, console.screen, all);
        final Fault fault = amqp ? amqpFault(frame, strictness) : remotingFault(frame, strictness);
        if (fault != null)
        {
            dump.fault(fault.offset(), reason(fault) + ": " + fault.toMessage());
        }
        final StringBuilder text = new StringBuilder("frame " + number + " at offset " + offset + ", " + frame.length
            + " bytes" + (source.connection() == null ? "" : ", " + source.connection())
            + (Times.isKnown(time) ? ", " + Times.text(time) : "") + "\n\n");
        text.append(dump.text(annotations));
        final int body = annotations.isEmpty() ? frame.length : amqp ? payload(annotations, frame.length)
            : Math.min(frame.length, 8 + (java.nio.ByteBuffer.wrap(frame).getInt(4) & 0xFF_FFFF));
        if (!amqp)
        {
            text.append(body(frame, body));
        }
        print(text.toString());
        if (extract != null)
        {
            OutputFile.write(console, extract, out -> out.write(frame, body, frame.length - body));
        }
        if (fault != null)
        {
            console.malformed(number, offset, reason(fault), offset + fault.offset(), fault.toMessage(), source);
        }
    }

    private static String reason(final Fault fault)
    {
        return Objects.requireNonNull(fault.reason()).name();
    }

    private static int payload(final List<Annotation> annotations, final int otherwise)
    {
        final Annotation last = annotations.get(annotations.size() - 1);
        return "payload".equals(last.name()) ? last.from() : otherwise;
    }

    private String body(final byte[] frame, final int from)
    {
        final String json = BodyText.json(frame, from, frame.length - from);
        final String plain = json == null ? BodyText.text(frame, from, frame.length - from) : json;
        if (plain == null || plain.isEmpty())
        {
            return "";
        }
        final String shown = all ? plain : Screen.cut(plain, 4_000);
        return "\n" + shown.lines().map(line -> Screen.printable(line.replace("\t", TAB)))
            .collect(Collectors.joining("\n")) + "\n";
    }

    private static @Nullable Fault remotingFault(final byte[] frame, final Strictness strictness)
    {
        final RemotingScanner scanner = new RemotingScanner(RemotingDecoder.LIMITS, strictness);
        final RemotingInterest nothing = RemotingScanner.interest().everyEntry(0).build();
        return scanner.scan(new FrameView(RemotingDecoder.LIMITS).wrap(frame, 0, frame.length), nothing, (id,
            value) -> io.skim.scan.Action.CONTINUE) == Outcome.COMPLETE ? null : scanner.fault();
    }

    private static @Nullable Fault amqpFault(final byte[] frame, final Strictness strictness)
    {
        final AmqpFrameReader reader = new AmqpFrameReader(DeliveryStream.LIMITS, strictness);
        if (!reader.wrap(new FrameView(DeliveryStream.LIMITS).wrap(frame, 0, frame.length)))
        {
            return reader.fault();
        }
        int event = AmqpReader.VALUE;
        while (reader.performative() != null && event == AmqpReader.VALUE)
        {
            event = reader.nextField();
        }
        return event < 0 ? reader.fault() : null;
    }

    private void print(final String text)
    {
        final Console console = skim.console();
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

    /** Reads frames up to the one that is asked for. */
    private final class Finder extends InputReader
    {
        private final FrameView view = new FrameView("rocketmq".equals(format) ? RemotingDecoder.LIMITS
            : DeliveryStream.LIMITS);
        private boolean found;

        Finder(final Console console)
        {
            super(console);
        }

        @Override
        void flush()
        {
            // Nothing is held back.
        }

        @Override
        boolean isDone()
        {
            return found || i > number;
        }

        @Override
        FrameStart frameStart()
        {
            return "rocketmq".equals(format) ? new FrameStart.Remoting() : new FrameStart.Amqp();
        }

        @Override
        UnitStream open(final Source source)
        {
            return "rocketmq".equals(format) ? remoting(source, new FrameSplitter(RemotingDecoder.LIMITS))
                : amqp(source, new AmqpFrameSplitter(DeliveryStream.LIMITS));
        }

        private UnitStream remoting(final Source source, final FrameSplitter splitter)
        {
            return new SplitStream(this, source, splitter)
            {
                @Override
                void frames()
                {
                    while (splitter.next(view))
                    {
                        take(source, splitter.frameOffset());
                    }
                }
            };
        }

        private UnitStream amqp(final Source source, final AmqpFrameSplitter splitter)
        {
            return new SplitStream(this, source, splitter)
            {
                @Override
                void frames()
                {
                    while (splitter.next(view))
                    {
                        take(source, splitter.frameOffset());
                    }
                }
            };
        }

        private void take(final Source source, final long offset)
        {
            if (i == number && !found)
            {
                found = true;
                final int from = Frames.arrayOffset(view);
                show(Arrays.copyOfRange(Frames.array(view), from, from + view.length()), source, offset, time);
            }
            i++;
        }
    }
}
