package io.skim.pojo.bind;

import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;

/**
 * Fills records and classes straight from the bytes: of remoting frames, binary or JSON, or of AMQP messages, as its
 * binding has it.
 *
 * <pre>
 * final Order order = reader.read(view.wrap(frame));
 * if (order == null) { reject(reader.error().toMessage()); }
 * </pre>
 *
 * Allocates the object and what its members hold (texts, boxes, arrays), and nothing else of its own; nothing at all for
 * a frame that gives no object, whose constructor is then not called. What a constructor throws leaves as it came, a
 * checked exception as the cause of an {@link IllegalStateException}. Reused frame after frame; one thread at a time;
 * nothing of a frame is kept.
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

    /** A protocol's scanner takes its interests. */
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
     * @return yours to keep; or null if the frame gives no object, then {@link #error()} tells why.
     */
    public T read(final FrameView frame)
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
     * Why the last frame gave no object.
     *
     * @return this reader's own view, absent if it did.
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
        // Only of a class whose constructor has a throws clause.
        catch (final Throwable e)
        {
            throw new IllegalStateException(e);
        }
    }
}
