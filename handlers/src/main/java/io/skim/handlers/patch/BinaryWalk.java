package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.EntryRun;
import io.skim.bytes.Words;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;

/**
 * Checks binary headers that look as headers mostly do, as strictly as a scan, and notes wanted ext fields on its way.
 * It leaves any unusual header, valid or not, to a scan, which reports the fault.
 *
 * <pre>
 *  8 code(2)  10 language(1)  11 version(2)  13 opaque(4)  17 flag(4)
 * 21 0(4)  25 E(4)  29 entries(E): keyLength(2) key valueLength(4) value, repeated up to the header's end
 * </pre>
 *
 * @see "BinaryReader, whose checks these are"
 */
final class BinaryWalk
{
    static final int BINARY = 1;

    /** Where the header ends, from the start of the frame. */
    int headerEnd;

    /** The entries that may be wanted, once they are {@link #check checked}. */
    final EntryRun run;

    private final int maxFrameLength;
    private final int maxHeaderLength;
    private final int maxMapLength;

    BinaryWalk(final Limits limits)
    {
        maxFrameLength = limits.maxFrameLength() - Integer.BYTES;
        maxHeaderLength = limits.maxHeaderLength();
        // Less than any entry takes: of fewer bytes per entry there may be too many entries.
        maxMapLength = (int)Math.min(limits.maxValueLength(), (long)limits.maxEntryCount() * BinaryHeader.ENTRY_LENGTHS
            - 1);
        run = new EntryRun(limits.maxNameLength());
    }

    /** Loads a frame's header, and checks all in front of the ext fields. */
    boolean open(final FrameView frame)
    {
        final int available = frame.available();
        if (available < BinaryHeader.MAP || !frame.load(BinaryHeader.MAP))
        {
            return false;
        }
        final long prefix = Words.getLong(frame.array(), frame.arrayOffset());
        final long frameLength = prefix >>> Integer.SIZE;
        final int headerLength = (int)prefix & 0xFF_FFFF;
        // One load for the remark's length, which is 0, and the map's: it ends where the header does.
        final long inner = Words.getLong(frame.array(), frame.arrayOffset() + BinaryHeader.REMARK_LENGTH);
        headerEnd = BinaryHeader.START + headerLength;
        return (int)prefix >>> 24 == BINARY && frameLength == frame.length() - Integer.BYTES
            && frameLength <= maxFrameLength
            && headerLength <= maxHeaderLength && headerLength <= available - BinaryHeader.START
            && headerLength >= BinaryHeader.LEAST_LENGTH
            && inner == headerLength - BinaryHeader.LEAST_LENGTH && inner <= maxMapLength && frame.load(headerEnd);
    }

    /**
     * Checks the lengths of a frame, its header, remark and ext fields against each other, and looks at no text: the
     * remark and what is in the ext fields are as the sender made them. Nothing is loaded.
     */
    boolean measure(final FrameView frame)
    {
        final int available = frame.available();
        if (available < BinaryHeader.MAP)
        {
            return false;
        }
        final long prefix = Long.reverseBytes(frame.getLongLittleEndian(0));
        final long frameLength = prefix >>> Integer.SIZE;
        final int headerLength = (int)prefix & 0xFF_FFFF;
        final int inner = headerLength - BinaryHeader.LEAST_LENGTH;
        headerEnd = BinaryHeader.START + headerLength;
        // What is too long for the scratch of the view is refused, unless the buffer has an array.
        return (int)prefix >>> 24 == BINARY && frameLength == frame.length() - Integer.BYTES
            && frameLength <= maxFrameLength && headerLength <= maxHeaderLength
            && headerLength <= available - BinaryHeader.START && inner >= 0 && isFilled(frame, inner)
            && (headerEnd <= frame.scratchLength() || frame.load(headerEnd));
    }

    /** Whether remark and ext fields take as many bytes as there are for them, and no more than those may. */
    private boolean isFilled(final FrameView frame, final int inner)
    {
        final long lengths = Long.reverseBytes(frame.getLongLittleEndian(BinaryHeader.REMARK_LENGTH));
        final int remark = (int)(lengths >>> Integer.SIZE);
        if (remark < 0 || remark > inner)
        {
            return false;
        }
        // Behind a remark the map's length stands further on; the bytes in front of it are in the header too.
        final int map = remark == 0 ? (int)lengths
            : (int)Long.reverseBytes(frame.getLongLittleEndian(BinaryHeader.REMARK_LENGTH + remark));
        return map == inner - remark && map <= maxMapLength;
    }

    /** Checks the ext fields, and has those in the {@link #run} afterwards that may have one of the names. */
    boolean check(final byte[] array, final int base, final BinaryNames names)
    {
        return run.pass(array, base + BinaryHeader.MAP, base + headerEnd, names.stops, names.lengths);
    }
}
