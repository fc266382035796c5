package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import io.skim.scan.Strictness;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code skim filter}.
 */
@Command(name = "filter", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Copies the frames that match, byte for byte.",
    description = {"",
        "Reads files or standard input and writes to standard output or OUT. --format tells what the files hold:", "",
        "  rocketmq       remoting frames, one after the other as on the wire",
        "  amqp-messages  encoded AMQP messages, each after a length of four bytes", "",
        "Of remoting frames, --where is RocketMQ's SQL92 dialect over the message properties of a send request, as the"
            + " broker evaluates it. $code, $opaque, $flag, $language, $version and $remark are fields of the header,"
            + " any other $name an ext field; $topic is found under its long and its short key, as are the other"
            + " fields of send requests.",
        "",
        "Of AMQP messages, --where is a JMS selector.",
        "",
        "What is malformed is not copied and gives a line of JSON on standard error.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    footerHeading = "%nExit status:%n",
    footer = {"  0  all read", "  1  some frames were malformed; all others were read",
        "  2  wrong usage: an expression that does not compile, for example",
        "  3  a file could not be read or written",
        "",
        "Examples:",
        "  skim filter --where \"$topic = 'orders' AND amount > 100\" -o big.frames in.frames",
        "  skim filter --tag 'TagA || TagB' < in.frames | skim decode",
        "  skim filter --code 10,310 --count in.frames",
        "  skim filter --format amqp-messages --where \"JMSPriority > 4\" in.messages > urgent.messages"})
final class Filter implements Callable<Integer>
{
    private static final String STANDARD = "-";

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--where", paramLabel = "EXPR", description = "Take what this expression is true for.")
    private String where;

    @Option(names = "--tag", paramLabel = "TAGEXPR", description = "Take messages whose tag is one of these: A || B.")
    private String tag;

    @Option(names = "--code", paramLabel = "N", split = ",", description = "Take frames of these codes.")
    private List<Integer> codes;

    @Option(names = "--invert", description = "Take what would not be taken.")
    private boolean invert;

    @Option(names = "--count", description = "Print the number of matches alone.")
    private boolean count;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq",
        description = "What a file holds: rocketmq or amqp-messages. The default is ${DEFAULT-VALUE}.")
    private String format;

    @Option(names = "--lenient", description = "Also take the oddities that the reference decoder takes.")
    private boolean lenient;

    @Option(names = "-o", paramLabel = "OUT",
        description = "File to write, other than those that are read; - or none is standard output.")
    private String out;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private List<String> files;

    @Override
    public Integer call()
    {
        final Sieve sieve = sieve();
        checkOut();
        write(sieve);
        skim.console().progress.clear();
        return skim.console().status();
    }

    private ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }

    private Sieve sieve()
    {
        if (where == null && tag == null && codes == null)
        {
            throw wrong("a condition is missing: --where, --tag or --code");
        }
        final boolean amqp = "amqp-messages".equals(format);
        if (!amqp && !"rocketmq".equals(format))
        {
            throw wrong("--format is one of rocketmq, amqp-messages, not '" + format + "'");
        }
        if (amqp && (tag != null || codes != null))
        {
            throw wrong((tag != null ? "--tag" : "--code") + " is for remoting frames, not for AMQP messages");
        }
        final List<Selector> selectors = new ArrayList<>();
        add(selectors, "--where", where, amqp ? Selector::jms : Selector::sql);
        add(selectors, "--tag", tag, Selector::tags);
        add(selectors, "--code", codes == null ? null : codes.stream().map(code -> "'" + code + "'").collect(Collectors
            .joining(",", "$code IN (", ")")), Selector::sql);
        final Strictness strictness = lenient ? Strictness.LENIENT : Strictness.STRICT;
        return amqp ? new AmqpSieve(skim.console(), strictness, selectors, invert) : new RemotingSieve(skim.console(),
            strictness, selectors, invert);
    }

    private void add(final List<Selector> selectors, final String option, final String expression,
        final Function<String, Selector> compiler)
    {
        try
        {
            if (expression != null)
            {
                selectors.add(compiler.apply(expression));
            }
        }
        catch (final SelectorException e)
        {
            throw wrong(option + " does not compile: " + e.getMessage());
        }
    }

    /** Reading a file and writing it at once would lose it. */
    private void checkOut()
    {
        if (!isFile(out) || files == null)
        {
            return;
        }
        for (final String file : files)
        {
            try
            {
                if (isFile(file) && Files.exists(Path.of(file)) && Files.exists(Path.of(out)) && Files.isSameFile(Path
                    .of(file), Path.of(out)))
                {
                    throw wrong("-o names a file that is read: " + out);
                }
            }
            catch (final IOException | InvalidPathException e)
            {
                // Opening it will tell.
                return;
            }
        }
    }

    private static boolean isFile(final String name)
    {
        return name != null && !STANDARD.equals(name);
    }

    private void write(final Sieve sieve)
    {
        if (!isFile(out))
        {
            read(sieve, skim.console().out);
            return;
        }
        try (OutputStream stream = Files.newOutputStream(Path.of(out)))
        {
            read(sieve, stream);
        }
        catch (final OutputException e)
        {
            skim.console().failed(out + ": " + e.getMessage());
        }
        catch (final IOException | InvalidPathException e)
        {
            skim.console().failed(out + ": " + reason(e));
        }
    }

    private void read(final Sieve sieve, final OutputStream stream)
    {
        sieve.output(count ? null : stream);
        for (final String file : files == null ? List.of(STANDARD) : files)
        {
            read(sieve, file);
        }
        sieve.flush();
        if (count)
        {
            skim.console().progress.clear();
            final PrintWriter printer = new PrintWriter(stream);
            printer.print(sieve.matches() + "\n");
            if (printer.checkError())
            {
                throw new OutputException(new IOException("the count cannot be written"));
            }
        }
    }

    private void read(final Sieve sieve, final String file)
    {
        try
        {
            if (!isFile(file))
            {
                sieve.copy(skim.console().in, null);
                return;
            }
            try (InputStream in = Files.newInputStream(Path.of(file)))
            {
                sieve.copy(in, file);
            }
        }
        catch (final IOException | InvalidPathException e)
        {
            sieve.flush();
            skim.console().failed((isFile(file) ? file : "standard input") + ": " + reason(e));
        }
    }

    private static String reason(final Exception failure)
    {
        if (failure instanceof NoSuchFileException)
        {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException)
        {
            return "permission denied";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
