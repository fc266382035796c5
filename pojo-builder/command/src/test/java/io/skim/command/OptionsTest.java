package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.QueuedStore;
import io.skim.scan.testing.Segments;
import io.skim.scan.testing.StoredRecords;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Each option that {@code --help} lists is run, and shows in what comes out. */
class OptionsTest
{
    /**
     * A command line for each option, by the command: what it is run with, "{@code +}", the option, and "{@code =}" if it changes
     * nothing, being the default or of speed alone. {@code $} begins the name of a file.
     */
    private static final String RUNS = """
        decode $sample + --format amqp-frames
        decode $hex + --hex
        decode $responses + --messages
        decode $sample + --pcap
        decode $sample + --output text
        decode $sample + --code 310
        decode $sample + --failed
        decode --output text $requests + --keys
        decode --format amqp-frames $amqp + --names
        decode $sample + --strict =
        decode $odd + --lenient
        decode $traffic + --connection 127.0.0.1:39886>127.0.0.1:19328
        decode $traffic + --port 19328
        decode $traffic + --peer 127.0.0.1:39886
        decode $traffic + --since 12:28:34
        decode $traffic + --until 2026-11-24T12:28:34Z
        decode $sample + --sample 2
        decode $sample + --limit 1
        decode --format commitlog $damaged + --check-bodies
        decode --format commitlog $log + --threads 2 =
        decode --format commitlog $store + --topic payments
        decode --format commitlog --topic payments $store + --key value
        filter --code 310 $sample + --where FALSE
        filter --code 310 $sample + --tag A
        filter --where TRUE $sample + --code 310
        filter --code 310 $sample + --invert
        filter --code 310 $sample + --count
        filter --code 310 $sample + --explain
        filter --where TRUE $sample + --format amqp-messages
        filter --where TRUE $sample + --pcap
        filter --where TRUE $sample + -o $out
        filter --where TRUE $sample + --strict =
        filter --where TRUE $odd + --lenient
        filter --where TRUE $traffic + --connection 127.0.0.1:39886>127.0.0.1:19328
        filter --where TRUE $traffic + --port 19328
        filter --where TRUE $traffic + --peer 127.0.0.1:39886
        filter --where TRUE $traffic + --since 12:28:34
        filter --where TRUE $traffic + --until 2026-11-24T12:28:34Z
        filter --where TRUE $sample + --sample 2
        filter --where TRUE $sample + --limit 1
        filter --format commitlog --where TRUE $damaged + --check-bodies
        filter --format commitlog --where TRUE $log + --threads 2 =
        filter --format commitlog --where TRUE $store + --topic payments
        filter --format commitlog --topic payments $store + --key value
        rewrite --remove b $sample + --set language=CPP
        rewrite --remove b $sample + --add x=y
        rewrite --remove b $sample + --replace topic=x
        rewrite --set language=CPP $sample + --remove topic
        rewrite --remove b $sample + --rename topic=x
        rewrite --remove b $sample + --set-property x=y
        rewrite --remove b $sample + --add-property x=y
        rewrite --remove b $sample + --replace-property TAGS=y
        rewrite --remove b $sample + --remove-property TAGS
        rewrite --remove b $sample + --rename-property TAGS=y
        rewrite --set language=CPP $sample + --where FALSE
        rewrite --set language=CPP $sample + --tag A
        rewrite --set language=CPP $sample + --code 310
        rewrite --set topic=Orders $sample + --resign-secret $key
        rewrite --format amqp-messages --set application-properties.a=1 $messages + --allow-bare-message
        rewrite --remove header.ttl $sample + --format amqp-messages
        rewrite --set language=CPP $sample + --pcap
        rewrite --set language=CPP $sample + -o $out
        rewrite --set language=CPP $sample + --strict =
        rewrite --set language=CPP $odd + --lenient
        rewrite --set language=CPP $traffic + --connection 127.0.0.1:39886>127.0.0.1:19328
        rewrite --set language=CPP $traffic + --port 19328
        rewrite --set language=CPP $traffic + --peer 127.0.0.1:39886
        rewrite --set language=CPP $traffic + --since 12:28:34
        rewrite --set language=CPP $traffic + --until 2026-11-24T12:28:34Z
        rewrite --set language=CPP $sample + --sample 2
        rewrite --set language=CPP $sample + --limit 1
        stats $sample + --json
        stats $sample + --pcap
        stats $amqp + --format amqp-frames
        stats $sample + --live =
        stats $sample + --strict =
        stats $odd + --lenient
        stats $traffic + --connection 127.0.0.1:39886>127.0.0.1:19328
        stats $traffic + --port 19328
        stats $traffic + --peer 127.0.0.1:39886
        stats $traffic + --since 12:28:34
        stats $traffic + --until 2026-11-24T12:28:34Z
        stats $sample + --sample 2
        stats $sample + --limit 1
        stats --format commitlog $damaged + --check-bodies
        stats --format commitlog $log + --threads 2 =
        stats --format commitlog $store + --topic payments
        stats --format commitlog --topic payments $store + --key value
        show $amqp 1 + --format amqp-frames
        show $responses 20 + --all
        show $responses 20 + --extract $out
        show $traffic 0 + --pcap =
        show $sample 0 + --strict =
        show $odd 0 + --lenient
        follow $traffic + --key Y
        follow $traffic + --property a=b
        follow $traffic + --format amqp-frames
        follow $traffic + --output text
        follow --lenient $traffic + --pcap =
        follow $traffic + --strict =
        follow --connection 0 $oddCapture + --lenient
        follow $traffic + --connection 127.0.0.1:39886>127.0.0.1:19328
        follow $traffic + --port 1
        follow $traffic + --peer 1.1.1.1
        follow $traffic + --since 12:28:34
        follow $traffic + --until 2026-11-24T12:28:34Z
        follow $traffic + --sample 2
        follow $traffic + --limit 1
        report $sample + -o $out
        report -o $out $sample + --pcap
        report -o $out $amqp + --format amqp-frames
        scrub $sample + -o $out
        scrub -o $out --key $key $sample + --format amqp-messages
        scrub -o $out $sample + --key $key
        scrub -o $out --key $key $sample + --hide-lengths
        scrub -o $out --key $key $sample + --pcap
        dissector + -o $out
        """;

