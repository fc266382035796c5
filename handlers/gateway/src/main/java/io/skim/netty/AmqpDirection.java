package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.collection.IntObjectHashMap;
import io.skim.handlers.patch.AmqpAddressMap;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.handlers.patch.AmqpFrameRewriter;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.Cursor;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.Performative;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one peer of a pair sends to the other: its sessions, links and deliveries.
 * <p>
 * Each transfer that comes in goes on as one transfer, also of a delivery that is rejected. So all that the peers count stays the
 * same on both sides: delivery-ids, transfers in the session's windows, the credit of the link.
 */
final class AmqpDirection
{
    private static final int MAX_FRAME_SIZE = Performative.OPEN.fieldIndex("max-frame-size");
    private static final int BEGIN_ID = Performative.BEGIN.fieldIndex("next-outgoing-id");
    private static final int BEGIN_WINDOW = Performative.BEGIN.fieldIndex("incoming-window");
    private static final int FLOW_EXPECTED = Performative.FLOW.fieldIndex("next-incoming-id");
    private static final int FLOW_WINDOW = Performative.FLOW.fieldIndex("incoming-window");
    private static final long GREATEST_UINT = 0xFFFF_FFFFL;
    /** What a peer must accept before it has announced more: part 2, section 2.7.1. */
    private static final long LEAST_FRAME_SIZE = 512;
    private static final int SASL_CODE_LIMIT = 4;
    private static final int TLS = 2;
    private static final String LIMIT = "amqp:resource-limit-exceeded";
    private static final String DECODE_ERROR = "amqp:decode-error";
    private static final String NOT_ALLOWED = "amqp:not-allowed";
    private static final String HANDLE_IN_USE = "amqp:session:handle-in-use";

    final boolean fromClient;
    /** Where the frames go on. */
    @SuppressWarnings("NullAway.Init") // the pair sets it with the connection, before the first frame
    FrameOutput output;
    /** The other direction. */
    @SuppressWarnings("NullAway.Init") // the pair sets it
    AmqpDirection peer;
    /** The longest frame that the sender of this direction accepts. */
    long accepts = LEAST_FRAME_SIZE;
    /** Whether anything has passed on, an open, a close. */
    boolean begun;
    boolean opened;
    boolean closed;
    /** Whether bytes that are no frames have come. */
    boolean opaque;

    private final AmqpPair pair;
    private final AmqpProxy proxy;
    private final AmqpFrameEdits edits;
    /** What gives the map of link addresses; null if they are not mapped for each connection. */
    private final @Nullable Function<Channel, @Nullable AmqpAddressMap> addresses;
    /** By channel. */
    private final IntObjectHashMap<AmqpSession> sessions = new IntObjectHashMap<>(2);
    private final AmqpLinkCount linkCount;
    private final AmqpHeldFrames held;

    AmqpDirection(final AmqpPair pair, final AmqpProxy proxy, final boolean fromClient)
    {
        this.pair = pair;
        this.proxy = proxy;
        this.fromClient = fromClient;
        linkCount = new AmqpLinkCount(proxy.mostLinks);
        held = new AmqpHeldFrames(this, pair, proxy);
        edits = fromClient ? proxy.toBroker : proxy.toClient;
        addresses = fromClient ? proxy.mapToBroker : proxy.mapToClient;
    }

    /** Takes a frame or protocol header. */
    void onFrame(final AmqpFrame frame)
    {
        final AmqpFrameReader reader = frame.reader();
        final Performative performative = reader.performative();
        proxy.events.onFrame(pair.client(), fromClient, frame.length());
        if (!proxy.passesTls && reader.isProtocolHeader() && reader.protocolId() == TLS)
        {
            pair.tellProtocol(peer.output);
            pair.close(CloseReason.REFUSED, "TLS inside of the connection is not served", null);
            return;
        }
        begun = true;
        if (performative == null)
        {
            // A protocol header, or a sign of life: the peers' idle time-outs count on it.
            frame.passTo(output);
        }
        else if (performative.frameType() == AmqpFrameReader.TYPE_SASL)
        {
            sasl(frame, performative);
        }
        else
        {
            connection(frame, performative);
        }
        if (!pair.isClosing())
        {
            proxy.events.onPassed(pair.client(), fromClient, frame.length());
        }
    }

