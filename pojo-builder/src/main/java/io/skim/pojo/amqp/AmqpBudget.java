package io.skim.pojo.amqp;

/**
 * The bounds of a tree: depth, nodes and bytes. Immutable. Input above a bound is refused with a reason before it is built.
 */
public final class AmqpBudget
{
    /** 64 deep, 262,144 nodes, 16,777,216 bytes. */
    public static final AmqpBudget DEFAULT = new AmqpBudget(64, 262_144, 16_777_216);

    private static final int GREATEST = (1 << 28) - 1;
    private static final int DEEPEST = 64;

    private final int maxDepth;
    private final int maxNodes;
    private final int maxBytes;

    private AmqpBudget(final int maxDepth, final int maxNodes, final int maxBytes)
    {
        this.maxDepth = maxDepth;
        this.maxNodes = maxNodes;
        this.maxBytes = maxBytes;
    }

    /**
     * Limits the nesting of lists, maps, arrays and described values, with the descriptors of array elements. The default is 64.
     *
     * @param depth from 2 to 64.
     * @return a budget like this, with this one changed.
     */
    public AmqpBudget withMaxDepth(final int depth)
    {
        return new AmqpBudget(checked("maxDepth", depth, 2, DEEPEST), maxNodes, maxBytes);
    }

    /**
     * Limits the number of values, with nested values and descriptors. The default is 262,144.
     *
     * @param nodes from 2 to 268,435,455.
     * @return a budget like this, with this one changed.
     */
    public AmqpBudget withMaxNodes(final int nodes)
    {
        return new AmqpBudget(maxDepth, checked("maxNodes", nodes, 2, GREATEST), maxBytes);
    }

    /**
     * Limits the bytes of all strings, symbols and binaries together. The default is 16,777,216.
     *
     * @param bytes from 0 to 268,435,455.
     * @return a budget like this, with this one changed.
     */
    public AmqpBudget withMaxBytes(final int bytes)
    {
        return new AmqpBudget(maxDepth, maxNodes, checked("maxBytes", bytes, 0, GREATEST));
    }

    private static int checked(final String name, final int value, final int least, final int most)
    {
        if (value < least || value > most)
        {
            throw new IllegalArgumentException(name + " is from " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    /** {@return the greatest depth of nesting, in nested containers} */
    public int maxDepth()
    {
        return maxDepth;
    }

    /** {@return the greatest number of values of all kinds} */
    public int maxNodes()
    {
        return maxNodes;
    }

    /** {@return the greatest length of all texts and binaries together, in bytes} */
    public int maxBytes()
    {
        return maxBytes;
    }

    @Override
    public String toString()
    {
        return "AmqpBudget[maxDepth=" + maxDepth + ", maxNodes=" + maxNodes + ", maxBytes=" + maxBytes + "]";
    }
}
