package io.skim.netty;

/** What the links of one direction take: how many there are, and how long their names and addresses are together. */
final class AmqpLinkCount
{
    /** An address is as long as a frame allows, so a number of links alone bounds no memory. In characters. */
    private static final long MOST_CHARACTERS = 1 << 20;

    private final int most;
    private int links;
    private long characters;

    AmqpLinkCount(final int most)
    {
        this.most = most;
    }

    void add(final AmqpLink link)
    {
        links++;
        characters += link.textLength();
    }

    void remove(final AmqpLink link)
    {
        links--;
        characters -= link.textLength();
    }

    void clear()
    {
        links = 0;
        characters = 0;
    }

    /** Whether there are more links than allowed. */
    boolean isTooMany()
    {
        return links > most;
    }

    /** Whether their names and addresses are longer than allowed. */
    boolean isTooLong()
    {
        return characters > MOST_CHARACTERS;
    }
}