    private void sasl(final AmqpFrame frame, final Performative performative)
    {
        if (performative == Performative.SASL_OUTCOME && !fromClient)
        {
            final Cursor code = pair.loop.value;
            frame.reader().rewind();
            final int outcome = frame.reader().nextField() == AmqpReader.VALUE ? (int)frame.reader().fields().value(
                code).getLong(SASL_CODE_LIMIT) : SASL_CODE_LIMIT;
            proxy.events.onAuthenticated(pair.client(), outcome);
        }
        edit(frame);
    }

    private void connection(final AmqpFrame frame, final Performative performative)
    {
        if (fromClient && !opened && performative != Performative.OPEN && performative != Performative.CLOSE)
        {
            // Brokers that use Proton-J take it. The rules and the map of addresses are those of the container that the open tells.
            pair.close(CloseReason.MALFORMED, performative + " comes before the open", NOT_ALLOWED);
            return;
        }
        switch (performative)
        {
            case OPEN -> open(frame);
            case CLOSE ->
            {
                passHeld();
                closed = true;
                pair.closed(fromClient);
                edit(frame);
            }
            case BEGIN -> begin(frame);
            default -> inSessionOf(frame);
        }
    }

    /** Sends on all that waits for a head, because nothing more comes. */
    void passHeld()
    {
        held.passAll(sessions.values());
    }

    /** What a frame is that has a performative: neither a protocol header nor an empty frame. */
    private static Performative performative(final AmqpFrame frame)
    {
        return Objects.requireNonNull(frame.reader().performative(), "performative");
    }

    private void inSessionOf(final AmqpFrame frame)
    {
        final AmqpSession session = sessions.get(frame.reader().channel());
        if (session == null)
        {
            edit(frame);
            return;
        }
        session.nextId += performative(frame) == Performative.TRANSFER ? 1 : 0;
        if (session.waiting == null)
        {
            inSession(session, frame);
        }
        else
        {
            held.hold(session, session.waiting, frame);
        }
    }

    /** Whether a delivery that has passed on whole waits for its outcome. */
    boolean isUnsettled()
    {
        for (final AmqpSession session : sessions.values())
        {
            if (!session.unsettled.isEmpty())
            {
                return true;
            }
        }
        return false;
    }

