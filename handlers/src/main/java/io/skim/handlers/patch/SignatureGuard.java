package io.skim.handlers.patch;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets edits that an ACL signature covers pass only if the frame can be signed anew, and does that.
 */
final class SignatureGuard
{
    private static final byte[] UNSIGNED = "A".repeat(AclSigner.LENGTH).getBytes(StandardCharsets.US_ASCII);

    @Nullable
    AclSigner signer;
    /** Whether an edit changes, renames or removes a signature itself. */
    boolean edited;

    /** Of the ext fields; later where the signature is to go among the edits' bytes. */
    private long[] places = new long[2];
    private int count;
    private boolean signed;
    private boolean signing;

    void begin()
    {
        count = 0;
        signed = false;
        signing = false;
        edited = false;
    }

    /** Takes the place of a signature. */
    void add(final long signature)
    {
        if (count == places.length)
        {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = signature;
        signed |= HeaderIndex.length(signature) > 0 && HeaderIndex.kind(signature) != Kinds.NULL;
    }

    /** Whether the edits recorded so far may be made; puts something of a signature's length in the place of each. */
    boolean permits(final HeaderLayout layout)
    {
        signing = signed && (layout.mapEdited || layout.bodyEdited);
        if (!signing)
        {
            return true;
        }
        if (signer == null)
        {
            return layout.patch.refuse(Refusal.SIGNED);
        }
        if (edited || !layout.isConsumed())
        {
            return layout.patch.refuse(Refusal.NOT_SIGNABLE);
        }
        final ByteSink bytes = layout.edits.bytes;
        for (int i = 0; i < count; i++)
        {
            layout.replace(places[i], UNSIGNED, 0, UNSIGNED.length);
            final boolean quoted = bytes.array[bytes.length - 1] == '"';
            places[i] = bytes.length - UNSIGNED.length - (quoted ? 1 : 0);
        }
        return true;
    }

    /** Signs the frame as it will be, if that is due, and tells whether it did. */
    boolean sign(final HeaderPatch patch, final FrameView frame, final Limits limits)
    {
        if (!signing)
        {
            return false;
        }
        final byte[] header = new byte[patch.headerLength()];
        patch.writeHeader(header, 0);
        final FrameView view = new FrameView(limits).wrapPart(header, 0, header.length, header.length + patch
            .bodyLength());
        // What is strict lenient reads alike.
        final byte[] signature =
            Objects.requireNonNull(signer).sign(view, header, frame, patch.bodyOffset(), new RemotingScanner(limits,
                Strictness.LENIENT));
        if (signature == null)
        {
            return patch.refuse(Refusal.NOT_SIGNABLE);
        }
        for (int i = 0; i < count; i++)
        {
            System.arraycopy(signature, 0, patch.edits.bytes.array, (int)places[i], signature.length);
        }
        return true;
    }
}
