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
 * The parser does not require the end of the text: it compiles the longest prefix that is an expression. It makes the same checks
 * as the reference at compile time, with the same results.
 *
 * @see "SelectorParser.jj and the factories of ComparisonExpression, rocketmq-filter 5.5.0"
 */
final class SqlParser extends ConditionParser
{
    SqlParser(final String source, final Places places)
    {
        super(new Tokens(source, false), places);
    }

    /** Compiles the whole selector. */
    Node parse()
    {
        return asBoolean(or());
    }

    /** The column, from 1, of the first token that {@link #parse} did not take; 0 if it took all. */
    int restColumn()
    {
        return tokens.kind() == Tokens.END ? 0 : tokens.column();
    }

    @Override
    Node asBoolean(final Part part)
    {
        if (part.sort() == Sort.NUMBER || part.sort() == Sort.TEXT || part.sort() == Sort.OTHER)
        {
            throw new SelectorException("not a condition: compare it with something", part.column());
        }
        return part.node();
    }

    @Override
    Part operand()
    {
        Part left = comparison();
        final List<Node> row = new ArrayList<>();
        while (true)
        {
            final int kind = tokens.kind();
            if (kind != Tokens.EQUAL && kind != Tokens.NOT_EQUAL && kind != Tokens.IS)
            {
                return inRow(row, left);
            }
            final Node subject = subject(row, left);
            left = condition(left, kind == Tokens.IS ? isNull(subject) : equality(left, subject,
                kind == Tokens.NOT_EQUAL));
        }
    }

    /** The subject of the next condition: a part, or the result of the condition before it in a row. */
    private static Node subject(final List<Node> row, final Part left)
    {
        if (left.sort() != Sort.BOOLEAN)
        {
            return left.node();
        }
        row.add(left.node());
        return Operands.BEFORE;
    }

    /** Appends the last condition of a row to those before it. */
    private Part inRow(final List<Node> row, final Part last)
    {
        if (row.isEmpty())
        {
            return last;
        }
        row.add(last.node());
        return condition(last, new Predicates.Row(row.toArray(Node[]::new)));
    }

    private Node equality(final Part left, final Node subject, final boolean different)
    {
        tokens.next();
        final Part right = comparison();
        checkEqual(left, right);
        return Node.folded(new Predicates.Equality(SqlRules.RULES, subject, different, right.node()), subject,
            right.node());
    }

    private static void checkEqual(final Part left, final Part right)
    {
        if (left.sort() == Sort.NULL_LITERAL || right.sort() == Sort.NULL_LITERAL)
        {
            throw new SelectorException("NULL equals nothing: use IS NULL", (left.sort() == Sort.NULL_LITERAL ? left
                : right).column());
        }
        if (left.sort() == Sort.BOOLEAN_LITERAL && (right.sort() == Sort.NUMBER || right.sort() == Sort.TEXT))
        {
            throw new SelectorException("TRUE and FALSE cannot be compared with a number or text", right.column());
        }
    }

    private Part comparison()
    {
        Part left = unary();
        final List<Node> row = new ArrayList<>();
        while (true)
        {
            final int kind = tokens.kind();
            if (kind >= Tokens.GREATER && kind <= Tokens.LESS_EQUAL)
            {
                tokens.next();
                left = condition(left, order(left, orders(kind)));
            }
            else if (kind == Tokens.NOT || isPredicate(kind))
            {
                left = condition(left, predicate(left, row, takeNot()));
            }
            else
            {
                return inRow(row, left);
            }
        }
    }

    private static boolean isPredicate(final int kind)
    {
        return kind == Tokens.CONTAINS || kind == Tokens.STARTS_WITH || kind == Tokens.ENDS_WITH
            || kind == Tokens.BETWEEN || kind == Tokens.IN;
    }

    private Node predicate(final Part left, final List<Node> row, final boolean negated)
    {
        return switch (tokens.kind())
        {
            case Tokens.CONTAINS, Tokens.STARTS_WITH, Tokens.ENDS_WITH -> holds(left, row, tokens.kind(), negated);
            case Tokens.BETWEEN -> between(left, negated);
            case Tokens.IN -> in(left, negated);
            default -> throw unexpected("CONTAINS, STARTSWITH, ENDSWITH, BETWEEN or IN");
        };
    }

    private static void checkOrdered(final Part part)
    {
        if (part.sort() != Sort.NUMBER && part.sort() != Sort.NAME && part.sort() != Sort.OTHER)
        {
            throw new SelectorException("only numbers and properties are greater or less than others", part.column());
        }
    }

