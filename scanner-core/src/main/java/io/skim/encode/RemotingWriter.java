package io.skim.encode;

import io.skim.bytes.Characters;
import io.skim.bytes.Decimals;
import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;

/**
 * The steps of writing a header that do not show: values, entries and properties, each into its place or refused. What
 * differs between the encodings is left to them. Indices are those of {@link Output#array}; a value is written behind
 * the output's position, which moves when it has turned out to be good.
 */
abstract class RemotingWriter extends CallOrder
{
    static final int PREFIX = 8;
    /** Behind what is counted: a number, what ends a value, and so much that whole words can be stored. */
    static final int SLACK = Decimals.ROOM + Long.BYTES;
    static final int NONE = -1;

    /** In bytes: its length has three of them. */
    static final int GREATEST_HEADER = 0xFF_FFFF;
    private static final int LONGEST_NAME = Short.MAX_VALUE;
    /** The longest text of a value that is rendered. */
    private static final int RENDERED = 64;
    /** {@code true"} and {@code false"}, little-endian. */
    static final long QUOTED_TRUE = 0x22_6575_7274L;
    static final long QUOTED_FALSE = 0x2265_736C_6166L;
    static final int TRUE_LENGTH = 4;
    static final int FALSE_LENGTH = 5;

    final Output out = new Output();
    /** Of the ext fields. */
    int entries;

    final int serializeType;
    /** The most bytes that a UTF-16 unit, and a byte of UTF-8, can become. */
    final int unitWidth;
    final int byteWidth;
    final int maxHeaderLength;
    final int maxFrameLength;
    final int maxNameLength;
    private final int maxValueLength;
    private final int maxEntryCount;
    /** With fewer entries another one with a name of one letter and a short value is within all limits. */
    final int maxPlainCount;
    private final long greatestRoom;

    RemotingWriter(final int serializeType, final int unitWidth, final int byteWidth, final Limits limits)
    {
        this.serializeType = serializeType;
        this.unitWidth = unitWidth;
        this.byteWidth = byteWidth;
        maxHeaderLength = Math.min(GREATEST_HEADER, limits.maxHeaderLength());
        maxFrameLength = limits.maxFrameLength();
        maxNameLength = Math.min(LONGEST_NAME, limits.maxNameLength());
        maxValueLength = limits.maxValueLength();
        maxEntryCount = limits.maxEntryCount();
        maxPlainCount = maxNameLength > 0 && maxValueLength >= Characters.SHORT ? maxEntryCount : 0;
        greatestRoom = (long)Characters.LONGEST * byteWidth * (maxHeaderLength + RENDERED) + Escapes.UNIT_LENGTH
            * LONGEST_NAME + 2 * SLACK;
    }

    /**
     * Makes room behind the position for a text of so many units, and for other bytes.
     *
     * @return false if it is longer than any header, and refused: what is written, is measured later.
     */
    final boolean ensure(final int length, final int width, final int others)
    {
        final long room = (long)length * width + others + SLACK;
        return out.has(room) || ensure(room);
    }

    private boolean ensure(final long room)
    {
        if (room > greatestRoom || out.length() > maxHeaderLength + PREFIX)
        {
            refuse(out.length() > maxHeaderLength + PREFIX ? EncodeRefusal.HEADER_TOO_LONG
                : EncodeRefusal.VALUE_TOO_LONG);
            return false;
        }
        out.ensure((int)room);
        return true;
    }

    /** Whether an entry with a name of one letter is within all limits, if its value is. */
    private boolean isPlain(final long entry)
    {
        return entry != 0 && entries < maxPlainCount;
    }

    /** Writes a name between what it stands between; the index of the value, or -1 if it is refused. */
    abstract int writeName(Cursor key, int at);

    /** Whether a name that was written is short enough. */
    final boolean isName(final int length)
    {
        if (length > maxNameLength)
        {
            refuse(EncodeRefusal.NAME_TOO_LONG);
        }
        return refusal == null;
    }

    /** Makes room for an entry, writes its name and what stands before the value, and tells where that begins. */
    final int open(final EntryKey key, final int length, final int width)
    {
        final long entry = opening(key);
        if (isPlain(entry) && out.has((long)length * width + SLACK))
        {
            Words.putLongLittleEndian(out.array, out.position, entry);
            return out.position + valueStart();
        }
        return ensure(length, width, key.jsonLength) && !isFull() ? writeKey(key) : NONE;
    }

