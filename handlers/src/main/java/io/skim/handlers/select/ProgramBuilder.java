package io.skim.handlers.select;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the instructions of a program, the places its slots stand for, and its constants.
 */
final class ProgramBuilder
{
    private final Map<Place, Integer> places = new LinkedHashMap<>();
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final List<TextSet> sets = new ArrayList<>();
    private final List<TextSearch> searches = new ArrayList<>();
    private final List<LikePattern> patterns = new ArrayList<>();
    private long[] numbers = new long[8];
    private int numberCount;
    private int[] code = new int[64];
    private int length;
    private int height;
    private int depth;

    /** Where the next instruction will stand. */
    int position()
    {
        return length;
    }

    /** Appends an instruction; gives its position. */
    int emit(final int op, final int... operands)
    {
        final int at = length;
        if (operands.length != Op.operands(op))
        {
            throw new IllegalStateException("instruction " + op + " has " + Op.operands(op) + " operands");
        }
        if (length + 1 + operands.length > code.length)
        {
            code = Arrays.copyOf(code, 2 * code.length);
        }
        code[length++] = op;
        for (final int operand : operands)
        {
            code[length++] = operand;
        }
        height += Op.effect(op);
        depth = Math.max(depth, height);
        return at;
    }

    /** Appends a jump whose target is given later. */
    int jump(final int op)
    {
        return emit(op, -1);
    }

    /** Lets a jump go to the next instruction. */
    void land(final int jump)
    {
        code[jump + 1] = length;
    }

    /** Takes back a jump that turned out to be needless, because what was appended since cannot fail. */
    void removeJump(final int jump)
    {
        System.arraycopy(code, jump + 2, code, jump, length - jump - 2);
        length -= 2;
    }

    /**
     * Appends a comparison; one instruction for all of it if a slot is compared with a constant.
     *
     * @param op       which compares.
     * @param left     where the left side begins.
     * @param right    where the right side begins.
     * @param ordering the instruction for numbers.
     */
    void compare(final int op, final int left, final int right, final int ordering)
    {
        final boolean fits = code[left] == Op.SLOT && right == left + 2 && length == right + 2;
        final int kind = fits ? code[right] : Op.SLOT;
        final int slot = code[left + 1];
        final int constant = fits ? code[right + 1] : 0;
        if (kind == Op.TEXT && (op == Op.SQL_EQUAL || op == Op.JMS_EQUAL))
        {
            takeBack(left);
            emit(Op.SLOT_EQUALS, slot, constant);
        }
        else if (kind >= Op.INT && kind <= Op.DOUBLE && op != Op.JMS_NOT_EQUAL)
        {
            takeBack(left);
            emit(ordering, slot, constant, typeAt(right) | Op.orders(op));
        }
        else if (ordering == Op.JMS_SLOT_ORDER && op != Op.JMS_NOT_EQUAL && isNumber(left, right)
            && isSlot(right, length))
        {
            // RocketMQ's dialect tells a constant on the left from one on the right, JMS does not.
            final int how = typeAt(left) | Op.mirrored(Op.orders(op));
            final int number = code[left + 1];
            final int compared = code[right + 1];
            takeBack(left);
            emit(ordering, compared, number, how);
        }
        else
        {
            emit(op);
        }
    }

    /**
     * Puts two comparisons of a slot with numbers in place of a BETWEEN that was appended, or of its opposite. That gives the
     * same: where the slot has no value both are unknown, and where the first decides the second is not evaluated.
     *
     * @param left    where the slot is.
     * @param missing the jump behind it.
     * @param decided the jump behind the first comparison.
     * @return false if it is no slot, or those are no numbers; then nothing has changed.
     */
    boolean splitBetween(final int left, final int missing, final int decided)
    {
        if (code[left] != Op.SLOT || missing != left + 2 || decided != missing + 5 || length != decided + 5
            || !isNumber(missing + 2) || !isNumber(decided + 2))
        {
            return false;
        }
        final boolean negated = code[length - 1] == Op.SQL_OUTSIDE;
        final int slot = code[left + 1];
        final int low = code[missing + 3];
        final int lowType = typeAt(missing + 2);
        final int high = code[decided + 3];
        final int highType = typeAt(decided + 2);
        remove(left);
        emit(Op.SQL_SLOT_ORDER, slot, low, lowType | Op.orders(negated ? Op.SQL_LESS : Op.SQL_GREATER_EQUAL));
        final int jump = jump(negated ? Op.JUMP_TRUE : Op.JUMP_FALSE);
        emit(Op.SQL_SLOT_ORDER, slot, high, highType | Op.orders(negated ? Op.SQL_GREATER : Op.SQL_LESS_EQUAL));
        emit(negated ? Op.OR : Op.AND);
        land(jump);
        return true;
    }

