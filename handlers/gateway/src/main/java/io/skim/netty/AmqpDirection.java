package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
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
import io.skim.scan.amqp.DeliverySections;
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
    private static final long GREATEST_UINT = 0xFFFF_FFFFL;
    /** What a peer must accept before it has announced more: part 2, section 2.7.1. */
    private static final long LEAST_FRAME_SIZE = 512;
    /** How many frames a session may hold for the head of a delivery. */
    private static final int MOST_HELD_FRAMES = 64;
    private static final int SASL_CODE_LIMIT = 4;
    private static final int TLS = 2;
    private static final int FIRST = Performative.DISPOSITION.fieldIndex("first");
    private static final int LAST = Performative.DISPOSITION.fieldIndex("last");
    private static final String LIMIT = "amqp:resource-limit-exceeded";
    private static final String DECODE_ERROR = "amqp:decode-error";

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
    private int linkCount;
    private int heldBytes;
    /** Deliveries that have passed on whole, and that the peer has not settled. */
    private long unsettled;

    AmqpDirection(final AmqpPair pair, final AmqpProxy proxy, final boolean fromClient)
    {
        this.pair = pair;
        this.proxy = proxy;
        this.fromClient = fromClient;
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
            proxy.loop().answers.protocolHeader(peer.output);
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
    }

    private void sasl(final AmqpFrame frame, final Performative performative)
    {
        if (performative == Performative.SASL_OUTCOME && !fromClient)
        {
            final Cursor code = proxy.loop().value;
            frame.reader().rewind();
            final int outcome = frame.reader().nextField() == AmqpReader.VALUE ? (int)frame.reader().fields().value(
                code).getLong(SASL_CODE_LIMIT) : SASL_CODE_LIMIT;
            proxy.events.onAuthenticated(pair.client(), outcome);
        }
        edit(frame);
    }

    private void connection(final AmqpFrame frame, final Performative performative)
    {
        switch (performative)
        {
            case OPEN -> open(frame);
            case CLOSE ->
            {
                decideAll();
                closed = true;
                edit(frame);
            }
            case BEGIN -> begin(frame);
            case DISPOSITION ->
            {
                peer.settle(frame.reader());
                inSessionOf(frame);
            }
            default -> inSessionOf(frame);
        }
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
        }
        else if (session.waiting == null)
        {
            inSession(session, frame);
        }
        else
        {
            hold(session, session.waiting, frame);
        }
    }

    /** Whether a delivery that has passed on whole waits for its outcome. */
    boolean isUnsettled()
    {
        return unsettled > 0;
    }

    /** The peer has sent a disposition. */
    private void settle(final AmqpFrameReader reader)
    {
        if (unsettled == 0)
        {
            return;
        }
        final Cursor value = proxy.loop().value;
        boolean settles = false;
        boolean receives = false;
        long first = 0;
        long last = -1;
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            final int field = reader.fieldIndex();
            reader.fields().value(value);
            if (field == FIRST || field == LAST && !value.isNull())
            {
                first = field == FIRST ? value.getLong(0) : first;
                last = value.getLong(0);
            }
            else if (field < FIRST)
            {
                receives = value.getBoolean(false);
            }
            else if (field == LAST + 1)
            {
                settles = value.getBoolean(false);
            }
        }
        if (receives && settles)
        {
            // Numbers wrap around after 2^32.
            unsettled = Math.max(0, unsettled - 1 - (last - first & GREATEST_UINT));
        }
    }

    private void open(final AmqpFrame frame)
    {
        final AmqpFrameReader reader = frame.reader();
        accepts = GREATEST_UINT;
        reader.rewind();
        while (reader.nextField() == AmqpReader.VALUE)
        {
            if (reader.fieldIndex() == MAX_FRAME_SIZE)
            {
                accepts = reader.fields().value(proxy.loop().value).getLong(GREATEST_UINT);
            }
            else if (reader.fieldIndex() == 0 && fromClient)
            {
                final Cursor container = reader.fields().value(proxy.loop().value);
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
        final Cursor value = proxy.loop().value;
        frame.reader().rewind();
        final boolean answers = frame.reader().nextField() == AmqpReader.VALUE && !frame.reader().fields().value(value)
            .isNull();
        final AmqpSession session = new AmqpSession();
        if (sessions.size() >= proxy.mostSessions && !sessions.containsKey(channel))
        {
            pair.close(CloseReason.MALFORMED, "more than " + proxy.mostSessions + " sessions", LIMIT);
            return;
        }
        forget(sessions.put(channel, session));
        if (answers)
        {
            final int other = (int)value.getLong(0);
            final AmqpSession begun = peer.sessions.get(other);
            if (begun != null)
            {
                begun.peerChannel = channel;
                session.peerChannel = other;
            }
        }
        edit(frame);
    }

    private void forget(final @Nullable AmqpSession session)
    {
        if (session != null)
        {
            linkCount -= session.links.size();
            heldBytes -= session.release();
        }
    }

    /** Takes a frame of a session that holds none. */
    private void inSession(final AmqpSession session, final AmqpFrame frame)
    {
        switch (performative(frame))
        {
            case TRANSFER -> transfer(session, frame);
            case ATTACH -> attach(session, frame);
            case DETACH ->
            {
                detach(session, frame);
                edit(frame);
            }
            case END ->
            {
                forget(sessions.remove(frame.reader().channel()));
                edit(frame);
            }
            default -> edit(frame);
        }
    }

    private void attach(final AmqpSession session, final AmqpFrame frame)
    {
        final AmqpAttach attach = proxy.loop().attach;
        if (!attach.read(frame.reader()))
        {
            malformed(frame);
            return;
        }
        if (attach.tooLong || linkCount >= proxy.mostLinks && !session.links.containsKey(attach.handle))
        {
            pair.close(CloseReason.MALFORMED, attach.tooLong ? "a link's name or address is too long" : "more than "
                + proxy.mostLinks + " links", LIMIT);
            return;
        }
        final AmqpLink link = new AmqpLink(fromClient, frame.reader().channel(), attach.handle, attach);
        link.read = link.isSender() && !link.isCoordinator() && proxy.loop().filter.reads(pair.client(),
            link);
        final AmqpLink before = session.links.put(attach.handle, link);
        if (before == null)
        {
            linkCount++;
        }
        else
        {
            before.end();
        }
        proxy.events.onAttach(pair.client(), link);
        edit(frame);
    }

    private void detach(final AmqpSession session, final AmqpFrame frame)
    {
        frame.reader().rewind();
        if (frame.reader().nextField() == AmqpReader.VALUE)
        {
            final long handle = frame.reader().fields().value(proxy.loop().value).getLong(-1);
            final AmqpLink link = session.links.remove(handle);
            if (link != null)
            {
                linkCount--;
                link.end();
            }
        }
    }

    // Transfers.

    private void transfer(final AmqpSession session, final AmqpFrame frame)
    {
        final AmqpTransfer transfer = proxy.loop().transfer;
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
            edit(frame);
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
            else if (heldBytes + frame.length() > proxy.mostHeld)
            {
                giveUp(session, link);
                refused(link, Refusal.HEADER_TOO_LONG);
            }
            else
            {
                link.state = AmqpLink.State.UNDECIDED;
                session.waiting = link;
                session.held().addFirst(frame.retain());
                heldBytes += frame.length();
                gather(link, frame);
                return;
            }
        }
        if (!pair.isClosing())
        {
            emit(session, link, transfer, frame, patch);
        }
        proxy.loop().delivery.end();
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

    private static boolean follow(final AmqpLink link, final AmqpFrame frame)
    {
        return link.sections().add(frame.view(), frame.reader().payloadOffset(), frame.reader().payloadLength());
    }

    /** Decides about a delivery whose head is in its first transfer; returns the patch to make of that, or null. */
    private @Nullable HeaderPatch decide(final AmqpLink link, final AmqpTransfer transfer, final AmqpFrame frame)
    {
        link.state = AmqpLink.State.PASSING;
        final int offset = frame.reader().payloadOffset();
        if (!isMessage(transfer) || link.followed && link.sections().fault().isPresent())
        {
            refused(link, isMessage(transfer) ? Refusal.MALFORMED : Refusal.NOT_SCANNED);
            return null;
        }
        final int length = link.followed ? (int)link.sections().bodyOffset() : frame.reader().payloadLength();
        final AmqpProxy.Loop loop = proxy.loop();
        loop.message.wrapPart(frame.view(), offset, length, length);
        final HeaderPatch patch = ask(loop, link, !link.followed);
        if (patch == null || frame.length() + (long)patch.headerLength() - patch.bodyOffset() <= peer.accepts)
        {
            return patch;
        }
        refused(link, Refusal.FRAME_TOO_LONG);
        return null;
    }

    /** Has the filter decide about the message that is wrapped; returns a patch that changes it, or null. */
    private @Nullable HeaderPatch ask(final AmqpProxy.Loop loop, final AmqpLink link, final boolean whole)
    {
        final AmqpDelivery delivery = loop.delivery.begin(pair.client(), link, whole, link.deliveryId, link.settled,
            link.transaction != null);
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
                if (patch != null && !patch.isReady())
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
    private void refused(final AmqpLink link, final Refusal refusal)
    {
        proxy.events.onRefused(pair.client(), link, refusal);
        // What passes unchanged, or is rejected already, is not followed any further.
        link.followed = false;
        switch (proxy.refused)
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
            proxy.loop().answers.withoutPayload(output, frame.reader().channel(), transfer);
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
                unsettled++;
            }
            link.end();
        }
    }

    /** Tells the sender of a rejected delivery, unless it is dropped. */
    private void answer(final AmqpSession session, final AmqpLink link)
    {
        final String condition = link.condition;
        if (!link.settled && condition != null && session.peerChannel != AmqpSession.NONE)
        {
            proxy.loop().answers.reject(peer.output, session.peerChannel, link, condition, accepts);
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

    // Frames that wait for the head of a delivery.

    /** Keeps the payload of a transfer whose head is not complete. */
    private void gather(final AmqpLink link, final AmqpFrame frame)
    {
        if (link.gathered == null)
        {
            link.gathered = output.channel().alloc().compositeBuffer(MOST_HELD_FRAMES);
            link.offsets = new int[MOST_HELD_FRAMES];
        }
        link.offsets[link.known - 1] = frame.reader().payloadOffset();
        link.gathered.addComponent(true, frame.retainPayload());
    }

    private void hold(final AmqpSession session, final AmqpLink link, final AmqpFrame frame)
    {
        session.held().addLast(frame.retain());
        heldBytes += frame.length();
        final boolean full = session.held().size() >= MOST_HELD_FRAMES || heldBytes > proxy.mostHeld;
        if (examine(session, link, frame, full))
        {
            drain(session);
        }
    }

    /**
     * Looks at a held frame for the link that waits.
     *
     * @param full whether no more may be held: then the delivery is decided about, whatever has come of it.
     * @return whether the link does not wait any more.
     */
    private boolean examine(final AmqpSession session, final AmqpLink link, final AmqpFrame frame, final boolean full)
    {
        final AmqpTransfer transfer = proxy.loop().transfer;
        final Performative performative = frame.reader().performative();
        if (performative == Performative.TRANSFER && transfer.read(frame.reader()) && transfer.handle == link.handle()
            && !transfer.aborted)
        {
            link.known++;
            link.settled |= transfer.settled;
            gather(link, frame);
            if (!follow(link, frame) || link.sections().bodyOffset() >= 0 || !transfer.more)
            {
                decideHeld(session, link);
                return true;
            }
        }
        else if (performative == Performative.END || performative == Performative.TRANSFER && transfer.aborted
            && transfer.handle == link.handle() || performative == Performative.DETACH && isHandle(frame, link))
        {
            // The delivery will not be completed: what has come of it goes on before that.
            giveUp(session, link);
            return true;
        }
        if (full)
        {
            giveUp(session, link);
            refused(link, Refusal.HEADER_TOO_LONG);
        }
        return full;
    }

    private boolean isHandle(final AmqpFrame frame, final AmqpLink link)
    {
        frame.reader().rewind();
        return frame.reader().nextField() == AmqpReader.VALUE && frame.reader().fields().value(proxy.loop().value)
            .getLong(-1) == link.handle();
    }

    private static void giveUp(final AmqpSession session, final AmqpLink link)
    {
        session.waiting = null;
        link.state = AmqpLink.State.PASSING;
        link.followed = false;
        link.known = 0;
        link.releaseGathered();
    }

    /** Decides about a delivery whose head is in several transfers, all of them held. */
    private void decideHeld(final AmqpSession session, final AmqpLink link)
    {
        session.waiting = null;
        link.state = AmqpLink.State.PASSING;
        final DeliverySections sections = link.sections();
        if (sections.fault().isPresent())
        {
            link.releaseGathered();
            refused(link, Refusal.MALFORMED);
            return;
        }
        final CompositeByteBuf gathered = Objects.requireNonNull(link.gathered, "gathered");
        final int length = sections.bodyOffset() < 0 ? gathered.readableBytes() : (int)sections.bodyOffset();
        final AmqpProxy.Loop loop = proxy.loop();
        loop.message.wrapPart(gathered, 0, length, length);
        try
        {
            final HeaderPatch patch = ask(loop, link, false);
            if (patch != null)
            {
                replaceHead(link, gathered, patch);
            }
        }
        finally
        {
            loop.delivery.end();
            link.releaseGathered();
        }
    }

    /** Makes the head that the held transfers are to carry, if they have the room. */
    private void replaceHead(final AmqpLink link, final CompositeByteBuf gathered, final HeaderPatch patch)
    {
        int left = patch.headerLength();
        int replaced = patch.bodyOffset();
        int growth = left - replaced;
        for (int i = 0; i < link.known && (left > 0 || replaced > 0); i++)
        {
            final int payload = gathered.component(i).readableBytes();
            final int skipped = Math.min(replaced, payload);
            final int share = AmqpLink.share(left, payload, replaced, growth, peer.accepts - link.offsets[i]);
            if (share < left && skipped < payload)
            {
                break;
            }
            left -= share;
            replaced -= skipped;
            growth -= share - skipped;
        }
        if (left > 0 || replaced > 0)
        {
            refused(link, Refusal.FRAME_TOO_LONG);
            return;
        }
        link.replaced = patch.bodyOffset();
        link.growth = patch.headerLength() - link.replaced;
        link.head = output.channel().alloc().buffer(patch.headerLength());
        patch.writeHeader(link.head);
    }

    /** Sends on what is held, up to the next delivery whose head is not complete. */
    private void drain(final AmqpSession session)
    {
        final AmqpFrame frame = proxy.tools.take();
        try
        {
            while (session.waiting == null && !session.held().isEmpty() && !pair.isClosing())
            {
                final ByteBuf held = session.held().poll();
                heldBytes -= held.readableBytes();
                try
                {
                    frame.read(held, held.readerIndex(), held.readableBytes(), false);
                    inSession(session, frame);
                }
                finally
                {
                    frame.detach();
                    held.release();
                }
                if (session.waiting != null)
                {
                    examineHeld(session, frame);
                }
            }
        }
        finally
        {
            frame.leave();
        }
    }

    /** Looks at the frames behind a delivery that has just begun to wait. */
    private void examineHeld(final AmqpSession session, final AmqpFrame frame)
    {
        boolean first = true;
        for (final ByteBuf held : session.held())
        {
            if (!first && session.waiting != null)
            {
                frame.read(held, held.readerIndex(), held.readableBytes(), false);
                examine(session, session.waiting, frame, false);
                frame.detach();
            }
            first = false;
        }
    }

    /** Sends on all that is held, undecided, because the peer closes the connection. */
    private void decideAll()
    {
        if (heldBytes > 0)
        {
            for (final AmqpSession session : sessions.values().toArray(new AmqpSession[0]))
            {
                while (session.waiting != null)
                {
                    giveUp(session, session.waiting);
                    drain(session);
                }
            }
        }
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
        final AmqpFrameRewriter rewriter = fromClient ? proxy.loop().toBroker : proxy.loop().toClient;
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
                refusedEdit(frame, refusal);
            }
            return;
        }
        final HeaderPatch patch = rewriter.patch();
        final long size = (long)frame.length() + patch.headerLength() - patch.bodyOffset();
        if (patch.isChanged() && performative != Performative.OPEN && size > frame.length() && size > peer.accepts)
        {
            refusedEdit(frame, Refusal.FRAME_TOO_LONG);
            return;
        }
        frame.passTo(output, patch);
    }

    private void refusedEdit(final AmqpFrame frame, final Refusal refusal)
    {
        proxy.events.onRefused(pair.client(), null, refusal);
        if (proxy.refused == FramePolicy.PASS)
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
            session.release();
        }
        sessions.clear();
        heldBytes = 0;
        linkCount = 0;
    }
}
