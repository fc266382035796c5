package io.skim.command;

import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.StoredMessage;
import io.skim.pojo.StoredMessageBuilder;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names the bytes of a remoting frame, as far as they are what they have to be: a frame that is refused too.
 */
final class RemotingAnnotator implements DataHandler
{
    private static final int PREFIX = 8;
    private static final int HEADER_MASK = 0xFF_FFFF;
    private static final int MOST_VALUE = 200;
    private static final String STORED_RECORD = "stored record";
    private static final RemotingField[] FIELDS = RemotingField.values();
    private static final RemotingInterest INTEREST = interest();

    private boolean response;
    /** The long names of ext fields that have short ones. */
    private final Map<String, String> longNames = new HashMap<>();
    private final List<Annotation> annotations = new ArrayList<>();
    private final byte[] bytes;
    private final ByteBuffer frame;
    private final int length;
    private final Strictness strictness;
    /** The key of the ext field with the message properties. */
    private String properties = "properties";

    /**
     * Makes an annotator of one frame.
     *
     * @param bytes      of the frame, with its length.
     * @param strictness of reading.
     */
    RemotingAnnotator(final byte[] bytes, final Strictness strictness)
    {
        this.bytes = bytes;
        this.strictness = strictness;
        frame = ByteBuffer.wrap(bytes);
        length = bytes.length;
    }

    private static RemotingInterest interest()
    {
        RemotingInterest.Builder builder = RemotingScanner.interest();
        for (final RemotingField field : FIELDS)
        {
            if (field != RemotingField.BODY && field != RemotingField.EXT_FIELDS && field != RemotingField.PROPERTIES)
            {
                builder = builder.field(field, field.ordinal());
            }
        }
        return builder.everyEntry(FIELDS.length).ids(FIELDS.length + 1).build();
    }

    /** All ranges that can be named. */
    List<Annotation> annotations()
    {
        if (length < PREFIX)
        {
            return annotations;
        }
        add(0, 4, "length", String.valueOf(frame.getInt(0)), "int32, without these four bytes");
        final int type = bytes[4] & 0xFF;
        add(4, 5, "serialize type", type == 0 ? "0 JSON" : type == 1 ? "1 binary" : String.valueOf(type),
            "uint8: 0 or 1");
        final int headerLength = frame.getInt(4) & HEADER_MASK;
        add(5, 8, "header length", String.valueOf(headerLength), "uint24");
        final int limit = Math.min(length, PREFIX + headerLength);
        if (type == 1)
        {
            binary(limit);
        }
        else
        {
            json(limit);
        }
        body(limit);
        return annotations;
    }

    private void add(final int from, final int to, final String name, final @Nullable String value,
        final @Nullable String rule)
    {
        annotations.add(new Annotation(from, to, name, value, rule));
    }

    /** As {@code RocketMQSerializable.rocketMQProtocolDecode} reads it. */
    private void binary(final int limit)
    {
        final int fixed = 21;
        if (limit - PREFIX < fixed)
        {
            return;
        }
        final int flag = frame.getInt(17);
        final int code = frame.getShort(8);
        response = RemotingFlag.isResponse(flag);
        learnLongNames(code);
        properties = !response && RequestCode.hasShortNames(code) ? "i" : "properties";
        final RemotingLanguage language = language(bytes[10] & 0xFF);
        add(8, 10, "code", code(code, response), "int16");
        add(10, 11, "language", (bytes[10] & 0xFF) + " " + (language == null ? "unknown" : language.name()), "uint8");
        add(11, 13, "version", version(frame.getShort(11)), "int16");
        add(13, 17, "opaque", String.valueOf(frame.getInt(13)), "int32, the same in request and response");
        add(17, 21, "flag", flag(flag), "int32: bit 0 response, bit 1 one-way");
        int at = text(21, limit, Integer.BYTES, "remark", null);
        if (at < 0 || limit - at < Integer.BYTES)
        {
            return;
        }
        final int mapLength = frame.getInt(at);
        add(at, at + 4, "ext fields length", String.valueOf(mapLength), "int32, in bytes");
        at += Integer.BYTES;
        while (at >= 0 && at < limit)
        {
            at = text(at, limit, Short.BYTES, "key", null);
            at = at < 0 ? -1 : text(at, limit, Integer.BYTES, "value", annotations.get(annotations.size() - 1).value());
        }
    }

    /** A length of some bytes and as much text; -1 if it does not fit. Returns what is behind. */
    private int text(final int at, final int limit, final int lengthBytes, final String name,
        final @Nullable String key)
    {
        if (limit - at < lengthBytes)
        {
            return -1;
        }
        final int count = lengthBytes == Short.BYTES ? frame.getShort(at) : frame.getInt(at);
        add(at, at + lengthBytes, name + " length", String.valueOf(count),
            lengthBytes == Short.BYTES ? "int16" : "int32");
        final int from = at + lengthBytes;
        if (count < 0 || count > limit - from)
        {
            return -1;
        }
        if (count > 0)
        {
            add(from, from + count, key == null ? name : named(key), string(bytes, from, count),
                "UTF-8" + (key != null && key.equals(properties) ? ", names and values apart by 01, pairs by 02" : ""));
        }
        return from + count;
    }

    /** A text, cut if it is long, with signs that can be seen between message properties. */
    static String string(final byte[] bytes, final int from, final int count)
    {
        final String text = new String(bytes, from, Math.min(count, MOST_VALUE), StandardCharsets.UTF_8);
        return text.replace('\u0001', '=').replace('\u0002', ';');
    }

