package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.store.MappedSegment;
import io.skim.store.RecordPlaces;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageClientExt;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.sysflag.MessageSysFlag;
import org.apache.rocketmq.tieredstore.util.MessageFormatUtil;

/**
 * Lists the messages of a store, as Skim reads them and as RocketMQ's decoder does: a line for each, with its offset, topic, flags,
 * id, properties and body.
 */
final class StoreLines
{
    private static final int LEAST_RECORD = 91;
    private static final int INNER = MessageSysFlag.INNER_BATCH_FLAG | MessageSysFlag.NEED_UNWRAP_FLAG;
    /** Of what ends a segment of a commit log, or a file of tiered storage. */
    private static final int BLANK_MAGIC = MessageFormatUtil.BLANK_MAGIC_CODE;

    private StoreLines()
    {
    }

    /** What Skim shows. */
    private static final class Lines implements DataHandler
    {
        private static final int OFFSET = 0;
        private static final int TOPIC_ID = 1;
        private static final int SYS_FLAG = 2;
        private static final int ID = 3;
        private static final int QUEUE = 4;
        private static final int QUEUE_OFFSET = 5;
        private static final int BODY = 6;
        private static final int EVERY = 7;
        private static final RecordInterest INTEREST =
            RecordScanner.interest().field(RecordField.COMMIT_LOG_OFFSET, OFFSET)
                .field(RecordField.TOPIC, TOPIC_ID).field(RecordField.SYS_FLAG, SYS_FLAG)
                .field(RecordField.OFFSET_MESSAGE_ID, ID)
                .field(RecordField.QUEUE_ID, QUEUE).field(RecordField.QUEUE_OFFSET, QUEUE_OFFSET)
                .field(RecordField.BODY, BODY).everyProperty(EVERY).build();

        private final List<String> all = new ArrayList<>();
        private final String[] values = new String[BODY + 1];
        private final Map<String, String> properties = new TreeMap<>();

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id == BODY)
            {
                final byte[] body = new byte[value.length()];
                value.copyTo(body, 0);
                values[id] = new String(body, StandardCharsets.ISO_8859_1);
            }
            else
            {
                values[id] = value.toText();
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            properties.put(key.toText(), value.toText());
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            assertEquals(Outcome.COMPLETE, outcome, fault::toMessage);
            all.add(values[OFFSET] + ' ' + values[TOPIC_ID] + ' ' + values[SYS_FLAG] + ' ' + values[ID] + ' '
                + values[QUEUE] + ':' + values[QUEUE_OFFSET] + ' ' + properties + ' ' + (values[BODY] == null ? ""
                    : values[BODY]));
            properties.clear();
            Arrays.fill(values, null);
        }
    }

    /** The line of a message that the reference has decoded. */
    static String line(final MessageExt message)
    {
        // A client's messages have the producer's id in its place.
        final String id =
            message instanceof MessageClientExt ? ((MessageClientExt)message).getOffsetMsgId() : message.getMsgId();
        return message.getCommitLogOffset() + " " + message.getTopic() + ' ' + message.getSysFlag() + ' ' + id + ' '
            + message.getQueueId() + ':' + message.getQueueOffset() + ' '
            + new TreeMap<>(message.getProperties()) + ' '
            + (message.getBody() == null ? "" : new String(message.getBody(), StandardCharsets.ISO_8859_1));
    }

    /** What Skim reads in the segments of a folder, whose records are all good. */
    static List<String> skim(final Path store) throws IOException
    {
        return skim(store, null);
    }

    /** The same, of the records that a lookup names; of all if there is none. */
    static List<String> skim(final Path store, final StoreLookup lookup) throws IOException
    {
        final Lines lines = new Lines();
        final SegmentReader reader = new SegmentReader().checkBodies(true);
        for (final Path file : StoreFiles.segments(store))
        {
            try (SegmentSource segment = MappedSegment.open(file);
                RecordPlaces places = lookup == null ? null : lookup.places())
            {
                reader.places(places).wrap(segment, StoreFiles.firstOffset(file.getFileName().toString()));
                while (reader.hasNext())
                {
                    reader.next(Lines.INTEREST, lines);
                }
            }
            assertEquals(0, reader.passedOver(), file.toString());
        }
        return lines.all;
    }

    /** What MessageDecoder reads, from record to record by their sizes, as the broker's recovery goes. */
    static List<String> reference(final Path store) throws Exception
    {
        final List<String> lines = new ArrayList<>();
        for (final Path file : StoreFiles.segments(store))
        {
            final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            int at = 0;
            while (bytes.capacity() - at >= LEAST_RECORD && bytes.getInt(at) != 0
                && bytes.getInt(at + 4) != BLANK_MAGIC)
            {
                messages(MessageDecoder.decode(bytes.position(at), true, false, true)).forEach(message -> lines.add(
                    line(message)));
                at += bytes.getInt(at);
            }
        }
        return lines;
    }

    /** The messages of a record, as the client makes them of an inner batch. */
    private static List<MessageExt> messages(final MessageExt record) throws Exception
    {
        if ((record.getSysFlag() & INNER) != INNER)
        {
            return List.of(record);
        }
        final List<MessageExt> messages = new ArrayList<>();
        MessageDecoder.decodeMessage(record, messages);
        // The client also sets WAIT to true in each, which no byte stands for.
        final List<Message> entries = MessageDecoder.decodeMessages(ByteBuffer.wrap(record.getBody()));
        for (int i = 0; i < entries.size(); i++)
        {
            MessageAccessor.setProperties(messages.get(i), entries.get(i).getProperties());
        }
        return messages;
    }
}