    private void open(final AmqpFrame frame)
    {
        if (opened)
        {
            // Brokers that use Proton-J take it. It would change the rules and the map of addresses of links that are there.
            pair.close(CloseReason.MALFORMED, "the connection is open already", NOT_ALLOWED);
            return;
        }
        final AmqpFrameReader reader = frame.reader();
        accepts = GREATEST_UINT;
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            if (reader.fieldIndex() == MAX_FRAME_SIZE)
            {
                accepts = reader.fields().value(pair.loop.value).getLong(GREATEST_UINT);
            }
            else if (reader.fieldIndex() == 0 && fromClient)
            {
                final Cursor container = reader.fields().value(pair.loop.value);
                proxy.events.onContainer(pair.client(), container.length() > proxy.tools.limits.maxNameLength() ? null
                    : container.toText());
            }
        }
        opened = true;
        edit(frame);
    }

    private void begin(final AmqpFrame frame)
    {
        final int channel = frame.reader().channel();
        final Cursor value = pair.loop.value;
        frame.reader().rewind();
        final boolean answers = frame.reader().nextField() == AmqpReader.VALUE && !frame.reader().fields().value(value)
            .isNull();
        final int other = answers ? (int)value.getLong(0) : AmqpSession.NONE;
        final AmqpSession session = new AmqpSession((int)number(frame, BEGIN_ID, 0));
        session.window = number(frame, BEGIN_WINDOW, 0);
        if (sessions.containsKey(channel))
        {
            // Brokers that use Proton-J keep the session and its links, which this would forget: nothing sent on them would be read.
            pair.close(CloseReason.MALFORMED, "channel " + channel + " has a session already", NOT_ALLOWED);
            return;
        }
        if (sessions.size() >= proxy.mostSessions)
        {
            pair.close(CloseReason.MALFORMED, "more than " + proxy.mostSessions + " sessions", LIMIT);
            return;
        }
        sessions.put(channel, session);
        if (answers)
        {
            final AmqpSession begun = peer.sessions.get(other);
            if (begun != null)
            {
                begun.peerChannel = channel;
                session.peerChannel = other;
            }
        }
        edit(frame);
    }

    /** The number in a field of a frame. */
    private long number(final AmqpFrame frame, final int field, final long otherwise)
    {
        final AmqpFrameReader reader = frame.reader();
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            if (reader.fieldIndex() == field)
            {
                return reader.fields().value(pair.loop.value).getLong(otherwise);
            }
        }
        return otherwise;
    }

    /** Takes note of what the end of a session takes. */
    private void flow(final AmqpSession session, final AmqpFrame frame)
    {
        session.expected = number(frame, FLOW_EXPECTED, AmqpSession.NONE);
        session.window = number(frame, FLOW_WINDOW, 0);
    }

    /** Whether the sender of a session's frames may send no transfer until the receiver takes more: part 2, section 2.5.6. */
    boolean isAtEndOfWindow(final AmqpSession session)
    {
        return session.isAtEnd(peer.sessions.get(session.peerChannel));
    }

    private void end(final int channel)
    {
        final AmqpSession session = sessions.remove(channel);
        if (session == null)
        {
            return;
        }
        session.links.values().forEach(linkCount::remove);
        held.release(session);
        final AmqpSession other = peer.sessions.get(session.peerChannel);
        if (other != null && other.peerChannel == channel)
        {
            // No answers of the proxy's own follow the end, and no outcomes.
            other.peerChannel = AmqpSession.NONE;
            other.unsettled.clear();
        }
    }

    /** Takes a frame of a session that holds none. */
    void inSession(final AmqpSession session, final AmqpFrame frame)
    {
        switch (performative(frame))
        {
            case TRANSFER -> transfer(session, frame);
            case ATTACH -> attach(session, frame);
            case FLOW ->
            {
                flow(session, frame);
                edit(frame);
            }
            case DISPOSITION ->
            {
                disposition(session, frame);
                edit(frame);
            }
            case DETACH ->
            {
                detach(session, frame);
                edit(frame);
            }
            case END ->
            {
                end(frame.reader().channel());
                edit(frame);
            }
            default -> edit(frame);
        }
    }

    private void attach(final AmqpSession session, final AmqpFrame frame)
    {
        final AmqpAttach attach = pair.loop.attach;
        if (!attach.read(frame.reader()))
        {
            malformed(frame);
            return;
        }
        if (attach.tooLong)
        {
            pair.close(CloseReason.MALFORMED, "a link's name or address is too long", LIMIT);
            return;
        }
        if (session.links.containsKey(attach.handle))
        {
            // Brokers that use Proton-J keep the link that is there: its deliveries would be taken for those of this one.
            pair.close(CloseReason.MALFORMED, "handle " + attach.handle + " has a link already", HANDLE_IN_USE);
            return;
        }
        final AmqpLink link = new AmqpLink(fromClient, frame.reader().channel(), attach.handle, attach);
        session.links.put(attach.handle, link);
        linkCount.add(link);
        if (linkCount.isTooMany() || linkCount.isTooLong())
        {
            pair.close(CloseReason.MALFORMED, linkCount.isTooMany() ? "more than " + proxy.mostLinks + " links"
                : "the names and addresses of the links are too long", LIMIT);
            return;
        }
        link.read = link.isSender() && !link.isCoordinator() && pair.loop.filter.reads(pair.client(),
            link);
        proxy.events.onAttach(pair.client(), link);
        edit(frame);
    }

    private void detach(final AmqpSession session, final AmqpFrame frame)
    {
        frame.reader().rewind();
        if (frame.reader().nextField() == AmqpReader.VALUE)
        {
            final long handle = frame.reader().fields().value(pair.loop.value).getLong(-1);
            final AmqpLink link = session.links.remove(handle);
            if (link != null)
            {
                linkCount.remove(link);
                link.end();
                outcomesEnd(session, link.isSender());
            }
        }
    }

    /** Waits for no more outcomes in a session when the last link has gone that could have any. */
    private void outcomesEnd(final AmqpSession session, final boolean sender)
    {
        final AmqpSession sending = sender ? session : peer.sessions.get(session.peerChannel);
        if (sending != null && !sending.unsettled.isEmpty() && !session.hasLinks(sender))
        {
            sending.unsettled.clear();
        }
    }

    private void disposition(final AmqpSession session, final AmqpFrame frame)
    {
        final AmqpDisposition disposition = pair.loop.disposition;
        if (disposition.read(frame.reader()) && disposition.settled)
        {
            final AmqpSession sending =
                disposition.byReceiver ? peer.sessions.get(session.peerChannel) : session;
            if (sending != null)
            {
                sending.unsettled.settle(disposition);
            }
        }
    }

    // Transfers.

    private void transfer(final AmqpSession session, final AmqpFrame frame)
    {
        final AmqpTransfer transfer = pair.loop.transfer;
        if (!transfer.read(frame.reader()))
        {
            malformed(frame);
            return;
        }
        if (transfer.tooLong)
        {
            pair.close(CloseReason.MALFORMED, "the id of a transaction is too long", LIMIT);
            return;
        }
        final AmqpLink link = session.links.get(transfer.handle);
        if (link == null || !link.read || transfer.aborted && link.state == AmqpLink.State.NONE)
        {
            passUnread(session, link, transfer, frame);
            return;
        }
        HeaderPatch patch = null;
        if (link.state == AmqpLink.State.NONE)
        {
            if (transfer.deliveryId < 0)
            {
                malformed(frame);
                return;
            }
            link.deliveryId = transfer.deliveryId;
            link.settled = transfer.settled;
            link.transaction = transfer.transaction;
            if (isDecidable(link, transfer, frame))
            {
                patch = pair.isClosing() ? null : decide(link, transfer, frame);
            }
            else if (held.begin(session, link, frame))
            {
                return;
            }
            else
            {
                AmqpHeldFrames.giveUp(session, link);
                refused(link, Refusal.HEADER_TOO_LONG);
            }
        }
        if (!pair.isClosing())
        {
            emit(session, link, transfer, frame, patch);
        }
        pair.loop.delivery.end();
    }

    /** Passes a transfer on that the filter does not look at. What a coordinator is asked for waits for its outcome, too. */
    private void passUnread(final AmqpSession session, final @Nullable AmqpLink link, final AmqpTransfer transfer,
        final AmqpFrame frame)
    {
        if (link != null && !link.read)
        {
            link.deliveryId = transfer.deliveryId < 0 ? link.deliveryId : transfer.deliveryId;
            link.settled |= transfer.settled;
            if (transfer.aborted || !transfer.more)
            {
                if (!transfer.aborted && !link.settled)
                {
                    session.unsettled.add(link.deliveryId);
                }
                link.settled = false;
            }
        }
        edit(frame);
    }

    /** Whether the first transfer of a delivery has all that the filter needs. */
    private boolean isDecidable(final AmqpLink link, final AmqpTransfer transfer, final AmqpFrame frame)
    {
        link.followed = transfer.more && isMessage(transfer);
        if (!link.followed)
        {
            return true;
        }
        link.sections().begin();
        link.known = 1;
        return !follow(link, frame) || link.sections().bodyOffset() >= 0;
    }

    /** Whether the payload is a message of AMQP's own format, and not the rest of one that was begun before. */
    private static boolean isMessage(final AmqpTransfer transfer)
    {
        return transfer.messageFormat <= 0 && !transfer.resume;
    }

    static boolean follow(final AmqpLink link, final AmqpFrame frame)
    {
        return link.sections().add(frame.view(), frame.reader().payloadOffset(), frame.reader().payloadLength());
    }

    /** Decides about a delivery whose head is in its first transfer; returns the patch to make of that, or null. */
    private @Nullable HeaderPatch decide(final AmqpLink link, final AmqpTransfer transfer, final AmqpFrame frame)
    {
        link.state = AmqpLink.State.PASSING;
        final AmqpProxy.Loop loop = pair.loop;
        if (!isMessage(transfer))
        {
            decideUnread(loop, link, frame);
            return null;
        }
        if (link.followed && link.sections().fault().isPresent())
        {
            refused(link, Refusal.MALFORMED);
            return null;
        }
        final int length = link.followed ? (int)link.sections().bodyOffset() : frame.reader().payloadLength();
        loop.message.wrapPart(frame.view(), frame.reader().payloadOffset(), length, length);
        final HeaderPatch patch = ask(loop, link, !link.followed, true);
        if (patch == null || frame.length() + (long)patch.headerLength() - patch.bodyOffset() <= peer.accepts)
        {
            return patch;
        }
        refused(link, Refusal.FRAME_TOO_LONG);
        return null;
    }

    /** Has the filter decide about a delivery whose payload is no message, if it does that. */
    private void decideUnread(final AmqpProxy.Loop loop, final AmqpLink link, final AmqpFrame frame)
    {
        if (loop.filter.takesUnreadable())
        {
            loop.message.wrapPart(frame.view(), frame.reader().payloadOffset(), 0, 0);
            ask(loop, link, false, false);
        }
        else
        {
            refused(link, Refusal.NOT_SCANNED);
        }
    }

    /** Has the filter decide about the message that is wrapped; returns a patch that changes it, or null. */
    @Nullable
    HeaderPatch ask(final AmqpProxy.Loop loop, final AmqpLink link, final boolean whole,
        final boolean readable)
    {
        final AmqpDelivery delivery = loop.delivery.begin(pair.client(), link, whole, readable);
        if (fromClient)
        {
            loop.filter.toBroker(delivery);
        }
        else
        {
            loop.filter.toClient(delivery);
        }
        proxy.events.onDelivery(delivery);
        switch (delivery.decision())
        {
            case REJECT, DROP -> reject(link, delivery.condition(), delivery.description());
            case CLOSE -> pair.close(CloseReason.FILTER, delivery.description(), delivery.condition());
            default ->
            {
                if (delivery.delayNanos() > 0)
                {
                    pair.delay(delivery.delayNanos());
                }
                final HeaderPatch patch = delivery.patch();
                if (delivery.isRefused())
                {
                    refused(link, Refusal.NOT_SCANNED);
                }
                else if (patch != null && !patch.isReady())
                {
                    refused(link, Objects.requireNonNull(patch.refusal(), "no message was scanned for the patch"));
                }
                else if (patch != null && patch.isChanged())
                {
                    return patch;
                }
            }
        }
        return null;
    }

    private static void reject(final AmqpLink link, final @Nullable String condition,
        final @Nullable String description)
    {
        link.state = AmqpLink.State.REJECTED;
        link.condition = condition;
        link.description = description;
    }

    /** By policy, what comes of a delivery that was not read, or not changed. */
    void refused(final AmqpLink link, final Refusal refusal)
    {
        proxy.events.onRefused(pair.client(), link, refusal);
        // What passes unchanged, or is rejected already, is not followed any further.
        link.followed = false;
        final boolean mayPass =
            proxy.refused != FramePolicy.PASS || pair.loop.filter.mayPassRefused(pair.client(), link);
        switch (mayPass ? proxy.refused : FramePolicy.ANSWER)
        {
            case ANSWER ->
            {
                // Not every client takes an aborted delivery.
                if (fromClient)
                {
                    reject(link, refusal == Refusal.MALFORMED ? DECODE_ERROR : LIMIT, refusal.sentence());
                }
            }
            case CLOSE -> pair.close(CloseReason.REFUSED, refusal.sentence(), DECODE_ERROR);
            default ->
                {
                }
        }
    }

    /** Sends on a transfer of a delivery that was decided about. */
    private void emit(final AmqpSession session, final AmqpLink link, final AmqpTransfer transfer,
        final AmqpFrame frame, final @Nullable HeaderPatch patch)
    {
        if (transfer.deliveryId >= 0 && transfer.deliveryId != link.deliveryId)
        {
            link.end();
            malformed(frame);
            return;
        }
        link.settled |= transfer.settled;
        if (transfer.aborted)
        {
            link.end();
            edit(frame);
            return;
        }
        if (link.followed && link.state == AmqpLink.State.PASSING && !followed(link, transfer, frame))
        {
            refused(link, Refusal.MALFORMED);
            if (pair.isClosing())
            {
                return;
            }
        }
        if (link.state == AmqpLink.State.REJECTED)
        {
            pair.loop.answers.withoutPayload(output, frame.reader().channel(), transfer);
        }
        else
        {
            pass(link, frame, patch);
        }
        if (!transfer.more)
        {
            if (link.state == AmqpLink.State.REJECTED)
            {
                answer(session, link);
            }
            else if (!link.settled)
            {
                session.unsettled.add(link.deliveryId);
            }
            link.end();
        }
    }

    /** Tells the sender of a rejected delivery, unless it is dropped. */
    private void answer(final AmqpSession session, final AmqpLink link)
    {
        final String condition = link.condition;
        // The receiver has written its last frame with its close, and the proxy writes none in its name.
        if (!link.settled && condition != null && session.peerChannel != AmqpSession.NONE && !peer.closed)
        {
            pair.loop.answers.reject(peer.output, session.peerChannel, link, condition, accepts);
            pair.answered();
        }
    }

    /** Whether the sections up to the end of this transfer are those of a message. */
    private static boolean followed(final AmqpLink link, final AmqpTransfer transfer, final AmqpFrame frame)
    {
        if (link.known > 0)
        {
            link.known--;
        }
        else if (!follow(link, frame))
        {
            return false;
        }
        return transfer.more || link.known > 0 || link.sections().isBetweenSections();
    }

    private void pass(final AmqpLink link, final AmqpFrame frame, final @Nullable HeaderPatch patch)
    {
        if (patch != null)
        {
            if (frame.patchedInPlace(patch))
            {
                frame.passTo(output);
                return;
            }
            final int size = frame.length() + patch.headerLength() - patch.bodyOffset();
            final ByteBuf room = output.room(frame.reader().payloadOffset() + patch.headerLength());
            frame.writeHead(room, size);
            patch.writeHeader(room);
            frame.passTo(output, frame.reader().payloadOffset() + patch.bodyOffset());
        }
        else if (link.head != null)
        {
            passReplaced(link, link.head, frame);
        }
        else
        {
            edit(frame);
        }
    }

    /** Passes a held transfer on, with its share of the new head in place of the bytes that this replaces. */
    private void passReplaced(final AmqpLink link, final ByteBuf head, final AmqpFrame frame)
    {
        final int offset = frame.reader().payloadOffset();
        final int payload = frame.reader().payloadLength();
        final int skipped = Math.min(link.replaced, payload);
        final int share =
            AmqpLink.share(head.readableBytes(), payload, link.replaced, link.growth, peer.accepts - offset);
        final ByteBuf room = output.room(offset + share);
        frame.writeHead(room, frame.length() - skipped + share);
        room.writeBytes(head, share);
        link.replaced -= skipped;
        link.growth -= share - skipped;
        if (!head.isReadable())
        {
            head.release();
            link.head = null;
        }
        frame.passTo(output, offset + skipped);
    }

    // Performatives.

    private void edit(final AmqpFrame frame)
    {
        final Performative performative = performative(frame);
        if (!edits.edits(performative))
        {
            frame.passTo(output);
            return;
        }
        final AmqpFrameRewriter rewriter = fromClient ? pair.loop.toBroker : pair.loop.toClient;
        if (addresses != null && performative == Performative.ATTACH)
        {
            rewriter.addresses(addresses.apply(pair.client()));
        }
        if (!rewriter.rewrite(frame.reader()))
        {
            final Refusal refusal = Objects.requireNonNull(rewriter.patch().refusal(), "refusal");
            if (refusal == Refusal.MALFORMED)
            {
                malformed(frame);
            }
            else
            {
                refusedEdit(frame, performative, refusal);
            }
            return;
        }
        final HeaderPatch patch = rewriter.patch();
        final long size = (long)frame.length() + patch.headerLength() - patch.bodyOffset();
        if (patch.isChanged() && performative != Performative.OPEN && size > frame.length() && size > peer.accepts)
        {
            refusedEdit(frame, performative, Refusal.FRAME_TOO_LONG);
            return;
        }
        frame.passTo(output, patch);
    }

    private void refusedEdit(final AmqpFrame frame, final Performative performative, final Refusal refusal)
    {
        proxy.events.onRefused(pair.client(), null, refusal);
        // A client could choose an address that its map does not give, with an attach that has no room for one.
        final boolean mapped =
            fromClient && performative == Performative.ATTACH && addresses != null && addresses.apply(
                pair.client()) != null;
        if (proxy.refused == FramePolicy.PASS && !mapped)
        {
            frame.passTo(output);
        }
        else
        {
            pair.close(CloseReason.REFUSED, refusal.sentence(), LIMIT);
        }
    }

    /** By policy, what comes of a frame that cannot be read. */
    void malformed(final AmqpFrame frame)
    {
        proxy.events.onMalformed(pair.client(), fromClient, frame.reader().fault());
        if (proxy.malformed == FramePolicy.PASS)
        {
            frame.passTo(output);
        }
        else
        {
            pair.close(CloseReason.MALFORMED, frame.reader().fault().isPresent() ? frame.reader().fault().toMessage()
                : "a transfer contradicts its delivery", DECODE_ERROR);
        }
    }

    /** Releases all that is held. */
    void release()
    {
        for (final AmqpSession session : sessions.values())
        {
            held.release(session);
        }
        sessions.clear();
        linkCount.clear();
    }
}
