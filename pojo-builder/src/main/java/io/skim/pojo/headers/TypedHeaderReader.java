package io.skim.pojo.headers;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;

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

    private final RemotingHeaderView header;
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
        header = new RemotingHeaderView(limits, strictness);
        entries = new HeaderEntries(header, strictness == Strictness.STRICT);
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
        return header.wrap(frame) ? fill(frame, selection) : null;
    }

    private <T extends TypedHeader> T fill(final FrameView frame, final HeaderSelection<T> selection)
    {
        final T typed = selection.type.newHeader();
        entries.select(frame, selection, typed);
        typed.fill(entries);
        return header.fault().isPresent() || entries.end() < 0 ? null : typed;
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
        if (!header.wrap(frame) || isResponse())
        {
            return null;
        }
        final HeaderType<?> type = HeaderTypes.ofRequest(header.code());
        return type == null ? null : fill(frame, type.everything());
    }

    private boolean isResponse()
    {
        return (header.flag() & RESPONSE) != 0;
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
        if (!header.wrap(frame) || !isResponse())
        {
            return null;
        }
        final HeaderType<?> type = HeaderTypes.ofResponse(requestCode);
        return type == null ? null : fill(frame, type.everything());
    }

    /**
     * The fixed fields of the frame read last, and where its body is.
     *
     * @return this reader's own; valid while the frame is wrapped. Of a frame that was refused it has nothing.
     */
    public RemotingHeaderView remoting()
    {
        return header;
    }

    /**
     * Why the last frame was refused.
     *
     * @return this reader's own view, absent unless it was.
     */
    public Fault fault()
    {
        return header.fault();
    }
}
