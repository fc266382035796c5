package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.remoting.RemotingLanguage;
import org.jspecify.annotations.Nullable;

/**
 * Writes the proxy's own responses, in the encoding of their requests.
 *
 * @see "RemotingCommand.createResponseCommand, release 5.5.1: the opaque of the request, bit 0 of the flag, a remark"
 */
final class AnswerEncoder
{
    private static final int RESPONSE = 1;
    private static final int USUAL_LENGTH = 128;

    private final RemotingEncoder binary = new BinaryRemotingEncoder();
    private final RemotingEncoder json = new JsonRemotingEncoder();

    /**
     * Writes a response.
     *
     * @throws IllegalArgumentException as {@link #make}.
     */
    void write(final FrameOutput output, final boolean isBinary, final int opaque, final int code,
        final CharSequence remark)
    {
        output.write(make(output.channel().alloc(), isBinary, opaque, code, remark));
    }

    /**
     * Makes a response, to be released by the caller.
     *
     * @throws IllegalArgumentException if no response can have that code and that remark.
     */
    ByteBuf make(final ByteBufAllocator allocator, final boolean isBinary, final int opaque, final int code,
        final CharSequence remark)
    {
        final ByteBuf answer = encode(allocator, isBinary, opaque, code, remark);
        if (answer == null)
        {
            throw new IllegalArgumentException("no response can have the code " + code + " and the remark " + remark);
        }
        return answer;
    }

    /** The response, to be released by the caller; null if it cannot be written. */
    @Nullable
    ByteBuf encode(final ByteBufAllocator allocator, final boolean isBinary, final int opaque, final int code,
        final CharSequence remark)
    {
        final RemotingEncoder encoder = isBinary ? binary : json;
        final ByteBuf out = allocator.buffer(USUAL_LENGTH);
        boolean written = false;
        try
        {
            encoder.wrap(out).begin(code, RemotingLanguage.OTHER, 0, opaque, RESPONSE);
            encoder.remark(remark);
            written = encoder.end() >= 0;
        }
        finally
        {
            encoder.reset();
            if (!written)
            {
                out.release();
            }
        }
        return written ? out : null;
    }
}
