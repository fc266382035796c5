package io.skim.scan.remoting;

import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Handlers that share one scan of a remoting frame.
 *
 * <pre>
 * RemotingHandlerGroup group = new RemotingHandlerGroup()                                          // one for each thread
 *     .add(RequestGate.INTEREST, gate)
 *     .add(router::interest, router)
 *     .add(ResourceReader.INTEREST, named);
 *
 * if (group.scan(scanner, frame) &amp;&amp; gate.admits()) { forward(router.target()); }
 * </pre>
 *
 * The frame is checked and indexed once. Then each handler is shown what it declares, and its outcome, in the order in which they
 * were added: as {@link RemotingScanner#check} and {@link RemotingScanner#show} do, which are for those who ask the later handlers
 * only about what the earlier ones admit. {@link Action#STOP} and {@link Action#SKIP} are the handler's own. If a handler throws,
 * those behind it are shown nothing.
 * <p>
 * One thread at a time. Allocates nothing for a frame.
 */
public final class RemotingHandlerGroup
{
    private final List<Supplier<RemotingInterest>> interests = new ArrayList<>();
    private final List<DataHandler> handlers = new ArrayList<>();

    /** Makes a group of no handlers. */
    public RemotingHandlerGroup()
    {
    }

    /**
     * Adds a handler that always wants the same.
     *
     * @param interest built by {@link RemotingScanner#interest()}.
     * @param handler  to show that.
     * @return this.
     */
    public RemotingHandlerGroup add(final RemotingInterest interest, final DataHandler handler)
    {
        Objects.requireNonNull(interest, "interest");
        return add(() -> interest, handler);
    }

    /**
     * Adds a handler that may want something else at another time.
     *
     * @param interest asked for each frame, such as {@code router::interest}.
     * @param handler  to show that.
     * @return this.
     */
    public RemotingHandlerGroup add(final Supplier<RemotingInterest> interest, final DataHandler handler)
    {
        interests.add(Objects.requireNonNull(interest, "interest"));
        handlers.add(Objects.requireNonNull(handler, "handler"));
        return this;
    }

    /**
     * Scans a frame once for all handlers.
     *
     * @param scanner of the frame; after true, {@link RemotingScanner#scanned()} gives it.
     * @param frame   exactly one frame, wrapped.
     * @return false if the frame is malformed; then each handler was told so and shown nothing, and the scanner's fault tells why.
     * @throws IllegalStateException if the frame is not wrapped, or a handler uses the scanner that calls it.
     */
    public boolean scan(final RemotingScanner scanner, final FrameView frame)
    {
        final boolean good = scanner.check(frame);
        boolean told = false;
        try
        {
            // No iterators: they are garbage.
            for (int i = 0; i < handlers.size(); i++)
            {
                if (good)
                {
                    scanner.show(interests.get(i).get(), handlers.get(i));
                }
                else
                {
                    scanner.scan.tell(handlers.get(i), Outcome.MALFORMED);
                }
            }
            told = true;
        }
        finally
        {
            // Not only the scans that show: else a handler that is told nothing still has the values of the frame before.
            Faults.end(scanner.fault(), told);
        }
        return good;
    }
}
