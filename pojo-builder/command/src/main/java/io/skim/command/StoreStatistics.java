package io.skim.command;

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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of segments. Memory grows neither with the files nor with what is in them.
 */
final class StoreStatistics
{
    private static final long PART = 64 << 20;
    private static final int DIGITS = 3;

    private final Counts all;
    private final Console console;
    private final StoreParts parts;
    private final StoreOptions options;
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
        private static final int KEYS = 5;
        private static final int UNIQUE_KEY = 6;
        /** Where a key is wanted. */
        private static final RecordInterest WITH_KEYS = RecordScanner.interest().field(RecordField.TOPIC, TOPIC).field(
            RecordField.SYS_FLAG, SYS_FLAG).field(RecordField.STORE_TIMESTAMP, STORED).field(RecordField.BODY, BODY)
            .field(RecordField.PROPERTIES, PROPERTIES).property("KEYS", KEYS).property("UNIQ_KEY", UNIQUE_KEY).build();
        private static final String[] KINDS = {"message", "prepared", "commit", "rollback"};
        private static final int TRANSACTION_SHIFT = 2;
        private static final int MOST_KINDS = 8;

        final Tally<String, Volume> topics = new Tally<>(FrameStatistics.MOST_TOPICS, Volume::new);
        final Tally<String, Volume> kinds = new Tally<>(MOST_KINDS, Volume::new);
        final Distribution bodyLengths = new Distribution(DIGITS);
        final Distribution propertiesLengths = new Distribution(DIGITS);
        long messages;
        long records;
        long bytes;
        long firstStored = Long.MAX_VALUE;
        long lastStored = Long.MIN_VALUE;

        private final StoreOptions options;
        private boolean isOfTopic;
        /** Whether the last message was counted. */
        private boolean counted;
        /** Of the message before, as text and as bytes; null before the first. */
        private @Nullable String topicName;
        private byte @Nullable [] topicBytes;
        /** Of that topic; null before a message of it counts. */
        private @Nullable Volume topic;
        private int sysFlag;
        private long stored;
        private int bodyLength;
        private int propertiesLength;
        /** Null where no key is wanted. */
        private @Nullable String keys;
        private @Nullable String uniqueKey;

        Counts(final StoreOptions options)
        {
            this.options = options;
        }

        private RecordInterest interest()
        {
            return options.key() == null ? INTEREST : WITH_KEYS;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            switch (id)
            {
                case TOPIC -> topic(value);
                case SYS_FLAG -> sysFlag = value.getInt(0);
                case STORED -> stored = value.getLong(0);
                case KEYS -> keys = value.toText();
                case UNIQUE_KEY -> uniqueKey = value.toText();
                default -> bodyLength = value.length();
            }
            return Action.CONTINUE;
        }

        /** The topic is mostly that of the message before. */
        private void topic(final Cursor value)
        {
            if (topicBytes == null || !value.contentEquals(topicBytes))
            {
                topicBytes = new byte[value.length()];
                value.copyTo(topicBytes, 0);
                topicName = Objects.requireNonNull(value.toText());
                topic = null;
                isOfTopic = options.topic() == null || options.topic().equals(topicName);
            }
        }

        @Override
        public Action onBegin(final int id, final Cursor properties)
        {
            propertiesLength = properties.length();
            return options.key() == null ? Action.SKIP : Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            counted = outcome == Outcome.COMPLETE && isOfTopic && options.hasKey(keys, uniqueKey);
            if (counted)
            {
                messages++;
                topic = topic == null ? topics.of(Objects.requireNonNull(topicName)) : topic;
                topic.add(bodyLength);
                kinds.of(KINDS[sysFlag >> TRANSACTION_SHIFT & KINDS.length - 1]).add(bodyLength);
                bodyLengths.add(bodyLength);
                propertiesLengths.add(propertiesLength);
                firstStored = Math.min(firstStored, stored);
                lastStored = Math.max(lastStored, stored);
            }
            propertiesLength = 0;
            bodyLength = 0;
            keys = null;
            uniqueKey = null;
        }

        private void add(final Counts part)
        {
            messages += part.messages;
            records += part.records;
            bytes += part.bytes;
            topics.addAll(part.topics, Volume::add);
            kinds.addAll(part.kinds, Volume::add);
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
        this.options = options;
        all = new Counts(options);
    }

    void read(final List<String> files)
    {
        parts.read(files, this::count, this::take);
        console.progress.clear();
    }

    private Counts count(final SegmentReader reader) throws IOException
    {
        final Counts counts = new Counts(options);
        while (reader.hasNext())
        {
            if (reader.next(counts.interest(), counts) == Outcome.MALFORMED)
            {
                counts.damaged(reader);
            }
            else if (counts.counted && reader.innerIndex() <= 0)
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
        console.progress.update(source.name(), i);
    }

    Counts all()
    {
        return all;
    }

    /** {@return how many pieces were damaged} */
    long damaged()
    {
        return damaged;
    }

    /** {@return how many bytes were passed over} */
    long passedOver()
    {
        return passedOver;
    }
}