    @TempDir
    Path folder;

    private final Map<String, String> files = new LinkedHashMap<>();

    /** A run of an option, beside the same without it. */
    private record Comparison(List<String> base, List<String> option, boolean same)
    {
        String key()
        {
            return base.get(0) + ' ' + option.get(0);
        }

        static Comparison of(final String line)
        {
            final String[] parts = line.split(" \\+ ");
            final boolean same = parts[1].endsWith(" =");
            return new Comparison(List.of(parts[0].split(" ")), List.of(parts[1].replaceAll(" =$", "").split(" ")),
                same);
        }
    }

    @BeforeEach
    void write() throws IOException
    {
        final Path captures = Captures.root().resolve("docs/captures");
        files.put("$sample", captures.resolve("sample.frames").toString());
        files.put("$responses", captures.resolve("rocketmq-binary-java-responses.frames").toString());
        files.put("$requests", captures.resolve("rocketmq-binary-java-requests.frames").toString());
        files.put("$amqp", captures.resolve("sample.amqp-frames").toString());
        files.put("$messages", captures.resolve("sample.amqp-messages").toString());
        files.put("$traffic", captures.resolve("traffic.pcapng").toString());
        files.put("$hex", write("hex", HexFormat.of().formatHex(Frames.binary(10, null, "body", "a", "b")).getBytes(
            StandardCharsets.US_ASCII)));
        files.put("$odd", write("odd", Frames.json("{\"code\":1,\"opaque\":1,\"remark\":\"\\ud83d\"}")));
        files.put("$oddCapture", write("oddCapture", Pcap.of(List.of(Frames.json(
            "{\"code\":1,\"opaque\":1,\"remark\":\"\\ud83d\"}")), 1_000)));
        files.put("$key", write("key", "secret\n".getBytes(StandardCharsets.US_ASCII)));
        files.put("$out", folder.resolve("out").toString());
        final List<byte[]> records = StoredRecords.records(new Random(21), 100);
        final byte[] log = Segments.of(records, 0);
        files.put("$log", segment("log", log));
        final QueuedStore store = new QueuedStore(new Random(21), 10_000, 0);
        store.add(50);
        store.write(Files.createDirectory(folder.resolve("store")));
        files.put("$store", folder.resolve("store").toString());
        files.put("$damaged", segment("damaged", withOtherBody(log, records)));
    }

