package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.types.AmqpTypedReader;
import io.skim.scan.Action;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of the chapters say what the code does. */
class TablesTest
{
    private static final String STRICTNESS = "docs/limits-and-strictness.md";
    private static final String STILL_REFUSED = "What lenient still refuses";
    private static final String RECORDS = "Stored records and batches";

    @Test
    void everyLimitIsListedWithItsDefault() throws IOException
    {
        final Limits limits = Limits.DEFAULT;
        final Map<String, Integer> defaults = Map.of("maxFrameLength", limits.maxFrameLength(), "maxHeaderLength",
            limits.maxHeaderLength(), "maxDepth", limits.maxDepth(), "maxNameLength", limits.maxNameLength(),
            "maxValueLength", limits.maxValueLength(), "maxEntryCount", limits.maxEntryCount(), "maxElementCount",
            limits.maxElementCount(), "maxSectionCount", limits.maxSectionCount());
        final Map<String, Integer> listed = new TreeMap<>();
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read(STRICTNESS), "Limits")))
        {
            for (final String name : Markdown.code(row[0]))
            {
                listed.put(name, Integer.valueOf(row[1].replaceAll("[ ,]", "")));
            }
        }
        assertEquals(new TreeMap<>(defaults), listed);
        assertEquals(defaults.size(), Arrays.stream(Limits.class.getMethods()).filter(method -> method.getName()
            .startsWith("with")).count());
    }

    @Test
    void everyReasonIsListed() throws IOException
    {
        final String text = Markdown.read(STRICTNESS);
        final String tables = text.replace(Markdown.section(text, STILL_REFUSED), "");
        final List<String> listed = Markdown.rows(tables).stream().flatMap(row -> Markdown.code(row[0]).stream())
            .distinct().sorted().collect(Collectors.toList());
        for (final Reason reason : Reason.values())
        {
            assertTrue(listed.contains(reason.name()), reason + " is not in " + STRICTNESS);
        }
        for (final String name : Markdown.rows(Markdown.section(text, STILL_REFUSED)).stream().flatMap(row -> Markdown
            .code(row[0]).stream()).collect(Collectors.toList()))
        {
            Reason.valueOf(name);
        }
    }

    @Test
    void everyExampleOfAJsonHeaderIsReadAsItSays() throws IOException
    {
        int examples = 0;
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read(STRICTNESS), "JSON headers")))
        {
            if (row.length == 4 && !Markdown.code(row[1]).isEmpty())
            {
                examples++;
                example(Markdown.code(row[1]).get(0), Markdown.code(row[0]).get(0), row[2], row[3]);
            }
        }
        assertTrue(examples > 20);
    }

    private static void example(final String header, final String reason, final String strict, final String lenient)
    {
        final FrameView frame = new FrameView().wrap(Frames.json(header.replace("␀", "\0")));
        for (final Strictness strictness : Strictness.values())
        {
            final String said = (strictness == Strictness.STRICT ? strict : lenient).strip();
            final RemotingHeaderReader reader = new RemotingHeaderReader(Limits.DEFAULT, strictness);
            final RemotingHeader read = reader.read(frame);
            final String label = strictness + " " + header + " " + reader.fault();
            assertEquals(said.startsWith("taken"), read != null, label);
            if (read != null)
            {
                for (final String reading : Markdown.code(said))
                {
                    assertTrue(!reading.contains("=") || read.toString().contains(reading), label + read);
                }
            }
            else
            {
                assertTrue(said.startsWith("refused"), said);
                assertEquals(reason, reader.fault().reason().name(), label);
            }
        }
    }

    @Test
    void everyExampleOfAmqpIsReadAsItSays() throws IOException
    {
        final String text = Markdown.read(STRICTNESS);
        final List<String[]> messages = amqpExamples(text, "AMQP values and messages");
        final List<String[]> frames = amqpExamples(text, "AMQP frames and deliveries");
        final List<String[]> types = amqpExamples(text, "AMQP types");
        assertTrue(types.size() > 5);
        assertTrue(messages.size() > 20);
        assertTrue(frames.size() > 10);
        for (final Strictness strictness : Strictness.values())
        {
            for (final String[] row : messages)
            {
                final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, strictness);
                scanner.scan(example(row), AmqpScanner.interest().everything().nested(0).build(),
                    (id, value) -> Action.CONTINUE);
                assertReason(row, strictness, scanner.fault());
            }
            for (final String[] row : types)
            {
                final AmqpTypedReader reader = new AmqpTypedReader(AmqpBudget.DEFAULT, Limits.DEFAULT, strictness);
                reader.read(example(row));
                assertReason(row, strictness, reader.fault());
            }
            for (final String[] row : frames)
            {
                final AmqpFrameReader reader = new AmqpFrameReader(Limits.DEFAULT, strictness);
                boolean more = reader.wrap(example(row));
                while (more)
                {
                    more = reader.nextField() == AmqpReader.VALUE;
                }
                assertReason(row, strictness, reader.fault());
            }
        }
    }

    @Test
    void everyExampleOfARecordIsReadAsItSays() throws IOException
    {
        int examples = 0;
        for (final String[] row : Markdown.rows(Markdown.section(Markdown.read(STRICTNESS), RECORDS)))
        {
            if (row.length == 5 && !Markdown.code(row[1]).isEmpty())
            {
                examples++;
                final String[] patch = Markdown.code(row[1]).get(0).split(": ");
                final byte[] bytes = Frames.hex(patch[1].replace(" ", ""));
                final byte[] record = record();
                System.arraycopy(bytes, 0, record, Integer.parseInt(patch[0]), bytes.length);
                for (final Strictness strictness : Strictness.values())
                {
                    final RecordScanner scanner = new RecordScanner(Limits.DEFAULT, strictness);
                    scanner.wrap(new FrameView().wrap(record)).next(RecordScanner.interest().everything().build(),
                        (id, value) -> Action.CONTINUE);
                    final boolean taken = row[strictness == Strictness.STRICT ? 3 : 4].strip().startsWith("taken");
                    assertEquals(taken, !scanner.fault().isPresent(), () -> strictness + " " + row[1]);
                    if (strictness == Strictness.STRICT)
                    {
                        assertReason(row, strictness, scanner.fault());
                    }
                }
            }
        }
        assertEquals(11, examples);
    }

    private static byte[] record() throws IOException
    {
        final Matcher bytes = Pattern.compile("(?m)^ *\\d+  ((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  .*)?$").matcher(Markdown
            .block("docs/stored-records.md", "record", "plain"));
        return Frames.hex(bytes.results().map(line -> line.group(1)).collect(Collectors.joining()).replace(" ", ""));
    }

    @Test
    void theRecordInHexIsWhatTheReferenceReads() throws IOException
    {
        assertEquals(112, record().length);
        assertEquals(
            List.of("TopicA q1 f0 o42 c4096 s0 b1700000000000 0a000001:50000 t1700000000005 0a000002:10911 r0 p0"
                + " z112 crc907060870 id0A00000200002A9F0000000000001000 f0 {TAGS=TagA} 68656c6c6f"),
            StoredRecords.reference(
                record()));
        assertEquals(StoredRecords.reference(record()), StoredRecords.scanned(new RecordScanner().checkBodies(true),
            record()));
    }

    private static List<String[]> amqpExamples(final String text, final String heading)
    {
        return Markdown.rows(Markdown.section(text, heading)).stream().filter(row -> row.length == 5 && !Markdown.code(
            row[1]).isEmpty()).collect(Collectors.toList());
    }

    private static FrameView example(final String[] row)
    {
        return new FrameView().wrap(Frames.hex(Markdown.code(row[1]).get(0).replace(" ", "")));
    }

    private static void assertReason(final String[] row, final Strictness strictness, final Fault fault)
    {
        final String said = row[strictness == Strictness.STRICT ? 3 : 4].strip();
        assertTrue(said.startsWith("taken") || said.startsWith("refused"), said);
        assertEquals(said.startsWith("taken") ? null : Reason.valueOf(Markdown.code(row[0]).get(0)), fault.isPresent()
            ? fault.reason() : null, () -> strictness + " " + Markdown.code(row[1]) + " " + fault);
    }

    @Test
    void everyKindIsInTheTableOfCoercions() throws IOException
    {
        final List<String> listed = Markdown.rows(Markdown.section(Markdown.read("docs/scanning-guide.md"),
            "What a cursor converts")).stream().flatMap(row -> Markdown.code(row[0]).stream()).collect(Collectors
                .toList());
        for (final Kind kind : Kind.values())
        {
            assertTrue(listed.contains(kind.name()), kind.name());
        }
    }

    @Test
    void everyFrameInHexIsOne() throws IOException
    {
        final Map<String, String> headers = new TreeMap<>();
        for (final Markdown.Block block : Markdown.blocks(Markdown.read("docs/rocketmq-format.md")))
        {
            if ("frame".equals(block.what()))
            {
                final RemotingHeaderReader reader = new RemotingHeaderReader();
                final Matcher bytes = Pattern.compile("(?m)^ *\\d+  ((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  .*)?$").matcher(
                    block.text());
                final String hex = bytes.results().map(line -> line.group(1)).collect(Collectors.joining());
                final RemotingHeader read = reader.read(new FrameView().wrap(Frames.hex(hex)));
                assertTrue(read != null, block.name() + ": " + reader.fault());
                headers.put(block.name(), read.toString());
            }
        }
        assertEquals(Map.of("binary", "RemotingHeader[code=310, language=JAVA, version=515, opaque=7, flag=0,"
            + " remark=null, extFields={b=Orders, e=0, i=TAGS\\u0001paid\\u0002}, serializeType=ROCKETMQ, bodyOffset=67,"
            + " bodyLength=2]",
            "json", "RemotingHeader[code=0, language=JAVA, version=515, opaque=7, flag=1, remark=null,"
                + " extFields={queueId=0}, serializeType=JSON, bodyOffset=131, bodyLength=0]"),
            headers);
    }
}
