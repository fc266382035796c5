package io.skim.pojo;

import io.skim.bytes.LongTexts;
import io.skim.pojo.text.SharedStrings;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link RemotingHeader} from each frame that is scanned with {@link #INTEREST}.
 *
 * <pre>
 * final RemotingHeaderBuilder builder = new RemotingHeaderBuilder();
 * if (scanner.scan(frame, RemotingHeaderBuilder.INTEREST, builder) == Outcome.COMPLETE)
 * {
 *     keep(builder.header());
 * }
 * </pre>
 *
 * {@link RemotingHeaderReader} does both in one call. The builder collects the places of names and values, and creates the
 * texts when the scan has ended, of a whole header. It shares names and repeated values from two tables of 256 texts of at most
 * 32 bytes each, which never grow. Reused for each frame. One thread at a time.
 */
public final class RemotingHeaderBuilder implements DataHandler
{
    private static final int CODE = 0;
    private static final int LANGUAGE = 1;
    private static final int VERSION = 2;
    private static final int OPAQUE = 3;
    private static final int FLAG = 4;
    private static final int REMARK = 5;
    private static final int EXT_FIELDS = 6;
    private static final int BODY = 7;

    /** All values of a header, and the place of the body; the properties are parsed on demand. */
    public static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.CODE, CODE)
        .field(RemotingField.LANGUAGE, LANGUAGE).field(RemotingField.VERSION, VERSION).field(
            RemotingField.OPAQUE, OPAQUE)
        .field(RemotingField.FLAG, FLAG).field(RemotingField.REMARK, REMARK)
        .field(RemotingField.EXT_FIELDS, EXT_FIELDS).everyEntry(EXT_FIELDS).field(RemotingField.BODY, BODY)
        .build();

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

    private int code;
    private int version;
    private int opaque;
    private boolean hasOpaque;
    private int flag;
    private int bodyOffset;
    private int bodyLength;
    @SuppressWarnings("NullAway.Init") // begin sets it
    private SerializeType serializeType;
    private @Nullable RemotingLanguage language;
    private @Nullable String remark;

    private final SharedStrings names = new SharedStrings(SLOTS);
    private final SharedStrings values = new SharedStrings(SLOTS);
    /** The names last seen in a header of so many entries, all of them different and none long. */
    private final String[][] shapes = new String[HeaderMap.SMALL + 1][];
    private final LongTexts longTexts = new LongTexts();
    private final Cursor cursor = new Cursor();

    /** Of each entry its name's and its value's {@link Cursor#mark()}: kind, offset in the frame, length. */
    private long[] marks = new long[USUAL_MARKS];
    private int marked;
    /** With the map of ext fields; null if there is none. */
    private @Nullable FrameView holder;
    private byte[] unescaped = EMPTY;
    private final byte[] padded = new byte[SharedStrings.MAX_LENGTH + Long.BYTES];
    private final ScanTracker scan = new ScanTracker();
    private @Nullable RemotingHeader header;

    private static String[] letters()
    {
        final String[] letters = new String[128];
        Arrays.setAll(letters, letter -> String.valueOf((char)letter));
        return letters;
    }

    /** Makes a builder, with its tables. */
    public RemotingHeaderBuilder()
    {
        reset();
    }

    /**
     * {@return the header of the frame scanned last, yours to keep} Null unless the last scan ended as {@link
     * Outcome#COMPLETE}, or if a handler has thrown since.
     */
    public @Nullable RemotingHeader header()
    {
        return scan.isWhole() ? header : null;
    }

    /**
     * Forgets the last header. Needed only to release the header; not between scans, also not after an exception. The shared
     * texts stay.
     */
    public void reset()
    {
        scan.reset();
        header = null;
        begin();
    }

    private void begin()
    {
        code = 0;
        version = 0;
        opaque = 0;
        hasOpaque = false;
        flag = 0;
        bodyOffset = 0;
        bodyLength = 0;
        serializeType = SerializeType.JSON;
        language = RemotingLanguage.JAVA;
        remark = null;
        marked = 0;
        holder = null;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            begin();
        }
        switch (id)
        {
            case CODE:
                code = value.getInt(0);
                serializeType = value.kind() == Kind.INT16 ? SerializeType.ROCKETMQ : SerializeType.JSON;
                break;
            case LANGUAGE:
                language = RemotingLanguage.of(value);
                break;
            case VERSION:
                version = value.getInt(0);
                break;
            case OPAQUE:
                opaque = value.getInt(0);
                hasOpaque = true;
                break;
            case FLAG:
                flag = value.getInt(0);
                break;
            case REMARK:
                remark = value.toText();
                break;
            default:
                bodyOffset = value.offset();
                bodyLength = value.length();
                break;
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        if (scan.begins(container))
        {
            begin();
        }
        marked = 0;
        holder = Cursors.frame(container);
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        if (scan.begins(value))
        {
            begin();
        }
        onEntry(key.mark(), value.mark());
        return Action.CONTINUE;
    }

    private void onEntry(final long key, final long value)
    {
        if (marked == marks.length)
        {
            marks = Arrays.copyOf(marks, 2 * marked);
        }
        marks[marked] = key;
        marks[marked + 1] = value;
        marked += 2;
    }

    private static int offset(final long mark)
    {
        return (int)(mark >>> OFFSET_BITS) & MASK;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            begin();
        }
        final boolean isGood = outcome == Outcome.COMPLETE && scan.isWhole();
        header = isGood ? made(holder == null ? null : loadedExtFields(holder)) : null;
        begin();
        trim();
    }

    private void trim()
    {
        if (marks.length > KEPT_MARKS || unescaped.length > KEPT_BYTES)
        {
            marks = new long[USUAL_MARKS];
            unescaped = EMPTY;
        }
    }

    /** Makes the header of a frame that a view is on. */
    RemotingHeader build(final FrameView frame, final RemotingHeaderView source)
    {
        begin();
        for (int entry = 0; entry < source.entryCount(); entry++)
        {
            onEntry(source.entryName(entry).mark(), source.entryValue(entry).mark());
        }
        try
        {
            return built(frame, source);
        }
        finally
        {
            begin();
            trim();
        }
    }

    private RemotingHeader built(final FrameView frame, final RemotingHeaderView source)
    {
        code = source.code();
        version = source.version();
        language = source.language();
        opaque = source.opaque();
        hasOpaque = !source.field(RemotingField.OPAQUE).isNull();
        flag = source.flag();
        serializeType = source.isBinary() ? SerializeType.ROCKETMQ : SerializeType.JSON;
        remark = source.field(RemotingField.REMARK).toText();
        bodyOffset = source.field(RemotingField.BODY).offset();
        bodyLength = source.field(RemotingField.BODY).length();
        return made(source.field(RemotingField.EXT_FIELDS).isNull() ? null : extFields(frame));
    }

    private RemotingHeader made(final @Nullable Map<String, String> extFields)
    {
        return new RemotingHeader(code, language, version, opaque, hasOpaque, flag, remark, extFields, serializeType,
            bodyOffset, bodyLength);
    }

    private Map<String, String> loadedExtFields(final FrameView frame)
    {
        if (marked > 0)
        {
            // A handler may have read the body meanwhile.
            Frames.load(frame, offset(marks[0]), offset(marks[marked - 1]) + ((int)marks[marked - 1] & MASK));
        }
        return extFields(frame);
    }

    /** The map of the entries that were noted, from the array of their frame. */
    private Map<String, String> extFields(final FrameView frame)
    {
        if (marked == 0)
        {
            return HeaderMap.EMPTY;
        }
        final int count = marked >> 1;
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
