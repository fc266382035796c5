package io.skim.scan.amqp;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;

/**
 * Reads all values of AMQP 1.0 messages into an {@link AmqpRow}, without callbacks.
 *
 * <pre>
 * if (reader.read(frame, row))
 * {
 *     to = row.toText(row.indexOf(AmqpField.TO));
 * }
 * else { throw reader.fault().toException(); }
 * </pre>
 *
 * What is read and what is refused, and why and where, is what {@link AmqpScanner} shows and refuses that was asked for
 * {@link AmqpInterest.Builder#everything()}. The row has places and numbers, and is good while the frame is wrapped. For a
 * few of the values a scanner is quicker, for it passes over what was not declared.
 * <p>
 * One thread at a time; a read allocates nothing but room for more values than any message before had.
 */
public final class AmqpMessageReader
{
    private final AmqpScanner scanner;
    private final AmqpRowRun run;
    private final AmqpRowHandler handler = new AmqpRowHandler();

    /** Makes a strict reader with the default limits. */
    public AmqpMessageReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the order of sections and the like is insisted on.
     */
    public AmqpMessageReader(final Limits limits, final Strictness strictness)
    {
        scanner = new AmqpScanner(limits, strictness);
        run = new AmqpRowRun(scanner.scan, limits);
    }

    /**
     * Reads a message.
     *
     * @param message wrapped on one message, and to stay so while the row is used.
     * @param row     to fill; what it had is forgotten.
     * @return false if the message is refused; then the row has nothing, and {@link #fault()} tells why. One of more bytes
     *     than a frame may ever have ({@link Limits#withMaxFrameLength}) is refused as too long.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public boolean read(final FrameView message, final AmqpRow row)
    {
        if (!message.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        scanner.fault().reset();
        return run.message(message, row) || scan(message, row);
    }

    /** What is not as nearly all is, or to be refused. */
    private boolean scan(final FrameView message, final AmqpRow row)
    {
        row.begin(message, 0);
        handler.row = row;
        scanner.scan(message, AmqpRowHandler.EVERYTHING, handler);
        handler.row = null;
        return !scanner.fault().isPresent();
    }

    /**
     * Why the message was refused.
     *
     * @return this reader's own view, absent unless it was.
     */
    public Fault fault()
    {
        return scanner.fault();
    }
}
