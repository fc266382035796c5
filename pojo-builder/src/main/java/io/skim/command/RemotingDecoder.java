package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderBuilder;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.pojo.headers.TypedHeader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.HeaderSplitter;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Decodes remoting frames to JSON lines. Headers are held one at a time, bodies not at all, unless their messages are
 * wanted: their pieces go into the checksum as they pass by.
 */
final class RemotingDecoder extends Decoder
{
    private static final int GREATEST_HEADER = 16_777_215;
    private static final int MOST_ENTRIES = 65_536;

    /** The reference has no limit of its own but for the frame's. */
    private static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_HEADER).withMaxNameLength(
        GREATEST_HEADER).withMaxValueLength(GREATEST_HEADER).withMaxEntryCount(MOST_ENTRIES);

    private final RemotingScanner scanner;
    private final HeaderSplitter splitter = new HeaderSplitter(LIMITS);
    private final FrameView view = new FrameView(LIMITS);
    private final RemotingHeaderBuilder builder = new RemotingHeaderBuilder();
    private final CodeNames names = new CodeNames();
    private final CRC32 crc = new CRC32();
    private final HeaderLine line = new HeaderLine();
    private final TypedHeaderReader typedReader;
    private final Strictness strictness;
    /** Null unless they are wanted. */
    private BodyMessages messages;

    private RemotingHeader header;
    /** Null if it is not known which it is, or if it has a value that it cannot have. */
    private TypedHeader typed;
    private HeaderType<?> type;
    private long offset;
    private int frameLength;
    /** Bytes of the body that the checksum has not seen. */
    private int bodyLeft;

    RemotingDecoder(final Console console, final Strictness strictness)
    {
        super(console, LIMITS.maxFrameLength());
        scanner = new RemotingScanner(LIMITS, strictness);
        typedReader = new TypedHeaderReader(LIMITS, strictness);
        this.strictness = strictness;
    }

    @Override
    void showMessages()
    {
        messages = new BodyMessages(LIMITS, strictness);
    }

    @Override
    void decode(final InputStream in) throws IOException
    {
        splitter.reset();
        header = null;
        boolean refused = false;
        boolean within = false;
        long bytes = 0;
        while (true)
        {
            switch (splitter.next())
            {
                case MORE:
                    beforeRead(in);
                    final int read = splitter.read(in);
                    if (read < 0)
                    {
                        endOfInput(refused && within);
                        return;
                    }
                    bytes += read;
                    progress(bytes);
                    break;
                case HEADER:
                    refused = !begin(splitter.header(), splitter.frameOffset());
                    within = true;
                    break;
                case BODY:
                    body(splitter.piece());
                    break;
                case END:
                    within = false;
                    if (!refused)
                    {
                        print();
                    }
                    i++;
                    break;
                default:
                    malformed(splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
                    i++;
                    return;
            }
        }
    }

    /** A frame that was refused already is not reported again for being cut off. */
    private void endOfInput(final boolean reported)
    {
        if (!splitter.end())
        {
            if (!reported)
            {
                malformed(splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
            }
            i++;
        }
    }

    @Override
    void decode(final HexLines hex)
    {
        view.wrap(hex.bytes(), 0, hex.length());
        if (scanner.scan(view, RemotingHeaderBuilder.INTEREST, builder) != Outcome.COMPLETE)
        {
            malformed(hex, scanner.fault());
            return;
        }
        header = builder.header();
        readTyped(view);
        offset = hex.offset();
        frameLength = hex.length() - Integer.BYTES;
        beginBody();
        take(hex.bytes(), header.bodyOffset(), header.bodyLength());
        console.lines.write(line);
        if (messages != null)
        {
            for (final BodyMessages.Refused refused : messages.refused())
            {
                console.malformed(i, offset, refused.reason(), hex.firstDigit() + 2 * (header.bodyOffset() + refused
                    .at()), refused.message(), file);
            }
        }
    }

    /** Scans a header; false if it is refused. */
    private boolean begin(final FrameView frame, final long frameOffset)
    {
        header = null;
        bodyLeft = 0;
        if (scanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) != Outcome.COMPLETE)
        {
            malformed(frameOffset, scanner.fault(), frameOffset + scanner.fault().offset());
            return false;
        }
        header = builder.header();
        readTyped(frame);
        offset = frameOffset;
        frameLength = frame.length() - Integer.BYTES;
        beginBody();
        // Lenient: where a binary header is longer than its fields, the reference takes the body from their end.
        final int behind = frame.length() - bodyLeft - header.bodyOffset();
        if (behind > 0)
        {
            take(frame.array(), frame.arrayOffset() + header.bodyOffset(), behind);
        }
        return true;
    }

    /** A response does not tell what it answers, and so not its type. */
    private void readTyped(final FrameView frame)
    {
        type = header.isResponse() ? null : HeaderTypes.ofRequest(header.code());
        typed = type == null ? null : typedReader.read(frame, type);
    }

    private void body(final FrameView piece)
    {
        take(piece.array(), piece.arrayOffset(), piece.length());
    }

    private void beginBody()
    {
        crc.reset();
        bodyLeft = header.bodyLength();
        if (messages != null)
        {
            messages.begin(header);
        }
    }

    /** Takes the next bytes of the body, and not what is behind it. */
    private void take(final byte[] array, final int from, final int most)
    {
        final int bytes = Math.min(bodyLeft, most);
        if (bytes > 0)
        {
            crc.update(array, from, bytes);
            bodyLeft -= bytes;
            if (messages != null)
            {
                messages.add(array, from, bytes);
            }
        }
    }

    private void print()
    {
        console.lines.write(line);
        if (messages != null)
        {
            for (final BodyMessages.Refused refused : messages.refused())
            {
                console.malformed(i, offset, refused.reason(), offset + header.bodyOffset() + refused.at(), refused
                    .message(), file);
            }
        }
    }

    /** Writes the current frame; one object, since a lambda would be made for each line. */
    private final class HeaderLine implements JsonLines.Members
    {
        @Override
        public void writeTo(final JsonGenerator json) throws IOException
        {
            json.writeNumberField("i", i);
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
            json.writeStringField("codeName", names.of(header.code(), header.isResponse()));
            json.writeBooleanField("response", header.isResponse());
            json.writeBooleanField("oneway", header.isOneway());
            if (typed != null)
            {
                writeTyped(json);
            }
            if (messages != null)
            {
                messages.writeTo(json);
            }
        }

        private void writeTyped(final JsonGenerator json) throws IOException
        {
            json.writeObjectFieldStart("header");
            // One class reads both alphabets of send requests, and these are its fields.
            json.writeStringField("type", typed.headerType().name());
            for (final HeaderField field : type.fields())
            {
                final Object value = typed.get(field.name());
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
}
