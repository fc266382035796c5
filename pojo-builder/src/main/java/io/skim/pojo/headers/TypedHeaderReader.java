package io.skim.pojo.headers;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingNames;
import io.skim.scan.remoting.RemotingReader;
import java.util.Map;

/**
 * Reads remoting frames into typed headers, straight from the bytes, binary or JSON.
 *
 * <pre>
 * final TypedHeaderReader reader = new TypedHeaderReader();
 * final SendMessageRequestHeader header = reader.read(frame, SendMessageRequestHeader.V2);
 * if (header == null) { throw reader.fault().toException(); }
 * </pre>
 *
 * A header has the values that {@code RemotingCommand.decodeCommandCustomHeader} gives. Strict refuses a number that is
 * none, with its offset; lenient leaves the field unset where the reference does, and refuses where the reference throws.
 * Allocates the header and its texts, and nothing else; {@link HeaderType#only} leaves out texts that nobody wants. Reused
 * frame after frame; one thread at a time; nothing of a frame is kept.
 *
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 */
public final class TypedHeaderReader
{
    private static final int RESPONSE = 1;
    private static final RemotingNames NOTHING = RemotingNames.of(Map.of());

    private final RemotingReader reader;
    private final HeaderEntries entries;

    /** Makes a strict reader with the default limits. */
    public TypedHeaderReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public TypedHeaderReader(final Limits limits, final Strictness strictness)
    {
        reader = new RemotingReader(limits, strictness);
        entries = new HeaderEntries(reader, strictness == Strictness.STRICT);
    }

    /**
     * Shares texts that come again, such as groups, topics and names of brokers: a text of up to 32 ASCII characters that
     * was read twice is the same {@code String} from then on, and costs no allocation. The table never grows; hostile
     * texts take each other's places, which costs speed and nothing else.
     *
     * @param slots of the table, a power of two up to 65,536.
     * @return this.
     */
    public TypedHeaderReader sharingTexts(final int slots)
    {
        entries.shareTexts(slots);
        return this;
    }

    /**
     * Reads a frame's header, of which the type is known.
     *
     * @param <T>   the class of the header.
     * @param frame wrapped on one frame.
     * @param type  of its header; neither code nor flag of the frame are looked at.
     * @return yours to keep; or null if the frame is refused, then {@link #fault()} tells why.
     */
    public <T extends TypedHeader> T read(final FrameView frame, final HeaderType<T> type)
    {
        return read(frame, type.everything());
    }

    /**
     * Reads some of the fields of a frame's header, of which the type is known.
     *
     * @param <T>       the class of the header.
     * @param frame     wrapped on one frame.
     * @param selection what to read; all other fields stay as in a new header.
     * @return yours to keep; or null if the frame is refused, then {@link #fault()} tells why.
     */
    public <T extends TypedHeader> T read(final FrameView frame, final HeaderSelection<T> selection)
    {
        return reader.wrap(frame) ? fill(frame, selection) : null;
    }

    private <T extends TypedHeader> T fill(final FrameView frame,
        final HeaderSelection<T> selection)
    {
        final T header = selection.type.newHeader();
        if (entries.read(frame, selection, header) < 0)
        {
            return null;
        }
        header.fill(entries);
        return reader.fault().isPresent() || entries.end() < 0 ? null : header;
    }

    /**
     * Reads the header of a request whose code tells its type.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is a response or no type
     *     is known for its code.
     */
    public TypedHeader readRequest(final FrameView frame)
    {
        if (!reader.wrap(frame))
        {
            return null;
        }
        final int assumed = reader.code();
        final TypedHeader header = fill(frame, assumed);
        // In a JSON header the code may stand behind the ext fields, or occur again: it is known at the end.
        if (reader.fault().isPresent() && (reader.isBinary() || !pass(frame)) || isResponse())
        {
            return null;
        }
        return header != null && reader.code() == assumed ? header : refill(frame, reader.code());
    }

    private TypedHeader fill(final FrameView frame, final int code)
    {
        final HeaderType<?> type = HeaderTypes.ofRequest(code);
        return type == null ? drain() : fill(frame, type.everything());
    }

    private TypedHeader refill(final FrameView frame, final int code)
    {
        final HeaderType<?> type = HeaderTypes.ofRequest(code);
        return type == null ? null : read(frame, type);
    }

    private TypedHeader drain()
    {
        while (reader.nextEntry(NOTHING) >= 0)
        {
            // On the way a fault may come up; entries are passed over.
        }
        return null;
    }

    /** Reads to the end without looking at any field; false if the frame is refused. */
    private boolean pass(final FrameView frame)
    {
        if (reader.wrap(frame))
        {
            drain();
        }
        return !reader.fault().isPresent();
    }

    private boolean isResponse()
    {
        return (reader.flag() & RESPONSE) != 0;
    }

    /**
     * Reads the header of a response.
     *
     * @param frame       wrapped on one frame.
     * @param requestCode of the request that it answers, which the response itself does not tell.
     * @return yours to keep; null if the frame is refused, and without a {@link #fault()} if it is a request or no type
     *     is known for answers to that code.
     */
    public TypedHeader readResponse(final FrameView frame, final int requestCode)
    {
        final HeaderType<?> type = HeaderTypes.ofResponse(requestCode);
        if (type == null)
        {
            pass(frame);
            return null;
        }
        final TypedHeader header = read(frame, type);
        return header != null && isResponse() ? header : null;
    }

    /**
     * The fixed fields of the frame read last, and where its body is.
     *
     * @return this reader's own, done or refused; valid while the frame is wrapped.
     */
    public RemotingReader remoting()
    {
        return reader;
    }

    /**
     * Why the last frame was refused.
     *
     * @return this reader's own view, absent unless it was.
     */
    public Fault fault()
    {
        return reader.fault();
    }
}
