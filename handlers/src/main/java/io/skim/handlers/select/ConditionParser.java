package io.skim.handlers.select;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the parsers of both languages have in common: how they take tokens, and that conditions are joined by AND and
 * OR.
 *
 * @param <P> what a parser knows of a part that it has read.
 */
abstract class ConditionParser<P>
{
    /** Deeper parentheses, and more signs in a row, are refused: the parsers recurse for them. */
    static final int MAX_DEPTH = 200;

    final Tokens tokens;
    final Places places;

    private int depth;

    ConditionParser(final Tokens tokens, final Places places)
    {
        this.tokens = tokens;
        this.places = places;
    }

    /** Reads what AND joins. */
    abstract P operand();

    /** The node of a part, which has to be a condition, or something that can be taken for one. */
    abstract Node asBoolean(P part);

    /** The condition that begins with a part. */
    abstract P condition(P left, Node node);

    final P or()
    {
        return joined(Tokens.OR, this::and);
    }

    private P and()
    {
        return joined(Tokens.AND, this::operand);
    }

    private P joined(final int kind, final Supplier<P> part)
    {
        final P first = part.get();
        if (tokens.kind() != kind)
        {
            return first;
        }
        final List<Node> conditions = new ArrayList<>();
        tokens.next();
        conditions.add(asBoolean(first));
        conditions.add(asBoolean(part.get()));
        while (tokens.kind() == kind)
        {
            tokens.next();
            conditions.add(asBoolean(part.get()));
        }
        return condition(first, new Predicates.Junction(kind == Tokens.AND, conditions));
    }

    /** The orders that the token of a comparison stands for. */
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

    final SelectorException unexpected(final String wanted)
    {
        return new SelectorException("expected " + wanted + ", found " + tokens.shown(), tokens.column());
    }

    /** Passes over a token that must be there. */
    final void take(final int kind, final String wanted)
    {
        if (tokens.kind() != kind)
        {
            throw unexpected(wanted);
        }
        tokens.next();
    }

    /** Passes over NOT; says whether it was there. */
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

    /** Begins what a parser recurses for; {@link #leave} ends it. */
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
