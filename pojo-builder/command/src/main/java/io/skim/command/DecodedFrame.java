package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.BatchEntry;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.StoredMessage;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.pojo.headers.TypedHeader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RequestCode;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A remoting frame that is being decoded to a JSON line: its header, and of its body the checksum and, if they are wanted,
 * the messages; the body's pieces are not kept. Used again for the next frame of its stream.
 */
final class DecodedFrame implements JsonLines.Members
{
    private final RemotingDecoder decoder;
    private final Source source;
    /** Null unless its messages are wanted. */
    private final @Nullable GatheredBody body;
    private final CRC32 crc = new CRC32();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private RemotingHeader header;
    /** Null if it is not known which it is, or if it has a value that it cannot have. */
    private @Nullable TypedHeader typed;
    private @Nullable HeaderType<?> type;
    private long offset;
    /** Of a capture: the request that the frame answers, if it was seen. */
    private @Nullable SentRequest request;
    /** Why it is shown, if messages are followed. */
    private RemotingTrail.@Nullable Step step;
    private int frameLength;
    /** Bytes of the body that the checksum has not seen. */
    private int bodyLeft;

    DecodedFrame(final RemotingDecoder decoder, final Source source, final @Nullable GatheredBody body)
    {
        this.decoder = decoder;
        this.source = source;
        this.body = body;
    }

    Source source()
    {
        return source;
    }

    /** In the frame. */
    int bodyOffset()
    {
        return header.bodyOffset();
    }

    /**
     * Scans a header.
     *
     * @param frame       of which at least the header is there.
     * @param frameOffset where it begins in its stream.
     * @return null, or why it is refused.
     */
    @Nullable
    Fault begin(final FrameView frame, final long frameOffset)
    {
        bodyLeft = 0;
        final RemotingHeader read = decoder.reader.read(frame);
        if (read == null)
        {
            return decoder.reader.fault();
        }
        header = read;
        // A response does not tell what it answers, and so not its type.
        type = header.isResponse() ? null : HeaderTypes.ofRequest(header.code());
        typed = type == null ? null : decoder.typedReader.read(frame, type);
        offset = frameOffset;
        frameLength = frame.length() - Integer.BYTES;
        crc.reset();
        bodyLeft = header.bodyLength();
        if (body != null)
        {
            body.begin(header);
        }
        return null;
    }

    /** Takes the next bytes of the body, and not what is behind it. */
    void body(final byte[] array, final int from, final int most)
    {
        final int bytes = Math.min(bodyLeft, most);
        if (bytes > 0)
        {
            crc.update(array, from, bytes);
            bodyLeft -= bytes;
            if (body != null)
            {
                body.add(array, from, bytes);
            }
        }
    }

    /** How many bytes of the body are to come. */
    int bodyLeft()
    {
        return bodyLeft;
    }

    /**
     * Prints the frame, and reports those of its messages that are malformed.
     *
     * @param start where the frame's bytes begin in its file.
     * @param scale how many bytes of the file are one of the frame's.
     */
    void print(final long start, final int scale)
    {
        pair();
        step = decoder.trail == null ? null : decoder.trail.step(this, decoder.i);
        if (isChosen() && decoder.choice.takes(decoder.time))
        {
            show();
        }
        if (body != null)
        {
            for (final BodyMessages.Refused refused : messages().refused())
            {
                decoder.report(source, offset, refused.reason(), start + scale * (header.bodyOffset() + refused.at()),
                    refused.message());
            }
            body.end();
        }
    }

    /** A response has codes of its own: it is chosen by its request, if that was seen. */
    private boolean isChosen()
    {
        if (decoder.trail != null)
        {
            return step != null;
        }
        if (decoder.failed && !(header.isResponse() && CodeNames.isError(header.code())))
        {
            return false;
        }
        return decoder.codes == null || (request != null ? decoder.codes.contains(request.code())
            : !header.isResponse() && decoder.codes.contains(header.code()));
    }

    private void show()
    {
        if (decoder.text == null)
        {
            decoder.console.lines.write(this);
        }
        else
        {
            decoder.text.print(this, decoder.i, decoder.time, source);
        }
    }

    RemotingHeader header()
    {
        return header;
    }

    /** The header's own fields, and their type; null if it is not known which it is, or if it has a wrong value. */
    @Nullable
    TypedHeader typed()
    {
        return typed;
    }

    /** Null if it is not known. */
    @Nullable
    HeaderType<?> type()
    {
        return type;
    }

    /** The request that the frame answers; null if it is none or was not seen. */
    @Nullable
    SentRequest request()
    {
        return request;
    }

    /** Without the four bytes of the length itself. */
    int frameLength()
    {
        return frameLength;
    }

    /** Of a frame whose messages are wanted. */
    private BodyMessages messages()
    {
        return Objects.requireNonNull(decoder.messages);
    }

    /** How many messages the body holds; -1 if they are not wanted, or if it holds none. */
    int messageCount()
    {
        return body == null ? -1 : messages().count(body);
    }

    /** Null unless messages are followed. */
    RemotingTrail.@Nullable Step step()
    {
        return step;
    }

