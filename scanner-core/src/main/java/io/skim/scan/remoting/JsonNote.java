package io.skim.scan.remoting;

/** Where a member or an entry of a JSON header stands, as {@link JsonRun} notes it. */
final class JsonNote
{
    static final int NO_MEMBER = -1;

    private static final int NAME_MASK = 0x7F;
    static final int MEMBER = 0x80;
    private static final int KIND_SHIFT = 8;
    private static final int KIND_MASK = 0xF;
    static final int LENGTH_SHIFT = 12;
    /** From the end of an entry's name to the value. */
    static final int BEFORE_VALUE = 3;

    private JsonNote()
    {
    }

    /** The ordinal of a member's field; or {@link #NO_MEMBER}. */
    static int member(final long note)
    {
        return (note & MEMBER) == 0 ? NO_MEMBER : (int)note & NAME_MASK;
    }

    /** Whether it is an entry of the ext fields. */
    static boolean isEntry(final long note)
    {
        return (note & MEMBER) == 0;
    }

    /** Where the name of an entry begins, which ends three bytes before the value. */
    static int name(final long note)
    {
        return value(note) - BEFORE_VALUE - nameLength(note);
    }

    /** The length of an entry's name. */
    static int nameLength(final long note)
    {
        return (int)note & NAME_MASK;
    }

    /** How the bytes of the value stand for it. */
    static int kind(final long note)
    {
        return (int)note >>> KIND_SHIFT & KIND_MASK;
    }

    /** The length of the value. */
    static int length(final long note)
    {
        return (int)note >>> LENGTH_SHIFT;
    }

    /** Where the value begins. */
    static int value(final long note)
    {
        return (int)(note >>> Integer.SIZE);
    }

    /**
     * Makes a note.
     *
     * <pre>
     * 63 index of the value   31 its length   11 its kind   7 member?   6 ordinal, or length of the name   0
     * </pre>
     *
     * @param name of an entry its length; or a member's ordinal beside {@link #MEMBER}.
     */
    static long of(final int from, final int length, final int kind, final int name)
    {
        return (long)from << Integer.SIZE | Integer.toUnsignedLong(length << LENGTH_SHIFT | kind << KIND_SHIFT | name);
    }
}
