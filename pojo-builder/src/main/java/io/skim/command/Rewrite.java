package io.skim.command;

import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code skim rewrite}.
 */
@Command(name = "rewrite", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Copies frames and changes their headers on the way.",
    description = {"",
        "Reads RocketMQ remoting frames, concatenated exactly as on the wire, from files or standard input, makes the"
            + " edits in their order, and writes the frames to standard output or OUT. Bytes that no edit names stay as"
            + " they were; bodies are never changed.",
        "",
        "NAME is code, language, version, opaque, flag, remark or an ext field: its long name or short key; on a request"
            + " of code 310, 320 or 325, --set topic=x changes b. What is set and missing is added; what is removed or"
            + " renamed and missing changes nothing. A send request without properties gets them, other frames do not.",
        "",
        "A frame that cannot be edited, and one that is malformed, is copied unchanged and gives a line of JSON on standard"
            + " error. So does what cannot be cut into frames.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    footerHeading = "%nExit status:%n",
    footer = {"  0  all frames were copied, with the edits made",
        "  1  some frames were malformed, or refused the edits",
        "  2  wrong usage", "  3  a file could not be read or written",
        "",
        "Examples:",
        "  skim rewrite --set topic=Orders --set-property TRACE=1 -o out.frames in.frames",
        "  skim rewrite --code 310 --remove-property DELAY < in.frames | skim decode",
        "  skim rewrite --resign-secret env:SECRET --set topic=Orders in.frames > out.frames"})
final class Rewrite implements Callable<Integer>
{
    private static final String ENVIRONMENT = "env:";

    @ParentCommand
    private Skim skim;

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = true, multiplicity = "0..*")
    private List<Edit> edits;

    @Option(names = "--where", paramLabel = "EXPR",
        description = "Edit only frames whose message properties match, in RocketMQ's SQL92 dialect; $NAME is a header"
            + " field.")
    private String where;

    @Option(names = "--tag", paramLabel = "TAGEXPR",
        description = "Edit only frames whose tag is one of these: A || B.")
    private String tag;

    @Option(names = "--code", paramLabel = "N", split = ",", description = "Edit only frames of these codes.")
    private List<Integer> codes;

    @Option(names = "--resign-secret", paramLabel = "FILE",
        description = "Sign frames anew that have an ACL signature which covers an edit; without it they are refused. The"
            + " secret key is the first line of FILE, or the environment variable NAME of env:NAME.")
    private String secret;

    @Option(names = "-o", paramLabel = "OUT",
        description = "File to write, other than those that are read; - or none is"
            + " standard output.")
    private String out;

    @Parameters(paramLabel = "FILE", description = "Files to read, in order; - or none is standard input.")
    private List<String> files;

    /** One edit. */
    static final class Edit
    {
        @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Set a field, adding it if it is missing.")
        private String set;

        @Option(names = "--remove", paramLabel = "NAME", description = "Remove the remark or an ext field.")
        private String remove;

        @Option(names = "--rename", paramLabel = "NAME=NEW", description = "Give an ext field another name.")
        private String rename;

        @Option(names = "--set-property", paramLabel = "K=V",
            description = "Set a message property, adding it if it is missing.")
        private String setProperty;

        @Option(names = "--remove-property", paramLabel = "K", description = "Remove a message property.")
        private String removeProperty;

        private void addTo(final RemotingEdits.Builder builder)
        {
            if (set != null)
            {
                builder.set(left("--set", set), right(set));
            }
            else if (remove != null)
            {
                builder.remove(remove);
            }
            else if (rename != null)
            {
                builder.rename(left("--rename", rename), right(rename));
            }
            else if (setProperty != null)
            {
                builder.setProperty(left("--set-property", setProperty), right(setProperty));
            }
            else
            {
                builder.removeProperty(removeProperty);
            }
        }

        private static String left(final String option, final String pair)
        {
            final int equals = pair.indexOf('=');
            if (equals < 0)
            {
                throw new IllegalArgumentException(option + " takes a name, '=' and a text, not '" + pair + "'");
            }
            return pair.substring(0, equals);
        }

        private static String right(final String pair)
        {
            return pair.substring(pair.indexOf('=') + 1);
        }
    }

    @Override
    public Integer call()
    {
        final Console console = skim.console();
        final RemotingRewriting rewriting = new RemotingRewriting(console, built());
        rewriting.where(selector("--where", where, Selector::sql));
        rewriting.where(selector("--tag", tag, Selector::tags));
        checkOut();
        final byte[] key = secret == null ? null : key();
        if (console.status() == Console.FILE)
        {
            return console.status();
        }
        rewriting.signer(key == null ? null : new AclSigner(key));
        write(rewriting);
        console.progress.clear();
        return console.status();
    }

    private ParameterException wrong(final String what)
    {
        return new ParameterException(spec.commandLine(), what);
    }

    private RemotingEdits built()
    {
        if (edits == null)
        {
            throw wrong("an edit is missing: --set, --remove, --rename, --set-property or --remove-property");
        }
        try
        {
            final RemotingEdits.Builder builder = RemotingEdits.builder();
            for (final Edit edit : edits)
            {
                edit.addTo(builder);
            }
            if (codes != null)
            {
                builder.codes(codes.stream().mapToInt(Integer::intValue).toArray());
            }
            return builder.build();
        }
        catch (final IllegalArgumentException e)
        {
            throw wrong(e.getMessage());
        }
    }

    private Selector selector(final String option, final String expression, final Function<String, Selector> compiler)
    {
        try
        {
            return expression == null ? null : compiler.apply(expression);
        }
        catch (final SelectorException e)
        {
            throw wrong(option + " does not compile: " + e.getMessage());
        }
    }

    /** Reading a file and writing it at once would lose it. */
    private void checkOut()
    {
        if (out == null || out.equals("-") || files == null)
        {
            return;
        }
        for (final String file : files)
        {
            try
            {
                if (!file.equals("-") && Files.exists(Path.of(file)) && Files.exists(Path.of(out))
                    && Files.isSameFile(Path
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

    private byte[] key()
    {
        if (secret.startsWith(ENVIRONMENT))
        {
            final String value = System.getenv(secret.substring(ENVIRONMENT.length()));
            if (value == null || value.isEmpty())
            {
                throw wrong("--resign-secret: no environment variable " + secret.substring(ENVIRONMENT.length()));
            }
            return value.getBytes(StandardCharsets.UTF_8);
        }
        try
        {
            final String text = Files.readString(Path.of(secret));
            final String line = text.lines().findFirst().orElse("");
            if (line.isEmpty())
            {
                throw wrong("--resign-secret: the first line of " + secret + " is empty");
            }
            return line.getBytes(StandardCharsets.UTF_8);
        }
        catch (final IOException | InvalidPathException e)
        {
            skim.console().failed(secret + ": " + reason(e));
            return null;
        }
    }

    private void write(final RemotingRewriting rewriting)
    {
        if (out == null || out.equals("-"))
        {
            read(rewriting, skim.console().out);
            return;
        }
        try (OutputStream stream = Files.newOutputStream(Path.of(out)))
        {
            read(rewriting, stream);
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

    private void read(final RemotingRewriting rewriting, final OutputStream stream)
    {
        rewriting.output(stream);
        for (final String file : files == null ? List.of("-") : files)
        {
            read(rewriting, file);
        }
        rewriting.flush();
    }

    private void read(final RemotingRewriting rewriting, final String file)
    {
        try
        {
            if (file.equals("-"))
            {
                rewriting.rewrite(skim.console().in, null);
                return;
            }
            try (InputStream in = Files.newInputStream(Path.of(file)))
            {
                rewriting.rewrite(in, file);
            }
        }
        catch (final IOException | InvalidPathException e)
        {
            rewriting.flush();
            skim.console().failed((file.equals("-") ? "standard input" : file) + ": " + reason(e));
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
