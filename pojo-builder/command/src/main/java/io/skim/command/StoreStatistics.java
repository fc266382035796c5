package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.store.SegmentReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Counts the messages of segments. Memory grows neither with the files nor with what is in them.
 */
final class StoreStatistics
{
    private static final long PART = 64 << 20;
    private static final int DIGITS = 3;

    private final Counts all = new Counts();
    private final Console console;
    private final StoreParts parts;
    private long damaged;
    private long passedOver;
    private long i;

    /** Counts of a part, or of all. */
    static final class Counts extends PartReading implements DataHandler
    {
        private static final int TOPIC = 0;
        private static final int SYS_FLAG = 1;
        private static final int STORED = 2;
        private static final int BODY = 3;
        private static final int PROPERTIES = 4;
        private static final RecordInterest INTEREST = RecordScanner.interest().field(RecordField.TOPIC, TOPIC).field(
            RecordField.SYS_FLAG, SYS_FLAG).field(RecordField.STORE_TIMESTAMP, STORED).field(RecordField.BODY, BODY)
            .field(RecordField.PROPERTIES, PROPERTIES).build();
        private static final String[] KINDS = {"message", "prepared", "commit", "rollback"};
        private static final int TRANSACTION_SHIFT = 2;
        private static final int MOST_KINDS = 8;

        final Tally<String> topics = new Tally<>(FrameStatistics.MOST_TOPICS);
        final Tally<String> kinds = new Tally<>(MOST_KINDS);
        final Histogram bodyLengths = new Histogram(DIGITS);
        final Histogram propertiesLengths = new Histogram(DIGITS);
        long messages;
        long records;
        long bytes;
        long firstStored = Long.MAX_VALUE;
        long lastStored = Long.MIN_VALUE;

        private byte[] topicBytes = new byte[0];
        private Tally<String>.Count topic;
        private int sysFlag;
        private long stored;
        private int bodyLength;
        private int propertiesLength;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            switch (id)
            {
                case TOPIC -> topic(value);
                case SYS_FLAG -> sysFlag = value.getInt(0);
                case STORED -> stored = value.getLong(0);
                default -> bodyLength = value.length();
            }
            return Action.CONTINUE;
        }

        /** The topic is mostly that of the message before. */
        private void topic(final Cursor value)
        {
            if (topic == null || !value.contentEquals(topicBytes))
            {
                topicBytes = new byte[value.length()];
                value.copyTo(topicBytes, 0);
                topic = topics.of(value.toText());
            }
        }

        @Override
        public Action onBegin(final int id, final Cursor properties)
        {
            propertiesLength = properties.length();
            return Action.SKIP;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome == Outcome.COMPLETE)
            {
                messages++;
                topic.add(bodyLength);
                kinds.of(KINDS[sysFlag >> TRANSACTION_SHIFT & KINDS.length - 1]).add(bodyLength);
                bodyLengths.recordValue(bodyLength);
                propertiesLengths.recordValue(propertiesLength);
                firstStored = Math.min(firstStored, stored);
                lastStored = Math.max(lastStored, stored);
            }
            propertiesLength = 0;
            bodyLength = 0;
        }

        private void add(final Counts part)
        {
            messages += part.messages;
            records += part.records;
            bytes += part.bytes;
            topics.addAll(part.topics);
            kinds.addAll(part.kinds);
            bodyLengths.add(part.bodyLengths);
            propertiesLengths.add(part.propertiesLengths);
            firstStored = Math.min(firstStored, part.firstStored);
            lastStored = Math.max(lastStored, part.lastStored);
        }
    }

    StoreStatistics(final Console console, final StoreOptions options, final Strictness strictness)
    {
        this.console = console;
        parts = new StoreParts(console, options, strictness, PART);
    }

    void read(final List<String> files)
    {
        parts.read(files, StoreStatistics::count, this::take);
        console.progress.clear();
    }

    private static Counts count(final SegmentReader reader) throws IOException
    {
        final Counts counts = new Counts();
        while (reader.hasNext())
        {
            if (reader.next(Counts.INTEREST, counts) == Outcome.MALFORMED)
            {
                counts.damaged(reader);
            }
            else if (reader.innerIndex() <= 0)
            {
                counts.records++;
                counts.bytes += reader.recordLength();
            }
            counts.units++;
        }
        return counts;
    }

    private void take(final Source source, final Counts part)
    {
        for (final PartReading.Damage damage : part.damages)
        {
            PartReading.report(console, i, damage, source);
            damaged++;
            passedOver += damage.length();
        }
        all.add(part);
        i += part.units;
        console.progress.update(source.name(), all.bytes, i);
    }

    /** Tables for people. */
    String text(final int mostTopics)
    {
        final TextTable table = new TextTable();
        table.add("messages", TextTable.number(all.messages)).add("records", TextTable.number(all.records)).add("bytes",
            TextTable.number(all.bytes)).add("malformed", TextTable.number(damaged))
            .add("passed over", TextTable.number(
                passedOver));
        if (all.messages > 0)
        {
            table.add("stored from", time(all.firstStored)).add("to", time(all.lastStored));
            table.end(1).add("bytes of", "least", "50%", "99%", "most");
            lengths(table, "body", all.bodyLengths);
            lengths(table, "properties", all.propertiesLengths);
            counts(table.end(1), "kind", all.kinds, Integer.MAX_VALUE);
            counts(table.end(1), "topic", all.topics, mostTopics);
        }
        return table.end(1).toString();
    }

    private static String time(final long millis)
    {
        return Instant.ofEpochMilli(millis).toString();
    }

    private static void lengths(final TextTable table, final String title, final Histogram lengths)
    {
        table.add(title, TextTable.number(lengths.getMinValue()), TextTable.number(lengths.getValueAtPercentile(50)),
            TextTable.number(lengths.getValueAtPercentile(99)), TextTable.number(lengths.getMaxValue()));
    }

    private static void counts(final TextTable table, final String title, final Tally<String> tally, final int most)
    {
        table.add(title, "messages", "bytes of bodies");
        long messages = tally.others().frames();
        long bytes = tally.others().bytes();
        int rows = 0;
        for (final Tally<String>.Count count : tally.sorted())
        {
            if (rows++ < most)
            {
                table.add(TextTable.printable(count.key), TextTable.number(count.frames()), TextTable.number(count
                    .bytes()));
            }
            else
            {
                messages += count.frames();
                bytes += count.bytes();
            }
        }
        if (messages > 0)
        {
            table.add("others", TextTable.number(messages), TextTable.number(bytes));
        }
    }

    /** One object for machines. */
    void write(final JsonGenerator line) throws IOException
    {
        line.writeNumberField("messages", all.messages);
        line.writeNumberField("records", all.records);
        line.writeNumberField("bytes", all.bytes);
        line.writeNumberField("malformed", damaged);
        line.writeNumberField("passedOver", passedOver);
        if (all.messages > 0)
        {
            line.writeNumberField("firstStoreTimestamp", all.firstStored);
            line.writeNumberField("lastStoreTimestamp", all.lastStored);
        }
        Stats.write(line, "kinds", all.kinds, kind -> line.writeStringField("kind", kind));
        Stats.write(line, "bodyLength", all.bodyLengths);
        Stats.write(line, "propertiesLength", all.propertiesLengths);
        Stats.write(line, "topics", all.topics, topic -> line.writeStringField("topic", topic));
    }
}
