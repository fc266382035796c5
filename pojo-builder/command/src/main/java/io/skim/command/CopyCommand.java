package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import io.skim.scan.Interest;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * What the commands have in common that copy frames or messages: which files, which conditions, where to.
 */
abstract class CopyCommand implements Callable<Integer>
{
    /** In the list of options: behind those of the command itself. */
    static final int LAST = 100;
    /** A link to the file that standard output was redirected to; it does not exist everywhere. */
    private static final String STANDARD_OUTPUT = "/dev/stdout";

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @Option(names = "--where", paramLabel = "EXPR", order = 1, description = "Only what this expression is true for.")
    private @Nullable String where;

    @Option(names = "--tag", paramLabel = "TAGEXPR", order = 1,
        description = "Only frames whose tag is one of these: A || B.")
    private @Nullable String tag;

    @Option(names = "--code", paramLabel = "N", split = ",", order = 1,
        completionCandidates = Completions.Codes.class,
        description = "Only frames with one of these codes: numbers, or request names such as SEND_MESSAGE_V2. Responses with"
            + " the same number are selected too. A name also matches its number as a binary header has it, in 16 bits.")
    private @Nullable List<String> codes;

    /** An option of each command: not all read the same. */
    @SuppressWarnings("NullAway.Init") // it has a default
    String format;

    @Option(names = "--pcap", order = LAST,
        description = "The files are captures, pcap or pcapng, of remoting frames, or of AMQP frames that transfer messages."
            + " Those that begin like one need no option.")
    private boolean pcap;

    @Mixin
    private Choice choice;

    @ArgGroup(exclusive = true, order = LAST)
    private @Nullable Mode mode;

    @Option(names = "-o", paramLabel = "OUT", order = LAST,
        description = "File to write, other than those that are read; - or none is standard output.")
    private @Nullable String out;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private @Nullable List<String> files;

    @Override
    public final Integer call()
    {
        checkFormat();
        checkOut();
        final String wrong = choice.wrong();
        if (wrong != null)
        {
            throw wrong(wrong);
        }
        final Copier copier = isAmqp() ? messages(messageSelectors()) : isStore() ? records(frameSelectors())
            : frames(frameSelectors());
        if (copier != null)
        {
            checkTerminal();
            write(copier);
        }
        console().progress.clear();
        return console().status();
    }

    /** Makes what copies remoting frames; null if that failed, and was reported. */
    abstract @Nullable Copier frames(List<Selector<RemotingInterest>> selectors);

    /** Makes what copies AMQP messages. */
    abstract Copier messages(List<Selector<AmqpInterest>> selectors);

    /** Makes what copies stored records, if that is a format. */
    abstract Copier records(List<Selector<RemotingInterest>> selectors);

    /** What {@code --format} may be. */
    abstract List<String> formats();

    /** Copies to a stream what the files hold. */
    void copy(final Copier copier, final OutputStream stream)
    {
        copier.output(stream);
        read(copier);
    }

    final Console console()
    {
        return skim.console();
    }

    /** Whether a file to write is named. */
    final boolean isOutNamed()
    {
        return out != null;
    }

    /** Whether a capture is to be written. */
    final boolean isPackets()
    {
        return out != null && out.endsWith(".pcapng");
    }

    /** How strictly to read. */
    final Strictness strictness()
    {
        return Mode.of(mode);
    }

    final boolean isAmqp()
    {
        return "amqp-messages".equals(format);
    }

    /** Whether segments of a message store are read. */
    final boolean isStore()
    {
        return "commitlog".equals(format);
    }

    /** Segments and folders of them. */
    final List<String> stores()
    {
        return StoreOptions.files(spec, files);
    }

    final CommandSpec spec()
    {
        return spec;
    }

    final ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }

    private void checkFormat()
    {
        if (!formats().contains(format))
        {
            throw wrong("--format is one of " + String.join(", ", formats()) + ", not '" + format + "'");
        }
        if (isStore() && choice.isGiven())
        {
            throw wrong("of stored records --where alone chooses some");
        }
        if (isStore() && (codes != null || pcap))
        {
            throw wrong((pcap ? "--pcap" : "--code") + " is for remoting frames, not for stored records");
        }
        if (isAmqp() && (tag != null || codes != null))
        {
            throw wrong((tag != null ? "--tag" : "--code") + " is for remoting frames, not for AMQP messages");
        }
    }

    private List<Selector<AmqpInterest>> messageSelectors()
    {
        final List<Selector<AmqpInterest>> selectors = new ArrayList<>();
        add(selectors, "--where", where, Selector::jms);
        return selectors;
    }

    private List<Selector<RemotingInterest>> frameSelectors()
    {
        final List<Selector<RemotingInterest>> selectors = new ArrayList<>();
        add(selectors, "--where", where, Selector::sql);
        if (where != null)
        {
            ExpressionDoubts.of(where).forEach(console()::warn);
        }
        add(selectors, "--tag", tag, Selector::tags);
        add(selectors, "--code", codes == null ? null : codes(codes), Selector::sql);
        return selectors;
    }

    private String codes(final List<String> texts)
    {
        final StringJoiner list = new StringJoiner(",", "$code IN (", ")");
        for (final String code : texts)
        {
            final Integer number = CodeNames.code(code);
            if (number == null)
            {
                throw wrong(CodeNames.unknown(code));
            }
            list.add("'" + number + "'");
            if (CodeNames.isName(code) && number != number.shortValue())
            {
                // As a binary header has it, in 16 bits.
                list.add("'" + number.shortValue() + "'");
            }
        }
        return list.toString();
    }

    private <I extends Interest> void add(final List<Selector<I>> selectors, final String option,
        final @Nullable String expression, final Function<String, Selector<I>> compiler)
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

    /** Reading a file and writing it at once would lose it, and appending to it would never end. */
    private void checkOut()
    {
        final String named = Inputs.isFile(out) ? out : null;
        if (named == null && !console().isStandardOutput())
        {
            return;
        }
        final String read =
            Inputs.same(isStore() ? StoreParts.files(stores()) : files, named != null ? named : STANDARD_OUTPUT);
        if (read != null)
        {
            throw wrong(
                named != null ? "-o names a file that is read: " + out : "standard output is a file that is read: "
                    + read);
        }
    }

    /** What is copied can be anybody's, and a terminal would obey it. */
    private void checkTerminal()
    {
        if (isCopying() && console().screen.terminal() && !Inputs.isFile(out))
        {
            throw wrong("a terminal cannot show what is copied: give it a file (-o OUT) or a pipe (| skim decode)");
        }
    }

    /** Whether frames or messages are written as they are, and no text. */
    boolean isCopying()
    {
        return true;
    }

    private void write(final Copier copier)
    {
        final String named = Inputs.isFile(out) ? out : null;
        if (named == null)
        {
            copy(copier, console().out);
        }
        else if (!isStore() && Inputs.isPiped(files))
        {
            OutputFile.writeLive(console(), named, stream -> copy(copier, stream));
        }
        else
        {
            OutputFile.write(console(), named, stream -> copy(copier, stream));
        }
    }

    /** Copies all files. */
    final void read(final Copier copier)
    {
        copier.choice = choice;
        new Inputs(console(), files, pcap).read(copier);
    }
}
