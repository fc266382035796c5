package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.HeaderAccess;
import io.skim.bytes.HeaderIndex;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Arrays;

/**
 * Maps the opaques of many clients to opaques of one upstream connection, and back. The server of that connection matches
 * answers by the opaque alone.
 *
 * <pre>
 * client 1 ── opaque 7 ──┐                                          ┌── opaque 7 ──► client 1
 *                        ├─► forward ─► opaque 4096 ─► server ─► restore
 * client 2 ── opaque 7 ──┘              opaque 4097                 └── opaque 7 ──► client 2
 * </pre>
 *
 * In a binary header the new opaque overwrites four bytes in place. In JSON it does so if it fits into the old number and the
 * blanks before it; otherwise the header is copied. A signature does not cover the opaque.
 * <p>
 * The table is bounded, and forwarding and restoring allocate nothing. The relay refuses a response whose opaque was answered
 * or forgotten before, or was never assigned, so a late response never reaches another client. {@link #expire} removes
 * requests without an answer. Oneway requests take no place in the table: they have the opaque {@link #ONEWAY}.
 * <p>
 * One thread at a time, as a connection has.
 *
 * @see "NettyRemotingAbstract.responseTable, release 5.5.1"
 */
public final class OpaqueRelay
{
    /** The opaque of all oneway requests, which have no response. */
    public static final int ONEWAY = -1;

    private static final int OPAQUE = RemotingField.OPAQUE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int RESPONSE_BIT = 1;
    private static final int ONEWAY_BIT = 2;
    private static final int GREATEST_CAPACITY = 1 << 24;
    private static final int NONE = -1;
    private static final int BINARY = 1;

    private final HeaderEditor editor;
    private final RemotingScanner scanner;
    private final int maxFrameLength;
    private final int maxHeaderLength;
    private final int maxMapLength;
    private final int mask;
    private boolean clientsTrusted;
    private boolean serverTrusted;

    /** For each place the opaque it has given out, {@link #NONE} while free; the one it gives out next. */
    private final int[] pending;
    private final int[] next;
    private final int[] clients;
    private final int[] opaques;
    private final long[] times;
    /** The free places, as a stack. */
    private final int[] free;
    private int freeCount;

    private boolean restoring;
    private int mapped;
    private int place;
    private int client;
    private long time;

