package io.skim.command.scrub;

import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RequestCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs the bodies of remoting frames: stored records and batches keep their form, JSON keeps its names and numbers, and all
 * else gives way to letters.
 */
final class ScrubbedBody
{
    /** Requests whose bodies are messages. */
    private static final Set<Integer> MESSAGES = Set.of(RequestCode.SEND_MESSAGE.code(), RequestCode.SEND_MESSAGE_V2
        .code(), RequestCode.SEND_BATCH_MESSAGE.code(), RequestCode.SEND_REPLY_MESSAGE.code(),
        RequestCode.SEND_REPLY_MESSAGE_V2.code(), RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT.code());
    private static final Set<Integer> RECORDS = Set.of(RequestCode.CHECK_TRANSACTION_STATE.code(),
        RequestCode.CONSUME_MESSAGE_DIRECTLY.code());
    private static final int COMPRESSED = 1;
    private static final int TYPE_SHIFT = 8;
    private static final int TYPE_MASK = 7;
    private static final int ZLIB_TYPE = 3;
    private static final int BORN_HOST_IPV6 = 1 << 4;
    private static final int STORE_HOST_IPV6 = 1 << 5;
    private static final int INNER_BATCH = 3 << 6;
    private static final int MAGIC_OF_VERSION_TWO = 0xDAA320AB;
    /** Of a record: where its parts stand. */
    private static final int MAGIC = 4;
    private static final int BODY_CRC = 8;
    private static final int SYS_FLAG = 36;
    private static final int BORN_HOST = 48;
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;
    /** Of an entry of a batch: its size, magic, CRC, flag. */
    private static final int ENTRY_HEADER = 16;
    /** What zlib adds to bytes that it does not compress. */
    private static final int LEAST_ZLIB = 11;
    private static final RecordInterest CHECKED = RecordScanner.interest().field(RecordField.TOPIC, 0).build();
    private static final DataHandler NOTHING = (id, value) -> Action.CONTINUE;

    private final Pseudonyms pseudonyms;
    private final RecordScanner scanner;
    private final JsonTexts json;
    private final FrameView view = new FrameView();

    ScrubbedBody(final Pseudonyms pseudonyms, final Limits limits)
    {
        this.pseudonyms = pseudonyms;
        scanner = new RecordScanner(limits, Strictness.STRICT);
        json = new JsonTexts(pseudonyms);
    }

    /**
     * Scrubs a body.
     *
     * @param body     all of it.
     * @param code     of the frame.
     * @param response whether it is a response.
     * @param batch    whether its header says that it is a batch.
     * @param sysFlag  of a message that is sent, else 0.
     * @return what takes its place; null if it cannot be parsed.
     */
    byte @Nullable [] scrub(final byte[] body, final int code, final boolean response, final boolean batch,
        final int sysFlag)
    {
        if (body.length == 0)
        {
            return body;
        }
        if (batch)
        {
            return batch(body);
        }
        if (!response && MESSAGES.contains(code))
        {
            return message(body, sysFlag);
        }
        view.wrap(body, 0, body.length);
        final boolean records = !response && RECORDS.contains(code) || response && RecordScanner.isRecords(view, 0,
            body.length);
        view.reset();
        if (records)
        {
            return records(body);
        }
        final byte[] texts = json.replace(body);
        return texts == null ? pseudonyms.body(body, 0, body.length) : texts;
    }

    /** Letters; compressed if what they replace is, as far as zlib does it. */
    private byte[] message(final byte[] body, final int sysFlag)
    {
        final int type = sysFlag >> TYPE_SHIFT & TYPE_MASK;
        if ((sysFlag & COMPRESSED) == 0 || type != 0 && type != ZLIB_TYPE || body.length < LEAST_ZLIB)
        {
            return pseudonyms.body(body, 0, body.length);
        }
        if (!pseudonyms.areLengthsKept())
        {
            return zlib(pseudonyms.body(body, 0, body.length));
        }
        // Each 16 KB or so that are not compressed cost five bytes more.
        int letters = body.length - LEAST_ZLIB;
        byte[] stored = zlib(pseudonyms.body(body, 0, body.length, letters));
        while (stored.length > body.length)
        {
            letters -= stored.length - body.length;
            stored = zlib(pseudonyms.body(body, 0, body.length, letters));
        }
        // What follows the end of a stream of zlib is not read.
        return Arrays.copyOf(stored, body.length);
    }

