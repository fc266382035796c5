package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;

/**
 * Runs programs over the slots of a frame. A loop over ints; no recursion, no garbage.
 */
final class Machine
{

    private final Slots slots;
    private final Operands operands;
    private final SqlComparison sql;
    private final JmsComparison jms;
    private final SlotComparison constants;
    private final Logic logic;
    private Program program;

    Machine(final SlotTable table, final int depth)
    {
        final NumberReader reader = new NumberReader();
        slots = new Slots(table, reader);
        operands = new Operands(depth);
        sql = new SqlComparison(operands, slots, reader);
        jms = new JmsComparison(operands, sql);
        constants = new SlotComparison(operands, slots);
        logic = new Logic(slots);
    }

    Slots slots()
    {
        return slots;
    }

    Operands operands()
    {
        return operands;
    }

    /** Runs a program whose value is true, false or null. */
    Verdict verdict(final Program wanted)
    {
        return wanted.isConjunction ? constants.conjunction(wanted)
            : wanted.logical ? logic.verdict(wanted) : computed(wanted);
    }

    /** The verdict of a program of any kind. */
    Verdict computed(final Program wanted)
    {
        if (!run(wanted))
        {
            return Verdict.ERROR;
        }
        return operands.isTrue(0) ? Verdict.MATCH : operands.isNull(0) ? Verdict.UNKNOWN : Verdict.NO_MATCH;
    }

    /** Leaves the value of a program in the first operand; false if it has none because something failed. */
    boolean run(final Program wanted)
    {
        if (program != wanted)
        {
            // Not each time: a store of a reference has its price.
            program = wanted;
            sql.use(wanted);
            constants.use(wanted);
        }
        final int[] code = wanted.code;
        int top = -1;
        int at = 0;
        while (at < code.length)
        {
            final int op = code[at];
            switch (op)
            {
                case Op.SLOT_EQUALS:
                    constants.equal(++top, at);
                    at += 3;
                    break;
                case Op.SQL_SLOT_ORDER:
                    if (!constants.sqlOrder(++top, at))
                    {
                        return false;
                    }
                    at += 4;
                    break;
                case Op.JMS_SLOT_ORDER:
                    constants.jmsOrder(++top, at);
                    at += 4;
                    break;
                case Op.JUMP_FALSE:
                case Op.JUMP_TRUE:
                    at = operands.isBoolean(top, op == Op.JUMP_TRUE) ? code[at + 1] : at + 2;
                    break;
                case Op.AND:
                    top--;
                    operands.and(top, top + 1, top);
                    at++;
                    break;
                case Op.OR:
                    top--;
                    operands.or(top, top + 1, top);
                    at++;
                    break;
                case Op.NOT:
                    operands.numbers[top] ^= 1;
                    at++;
                    break;
                default:
                    if (op >= Op.JUMP_NULL && op <= Op.ELSE)
                    {
                        final boolean jumps = jumps(op, top);
                        top += drop(op, top, jumps);
                        at = jumps ? code[at + 1] : at + 2;
                        break;
                    }
                    if (!step(op, top, at))
                    {
                        return false;
                    }
                    top += Op.effect(op);
                    at += 1 + Op.operands(op);
                    break;
            }
        }
        return true;
    }

    /** An instruction that does not jump, of the less usual ones. */
    private boolean step(final int op, final int top, final int at)
    {
        if (op < Op.JUMP_NULL)
        {
            push(op, top + 1, at);
            return true;
        }
        return op < Op.SQL_EQUAL ? combine(op, top, at) : op < Op.JMS_EQUAL ? sql(op, top, at) : jms(op, top, at);
    }

    private void push(final int op, final int top, final int at)
    {
        switch (op)
        {
            case Op.SLOT:
                pushSlot(top, program.code[at + 1]);
                break;
            case Op.SLOT_OR_TEXT:
                if (slots.types[program.code[at + 1]] == Slots.ABSENT)
                {
                    pushText(top, program.code[at + 2]);
                }
                else
                {
                    pushSlot(top, program.code[at + 1]);
                }
                break;
            case Op.SEND_FIELD:
                pushSendField(top, at);
                break;
            case Op.TEXT:
                pushText(top, program.code[at + 1]);
                break;
            case Op.INT:
                pushNumber(top, Slots.INT, at);
                break;
            case Op.LONG:
                pushNumber(top, Slots.LONG, at);
                break;
            case Op.DOUBLE:
                pushNumber(top, Slots.DOUBLE, at);
                break;
            case Op.NULL:
                operands.setNull(top);
                break;
            default:
                operands.setBoolean(top, op == Op.TRUE);
                break;
        }
    }

