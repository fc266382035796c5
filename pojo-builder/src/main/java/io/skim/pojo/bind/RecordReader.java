package io.skim.pojo.bind;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;

/**
 * Fills records from remoting frames, binary or JSON, straight from the bytes.
 *
 * <pre>
 * final Order order = reader.read(view.wrap(frame));
 * if (order == null) { reject(reader.error().toMessage()); }
 * </pre>
 *
 * Allocates the record and what its components hold (texts, boxes, arrays), and nothing else; nothing at all for a frame
 * that gives no record. What a record's own constructor throws leaves as it came. Reused frame after frame; one thread
 * at a time; nothing of a frame is kept.
 *
 * @param <T> the record.
 */
public final class RecordReader<T extends Record>
{
    private static final int GREATEST_NUMBER = 64;

    private final RecordBinding<T> binding;
    private final RemotingScanner scanner;
    private final Gatherer gatherer;
    private final RecordValues values;
    private final BindError error;
    private final byte[] digits = new byte[GREATEST_NUMBER];

    RecordReader(final RecordBinding<T> binding, final RemotingScanner scanner)
    {
        this.binding = binding;
        this.scanner = scanner;
        gatherer = new Gatherer(binding);
        values = new RecordValues(binding.components.length);
        error = new BindError(binding.type, scanner.fault());
    }

    /**
     * Reads a frame.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; or null if the frame gives no record, then {@link #error()} tells why.
     */
    public T read(final FrameView frame)
    {
        error.reset();
        gatherer.begin();
        if (scanner.scan(frame, binding.interest, gatherer) != Outcome.COMPLETE)
        {
            error.malformed();
            return null;
        }
        values.frame = frame;
        try
        {
            return isComplete() ? make() : null;
        }
        finally
        {
            values.frame = null;
        }
    }

    /**
     * Why the last frame gave no record.
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
            return (T)(Record)binding.maker.invokeExact(values);
        }
        catch (final RuntimeException | Error e)
        {
            throw e;
        }
        // A record's constructor has no throws clause, but MethodHandle declares Throwable.
        catch (final Throwable e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** Takes from what was gathered what this frame's code means, and looks whether it will do. */
    private boolean isComplete()
    {
        final boolean letters = binding.hasLetters(gatherer.code);
        final Component[] components = binding.components;
        for (int i = 0; i < components.length; i++)
        {
            final Component component = components[i];
            final boolean letter = letters && component.letter != null;
            final String name = letter ? component.letter : component.wireName;
            values.marks[i] = gatherer.marks[gatherer.place(component, i, letter)];
            final Cursor value = values.at(i);
            if (value == null || value.isNull())
            {
                if (component.required && !(value == null && component.hasDefault()))
                {
                    error.set(BindReason.MISSING, component, name, value == null ? BindError.NOWHERE : value.offset());
                    return false;
                }
            }
            else if (component.isNumber() && !(component.isInt() ? value.isInt() : value.isLong()))
            {
                error.set(isDecimal(value) ? BindReason.OUT_OF_RANGE : BindReason.NOT_A_NUMBER, component, name, value
                    .offset());
                return false;
            }
        }
        return true;
    }

    /** Whether text is a sign, or none, and digits. */
    private boolean isDecimal(final Cursor value)
    {
        final int length = value.textLength() > digits.length ? 0 : value.copyTo(digits, 0);
        final int from = length > 0 && (digits[0] == '-' || digits[0] == '+') ? 1 : 0;
        int index = from;
        while (index < length && digits[index] >= '0' && digits[index] <= '9')
        {
            index++;
        }
        return index == length && index > from;
    }

    /** Keeps where the last of each value stands. */
    private static final class Gatherer implements DataHandler
    {
        private final RecordBinding<?> binding;
        private final long[] marks;
        private int code;

        Gatherer(final RecordBinding<?> binding)
        {
            this.binding = binding;
            marks = new long[binding.codeId + 1];
        }

        void begin()
        {
            Arrays.fill(marks, RecordValues.ABSENT);
            code = 0;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            marks[id] = value.mark();
            if (id == binding.codeId)
            {
                code = value.getInt();
            }
            return Action.CONTINUE;
        }

        int place(final Component component, final int index, final boolean letter)
        {
            if (component.field == RemotingField.CODE)
            {
                return binding.codeId;
            }
            return letter ? binding.components.length + index : index;
        }
    }
}
