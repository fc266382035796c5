package io.skim.pojo.bind;

import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.spi.Cursors;
import java.util.Arrays;

/**
 * Gathers values of AMQP messages.
 */
final class MessageGatherer extends Gatherer
{
    private static final double LONG_BOUND = 0x1p63;

    /** The kinds that each member accepts, one bit for each. */
    private final long[] kinds;
    private final AmqpTreeBuilder builder;
    /** Whether a tree of this message was built; the next trees then share its budget. */
    private boolean further;

    MessageGatherer(final Member[] members, final FrameValues values, final BindError error,
        final AmqpTreeBuilder builder)
    {
        super(members, values, error);
        this.builder = builder;
        kinds = Arrays.stream(members).mapToLong(AmqpProtocol::kinds).toArray();
    }

    @Override
    void begin()
    {
        values.reset();
        further = false;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        values.marks[id] = value.mark();
        if (value.kind() == Kind.BYTES)
        {
            values.addPart(value.mark());
        }
        return Action.CONTINUE;
    }

    @Override
    boolean isComplete()
    {
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            final Cursor value = values.at(i);
            if (value == null || value.isNull())
            {
                if (member.hasDefault())
                {
                    // A null field is not set.
                    values.marks[i] = FrameValues.ABSENT;
                }
                else if (member.required)
                {
                    return refuse(BindReason.MISSING, member, member.wireName, value);
                }
            }
            else if ((kinds[i] >>> value.kind().ordinal() & 1) == 0)
            {
                return refuse(BindReason.WRONG_TYPE, member, member.wireName, value);
            }
            else if (value.kind() == Kind.BYTES && !hasArrived(value))
            {
                return refuse(BindReason.NOT_ARRIVED, member, member.wireName, value);
            }
            else if (AmqpValue.class.isAssignableFrom(member.type))
            {
                if (!build(i, value))
                {
                    return false;
                }
            }
            else if (!holds(i, value))
            {
                return refuseNumber(member, member.wireName, value);
            }
        }
        return true;
    }

    /** Builds a tree. The scan has skipped the content of the value, so the tree builder may still refuse it. */
    private boolean build(final int index, final Cursor value)
    {
        values.trees[index] =
            further ? builder.furtherValue(Cursors.frame(value), value) : builder.value(Cursors.frame(value), value);
        further = true;
        if (values.trees[index] == null)
        {
            error.malformed(builder.fault());
        }
        return values.trees[index] != null;
    }

    /** Whether a member's type can hold a value of an accepted kind. */
    private boolean holds(final int index, final Cursor value)
    {
        final Member member = members[index];
        if (member.isNumber())
        {
            return member.isInt() ? value.isInt() : value.isLong();
        }
        return !member.isDouble() || (value.kind() == Kind.TEXT ? readDouble(index, value) : takeDouble(index, value));
    }

    /** Stores a number if a double holds it exactly. */
    private boolean takeDouble(final int index, final Cursor value)
    {
        final double number = value.getDouble(0);
        values.numbers[index] = number;
        return value.kind() == Kind.FLOAT32 || value.kind() == Kind.FLOAT64 || value.isLong() && number < LONG_BOUND
            && (long)number == value.getLong(0);
    }
}
