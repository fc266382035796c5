package io.skim.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes the source of a manual page for each command, in AsciiDoc, from its options and its help. The release turns them into
 * pages for {@code man}. It stands among the tests because the command itself does not need picocli's generator.
 */
public final class ManualPages
{
    private static final String ENDING = ".adoc";
    private static final String END = "// end::picocli-generated-full-manpage[]";

    private ManualPages()
    {
    }

    /**
     * Writes the sources.
     *
     * @param arguments the folder to write to; it is made if it is not there.
     * @throws IOException if a file cannot be written.
     */
    public static void main(final String[] arguments) throws IOException
    {
        write(Path.of(arguments[0]));
    }

    /** Writes the page of the command and those of its subcommands. */
    static void write(final Path folder) throws IOException
    {
        Files.createDirectories(folder);
        final int failed = ManPageGenerator.generateManPage(folder.toFile(), null, new boolean[0], true, command());
        if (failed != 0)
        {
            throw new IOException("picocli's generator gave " + failed);
        }
        final List<Path> pages;
        try (Stream<Path> files = Files.list(folder))
        {
            pages = files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
        }
        final List<String> names = pages.stream().map(ManualPages::name).toList();
        for (final Path page : pages)
        {
            Files.writeString(page, corrected(Files.readString(page), name(page), names));
        }
    }

    private static String name(final Path page)
    {
        final String file = page.getFileName().toString();
        return file.substring(0, file.length() - ENDING.length());
    }

    /**
     * What the generator leaves to do: the argument of an option with one letter stands behind it without a comma, headings have no
     * colons, and the other pages are named.
     */
    private static String corrected(final String page, final String name, final List<String> names)
    {
        return page.replaceAll("(?m)^(\\*-[a-zA-Z]\\*), (_\\w+_)::$", "$1 $2::")
            .replaceAll("(?m)^== +(.*):$", "== $1")
            .replace(END,
                "== See also\n\n" + names.stream().filter(other -> !other.equals(name)).map(other -> "*" + other
                    + "*(1)").collect(Collectors.joining(", ")) + "\n\n" + END);
    }

    static CommandSpec command()
    {
        return Skim.commandLine(new Console(new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream())).getCommandSpec();
    }
}