    /**
     * Makes a strict relay with the default limits.
     *
     * @param capacity the number of requests that may wait for their responses; a power of two.
     */
    public OpaqueRelay(final int capacity)
    {
        this(capacity, Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a relay with a strictness, like a scanner. A frame without an opaque, which only lenient accepts, cannot be
     * answered, and is refused as {@link Refusal#OPAQUE_MISSING}.
     *
     * @param capacity   the number of requests that may wait for their responses; a power of two.
     * @param limits     of the frames.
     * @param strictness of the scan, in both directions.
     * @throws IllegalArgumentException if the capacity is no power of two up to 16,777,216.
     */
    public OpaqueRelay(final int capacity, final Limits limits, final Strictness strictness)
    {
        if (capacity < 1 || capacity > GREATEST_CAPACITY || Integer.bitCount(capacity) != 1)
        {
            throw new IllegalArgumentException(
                "capacity " + capacity + " is no power of two up to " + GREATEST_CAPACITY);
        }
        editor = new HeaderEditor(limits);
        scanner = new RemotingScanner(limits, strictness);
        maxFrameLength = limits.maxFrameLength() - Integer.BYTES;
        maxHeaderLength = limits.maxHeaderLength();
        // Less than any entry takes: of fewer bytes per entry there may be too many entries.
        maxMapLength = (int)Math.min(limits.maxValueLength(), (long)limits.maxEntryCount() * BinaryHeader.ENTRY_LENGTHS
            - 1);
        mask = capacity - 1;
        pending = new int[capacity];
        next = new int[capacity];
        clients = new int[capacity];
        opaques = new int[capacity];
        times = new long[capacity];
        free = new int[capacity];
        Arrays.fill(pending, NONE);
        for (int i = 0; i < capacity; i++)
        {
            next[i] = i;
            free[i] = mask - i;
        }
        freeCount = capacity;
    }

    /**
     * Trusts the clients to send well-formed binary headers, so that {@link #forward} takes the same time for headers of any
     * length. Use it for the operator's own clients, such as those of a sidecar. In a gateway that has just scanned the
     * same frame, use {@link #forward(RemotingScanner, int, long)}.
     * <p>
     * The relay then reads only numbers at known offsets of a binary header. The lengths of frame, header, remark and ext
     * fields must match each other and the limits, and the frame must be a request. A frame that does not pass is checked
     * in full, and refused for the same reason. The relay does not read the remark and the ext fields: lengths of names and
     * values, their UTF-8, their limits.
     * <p>
     * The risk: the relay forwards broken entries, and the server refuses them. RocketMQ's server then closes the connection,
     * for all clients that share it. JSON is always checked.
     *
     * @return this.
     */
    public OpaqueRelay trustingClients()
    {
        clientsTrusted = true;
        return this;
    }

    /**
     * Trusts the server to send well-formed binary headers, so that {@link #restore} takes the same time however long they
     * are. Use it for responses of a broker that the operator runs. The relay reads as little as for {@link
     * #trustingClients trusted clients}.
     * <p>
     * The risk: a client that receives broken entries closes its connection, as RocketMQ's does. Its request then no longer
     * waits in the table. JSON is always checked.
     *
     * @return this.
     */
    public OpaqueRelay trustingServer()
    {
        serverTrusted = true;
        return this;
    }

    /**
     * Takes a client's request, and prepares the patch that gives it an opaque of the relay.
     *
     * @param request exactly one frame, wrapped; it must stay so while the patch is used.
     * @param from    the client's number, which {@link #client()} gives back with the response.
     * @param now     a time for {@link #expire}, in the caller's unit.
     * @return true if the patch is ready; if false, no request was added to the table, and the refusal has the reason:
     *     malformed, a response, or too many waiting requests.
     */
    public boolean forward(final FrameView request, final int from, final long now)
    {
        forwarding(from, now);
        run(request, clientsTrusted);
        return finish();
    }

    /**
     * Takes a client's request that has just been scanned, and prepares the patch that gives it an opaque of the relay,
     * without another scan.
     *
     * @param scanned whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch
     *                is used.
     * @param from    the client's number, which {@link #client()} gives back with the response.
     * @param now     a time for {@link #expire}, in the caller's unit.
     * @return as {@link #forward(FrameView, int, long)}.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}; then no request was added to the table.
     */
    public boolean forward(final RemotingScanner scanned, final int from, final long now)
    {
        final FrameView request = scanned.scanned();
        forwarding(from, now);
        run(request, scanned);
        return finish();
    }

    private void forwarding(final int from, final long now)
    {
        restoring = false;
        client = from;
        time = now;
    }

    /** Frees the place of a request that is not forwarded, or is answered. */
    private boolean finish()
    {
        final boolean ready = patch().isReady();
        if (ready == restoring)
        {
            release(place);
        }
        return ready;
    }

    /**
     * Takes the server's response, and prepares the patch that gives it the opaque of the client's request. Removes the
     * request from the table.
     *
     * @param response exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready, for {@link #client()}; if false, a waiting request stays in the table, and the
     *     refusal has the reason: malformed, a request, or a response without a waiting request.
     */
    public boolean restore(final FrameView response)
    {
        restoring = true;
        run(response, serverTrusted);
        return finish();
    }

    /**
     * Takes the server's response that has just been scanned, and prepares the patch that gives it the opaque of the client's
     * request, without another scan. Removes the request from the table.
     *
     * @param scanned whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch
     *                is used.
     * @return as {@link #restore(FrameView)}.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}; then the table has not changed.
     */
    public boolean restore(final RemotingScanner scanned)
    {
        final FrameView response = scanned.scanned();
        restoring = true;
        run(response, scanned);
        return finish();
    }

    private void run(final FrameView view, final boolean trusted)
    {
        place = NONE;
        final int headerEnd = trusted ? measure(view) : 0;
        if (headerEnd > 0)
        {
            Faults.reset(scanner.fault());
            patch().reset(view);
            runBinary(view, headerEnd);
        }
        else if (scanner.check(view))
        {
            run(view, scanner);
        }
        else
        {
            patch().reset(view);
            patch().refuse(Refusal.MALFORMED);
        }
    }

    private void run(final FrameView view, final RemotingScanner scanned)
    {
        place = NONE;
        if (scanned != scanner)
        {
            Faults.reset(scanner.fault());
        }
        final int headerEnd = HeaderLayout.headerEnd(Frames.array(view), Frames.arrayOffset(view));
        final HeaderIndex index = HeaderAccess.index(scanned);
        if (Frames.array(view)[Frames.arrayOffset(view) + Integer.BYTES] == BINARY)
        {
            patch().reset(view);
            runBinary(view, headerEnd);
            return;
        }
        editor.begin(view, index);
        final long last = index.field(OPAQUE);
        final int flag = editor.number(index.field(FLAG));
        if (!isDue(flag))
        {
            return;
        }
        if (last == HeaderIndex.ABSENT)
        {
            patch().refuse(Refusal.OPAQUE_MISSING);
            return;
        }
        final int opaque = editor.number(last);
        final int fresh = map(opaque, flag);
        if (patch().refusal() == null)
        {
            replace(index, last, opaque, fresh);
        }
        editor.detach();
    }

    /** Gives all opaques of a JSON header another number. */
    private void replace(final HeaderIndex index, final long last, final int opaque, final int fresh)
    {
        final HeaderLayout layout = editor.layout();
        for (int i = 0; i < index.earlierCount(); i++)
        {
            if (HeaderIndex.ordinal(index.earlier(i)) == OPAQUE && editor.number(index.earlier(i)) != fresh)
            {
                layout.replace(index.earlier(i), fresh);
            }
        }
        if (opaque != fresh)
        {
            layout.replace(last, fresh);
        }
        editor.finish(layout);
    }

    private void runBinary(final FrameView view, final int headerEnd)
    {
        // One load for both.
        final long fields = Long.reverseBytes(Frames.getLongLittleEndian(view, BinaryHeader.OPAQUE));
        final int opaque = (int)(fields >>> Integer.SIZE);
        final int flag = (int)fields;
        final int fresh = isDue(flag) ? map(opaque, flag) : opaque;
        if (fresh != opaque)
        {
            patch().edits.begin(BinaryHeader.OPAQUE, Integer.BYTES).putInt(fresh);
            patch().edits.end();
        }
        patch().ready(headerEnd, 0);
    }

    /**
     * Checks the lengths of a binary frame, its header, remark and ext fields against each other, and looks at no text: the
     * remark and what is in the ext fields are as the sender made them. Nothing is loaded that is not at hand.
     *
     * @return where the header ends; 0 if the frame is to be scanned.
     */
    private int measure(final FrameView frame)
    {
        final int available = frame.available();
        if (available < BinaryHeader.MAP)
        {
            return 0;
        }
        final long prefix = Long.reverseBytes(Frames.getLongLittleEndian(frame, 0));
        final long frameLength = prefix >>> Integer.SIZE;
        final int headerLength = (int)prefix & 0xFF_FFFF;
        final int inner = headerLength - BinaryHeader.LEAST_LENGTH;
        final int headerEnd = BinaryHeader.START + headerLength;
        // What is too long for the scratch of the view is refused, unless the buffer has an array.
        return (int)prefix >>> 24 == BINARY && frameLength == frame.length() - Integer.BYTES
            && frameLength <= maxFrameLength && headerLength <= maxHeaderLength
            && headerLength <= available - BinaryHeader.START && inner >= 0 && isFilled(frame, inner)
            && (headerEnd <= Frames.scratchLength(frame) || Frames.load(frame, headerEnd)) ? headerEnd : 0;
    }

    /** Whether remark and ext fields take as many bytes as there are for them, and no more than those may. */
    private boolean isFilled(final FrameView frame, final int inner)
    {
        final long lengths = Long.reverseBytes(Frames.getLongLittleEndian(frame, BinaryHeader.REMARK_LENGTH));
        final int remark = (int)(lengths >>> Integer.SIZE);
        if (remark < 0 || remark > inner)
        {
            return false;
        }
        // Behind a remark the map's length stands further on; the bytes in front of it are in the header too.
        final int map = remark == 0 ? (int)lengths
            : (int)Long.reverseBytes(Frames.getLongLittleEndian(frame, BinaryHeader.REMARK_LENGTH + remark));
        return map == inner - remark && map <= maxMapLength;
    }

    /** Whether a frame goes the way that it is to go; if not, it is refused. */
    private boolean isDue(final int flag)
    {
        return (flag & RESPONSE_BIT) == (restoring ? RESPONSE_BIT : 0) || patch().refuse(Refusal.WRONG_DIRECTION);
    }

    private void release(final int freed)
    {
        if (freed != NONE && pending[freed] != NONE)
        {
            pending[freed] = NONE;
            free[freeCount++] = freed;
        }
    }

    /** The other opaque of a frame; its own, if the frame is refused. */
    private int map(final int opaque, final int flag)
    {
        if (restoring)
        {
            return unmap(opaque);
        }
        if ((flag & ONEWAY_BIT) != 0)
        {
            mapped = ONEWAY;
            return mapped;
        }
        if (freeCount == 0)
        {
            patch().refuse(Refusal.TABLE_FULL);
            return opaque;
        }
        place = free[--freeCount];
        mapped = next[place];
        next[place] = mapped + mask + 1 & Integer.MAX_VALUE;
        pending[place] = mapped;
        clients[place] = client;
        opaques[place] = opaque;
        times[place] = time;
        return mapped;
    }

    private int unmap(final int opaque)
    {
        final int found = opaque & mask;
        if (opaque < 0 || pending[found] != opaque)
        {
            patch().refuse(Refusal.OPAQUE_UNKNOWN);
            return opaque;
        }
        place = found;
        mapped = opaque;
        client = clients[found];
        return opaques[found];
    }

    /** {@return the number of the last frame's client, as given with the request} */
    public int client()
    {
        return client;
    }

    /** {@return the opaque of the last frame on the upstream connection: the relay's own, or {@link #ONEWAY}} */
    public int upstreamOpaque()
    {
        return mapped;
    }

    /** {@return the patch of the last frame: always the same object, reused for each frame} */
    public HeaderPatch patch()
    {
        return editor.patch;
    }

    /** {@return the reason and place of the last refusal by the scanner; absent unless the last frame was malformed} */
    public Fault fault()
    {
        return scanner.fault();
    }

    /** {@return how many requests wait for their responses, up to the capacity} */
    public int waiting()
    {
        return pending.length - freeCount;
    }

    /**
     * Forgets a request, say because it could not be sent. Its response will be refused.
     *
     * @param upstream its opaque on the upstream connection.
     * @return whether it was waiting.
     */
    public boolean forget(final int upstream)
    {
        final boolean known = upstream >= 0 && pending[upstream & mask] == upstream;
        if (known)
        {
            release(upstream & mask);
        }
        return known;
    }

    /**
     * Forgets all requests of a client, say because it has gone. Their responses will be refused. Looks at the whole
     * table.
     *
     * @param gone the client's number.
     * @return how many were waiting.
     */
    public int forgetClient(final int gone)
    {
        int count = 0;
        for (int i = 0; i < pending.length; i++)
        {
            if (pending[i] != NONE && clients[i] == gone)
            {
                release(i);
                count++;
            }
        }
        return count;
    }

    /**
     * Forgets all requests that were forwarded before a time. Their responses will be refused. Looks at the whole
     * table.
     *
     * @param before in the unit of {@link #forward}; compared by difference, so that it may wrap around.
     * @return how many were waiting.
     */
    public int expire(final long before)
    {
        int count = 0;
        for (int i = 0; i < pending.length; i++)
        {
            if (pending[i] != NONE && times[i] - before < 0)
            {
                release(i);
                count++;
            }
        }
        return count;
    }
}
