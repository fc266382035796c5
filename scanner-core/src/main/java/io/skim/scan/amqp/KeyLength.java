package io.skim.scan.amqp;

/**
 * The lengths of keys, each behind a branch of its own.
 * <p>
 * Where a key ends is known when its length was loaded, and only then where the next key's length stands: a chain of loads,
 * which binds a walk over entries. But messages of one kind have the same keys, and so the same lengths in the same order.
 * Behind a branch the length is a constant, and the processor, which predicts branches by those before, goes on with it
 * while the load is under way. Nothing is kept for that from one message to the next.
 */
final class KeyLength
{
    private KeyLength()
    {
    }

    /**
     * A length that is likely what it was in the same place before. Not for values: texts vary, and a wrong guess costs more
     * than a load.
     *
     * @param length of a key.
     * @return {@code length}; of names as they nearly always are by a branch.
     */
    static int predicted(final int length)
    {
        return switch (length)
        {
            case 1 -> 1;
            case 2 -> 2;
            case 3 -> 3;
            case 4 -> 4;
            case 5 -> 5;
            case 6 -> 6;
            case 7 -> 7;
            case 8 -> 8;
            case 9 -> 9;
            case 10 -> 10;
            case 11 -> 11;
            case 12 -> 12;
            case 13 -> 13;
            case 14 -> 14;
            case 15 -> 15;
            case 16 -> 16;
            case 17 -> 17;
            case 18 -> 18;
            case 19 -> 19;
            case 20 -> 20;
            case 21 -> 21;
            case 22 -> 22;
            case 23 -> 23;
            case 24 -> 24;
            default -> length;
        };
    }
}
