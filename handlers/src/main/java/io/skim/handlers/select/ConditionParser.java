package io.skim.handlers.select;

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
    final ProgramBuilder builder = new ProgramBuilder();

    private int depth;

    ConditionParser(final Tokens tokens)
    {
        this.tokens = tokens;
    }

    /** Reads what AND joins. */
    abstract P operand();

    /** Makes sure that a part is a condition, or can be taken for one. */
    abstract void asBoolean(P part);

    /** A part that has become the left side of a condition. */
    abstract P condition(P left);

    final P or()
    {
        P left = and();
        while (tokens.kind() == Tokens.OR)
        {
            tokens.next();
            asBoolean(left);
            final int jump = builder.jump(Op.JUMP_TRUE);
            asBoolean(and());
            builder.emit(Op.OR);
            builder.land(jump);
            left = condition(left);
        }
        return left;
    }

    private P and()
    {
        P left = operand();
        while (tokens.kind() == Tokens.AND)
        {
            tokens.next();
            asBoolean(left);
            final int jump = builder.jump(Op.JUMP_FALSE);
            asBoolean(operand());
            builder.emit(Op.AND);
            builder.land(jump);
            left = condition(left);
        }
        return left;
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
