package io.skim.gateway.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.Queue;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Notes the subject of each client's certificate, {@code none} or {@code refused}. */
final class Subjects extends ChannelInboundHandlerAdapter
{
    private final Queue<String> subjects;

    Subjects(final Queue<String> subjects)
    {
        this.subjects = subjects;
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext ctx, final Object event)
    {
        if (event instanceof SslHandshakeCompletionEvent)
        {
            subjects.add(((SslHandshakeCompletionEvent)event).isSuccess() ? subject(ctx) : "refused");
        }
    }

    private static String subject(final ChannelHandlerContext ctx)
    {
        try
        {
            return ctx.pipeline().get(SslHandler.class).engine().getSession().getPeerPrincipal().getName();
        }
        catch (final SSLPeerUnverifiedException e)
        {
            return "none";
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext ctx, final Throwable cause)
    {
        ctx.close();
    }
}