    /** One body has another byte: its checksum tells, if it is asked. */
    private static byte[] withOtherBody(final byte[] log, final List<byte[]> records)
    {
        int which = 0;
        while (records.get(which).length < 1_500)
        {
            which++;
        }
        final byte[] damaged = log.clone();
        damaged[Segments.offsets(records).get(which).intValue() + 300] ^= 1;
        return damaged;
    }

    private String segment(final String name, final byte[] records) throws IOException
    {
        final Path segment = Files.createDirectories(folder.resolve(name));
        Files.write(segment.resolve("00000000000000000000"), records);
        return segment.toString();
    }

    private String write(final String name, final byte[] bytes) throws IOException
    {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    /** All that a command line makes: status, output, diagnostics, and the file that it may write. */
    private List<String> run(final List<String> arguments) throws IOException
    {
        final Path out = folder.resolve("out");
        Files.deleteIfExists(out);
        final Run run = Run.skim(arguments.stream().map(each -> files.getOrDefault(each, each)).toArray(String[]::new));
        assertTrue(!run.told.contains("Exception"), run.told);
        return List.of(run.status + "", new String(run.bytes, StandardCharsets.ISO_8859_1), run.told,
            Files.exists(out) ? new String(Files.readAllBytes(out), StandardCharsets.ISO_8859_1) : "");
    }

    private static Set<String> listed()
    {
        final CommandLine skim = Skim.commandLine(new Console(new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(), new ByteArrayOutputStream()));
        final Set<String> listed = new LinkedHashSet<>();
        skim.getSubcommands().forEach((name, command) -> {
            for (final OptionSpec option : command.getCommandSpec().options())
            {
                if (!option.usageHelp() && !option.versionHelp() && !option.hidden())
                {
                    listed.add(name + ' ' + option.longestName());
                }
            }
        });
        return listed;
    }

    private static List<Comparison> comparisons()
    {
        return RUNS.lines().map(Comparison::of).toList();
    }

    @Test
    void eachOptionIsRun()
    {
        final List<String> run = comparisons().stream().map(Comparison::key).sorted().toList();
        assertEquals(listed().stream().sorted().toList(), run);
    }

    @Test
    void eachOptionShows() throws IOException
    {
        final List<String> wrong = new ArrayList<>();
        for (final Comparison each : comparisons())
        {
            final List<String> with = Stream.concat(each.base.stream(), each.option.stream()).toList();
            final List<String> after = run(with);
            if (after.get(0).equals("2"))
            {
                wrong.add(with + ": " + after.get(2));
            }
            else if (run(each.base).equals(after) != each.same)
            {
                wrong.add(with + (each.same ? " changes something" : " changes nothing"));
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void eachCommandTellsItsOptionsAndTheVersion()
    {
        listed().stream().map(key -> key.split(" ")[0]).distinct().forEach(command -> {
            for (final String help : List.of("-h", "--help", "-V", "--version"))
            {
                final Run run = Run.skim(command, help);
                assertEquals(0, run.status);
                assertTrue(run.out.size() > 0 && run.err.isEmpty(), command + ' ' + help);
            }
        });
    }

    @Test
    void linesOfSeveralValuesAreChosenToo()
    {
        final byte[] lines = "4142\n4241\n41\n".getBytes(StandardCharsets.US_ASCII);
        assertEquals(1, Run.skim(lines, "decode", "--format", "amqp-values", "--hex", "--limit", "1").out.size());
        assertEquals(2, Run.skim(lines, "decode", "--format", "amqp-values", "--hex", "--sample", "2").out.size());
    }
}
