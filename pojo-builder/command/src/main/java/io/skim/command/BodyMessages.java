package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.BatchEntry;
import io.skim.pojo.BatchEntryBuilder;
import io.skim.pojo.StoredMessage;
import io.skim.pojo.StoredMessageBuilder;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScanner;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * Reads and prints the messages in frames' bodies: stored records, known by their magic, or a batch, known by its
 * request's header. One for all streams.
 */
final class BodyMessages
{
    private static final byte[] NONE = {};
    private static final int COMPRESSED = 1;
    private static final int TYPE_SHIFT = 8;
    private static final int TYPE_MASK = 7;
    /** Of zlib, as 0 is too. */
    private static final int GREATEST_TYPE = 3;

    /**
     * Why a message is not among those that were written.
     *
     * @param reason  stable and in upper case.
     * @param at      in bytes from the body's start.
     * @param message a sentence with the numbers.
     */
    record Refused(String reason, long at, String message)
    {
    }

    private final RecordScanner scanner;
    private final FrameView view = new FrameView();
    private final StoredMessageBuilder messages = new StoredMessageBuilder();
    private final BatchEntryBuilder entries = new BatchEntryBuilder();
    private final CRC32 crc = new CRC32();
    private final List<Refused> refused = new ArrayList<>();
    private byte[] body = NONE;

    BodyMessages(final Limits limits, final Strictness strictness)
    {
        scanner = new RecordScanner(limits, strictness);
    }

    /** Writes the messages, if the body holds any; all of it must have come. */
    void write(final GatheredBody gathered, final JsonGenerator json) throws IOException
    {
        refused.clear();
        body = gathered.bytes();
        view.wrap(body, 0, gathered.length());
        if (gathered.length() > 0 && (gathered.isBatch() || gathered.isRecord() || RecordScanner.isRecords(view, 0,
            gathered.length())))
        {
            json.writeArrayFieldStart("messages");
            if (gathered.isBatch())
            {
                scanner.wrapBatch(view);
            }
            else
            {
                scanner.wrap(view);
            }
            while (scanner.hasNext())
            {
                write(gathered.isBatch(), json);
            }
            json.writeEndArray();
        }
        view.reset();
        body = NONE;
    }

    private void write(final boolean batch, final JsonGenerator json) throws IOException
    {
        if ((batch ? scanner.next(BatchEntryBuilder.INTEREST, entries) : scanner.next(StoredMessageBuilder.INTEREST,
            messages)) != Outcome.COMPLETE)
        {
            refused.add(refused(scanner.fault()));
        }
        else if (batch)
        {
            write(Objects.requireNonNull(entries.entry()), json);
        }
        else
        {
            write(Objects.requireNonNull(messages.message()), json);
        }
    }

    private static Refused refused(final Fault fault)
    {
        return new Refused(Objects.requireNonNull(fault.reason()).name(), fault.offset(), fault.toMessage());
    }

    /** How many messages the body holds, those that are refused too; -1 if it holds none. */
    int count(final GatheredBody gathered)
    {
        return each(gathered, message -> {}, entry -> {});
    }

    /**
     * Reads the messages, if the body holds any; all of it must have come.
     *
     * @param ofRecord takes stored records.
     * @param ofBatch  takes entries of a batch.
     * @return how many there are, those that are refused too; -1 if it holds none.
     */
    int each(final GatheredBody gathered, final Consumer<StoredMessage> ofRecord, final Consumer<BatchEntry> ofBatch)
    {
        refused.clear();
        if (gathered.length() == 0)
        {
            return -1;
        }
        body = gathered.bytes();
        view.wrap(body, 0, gathered.length());
        int count = -1;
        if (gathered.isBatch() || gathered.isRecord() || RecordScanner.isRecords(view, 0, gathered.length()))
        {
            count = 0;
            if (gathered.isBatch())
            {
                scanner.wrapBatch(view);
            }
            else
            {
                scanner.wrap(view);
            }
            while (scanner.hasNext())
            {
                if ((gathered.isBatch() ? scanner.next(BatchEntryBuilder.INTEREST, entries) : scanner.next(
                    StoredMessageBuilder.INTEREST, messages)) != Outcome.COMPLETE)
                {
                    refused.add(refused(scanner.fault()));
                }
                else if (gathered.isBatch())
                {
                    ofBatch.accept(Objects.requireNonNull(entries.entry()));
                }
                else
                {
                    ofRecord.accept(Objects.requireNonNull(messages.message()));
                }
                count++;
            }
        }
        view.reset();
        body = NONE;
        return count;
    }

    /** What could not be written of the frame's messages. */
    List<Refused> refused()
    {
        return refused;
    }

    private void write(final BatchEntry entry, final JsonGenerator json) throws IOException
    {
        json.writeStartObject();
        json.writeNumberField("flag", entry.flag());
        write(entry.properties(), json);
        writeBody(entry.bodyOffset(), entry.bodyLength(), json);
        json.writeEndObject();
    }

    private void write(final StoredMessage message, final JsonGenerator json) throws IOException
    {
        json.writeStartObject();
        writeRecord(message, json);
        writeBody(message.bodyOffset(), message.bodyLength(), json);
        json.writeEndObject();
    }

    /** Writes the members of a stored record, without those of its body. */
    static void writeRecord(final StoredMessage message, final JsonGenerator json) throws IOException
    {
        json.writeStringField("topic", message.topic());
        json.writeNumberField("queueId", message.queueId());
        json.writeNumberField("queueOffset", message.queueOffset());
        json.writeNumberField("sysFlag", message.sysFlag());
        json.writeNumberField("flag", message.flag());
        json.writeNumberField("bornTimestamp", message.bornTimestamp());
        json.writeStringField("bornHost", text(message.bornHost()));
        json.writeNumberField("storeTimestamp", message.storeTimestamp());
        json.writeStringField("storeHost", text(message.storeHost()));
        json.writeNumberField("storeSize", message.storeSize());
        json.writeNumberField("commitLogOffset", message.commitLogOffset());
        json.writeNumberField("reconsumeTimes", message.reconsumeTimes());
        json.writeNumberField("preparedTransactionOffset", message.preparedTransactionOffset());
        json.writeNumberField("bodyCRC", message.bodyCrc());
        json.writeStringField("msgId", message.msgId());
        json.writeStringField("offsetMsgId", message.offsetMsgId());
        write(message.properties(), json);
        writeUnknownCompression(message, json);
    }

    /** No client of the reference gets such a message, nor those behind it: it throws on the type. */
    private static void writeUnknownCompression(final StoredMessage message, final JsonGenerator json)
        throws IOException
    {
        final int type = message.sysFlag() >> TYPE_SHIFT & TYPE_MASK;
        if ((message.sysFlag() & COMPRESSED) != 0 && type > GREATEST_TYPE && message.bodyLength() > 0)
        {
            json.writeNumberField("unknownCompression", type);
        }
    }

    private static void write(final Map<String, String> properties, final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("properties");
        for (final Map.Entry<String, String> property : properties.entrySet())
        {
            json.writeStringField(property.getKey(), property.getValue());
        }
        json.writeEndObject();
    }

    private void writeBody(final int offset, final int bytes, final JsonGenerator json) throws IOException
    {
        crc.reset();
        crc.update(body, offset, bytes);
        json.writeNumberField("bodyLength", bytes);
        json.writeNumberField("bodyCrc32", crc.getValue());
    }

    private static String text(final InetSocketAddress host)
    {
        final InetAddress address = host.getAddress();
        final String text = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + text + "]" : text) + ":" + host.getPort();
    }
}
