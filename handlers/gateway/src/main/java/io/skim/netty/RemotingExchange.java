package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.scan.Cursor;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.ResponseCode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A frame between a client and a broker, and what a {@link RemotingFilter} decides about it. The last decision counts. An event loop
 * has one such object: it is valid during the filter's call.
 */
public final class RemotingExchange
{
    /** The code of a request that is not known. */
    public static final int UNKNOWN = Integer.MIN_VALUE;

    /** The greatest number that can be kept with a request. */
    public static final int MOST_TAG = 65_535;

    /** What becomes of a frame. */
    public enum Decision
    {
        /** Goes on, as it is or patched. */
        PASS,
        /** A request is answered by the proxy; a response is replaced. */
        ANSWER,
        /** Is dropped without an answer. */
        DROP,
        /** Its connection is closed. */
        CLOSE
    }

    private final Cursor cursor = new Cursor();
    @SuppressWarnings("NullAway.Init") // begin sets it
    private RemotingPair pair;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private RemotingFrame frame;
    private boolean fromClient;
    private boolean known;
    private long now;
    private boolean active;

    private Decision decision = Decision.PASS;
    private boolean patched;
    private @Nullable HeaderPatch patch;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private Upstream upstream;
    private int code;
    private int flag;
    private int opaque;
    private boolean binary;
    private int answerCode;
    private @Nullable ByteBuf replacement;
    private @Nullable Upstream mirror;
    private @Nullable List<Upstream> several;
    private boolean introduces;
    private boolean part;
    private int weight;
    private long delay;
    private int tag;
    private boolean keeps;
    private long kept;
    private @Nullable CharSequence text;

    RemotingExchange()
    {
    }

    /** Begins a frame. Stores references only if they change: this object is old, so storing one costs a fence (G1 on JDK 17). */
    RemotingExchange begin(final RemotingPair ofPair, final RemotingFrame ofFrame, final boolean isFromClient,
        final Upstream first, final long time)
    {
        if (pair != ofPair)
        {
            pair = ofPair;
        }
        if (frame != ofFrame)
        {
            frame = ofFrame;
        }
        if (upstream != first)
        {
            upstream = first;
        }
        active = true;
        fromClient = isFromClient;
        now = time;
        known = false;
        keeps = false;
        pass();
        delay = 0;
        tag = 0;
        introduces = false;
        part = false;
        weight = 0;
        // Kept, for a filter that reads a long body may move the window of the view off the header.
        final RemotingHeaderView header = ofFrame.header();
        code = header.code();
        flag = header.flag();
        opaque = header.opaque();
        binary = header.isBinary();
        return this;
    }

    /** Ends a frame. The references stay for the next one of the same channel, see {@link #forget}. */
    void end()
    {
        release();
        active = false;
        if (mirror != null)
        {
            mirror = null;
        }
        if (several != null)
        {
            several = null;
        }
        if (text != null)
        {
            text = null;
        }
    }

    /** Releases the references to the last frame, unless one is in progress. */
    @SuppressWarnings("NullAway") // no reads until begin
    void forget()
    {
        if (!active)
        {
            pair = null;
            frame = null;
            patch = null;
            upstream = null;
        }
    }

    /** The opaque of the client, of a frame that has another one on a shared connection. */
    void opaque(final int ofClient)
    {
        opaque = ofClient;
    }

    /** Notes that the frame is one of several responses, and not the last one. */
    void isOneOfSeveral()
    {
        part = true;
    }

    /** Notes whether the pair's table has the request of a response. */
    void know(final boolean isKnown)
    {
        known = isKnown;
    }

    /** {@return the frame, scanned once} */
    public RemotingFrame frame()
    {
        return frame;
    }

    /** {@return the scanner, whose last scan is that of the frame} */
    public RemotingScanner scanner()
    {
        return frame.scanner();
    }

    /** {@return random access to the header of the frame} */
    public RemotingHeaderView header()
    {
        return frame.header();
    }

    /** {@return the channel of the client, whose attributes may have what the filter knows of it} */
    public Channel client()
    {
        return pair.client();
    }

    /** {@return whether the frame comes from the client, not from a broker} */
    public boolean isFromClient()
    {
        return fromClient;
    }

    /** {@return whether the frame is a response} */
    public boolean isResponse()
    {
        return RemotingFlag.isResponse(flag);
    }

    /** {@return whether the sender expects no response} */
    public boolean isOneway()
    {
        return RemotingFlag.isOneway(flag);
    }

    /** {@return the opaque of the frame as the client knows it} */
    public int opaque()
    {
        return opaque;
    }

    /** {@return whether the header is binary, not JSON} */
    public boolean isBinary()
    {
        return binary;
    }

    /** The code of the frame: of a request, or the status of a response. */
    int code()
    {
        return code;
    }

