package io.skim.scan.testing;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageAccessor;
import org.apache.rocketmq.common.message.MessageClientExt;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * Stored records and batches, made and read by the reference (rocketmq-common 5.5.1), and read by a scanner: as lines of
 * text that can be compared.
 */
public final class StoredRecords
{
    /** Everything of each record. */
    public static final RecordInterest EVERYTHING = RecordScanner.interest().everything().build();

    private static final int INNER = 0xC0;
    private static final int BORN_IPV6 = 0x10;
    private static final int STORE_IPV6 = 0x20;
    private static final String[] TEXTS = {"a", "TAGS", "KEYS", "value", "\u65E5\u672C\u8A9E", "\uD83D\uDE00",
        "UNIQ_KEY", "1.5e10", "true", "a long value that fills more than one word of eight bytes", "\u00E9", "x\ny"};

    private StoredRecords()
    {
    }

    /**
     * A message as a broker has it.
     *
     * @param random decides on everything.
     * @return a message with hosts of either kind, and a topic for either version.
     */
    public static MessageExt message(final Random random)
    {
        final MessageExt message = new MessageExt();
        message.setTopic(topic(random));
        message.setQueueId(random.nextInt(16));
        message.setFlag(random.nextInt());
        message.setQueueOffset(random.nextLong());
        message.setCommitLogOffset(random.nextLong());
        message.setBornTimestamp(random.nextLong());
        message.setStoreTimestamp(random.nextLong());
        message.setReconsumeTimes(random.nextInt(17));
        message.setPreparedTransactionOffset(random.nextLong());
        message.setBodyCRC(random.nextInt());
        int sysFlag = random.nextInt(0x800) & ~(INNER | BORN_IPV6 | STORE_IPV6);
        sysFlag |= random.nextInt(4) == 0 ? BORN_IPV6 : 0;
        sysFlag |= random.nextInt(4) == 0 ? STORE_IPV6 : 0;
        message.setSysFlag(sysFlag);
        message.setBornHost(host(random, (sysFlag & BORN_IPV6) != 0));
        message.setStoreHost(host(random, (sysFlag & STORE_IPV6) != 0));
        fill(message, random);
        return message;
    }

    private static void fill(final Message message, final Random random)
    {
        final byte[] body = new byte[random.nextInt(5) == 0 ? 1 + random.nextInt(2_000) : random.nextInt(40)];
        random.nextBytes(body);
        message.setBody(body);
        for (int i = random.nextInt(6); i > 0; i--)
        {
            MessageAccessor.putProperty(message, text(random) + (random.nextInt(3) == 0 ? text(random) : ""), random
                .nextInt(10) == 0 ? "" : text(random));
        }
    }

    private static String topic(final Random random)
    {
        return "Topic" + text(random) + (random.nextInt(3) == 0 ? text(random) : "");
    }

