package io.skim.command;

import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.pojo.headers.TypedHeaderView;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.HeaderSplitter;
import org.jspecify.annotations.Nullable;

/**
 * Decodes remoting frames to JSON lines.
 */
final class RemotingDecoder extends Decoder
{
    private static final int GREATEST_HEADER = 16_777_215;
    private static final int MOST_ENTRIES = 65_536;

    /** Of all commands: the reference has no limit of its own but for the frame's. */
    static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(GREATEST_HEADER).withMaxNameLength(GREATEST_HEADER)
        .withMaxValueLength(GREATEST_HEADER).withMaxEntryCount(MOST_ENTRIES);

    final RemotingHeaderReader reader;
    final TypedHeaderReader typedReader;
    final TypedHeaderView typedView;
    final HeldHeader held;
    final HeaderJson json = new HeaderJson();
    /** Null unless they are wanted. */
    @Nullable
    BodyMessages messages;
    /** Null for JSON. */
    @Nullable
    FrameText text;
    /** Those that are printed, as requests or the responses of such; null for all. */
    java.util.@Nullable Set<Integer> codes;
    /** Whether responses alone are printed that tell of a failure. */
    boolean failed;
    /** Null unless messages are followed; then their bodies have to be wanted. */
    @Nullable
    RemotingTrail trail;
    final OpenRequests requests = new OpenRequests();
    private final Strictness strictness;
    private final FrameView view = new FrameView(LIMITS);

    RemotingDecoder(final Console console, final Strictness strictness)
    {
        super(console, LIMITS.maxFrameLength());
        reader = new RemotingHeaderReader(LIMITS, strictness);
        typedReader = new TypedHeaderReader(LIMITS, strictness);
        typedView = new TypedHeaderView(LIMITS, strictness);
        held = new HeldHeader(strictness);
        this.strictness = strictness;
    }

    @Override
    void showMessages()
    {
        messages = new BodyMessages(LIMITS, strictness);
    }

    @Override
    UnitStream open(final Source source)
    {
        return new RemotingFrames(this, frame(source), new HeaderSplitter(LIMITS));
    }

    @Override
    void decode(final HexLines hex)
    {
        final DecodedFrame frame = frame(hex.source());
        final Fault fault = frame.begin(view.wrap(hex.bytes(), 0, hex.length()), hex.offset());
        if (fault != null)
        {
            malformed(hex, fault);
            return;
        }
        frame.body(hex.bytes(), frame.bodyOffset(), hex.length() - frame.bodyOffset());
        frame.print(hex.firstDigit(), 2);
    }

    private DecodedFrame frame(final Source source)
    {
        return new DecodedFrame(this, source, messages == null ? null : new GatheredBody());
    }
}
