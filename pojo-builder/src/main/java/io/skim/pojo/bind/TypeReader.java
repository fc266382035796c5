package io.skim.pojo.bind;

import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import org.jspecify.annotations.Nullable;

/**
 * Makes records and objects of classes from the bytes of remoting frames, binary or JSON, or of AMQP messages, by a
 * {@link TypeBinding}.
 *
 * <pre>
 * final Order order = reader.read(view.wrap(frame));
 * if (order == null) { reject(reader.error().toMessage()); }
 * </pre>
 *
 * Allocates only the object and its members (texts, boxes, arrays). A frame that is refused allocates nothing, and the constructor
 * is not called. An exception of the constructor passes unchanged; a checked exception becomes the cause of an
 * {@link IllegalStateException}. Reused for each frame; one thread at a time; keeps nothing of a frame.
 *
 * @param <T> the record or class.
 */
public final class TypeReader<T>
{
    private final TypeBinding<T> binding;
    private final FrameScanner<Interest> scanner;
    private final Interest interest;
    private final Gatherer gatherer;
    private final FrameValues values;
    private final BindError error;

    /** The scanner of a protocol accepts the interests of the protocol. */
    @SuppressWarnings("unchecked")
    TypeReader(final TypeBinding<T> binding, final Interest interest, final Limits limits, final Strictness strictness)
    {
        this.binding = binding;
        this.interest = interest;
        scanner = (FrameScanner<Interest>)binding.protocol.scanner(limits, strictness);
        values = new FrameValues(binding.members);
        error = new BindError(binding.type, scanner.fault());
        gatherer = binding.protocol.gatherer(binding.members, values, error, limits, strictness);
    }

    /**
     * Reads a frame.
     *
     * @param frame wrapped on one frame, or one whole message.
     * @return yours to keep; or null if the frame gives no object; then {@link #error()} has the reason.
     */
    public @Nullable T read(final FrameView frame)
    {
        error.reset();
        gatherer.begin();
        if (scanner.scan(frame, interest, gatherer) != Outcome.COMPLETE)
        {
            error.malformed();
            return null;
        }
        values.frame = frame;
        try
        {
            return gatherer.isComplete() ? make() : null;
        }
        finally
        {
            values.release();
        }
    }

    /**
     * {@return why the last frame gave no object: this reader's own view, which the next read resets; absent if it gave one}
     */
    public BindError error()
    {
        return error;
    }

    @SuppressWarnings("unchecked")
    private T make()
    {
        try
        {
            return (T)(Object)binding.maker.invokeExact(values);
        }
        catch (final RuntimeException | Error e)
        {
            throw e;
        }
        // Possible only if the constructor has a throws clause.
        catch (final Throwable e)
        {
            throw new IllegalStateException(e);
        }
    }
}