    private static byte[] zlib(final byte[] letters)
    {
        final Deflater deflater = new Deflater(Deflater.NO_COMPRESSION);
        try
        {
            deflater.setInput(letters);
            deflater.finish();
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            final byte[] chunk = new byte[8_192];
            while (!deflater.finished())
            {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
            return out.toByteArray();
        }
        finally
        {
            deflater.end();
        }
    }

    /** Whether all records or entries are well-formed; then their parts can be taken where their lengths say. */
    private boolean isGood(final byte[] body, final boolean batch)
    {
        view.wrap(body, 0, body.length);
        try
        {
            if (batch)
            {
                scanner.wrapBatch(view);
            }
            else
            {
                scanner.wrap(view);
            }
            boolean good = scanner.hasNext();
            while (good && scanner.hasNext())
            {
                good = scanner.next(CHECKED, NOTHING) == Outcome.COMPLETE;
            }
            return good && scanner.lostLength() == 0;
        }
        finally
        {
            view.reset();
        }
    }

    private byte @Nullable [] batch(final byte[] body)
    {
        if (!isGood(body, true))
        {
            return null;
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream(body.length);
        final ByteBuffer entries = ByteBuffer.wrap(body);
        while (entries.hasRemaining())
        {
            final int size = entries.getInt(entries.position());
            final byte[] entry = entry(entries.slice(entries.position(), size));
            if (entry == null)
            {
                return null;
            }
            out.writeBytes(entry);
            entries.position(entries.position() + size);
        }
        return out.toByteArray();
    }

    /** Null if its properties have become longer than their length can tell. */
    private byte @Nullable [] entry(final ByteBuffer entry)
    {
        final byte[] body = new byte[entry.getInt(ENTRY_HEADER)];
        entry.get(ENTRY_HEADER + Integer.BYTES, body);
        final byte[] properties = new byte[entry.getShort(ENTRY_HEADER + Integer.BYTES + body.length)];
        entry.get(ENTRY_HEADER + Integer.BYTES + body.length + Short.BYTES, properties);
        final byte[] newBody = pseudonyms.body(body, 0, body.length);
        final byte[] newProperties = properties(properties);
        if (newProperties.length > Short.MAX_VALUE)
        {
            return null;
        }
        final ByteBuffer out = ByteBuffer.allocate(ENTRY_HEADER + Integer.BYTES + newBody.length + Short.BYTES
            + newProperties.length);
        out.put(entry.slice(0, ENTRY_HEADER)).putInt(newBody.length).put(newBody).putShort((short)newProperties.length)
            .put(newProperties);
        return out.putInt(0, out.capacity()).array();
    }

    private byte @Nullable [] records(final byte[] body)
    {
        if (!isGood(body, false))
        {
            return null;
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream(body.length);
        final ByteBuffer records = ByteBuffer.wrap(body);
        while (records.hasRemaining())
        {
            final int size = records.getInt(records.position());
            final byte[] record = record(records.slice(records.position(), size));
            if (record == null)
            {
                return null;
            }
            out.writeBytes(record);
            records.position(records.position() + size);
        }
        return out.toByteArray();
    }

    private byte @Nullable [] record(final ByteBuffer record)
    {
        final int sysFlag = record.getInt(SYS_FLAG);
        final boolean wide = record.getInt(MAGIC) == MAGIC_OF_VERSION_TWO;
        final int born = (sysFlag & BORN_HOST_IPV6) == 0 ? IPV4 : IPV6;
        final int stored = (sysFlag & STORE_HOST_IPV6) == 0 ? IPV4 : IPV6;
        final int storeHost = BORN_HOST + born + Integer.BYTES + Long.BYTES;
        final int bodyLength = storeHost + stored + Integer.BYTES + Integer.BYTES + Long.BYTES;
        final byte[] header = new byte[bodyLength];
        record.get(header);
        pseudonyms.address(header, BORN_HOST, born);
        pseudonyms.address(header, storeHost, stored);
        final byte[] body = new byte[record.getInt()];
        record.get(body);
        final byte[] topic = new byte[wide ? record.getShort() : record.get()];
        record.get(topic);
        final byte[] properties = new byte[record.getShort()];
        record.get(properties);
        final byte[] newBody = recordBody(body, sysFlag);
        if (newBody == null)
        {
            return null;
        }
        return record(header, newBody, pseudonyms.utf8(topic, 0, topic.length, Set.of()), properties(properties), wide);
    }

    /** An inner batch keeps its form; one that is compressed cannot be parsed. */
    private byte @Nullable [] recordBody(final byte[] body, final int sysFlag)
    {
        if ((sysFlag & INNER_BATCH) == INNER_BATCH && body.length > 0)
        {
            return (sysFlag & COMPRESSED) == 0 ? batch(body) : null;
        }
        return body.length == 0 ? body : message(body, sysFlag);
    }

    /** Null if its properties, or its topic, have become longer than their lengths can tell. */
    private static byte @Nullable [] record(final byte[] header, final byte[] body, final byte[] topic,
        final byte[] properties, final boolean wide)
    {
        if (topic.length > Short.MAX_VALUE || properties.length > Short.MAX_VALUE)
        {
            return null;
        }
        // As a broker does with a topic that has become longer than one byte can tell.
        final boolean widened = wide || topic.length > Byte.MAX_VALUE;
        final ByteBuffer out = ByteBuffer.allocate(header.length + Integer.BYTES + body.length + (widened ? Short.BYTES
            : 1) + topic.length + Short.BYTES + properties.length);
        out.put(header).putInt(body.length).put(body);
        if (widened)
        {
            out.putInt(MAGIC, MAGIC_OF_VERSION_TWO).putShort((short)topic.length);
        }
        else
        {
            out.put((byte)topic.length);
        }
        out.put(topic).putShort((short)properties.length).put(properties);
        final CRC32 crc = new CRC32();
        crc.update(body);
        if (body.length > 0)
        {
            out.putInt(BODY_CRC, (int)crc.getValue() & Integer.MAX_VALUE);
        }
        return out.putInt(0, out.capacity()).array();
    }

    private byte[] properties(final byte[] properties)
    {
        return properties(new String(properties, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** Names that are RocketMQ's own stay, values do not; those of ids, numbers and switches keep their form. */
    String properties(final String properties)
    {
        final StringBuilder out = new StringBuilder(properties.length());
        for (final String part : properties.split("(?<=\u0002)"))
        {
            final boolean closed = part.endsWith("\u0002");
            final String pair = closed ? part.substring(0, part.length() - 1) : part;
            final int separator = pair.indexOf('\u0001');
            if (separator < 0)
            {
                out.append(pseudonyms.text(pair, Set.of()));
            }
            else
            {
                final String name = pair.substring(0, separator);
                out.append(pseudonyms.text(name, Words.PROPERTIES)).append('\u0001').append(property(name, pair
                    .substring(separator + 1)));
            }
            out.append(closed ? "\u0002" : "");
        }
        return out.toString();
    }

    private String property(final String name, final String value)
    {
        if (JsonTexts.isSecret(name))
        {
            return "*".repeat(value.length());
        }
        return switch (name)
        {
            case "UNIQ_KEY", "ORIGIN_MESSAGE_ID", "DLQ_ORIGIN_MESSAGE_ID", "__transactionId__", "TIMER_DEL_UNIQKEY",
                "EXTEND_UNIQ_INFO" -> pseudonyms.messageId(value);
            case "POP_CK", "INNER_MULTI_QUEUE_OFFSET" -> pseudonyms.textWithNumbers(value);
            case "KEYS", "TAGS", "BUYER_ID", "CORRELATION_ID", "__SHARDINGKEY", "TRACE_CONTEXT" -> pseudonyms.text(
                value, Set.of());
            default -> Words.PROPERTIES.contains(name) ? pseudonyms.textWithNumbers(value) : pseudonyms.text(value, Set
                .of());
        };
    }
}