    private void pushSlot(final int top, final int slot)
    {
        final int type = slots.types[slot];
        operands.types[top] = Math.max(Slots.NULL, type);
        operands.numbers[top] = type == Slots.TEXT ? slot : slots.numbers[slot];
        operands.from[top] = slots.from[slot];
        operands.to[top] = slots.to[slot];
    }

    private void pushText(final int top, final int text)
    {
        operands.types[top] = Slots.CONSTANT;
        operands.numbers[top] = SlotTable.NONE;
        operands.from[top] = program.bounds[text];
        operands.to[top] = program.bounds[text + 1];
    }

    private void pushNumber(final int top, final int type, final int at)
    {
        operands.types[top] = type;
        operands.numbers[top] = program.numbers[program.code[at + 1]];
    }

    /**
     * A field of a send request, which three codes give one-letter names. Where such a request lacks the short name the
     * long one is taken: old Go clients send it, though a broker does not read it.
     */
    private void pushSendField(final int top, final int at)
    {
        final int code = program.code[at + 1];
        final boolean known = slots.types[code] == Slots.TEXT && slots.readLong(code);
        final long number = known ? slots.longOf(code) : 0;
        final boolean brief = number == (int)number && RequestCode.hasShortNames((int)number);
        final int shortName = program.code[at + 2];
        pushSlot(top, brief && slots.types[shortName] != Slots.ABSENT ? shortName : program.code[at + 3]);
    }

    private boolean jumps(final int op, final int top)
    {
        switch (op)
        {
            case Op.JUMP_NULL:
                return operands.isNull(top);
            case Op.DROP_FALSE:
            case Op.DROP_TRUE:
                return operands.isBoolean(top, op == Op.DROP_TRUE);
            default:
                return !operands.isNull(top);
        }
    }

    /** Takes from the stack what a jump takes; gives what that does to its height. */
    private int drop(final int op, final int top, final boolean jumps)
    {
        if (op == Op.ELSE)
        {
            return jumps ? 0 : -1;
        }
        if (!jumps || op < Op.DROP_FALSE)
        {
            return 0;
        }
        operands.move(top, top - 1);
        return -1;
    }

    private boolean combine(final int op, final int top, final int at)
    {
        switch (op)
        {
            case Op.BOOLEAN:
                if (!operands.isNull(top))
                {
                    operands.setBoolean(top, operands.isTrue(top));
                }
                break;
            case Op.IS_NULL:
                operands.setBoolean(top, operands.isNull(top));
                break;
            case Op.IN:
                in(top, program.sets[program.code[at + 1]]);
                break;
            default:
                if (!operands.isNull(top))
                {
                    pushText(top, program.code[at + (operands.isTrue(top) ? 1 : 2)]);
                }
                break;
        }
        return true;
    }

    private void in(final int top, final TextSet set)
    {
        if (operands.isText(top))
        {
            operands.setBoolean(top, set.contains(array(top), operands.from[top], operands.to[top]));
        }
        else
        {
            operands.setNull(top);
        }
    }

    private byte[] array(final int at)
    {
        return operands.types[at] == Slots.TEXT ? slots.text : program.pool;
    }

    private boolean sql(final int op, final int top, final int at)
    {
        switch (op)
        {
            case Op.SQL_EQUAL:
                return sql.equal(top - 1, top);
            case Op.NEGATE:
                negate(top);
                return true;
            case Op.CONTAINS:
            case Op.STARTS_WITH:
            case Op.ENDS_WITH:
                operands.setBoolean(top, operands.isText(top) && has(op, top, at) == (program.code[at + 2] == 0));
                return true;
            case Op.SQL_BETWEEN:
            case Op.SQL_OUTSIDE:
                return sqlBetween(op, top);
            default:
                return sqlOrder(op, top - 1, top, op < Op.SQL_KEEP_GREATER_EQUAL ? top - 1 : top);
        }
    }

