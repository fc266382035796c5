package io.skim.pojo;

import io.skim.bytes.LongTexts;
import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads each frame's header into a {@link RemotingHeader}.
 *
 * <pre>
 * final RemotingHeaderReader reader = new RemotingHeaderReader();
 * final RemotingHeader header = reader.read(view.wrap(buffer));
 * if (header == null) { throw reader.fault().toException(); }
 * </pre>
 *
 * Shares names and repeated values from two tables of 256 texts of at most 32 bytes each, which never grow. Allocates the header,
 * its map, and the texts that are not shared. Reused for each frame. One thread at a time. Keeps no reference to a frame.
 *
 * @see "RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingHeaderReader
{
    static final int SLOTS = 256;

    private static final Kind[] KINDS = Kind.values();
    private static final byte[] EMPTY = new byte[0];
    private static final int OFFSET_BITS = 28;
    private static final int MASK = (1 << OFFSET_BITS) - 1;
    private static final int NULL = Kind.NULL.ordinal();
    /** The kinds whose bytes are their text. */
    private static final int RAW = 1 << Kind.TEXT.ordinal() | 1 << Kind.JSON_NUMBER.ordinal() | 1 << Kind.JSON_BOOLEAN
        .ordinal() | 1 << Kind.JSON_NESTED.ordinal();
    /** The mark of a text of one byte, but for its offset. */
    private static final long LETTER = (long)Kind.TEXT.ordinal() << 2 * OFFSET_BITS | 1;
    /** The texts of one ASCII character: most names and many values. */
    private static final String[] LETTERS = letters();
    private static final int USUAL_MARKS = 128;
    private static final int KEPT_MARKS = 4_096;
    private static final int USUAL_BYTES = 4_096;
    private static final int KEPT_BYTES = 65_536;

    private final RemotingHeaderView header;
    private final SharedStrings names = new SharedStrings(SLOTS);
    private final SharedStrings values = new SharedStrings(SLOTS);
    /** The names last seen in a header of so many entries, all of them different and none long. */
    private final String[][] shapes = new String[HeaderMap.SMALL + 1][];
    private final LongTexts longTexts = new LongTexts();
    private final Cursor cursor = new Cursor();

    /** Of each entry its name's and its value's {@link Cursor#mark()}: kind, offset in the frame, length. */
    private long[] marks = new long[USUAL_MARKS];
    private byte[] unescaped = EMPTY;
    private final byte[] padded = new byte[SharedStrings.MAX_LENGTH + Long.BYTES];

    private static String[] letters()
    {
        final String[] letters = new String[128];
        Arrays.setAll(letters, letter -> String.valueOf((char)letter));
        return letters;
    }

    /** Makes a strict reader with the default limits. */
    public RemotingHeaderReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     of the frames.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RemotingHeaderReader(final Limits limits, final Strictness strictness)
    {
        header = new RemotingHeaderView(limits, strictness);
    }

    /**
     * Reads a frame's header.
     *
     * @param frame wrapped on one frame.
     * @return yours to keep; or null if the frame is refused, see {@link #fault()}.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public @Nullable RemotingHeader read(final FrameView frame)
    {
        return header.wrap(frame) ? made(frame) : null;
    }

    /**
     * Reads the header that a scanner has just scanned, without another scan.
     *
     * @param scanned whose last scan has completed; of the same strictness as this reader.
     * @return yours to keep.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public RemotingHeader read(final RemotingScanner scanned)
    {
        header.wrap(scanned);
        return made(scanned.scanned());
    }

    /** {@return why the last frame was refused: this reader's own view, absent unless it was} */
    public Fault fault()
    {
        return header.fault();
    }

    private RemotingHeader made(final FrameView frame)
    {
        final Cursor body = header.field(RemotingField.BODY);
        final int bodyOffset = body.offset();
        final int bodyLength = body.length();
        try
        {
            return new RemotingHeader(header.code(), header.language(), header.version(), header.opaque(),
                !header.field(RemotingField.OPAQUE).isNull(), header.flag(),
                header.field(RemotingField.REMARK).toText(),
                header.field(RemotingField.EXT_FIELDS).isNull() ? null : extFields(frame),
                header.isBinary() ? SerializeType.ROCKETMQ : SerializeType.JSON, bodyOffset, bodyLength);
        }
        finally
        {
            trim();
        }
    }

    /** Lets go of what a large header has made grow. */
    private void trim()
    {
        if (marks.length > KEPT_MARKS || unescaped.length > KEPT_BYTES)
        {
            marks = new long[USUAL_MARKS];
            unescaped = EMPTY;
        }
    }

    private static int offset(final long mark)
    {
        return (int)(mark >>> OFFSET_BITS) & MASK;
    }

    private Map<String, String> extFields(final FrameView frame)
    {
        final int count = header.entryCount();
        if (count == 0)
        {
            return HeaderMap.EMPTY;
        }
        if (marks.length < 2 * count)
        {
            marks = new long[2 * count];
        }
        for (int entry = 0; entry < count; entry++)
        {
            marks[2 * entry] = header.entryName(entry).mark();
            marks[2 * entry + 1] = header.entryValue(entry).mark();
        }
        final String[] known = count < shapes.length ? shapes[count] : null;
        final String[] named = names(frame, count, known);
        final String[] valued = values(frame, count);
        if (named == known)
        {
            return HeaderMap.ofDistinct(known, valued);
        }
        final Map<String, String> made = HeaderMap.of(named, valued, count);
        learn(named, made.size());
        return made;
    }

    /** The names; if they are those that are known, that very array. */
    @SuppressWarnings("ReferenceEquality") // Names that are shared are the same; a copy of one does no harm.
    private String[] names(final FrameView frame, final int count, final String @Nullable [] known)
    {
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        String[] named = known == null ? new String[count] : known;
        for (int i = known == null ? 0 : knownLetters(known, marks, array, base); i < count; i++)
        {
            final String letter = letter(marks[2 * i], array, base);
            final String name = letter != null ? letter : text(frame, marks[2 * i], names);
            if (named != known)
            {
                named[i] = name;
            }
            else if (known[i] != name)
            {
                named = known.clone();
                named[i] = name;
            }
        }
        return named;
    }

    /** How many names from the first one on are letters, and known: in most headers all. */
    @SuppressWarnings("ReferenceEquality") // Letters are shared texts.
    private static int knownLetters(final String[] known, final long[] marks, final byte[] array, final int base)
    {
        for (int i = 0; i < known.length; i++)
        {
            final String letter = letter(marks[2 * i], array, base);
            // A name can be null, and what is no letter is not looked at here.
            if (letter == null || letter != known[i])
            {
                return i;
            }
        }
        return known.length;
    }

    private String[] values(final FrameView frame, final int count)
    {
        final long[] places = marks;
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final String[] valued = new String[count];
        for (int i = 0; i < count; i++)
        {
            final String digit = letter(places[2 * i + 1], array, base);
            valued[i] = digit != null ? digit : text(frame, places[2 * i + 1], values);
        }
        return valued;
    }

    /** Remembers the names of a header, so that the next one of its shape shares them as a whole. */
    private void learn(final String[] named, final int distinct)
    {
        if (distinct < named.length || distinct >= shapes.length)
        {
            return;
        }
        for (final String name : named)
        {
            if (name != null && name.length() > SharedStrings.MAX_LENGTH)
            {
                return;
            }
        }
        shapes[distinct] = named;
    }

    /** The text of one ASCII character; null for any other. */
    private static @Nullable String letter(final long mark, final byte[] array, final int base)
    {
        if ((mark & ~((long)MASK << OFFSET_BITS)) != LETTER)
        {
            return null;
        }
        final byte letter = array[base + offset(mark)];
        return letter >= 0 ? LETTERS[letter] : null;
    }

    private @Nullable String text(final FrameView frame, final long mark, final SharedStrings shared)
    {
        final int kind = (int)(mark >>> 2 * OFFSET_BITS);
        final int offset = offset(mark);
        final int length = (int)mark & MASK;
        if ((RAW >>> kind & 1) == 0)
        {
            return kind == NULL ? null : converted(frame, offset, length, KINDS[kind]);
        }
        final byte[] array = Frames.array(frame);
        final int at = Frames.arrayOffset(frame) + offset;
        if (length == 1 && array[at] >= 0)
        {
            return LETTERS[array[at]];
        }
        if (length > SharedStrings.MAX_LENGTH)
        {
            return longTexts.get(array, at, length);
        }
        if (array.length - at >= length + Long.BYTES)
        {
            return shared.get(array, at, length);
        }
        // The table looks at eight bytes at once, also behind the end.
        System.arraycopy(array, at, padded, 0, length);
        return shared.get(padded, 0, length);
    }

    /** Text whose bytes are not its characters: escapes, ill-formed UTF-8, odd numbers. */
    private @Nullable String converted(final FrameView frame, final int offset, final int length, final Kind kind)
    {
        Cursors.wrap(cursor, frame, offset, length, kind);
        String text = kind == Kind.JSON_TEXT ? unescaped(length) : null;
        text = text == null ? cursor.toText() : text;
        Cursors.bind(cursor, null);
        Cursors.reset(cursor);
        return text;
    }

    /** The text of the cursor's escapes; null if half a surrogate pair may be in it, which is lost in UTF-8: it becomes '?'. */
    private @Nullable String unescaped(final int length)
    {
        // Escapes only ever shrink, so it fits.
        if (unescaped.length < length)
        {
            unescaped = new byte[Math.max(USUAL_BYTES, length)];
        }
        final String text = longTexts.get(unescaped, 0, cursor.copyTo(unescaped, 0));
        return text.indexOf('?') < 0 ? text : null;
    }
}
