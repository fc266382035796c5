package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.skim.pojo.BatchEntry;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.StoredMessage;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.pojo.headers.TypedHeader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import java.io.IOException;
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
    private static final SerializedString I = new SerializedString("i");
    private static final SerializedString OFFSET = new SerializedString("offset");
    private static final SerializedString FRAME_LENGTH = new SerializedString("frameLength");
    private static final SerializedString BODY_LENGTH = new SerializedString("bodyLength");
    private static final SerializedString BODY_CRC = new SerializedString("bodyCrc32");
    private static final SerializedString RESPONSE = new SerializedString("response");
    private static final SerializedString ONEWAY = new SerializedString("oneway");

    private static final int TOPIC = 0;
    private static final int SHORT_TOPIC = 1;
    private static final RemotingInterest TOPICS =
        RemotingScanner.interest().entry("topic", TOPIC).entry("b", SHORT_TOPIC).build();

    private final RemotingDecoder decoder;
    private final Source source;
    /** Null unless its messages are wanted. */
    private final @Nullable GatheredBody body;
    private final CRC32 crc = new CRC32();

    /** What {@link HeldHeader} keeps for it, while it is the header of another frame. */
    private byte @Nullable [] kept;
    /** Null until it is asked for. */
    private @Nullable RemotingHeader object;
    /** Null until it is asked for, or if the frame has none. */
    private @Nullable TypedHeader typed;
    private int code;
    private int flag;
    private int opaque;
    private boolean hasOpaque;
    private int bodyOffset;
    private int bodyLength;
    /** Null if it is not known which it is. */
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
        return bodyOffset;
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
        forget();
        final Fault fault = decoder.held.scan(this, frame);
        if (fault != null)
        {
            return fault;
        }
        readFixedFields(decoder.held.of(this));
        // A response does not tell what it answers, and so not its type.
        type = isResponse() ? null : HeaderTypes.ofRequest(code);
        offset = frameOffset;
        frameLength = frame.length() - Integer.BYTES;
        crc.reset();
        bodyLeft = bodyLength;
        if (body != null)
        {
            body.begin(header());
        }
        return null;
    }

    private void readFixedFields(final RemotingHeaderView header)
    {
        code = header.code();
        flag = header.flag();
        opaque = header.opaque();
        hasOpaque = !header.field(RemotingField.OPAQUE).isNull();
        bodyOffset = header.field(RemotingField.BODY).offset();
        bodyLength = header.field(RemotingField.BODY).length();
    }

    /** Keeps the bytes of the header, because another frame is scanned before this one is printed. */
    void keep(final byte[] bytes)
    {
        kept = bytes;
    }

    /** Gives back the bytes that were kept. */
    byte[] takeKept()
    {
        final byte[] bytes = Objects.requireNonNull(kept, "kept");
        kept = null;
        return bytes;
    }

    boolean isResponse()
    {
        return RemotingFlag.isResponse(flag);
    }

    private boolean isOneway()
    {
        return RemotingFlag.isOneway(flag);
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
                decoder.report(source, offset, refused.reason(), start + scale * (bodyOffset + refused.at()),
                    refused.message());
            }
            body.end();
        }
        letGo();
    }

    private void letGo()
    {
        decoder.held.letGo(this);
        forget();
    }

    private void forget()
    {
        kept = null;
        object = null;
        typed = null;
    }

    /** A response has codes of its own: it is chosen by its request, if that was seen. */
    private boolean isChosen()
    {
        if (decoder.trail != null)
        {
            return step != null;
        }
        if (decoder.failed && !(isResponse() && CodeNames.isError(code)))
        {
            return false;
        }
        return decoder.codes == null || (request != null ? decoder.codes.contains(request.code())
            : !isResponse() && decoder.codes.contains(code));
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

    /** The header as an object, of a frame that was not printed yet. */
    RemotingHeader header()
    {
        if (object == null)
        {
            object = decoder.reader.read(decoder.held.scannerOf(this));
        }
        return object;
    }

    /** The header's own fields, and their type; null if it is not known which it is, or if it has a wrong value. */
    @Nullable
    TypedHeader typed()
    {
        if (typed == null && type != null)
        {
            typed = decoder.typedReader.read(decoder.held.scannerOf(this), type);
        }
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
        final TypedHeader fields = typed();
        final Object value = fields == null ? header().extField(name) : fields.get(name);
        return value == null ? null : value.toString();
    }

    /** Remembers a request, and finds that of a response. */
    private void pair()
    {
        request = null;
        if (source.connection() == null || !hasOpaque)
        {
            return;
        }
        if (isResponse())
        {
            request = decoder.requests.answered(source, opaque);
        }
        else if (!isOneway())
        {
            decoder.requests.sent(source, opaque, new SentRequest(decoder.i, code, topic(), decoder.time));
        }
    }

    /** The topic that a request names; null for none. */
    @Nullable
    String topic()
    {
        final RemotingHeaderView header = decoder.held.of(this);
        header.select(TOPICS);
        final String topic = header.toText(TOPIC);
        return topic != null ? topic
            : type == HeaderTypes.ofRequest(RequestCode.SEND_MESSAGE_V2.code()) ? header.toText(SHORT_TOPIC) : null;
    }

    /** How long the response took, in microseconds; -1 if that is not known. */
    long latency()
    {
        return request == null ? -1 : Times.between(request.time(), decoder.time);
    }

    /** Lets go of a frame of which bytes are missing. */
    void drop()
    {
        bodyLeft = 0;
        if (body != null)
        {
            body.end();
        }
        letGo();
    }

    /** How much is held of header and body, in bytes of memory. */
    int held()
    {
        return (kept == null ? 0 : kept.length) + (body == null ? 0 : body.held());
    }

    @Override
    public void writeTo(final JsonGenerator json) throws IOException
    {
        json.writeFieldName(I);
        json.writeNumber(decoder.i);
        json.writeFieldName(OFFSET);
        json.writeNumber(offset);
        json.writeFieldName(FRAME_LENGTH);
        json.writeNumber(frameLength);
        decoder.json.write(json, decoder.held.of(this), this::header);
        json.writeFieldName(BODY_LENGTH);
        json.writeNumber(bodyLength);
        json.writeFieldName(BODY_CRC);
        json.writeNumber(bodyLength == 0 ? 0 : crc.getValue());
        decoder.json.writeCodeName(json, CodeNames.of(code, isResponse()));
        json.writeFieldName(RESPONSE);
        json.writeBoolean(isResponse());
        json.writeFieldName(ONEWAY);
        json.writeBoolean(isOneway());
        if (step != null)
        {
            json.writeStringField("step", step.name());
        }
        if (source.connection() != null)
        {
            json.writeStringField("connection", source.connection());
            writeTimes(json);
        }
        if (type != null && decoder.typedView.wrap(decoder.held.scannerOf(this), type))
        {
            decoder.json.write(json, decoder.typedView, type);
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
}
