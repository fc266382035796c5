package io.skim.pojo.headers;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import org.jspecify.annotations.Nullable;

/**
 * Reads typed headers from the bytes of remoting frames, binary or JSON.
 *
 * <pre>
 * final TypedHeaderReader reader = new TypedHeaderReader();
 * final SendMessageRequestHeader header = reader.read(frame, SendMessageRequestHeader.V2);
 * if (header == null) { throw reader.fault().toException(); }
 * </pre>
 *
 * A header has the values that {@code RemotingCommand.decodeCommandCustomHeader} gives. If the text of a number is not a number,
 * strict refuses the frame with the offset; lenient leaves the field unset where the reference does, and refuses where the
 * reference throws. Allocates only the header and its texts; {@link HeaderType#only} leaves out texts. Reused for each frame; one
 * thread at a time; keeps nothing of a frame.
 *
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 */
public final class TypedHeaderReader
{
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
     * @param limits     bounds of lengths, counts and depth.
     * @param strictness whether to refuse or to read the oddities that the reference decoder accepts.
     */
    public TypedHeaderReader(final Limits limits, final Strictness strictness)
    {
        header = new RemotingHeaderView(limits, strictness);
        entries = new HeaderEntries(header, strictness == Strictness.STRICT);
    }

    /**
     * Shares repeated texts, such as groups, topics and names of brokers: a text of up to 32 ASCII characters that was read twice
     * is the same {@code String} from then on, without allocation. The table never grows. Texts with equal hashes replace each
     * other, which costs only time.
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
     * Reads the header of a frame as a given type.
     *
     * @param <T>   the class of the header.
     * @param frame wrapped on one frame.
     * @param type  of its header; code and flag of the frame are not checked.
     * @return yours to keep; or null if the frame is refused; then {@link #fault()} has the reason.
     */
    public <T extends TypedHeader> @Nullable T read(final FrameView frame, final HeaderType<T> type)
    {
        return read(frame, type.everything());
    }

    /**
     * Reads some fields of the header of a frame as a given type.
     *
     * @param <T>       the class of the header.
     * @param frame     wrapped on one frame.
     * @param selection the type and the fields to read; all other fields stay as in a new header.
     * @return yours to keep; or null if the frame is refused; then {@link #fault()} has the reason.
     */
    public <T extends TypedHeader> @Nullable T read(final FrameView frame, final HeaderSelection<T> selection)
    {
        return wrap(frame) ? fill(frame, selection) : null;
    }

    /**
     * Reads the header that a scanner has just scanned as a given type, without another scan.
     *
     * @param <T>     the class of the header.
     * @param scanned whose last scan has completed; of the same strictness as this reader.
     * @param type    of its header; code and flag of the frame are not checked.
     * @return yours to keep; or null if the header is refused as this type; then {@link #fault()} has the reason. The scanner's
     *     scan stays as it is.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public <T extends TypedHeader> @Nullable T read(final RemotingScanner scanned, final HeaderType<T> type)
    {
        return read(scanned, type.everything());
    }

    /**
     * Reads some fields of the header that a scanner has just scanned, without another scan.
     *
     * @param <T>       the class of the header.
     * @param scanned   whose last scan has completed; of the same strictness as this reader.
     * @param selection the type and the fields to read; all other fields stay as in a new header.
     * @return yours to keep; or null if the header is refused as this type; then {@link #fault()} has the reason. The scanner's
     *     scan stays as it is.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public <T extends TypedHeader> @Nullable T read(final RemotingScanner scanned, final HeaderSelection<T> selection)
    {
        entries.begin();
        header.wrap(scanned);
        return fill(scanned.scanned(), selection);
    }

    private boolean wrap(final FrameView frame)
    {
        entries.begin();
        return header.wrap(frame);
    }

    private <T extends TypedHeader> @Nullable T fill(final FrameView frame, final HeaderSelection<T> selection)
    {
        final T typed = selection.type.newHeader();
        entries.select(frame, selection);
        entries.keepOthers(typed);
        typed.fill(entries);
        return header.fault().isPresent() || entries.end() < 0 ? null : typed;
    }

    /**
     * Reads the header of a request as the type of its code.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; null if the frame is refused, and null without a {@link #fault()} if it is a response or there is no
     *     type for its code.
     */
    public @Nullable TypedHeader readRequest(final FrameView frame)
    {
        if (!wrap(frame) || RemotingFlag.isResponse(header.flag()))
        {
            return null;
        }
        final HeaderType<?> type = HeaderTypes.ofRequest(header.code());
        return type == null ? null : fill(frame, type.everything());
    }

    /**
     * Reads the header of a response.
     *
     * @param frame       wrapped on one frame.
     * @param requestCode of the request that it answers; a response does not contain it.
     * @return yours to keep; null if the frame is refused, and null without a {@link #fault()} if it is a request or there is no
     *     type for responses to that code.
     */
    public @Nullable TypedHeader readResponse(final FrameView frame, final int requestCode)
    {
        if (!wrap(frame) || !RemotingFlag.isResponse(header.flag()))
        {
            return null;
        }
        final HeaderType<?> type = HeaderTypes.ofResponse(requestCode);
        return type == null ? null : fill(frame, type.everything());
    }

    /**
     * The fixed fields of the last frame, and the extent of its body.
     *
     * @return this reader's own view, valid while the frame is wrapped; empty after a refused frame.
     */
    public RemotingHeaderView remoting()
    {
        return header;
    }

    /** {@return the field for which the last frame was refused; null if it was not refused, or is malformed} */
    public @Nullable HeaderField faultyField()
    {
        return entries.refused();
    }

    /** {@return why the last frame was refused: this reader's own fault, which the next read resets; absent if it was not} */
    public Fault fault()
    {
        return header.fault();
    }
}
