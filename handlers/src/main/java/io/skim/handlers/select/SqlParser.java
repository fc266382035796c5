package io.skim.handlers.select;

import io.skim.bytes.NumberReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles RocketMQ's SQL92 dialect as the broker's own parser reads it:
 *
 * <pre>
 * or         := and ( OR and )*
 * and        := equality ( AND equality )*
 * equality   := comparison ( ("=" | "&lt;&gt;") comparison | IS [NOT] NULL )*
 * comparison := unary ( ("&gt;" | "&gt;=" | "&lt;" | "&lt;=") unary
 *                     | [NOT] CONTAINS text | [NOT] STARTSWITH text | [NOT] ENDSWITH text
 *                     | [NOT] BETWEEN unary AND unary | [NOT] IN "(" text ("," text)* ")" )*
 * unary      := "+" unary | "-" unary | NOT unary | primary
 * primary    := text | number | TRUE | FALSE | NULL | name | "(" or ")"
 * </pre>
 *
 * Nothing asks for the end: the expression is the longest beginning that is one. What the reference checks when it
 * compiles is checked here with the same result.
 *
 * @see "SelectorParser.jj and the factories of ComparisonExpression, rocketmq-filter 5.5.0"
 */
final class SqlParser extends ConditionParser<SqlParser.Part>
{
    /** What the reference's factories look at: the class of an expression. */
    enum Sort
    {
        NAME, NUMBER, TEXT, BOOLEAN_LITERAL, NULL_LITERAL, BOOLEAN, OTHER;

        boolean isLiteral()
        {
            return this == NUMBER || this == TEXT || this == BOOLEAN_LITERAL || this == NULL_LITERAL;
        }

        boolean isBoolean()
        {
            return this == BOOLEAN || this == BOOLEAN_LITERAL || this == NULL_LITERAL;
        }

        /** Whether evaluating it can neither fail nor be worth avoiding. */
        boolean isPlain()
        {
            return isLiteral() || this == NAME;
        }
    }

    /** A parsed part: what it is, the value if it is a number, and where its text and its instructions begin. */
    record Part(Sort sort, Number value, int column, int position)
    {
    }

    SqlParser(final String source)
    {
        super(new Tokens(source, false));
    }

    /** Compiles the whole selector. */
    ProgramBuilder parse()
    {
        asBoolean(or());
        return builder;
    }

    @Override
    void asBoolean(final Part part)
    {
        if (part.sort == Sort.NAME)
        {
            builder.emit(Op.BOOLEAN);
        }
        else if (!part.sort.isBoolean())
        {
            throw new SelectorException("not a condition: compare it with something", part.column);
        }
    }

    @Override
    Part condition(final Part left)
    {
        return new Part(Sort.BOOLEAN, null, left.column, left.position);
    }

    @Override
    Part operand()
    {
        Part left = comparison();
        while (true)
        {
            final int kind = tokens.kind();
            if (kind == Tokens.EQUAL || kind == Tokens.NOT_EQUAL)
            {
                tokens.next();
                final Part right = comparison();
                checkEqual(left, right);
                builder.compare(Op.SQL_EQUAL, left.position, right.position, Op.SQL_SLOT_ORDER);
            }
            else if (kind == Tokens.IS)
            {
                tokens.next();
                builder.emit(Op.IS_NULL);
            }
            else
            {
                return left;
            }
            final boolean negated = kind == Tokens.IS ? takeNot() : kind == Tokens.NOT_EQUAL;
            if (kind == Tokens.IS)
            {
                take(Tokens.NULL, "NULL");
            }
            if (negated)
            {
                builder.emit(Op.NOT);
            }
            left = condition(left);
        }
    }

    private static void checkEqual(final Part left, final Part right)
    {
        if (left.sort == Sort.NULL_LITERAL || right.sort == Sort.NULL_LITERAL)
        {
            throw new SelectorException("NULL equals nothing: use IS NULL", (left.sort == Sort.NULL_LITERAL ? left
                : right).column);
        }
        if (left.sort == Sort.BOOLEAN_LITERAL && (right.sort == Sort.NUMBER || right.sort == Sort.TEXT))
        {
            throw new SelectorException("TRUE and FALSE cannot be compared with a number or text", right.column);
        }
    }