    /** {@return the server that the frame comes from or will go to} */
    public Upstream upstream()
    {
        return upstream;
    }

    /** {@return the time of this frame, from {@link System#nanoTime}; frames that were received together have the same} */
    public long now()
    {
        return now;
    }

    /**
     * The code of the request.
     *
     * @return that of this frame, or of the request that this response belongs to; {@link #UNKNOWN} if that is not known.
     */
    public int requestCode()
    {
        if (!isResponse())
        {
            return code;
        }
        return known ? pending().code() : UNKNOWN;
    }

    /** {@return the age of the request that this response belongs to, in nanoseconds; {@code -1} if it is not known} */
    public long requestAge()
    {
        return known ? now - pending().time() : -1;
    }

    /**
     * The name that was kept with the request by {@link #keep}.
     *
     * @return the text; empty if there is none. Allocates.
     */
    public String keptName()
    {
        return known ? pending().name() : "";
    }

    /**
     * Whether a name was kept with the request.
     *
     * @param utf8 the name.
     * @return true if it is equal.
     */
    public boolean hasKeptName(final byte[] utf8)
    {
        return known && pending().hasName(utf8);
    }

    /**
     * Copies the name that was kept with the request by {@link #keep}. Allocates nothing.
     *
     * @param dst in which {@link PendingRequests#MOST_NAME} bytes have room.
     * @return the length of the name in UTF-8; 0 if there is none.
     */
    public int copyKeptName(final byte[] dst)
    {
        return known ? pending().copyName(dst) : 0;
    }

    private PendingRequests pending()
    {
        return pair.pending(fromClient);
    }

    /**
     * Keeps a name with this request for its response, for example the topic. One that is longer than {@link
     * PendingRequests#MOST_NAME} is not kept.
     *
     * @param name a value of this frame; it may be null.
     */
    public void keep(final Cursor name)
    {
        keeps = !name.isNull();
        kept = name.mark();
    }

    /** Adds the kept name to the request that was added last. */
    void addKeptName(final PendingRequests requests)
    {
        if (keeps)
        {
            requests.name(frame.view().at(kept, cursor));
        }
    }

    private void release()
    {
        if (replacement != null)
        {
            replacement.release();
            replacement = null;
        }
    }

    /**
     * Keeps a number with this request for its response, for example which of several name maps was applied.
     *
     * @param number from 0 to {@link #MOST_TAG}; 0 unless it is set.
     * @throws IllegalArgumentException if it is another one.
     */
    public void tag(final int number)
    {
        if (number < 0 || number > MOST_TAG)
        {
            throw new IllegalArgumentException("the tag " + number + " is not from 0 to " + MOST_TAG);
        }
        tag = number;
    }

    /** {@return the number that was kept with the request of this response by {@link #tag(int)}; 0 if that is not known} */
    public int requestTag()
    {
        return known ? RequestMark.tag(pending().mark()) : 0;
    }

    /** Lets the frame pass, unchanged. */
    public void pass()
    {
        if (decision != Decision.PASS)
        {
            decision = Decision.PASS;
        }
        patched = false;
        release();
    }

    /**
     * Sends another frame in place of this one, which has the same opaque and is a request if this one is; for example one that was
     * edited twice.
     *
     * @param frame whose readable bytes are the frame; released by the proxy.
     * @throws IllegalStateException if not all of this frame has arrived; then the other one is released.
     */
    public void replace(final ByteBuf frame)
    {
        if (!this.frame.isWhole())
        {
            frame.release();
            throw new IllegalStateException("the body of the frame is still to come: see RemotingFilter.needsBody");
        }
        pass();
        replacement = frame;
    }

    /**
     * Sends a copy of a request of the client, as it goes on, to another server too. The client gets nothing from that server. A
     * copy is left out while that server takes no more, or if not all of the frame has arrived.
     *
     * @param server the same object for the same server.
     */
    public void mirror(final Upstream server)
    {
        mirror = fromClient ? Objects.requireNonNull(server, "server") : null;
    }

    /**
     * Holds a request of the client, or a response to the client, back for a time. Later frames overtake it. A frame of which not
     * all has arrived is not held back. Nor is one while others of its client wait, to the same side, that have 4 MiB together.
     *
     * @param nanos in nanoseconds.
     */
    public void delay(final long nanos)
    {
        delay = fromClient || isResponse() ? nanos : 0;
    }

    /**
     * Lets the frame pass with its header patched. If the patch was refused, the proxy's policy for refused edits holds.
     *
     * @param ofFrame made of this frame; it stays as it is until the filter has returned and the frame is written.
     */
    public void patch(final HeaderPatch ofFrame)
    {
        pass();
        if (patch != Objects.requireNonNull(ofFrame, "patch"))
        {
            patch = ofFrame;
        }
        patched = true;
    }