    final boolean isFull()
    {
        if (entries < maxEntryCount)
        {
            return false;
        }
        refuse(EncodeRefusal.TOO_MANY_ENTRIES);
        return true;
    }

    /** Ends an entry; only now it counts, and the position moves: a caller's text that throws leaves what was before. */
    final void close(final int at, final int end)
    {
        if (isValue(at, end))
        {
            closeEntry(at, end);
            entries++;
        }
    }

    /** Whether a value is text, and short enough. */
    final boolean isValue(final int at, final int end)
    {
        if (end < 0)
        {
            refuse(EncodeRefusal.INVALID_TEXT);
            return false;
        }
        if (end - at > maxValueLength)
        {
            refuse(EncodeRefusal.VALUE_TOO_LONG);
            return false;
        }
        return true;
    }

    /** How many bytes a cursor's text may take. */
    static int room(final Cursor value)
    {
        return isText(value) ? value.length() : Math.max(RENDERED, Characters.LONGEST * value.length());
    }

    /** Whether a cursor is on text whose bytes are at least as many as those of its copy. */
    static boolean isText(final Cursor value)
    {
        final Kind kind = value.kind();
        return kind == Kind.TEXT || kind == Kind.JSON_TEXT;
    }

    final int write(final boolean value, final int at)
    {
        Words.putLongLittleEndian(out.array, at, value ? QUOTED_TRUE : QUOTED_FALSE);
        return at + (value ? TRUE_LENGTH : FALSE_LENGTH);
    }

    final void writeRemark(final CharSequence text)
    {
        openRemark();
        if (ensure(text.length(), unitWidth, 0))
        {
            putRemark(write(text, out.position));
        }
    }

    final void writeRemark(final Cursor text)
    {
        openRemark();
        if (ensure(room(text), byteWidth, 0))
        {
            putRemark(write(text, out.position));
        }
    }

    private void putRemark(final int end)
    {
        if (isValue(out.position, end))
        {
            closeRemark(out.position, end);
        }
    }

    /** Ends the header and fills in its lengths; false if the frame is refused. */
    final boolean prepare(final int bodyLength, final int behind)
    {
        if (bodyLength < 0)
        {
            throw new IllegalArgumentException("body length " + bodyLength);
        }
        final boolean mapped = isAt(ENDED);
        if (!(mapped ? refusal == null : isBegun("end()")))
        {
            return false;
        }
        writeEnd(mapped);
        final int headerLength = out.length() - PREFIX;
        if (headerLength > maxHeaderLength)
        {
            refuse(EncodeRefusal.HEADER_TOO_LONG);
        }
        else if (bodyLength > maxFrameLength - out.length())
        {
            refuse(EncodeRefusal.FRAME_TOO_LONG);
        }
        else if (!out.isUnmoved())
        {
            throw new IllegalStateException("the buffer was written to, or moved, since wrap()");
        }
        else if (!out.fits(behind))
        {
            refuse(EncodeRefusal.NO_ROOM);
        }
        else
        {
            Words.putLong(out.array, out.start, (long)Integer.BYTES + headerLength + bodyLength << Integer.SIZE
                | serializeType << 24 | headerLength);
        }
        return refusal == null;
    }

    /** What an entry with a name of one letter begins with, as one word; 0 if the name is none such. */
    abstract long opening(EntryKey key);

    /** Where in such a word the value begins. */
    abstract int valueStart();

    /** Writes text in the form that it has between what it stands between; -1 if it is ill-formed. */
    abstract int write(CharSequence text, int at);

    /** Likewise. */
    abstract int write(byte[] utf8, int offset, int length, int at);

    /** Likewise. */
    abstract int write(Cursor text, int at);

    /** Likewise; it is well-formed. */
    abstract int write(EntryText text, int at);

    /** Writes the frame's prefix, yet without lengths, and the fields that stand before the remark. */
    abstract void writeFixed(int code, RemotingLanguage language, int version, int opaque, int flag);

    /** Notes that what stands behind the position will be written over. */
    abstract void openRemark();

    /** Ends the remark. */
    abstract void closeRemark(int at, int end);

    abstract void writeMapBegin();

    abstract void writeMapEnd();

    /** Writes an entry's name and what stands before its value; tells where that begins, or -1 if it is refused. */
    abstract int writeKey(EntryKey key);

    /** Ends an entry. */
    abstract void closeEntry(int at, int end);

    /** Ends an entry whose name has been written, without a value. */
    abstract void closeNull(int at);

    /** Writes what stands behind the ext fields, and those of none. */
    abstract void writeEnd(boolean mapped);
}
