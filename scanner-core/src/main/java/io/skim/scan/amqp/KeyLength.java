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
    /** What is no length: the key is of another code. */
    static final int OTHER_CODE = 0x100;

    private KeyLength()
    {
    }

    /**
     * A length that is likely what it was in the same place before. Not for values: texts vary, and a wrong guess costs more
     * than a load. One switch for code and length, so that of usual ones the code costs nothing; callers compare with
     * {@link #OTHER_CODE} right behind it, which HotSpot drops where the length is a constant.
     *
     * @param word the entry's first bytes, little-endian: the key's code and its length, and whatever follows.
     * @param code that the key is to have, one with a length of an octet.
     * @return the length, from 0 to 255; {@link #OTHER_CODE} if the key has another code.
     */
    static int of(final int word, final int code)
    {
        final int head = (word ^ code) & 0xFFFF;
        switch (head)
        {
            case 0x0100:
                return 1;
            case 0x0200:
                return 2;
            case 0x0300:
                return 3;
            case 0x0400:
                return 4;
            case 0x0500:
                return 5;
            case 0x0600:
                return 6;
            case 0x0700:
                return 7;
            case 0x0800:
                return 8;
            case 0x0900:
                return 9;
            case 0x0A00:
                return 10;
            case 0x0B00:
                return 11;
            case 0x0C00:
                return 12;
            case 0x0D00:
                return 13;
            case 0x0E00:
                return 14;
            case 0x0F00:
                return 15;
            case 0x1000:
                return 16;
            case 0x1100:
                return 17;
            case 0x1200:
                return 18;
            case 0x1300:
                return 19;
            case 0x1400:
                return 20;
            case 0x1500:
                return 21;
            case 0x1600:
                return 22;
            case 0x1700:
                return 23;
            case 0x1800:
                return 24;
            default:
                return (head & 0xFF) == 0 ? head >>> 8 : OTHER_CODE;
        }
    }
}