    /**
     * Sends a request of the client to another server. It has no effect on other frames.
     *
     * @param server the same object for the same server.
     */
    public void route(final Upstream server)
    {
        if (fromClient && upstream != Objects.requireNonNull(server, "server"))
        {
            upstream = server;
        }
        if (several != null)
        {
            several = null;
        }
        introduces = false;
    }

    /**
     * Sends a request of the client to several servers, to each by the connection that takes the client's other requests to it. All of the
     * frame must have arrived. Of their responses the client gets one, when all have come: the last one of the greatest {@linkplain
     * #weigh weight}. Servers that are lost are not waited for, and none longer than a second if another one has responded. If all are lost,
     * the request is answered with {@link ResponseCode#SERVICE_NOT_AVAILABLE}.
     *
     * @param servers    at least one, the same objects for the same servers; the list must not change.
     * @param introduces whether a copy, without a response, is to precede the first request on each further connection, see {@link
     *                   #routeIntroduced}.
     * @throws IllegalArgumentException if there is no server.
     * @throws IllegalStateException    if not all of the frame has arrived.
     */
    public void routeToAll(final List<Upstream> servers, final boolean introduces)
    {
        if (servers.isEmpty())
        {
            throw new IllegalArgumentException("a request goes to one server at least");
        }
        if (!frame.isWhole())
        {
            throw new IllegalStateException("the body of the frame is still to come: see RemotingFilter.needsBody");
        }
        if (fromClient && !isResponse())
        {
            several = servers;
            this.introduces = introduces;
        }
    }

    /**
     * Sends a request of the client to another server, as {@link #route} does. If a connection is made for it, the last request that went
     * to several servers and introduces the client is sent first: servers know clients by what those told on the same connection.
     *
     * @param server the same object for the same server.
     */
    public void routeIntroduced(final Upstream server)
    {
        route(server);
        introduces = fromClient && !isResponse();
    }

    /**
     * {@return whether this is one of several responses to a request that went to {@linkplain #routeToAll several servers}, and further ones
     * are due: the client may get another one in place of it}
     */
    public boolean isPart()
    {
        return part;
    }

    /**
     * Says how much a response means in comparison with others to the same request, see {@link #routeToAll}.
     *
     * @param newWeight 0 unless it is set; the client gets a response of the greatest.
     */
    public void weigh(final int newWeight)
    {
        weight = newWeight;
    }

    /**
     * Answers a request in its own encoding and drops it; a request whose sender expects no response is dropped. A response is
     * replaced.
     *
     * @param code   of the answer.
     * @param remark of the answer.
     */
    public void answer(final ResponseCode code, final CharSequence remark)
    {
        answer(code.code(), remark);
    }

    /**
     * Answers a request, see {@link #answer(ResponseCode, CharSequence)}.
     *
     * @param code   of the answer, which fits into 16 bits.
     * @param remark of the answer.
     */
    public void answer(final int code, final CharSequence remark)
    {
        decision = Decision.ANSWER;
        answerCode = code;
        text = Objects.requireNonNull(remark, "remark");
    }

    /** Drops the frame without an answer. */
    public void drop()
    {
        decision = Decision.DROP;
    }

    /**
     * Closes the client's connection, when all that was decided before is sent.
     *
     * @param why for the log.
     */
    public void close(final String why)
    {
        decision = Decision.CLOSE;
        text = Objects.requireNonNull(why, "why");
    }

    /** {@return what was decided so far} */
    public Decision decision()
    {
        return decision;
    }

    /** The frame in place of this one; null if there is none. */
    @Nullable
    ByteBuf replacement()
    {
        return replacement;
    }

    /** The frame in place of this one, which the caller then owns; null if there is none. */
    @Nullable
    ByteBuf takeReplacement()
    {
        final ByteBuf taken = replacement;
        replacement = null;
        return taken;
    }

    /** Where a copy goes; null if none is to be sent. */
    @Nullable
    Upstream mirror()
    {
        return mirror;
    }

    /** The servers that a request goes to; null if it goes to one. */
    @Nullable
    List<Upstream> several()
    {
        return several;
    }

    /** Whether it introduces the client, or follows its introduction. */
    boolean introduces()
    {
        return introduces;
    }

    int weight()
    {
        return weight;
    }

    long delayNanos()
    {
        return delay;
    }

    int tag()
    {
        return tag;
    }

    /** The patch that was decided on; null if the frame passes as it is. */
    @Nullable
    HeaderPatch patch()
    {
        return patched ? patch : null;
    }

    int answerCode()
    {
        return answerCode;
    }

    /** The remark of an answer, or why the connection is to be closed; other decisions have none. */
    CharSequence text()
    {
        return Objects.requireNonNull(text, "text");
    }
}
