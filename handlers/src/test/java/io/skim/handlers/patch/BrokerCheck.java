package io.skim.handlers.patch;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.rocketmq.auth.authentication.builder.DefaultAuthenticationContextBuilder;
import org.apache.rocketmq.auth.authentication.chain.DefaultAuthenticationHandler;
import org.apache.rocketmq.auth.authentication.context.DefaultAuthenticationContext;
import org.apache.rocketmq.auth.authentication.enums.UserStatus;
import org.apache.rocketmq.auth.authentication.exception.AuthenticationException;
import org.apache.rocketmq.auth.authentication.model.User;
import org.apache.rocketmq.auth.config.AuthConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The check of signatures that a broker makes, by the real classes of release 5.3.3.
 */
final class BrokerCheck
{
    private static final MethodHandle BUILD = build();

    private final Handler handler = new Handler();
    private final ChannelHandlerContext channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter()).pipeline()
        .firstContext();

    /** The broker's handler, without its chain and its store of users. */
    private static final class Handler extends DefaultAuthenticationHandler
    {
        Handler()
        {
            super(new AuthConfig(), null);
        }

        void check(final DefaultAuthenticationContext context, final User user)
        {
            doAuthenticate(context, user);
        }
    }

    /** The class has a method of the same name for gRPC, whose classes are not here: so the compiler cannot call it. */
    private static MethodHandle build()
    {
        try
        {
            return MethodHandles.lookup().findVirtual(DefaultAuthenticationContextBuilder.class, "build", MethodType
                .methodType(DefaultAuthenticationContext.class, ChannelHandlerContext.class, RemotingCommand.class));
        }
        catch (final ReflectiveOperationException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Whether a broker lets a request pass.
     *
     * @param request as the real decoder gives it.
     * @param secret  of the account that the request names.
     * @return false if it refuses the signature.
     */
    boolean accepts(final RemotingCommand request, final String secret)
    {
        final DefaultAuthenticationContext context;
        try
        {
            context = (DefaultAuthenticationContext)BUILD.invoke(new DefaultAuthenticationContextBuilder(), channel,
                request);
        }
        catch (final Throwable e)
        {
            throw new IllegalStateException(e);
        }
        final User user = User.of(request.getExtFields().get("AccessKey"), secret);
        user.setUserStatus(UserStatus.ENABLE);
        try
        {
            handler.check(context, user);
            return true;
        }
        catch (final AuthenticationException e)
        {
            return false;
        }
    }
}
