package io.skim.pojo.headers;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Random access to the fields of typed headers, without making the header: for tools that show or compare them.
 *
 * <pre>
 * if (header.wrap(frame, PullMessageRequestHeader.TYPE) &amp;&amp; header.isSet(QUEUE_OFFSET))
 * {
 *     lag.note(header.getLong(QUEUE_OFFSET, 0));
 * }
 * </pre>
 *
 * It accepts, refuses and reads the same as {@link TypedHeaderReader}. Everything is valid while the frame is wrapped. Allocates only
 * texts that are asked for. Reused for each frame; one thread at a time.
 *
 * @see "RemotingCommand.decodeCommandCustomHeader, release 5.5.1"
 */
public final class TypedHeaderView
{
    private final RemotingHeaderView header;
    private final HeaderEntries entries;
    private @Nullable HeaderType<?> type;
    /** By the field's index: a bit for each that has a value, and of numbers the value. */
    private int set;
    private final long[] numbers = new long[Integer.SIZE];

    /** Makes a strict view with the default limits. */
    public TypedHeaderView()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a view.
     *
     * @param limits     bounds of lengths, counts and depth.
     * @param strictness whether to refuse or to read the oddities that the reference decoder accepts.
     */
    public TypedHeaderView(final Limits limits, final Strictness strictness)
    {
        header = new RemotingHeaderView(limits, strictness);
        entries = new HeaderEntries(header, strictness == Strictness.STRICT);
    }

    /**
     * Checks the header of a frame as a given type.
     *
     * @param frame wrapped on one frame; keep it wrapped while you use this view.
     * @param as    its type; code and flag of the frame are not checked.
     * @return false if the frame is refused; then {@link #fault()} has the reason, and no field has a value.
     */
    public boolean wrap(final FrameView frame, final HeaderType<?> as)
    {
        entries.begin();
        return header.wrap(frame) ? read(frame, as) : refused();
    }

    /**
     * Checks the header that a scanner has just scanned as a given type, without another scan.
     *
     * @param scanned whose last scan has completed; of the same strictness as this view. Use this view no longer than until the
     *                scanner's next scan.
     * @param as      its type; code and flag of the frame are not checked.
     * @return false if the header is refused as this type; then {@link #fault()} has the reason, and no field has a value.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean wrap(final RemotingScanner scanned, final HeaderType<?> as)
    {
        entries.begin();
        header.wrap(scanned);
        return read(scanned.scanned(), as);
    }

    private boolean refused()
    {
        type = null;
        set = 0;
        return false;
    }

    private boolean read(final FrameView frame, final HeaderType<?> as)
    {
        entries.select(frame, as.everything());
        type = as;
        set = 0;
        final List<HeaderField> fields = as.fields();
        for (int i = 0; i < fields.size(); i++)
        {
            final int index = fields.get(i).index();
            if (isRead(fields.get(i).type(), index))
            {
                set |= 1 << index;
            }
        }
        return header.fault().isPresent() || entries.end() < 0 ? refused() : true;
    }

    private boolean isRead(final FieldType kind, final int index)
    {
        switch (kind)
        {
            case INT:
                final boolean isInt = entries.isInt(index);
                numbers[index] = isInt ? entries.intNumber() : 0;
                return isInt;
            case LONG:
                final boolean isLong = entries.isLong(index);
                numbers[index] = isLong ? entries.longNumber() : 0;
                return isLong;
            case BOOLEAN:
                numbers[index] = entries.flag(index) ? 1 : 0;
                return !entries.isNull(index);
            default:
                return !entries.isNull(index);
        }
    }

    private int index(final HeaderField field)
    {
        if (type == null)
        {
            throw new IllegalStateException(
                "there is no header: call wrap first, which returns false if it refuses a frame");
        }
        if (!type.has(field))
        {
            throw new IllegalArgumentException(type + " has no field '" + field.name() + "'");
        }
        return field.index();
    }

    /**
     * Whether the header has a value of a field. One that is null, or in lenient reading no number, is none.
     *
     * @param field of the type.
     * @return false if it has none; {@link #get} then gives the default.
     * @throws IllegalArgumentException if the type has no such field; so do all methods with a field.
     * @throws IllegalStateException    if the last frame was refused or none is wrapped; so do they, too.
     */
    public boolean isSet(final HeaderField field)
    {
        return (set >>> index(field) & 1) != 0;
    }

    /**
     * A number.
     *
     * @param field        of the type, an int or long.
     * @param defaultValue to return if the header has no value of it, or it is no number.
     * @return the number, or {@code defaultValue}.
     */
    public long getLong(final HeaderField field, final long defaultValue)
    {
        return isSet(field) && field.type().bits() > 0 ? numbers[field.index()] : defaultValue;
    }

    /**
     * A boolean.
     *
     * @param field        of the type, a boolean.
     * @param defaultValue to return if the header has no value of it, or it is no boolean.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final HeaderField field, final boolean defaultValue)
    {
        return isSet(field) && field.type() == FieldType.BOOLEAN ? numbers[field.index()] != 0 : defaultValue;
    }

    /**
     * The text of a field of any type, as it stands in the header.
     *
     * @param field of the type.
     * @return this view's own cursor, on null if the header has no value.
     */
    public Cursor value(final HeaderField field)
    {
        return entries.value(index(field));
    }

    /**
     * The value that {@link TypedHeader#get} gives for a field of the header that {@link TypedHeaderReader} makes. Allocates.
     *
     * @param field of the type.
     * @return the value, or the default of a new header; null if it is unset.
     */
    public @Nullable Object get(final HeaderField field)
    {
        if (!isSet(field))
        {
            // A boundary is null then, whatever a new header has.
            return field.type() == FieldType.BOUNDARY ? null : Objects.requireNonNull(type).defaultOf(field);
        }
        final int index = field.index();
        return switch (field.type())
        {
            case STRING -> entries.text(index);
            case BOUNDARY -> entries.boundary(index);
            case INT -> (int)numbers[index];
            case LONG -> numbers[index];
            case BOOLEAN -> numbers[index] != 0;
        };
    }

    /** {@return the field for which the last frame was refused; null if it was not refused, or is malformed} */
    public @Nullable HeaderField faultyField()
    {
        return entries.refused();
    }

    /** {@return why the last frame was refused: this view's own fault, which the next call of {@code wrap} resets; absent if it was not} */
    public Fault fault()
    {
        return header.fault();
    }

    /**
     * The type, without values, which may be secrets. Allocates.
     *
     * @return a line for people.
     */
    @Override
    public String toString()
    {
        return type == null ? "no header" : type.toString();
    }
}
