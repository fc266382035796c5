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
 * Fills records and classes from remoting frames, binary or JSON, straight from the bytes.
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
    private static final int GREATEST_NUMBER = 64;

    private final TypeBinding<T> binding;
    private final RemotingScanner scanner;
    private final Gatherer gatherer;
    private final FrameValues values;
    private final BindError error;
    private final byte[] digits = new byte[GREATEST_NUMBER];

    TypeReader(final TypeBinding<T> binding, final RemotingScanner scanner)
    {
        this.binding = binding;
        this.scanner = scanner;
        gatherer = new Gatherer(binding);
        values = new FrameValues(binding.members.length);
        error = new BindError(binding.type, scanner.fault());
    }

    /**
     * Reads a frame.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; or null if the frame gives no object, then {@link #error()} tells why.
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

    /** Takes from what was gathered what this frame's code means, and looks whether it will do. */
    private boolean isComplete()
    {
        final boolean letters = binding.hasLetters(gatherer.code);
        final Member[] members = binding.members;
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            final boolean letter = letters && member.letter != null;
            final String name = letter ? member.letter : member.wireName;
            values.marks[i] = gatherer.marks[gatherer.place(member, i, letter)];
            final Cursor value = values.at(i);
            if (value == null || value.isNull())
            {
                if (member.required && !(value == null && member.hasDefault()))
                {
                    error.set(BindReason.MISSING, member, name, value == null ? BindError.NOWHERE : value.offset());
                    return false;
                }
            }
            else if (member.isNumber() && !(member.isInt() ? value.isInt() : value.isLong()))
            {
                error.set(isDecimal(value) ? BindReason.OUT_OF_RANGE : BindReason.NOT_A_NUMBER, member, name, value
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
        private final TypeBinding<?> binding;
        private final long[] marks;
        private int code;

        Gatherer(final TypeBinding<?> binding)
        {
            this.binding = binding;
            marks = new long[binding.codeId + 1];
        }

        void begin()
        {
            Arrays.fill(marks, FrameValues.ABSENT);
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

        int place(final Member member, final int index, final boolean letter)
        {
            if (member.field == RemotingField.CODE)
            {
                return binding.codeId;
            }
            return letter ? binding.members.length + index : index;
        }
    }
}
