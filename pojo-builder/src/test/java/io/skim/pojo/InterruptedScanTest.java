package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.Interrupting;
import io.skim.scan.testing.StoredRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.junit.jupiter.api.Test;

/**
 * Builders are usable at once after a scan that an exception has ended, of a handler around them, at any callback: they have
 * built nothing of that frame, and of the next one what a new builder builds.
 */
class InterruptedScanTest
{
    private static List<Consumer<DataHandler>> messages() throws Exception
    {
        final RecordScanner scanner = new RecordScanner();
        final FrameView view = new FrameView();
        final List<Consumer<DataHandler>> scans = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++)
        {
            final byte[] body = seed == 3 ? new byte[40] : MessageDecoder.encode(StoredRecords.message(new Random(
                seed)), false);
            scans.add(handler -> scanner.wrap(view.wrap(body)).next(StoredMessageBuilder.INTEREST, handler));
        }
        return scans;
    }

    private static String show(final StoredMessage message)
    {
        return message == null ? "none" : message + " " + message.topic() + message.properties() + message.flag()
            + message.bornHost() + message.bodyLength() + message.storeHost();
    }

    @Test
    void messagesAreOfTheRecordThatWasScanned() throws Exception
    {
        assertEquals(List.of(), Interrupting.differences(() -> new StoredMessageBuilder(true), messages(), messages(),
            builder -> show(builder.message())));
    }

    private static List<Consumer<DataHandler>> entries()
    {
        final RecordScanner scanner = new RecordScanner();
        final FrameView view = new FrameView();
        final List<Consumer<DataHandler>> scans = new ArrayList<>();
        for (int i = 0; i < 3; i++)
        {
            final Message message =
                new Message("topic", i == 0 ? "tag" : null, i == 0 ? "a body".getBytes() : new byte[i]);
            message.setFlag(7 - i);
            final byte[] batch = MessageDecoder.encodeMessages(List.of(message));
            scans.add(handler -> scanner.wrapBatch(view.wrap(batch)).next(BatchEntryBuilder.INTEREST, handler));
        }
        return scans;
    }

    @Test
    void entriesAreOfTheBatchThatWasScanned()
    {
        assertEquals(List.of(), Interrupting.differences(() -> new BatchEntryBuilder(true), entries(), entries(),
            builder -> {
                final BatchEntry entry = builder.entry();
                return entry == null ? "none" : entry.flag() + " " + entry.properties() + entry.bodyLength();
            }));
    }
}
