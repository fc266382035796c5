package io.skim.handlers.select;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the parsers of both languages: it takes tokens, and joins conditions by AND and OR.
 */
abstract class ConditionParser
{
    /** What a parser knows of the value of a part. A literal that is no number and no text is a sort of its own in SQL92 only. */
    enum Sort
    {
        NAME, NUMBER, TEXT, BOOLEAN, BOOLEAN_LITERAL, NULL_LITERAL, OTHER
    }

    /** A parsed part: its sort, its text or number if it is such a literal, the column where it begins, and its node. */
    record Part(Sort sort, @Nullable Object literal, int column, Node node)
    {
        Part(final Sort sort, final int column, final Node node)
        {
            this(sort, null, column, node);
        }
    }

    /** The greatest depth of parentheses and signs. The parsers recurse for them, so they refuse more. */
    static final int MAX_DEPTH = 200;

    final Tokens tokens;
    final Places places;

    /** The parts of the condition that is read; null if nobody asks. */
    private @Nullable List<SelectorPart> parts;
    private int depth;

    ConditionParser(final Tokens tokens, final Places places)
    {
        this.tokens = tokens;
        this.places = places;
    }

    /** Reads what parentheses enclose, from the first of them. */
    final Part enclosed(final int column)
    {
        tokens.next();
        final Part inner = or();
        take(Tokens.CLOSE, "\")\"");
        return new Part(inner.sort(), inner.literal(), column, inner.node());
    }

    /** Reads an operand of AND. */
    abstract Part operand();

    /** The node of a part as a condition; refuses a part that cannot be one. */
    abstract Node asBoolean(Part part);

    /** A condition that begins with a part. */
    static Part condition(final Part left, final Node node)
    {
        return new Part(Sort.BOOLEAN, left.column, node);
    }

    final Part or()
    {
        return joined(Tokens.OR, this::and);
    }

    private Part and()
    {
        return joined(Tokens.AND, this::operand);
    }

    private Part joined(final int kind, final Supplier<Part> part)
    {
        final int column = tokens.column();
        final List<SelectorPart> outer = parts;
        final List<SelectorPart> inner = parts == null ? null : new ArrayList<>();
        final Part first = read(part, inner);
        if (tokens.kind() != kind)
        {
            end(outer, inner == null ? null : inner.get(0));
            return first;
        }
        final List<Node> conditions = new ArrayList<>();
        tokens.next();
        conditions.add(asBoolean(first));
        conditions.add(asBoolean(read(part, inner)));
        while (tokens.kind() == kind)
        {
            tokens.next();
            conditions.add(asBoolean(read(part, inner)));
        }
        end(outer, inner == null ? null : new SelectorPart(tokens.passed(column), column, inner));
        return condition(first, new Predicates.Junction(kind == Tokens.AND, conditions));
    }

    /** Reads an operand, and adds it to the parts of its junction. */
    private Part read(final Supplier<Part> operand, final @Nullable List<SelectorPart> siblings)
    {
        if (siblings == null)
        {
            return operand.get();
        }
        parts = new ArrayList<>();
        final int column = tokens.column();
        final Part read = operand.get();
        final String text = tokens.passed(column);
        final boolean same = parts.size() == 1 && parts.get(0).text().length() == text.length();
        siblings.add(same ? parts.get(0) : new SelectorPart(text, column, parts));
        return read;
    }

    private void end(final @Nullable List<SelectorPart> outer, final @Nullable SelectorPart whole)
    {
        parts = outer;
        if (outer != null)
        {
            outer.add(whole);
        }
    }

    /** Reads the parts of a selector, which compiles, with a parser that has read nothing yet. */
    final SelectorPart part()
    {
        parts = new ArrayList<>();
        final int column = tokens.column();
        if (tokens.kind() == Tokens.END)
        {
            return new SelectorPart("", column, List.of());
        }
        or();
        return parts.get(0);
    }

    /** The orders of {@link Rules} for the token of a comparison. */
    static int orders(final int kind)
    {
        return switch (kind)
        {
            case Tokens.GREATER -> Rules.GREATER;
            case Tokens.GREATER_EQUAL -> Rules.GREATER | Rules.EQUAL;
            case Tokens.LESS -> Rules.LESS;
            default -> Rules.LESS | Rules.EQUAL;
        };
    }

    /** Skips a literal or a name. */
    final Part literal(final Sort sort, final @Nullable Object literal, final int column, final Node node)
    {
        tokens.next();
        return new Part(sort, literal, column, node);
    }

    /** Reads IS NULL, or IS NOT NULL. */
    final Node isNull(final Node subject)
    {
        tokens.next();
        final boolean negated = takeNot();
        take(Tokens.NULL, "NULL");
        final Node isNull = new Predicates.IsNull(subject);
        return negated ? new Predicates.Not(isNull) : isNull;
    }

    /** Reads IN and its list. */
    final <T> List<T> list(final Supplier<T> item)
    {
        tokens.next();
        take(Tokens.OPEN, "\"(\"");
        final List<T> items = new ArrayList<>();
        items.add(item.get());
        while (tokens.kind() == Tokens.COMMA)
        {
            tokens.next();
            items.add(item.get());
        }
        take(Tokens.CLOSE, "\",\" or \")\"");
        return items;
    }

    final SelectorException unexpected(final String wanted)
    {
        return new SelectorException("expected " + wanted + ", found " + tokens.shown(), tokens.column());
    }

    /** Skips a token; refuses the text if there is another one. */
    final void take(final int kind, final String wanted)
    {
        if (tokens.kind() != kind)
        {
            throw unexpected(wanted);
        }
        tokens.next();
    }

    /** Skips NOT. Returns false if the token is another one. */
    final boolean takeNot()
    {
        final boolean negated = tokens.kind() == Tokens.NOT;
        if (negated)
        {
            tokens.next();
        }
        return negated;
    }

    /** Reads a text in quotes. */
    final String text()
    {
        if (tokens.kind() != Tokens.TEXT)
        {
            throw unexpected("a text in quotes");
        }
        final String text = tokens.unquoted();
        tokens.next();
        return text;
    }

    /** Begins a part for which a parser recurses; {@link #leave} ends it. */
    final void enter()
    {
        if (++depth > MAX_DEPTH)
        {
            throw new SelectorException("nested deeper than " + MAX_DEPTH, tokens.column());
        }
    }

    final void leave()
    {
        depth--;
    }
}
