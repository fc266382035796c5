package io.skim.pojo.bind;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.Kind;
import io.skim.scan.spi.Faults;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a frame gave no object, and the member that failed: a view that a reader owns and reuses.
 */
public final class BindError
{
    /** The offset of a value that the frame does not have. */
    public static final int NOWHERE = -1;

    private final Class<?> type;
    private final Fault fault;
    private @Nullable BindReason reason;
    private @Nullable Member member;
    private @Nullable String wireName;
    private int offset;
    private @Nullable Kind kind;

    BindError(final Class<?> type, final Fault fault)
    {
        this.type = type;
        this.fault = fault;
        reset();
    }

    void reset()
    {
        reason = null;
        member = null;
        wireName = null;
        offset = NOWHERE;
        kind = null;
    }

    void malformed()
    {
        reason = BindReason.MALFORMED;
        offset = (int)fault.offset();
    }

    /** Sets the error for a value that the scan has skipped and whose content is malformed. */
    void malformed(final Fault inside)
    {
        Faults.at(fault, inside.offset(), Objects.requireNonNull(inside.reason()), inside.claimed(),
            inside.available());
        malformed();
    }

    /** Sets the error of a value, or of a missing value. */
    void set(final BindReason why, final Member which, final String name, final @Nullable Cursor value)
    {
        reason = why;
        member = which;
        wireName = name;
        if (value != null)
        {
            offset = value.offset();
            kind = value.kind();
        }
    }

    /** {@return whether the last frame gave no object} */
    public boolean isPresent()
    {
        return reason != null;
    }

    /** {@return the stable reason; null if there is no error} */
    public @Nullable BindReason reason()
    {
        return reason;
    }

    /** {@return the name of the record's component or of the field; null if the frame is malformed or there is no error} */
    public @Nullable String member()
    {
        return member == null ? null : member.name;
    }

    /** {@return the name of the member on the wire of this frame; null if the frame is malformed or there is no error} */
    public @Nullable String wireName()
    {
        return wireName;
    }

    /**
     * {@return the offset of the value in bytes from the start of the frame; {@link #NOWHERE} if the frame does not have the
     * value}
     */
    public int offset()
    {
        return offset;
    }

    /** {@return the scanner's fault; absent unless the frame is malformed} */
    public Fault fault()
    {
        return fault;
    }

    /**
     * A sentence with the type, the member, the name on the wire and the offset. Allocates.
     *
     * @return the message, or an empty text if there is no error.
     */
    @SuppressWarnings("NullAway") // every other reason is of a member
    public String toMessage()
    {
        if (reason == null)
        {
            return "";
        }
        if (reason == BindReason.MALFORMED)
        {
            return type.getSimpleName() + ": " + fault.toMessage();
        }
        final String what = type.getSimpleName() + '.' + member.name + ": the " + member.words + " \"" + wireName + '"';
        switch (reason)
        {
            case MISSING:
                return what + (offset == NOWHERE ? " is missing" : " has no value, at offset " + offset);
            case NOT_A_NUMBER:
                return what + " is no number, at offset " + offset;
            case WRONG_TYPE:
                return what + " is of the type " + AmqpProtocol.typeName(kind) + ", which " + member.type
                    .getSimpleName() + " does not take, at offset " + offset;
            case NOT_ARRIVED:
                return what + " has not arrived whole, at offset " + offset;
            default:
                return what + " does not fit " + member.type.getSimpleName() + ", at offset " + offset;
        }
    }

    /**
     * An exception for tools and tests. No reader throws it. Allocates.
     *
     * @return an exception with {@link #toMessage()}.
     * @throws IllegalStateException if there is no error.
     */
    public BindException toException()
    {
        if (reason == null)
        {
            throw new IllegalStateException("the last frame gave an object");
        }
        return new BindException(reason, toMessage());
    }

    @Override
    public String toString()
    {
        return toMessage();
    }
}
