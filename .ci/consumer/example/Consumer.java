package example;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.amqp.types.AmqpTarget;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Selects, rewrites and reads a frame, in the versions that its class path or module path has. */
public final class Consumer
{
    private static final String HEADER =
        "{\"code\":310,\"language\":\"JAVA\",\"opaque\":7,\"extFields\":{\"b\":\"orders\",\"i\":\"amount\\u0001150\"}}";

    private Consumer()
    {
    }

    public static void main(final String[] arguments)
    {
        for (final ByteBufAllocator buffers : Arrays.asList(UnpooledByteBufAllocator.DEFAULT,
            PooledByteBufAllocator.DEFAULT))
        {
            use(buffers.heapBuffer());
            use(buffers.directBuffer());
        }
        System.out.println("ok");
    }

    private static void use(final ByteBuf frame)
    {
        final byte[] header = HEADER.getBytes(StandardCharsets.UTF_8);
        frame.writeInt(Integer.BYTES + header.length).writeInt(header.length).writeBytes(header);

        final Selector<RemotingInterest> selector = Selector.sql("$topic = 'orders' AND amount > 100");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        final FrameView view = new FrameView().wrap(frame);
        check(new RemotingScanner().scan(view, selector.interest(), evaluator) == Outcome.COMPLETE, "scanned");
        check(evaluator.matches(), "selected");

        final ByteBuf rewritten =
            new RemotingRewriter(RemotingEdits.builder().set("topic", "orders-of-a-tenant").build()).rewrite(frame,
                frame.alloc());
        final String read = String.valueOf(new RemotingHeaderReader().read(new FrameView().wrap(rewritten)));
        check(read.contains("orders-of-a-tenant"), read);
        final SendMessageRequestHeader typed =
            new TypedHeaderReader().read(new FrameView().wrap(rewritten), SendMessageRequestHeader.V2);
        check(typed != null && "orders-of-a-tenant".equals(typed.topic()) && typed.producerGroup() == null,
            String.valueOf(typed));
        check(new AmqpTarget().timeout() == 0 && new AmqpTarget().address() == null, "defaults");
        rewritten.release();
        frame.release();
    }

    private static void check(final boolean holds, final String what)
    {
        if (!holds)
        {
            throw new IllegalStateException(what);
        }
    }
}
