package io.skim.handlers.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Compiles JMS selectors:
 *
 * <pre>
 * or         := and ( OR and )*
 * and        := not ( AND not )*
 * not        := NOT not | comparison
 * comparison := sum [ ("=" | "&lt;&gt;" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=") sum | IS [NOT] NULL
 *                   | [NOT] LIKE text [ESCAPE text] | [NOT] BETWEEN sum AND sum | [NOT] IN "(" sum ("," sum)* ")" ]
 * sum        := product ( ("+" | "-") product )*
 * product    := unary ( ("*" | "/" | "%") unary )*
 * unary      := ("+" | "-") unary | primary
 * primary    := text | number | TRUE | FALSE | name | "(" or ")"
 * </pre>
 *
 * NOT applies to a whole comparison, as in the specification.
 *
 * @see "Jakarta Messaging 3.1, section 3.8.1.1"
 */
final class JmsParser extends ConditionParser
{
    private static final int HEX = 16;
    private static final int OCTAL = 8;
    private static final String COMPUTED = "only numbers can be computed with";

    JmsParser(final String source, final Places places)
    {
        super(new Tokens(source, true), places);
    }

    /** Compiles the whole selector; an empty one selects every message. */
    Node parse()
    {
        if (tokens.kind() == Tokens.END)
        {
            return Operands.TRUE;
        }
        final Node node = asBoolean(or());
        if (tokens.kind() != Tokens.END)
        {
            throw unexpected("the end");
        }
        return node;
    }

    @Override
    Node asBoolean(final Part part)
    {
        if (part.sort() == Sort.NUMBER || part.sort() == Sort.TEXT)
        {
            throw new SelectorException("not a condition: compare it with something", part.column());
        }
        return part.node();
    }

    @Override
    Part operand()
    {
        if (tokens.kind() != Tokens.NOT)
        {
            return comparison();
        }
        enter();
        final int column = tokens.column();
        tokens.next();
        final Node inner = asBoolean(operand());
        leave();
        return new Part(Sort.BOOLEAN, column, new Predicates.Not(inner));
    }

    private Part comparison()
    {
        final Part left = sum();
        return switch (tokens.kind())
        {
            case Tokens.EQUAL, Tokens.NOT_EQUAL -> condition(left, equality(left, tokens.kind() == Tokens.NOT_EQUAL));
            case Tokens.GREATER, Tokens.GREATER_EQUAL, Tokens.LESS, Tokens.LESS_EQUAL -> condition(left, order(left,
                orders(tokens.kind())));
            case Tokens.IS -> condition(left, isNull(left.node()));
            case Tokens.LIKE, Tokens.BETWEEN, Tokens.IN, Tokens.NOT -> condition(left, predicate(left));
            default -> left;
        };
    }

    private Node equality(final Part left, final boolean different)
    {
        tokens.next();
        final Part right = sum();
        checkLike(left, right);
        return Node.folded(new Predicates.Equality(JmsRules.RULES, left.node(), different, right.node()), left.node(),
            right.node());
    }

    private Node order(final Part left, final int orders)
    {
        tokens.next();
        final Part right = sum();
        checkOrdered(left);
        checkOrdered(right);
        checkLike(left, right);
        return Node.folded(new Predicates.Order(JmsRules.RULES, left.node(), orders, right.node()), left.node(),
            right.node());
    }

    private static void checkOrdered(final Part part)
    {
        checkNumber(part, "only numbers are greater or less than others");
    }

    private static void checkNumber(final Part part, final String otherwise)
    {
        if (part.sort() == Sort.TEXT || part.sort() == Sort.BOOLEAN)
        {
            throw new SelectorException(otherwise, part.column());
        }
    }

    /** Refuses to compare values of types that are never equal: such a comparison is a mistake. */
    private static void checkLike(final Part left, final Part right)
    {
        if (left.sort() != Sort.NAME && right.sort() != Sort.NAME && left.sort() != right.sort())
        {
            throw new SelectorException("a " + title(right) + " never equals a " + title(left), right.column());
        }
    }

    private static String title(final Part part)
    {
        return part.sort().name().toLowerCase(Locale.ROOT);
    }

    private Node predicate(final Part left)
    {
        final boolean negated = takeNot();
        final Node node = switch (tokens.kind())
        {
            case Tokens.LIKE -> like(left);
            case Tokens.BETWEEN -> between(left, negated);
            case Tokens.IN -> in(left);
            default -> throw unexpected("LIKE, BETWEEN or IN");
        };
        return negated && !(node instanceof Predicates.Between) ? new Predicates.Not(node) : node;
    }

    private Node like(final Part left)
    {
        if (left.sort() == Sort.NUMBER || left.sort() == Sort.BOOLEAN)
        {
            throw new SelectorException("only texts are LIKE others", left.column());
        }
        tokens.next();
        final int column = tokens.column();
        final String pattern = text();
        String escape = null;
        if (tokens.kind() == Tokens.ESCAPE)
        {
            tokens.next();
            final int escapeColumn = tokens.column();
            escape = text();
            if (escape.codePointCount(0, escape.length()) != 1)
            {
                throw new SelectorException("ESCAPE takes one character", escapeColumn);
            }
        }
        return new Predicates.Like(left.node(), new LikePattern(pattern, escape, column));
    }

    /** NOT BETWEEN means less or greater, and a text is neither; so it is not the negation of BETWEEN. */
    private Node between(final Part left, final boolean negated)
    {
        tokens.next();
        checkOrdered(left);
        final Part low = sum();
        checkOrdered(low);
        take(Tokens.AND, "AND");
        final Part high = sum();
        checkOrdered(high);
        return new Predicates.Between(JmsRules.RULES, left.node(), low.node(), high.node(), negated);
    }

    /** A list that has only texts becomes a set; items of other lists are compared one after the other. */
    private Node in(final Part left)
    {
        final List<Part> items = list(() -> item(left));
        if (items.stream().allMatch(item -> item.literal() != null))
        {
            final List<String> texts = items.stream().map(item -> String.valueOf(item.literal())).toList();
            return new Predicates.In(left.node(), new TextSet(texts), Verdict.UNKNOWN);
        }
        return new Predicates.EqualToAny(left.node(), items.stream().map(Part::node).toArray(Node[]::new));
    }

    private Part item(final Part left)
    {
        final Part item = sum();
        checkLike(left, item);
        return item;
    }

    private Part sum()
    {
        return computed(Tokens.PLUS, Tokens.MINUS, this::product);
    }

    private Part product()
    {
        return computed(Tokens.TIMES, Tokens.REMAINDER, this::unary);
    }

    /** Reads parts with operators between them; the operators are a range of tokens. */
    private Part computed(final int least, final int greatest, final Supplier<Part> part)
    {
        final Part first = part.get();
        if (tokens.kind() < least || tokens.kind() > greatest)
        {
            return first;
        }
        final List<Node> numbers = new ArrayList<>();
        final List<Integer> operators = new ArrayList<>();
        Part last = first;
        numbers.add(first.node());
        operators.add(Tokens.END);
        while (tokens.kind() >= least && tokens.kind() <= greatest)
        {
            operators.add(tokens.kind());
            tokens.next();
            final Part next = part.get();
            checkNumber(last, COMPUTED);
            checkNumber(next, COMPUTED);
            numbers.add(next.node());
            last = next;
        }
        final Node[] all = numbers.toArray(Node[]::new);
        return new Part(Sort.NUMBER, first.column(),
            Node.folded(new Operands.Computed(all, operators.stream().mapToInt(Integer::intValue).toArray()), all));
    }

    private Part unary()
    {
        final int column = tokens.column();
        final boolean minus = tokens.kind() == Tokens.MINUS;
        if (!minus && tokens.kind() != Tokens.PLUS)
        {
            return primary(column);
        }
        enter();
        tokens.next();
        final Node node;
        if (minus && tokens.kind() == Tokens.INTEGER)
        {
            // With its sign, because there is one more negative number than positive ones.
            node = integer(true);
        }
        else
        {
            final Part inner = unary();
            checkNumber(inner, COMPUTED);
            node = Node.folded(new Operands.Signed(inner.node(), minus), inner.node());
        }
        leave();
        return new Part(Sort.NUMBER, column, node);
    }

    private Part primary(final int column)
    {
        final String image = tokens.image();
        return switch (tokens.kind())
        {
            case Tokens.TEXT -> text(column, tokens.unquoted());
            case Tokens.INTEGER -> new Part(Sort.NUMBER, column, integer(false));
            case Tokens.DECIMAL -> literal(Sort.NUMBER, null, column,
                new Operands.Constant(Value.of(Double.parseDouble(image))));
            case Tokens.TRUE -> literal(Sort.BOOLEAN, null, column, Operands.TRUE);
            case Tokens.FALSE -> literal(Sort.BOOLEAN, null, column, Operands.FALSE);
            case Tokens.NAME -> literal(Sort.NAME, null, column, AmqpNames.load(places, image));
            case Tokens.QUOTED_NAME -> literal(Sort.NAME, null, column,
                AmqpNames.loadProperty(places, tokens.unquoted()));
            case Tokens.OPEN -> nested(column);
            case Tokens.NULL -> throw new SelectorException("NULL equals nothing: use IS NULL", column);
            default -> throw unexpected("a property, a number, a text or \"(\"");
        };
    }

    private Part nested(final int column)
    {
        enter();
        final Part inner = enclosed(column);
        leave();
        return inner;
    }

    private Part text(final int column, final String text)
    {
        return literal(Sort.TEXT, text, column, new Operands.Constant(Value.of(text)));
    }

    /** Reads a whole number of 64 bits: decimal, hexadecimal after {@code 0x}, or octal after {@code 0}. */
    private Node integer(final boolean negative)
    {
        final String image = tokens.image().replaceAll("[lL]", "");
        final int radix = image.startsWith("0x") || image.startsWith("0X") ? HEX : image.length() > 1 && image.charAt(
            0) == '0' ? OCTAL : 10;
        try
        {
            final String digits = radix == HEX ? image.substring(2) : image;
            final long number = Long.parseLong(negative ? "-" + digits : digits, radix);
            tokens.next();
            return new Operands.Constant(Value.of(Value.LONG, number));
        }
        catch (final NumberFormatException e)
        {
            final SelectorException refused = new SelectorException(radix == OCTAL ? "not an octal number of 64 bits"
                : "the number does not fit into 64 bits", tokens.column());
            refused.initCause(e);
            throw refused;
        }
    }
}