    private Part comparison()
    {
        Part left = unary();
        while (true)
        {
            final int kind = tokens.kind();
            if (kind >= Tokens.GREATER && kind <= Tokens.LESS_EQUAL)
            {
                tokens.next();
                order(left, Op.SQL_GREATER + kind - Tokens.GREATER);
            }
            else if (kind == Tokens.NOT || isPredicate(kind))
            {
                predicate(left, takeNot());
            }
            else
            {
                return left;
            }
            left = condition(left);
        }
    }

    private static boolean isPredicate(final int kind)
    {
        return kind == Tokens.CONTAINS || kind == Tokens.STARTS_WITH || kind == Tokens.ENDS_WITH
            || kind == Tokens.BETWEEN || kind == Tokens.IN;
    }

    private void predicate(final Part left, final boolean negated)
    {
        switch (tokens.kind())
        {
            case Tokens.CONTAINS -> contains(left, Op.CONTAINS, negated);
            case Tokens.STARTS_WITH -> contains(left, Op.STARTS_WITH, negated);
            case Tokens.ENDS_WITH -> contains(left, Op.ENDS_WITH, negated);
            case Tokens.BETWEEN -> between(left, negated);
            case Tokens.IN -> in(left, negated);
            default -> throw unexpected("CONTAINS, STARTSWITH, ENDSWITH, BETWEEN or IN");
        }
    }

    private static void checkOrdered(final Part part)
    {
        if (part.sort != Sort.NUMBER && part.sort != Sort.NAME && part.sort != Sort.OTHER)
        {
            throw new SelectorException("only numbers and properties are greater or less than others", part.column);
        }
    }

    /** The right side is not evaluated, and so cannot fail, if the left one is null. */
    private void order(final Part left, final int op)
    {
        checkOrdered(left);
        final int jump = builder.jump(Op.JUMP_NULL);
        final Part right = unary();
        checkOrdered(right);
        if (right.sort.isPlain())
        {
            builder.removeJump(jump);
            builder.compare(op, left.position, jump, Op.SQL_SLOT_ORDER);
        }
        else
        {
            builder.emit(op);
            builder.land(jump);
        }
    }

    private void between(final Part left, final boolean negated)
    {
        tokens.next();
        checkOrdered(left);
        final int missing = builder.jump(Op.JUMP_NULL);
        final Part low = unary();
        checkOrdered(low);
        builder.emit(negated ? Op.SQL_KEEP_LESS : Op.SQL_KEEP_GREATER_EQUAL);
        final int decided = builder.jump(negated ? Op.DROP_TRUE : Op.DROP_FALSE);
        take(Tokens.AND, "AND");
        final Part high = unary();
        checkOrdered(high);
        if (!negated && low.sort == Sort.NUMBER && high.sort == Sort.NUMBER && isLess(high.value, low.value))
        {
            throw new SelectorException("the first number of BETWEEN is greater than the second", low.column);
        }
        builder.emit(negated ? Op.SQL_OUTSIDE : Op.SQL_BETWEEN);
        if (!builder.splitBetween(left.position, missing, decided))
        {
            builder.land(decided);
            builder.land(missing);
        }
    }

    /** As the reference: a whole number beside a double becomes one. */
    private static boolean isLess(final Number left, final Number right)
    {
        return left instanceof Double || right instanceof Double ? Double.compare(left.doubleValue(), right
            .doubleValue()) < 0 : left.longValue() < right.longValue();
    }

    private void contains(final Part left, final int op, final boolean negated)
    {
        tokens.next();
        final String text = text();
        if (text.isEmpty())
        {
            // The reference does not even evaluate the left side; also NOT CONTAINS '' is false.
            builder.replace(left.position, Op.FALSE);
            return;
        }
        builder.emit(op, op == Op.CONTAINS ? builder.search(text) : builder.text(text), negated ? 1 : 0);
    }

