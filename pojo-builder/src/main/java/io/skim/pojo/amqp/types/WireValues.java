package io.skim.pojo.amqp.types;

import io.skim.pojo.amqp.AmqpBinary;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpFieldDefinition;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpTreeBuilder;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields from the bytes. A value that does not have its field's type sets the fault, and the caller does not use the result.
 * Trees are made only for maps, lists and values of any type.
 */
final class WireValues extends FieldValues
{
    private static final int LEAST_DEPTH = 2;
    private static final int KEPT_COUNT = 256;

    private final Fault fault;
    /** The builder for fields of composites, which are already two deep; the other one is for the values of other types. */
    private final AmqpTreeBuilder fieldTrees;
    private final AmqpTreeBuilder valueTrees;
    /** Reads the elements of an array, or finds the wrong key of a map. */
    private final AmqpReader inner;
    private final Cursor innerCursor = new Cursor();
    private List<String> found = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // begin sets it
    private FrameView frame;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private AmqpTypeDefinition type;
    /**
     * The index of the field; -1 for a type that is not a composite. An int, because storing a reference costs a GC write
     * barrier.
     */
    private int index;
    private final Cursor cursor;
    private int constructorOffset;
    private int code;
    private boolean hasTrees;

    WireValues(final Fault fault, final AmqpBudget budget, final Strictness strictness, final Cursor cursor,
        final AmqpReader inner)
    {
        this.fault = fault;
        this.cursor = cursor;
        this.inner = inner;
        fieldTrees = new AmqpTreeBuilder(budget.withMaxDepth(Math.max(LEAST_DEPTH, budget.maxDepth() - 2)), strictness);
        valueTrees = new AmqpTreeBuilder(budget.withMaxDepth(Math.max(LEAST_DEPTH, budget.maxDepth() - 1)), strictness);
    }

    /** Starts on a value of a type. */
    void begin(final FrameView frame, final AmqpTypeDefinition type)
    {
        this.frame = frame;
        if (this.type != type)
        {
            this.type = type;
        }
        index = -1;
        hasTrees = false;
    }

    /** Releases the frame. */
    @SuppressWarnings("NullAway") // no reads until begin
    void end()
    {
        frame = null;
        Cursors.bind(innerCursor, null);
        Cursors.reset(innerCursor);
        letGo();
    }

    /** Releases the texts, and a list that grew for many symbols. */
    private void letGo()
    {
        if (found.size() > KEPT_COUNT)
        {
            found = new ArrayList<>();
        }
        found.clear();
    }

    /** Notes that the cursor is on a field of a composite, or, with -1, on the described value. */
    WireValues at(final int index, final int constructorOffset, final int code)
    {
        this.index = index;
        this.constructorOffset = constructorOffset;
        this.code = code;
        return this;
    }

    private AmqpFieldDefinition field()
    {
        return type.fields().get(index);
    }

    /** Refuses the value, because it does not have the expected type. */
    private boolean refused()
    {
        return refused(index < 0 ? Reason.SECTION_VALUE_TYPE : Reason.FIELD_TYPE);
    }

    private boolean refused(final Reason reason)
    {
        return Faults.at(fault, constructorOffset, reason, reason == Reason.FIELD_MISSING ? index : code,
            reason == Reason.FIELD_TYPE ? index : reason == Reason.FIELD_MISSING ? 0 : type.code()) >= 0;
    }

    private boolean isOf(final Kind due)
    {
        return cursor.kind() == due || refused();
    }

    @Override
    boolean flag()
    {
        return cursor.kind() == Kind.TRUE || cursor.kind() != Kind.FALSE && refused();
    }

    @Override
    long number(final Kind due)
    {
        return isOf(due) ? cursor.getLongBits() : 0;
    }

    @Override
    @Nullable
    String text(final Kind due)
    {
        return isOf(due) ? cursor.toText() : null;
    }

    @Override
    @Nullable
    List<String> symbols()
    {
        if (cursor.kind() == Kind.ARRAY)
        {
            return array();
        }
        alone = true;
        return isOf(Kind.SYMBOL) ? List.of(cursor.toText()) : null;
    }

    /** An array of symbols; it allocates nothing for the count that the array claims. */
    private @Nullable List<String> array()
    {
        final long elements = inner.enter(frame, cursor);
        if (elements < 0 || elements == 0 && field().mandatory())
        {
            return elements < 0 ? refusedBy(inner.fault()) : refusedList(Reason.FIELD_MISSING);
        }
        // For described elements it is the code of described values, which is not the code of the type.
        final int first = frame.getByte(inner.elementOffset()) & 0xFF;
        if (AmqpType.of(first) != field().primitive())
        {
            constructorOffset = inner.elementOffset();
            code = first;
            return refusedList(Reason.FIELD_TYPE);
        }
        letGo();
        int event = inner.next();
        while (event == AmqpReader.VALUE)
        {
            found.add(inner.value(innerCursor).toText());
            event = inner.next();
        }
        return event == AmqpReader.DONE ? List.copyOf(found) : refusedBy(inner.fault());
    }

    private @Nullable List<String> refusedList(final Reason reason)
    {
        refused(reason);
        return null;
    }

    private <T> @Nullable T refusedBy(final Fault cause)
    {
        Faults.at(fault, cause.offset(), Objects.requireNonNull(cause.reason()), cause.claimed(), cause.available());
        return null;
    }

    @Override
    @Nullable
    AmqpBinary binary()
    {
        return cursor.kind() == Kind.BYTES || isOf(Kind.BINARY) ? (AmqpBinary)tree() : null;
    }

    @Override
    @Nullable
    AmqpValue container(final Kind due)
    {
        return isOf(due) ? any() : null;
    }

    @Override
    @Nullable
    AmqpValue any()
    {
        final AmqpValue tree = tree();
        if (tree == null)
        {
            return null;
        }
        final Reason reason = index < 0 ? type.refusal(tree) : field().refusal(tree);
        if (reason == Reason.KEY_TYPE)
        {
            badKey((AmqpMap)tree);
        }
        if (reason != null)
        {
            refused(reason);
        }
        return tree;
    }

    /** Builds a tree; all trees of an object share one budget. */
    private @Nullable AmqpValue tree()
    {
        final AmqpTreeBuilder trees = index < 0 ? valueTrees : fieldTrees;
        final AmqpValue tree = hasTrees ? trees.furtherValue(frame, cursor) : trees.value(frame, cursor);
        hasTrees = true;
        return tree == null ? refusedBy(trees.fault()) : tree;
    }

    /** Moves to the first key that does not have its type. */
    private void badKey(final AmqpMap map)
    {
        final List<AmqpMap.Entry> entries = map.entries();
        // Keys of one type are all accepted or all refused.
        int good = 0;
        int index = 0;
        for (int bit = bit(entries, 0); (good & bit) != 0 || isGood(entries.get(index)); bit = bit(entries, index))
        {
            good |= bit;
            index++;
        }
        inner.enter(frame, cursor);
        for (int i = 0; i <= 2 * index; i++)
        {
            inner.next();
        }
        constructorOffset = inner.constructorOffset();
        code = inner.code();
    }

    private static int bit(final List<AmqpMap.Entry> entries, final int index)
    {
        return 1 << entries.get(index).key().type().ordinal();
    }

    private boolean isGood(final AmqpMap.Entry entry)
    {
        final AmqpMap alone = new AmqpMap(List.of(entry));
        return (index < 0 ? type.refusal(alone) : field().refusal(alone)) == null;
    }
}
