package io.skim.scan.remoting;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.LongTexts;
import io.skim.bytes.NameTable;
import io.skim.bytes.Numbers;
import io.skim.bytes.PropertyReader;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Random access to the header of a remoting frame, binary or JSON. {@link #wrap} checks the whole header and indexes it; it
 * accepts, refuses and reads the same as {@link RemotingScanner}. Then you can read any value, in any order, without a callback.
 * <p>
 * A router reads the values to which an interest gives ids: fields, ext fields and message properties alike.
 *
 * <pre>
 * if (!header.wrap(frame, WANTED))
 * {
 *     return refuse(header.fault());
 * }
 * return header.value(TOPIC).startsWith(ORDERS) &amp;&amp; header.value(TAGS).contentEquals(PAID) ? header.value(QUEUE).getInt(0)
 *     : NOT_OURS;
 * </pre>
 *
 * A rewriter reads the entries in the order of the frame, duplicates included:
 *
 * <pre>
 * for (int entry = 0; entry &lt; header.entryCount(); entry++)
 * {
 *     switch (header.entryId(entry)) { case TOPIC -&gt; replace(header.entryValue(entry), topic); ... }
 * }
 * </pre>
 *
 * A reader that makes objects can read the fixed fields first, and then select an interest for the code:
 *
 * <pre>
 * if (header.wrap(frame) &amp;&amp; header.code() == RequestCode.PULL_MESSAGE.code())
 * {
 *     header.select(PULL);
 *     return new Pull(header.opaque(), header.toText(TOPIC), header.value(OFFSET).getLong(0));
 * }
 * </pre>
 *
 * A missing value reads as null. For an entry that the header does not have, a null value, and every value of a refused header
 * you get a cursor on null: its number is the default value, its text is null, and it equals nothing. {@link #isPresent}
 * distinguishes a null value from a missing one.
 * <p>
 * The last of several equal names wins, as in the reference. The view lends one cursor for values and one for names, and each
 * call points it at another value: keep {@link Cursor#mark()} if you need two values at once. Everything is valid while the frame
 * is wrapped. With assertions on, every call that reads the frame later throws an {@link IllegalStateException}; a cursor that was
 * lent before reads the bytes of the new frame. Allocates only texts, and room for the longest header and the greatest id so far.
 * One thread at a time. After {@link #reset()} the view does not refer to the frame.
 *
 * @see "NettyDecoder and RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingHeaderView
{
    /** The result of {@link #entryId} for an entry that the interest does not declare. */
    public static final int NOT_WANTED = NameTable.NOT_FOUND;

    private static final int FIRST_IDS = 16;
    private static final int USUAL_TEXT = 1_024;
    private static final int KEPT_TEXT = 65_536;
    private static final byte[] EMPTY = new byte[0];
    private static final FrameView NO_FRAME = new FrameView();
    private static final int JAVA = 0x4A41_5641;
    private static final int BODY = RemotingField.BODY.ordinal();
    private static final int PROPERTIES = RemotingField.PROPERTIES.ordinal();
    /** The low 32 bits of the place of a value of five letters. */
    private static final int FIVE_LETTERS = (int)HeaderIndex.place(0, 5, Kinds.TEXT);
    /** An escape of a separator has six characters; the last one tells which separator. */
    private static final int ESCAPE_LENGTH = 6;

    private final HeaderIndexer own;
    /** This view's own indexer, or that of a scanner. */
    private HeaderIndexer indexer;
    @SuppressWarnings("NullAway.Init") // wrap sets it
    private HeaderIndex index;
    private final boolean strict;
    private final Cursor value = new Cursor();
    private final Cursor name = new Cursor();
    private final LongTexts texts = new LongTexts();
    private FrameView frame = NO_FRAME;
    /** {@link FrameView#wraps()} of the frame, and which frame of the indexer it was. */
    private int wraps;
    private int opened;
    private boolean binary;

    private @Nullable RemotingInterest interest;
    /**
     * The places of the values, by id + 1. Index 0 takes the entries that are not declared: to write them costs less than a test.
     */
    private long[] places = new long[1 + FIRST_IDS];
    /** The same number of {@link HeaderIndex#ABSENT}. */
    private long[] nothing = new long[1 + FIRST_IDS];
    /** The number of ids. */
    private int ids;
    private byte[] unescaped = EMPTY;

    /** Makes a strict view with the default limits. */
    public RemotingHeaderView()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a view.
     *
     * @param limits     what a peer may send.
     * @param strictness whether to refuse the reference decoder's oddities, or to read them.
     */
    public RemotingHeaderView(final Limits limits, final Strictness strictness)
    {
        own = new HeaderIndexer(new Fault(), limits, strictness);
        read(own);
        strict = strictness == Strictness.STRICT;
        reset();
    }

    /**
     * Checks the header of a frame and indexes it. Ids have no values before {@link #select}.
     *
     * @param wrapped one frame; keep it wrapped while you use this view.
     * @return false if the frame is refused; then {@link #fault()} gives the reason, and every value reads as null.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public boolean wrap(final FrameView wrapped)
    {
        clear();
        return index(wrapped);
    }

    /**
     * Reads the header that a scanner has just scanned, without another scan. Ids have no values before {@link #select}. The header
     * is as the scanner was told to read it; this view must have the same strictness.
     *
     * <pre>
     * if (scanner.check(frame)) { header.wrap(scanner); pending.add(header.opaque(), header.code()); }
     * </pre>
     *
     * @param scanned whose last scan has completed. The view reads its index: use the view no longer than until the scanner's next
     *                scan.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public void wrap(final RemotingScanner scanned)
    {
        final FrameView whole = scanned.scanned();
        clear();
        read(scanned.header);
        moveTo(whole);
        opened = indexer.opened;
        binary = scanned.header.isBinary();
    }

    private void read(final HeaderIndexer other)
    {
        if (indexer != other)
        {
            indexer = other;
            index = other.index;
        }
    }

    private boolean index(final FrameView wrapped)
    {
        if (!wrapped.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        read(own);
        if (own.frame != wrapped)
        {
            own.frame = wrapped;
        }
        Faults.reset(indexer.fault);
        moveTo(wrapped);
        final int type = indexer.open();
        opened = indexer.opened;
        if (type < 0 || indexer.index() < 0)
        {
            forget();
            return false;
        }
        binary = type == HeaderIndexer.BINARY;
        return true;
    }

    /**
     * Checks the header of a frame, indexes it and gives ids to its values: {@link #wrap(FrameView)} and {@link #select}.
     *
     * @param wrapped one frame; keep it wrapped while you use this view.
     * @param wanted  names and fields with ids.
     * @return false if the frame is refused; then {@link #fault()} gives the reason, and every value reads as null.
     * @throws IllegalStateException    if the frame is not wrapped.
     * @throws IllegalArgumentException as {@link #select}.
     */
    public boolean wrap(final FrameView wrapped, final RemotingInterest wanted)
    {
        final boolean good = index(wrapped);
        select(wanted);
        return good;
    }

    private void bind(final FrameView wrapped)
    {
        frame = wrapped;
        Cursors.bind(value, wrapped);
        Cursors.bind(name, wrapped);
    }

    /** Moves to a frame. Stores references only if they change: storing a reference costs a GC write barrier. */
    private void moveTo(final FrameView wrapped)
    {
        if (frame != wrapped)
        {
            bind(wrapped);
        }
        wraps = wrapped.wraps();
    }

    /** With assertions on: the index is of the frame that the view is wrapped on. */
    private boolean isCurrent()
    {
        final boolean isNothing = indexer == own && isRefused();
        if (!isNothing && (frame.wraps() != wraps || indexer.opened != opened))
        {
            throw new IllegalStateException("the frame's view has been reset or wrapped anew, or its scanner has begun"
                + " another scan: call wrap first");
        }
        return true;
    }

    private byte[] array()
    {
        assert isCurrent();
        return Frames.array(frame);
    }

    private int base()
    {
        return Frames.arrayOffset(frame);
    }

    /** Releases the frame. Every value reads as null. */
    public void reset()
    {
        read(own);
        bind(NO_FRAME);
        own.frame = NO_FRAME;
        Faults.reset(indexer.fault);
        clear();
        forget();
    }

    private void clear()
    {
        if (ids > 0)
        {
            // To copy so few costs less than to fill them.
            System.arraycopy(nothing, 0, places, 0, ids + 1);
        }
    }

    /** Removes all values after a refusal. */
    private void forget()
    {
        read(own);
        opened = own.opened;
        index.begin();
        binary = false;
    }

    /**
     * Gives ids to the values of the header. Each id gets the last value that the header has for it; ext fields come after fixed
     * fields, and message properties after ext fields. You may call it again for the same header: then the earlier ids have no
     * values. Declarations of every entry or property have no single value, so no value here; {@link #entryId} gives their ids.
     *
     * @param wanted names and fields with ids.
     * @throws IllegalArgumentException if the first match wins: here the whole header is known.
     */
    public void select(final RemotingInterest wanted)
    {
        if (wanted.firstMatchWins())
        {
            throw new IllegalArgumentException("an interest in the first match is for scans; here the last one wins");
        }
        assert isCurrent();
        clear();
        if (interest != wanted)
        {
            interest = wanted;
        }
        ids = wanted.idCount;
        if (ids >= places.length)
        {
            places = new long[ids + 1];
            nothing = new long[ids + 1];
        }
        if (wanted.hasField)
        {
            selectFields(wanted.fieldIds);
        }
        if (!wanted.noEntryId)
        {
            selectEntries(wanted.entries);
        }
        if (wanted.wantsProperties && indexer.properties.choose(frame, index))
        {
            selectProperties(wanted);
        }
    }

    private void selectFields(final int[] fieldIds)
    {
        for (int field = 0; field < fieldIds.length; field++)
        {
            if (fieldIds[field] >= 0)
            {
                places[fieldIds[field] + 1] = field == BODY ? bodyPlace() : index.field(field);
            }
        }
    }

    /** A place has no room for the length of a body; {@link #pointTo} adds it. */
    private long bodyPlace()
    {
        return index.bodyOffset == 0 ? HeaderIndex.ABSENT
            : HeaderIndex.place(index.bodyOffset, 0, indexer.bodyLength() == 0 ? Kinds.NULL : Kinds.BYTES);
    }

    private void selectEntries(final NameTable names)
    {
        final byte[] array = array();
        final int base = base();
        final long[] slots = places;
        final long[] entries = index.entries;
        final int end = 2 * index.count;
        for (int at = 0; at < end; at += 2)
        {
            final long entry = entries[at];
            final int from = base + HeaderIndex.offset(entry);
            final int id = (int)entry == HeaderIndex.LETTER ? names.find(array[from])
                : names.find(array, from, HeaderIndex.length(entry), HeaderIndex.kind(entry));
            slots[id + 1] = entries[at + 1];
        }
    }

    private void selectProperties(final RemotingInterest wanted)
    {
        final PropertyIndex properties = indexer.properties;
        if (wanted.propertiesId >= 0)
        {
            places[wanted.propertiesId + 1] = HeaderIndex.place(properties.offset, properties.length, Kinds.CONTAINER);
        }
        if (wanted.properties.size() == 0)
        {
            return;
        }
        properties.begin(frame, index);
        final PropertyReader reader = properties.reader;
        for (int id = reader.next(wanted.properties); id != PropertyReader.END; id = reader.next(wanted.properties))
        {
            places[id + 1] = HeaderIndex.place(reader.valueOffset, reader.valueLength, reader.valueKind);
        }
        reader.detach();
    }

    /** {@return the reason and the offset of the refusal; absent if the frame was not refused} */
    public Fault fault()
    {
        return indexer.fault;
    }

    /**
     * Refuses the header for a reason of your own, for example an entry that is not a number. Every value then reads as null.
     *
     * @param reason    of the refusal.
     * @param offset    of the faulty bytes from the start of the frame, in bytes.
     * @param claimed   the number in those bytes, in the unit that the reason documents.
     * @param available the number that is available or allowed, in the same unit.
     * @return always {@code -1}.
     */
    public int refuse(final Reason reason, final long offset, final long claimed, final long available)
    {
        clear();
        forget();
        return Faults.at(indexer.fault, offset, reason, claimed, available);
    }

    /** {@return whether the header is binary; false for JSON, and for a refused frame} */
    public boolean isBinary()
    {
        return binary;
    }

    /**
     * The code: what a request asks for, or the status of a response.
     *
     * @return the code; 0 if a JSON header has none or the frame was refused.
     */
    public int code()
    {
        return binary ? Words.getShort(array(), base() + BinaryHeader.CODE) : number(RemotingField.CODE);
    }

    /**
     * The flag: bit 0 is set in responses, bit 1 in oneway requests.
     *
     * @return the flag; 0 if a JSON header has none or the frame was refused.
     */
    public int flag()
    {
        return binary ? Words.getInt(array(), base() + BinaryHeader.FLAG) : number(RemotingField.FLAG);
    }

    /**
     * The opaque: the number that ties a response to its request.
     *
     * @return the opaque; 0 if the frame was refused. Lenient: 0 also for a JSON header without one, for which the reference uses
     *     the next number of its own counter; {@link #field} distinguishes the two.
     */
    public int opaque()
    {
        return binary ? Words.getInt(array(), base() + BinaryHeader.OPAQUE) : number(RemotingField.OPAQUE);
    }

    /** {@return the version of the sender; 0 if a JSON header has none or the frame was refused} */
    public int version()
    {
        return binary ? Words.getShort(array(), base() + BinaryHeader.VERSION) : number(RemotingField.VERSION);
    }

    private int number(final RemotingField field)
    {
        final long place = index.field(field.ordinal());
        return place == HeaderIndex.ABSENT ? 0 : pointTo(place).getInt(0);
    }

    /**
     * The language of the sender, as the reference reads it.
     *
     * @return the language; JAVA if a JSON header has none, as in the reference; null if it is unknown or the frame was refused.
     */
    public @Nullable RemotingLanguage language()
    {
        if (binary)
        {
            return RemotingLanguage.of(array()[base() + BinaryHeader.LANGUAGE]);
        }
        final long place = index.field(RemotingField.LANGUAGE.ordinal());
        if (place == HeaderIndex.ABSENT)
        {
            return isRefused() ? null : RemotingLanguage.JAVA;
        }
        return HeaderIndex.length(place) == Integer.BYTES && Words.getInt(array(), base() + HeaderIndex.offset(place))
            == JAVA ? RemotingLanguage.JAVA : RemotingLanguage.of(pointTo(place));
    }

    /** Whether the header was refused or none was wrapped. */
    private boolean isRefused()
    {
        return index.bodyOffset == 0;
    }

    /**
     * A fixed field, a container, or the body.
     *
     * @param field any. {@link RemotingField#EXT_FIELDS} is null if there are none: in a JSON header {@code {}} is an empty map,
     *              {@code null} is none; a binary header cannot distinguish an empty map from none, and the reference reads none.
     *              {@link RemotingField#BODY} is null if it has no bytes, but has its offset.
     * @return the cursor for values.
     */
    public Cursor field(final RemotingField field)
    {
        final int ordinal = field.ordinal();
        return pointTo(
            ordinal == BODY ? bodyPlace() : ordinal == PROPERTIES ? propertiesPlace() : index.field(ordinal));
    }

    private long propertiesPlace()
    {
        final PropertyIndex properties = indexer.properties;
        return properties.choose(frame, index)
            ? HeaderIndex.place(properties.offset, properties.length, Kinds.CONTAINER)
            : HeaderIndex.ABSENT;
    }

    private Cursor pointTo(final long place)
    {
        assert isCurrent();
        final int kind = HeaderIndex.kind(place);
        return Cursors.point(value, HeaderIndex.offset(place),
            kind == Kinds.BYTES ? indexer.bodyLength() : HeaderIndex.length(place),
            kind);
    }

    private long place(final int id)
    {
        assert isCurrent();
        return places[1 + Objects.checkIndex(id, ids)];
    }

    /**
     * Whether the header has a value of an id; a null counts as a value.
     *
     * @param id of the selected interest.
     * @return false if there is none, or the frame was refused.
     * @throws IndexOutOfBoundsException if the interest has no such id; so do all methods with an id.
     */
    public boolean isPresent(final int id)
    {
        return place(id) != HeaderIndex.ABSENT;
    }

    /**
     * The value of an id.
     *
     * @param id of the selected interest.
     * @return the cursor for values, on null at offset 0 if there is no value.
     */
    public Cursor value(final int id)
    {
        return pointTo(place(id));
    }

    /**
     * The value of an id as a number, by the rules of {@link Cursor#getInt(int)}.
     *
     * @param id           of the selected interest.
     * @param defaultValue to return if there is no value, or it is null, no number, or outside the range of int32.
     * @return the number, or {@code defaultValue}.
     */
    public int getInt(final int id, final int defaultValue)
    {
        final long number = getLong(id, defaultValue);
        return number == (int)number ? (int)number : defaultValue;
    }

    /**
     * The value of an id as a number, by the rules of {@link Cursor#getLong(long)}.
     *
     * @param id           of the selected interest.
     * @param defaultValue to return if there is no value, or it is null, no number, or outside the range of int64.
     * @return the number, or {@code defaultValue}.
     */
    public long getLong(final int id, final long defaultValue)
    {
        final long place = place(id);
        if (HeaderIndex.kind(place) == Kinds.TEXT)
        {
            final int from = base() + HeaderIndex.offset(place);
            return Numbers.parseLong(array(), from, from + HeaderIndex.length(place), defaultValue);
        }
        return place == HeaderIndex.ABSENT ? defaultValue : pointTo(place).getLong(defaultValue);
    }

    /**
     * The value of an id as a boolean, by the rules of {@link Cursor#getBoolean(boolean)}.
     *
     * @param id           of the selected interest.
     * @param defaultValue to return if there is no value, or it is null or neither true nor false.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final int id, final boolean defaultValue)
    {
        final long place = place(id);
        if (place == HeaderIndex.ABSENT)
        {
            return defaultValue;
        }
        // A text of five letters is not true. "false" is the most common value.
        return (defaultValue || ((int)place & ~HeaderIndex.ASCII) != FIVE_LETTERS) && pointTo(place).getBoolean(
            defaultValue);
    }

    /**
     * The text of an id's value, equal to the {@code String} of the reference. The same as {@link Cursor#toText()} but faster,
     * because the index has noted which values are ASCII and which have escapes. Allocates the text and its characters; more for
     * characters outside of Latin-1, and for texts of more than 16,384 bytes that are not ASCII.
     *
     * @param id of the selected interest.
     * @return the text; null if the value is null or missing.
     */
    public @Nullable String toText(final int id)
    {
        final long place = place(id);
        final int length = HeaderIndex.length(place);
        final int kind = HeaderIndex.kind(place);
        if (kind == Kinds.TEXT)
        {
            final int from = base() + HeaderIndex.offset(place);
            return (place & HeaderIndex.ASCII) != 0 ? LongTexts.ofAscii(array(), from, length)
                : texts.get(array(), from, length);
        }
        return kind == Kinds.JSON_TEXT && length <= KEPT_TEXT ? unescaped(place) : pointTo(place).toText();
    }

    private @Nullable String unescaped(final long place)
    {
        final int length = HeaderIndex.length(place);
        if (unescaped.length < length + Long.BYTES)
        {
            unescaped = new byte[(length <= USUAL_TEXT ? USUAL_TEXT : KEPT_TEXT) + Long.BYTES];
        }
        if (index.separatorsOf == HeaderIndex.offset(place) && index.separatorsAlone)
        {
            final int undone = unescape(place);
            return texts.get(unescaped, 0, undone);
        }
        final int copied = pointTo(place).copyTo(unescaped, 0);
        final String text = texts.get(unescaped, 0, copied);
        // A lone surrogate has no UTF-8 and was written as '?'. Strict refuses it.
        return strict || text.indexOf('?') < 0 ? text : pointTo(place).toText();
    }

    /** Resolves the escapes of a text that has only the kinds that the index notes. Returns the new length. */
    private int unescape(final long place)
    {
        final byte[] array = array();
        final byte[] text = unescaped;
        final int base = base();
        final int[] separators = index.separators;
        final int count = index.separatorCount;
        int from = base + HeaderIndex.offset(place);
        final int end = from + HeaderIndex.length(place);
        int to = 0;
        for (int number = 0; number < count; number++)
        {
            final int escape = base + separators[number];
            // Word by word: after the escape in a JSON string there are at least a quote and two brackets.
            for (int at = 0; at < escape - from; at += Long.BYTES)
            {
                Words.putLong(text, to + at, Words.getLong(array, from + at));
            }
            to += escape - from;
            text[to++] = (byte)(array[escape + ESCAPE_LENGTH - 1] - '0');
            from = escape + ESCAPE_LENGTH;
        }
        System.arraycopy(array, from, text, to, end - from);
        return to + end - from;
    }

    /** {@return the number of ext fields, duplicates included; 0 also if there are none or the frame was refused} */
    public int entryCount()
    {
        return index.count;
    }

    /**
     * The name of an entry.
     *
     * @param entry from 0, in the order of the header.
     * @return the cursor for names, on null for the empty name of a binary header.
     * @throws IndexOutOfBoundsException if there is no such entry; so do all methods with an entry.
     */
    public Cursor entryName(final int entry)
    {
        final long place = index.name(Objects.checkIndex(entry, index.count));
        assert isCurrent();
        return Cursors.point(name, HeaderIndex.offset(place), HeaderIndex.length(place), HeaderIndex.kind(place));
    }

    /**
     * The value of an entry.
     *
     * @param entry from 0, in the order of the header.
     * @return the cursor for values.
     */
    public Cursor entryValue(final int entry)
    {
        return pointTo(index.value(Objects.checkIndex(entry, index.count)));
    }

    /**
     * The id that the interest gives to an entry by its name.
     *
     * @param entry from 0, in the order of the header.
     * @return the id, or the id of every entry; {@link #NOT_WANTED} if it has neither, or no interest was selected.
     */
    public int entryId(final int entry)
    {
        final long place = index.name(Objects.checkIndex(entry, index.count));
        if (interest == null)
        {
            return NOT_WANTED;
        }
        final int id = interest.entries.find(array(), base() + HeaderIndex.offset(place), HeaderIndex.length(place),
            HeaderIndex.kind(place));
        return id < 0 ? interest.everyEntryId : id;
    }

    /**
     * The state of this view, without names and values, which may be secrets. Allocates.
     *
     * @return a line for people.
     */
    @Override
    public String toString()
    {
        return isRefused() ? "no header" : (binary ? "binary" : "JSON") + " header of " + index.count + " ext fields";
    }
}