    private void in(final Part left, final boolean negated)
    {
        tokens.next();
        take(Tokens.OPEN, "\"(\"");
        final List<String> texts = new ArrayList<>();
        texts.add(text());
        while (tokens.kind() == Tokens.COMMA)
        {
            tokens.next();
            texts.add(text());
        }
        take(Tokens.CLOSE, "\",\" or \")\"");
        if (left.sort != Sort.NAME)
        {
            throw new SelectorException("only a property can be IN a list", left.column);
        }
        builder.emit(Op.IN, builder.set(new TextSet(texts)));
        if (negated)
        {
            builder.emit(Op.NOT);
        }
    }

    private Part unary()
    {
        enter();
        final int column = tokens.column();
        final int position = builder.position();
        Part part;
        switch (tokens.kind())
        {
            case Tokens.PLUS ->
            {
                tokens.next();
                final Part inner = unary();
                part = new Part(inner.sort, inner.value, column, position);
            }
            case Tokens.MINUS ->
            {
                tokens.next();
                negate(unary());
                part = new Part(Sort.OTHER, null, column, position);
            }
            case Tokens.NOT ->
            {
                tokens.next();
                asBoolean(unary());
                builder.emit(Op.NOT);
                part = new Part(Sort.BOOLEAN, null, column, position);
            }
            default -> part = primary(column, position);
        }
        leave();
        return part;
    }

    /** A number and its sign become one constant. */
    private void negate(final Part inner)
    {
        if (inner.sort == Sort.NUMBER)
        {
            final Number value = inner.value;
            final boolean fraction = value instanceof Double;
            builder.replace(inner.position, builder.at(inner.position), builder.number(fraction ? Double
                .doubleToRawLongBits(-value.doubleValue()) : -value.longValue()));
        }
        else
        {
            builder.emit(Op.NEGATE);
        }
    }

    private Part primary(final int column, final int position)
    {
        switch (tokens.kind())
        {
            case Tokens.TEXT:
                builder.emit(Op.TEXT, builder.text(tokens.unquoted()));
                return literal(Sort.TEXT, column, position);
            case Tokens.INTEGER:
                return integer(column, position);
            case Tokens.DECIMAL:
                return decimal(column, position);
            case Tokens.TRUE:
                builder.emit(Op.TRUE);
                return literal(Sort.BOOLEAN_LITERAL, column, position);
            case Tokens.FALSE:
                builder.emit(Op.FALSE);
                return literal(Sort.BOOLEAN_LITERAL, column, position);
            case Tokens.NULL:
                builder.emit(Op.NULL);
                return literal(Sort.NULL_LITERAL, column, position);
            case Tokens.NAME:
                RemotingNames.load(builder, tokens.image());
                return literal(Sort.NAME, column, position);
            case Tokens.OPEN:
                tokens.next();
                final Part inner = or();
                take(Tokens.CLOSE, "\")\"");
                return new Part(inner.sort, inner.value, column, position);
            default:
                throw unexpected("a property, a number, a text or \"(\"");
        }
    }

    private Part literal(final Sort sort, final int column, final int position)
    {
        tokens.next();
        return new Part(sort, null, column, position);
    }

    /** Of int64 as written, without the sign that may stand in front; int32 if it fits. */
    private Part integer(final int column, final int position)
    {
        final NumberReader reader = new NumberReader();
        final byte[] digits = tokens.image().replaceAll("[lL]", "").getBytes(StandardCharsets.US_ASCII);
        if (!reader.readLong(digits, 0, digits.length))
        {
            throw new SelectorException("the number does not fit into 64 bits", column);
        }
        final long value = reader.longValue();
        builder.emit(value == (int)value ? Op.INT : Op.LONG, builder.number(value));
        tokens.next();
        return new Part(Sort.NUMBER, value, column, position);
    }

    private Part decimal(final int column, final int position)
    {
        final double value = Double.parseDouble(tokens.image());
        if (value > Double.MAX_VALUE || value < Double.MIN_VALUE)
        {
            throw new SelectorException(value > 1 ? "the number is too great for a double"
                : "0, and what rounds to it, cannot be written with a fraction: write 0", column);
        }
        builder.emit(Op.DOUBLE, builder.number(Double.doubleToRawLongBits(value)));
        tokens.next();
        return new Part(Sort.NUMBER, value, column, position);
    }
}