    private static @Nullable RemotingLanguage language(final int code)
    {
        final RemotingLanguage[] known = RemotingLanguage.values();
        return code < known.length ? known[code] : null;
    }

    private static String code(final int code, final boolean response)
    {
        final String name = CodeNames.of(code, response);
        return name == null ? String.valueOf(code) : code + " " + name;
    }

    /** Of requests: the send requests alone have them. */
    private void learnLongNames(final int code)
    {
        final HeaderType<?> type = response ? null : HeaderTypes.ofRequest(code);
        if (type != null)
        {
            type.fields().stream().filter(field -> !field.key().equals(field.name())).forEach(field -> longNames.put(
                field.key(), field.name()));
        }
    }

    private String named(final String key)
    {
        final String known = longNames.get(key);
        return known == null ? key : key + ' ' + known;
    }

    private static String version(final int version)
    {
        final String release = Release.name(version);
        return release == null ? String.valueOf(version) : version + " " + release;
    }

    private static String flag(final int flag)
    {
        return flag
            + (RemotingFlag.isResponse(flag) ? " response" : RemotingFlag.isOneway(flag) ? " one-way" : " request");
    }

    private void json(final int limit)
    {
        final RemotingScanner scanner = new RemotingScanner(RemotingDecoder.LIMITS, strictness);
        final int before = annotations.size();
        // Names depend on the flag and the code, which may come behind them.
        final RemotingHeader header = new RemotingHeaderReader(RemotingDecoder.LIMITS, strictness).read(new FrameView(
            RemotingDecoder.LIMITS).wrap(bytes, 0, length));
        response = header != null && header.isResponse();
        if (header != null)
        {
            learnLongNames(header.code());
        }
        if (scanner.scan(new FrameView(RemotingDecoder.LIMITS).wrap(bytes, 0, length), INTEREST, this)
            != Outcome.COMPLETE)
        {
            annotations.subList(before, annotations.size()).clear();
            if (limit > PREFIX)
            {
                add(PREFIX, limit, "header", null, "JSON");
            }
        }
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (bytes[4] == 0 && value.length() > 0)
        {
            final RemotingField field = FIELDS[id];
            final String text = field == RemotingField.VERSION ? version(value.getInt(0))
                : field == RemotingField.CODE ? code(value.getInt(0), response) : value.toText();
            add(value.offset(), value.offset() + value.length(), field.name().toLowerCase(java.util.Locale.ROOT), text,
                "JSON");
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        if (value.length() > 0)
        {
            final String text = value.toText();
            add(value.offset(), value.offset() + value.length(), named(Objects.requireNonNull(key.toText())),
                text == null ? null
                    : text.substring(0, Math.min(MOST_VALUE, text.length())).replace('\u0001', '=').replace('\u0002',
                        ';'),
                "JSON ext field");
        }
        return Action.CONTINUE;
    }

    private void body(final int from)
    {
        if (from >= length)
        {
            return;
        }
        final FrameView view = new FrameView(RemotingDecoder.LIMITS).wrap(bytes, 0, length);
        final RemotingHeader header = new RemotingHeaderReader(RemotingDecoder.LIMITS, strictness).read(view);
        if (header != null && GatheredBody.isBatch(header))
        {
            new BatchAnnotator(bytes, strictness, annotations).annotate(from, length - from);
        }
        else if (RecordScanner.isRecords(view, from, length - from))
        {
            records(from);
        }
        else
        {
            add(from, length, "body", BodyText.kind(bytes, from, length - from) + ", " + (length - from) + " bytes",
                null);
        }
    }

    /** Each is a range, whatever is in it: an inner batch too, of which the scanner makes several messages. */
    private void records(final int from)
    {
        final RecordScanner scanner = new RecordScanner(RemotingDecoder.LIMITS, strictness);
        final StoredMessageBuilder messages = new StoredMessageBuilder();
        scanner.wrap(new FrameView(RemotingDecoder.LIMITS).wrap(bytes, 0, length), from, length - from);
        while (scanner.hasNext())
        {
            final boolean good = scanner.next(StoredMessageBuilder.INTEREST, messages) == Outcome.COMPLETE;
            final int start = scanner.recordOffset();
            final int end = start + scanner.recordLength();
            if (!good)
            {
                add(start, end, STORED_RECORD, scanner.fault().toMessage(), "refused");
            }
            else if (scanner.innerIndex() <= 0)
            {
                final StoredMessage message = Objects.requireNonNull(messages.message());
                add(start, end, STORED_RECORD, message.topic() + " queue " + message.queueId() + " offset "
                    + message.queueOffset() + (scanner.innerIndex() < 0 ? "" : ", inner batch"),
                    "size, magic, CRC, queue, places, times, body, topic, properties");
                if (scanner.innerIndex() == 0)
                {
                    innerBatch(start, end);
                }
            }
        }
    }

    /** The entries in the body of a record, and what is behind it, are ranges inside of the record's. */
    private void innerBatch(final int start, final int end)
    {
        final StoredMessageBuilder whole = new StoredMessageBuilder();
        if (new RecordScanner(RemotingDecoder.LIMITS, strictness)
            .scan(new FrameView(RemotingDecoder.LIMITS).wrap(bytes, 0,
                length), start, end - start, StoredMessageBuilder.INTEREST, whole)
            == Outcome.COMPLETE)
        {
            final StoredMessage message = Objects.requireNonNull(whole.message());
            final int behind = message.bodyOffset() + message.bodyLength();
            new BatchAnnotator(bytes, strictness, annotations).annotate(message.bodyOffset(), message.bodyLength());
            add(behind, end, "topic and properties", message.topic(), "of the inner batch");
        }
    }
}
