package io.skim.command;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code skim} command.
 */
@Command(name = "skim", mixinStandardHelpOptions = true, versionProvider = Version.class, usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    header = "Reads the headers of message frames without decoding the frames.",
    description = {"", "skim COMMAND --help tells more of each command."},
    optionListHeading = "%nOptions:%n", commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status of all commands:%n",
    exitCodeList = {"0:all read", "1:some input was malformed; all other was read", "2:wrong usage",
        "3:a file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim decode docs/captures/sample.frames", "  skim stats docs/captures/sample.frames",
        "  skim follow in.pcapng"})
public final class Skim implements Runnable
{
    private static final char REPLACED = '\uFFFD';
    /** A system property: whether a bug shows its stack. */
    private static final String TRACE = "skim.trace";
    /** Of this package, in the order of the help. */
    private static final List<String> COMMANDS = List.of("decode", "filter", "rewrite", "stats", "show", "follow");

    private final Console console;

    @Spec
    private CommandSpec spec;

    Skim(final Console console)
    {
        this.console = console;
    }

    /**
     * Runs the command and ends the process.
     *
     * @param arguments as in {@code skim --help}.
     */
    public static void main(final String[] arguments)
    {
        System.exit(run(PipeInput.of(new FileInputStream(FileDescriptor.in)), new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err), arguments));
    }

    /**
     * Runs the command.
     *
     * @param in        standard input.
     * @param out       standard output.
     * @param err       standard error.
     * @param arguments as in {@code skim --help}.
     * @return the exit status: 0 all read, 1 some input malformed, 2 wrong usage, 3 a file could not be read or
     *     written.
     */
    public static int run(final InputStream in, final OutputStream out, final OutputStream err,
        final String... arguments)
    {
        final Console console = new Console(in, out, err);
        try
        {
            return commandLine(console, arguments).execute(arguments);
        }
        catch (final OutOfMemoryError e)
        {
            console.failed("not enough memory");
            return console.status();
        }
        catch (final StackOverflowError | LinkageError | AssertionError | ServiceConfigurationError e)
        {
            return failed(console, e);
        }
    }

    /**
     * Makes what runs the command.
     *
     * @param console   of the command.
     * @param arguments that will be run. If they begin with the name of a command, there are no others: to learn the options of all
     *                  takes longer than to learn those of one.
     */
    static CommandLine commandLine(final Console console, final String... arguments)
    {
        final Printed printed = new Printed(console.out);
        final PrintWriter out = new PrintWriter(new OutputStreamWriter(printed, StandardCharsets.UTF_8), true);
        final CommandLine line = new CommandLine(new Skim(console));
        final Class<?> named = arguments.length == 0 ? null : named(arguments[0]);
        if (named != null)
        {
            line.addSubcommand(named);
        }
        else
        {
            COMMANDS.forEach(name -> line.addSubcommand(named(name)));
            line.addSubcommand(GenerateCompletion.class);
            ServiceLoader.load(Subcommand.class, Skim.class.getClassLoader()).forEach(line::addSubcommand);
        }
        line.setExpandAtFiles(false);
        line.setOut(out);
        line.setErr(new PrintWriter(new OutputStreamWriter(console.err, StandardCharsets.UTF_8), true));
        line.setParameterExceptionHandler(new WrongUsage(console));
        line.setExecutionExceptionHandler((failure, command, parsed) -> failed(console, failure));
        keepExamples(line);
        line.setExecutionStrategy(parsed -> execute(console, out, printed, parsed));
        return line;
    }

    /** A command; null for any other name. */
    private static @Nullable Class<?> named(final String name)
    {
        return switch (name)
        {
            case "decode" -> Decode.class;
            case "filter" -> Filter.class;
            case "rewrite" -> Rewrite.class;
            case "stats" -> Stats.class;
            case "show" -> Show.class;
            case "follow" -> Follow.class;
            default -> ofOtherPackages(name);
        };
    }

    private static @Nullable Class<?> ofOtherPackages(final String name)
    {
        return ServiceLoader.load(Subcommand.class, Skim.class.getClassLoader()).stream().map(
            ServiceLoader.Provider::type).filter(type -> name.equals(type.getAnnotation(Command.class).name()))
            .findFirst().orElse(null);
    }

    /** Prints what stands at the end of help as it is, whatever the terminal's width: an example that is wrapped is two. */
    private static void keepExamples(final CommandLine line)
    {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> Arrays.stream(help.commandSpec()
            .usageMessage().footer()).map(row -> row + System.lineSeparator()).collect(Collectors.joining()));
        line.getSubcommands().values().forEach(Skim::keepExamples);
    }

    private static int execute(final Console console, final PrintWriter out, final Printed printed,
        final ParseResult parsed)
    {
        checkText(parsed);
        final int status = new CommandLine.RunLast().execute(parsed);
        out.flush();
        return printed.failure == null ? status : failed(console, new OutputException(printed.failure));
    }

    /**
     * Refuses options in which the JVM has replaced bytes that are no text: they would look for, or write, another text.
     * Files may have such names; there are none to be found under the replaced ones.
     */
    private static void checkText(final ParseResult parsed)
    {
        ParseResult command = parsed;
        while (command.hasSubcommand())
        {
            command = command.subcommand();
        }
        final List<String> files = new ArrayList<>();
        command.matchedPositionals().forEach(file -> files.addAll(file.originalStringValues()));
        for (final String argument : parsed.originalArgs())
        {
            if (argument.indexOf(REPLACED) >= 0 && !files.contains(argument))
            {
                throw new ParameterException(command.commandSpec().commandLine(), "an argument is not UTF-8: '"
                    + argument + "'");
            }
        }
    }

    private static int failed(final Console console, final Throwable failure)
    {
        if (failure instanceof OutputException output)
        {
            if (!output.isBrokenPipe())
            {
                console.failed("standard output: " + output.getMessage());
            }
        }
        else if (Boolean.getBoolean(TRACE))
        {
            console.failed("this is a bug: " + failure);
            failure.printStackTrace(console.err);
        }
        else
        {
            console.failed("this is a bug: " + failure + " (SKIM_JAVA_OPTS=-D" + TRACE + "=true shows where it is)");
        }
        return console.status();
    }

    public Console console()
    {
        return console;
    }

    @Override
    public void run()
    {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Standard output for help, whose printer keeps to itself why it failed. */
    private static final class Printed extends OutputStream
    {
        private final OutputStream out;
        private @Nullable IOException failure;

        Printed(final OutputStream out)
        {
            this.out = out;
        }

        @Override
        public void write(final int octet) throws IOException
        {
            write(new byte[] {(byte)octet}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int from, final int length) throws IOException
        {
            try
            {
                out.write(bytes, from, length);
            }
            catch (final IOException e)
            {
                failure = e;
                throw e;
            }
        }
    }

    /** One line, plus a hint. */
    private static final class WrongUsage implements IParameterExceptionHandler
    {
        private final Console console;

        /** The option or command that is most like the one that there is not. */
        private static String suggestion(final ParameterException wrong)
        {
            final List<String> like = wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions()
                : List.of();
            return like.isEmpty() ? "" : "; did you mean " + like.get(0) + "?";
        }

        WrongUsage(final Console console)
        {
            this.console = console;
        }

        @Override
        public int handleParseException(final ParameterException wrong, final String[] arguments)
        {
            // What the library names by Java's types is a number to others.
            console.tell(String.valueOf(wrong.getMessage()).replaceFirst("^Error: ", "").replaceAll("\\s+", " ")
                .replaceFirst(" is not an? (int|long)$", " is not a whole number in range") + suggestion(wrong));
            console.err.println("Try '" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
            return Console.USAGE;
        }
    }
}