    private boolean isNumber(final int at)
    {
        return code[at] >= Op.INT && code[at] <= Op.DOUBLE;
    }

    /** The type of a number, as it stands in the operand of an order. */
    private int typeAt(final int at)
    {
        return Slots.INT + code[at] - Op.INT << Op.TYPE_SHIFT;
    }

    /**
     * Appends what makes a value, a lower bound, the comparison with that, and an upper bound the answer whether the value is
     * between them, or whether it is outside; anew and without values on the stack if a slot's value is compared with two numbers.
     *
     * @param value where the value begins.
     * @param low   where the lower bound begins.
     * @param keep  where the comparison stands.
     */
    void between(final int value, final int low, final int keep)
    {
        final boolean outside = code[keep] == Op.JMS_KEEP_LESS;
        if (isSlot(value, low) && isNumber(low, keep) && isNumber(keep + 1, length))
        {
            final int slot = code[value + 1];
            final int from = code[low + 1];
            final int fromType = typeAt(low);
            final int to = code[keep + 2];
            final int toType = typeAt(keep + 1);
            length = value;
            height -= 3;
            emit(Op.JMS_SLOT_ORDER, slot, from, fromType | Op.orders(outside ? Op.JMS_LESS : Op.JMS_GREATER_EQUAL));
            emit(Op.JMS_SLOT_ORDER, slot, to, toType | Op.orders(outside ? Op.JMS_GREATER : Op.JMS_LESS_EQUAL));
            emit(outside ? Op.OR : Op.AND);
        }
        else
        {
            emit(outside ? Op.JMS_OUTSIDE : Op.JMS_BETWEEN);
        }
    }

    /** Whether there is one instruction between two positions, which loads a slot. */
    private boolean isSlot(final int from, final int to)
    {
        return to == from + 2 && code[from] == Op.SLOT;
    }

    /** Whether there is one instruction between two positions, which loads a number. */
    private boolean isNumber(final int from, final int to)
    {
        return to == from + 2 && isNumber(from);
    }

    private void takeBack(final int left)
    {
        length = left;
        height -= 2;
    }

    /** Takes back all instructions since a position, which left one value. */
    void remove(final int from)
    {
        length = from;
        height--;
    }

    /** Replaces all instructions since a position, which left one value, by one that leaves one. */
    void replace(final int from, final int op, final int... operands)
    {
        remove(from);
        emit(op, operands);
    }

    /** The instruction at a position. */
    int at(final int position)
    {
        return code[position];
    }

    /** The slot of a place. */
    int slot(final Place place)
    {
        return places.computeIfAbsent(place, added -> places.size());
    }

    /** The index of a text. */
    int text(final String text)
    {
        return texts.computeIfAbsent(text, added -> texts.size());
    }

    /** The index of a number. */
    int number(final long number)
    {
        if (numberCount == numbers.length)
        {
            numbers = Arrays.copyOf(numbers, 2 * numberCount);
        }
        numbers[numberCount] = number;
        return numberCount++;
    }

    /** The index of a set. */
    int set(final TextSet set)
    {
        sets.add(set);
        return sets.size() - 1;
    }

    /** The index of a text to search for. */
    int search(final String text)
    {
        searches.add(new TextSearch(text.getBytes(StandardCharsets.UTF_8)));
        return searches.size() - 1;
    }

    /** The index of a pattern. */
    int pattern(final LikePattern pattern)
    {
        patterns.add(pattern);
        return patterns.size() - 1;
    }

    List<Place> places()
    {
        return List.copyOf(places.keySet());
    }

    int[] code()
    {
        return Arrays.copyOf(code, length);
    }

    int depth()
    {
        return depth;
    }

    long[] numbers()
    {
        return Arrays.copyOf(numbers, numberCount);
    }

    byte[] pool()
    {
        final ByteArrayOutputStream pool = new ByteArrayOutputStream();
        for (final String text : texts.keySet())
        {
            pool.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        return pool.toByteArray();
    }

    int[] bounds()
    {
        final int[] bounds = new int[texts.size() + 1];
        int i = 0;
        for (final String text : texts.keySet())
        {
            bounds[i + 1] = bounds[i] + text.getBytes(StandardCharsets.UTF_8).length;
            i++;
        }
        return bounds;
    }

    TextSet[] sets()
    {
        return sets.toArray(new TextSet[0]);
    }

    TextSearch[] searches()
    {
        return searches.toArray(new TextSearch[0]);
    }

    LikePattern[] patterns()
    {
        return patterns.toArray(new LikePattern[0]);
    }
}