    private boolean sqlOrder(final int op, final int left, final int right, final int result)
    {
        if (operands.isNull(left) || operands.isNull(right))
        {
            operands.setNull(result);
            return true;
        }
        final int order = sql.order(left, right);
        switch (op)
        {
            case Op.SQL_GREATER:
            case Op.SQL_OUTSIDE:
                operands.setBoolean(result, order > 0);
                break;
            case Op.SQL_GREATER_EQUAL:
            case Op.SQL_KEEP_GREATER_EQUAL:
                operands.setBoolean(result, order >= 0);
                break;
            case Op.SQL_LESS:
            case Op.SQL_KEEP_LESS:
                operands.setBoolean(result, order < 0);
                break;
            default:
                operands.setBoolean(result, order <= 0);
                break;
        }
        return order != SqlComparison.FAILED;
    }

    /** The second half of BETWEEN; the first half's result is in the middle. */
    private boolean sqlBetween(final int op, final int top)
    {
        if (!sqlOrder(op, top - 2, top, top))
        {
            return false;
        }
        if (op == Op.SQL_BETWEEN)
        {
            operands.and(top - 1, top, top - 2);
        }
        else
        {
            operands.or(top - 1, top, top - 2);
        }
        return true;
    }

    private void negate(final int top)
    {
        switch (operands.types[top])
        {
            case Slots.INT:
                operands.numbers[top] = -(int)operands.numbers[top];
                break;
            case Slots.LONG:
                operands.numbers[top] = -operands.numbers[top];
                break;
            case Slots.DOUBLE:
                operands.numbers[top] = Double.doubleToRawLongBits(-operands.doubleAt(top));
                break;
            default:
                operands.setNull(top);
                break;
        }
    }

    private boolean has(final int op, final int top, final int at)
    {
        final byte[] array = array(top);
        final int from = operands.from[top];
        final int to = operands.to[top];
        final int wanted = program.code[at + 1];
        if (op == Op.CONTAINS)
        {
            return program.searches[wanted].find(array, from, to) >= 0;
        }
        final int first = program.bounds[wanted];
        final int behind = program.bounds[wanted + 1];
        final int length = behind - first;
        if (length > to - from)
        {
            return false;
        }
        final int start = op == Op.STARTS_WITH ? from : to - length;
        return Arrays.equals(array, start, start + length, program.pool, first, behind);
    }

    private boolean jms(final int op, final int top, final int at)
    {
        switch (op)
        {
            case Op.JMS_EQUAL:
                jms.equal(top - 1, top, top - 1);
                break;
            case Op.JMS_NOT_EQUAL:
                jms.notEqual(top - 1, top);
                break;
            case Op.JMS_BETWEEN:
                jms.order(Op.JMS_LESS_EQUAL, top - 2, top, top);
                operands.and(top - 1, top, top - 2);
                break;
            case Op.JMS_OUTSIDE:
                jms.order(Op.JMS_GREATER, top - 2, top, top);
                operands.or(top - 1, top, top - 2);
                break;
            case Op.JMS_OR_EQUAL:
                jms.equal(top - 2, top, top);
                operands.or(top - 1, top, top - 1);
                break;
            case Op.DROP:
                operands.move(top, top - 1);
                break;
            case Op.NUMBER:
                if (operands.types[top] != Slots.LONG && operands.types[top] != Slots.DOUBLE)
                {
                    operands.setNull(top);
                }
                break;
            case Op.LIKE:
                like(top, program.patterns[program.code[at + 1]]);
                break;
            case Op.HASH_IN:
                operands.setBoolean(top, TagHashes.contains(program.numbers, hash(top)));
                break;
            default:
                jmsOther(op, top);
                break;
        }
        return true;
    }

    private void jmsOther(final int op, final int top)
    {
        if (op >= Op.ADD && op <= Op.REMAINDER)
        {
            jms.compute(op, top - 1, top);
        }
        else
        {
            jms.order(op, top - 1, top, op == Op.JMS_KEEP_GREATER_EQUAL || op == Op.JMS_KEEP_LESS ? top
                : top - 1);
        }
    }

    private void like(final int top, final LikePattern pattern)
    {
        if (operands.isNull(top) || operands.types[top] == Slots.UNDECODED)
        {
            operands.setNull(top);
        }
        else
        {
            operands.setBoolean(top, operands.isText(top) && pattern.matches(array(top), operands.from[top],
                operands.to[top]));
        }
    }

    private int hash(final int top)
    {
        return operands.isText(top) ? TagHashes.hash(array(top), operands.from[top], operands.to[top]) : 0;
    }
}
