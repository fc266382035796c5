package io.skim.handlers.select;

/**
 * The instructions of a {@link Program}, each an int, followed by as many operands as {@link #OPERANDS} says. What an
 * instruction takes from the operands' stack and leaves on it is behind the arrow; {@code ?} is true, false or null.
 */
final class Op
{
    /** slot: {@code -> value}. */
    static final int SLOT = 0;
    /** slot, text: {@code -> value}, the text if the slot was not shown at all. */
    static final int SLOT_OR_TEXT = 1;
    /** slot of the code, slot of the short name, slot of the long name: {@code -> value}. */
    static final int SEND_FIELD = 2;
    /** text: {@code -> text}. */
    static final int TEXT = 3;
    /** number: {@code -> int32}. */
    static final int INT = 4;
    /** number: {@code -> int64}. */
    static final int LONG = 5;
    /** number: {@code -> double}. */
    static final int DOUBLE = 6;
    /** {@code -> true}. */
    static final int TRUE = 7;
    /** {@code -> false}. */
    static final int FALSE = 8;
    /** {@code -> null}. */
    static final int NULL = 9;

    /** target: {@code a -> a}, goes on at the target if it is null. */
    static final int JUMP_NULL = 10;
    /** target: {@code a -> a}, goes on at the target if it is false. */
    static final int JUMP_FALSE = 11;
    /** target: {@code a -> a}, goes on at the target if it is true. */
    static final int JUMP_TRUE = 12;
    /** target: {@code a ? -> a ?}; if the last is false {@code -> false}, and goes on at the target. */
    static final int DROP_FALSE = 13;
    /** target: {@code a ? -> a ?}; if the last is true {@code -> true}, and goes on at the target. */
    static final int DROP_TRUE = 14;
    /** target: {@code a ->}; if it is not null {@code a -> a}, and goes on at the target. */
    static final int ELSE = 15;

    /** {@code ? ? -> ?}. */
    static final int AND = 16;
    /** {@code ? ? -> ?}. */
    static final int OR = 17;
    /** {@code ? -> ?}. */
    static final int NOT = 18;
    /** {@code a -> ?}: a boolean as it is, null as null, anything else as false. */
    static final int BOOLEAN = 19;
    /** {@code a -> ?}, never null. */
    static final int IS_NULL = 20;
    /** set: {@code a -> ?}: null if it is no text, else whether it is one of the texts. */
    static final int IN = 21;
    /** text, text: {@code ? -> text}: the first for true, else the second. */
    static final int CHOOSE = 22;

    /** {@code a b -> ?}, as RocketMQ does. */
    static final int SQL_EQUAL = 30;
    /** {@code a b -> ?}. */
    static final int SQL_GREATER = 31;
    /** {@code a b -> ?}. */
    static final int SQL_GREATER_EQUAL = 32;
    /** {@code a b -> ?}. */
    static final int SQL_LESS = 33;
    /** {@code a b -> ?}. */
    static final int SQL_LESS_EQUAL = 34;
    /** {@code a b -> a ?}: {@code a >= b}. */
    static final int SQL_KEEP_GREATER_EQUAL = 35;
    /** {@code a b -> a ?}: {@code a < b}. */
    static final int SQL_KEEP_LESS = 36;
    /** {@code a ? b -> ?}: {@code ? AND a <= b}. */
    static final int SQL_BETWEEN = 37;
    /** {@code a ? b -> ?}: {@code ? OR a > b}. */
    static final int SQL_OUTSIDE = 38;
    /** {@code a -> a}: a number with the other sign, else null. */
    static final int NEGATE = 39;
    /** search, 1 for the opposite: {@code a -> ?}, never null. */
    static final int CONTAINS = 40;
    /** text, 1 for the opposite: {@code a -> ?}, never null. */
    static final int STARTS_WITH = 41;
    /** text, 1 for the opposite: {@code a -> ?}, never null. */
    static final int ENDS_WITH = 42;

    /** {@code a b -> ?}, as JMS does. */
    static final int JMS_EQUAL = 50;
    /** {@code a b -> ?}. */
    static final int JMS_NOT_EQUAL = 51;
    /** {@code a b -> ?}. */
    static final int JMS_GREATER = 52;
    /** {@code a b -> ?}. */
    static final int JMS_GREATER_EQUAL = 53;
    /** {@code a b -> ?}. */
    static final int JMS_LESS = 54;
    /** {@code a b -> ?}. */
    static final int JMS_LESS_EQUAL = 55;
    /** {@code a b -> a ?}: {@code a >= b}. */
    static final int JMS_KEEP_GREATER_EQUAL = 56;
    /** {@code a ? b -> ?}: {@code ? AND a <= b}. */
    static final int JMS_BETWEEN = 57;
    /** {@code a ? b -> a ?}: {@code ? OR a = b}. */
    static final int JMS_OR_EQUAL = 58;
    /** {@code a ? -> ?}. */
    static final int DROP = 59;
    /** {@code a b -> number}. */
    static final int ADD = 60;
    /** {@code a b -> number}. */
    static final int SUBTRACT = 61;
    /** {@code a b -> number}. */
    static final int MULTIPLY = 62;
    /** {@code a b -> number}. */
    static final int DIVIDE = 63;
    /** {@code a b -> number}. */
    static final int REMAINDER = 64;
    /** {@code a -> a}: a number as it is, else null. */
    static final int NUMBER = 65;
    /** pattern: {@code a -> ?}. */
    static final int LIKE = 66;
    /** numbers: {@code a -> ?}, never null: whether the text's hash is one of the numbers; null has the hash 0. */
    static final int HASH_IN = 67;

