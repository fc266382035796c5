package io.skim.gateway.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Records events. Nothing is allocated and no argument is looked at while nobody records an event, so hot paths may call these methods;
 * texts that must be made first are asked for under {@link #recordsClosed}.
 */
public final class FlightEvents
{
    private static final EventType CLOSED = EventType.getEventType(Closed.class);
    private static final EventType REFUSED = EventType.getEventType(Refused.class);
    private static final EventType SLOW = EventType.getEventType(Slow.class);
    private static final EventType RELOAD = EventType.getEventType(Reload.class);

    private FlightEvents()
    {
    }

    @Name("skim.gateway.ConnectionClosed")
    @Label("Connection Closed")
    @Description("A connection of a client ended")
    @Category({"Skim", "Gateway"})
    @StackTrace(false)
    @SuppressWarnings("NullAway.Init") // closed sets the texts
    static final class Closed extends Event
    {
        @Label("Listener")
        String listener;
        @Label("Client")
        String client;
        @Label("Why")
        String why;
        @Label("Open For")
        @Timespan(Timespan.NANOSECONDS)
        long openFor;
        @Label("Frames In")
        long framesIn;
        @Label("Frames Out")
        long framesOut;
        @Label("Bytes In")
        @DataAmount
        long bytesIn;
        @Label("Bytes Out")
        @DataAmount
        long bytesOut;
    }

    @Name("skim.gateway.FrameRefused")
    @Label("Frame Refused")
    @Description("A frame was malformed or not allowed")
    @Category({"Skim", "Gateway"})
    @StackTrace(false)
    @SuppressWarnings("NullAway.Init") // refused sets the texts
    static final class Refused extends Event
    {
        @Label("Listener")
        String listener;
        @Label("Reason")
        String reason;
        @Label("Request Code")
        @Description("-1 for a malformed frame")
        int code;
        @Label("Offset")
        @Description("Of the fault in the frame, in bytes; -1 for a well-formed frame")
        long offset;
    }

    @Name("skim.gateway.SlowRequest")
    @Label("Slow Request")
    @Description("A request was answered later than the threshold of the gateway")
    @Category({"Skim", "Gateway"})
    @StackTrace(false)
    @SuppressWarnings("NullAway.Init") // slow sets the texts
    static final class Slow extends Event
    {
        @Label("Listener")
        String listener;
        @Label("Request Code")
        int code;
        @Label("Time to Answer")
        @Timespan(Timespan.NANOSECONDS)
        long latency;
    }

    @Name("skim.gateway.Reload")
    @Label("Configuration Reload")
    @Description("The configuration was read again")
    @Category({"Skim", "Gateway"})
    @StackTrace(false)
    static final class Reload extends Event
    {
        @Label("Succeeded")
        boolean succeeded;
        @Label("Generation")
        @Description("Of the configuration in use after it")
        long generation;
        @Label("Message")
        @Nullable
        String message;
    }

    /** {@return whether somebody records the ends of connections} */
    public static boolean recordsClosed()
    {
        return CLOSED.isEnabled();
    }

    /**
     * Records the end of a connection.
     *
     * @param listener  that accepted it.
     * @param client    its address.
     * @param why       the reason.
     * @param openFor   how long it was open, in nanoseconds.
     * @param framesIn  frames from the client.
     * @param framesOut frames to it.
     * @param bytesIn   bytes of the frames from it.
     * @param bytesOut  bytes of the frames to it.
     */
    public static void closed(final String listener, final String client, final String why, final long openFor,
        final long framesIn, final long framesOut, final long bytesIn, final long bytesOut)
    {
        if (CLOSED.isEnabled())
        {
            final Closed event = new Closed();
            event.listener = listener;
            event.client = client;
            event.why = why;
            event.openFor = openFor;
            event.framesIn = framesIn;
            event.framesOut = framesOut;
            event.bytesIn = bytesIn;
            event.bytesOut = bytesOut;
            event.commit();
        }
    }

    /**
     * Records a frame that was malformed or not allowed.
     *
     * @param listener whose client sent it.
     * @param reason   why it was refused.
     * @param code     of the request; -1 for a malformed frame.
     * @param offset   of the fault; -1 for a well-formed frame.
     */
    public static void refused(final String listener, final String reason, final int code, final long offset)
    {
        if (REFUSED.isEnabled())
        {
            final Refused event = new Refused();
            event.listener = listener;
            event.reason = reason;
            event.code = code;
            event.offset = offset;
            event.commit();
        }
    }

    /**
     * Records a request that was answered late.
     *
     * @param listener whose client sent it.
     * @param code     of the request.
     * @param nanos    from the request to its answer.
     */
    public static void slow(final String listener, final int code, final long nanos)
    {
        if (SLOW.isEnabled())
        {
            final Slow event = new Slow();
            event.listener = listener;
            event.code = code;
            event.latency = nanos;
            event.commit();
        }
    }

    /**
     * Records a reload of the configuration.
     *
     * @param succeeded  whether the new configuration is in use.
     * @param generation of the configuration in use after it.
     * @param message    why it failed; {@code null} if it did not.
     */
    public static void reload(final boolean succeeded, final long generation, final @Nullable String message)
    {
        if (RELOAD.isEnabled())
        {
            final Reload event = new Reload();
            event.succeeded = succeeded;
            event.generation = generation;
            event.message = message;
            event.commit();
        }
    }
}
