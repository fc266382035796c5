package io.skim.scan.testing;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Records every callback as a line of text, and answers one of them as it is told: in place of a mock.
 */
public final class RecordingHandler implements DataHandler
{
    private final List<String> calls = new ArrayList<>();
    private final List<Long> marks = new ArrayList<>();
    private int index = -1;
    private Action answer;
    private RuntimeException exception;
    private Outcome outcome;
    private String fault;

    /** Makes a handler that always goes on. */
    public RecordingHandler()
    {
    }

    /**
     * Makes one callback answer something else.
     *
     * @param callback its index, from 0.
     * @param action   what it answers; null is an answer that no handler may give.
     * @return this.
     */
    public RecordingHandler answering(final int callback, final Action action)
    {
        index = callback;
        answer = action;
        return this;
    }

    /**
     * Makes one callback throw.
     *
     * @param callback its index, from 0; the one behind the last is {@code onOutcome}.
     * @param thrown   what it throws.
     * @return this.
     */
    public RecordingHandler throwing(final int callback, final RuntimeException thrown)
    {
        index = callback;
        exception = thrown;
        return this;
    }

    /**
     * What was called, in order, without {@code onOutcome}.
     *
     * @return a line for each callback.
     */
    public List<String> calls()
    {
        return calls;
    }

    /**
     * The marks of the values shown by {@code onField} and {@code onEntry}, one for each callback (0 for containers).
     *
     * @return as many as there are calls.
     */
    public List<Long> marks()
    {
        return marks;
    }

    /**
     * The outcome.
     *
     * @return null if {@code onOutcome} was not called.
     */
    public Outcome outcome()
    {
        return outcome;
    }

    /**
     * The fault.
     *
     * @return as text, null if {@code onOutcome} was not called.
     */
    public String fault()
    {
        return fault;
    }

    private Action called(final String call, final long mark)
    {
        if (outcome != null)
        {
            throw new AssertionError("called after onOutcome: " + call);
        }
        calls.add(call);
        marks.add(mark);
        if (calls.size() - 1 != index)
        {
            return Action.CONTINUE;
        }
        if (exception != null)
        {
            throw exception;
        }
        return answer;
    }

    /**
     * A value as text.
     *
     * @param value to show.
     * @return its kind, place and text.
     */
    public static String show(final Cursor value)
    {
        final String text = value.kind() == io.skim.scan.Kind.BYTES ? bytes(value) : value.toText();
        return value.kind() + " " + value.offset() + "+" + value.length() + " " + text;
    }

    private static String bytes(final Cursor value)
    {
        final byte[] bytes = new byte[value.length()];
        return value.copyTo(bytes, 0) == bytes.length ? Vectors.text(bytes) : "not copied";
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return called("field " + id + ": " + show(value), value.mark());
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return called("entry " + id + ": " + show(key) + " = " + show(value), value.mark());
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        return called("begin " + id + ": " + container.kind() + " " + container.offset() + "+" + container.length(), 0);
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        return called("end " + id + ": " + container.kind() + " " + container.offset() + "+" + container.length(), 0);
    }

    @Override
    public void onOutcome(final Outcome how, final Fault why)
    {
        if (outcome != null)
        {
            throw new AssertionError("onOutcome was called twice: " + outcome + " and " + how);
        }
        if (exception != null && index == calls.size())
        {
            throw exception;
        }
        outcome = how;
        fault = why.toString() + " " + why.claimed() + " " + why.available();
    }

    @Override
    public String toString()
    {
        return String.join("\n", calls) + "\n" + outcome + " " + fault;
    }
}
