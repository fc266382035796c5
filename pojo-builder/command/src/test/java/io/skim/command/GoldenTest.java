package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a person sees of the shipped captures, letter for letter. With -Dskim.golden.record=true it is written anew: look at the
 * difference before you commit it.
 */
class GoldenTest
{
    private static final Path EXPECTED =
        Captures.root().resolve("pojo-builder/command/src/test/resources/io/skim/command/golden");

    @ParameterizedTest
    @CsvSource({"decode-sample, decode --output text sample.frames",
        "decode-go, decode --output text --limit 120 rocketmq-json-go-requests.frames",
        "decode-responses, decode --output text --limit 60 rocketmq-binary-java-responses.frames",
        "decode-capture, decode --output text --port 39886 traffic.pcapng",
        "decode-amqp-capture, decode --output text --format amqp-frames --port 31744 --limit 150 traffic.pcapng",
        "decode-amqp-messages, decode --output text --format amqp-messages sample.amqp-messages",
        "show-json, show sample.frames 2",
        "show-binary, show sample.frames 5",
        "show-response, show traffic.pcapng 3",
        "show-amqp-frame, show --format amqp-frames sample.amqp-frames 3",
        "show-amqp-transfer, show --format amqp-frames sample.amqp-frames 4",
        "follow-key, follow --output text --port 39886 --key key0 traffic.pcapng",
        "stats, stats sample.frames"})
    void printsWhatItPrinted(final String name, final String command) throws IOException
    {
        final String[] arguments = command.split(" ");
        for (int i = 1; i < arguments.length; i++)
        {
            arguments[i] = arguments[i].matches("\\S+\\.(frames|pcapng|amqp-\\w+)") ? Captures.root().resolve(
                "docs/captures").resolve(arguments[i]).toString() : arguments[i];
        }
        final Run run = Run.skim(arguments);
        assertEquals("", run.told);
        assertEquals(0, run.status);
        final Path expected = EXPECTED.resolve(name + ".txt");
        if (Boolean.getBoolean("skim.golden.record"))
        {
            Files.createDirectories(EXPECTED);
            Files.write(expected, run.bytes);
        }
        assertEquals(Files.readAllLines(expected), run.out);
    }
}