    /** {@code a b -> a ?}: {@code a < b}. */
    static final int JMS_KEEP_LESS = 68;
    /** {@code a ? b -> ?}: {@code ? OR a > b}. */
    static final int JMS_OUTSIDE = 69;

    /** slot, text: {@code -> ?}: whether a slot's text equals the text; a SLOT, a TEXT and SQL_EQUAL or JMS_EQUAL. */
    static final int SLOT_EQUALS = 70;
    /** slot, number, type and order: {@code -> ?}: compares a slot's text with a number, as RocketMQ does. */
    static final int SQL_SLOT_ORDER = 71;
    /** slot, number, type and order: {@code -> ?}: compares a slot's number with a number, as JMS does. */
    static final int JMS_SLOT_ORDER = 72;

    /** In the third operand of an order: the number is less, equal, greater. */
    static final int LESS = 1;
    /** See {@link #LESS}. */
    static final int EQUAL = 2;
    /** See {@link #LESS}. */
    static final int GREATER = 4;
    /** By how much the number's type is shifted there. */
    static final int TYPE_SHIFT = 3;

    /** How many operands follow an instruction. */
    private static final int[] OPERANDS = new int[73];
    /** How many values more an instruction leaves than it takes. */
    private static final int[] EFFECTS = new int[73];

    static
    {
        set(1, 1, SLOT, TEXT, INT, LONG, DOUBLE);
        set(2, 1, SLOT_OR_TEXT);
        set(2, 1, SLOT_EQUALS);
        set(3, 1, SEND_FIELD, SQL_SLOT_ORDER, JMS_SLOT_ORDER);
        set(0, 1, TRUE, FALSE, NULL);
        set(1, 0, JUMP_NULL, JUMP_FALSE, JUMP_TRUE, DROP_FALSE, DROP_TRUE, IN, LIKE, HASH_IN);
        set(1, -1, ELSE);
        set(2, 0, CHOOSE, CONTAINS, STARTS_WITH, ENDS_WITH);
        set(0, -1, AND, OR, DROP, SQL_EQUAL, SQL_GREATER, SQL_GREATER_EQUAL, SQL_LESS, SQL_LESS_EQUAL, JMS_EQUAL,
            JMS_NOT_EQUAL, JMS_GREATER, JMS_GREATER_EQUAL, JMS_LESS, JMS_LESS_EQUAL, ADD, SUBTRACT, MULTIPLY, DIVIDE,
            REMAINDER, JMS_OR_EQUAL);
        set(0, -2, SQL_BETWEEN, SQL_OUTSIDE, JMS_BETWEEN, JMS_OUTSIDE);
    }

    private Op()
    {
    }

    private static void set(final int operands, final int effect, final int... ops)
    {
        for (final int op : ops)
        {
            OPERANDS[op] = operands;
            EFFECTS[op] = effect;
        }
    }

    static int operands(final int op)
    {
        return OPERANDS[op];
    }

    /** Which orders a comparison is true for. */
    static int orders(final int op)
    {
        switch (op)
        {
            case SQL_EQUAL:
            case JMS_EQUAL:
                return EQUAL;
            case SQL_GREATER:
            case JMS_GREATER:
                return GREATER;
            case SQL_GREATER_EQUAL:
            case JMS_GREATER_EQUAL:
                return GREATER | EQUAL;
            case SQL_LESS:
            case JMS_LESS:
                return LESS;
            default:
                return LESS | EQUAL;
        }
    }

    /** The orders of a comparison whose sides have changed places. */
    static int mirrored(final int orders)
    {
        return orders & EQUAL | ((orders & LESS) != 0 ? GREATER : 0) | ((orders & GREATER) != 0 ? LESS : 0);
    }

    static int effect(final int op)
    {
        return EFFECTS[op];
    }

    /** How many of an instruction's operands, from the first, are slots. */
    static int slots(final int op)
    {
        return op == SLOT || op == SLOT_OR_TEXT || op >= SLOT_EQUALS ? 1 : op == SEND_FIELD ? 3 : 0;
    }
}
