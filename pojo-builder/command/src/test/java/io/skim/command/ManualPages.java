package io.skim.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes the source of a manual page for each command, in AsciiDoc, from its options and its help. The release turns them into
 * pages for {@code man}. It stands among the tests because the command itself does not need picocli's generator.
 */
public final class ManualPages
{
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
    }

    static CommandSpec command()
    {
        return Skim.commandLine(new Console(new ByteArrayInputStream(new byte[0]), OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream())).getCommandSpec();
    }
}
