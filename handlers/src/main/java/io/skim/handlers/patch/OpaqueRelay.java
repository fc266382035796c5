package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
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

    private static final int OPAQUE = 0;
    private static final int FLAG = 1;
    private static final RemotingInterest INTEREST =
        RemotingScanner.interest().field(RemotingField.OPAQUE, OPAQUE).field(
            RemotingField.FLAG, FLAG).build();
    private static final int RESPONSE_BIT = 1;
    private static final int ONEWAY_BIT = 2;
    private static final int GREATEST_CAPACITY = 1 << 24;
    private static final int NONE = -1;
    private static final int SERIALIZE_TYPE = 4;
    private static final int JSON = 0;

    private final RemotingPatcher patcher;
    private final Recorder recorder = new Recorder();
    /** For binary headers as they mostly are, whose opaque and flag have their places. */
    private final BinaryWalk walk;
    private final Cursor cursor = new Cursor();
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

    private FrameView frame;
    private boolean restoring;
    /** Whether the opaque has four bytes of its own, and no scan is on its way. */
    private boolean inPlace;
    private long[] marks = new long[2];
    private int markCount;
    private int flag;
    private int opaque;
    private int opaqueOffset;
    private int opaqueLength;
    /** Whether it is a number in digits; lenient also takes quotes around it. */
    private boolean opaquePlain;
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
        this(capacity, Limits.DEFAULT);
    }

    /**
     * Makes a strict relay.
     *
     * @param capacity the number of requests that may wait for their responses; a power of two.
     * @param limits   of the frames.
     * @throws IllegalArgumentException if the capacity is no power of two up to 16,777,216.
     */
    public OpaqueRelay(final int capacity, final Limits limits)
    {
        this(capacity, limits, Strictness.STRICT);
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
        patcher = new RemotingPatcher(limits, strictness);
        walk = new BinaryWalk(limits);
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
     * length. Use it for the operator's own clients, such as those of a sidecar, and in a gateway that has just scanned the
     * same frame strictly and to its end.
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
        restoring = false;
        client = from;
        time = now;
        run(request);
        if (!patch().isReady())
        {
            release(place);
        }
        return patch().isReady();
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
        run(response);
        if (patch().isReady())
        {
            release(place);
        }
        return patch().isReady();
    }

    private void run(final FrameView view)
    {
        frame = view;
        markCount = 0;
        flag = 0;
        opaque = 0;
        place = NONE;
        final boolean trusted = restoring ? serverTrusted : clientsTrusted;
        if (!(trusted && walk.measure(view)) && !isUsual(view))
        {
            patcher.run(view, INTEREST, recorder);
            return;
        }
        inPlace = true;
        // One load for both.
        final long fields = Long.reverseBytes(view.getLongLittleEndian(BinaryHeader.OPAQUE));
        opaque = (int)(fields >>> Integer.SIZE);
        flag = (int)fields;
        patcher.begin(view);
        map();
        patch().ready(walk.headerEnd);
        inPlace = false;
    }

    private boolean isUsual(final FrameView view)
    {
        return walk.open(view) && walk.check(view.array(), view.arrayOffset(), BinaryNames.NONE);
    }

    private void release(final int freed)
    {
        if (freed != NONE && pending[freed] != NONE)
        {
            pending[freed] = NONE;
            free[freeCount++] = freed;
        }
    }

    private void map()
    {
        if ((flag & RESPONSE_BIT) != (restoring ? RESPONSE_BIT : 0))
        {
            patcher.refuse(Refusal.WRONG_DIRECTION);
        }
        else if (markCount == 0 && !inPlace)
        {
            patcher.refuse(Refusal.OPAQUE_MISSING);
        }
        else if (restoring)
        {
            unmap();
        }
        else if ((flag & ONEWAY_BIT) != 0)
        {
            mapped = ONEWAY;
            replace(mapped);
        }
        else if (freeCount == 0)
        {
            patcher.refuse(Refusal.TABLE_FULL);
        }
        else
        {
            place = free[--freeCount];
            mapped = next[place];
            next[place] = mapped + mask + 1 & Integer.MAX_VALUE;
            pending[place] = mapped;
            clients[place] = client;
            opaques[place] = opaque;
            times[place] = time;
            replace(mapped);
        }
    }

    private void unmap()
    {
        final int found = opaque & mask;
        if (opaque < 0 || pending[found] != opaque)
        {
            patcher.refuse(Refusal.OPAQUE_UNKNOWN);
            return;
        }
        place = found;
        mapped = opaque;
        client = clients[found];
        replace(opaques[found]);
    }

    private void replace(final int number)
    {
        if (inPlace)
        {
            if (number != opaque)
            {
                final EditList edits = patch().edits;
                edits.begin(BinaryHeader.OPAQUE, Integer.BYTES).putInt(number);
                edits.end();
            }
            return;
        }
        if (markCount == 1 && number == opaque)
        {
            return;
        }
        if (markCount == 1 && opaquePlain && frame.getByte(SERIALIZE_TYPE) == JSON
            && ByteSink.decimalLength(number) <= opaqueLength)
        {
            // As a layout does where the new number is no wider.
            final EditList edits = patch().edits;
            edits.begin(opaqueOffset, opaqueLength).putDecimal(number, opaqueLength);
            edits.end();
            return;
        }
        for (int i = 0; i < markCount; i++)
        {
            patcher.replaceField(frame.at(marks[i], cursor), number);
        }
    }

    /**
     * The client of the last frame.
     *
     * @return its number, as given with the request.
     */
    public int client()
    {
        return client;
    }

    /**
     * The opaque of the last frame on the upstream connection.
     *
     * @return the relay's own, or {@link #ONEWAY}.
     */
    public int upstreamOpaque()
    {
        return mapped;
    }

    /**
     * The patch of the last frame.
     *
     * @return always the same object, reused for each frame.
     */
    public HeaderPatch patch()
    {
        return patcher.patch();
    }

    /**
     * The reason and place of the last refusal by the scanner.
     *
     * @return the scanner's fault; absent unless the last frame was malformed.
     */
    public Fault fault()
    {
        return patcher.fault();
    }

    /**
     * How many requests wait for their responses.
     *
     * @return up to the capacity.
     */
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

    /** Gathers the opaque, every duplicate of it, and the flag. */
    private final class Recorder implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id == FLAG)
            {
                flag = value.getInt(0);
                return Action.CONTINUE;
            }
            if (markCount == marks.length)
            {
                marks = Arrays.copyOf(marks, 2 * markCount);
            }
            marks[markCount++] = value.mark();
            opaque = value.getInt(0);
            opaqueOffset = value.offset();
            opaqueLength = value.length();
            opaquePlain = value.kind() == Kind.JSON_NUMBER;
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome == Outcome.COMPLETE)
            {
                map();
            }
        }
    }
}