    private Node order(final Part left, final int orders)
    {
        checkOrdered(left);
        final Part right = unary();
        checkOrdered(right);
        return Node.folded(new Predicates.Order(SqlRules.RULES, left.node(), orders, right.node()), left.node(),
            right.node());
    }

    private Node between(final Part left, final boolean negated)
    {
        tokens.next();
        checkOrdered(left);
        final Part low = unary();
        checkOrdered(low);
        take(Tokens.AND, "AND");
        final Part high = unary();
        checkOrdered(high);
        if (!negated && low.literal() instanceof Number least && high.literal() instanceof Number most && isLess(most,
            least))
        {
            throw new SelectorException("the first number of BETWEEN is greater than the second", low.column());
        }
        return Node.folded(new Predicates.Between(SqlRules.RULES, left.node(), low.node(), high.node(), negated),
            left.node(),
            low.node(), high.node());
    }

    /** As in the reference, a whole number is converted to double if the other number is a double. */
    private static boolean isLess(final Number left, final Number right)
    {
        return left instanceof Double || right instanceof Double ? Double.compare(left.doubleValue(), right
            .doubleValue()) < 0 : left.longValue() < right.longValue();
    }

    private Node holds(final Part left, final List<Node> row, final int token, final boolean negated)
    {
        tokens.next();
        final String text = text();
        if (text.isEmpty())
        {
            // The reference does not evaluate the left side; NOT CONTAINS '' is false too.
            row.clear();
            return Operands.FALSE;
        }
        final Node subject = subject(row, left);
        return Node.folded(new Predicates.Holds(subject, token, text, negated), subject);
    }

    private Node in(final Part left, final boolean negated)
    {
        final List<String> texts = list(this::text);
        if (left.sort() != Sort.NAME)
        {
            throw new SelectorException("only a property can be IN a list", left.column());
        }
        final Node in = new Predicates.In(left.node(), new TextSet(texts), Verdict.UNKNOWN);
        return negated ? new Predicates.Not(in) : in;
    }

    private Part unary()
    {
        enter();
        final int column = tokens.column();
        final Part part;
        switch (tokens.kind())
        {
            case Tokens.PLUS ->
            {
                tokens.next();
                final Part inner = unary();
                part = new Part(inner.sort(), inner.literal(), column, inner.node());
            }
            case Tokens.MINUS ->
            {
                tokens.next();
                final Node inner = unary().node();
                part = new Part(Sort.OTHER, column, Node.folded(new Operands.Signed(inner, true), inner));
            }
            case Tokens.NOT ->
            {
                tokens.next();
                part = new Part(Sort.BOOLEAN, column, new Predicates.Not(asBoolean(unary())));
            }
            default -> part = primary(column);
        }
        leave();
        return part;
    }

    private Part primary(final int column)
    {
        return switch (tokens.kind())
        {
            case Tokens.TEXT -> literal(Sort.TEXT, null, column, new Operands.Constant(Value.of(tokens.unquoted())));
            case Tokens.INTEGER -> integer(column);
            case Tokens.DECIMAL -> decimal(column);
            case Tokens.TRUE -> literal(Sort.BOOLEAN_LITERAL, null, column, Operands.TRUE);
            case Tokens.FALSE -> literal(Sort.BOOLEAN_LITERAL, null, column, Operands.FALSE);
            case Tokens.NULL -> literal(Sort.NULL_LITERAL, null, column, Operands.NULL);
            case Tokens.NAME -> literal(Sort.NAME, null, column, RemotingNames.load(places, tokens.image()));
            case Tokens.OPEN -> enclosed(column);
            default -> throw unexpected("a property, a number, a text or \"(\"");
        };
    }

    /** Reads a number of int64 without a sign, which may precede it; int32 if it fits. */
    private Part integer(final int column)
    {
        final NumberReader reader = new NumberReader();
        final byte[] digits = tokens.image().replaceAll("[lL]", "").getBytes(StandardCharsets.US_ASCII);
        if (!reader.readLong(digits, 0, digits.length))
        {
            throw new SelectorException("the number does not fit into 64 bits", column);
        }
        final long value = reader.longValue();
        return literal(Sort.NUMBER, value, column, new Operands.Constant(Value.of(value == (int)value ? Value.INT
            : Value.LONG, value)));
    }

    private Part decimal(final int column)
    {
        final double value = Double.parseDouble(tokens.image());
        if (value > Double.MAX_VALUE || value < Double.MIN_VALUE)
        {
            throw new SelectorException(value > 1 ? "the number is too great for a double"
                : "0, and what rounds to it, cannot be written with a fraction: write 0", column);
        }
        return literal(Sort.NUMBER, value, column, new Operands.Constant(Value.of(value)));
    }
}
