package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.Version;
import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With the dependencies of this project, which its pom.xml alone chooses. */
class NettyTest
{
    @Test
    void allOfNettyIsOfOneVersion()
    {
        final Map<String, Version> artifacts = Version.identify();
        for (final String artifact : new String[] {"netty-buffer", "netty-common", "netty-transport"})
        {
            assertEquals("4.2.20.Final", artifacts.get(artifact).artifactVersion(), artifact);
        }
    }

    @Test
    void scansAFrameInAPooledBuffer()
    {
        final byte[] header = "{\"code\":105,\"opaque\":7}".getBytes(StandardCharsets.US_ASCII);
        final ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer();
        try
        {
            frame.writeInt(Integer.BYTES + header.length).writeInt(header.length).writeBytes(header);
            final RemotingInterest code = RemotingScanner.interest().field(RemotingField.CODE, 0).build();
            final boolean[] found = new boolean[1];
            final Outcome outcome = new RemotingScanner().scan(new FrameView().wrap(frame), code, (id, value) -> {
                found[0] = value.getInt(-1) == 105;
                return Action.CONTINUE;
            });
            assertEquals(Outcome.COMPLETE, outcome);
            assertTrue(found[0]);
        }
        finally
        {
            assertTrue(frame.release());
        }
    }
}