    private static String text(final Random random)
    {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private static InetSocketAddress host(final Random random, final boolean ipv6)
    {
        final byte[] address = new byte[ipv6 ? 16 : 4];
        random.nextBytes(address);
        // Not one that Java takes for an address of four bytes.
        address[0] |= 1;
        try
        {
            return new InetSocketAddress(InetAddress.getByAddress(address), random.nextInt(0x1_0000));
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Encodes a message as the reference does.
     *
     * @param message to store.
     * @return the record.
     */
    public static byte[] encode(final MessageExt message)
    {
        try
        {
            return MessageDecoder.encode(message, false);
        }
        // The reference declares it.
        catch (final Exception e)
        {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Records, one after the other.
     *
     * @param records to put together.
     * @return a body.
     */
    public static byte[] join(final List<byte[]> records)
    {
        return Frames.join(records.toArray(new byte[0][]));
    }

    /**
     * Some records of random messages.
     *
     * @param random decides on everything.
     * @param count  how many.
     * @return records.
     */
    public static List<byte[]> records(final Random random, final int count)
    {
        final List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            final MessageExt message = message(random);
            if (random.nextInt(5) == 0)
            {
                message.setSysFlag(message.getSysFlag() & ~1 | INNER);
                message.setBody(batch(random, 1 + random.nextInt(4)));
            }
            final byte[] record = encode(message);
            if (random.nextInt(3) == 0)
            {
                map(record, 48, message.getSysFlag() & BORN_IPV6);
                map(record, (message.getSysFlag() & BORN_IPV6) == 0 ? 64 : 76, message.getSysFlag() & STORE_IPV6);
            }
            records.add(random.nextInt(4) == 0 ? version2(record, random.nextInt(400)) : record);
        }
        return records;
    }

    /** Makes an address of IPv6 one that stands for an address of IPv4. */
    private static void map(final byte[] record, final int at, final int flag)
    {
        if (flag != 0)
        {
            System.arraycopy(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1}, 0, record, at, 12);
        }
    }

    /**
     * A record of version 1 as one of version 2, which the reference's clients read but do not write.
     *
     * @param record of version 1.
     * @param longer bytes to add to the topic, since that is what version 2 is for.
     * @return the same record with another magic, topic and total size.
     */
    public static byte[] version2(final byte[] record, final int longer)
    {
        final ByteBuffer from = ByteBuffer.wrap(record);
        final int sysFlag = from.getInt(36);
        final int length = 84 + ((sysFlag & BORN_IPV6) == 0 ? 0 : 12) + ((sysFlag & STORE_IPV6) == 0 ? 0 : 12);
        final int topicAt = length + 4 + from.getInt(length);
        final int topic = record[topicAt];
        final byte[] name = new byte[topic + longer];
        java.util.Arrays.fill(name, (byte)'x');
        System.arraycopy(record, topicAt + 1, name, 0, topic);
        final ByteBuffer to = ByteBuffer.allocate(record.length + 1 + longer);
        to.put(record, 0, topicAt).putShort((short)name.length).put(name);
        to.put(record, topicAt + 1 + topic, record.length - topicAt - 1 - topic);
        return to.putInt(0, to.capacity()).putInt(4, 0xDAA3_20AB).array();
    }

    /**
     * The body of a batch.
     *
     * @param random decides on everything.
     * @param count  of entries.
     * @return entries as the reference encodes them.
     */
    public static byte[] batch(final Random random, final int count)
    {
        final List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            final Message message = new Message();
            message.setFlag(random.nextInt());
            fill(message, random);
            messages.add(message);
        }
        return MessageDecoder.encodeMessages(messages);
    }

    /**
     * What the reference's client reads in a body: it ends where the reference gives up.
     *
     * @param body of stored records, bodies left as they are.
     * @return a line for each message.
     */
    public static List<String> reference(final byte[] body)
    {
        final List<String> lines = new ArrayList<>();
        final ByteBuffer buffer = ByteBuffer.wrap(body);
        while (buffer.hasRemaining())
        {
            final List<String> one = referenceAt(buffer);
            if (one == null)
            {
                return lines;
            }
            lines.addAll(one);
        }
        return lines;
    }

    /**
     * What the reference's client reads at a place.
     *
     * @param body   of stored records.
     * @param offset of the record.
     * @return a line for each message of the record, null if it reads none.
     */
    public static List<String> referenceAt(final byte[] body, final int offset)
    {
        return referenceAt(ByteBuffer.wrap(body).position(offset));
    }

    /**
     * What the reference reads in a body that is one record: a request to check a transaction, for one.
     *
     * @param body of one record.
     * @return a line, the same also if the record is an inner batch; null if the reference reads none or leaves bytes behind it.
     */
    public static String referenceOne(final byte[] body)
    {
        final ByteBuffer buffer = ByteBuffer.wrap(body);
        final MessageClientExt message = decode(buffer);
        return message == null || buffer.hasRemaining() ? null : line(message);
    }

    private static List<String> referenceAt(final ByteBuffer buffer)
    {
        final List<MessageExt> messages = messagesAt(buffer);
        return messages == null ? null : messages.stream().map(StoredRecords::line).toList();
    }

    /** The messages of the record at the buffer's position, as the reference reads them; null if it does not. */
    static List<MessageExt> messagesAt(final ByteBuffer buffer)
    {
        final MessageClientExt message = decode(buffer);
        if (message == null)
        {
            return null;
        }
        if ((message.getSysFlag() & INNER) != INNER)
        {
            return List.of(message);
        }
        if ((message.getSysFlag() & 1) != 0)
        {
            return null;
        }
        final List<MessageExt> messages = new ArrayList<>();
        try
        {
            MessageDecoder.decodeMessage(message, messages);
            // The client also sets WAIT to true in each, which no byte stands for.
            final List<Message> entries = MessageDecoder.decodeMessages(ByteBuffer.wrap(message.getBody()));
            for (int i = 0; i < entries.size(); i++)
            {
                MessageAccessor.setProperties(messages.get(i), entries.get(i).getProperties());
            }
        }
        // Whatever the reference throws, the client catches.
        catch (final Exception | OutOfMemoryError e)
        {
            return null;
        }
        return messages;
    }

    private static MessageClientExt decode(final ByteBuffer buffer)
    {
        try
        {
            return (MessageClientExt)MessageDecoder.decode(buffer, true, false, true);
        }
        // The reference allocates whatever a length claims before it looks whether the bytes are there.
        catch (final OutOfMemoryError e)
        {
            return null;
        }
    }

    /**
     * The line of a message.
     *
     * @param message that the reference has decoded, for a client or not.
     * @return the line that {@link Lines} makes of its record, if the body was not decompressed.
     */
    public static String line(final MessageExt message)
    {
        return message.getTopic() + " q" + message.getQueueId() + " f" + message.getFlag() + " o" + message
            .getQueueOffset() + " c" + message.getCommitLogOffset() + " s" + message.getSysFlag() + " b"
            + message
                .getBornTimestamp()
            + " " + host((InetSocketAddress)message.getBornHost()) + " t" + message.getStoreTimestamp() + " " + host(
                (InetSocketAddress)message.getStoreHost())
            + " r" + message.getReconsumeTimes() + " p" + message
                .getPreparedTransactionOffset()
            + " z" + message.getStoreSize() + " crc" + message.getBodyCRC() + " id"
            + (message instanceof MessageClientExt client ? client.getOffsetMsgId() : message.getMsgId())
            + " " + entry(message);
    }

    private static String host(final InetSocketAddress host)
    {
        return HexFormat.of().formatHex(host.getAddress().getAddress()) + ":" + host.getPort();
    }

    /** What a batch entry has of its own. */
    private static String entry(final Message message)
    {
        final byte[] body = message.getBody();
        return "f" + message.getFlag() + " " + new TreeMap<>(message.getProperties() == null ? Map.of() : message
            .getProperties()) + " " + HexFormat.of().formatHex(body == null ? new byte[0] : body);
    }

    /**
     * What the reference reads in a batch.
     *
     * @param body of batch entries.
     * @return a line for each entry; null if it takes none of them.
     */
    public static List<String> referenceBatch(final byte[] body)
    {
        try
        {
            final List<String> lines = new ArrayList<>();
            MessageDecoder.decodeMessages(ByteBuffer.wrap(body)).forEach(message -> lines.add(entry(message)));
            return lines;
        }
        // Buffer underflow, a negative length, an array of two gigabytes and the like.
        catch (final Exception | OutOfMemoryError e)
        {
            return null;
        }
    }

    /**
     * Reads a body with a scanner.
     *
     * @param scanner wrapped on it.
     * @return a line for each message; for what is refused {@code "! "} and the fault.
     */
    public static List<String> scanned(final RecordScanner scanner)
    {
        final Lines lines = new Lines();
        while (scanner.hasNext())
        {
            lines.batch = false;
            scanner.next(EVERYTHING, lines);
        }
        return lines.all;
    }

    /**
     * Reads a body of records with a scanner.
     *
     * @param scanner to use.
     * @param body    of stored records.
     * @return as {@link #scanned(RecordScanner)}.
     */
    public static List<String> scanned(final RecordScanner scanner, final byte[] body)
    {
        return scanned(scanner.wrap(new FrameView().wrap(body)));
    }

    /**
     * Reads a body of one record with a scanner.
     *
     * @param scanner to use.
     * @param body    of one record.
     * @return a line; if it is refused {@code "! "} and the fault.
     */
    public static String scannedOne(final RecordScanner scanner, final byte[] body)
    {
        final Lines lines = new Lines();
        scanner.scan(new FrameView().wrap(body), EVERYTHING, lines);
        return lines.all.get(0);
    }

    /**
     * Reads a body of batch entries with a scanner.
     *
     * @param scanner to use.
     * @param body    of entries.
     * @return a line for each entry; for what is refused {@code "! "} and the fault.
     */
    public static List<String> scannedBatch(final RecordScanner scanner, final byte[] body)
    {
        final Lines lines = new Lines();
        scanner.wrapBatch(new FrameView().wrap(body));
        while (scanner.hasNext())
        {
            lines.batch = true;
            scanner.next(EVERYTHING, lines);
        }
        return lines.all;
    }

    /** Makes the line of a record. */
    public static final class Lines implements DataHandler
    {
        private final List<String> all = new ArrayList<>();
        private final String[] fields = new String[RecordField.values().length];
        private final Map<String, String> properties = new TreeMap<>();
        private String body = "";
        private boolean batch;

        /** Makes a handler. */
        public Lines()
        {
        }

        /**
         * The lines so far.
         *
         * @return a line for each record.
         */
        public List<String> all()
        {
            return all;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            final RecordField field = RecordField.of(id);
            if (field == RecordField.BODY || value.kind() == Kind.BINARY)
            {
                final byte[] bytes = new byte[value.length()];
                value.copyTo(bytes, 0);
                fields[id] = HexFormat.of().formatHex(field == RecordField.BODY ? bytes : address(bytes));
            }
            else
            {
                fields[id] = value.isNull() ? null : value.toText();
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
            body = text(RecordField.BODY, "");
            all.add(outcome == Outcome.MALFORMED ? "! " + fault : batch ? entryLine() : line());
            properties.clear();
            java.util.Arrays.fill(fields, null);
        }

        private static byte[] address(final byte... bytes)
        {
            try
            {
                return InetAddress.getByAddress(bytes).getAddress();
            }
            catch (final UnknownHostException e)
            {
                throw new IllegalStateException(e);
            }
        }

        private String text(final RecordField field, final String otherwise)
        {
            return fields[field.ordinal()] == null ? otherwise : fields[field.ordinal()];
        }

        private String entryLine()
        {
            return "f" + text(RecordField.FLAG, "") + " " + properties + " " + body;
        }

        private String line()
        {
            return text(RecordField.TOPIC, "") + " q" + text(RecordField.QUEUE_ID, "") + " f" + text(RecordField.FLAG,
                "") + " o" + text(RecordField.QUEUE_OFFSET, "") + " c" + text(RecordField.COMMIT_LOG_OFFSET, "") + " s"
                + text(RecordField.SYS_FLAG, "") + " b" + text(RecordField.BORN_TIMESTAMP, "") + " " + text(
                    RecordField.BORN_ADDRESS, "")
                + ":" + text(RecordField.BORN_PORT, "") + " t" + text(
                    RecordField.STORE_TIMESTAMP, "")
                + " " + text(RecordField.STORE_ADDRESS, "") + ":" + text(
                    RecordField.STORE_PORT, "")
                + " r" + text(RecordField.RECONSUME_TIMES, "0") + " p" + text(
                    RecordField.PREPARED_TRANSACTION_OFFSET, "0")
                + " z" + text(RecordField.STORE_SIZE, "0") + " crc"
                + text(RecordField.BODY_CRC, "0") + " id" + text(RecordField.OFFSET_MESSAGE_ID, "null") + " "
                + entryLine();
        }
    }

    /**
     * Whether a line tells why a record was refused. A topic may begin with the same sign.
     *
     * @param line of those that were scanned.
     * @return true if it is the line of a fault.
     */
    public static boolean isRefusal(final String line)
    {
        return line.matches("(?s)! [A-Z_\\d]+ at \\d+: .*");
    }
}
