package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.DeliverySections;
import io.skim.scan.amqp.Performative;
import java.util.Collection;
import java.util.Objects;

/**
 * The frames of one direction that wait for the head of a delivery, which is in several transfers: behind the first of them all frames of
 * its session wait, so that their order stays.
 */
final class AmqpHeldFrames
{
    /** How many frames a session may hold. */
    private static final int MOST_HELD_FRAMES = 64;

    private final AmqpDirection direction;
    private final AmqpPair pair;
    private final AmqpProxy proxy;
    private int bytes;

    AmqpHeldFrames(final AmqpDirection direction, final AmqpPair pair, final AmqpProxy proxy)
    {
        this.direction = direction;
        this.pair = pair;
        this.proxy = proxy;
    }

    /** Holds the first transfer of a delivery, if there is room, and if others follow it or may follow before its receiver has it. */
    boolean begin(final AmqpSession session, final AmqpLink link, final AmqpFrame frame)
    {
        if (bytes + frame.length() > proxy.mostHeld || session.held().isEmpty() && direction.isAtEndOfWindow(session))
        {
            return false;
        }
        link.state = AmqpLink.State.UNDECIDED;
        session.waiting = link;
        session.held().addFirst(frame.keep(direction.output.channel().alloc()));
        bytes += frame.length();
        gather(link, frame);
        return true;
    }

    /** Releases what a session holds. */
    void release(final AmqpSession session)
    {
        bytes -= session.release();
    }

    /** Keeps the payload of a transfer whose head is not complete. */
    private void gather(final AmqpLink link, final AmqpFrame frame)
    {
        if (link.gathered == null)
        {
            link.gathered = direction.output.channel().alloc().compositeBuffer(MOST_HELD_FRAMES);
            link.offsets = new int[MOST_HELD_FRAMES];
        }
        link.offsets[link.known - 1] = frame.reader().payloadOffset();
        link.gathered.addComponent(true, frame.retainPayload());
    }

    /** Takes a frame of a session in which a link waits. */
    void hold(final AmqpSession session, final AmqpLink link, final AmqpFrame frame)
    {
        session.held().addLast(frame.keep(direction.output.channel().alloc()));
        bytes += frame.length();
        if (examine(session, link, frame) || giveUpIfFull(session, link))
        {
            drain(session);
        }
    }

    /** Gives a delivery up if no more may be held, or nothing more comes: a receiver that lacks what waits here may renew no window. */
    private boolean giveUpIfFull(final AmqpSession session, final AmqpLink link)
    {
        final boolean full = session.held().size() >= MOST_HELD_FRAMES || bytes > proxy.mostHeld
            || direction.isAtEndOfWindow(session);
        if (full)
        {
            giveUp(session, link);
            direction.refused(link, Refusal.HEADER_TOO_LONG);
        }
        return full;
    }

    /** Looks at a held frame for the link that waits; returns whether it does not wait any more. */
    private boolean examine(final AmqpSession session, final AmqpLink link, final AmqpFrame frame)
    {
        final AmqpTransfer transfer = pair.loop.transfer;
        final Performative performative = frame.reader().performative();
        if (performative == Performative.TRANSFER && transfer.read(frame.reader()) && transfer.handle == link.handle()
            && !transfer.aborted)
        {
            link.known++;
            link.settled |= transfer.settled;
            gather(link, frame);
            if (!AmqpDirection.follow(link, frame) || link.sections().bodyOffset() >= 0 || !transfer.more)
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
        return false;
    }

    private boolean isHandle(final AmqpFrame frame, final AmqpLink link)
    {
        frame.reader().rewind();
        return frame.reader().nextField() == AmqpReader.VALUE && frame.reader().fields().value(pair.loop.value)
            .getLong(-1) == link.handle();
    }

    /** Has a delivery pass undecided, unless the policy is another. */
    static void giveUp(final AmqpSession session, final AmqpLink link)
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
            direction.refused(link, Refusal.MALFORMED);
            return;
        }
        final CompositeByteBuf gathered = Objects.requireNonNull(link.gathered, "gathered");
        final int length = sections.bodyOffset() < 0 ? gathered.readableBytes() : (int)sections.bodyOffset();
        final AmqpProxy.Loop loop = pair.loop;
        loop.message.wrapPart(gathered, 0, length, length);
        try
        {
            final HeaderPatch patch = direction.ask(loop, link, false, true);
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
            final int share = AmqpLink.share(left, payload, replaced, growth, direction.peer.accepts - link.offsets[i]);
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
            direction.refused(link, Refusal.FRAME_TOO_LONG);
            return;
        }
        link.replaced = patch.bodyOffset();
        link.growth = patch.headerLength() - link.replaced;
        link.head = direction.output.channel().alloc().buffer(patch.headerLength());
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
                bytes -= held.readableBytes();
                try
                {
                    frame.read(held, held.readerIndex(), held.readableBytes(), false);
                    direction.inSession(session, frame);
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
                examine(session, session.waiting, frame);
                frame.detach();
            }
            first = false;
        }
        if (session.waiting != null)
        {
            giveUpIfFull(session, session.waiting);
        }
    }

    /** Sends on all that is held, undecided, because the peer sends nothing more. */
    void passAll(final Collection<AmqpSession> sessions)
    {
        if (bytes > 0)
        {
            for (final AmqpSession session : sessions.toArray(new AmqpSession[0]))
            {
                while (session.waiting != null)
                {
                    giveUp(session, session.waiting);
                    drain(session);
                }
            }
        }
    }
}
