package io.skim.command.dissector;

import io.skim.command.Console;
import io.skim.command.Inputs;
import io.skim.command.OutputFile;
import io.skim.command.OutputException;
import io.skim.command.Skim;
import io.skim.command.Subcommand;
import io.skim.command.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * {@code skim dissector}.
 */
@Command(name = "dissector", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Writes a plugin with which Wireshark and tshark dissect remoting frames.",
    description = {"",
        "The plugin is one file of Lua for Wireshark 4.0 and newer. It shows both encodings of headers, names codes, lists"
            + " ext fields and message properties, reads the fields of the typed headers, hands JSON bodies to"
            + " Wireshark's own dissector, and links each request with its response by opaque and connection.",
        "",
        "Filter fields are for example rocketmq.code_name, rocketmq.opaque, rocketmq.header.topic, rocketmq.property,"
            + " rocketmq.remark, rocketmq.request_in and rocketmq.time. Frames are expected on the ports 9876, 10909, 10911"
            + " and 10912 and recognised on others; the preferences of the protocol change both.%n"},
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:written",
        "2:wrong usage",
        "3:the file could not be written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim dissector > rocketmq.lua",
        "  skim dissector -o plugins/rocketmq.lua"})
public final class Dissector implements Subcommand
{
    @ParentCommand
    private Skim skim;

    @Option(names = "-o", paramLabel = "OUT", description = "File to write; - or none is standard output.")
    private @Nullable String out;

    @Override
    public Integer call() throws IOException
    {
        final Console console = skim.console();
        final byte[] script = DissectorScript.of(new Version().getVersion()[0].replaceFirst("^skim ", "")).getBytes(
            StandardCharsets.UTF_8);
        final String named = Inputs.isFile(out) ? out : null;
        if (named == null)
        {
            write(console, script);
        }
        else
        {
            OutputFile.write(console, named, stream -> stream.write(script));
        }
        return console.status();
    }

    private static void write(final Console console, final byte[] script)
    {
        try
        {
            console.out.write(script);
            console.out.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
    }
}
