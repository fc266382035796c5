package io.skim.handlers.select;

import java.util.ArrayList;
import java.util.List;

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
 * NOT takes a whole comparison, as in the specification.
 *
 * @see "Jakarta Messaging 3.1, section 3.8.1.1"
 */
final class JmsParser extends ConditionParser<JmsParser.Part>
{
    private static final int HEX = 16;
    private static final int OCTAL = 8;

    /** What is known of a part's value before there is a message. */
    enum Sort
    {
        ANY("value"), NUMBER("number"), TEXT("text"), BOOLEAN("boolean");

        private final String title;

        Sort(final String title)
        {
            this.title = title;
        }
    }

    /** A parsed part: what it is, the text if it is one, and where its text and instructions begin. */
    record Part(Sort sort, String text, int column, int position)
    {
    }

    JmsParser(final String source)
    {
        super(new Tokens(source, true));
    }

    /** Compiles the whole selector; an empty one takes everything. */
    ProgramBuilder parse()
    {
        if (tokens.kind() == Tokens.END)
        {
            builder.emit(Op.TRUE);
            return builder;
        }
        asBoolean(or());
        if (tokens.kind() != Tokens.END)
        {
            throw unexpected("the end");
        }
        return builder;
    }

    @Override
    void asBoolean(final Part part)
    {
        if (part.sort == Sort.NUMBER || part.sort == Sort.TEXT)
        {
            throw new SelectorException("not a condition: compare it with something", part.column);
        }
        if (part.sort == Sort.ANY)
        {
            builder.emit(Op.BOOLEAN);
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
        if (tokens.kind() != Tokens.NOT)
        {
            return comparison();
        }
        enter();
        final int column = tokens.column();
        final int position = builder.position();
        tokens.next();
        asBoolean(operand());
        builder.emit(Op.NOT);
        leave();
        return new Part(Sort.BOOLEAN, null, column, position);
    }

    private Part comparison()
    {
        final Part left = sum();
        switch (tokens.kind())
        {
            case Tokens.EQUAL -> relation(left, Op.JMS_EQUAL);
            case Tokens.NOT_EQUAL -> relation(left, Op.JMS_NOT_EQUAL);
            case Tokens.GREATER -> relation(left, Op.JMS_GREATER);
            case Tokens.GREATER_EQUAL -> relation(left, Op.JMS_GREATER_EQUAL);
            case Tokens.LESS -> relation(left, Op.JMS_LESS);
            case Tokens.LESS_EQUAL -> relation(left, Op.JMS_LESS_EQUAL);
            case Tokens.IS -> isNull();
            case Tokens.LIKE, Tokens.BETWEEN, Tokens.IN, Tokens.NOT -> predicate(left);
            default ->
            {
                return left;
            }
        }
        return condition(left);
    }

    private void relation(final Part left, final int op)
    {
        tokens.next();
        final Part right = sum();
        if (op > Op.JMS_NOT_EQUAL)
        {
            checkOrdered(left);
            checkOrdered(right);
        }
        checkLike(left, right);
        builder.compare(op, left.position, right.position, Op.JMS_SLOT_ORDER);
    }

    private static void checkOrdered(final Part part)
    {
        if (part.sort == Sort.TEXT || part.sort == Sort.BOOLEAN)
        {
            throw new SelectorException("only numbers are greater or less than others", part.column);
        }
    }

    /** Values that are known to be of different types are never equal: whoever compares them means something else. */
    private static void checkLike(final Part left, final Part right)
    {
        if (left.sort != Sort.ANY && right.sort != Sort.ANY && left.sort != right.sort)
        {
            throw new SelectorException("a " + right.sort.title + " never equals a " + left.sort.title, right.column);
        }
    }

    private void isNull()
    {
        tokens.next();
        builder.emit(Op.IS_NULL);
        if (takeNot())
        {
            builder.emit(Op.NOT);
        }
        take(Tokens.NULL, "NULL");
    }

    private void predicate(final Part left)
    {
        final boolean negated = takeNot();
        switch (tokens.kind())
        {
            case Tokens.LIKE -> like(left);
            case Tokens.BETWEEN ->
            {
                between(left, negated);
                return;
            }
            case Tokens.IN -> in(left);
            default -> throw unexpected("LIKE, BETWEEN or IN");
        }
        if (negated)
        {
            builder.emit(Op.NOT);
        }
    }

    private void like(final Part left)
    {
        if (left.sort == Sort.NUMBER || left.sort == Sort.BOOLEAN)
        {
            throw new SelectorException("only texts are LIKE others", left.column);
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
        builder.emit(Op.LIKE, builder.pattern(new LikePattern(pattern, escape, column)));
    }

    /** The opposite is that it is less or greater, which no text is: not that BETWEEN is false. */
    private void between(final Part left, final boolean negated)
    {
        tokens.next();
        checkOrdered(left);
        final Part low = sum();
        checkOrdered(low);
        final int keep = builder.emit(negated ? Op.JMS_KEEP_LESS : Op.JMS_KEEP_GREATER_EQUAL);
        take(Tokens.AND, "AND");
        checkOrdered(sum());
        builder.between(left.position, low.position, keep);
    }

    /** A list of nothing but texts becomes a set; else its items are compared one after the other. */
    private void in(final Part left)
    {
        tokens.next();
        take(Tokens.OPEN, "\"(\"");
        final int position = builder.position();
        final List<String> texts = new ArrayList<>();
        builder.emit(Op.FALSE);
        boolean all = item(left, texts);
        while (tokens.kind() == Tokens.COMMA)
        {
            tokens.next();
            all &= item(left, texts);
        }
        take(Tokens.CLOSE, "\",\" or \")\"");
        if (all)
        {
            builder.remove(position);
            builder.emit(Op.IN, builder.set(new TextSet(texts)));
        }
        else
        {
            builder.emit(Op.DROP);
        }
    }

    private boolean item(final Part left, final List<String> texts)
    {
        final Part item = sum();
        checkLike(left, item);
        builder.emit(Op.JMS_OR_EQUAL);
        texts.add(item.text);
        return item.text != null;
    }

    private Part sum()
    {
        Part left = product();
        while (tokens.kind() == Tokens.PLUS || tokens.kind() == Tokens.MINUS)
        {
            final int op = tokens.kind() == Tokens.PLUS ? Op.ADD : Op.SUBTRACT;
            tokens.next();
            left = computed(left, product(), op);
        }
        return left;
    }

    private Part product()
    {
        Part left = unary();
        while (tokens.kind() >= Tokens.TIMES && tokens.kind() <= Tokens.REMAINDER)
        {
            final int op = Op.MULTIPLY + tokens.kind() - Tokens.TIMES;
            tokens.next();
            left = computed(left, unary(), op);
        }
        return left;
    }

    private Part computed(final Part left, final Part right, final int op)
    {
        checkNumber(left);
        checkNumber(right);
        builder.emit(op);
        return new Part(Sort.NUMBER, null, left.column, left.position);
    }

    private static void checkNumber(final Part part)
    {
        if (part.sort == Sort.TEXT || part.sort == Sort.BOOLEAN)
        {
            throw new SelectorException("only numbers can be computed with", part.column);
        }
    }

    private Part unary()
    {
        final int column = tokens.column();
        final int position = builder.position();
        final boolean minus = tokens.kind() == Tokens.MINUS;
        if (!minus && tokens.kind() != Tokens.PLUS)
        {
            return primary(column, position);
        }
        enter();
        tokens.next();
        if (minus && tokens.kind() == Tokens.INTEGER)
        {
            // With its sign, for there is one negative number more.
            integer(true);
        }
        else
        {
            checkNumber(unary());
            builder.emit(minus ? Op.NEGATE : Op.NUMBER);
        }
        leave();
        return new Part(Sort.NUMBER, null, column, position);
    }

    private Part primary(final int column, final int position)
    {
        final String image = tokens.image();
        switch (tokens.kind())
        {
            case Tokens.TEXT:
                final String text = tokens.unquoted();
                builder.emit(Op.TEXT, builder.text(text));
                tokens.next();
                return new Part(Sort.TEXT, text, column, position);
            case Tokens.INTEGER:
                integer(false);
                return new Part(Sort.NUMBER, null, column, position);
            case Tokens.DECIMAL:
                builder.emit(Op.DOUBLE, builder.number(Double.doubleToRawLongBits(Double.parseDouble(image))));
                tokens.next();
                return new Part(Sort.NUMBER, null, column, position);
            case Tokens.TRUE:
            case Tokens.FALSE:
                builder.emit(tokens.kind() == Tokens.TRUE ? Op.TRUE : Op.FALSE);
                tokens.next();
                return new Part(Sort.BOOLEAN, null, column, position);
            case Tokens.NAME:
                AmqpNames.load(builder, image);
                tokens.next();
                return new Part(Sort.ANY, null, column, position);
            case Tokens.QUOTED_NAME:
                AmqpNames.loadProperty(builder, tokens.unquoted());
                tokens.next();
                return new Part(Sort.ANY, null, column, position);
            case Tokens.OPEN:
                return nested(column, position);
            case Tokens.NULL:
                throw new SelectorException("NULL equals nothing: use IS NULL", column);
            default:
                throw unexpected("a property, a number, a text or \"(\"");
        }
    }

    private Part nested(final int column, final int position)
    {
        enter();
        tokens.next();
        final Part inner = or();
        take(Tokens.CLOSE, "\")\"");
        leave();
        return new Part(inner.sort, inner.text, column, position);
    }

    /** Decimal, hexadecimal behind {@code 0x}, octal behind {@code 0}; of 64 bits. */
    private void integer(final boolean negative)
    {
        final String image = tokens.image().replaceAll("[lL]", "");
        final int radix = image.startsWith("0x") || image.startsWith("0X") ? HEX : image.length() > 1 && image.charAt(
            0) == '0' ? OCTAL : 10;
        try
        {
            final String digits = radix == HEX ? image.substring(2) : image;
            builder.emit(Op.LONG, builder.number(Long.parseLong(negative ? "-" + digits : digits, radix)));
        }
        catch (final NumberFormatException e)
        {
            final SelectorException refused = new SelectorException(radix == OCTAL ? "not an octal number of 64 bits"
                : "the number does not fit into 64 bits", tokens.column());
            refused.initCause(e);
            throw refused;
        }
        tokens.next();
    }
}
