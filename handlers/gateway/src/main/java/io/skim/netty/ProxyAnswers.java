package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.ResponseCode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the proxy writes in place of a peer to one client and its servers, and what its policies give to frames that do not go on. */
final class ProxyAnswers
{
    private final RemotingPair pair;
    private final RemotingProxy proxy;
    private final AnswerEncoder encoder;
    private final FrameOutput toClient;

    ProxyAnswers(final RemotingPair pair, final AnswerEncoder encoder, final FrameOutput toClient)
    {
        this.pair = pair;
        proxy = pair.proxy;
        this.encoder = encoder;
        this.toClient = toClient;
    }

    /** Answers a request of the client; replaces a response of the client. */
    void answer(final RemotingExchange exchange, final int code, final CharSequence remark)
    {
        final RemotingServer asker = exchange.isResponse() ? pair.asked().asker(exchange) : null;
        if (exchange.isResponse() && asker == null || !exchange.isResponse() && exchange.isOneway())
        {
            return;
        }
        write(asker == null ? toClient : asker.output(), exchange, code, remark);
    }

    /** Answers a request of a server. */
    void answerServer(final RemotingExchange exchange, final RemotingServer server, final int code,
        final CharSequence remark)
    {
        if (!exchange.isOneway())
        {
            write(server.output(), exchange, code, remark);
        }
    }

    private void write(final @Nullable FrameOutput output, final RemotingExchange exchange, final int code,
        final CharSequence remark)
    {
        if (output != null)
        {
            encoder.write(output, exchange.isBinary(), exchange.opaque(), code, remark);
        }
    }

    /** A response in place of a server's, to be released by the caller. */
    ByteBuf replacement(final RemotingExchange exchange, final int code, final CharSequence remark)
    {
        return encoder.make(toClient.channel().alloc(), exchange.isBinary(), exchange.opaque(), code, remark);
    }

    /** Answers a request of the client whose server cannot be reached. */
    void answerUnavailable(final RemotingExchange exchange, final Upstream upstream)
    {
        answer(exchange, ResponseCode.SERVICE_NOT_AVAILABLE.code(), "the proxy cannot reach " + upstream.name());
    }

    /** Answers a request of the client whose server is lost. */
    void answerLost(final Upstream upstream, final int opaque, final boolean isBinary)
    {
        encoder.write(toClient, isBinary, opaque, ResponseCode.SERVICE_NOT_AVAILABLE.code(),
            "the proxy has lost the connection to " + upstream.name());
    }

    /** Why the edit of a frame was refused, if the policy is not to pass such frames on; else null. */
    @Nullable
    Refusal refusal(final RemotingExchange exchange)
    {
        final HeaderPatch patch = exchange.patch();
        if (patch == null || patch.isReady())
        {
            return null;
        }
        final Refusal refusal = Objects.requireNonNull(patch.refusal(), "no frame was scanned for the patch");
        proxy.events.onRefused(exchange, refusal);
        return proxy.refused == FramePolicy.PASS ? null : refusal;
    }

    /** Whether the connection is closed because of a refused edit; else its frame is to be answered. */
    boolean closes(final Refusal refusal)
    {
        if (proxy.refused != FramePolicy.CLOSE)
        {
            return false;
        }
        pair.close(CloseReason.REFUSED, refusal.toString());
        return true;
    }

    /** Takes a malformed frame; {@code server} is null for one of the client's. */
    void malformed(final RemotingFrame frame, final @Nullable RemotingServer server)
    {
        proxy.events.onMalformed(pair.client(), server == null, frame.scanner().fault());
        if (proxy.malformed == FramePolicy.PASS)
        {
            final FrameOutput output = server == null ? pair.servers().usual().output : toClient;
            if (output.isInBody() && !frame.isWhole())
            {
                pair.close(CloseReason.MALFORMED, "the body of another frame is on its way");
                return;
            }
            output.write(frame);
        }
        else if (proxy.malformed == FramePolicy.CLOSE || server != null || !isAnswered(frame))
        {
            pair.close(CloseReason.MALFORMED, frame.scanner().fault().toMessage());
        }
    }

    /** Answers a binary request of which the numbers can be read; false if it is none. */
    private boolean isAnswered(final RemotingFrame frame)
    {
        final FrameView view = frame.view();
        if (!BinaryPrefix.isRequest(view))
        {
            return false;
        }
        if (!BinaryPrefix.isOneway(view))
        {
            encoder.write(toClient, true, BinaryPrefix.opaque(view), ResponseCode.SYSTEM_ERROR.code(), frame.scanner()
                .fault().toMessage());
        }
        return true;
    }
}