    /** Whether one of the messages in the body is a wanted one. All are tried. */
    boolean hasMessage(final Predicate<StoredMessage> record, final Predicate<BatchEntry> entry)
    {
        final boolean[] found = new boolean[1];
        if (body != null)
        {
            messages().each(body, message -> found[0] |= record.test(message), each -> found[0] |= entry.test(
                each));
        }
        return found[0];
    }

    /** A field of the header by its long name; null if there is none. */
    @Nullable
    String field(final String name)
    {
        final Object value = typed == null ? header.extField(name) : typed.get(name);
        return value == null ? null : value.toString();
    }

    /** Remembers a request, and finds that of a response. */
    private void pair()
    {
        request = null;
        if (source.connection() == null || !header.hasOpaque())
        {
            return;
        }
        if (header.isResponse())
        {
            request = decoder.requests.answered(source, header.opaque());
        }
        else if (!header.isOneway())
        {
            decoder.requests.sent(source, header.opaque(),
                new SentRequest(decoder.i, header.code(), topic(), decoder.time));
        }
    }

    /** The topic that a request names; null for none. */
    @Nullable
    String topic()
    {
        if (header.extFields() == null)
        {
            return null;
        }
        final String topic = header.extFields().get("topic");
        return topic != null ? topic : type == HeaderTypes.ofRequest(RequestCode.SEND_MESSAGE_V2.code()) ? header
            .extFields().get("b") : null;
    }

    /** How long the response took, in microseconds; -1 if that is not known. */
    long latency()
    {
        return request == null || !Times.isKnown(request.time()) || !Times.isKnown(decoder.time) ? -1 : Math.max(0,
            decoder.time - request.time());
    }

    /** Lets go of a frame of which bytes are missing. */
    void drop()
    {
        bodyLeft = 0;
        if (body != null)
        {
            body.end();
        }
    }

    /** How much is held of the body, in bytes of memory. */
    int held()
    {
        return body == null ? 0 : body.held();
    }

    @Override
    public void writeTo(final JsonGenerator json) throws IOException
    {
        json.writeNumberField("i", decoder.i);
        json.writeNumberField("offset", offset);
        json.writeNumberField("frameLength", frameLength);
        json.writeStringField("serializeType", header.serializeType().name());
        json.writeNumberField("code", header.code());
        json.writeStringField("language", header.language() == null ? null : header.language().name());
        json.writeNumberField("version", header.version());
        json.writeFieldName("opaque");
        if (header.hasOpaque())
        {
            json.writeNumber(header.opaque());
        }
        else
        {
            json.writeNull();
        }
        json.writeNumberField("flag", header.flag());
        json.writeStringField("remark", header.remark());
        writeExtFields(json);
        json.writeNumberField("bodyLength", header.bodyLength());
        json.writeNumberField("bodyCrc32", header.bodyLength() == 0 ? 0 : crc.getValue());
        json.writeStringField("codeName", CodeNames.of(header.code(), header.isResponse()));
        json.writeBooleanField("response", header.isResponse());
        json.writeBooleanField("oneway", header.isOneway());
        if (step != null)
        {
            json.writeStringField("step", step.name());
        }
        if (source.connection() != null)
        {
            json.writeStringField("connection", source.connection());
            writeTimes(json);
        }
        if (typed != null)
        {
            writeTyped(typed, json);
        }
        if (body != null)
        {
            messages().write(body, json);
        }
    }

    private void writeTimes(final JsonGenerator json) throws IOException
    {
        if (Times.isKnown(decoder.time))
        {
            json.writeStringField("time", Times.text(decoder.time));
        }
        if (request != null)
        {
            json.writeObjectFieldStart("request");
            json.writeNumberField("i", request.i());
            json.writeNumberField("code", request.code());
            json.writeStringField("codeName", request.codeName());
            if (request.topic() != null)
            {
                json.writeStringField("topic", request.topic());
            }
            json.writeEndObject();
        }
        if (latency() >= 0)
        {
            json.writeNumberField("latencyMicros", latency());
        }
    }

    private void writeTyped(final TypedHeader fields, final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("header");
        // One class reads both alphabets of send requests, and these are its fields.
        json.writeStringField("type", fields.headerType().name());
        for (final HeaderField field : Objects.requireNonNull(type).fields())
        {
            final Object value = fields.get(field.name());
            if (value != null)
            {
                json.writeFieldName(field.name());
                write(json, value);
            }
        }
        json.writeEndObject();
    }

    private void write(final JsonGenerator json, final Object value) throws IOException
    {
        if (value instanceof Number)
        {
            json.writeNumber(((Number)value).longValue());
        }
        else if (value instanceof Boolean)
        {
            json.writeBoolean((Boolean)value);
        }
        else
        {
            json.writeString(value.toString());
        }
    }

    private void writeExtFields(final JsonGenerator json) throws IOException
    {
        json.writeFieldName("extFields");
        if (header.extFields() == null)
        {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        for (final Map.Entry<String, String> entry : header.extFields().entrySet())
        {
            json.writeStringField(entry.getKey() == null ? "" : entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }
}
