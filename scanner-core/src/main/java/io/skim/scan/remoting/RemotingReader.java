package io.skim.scan.remoting;

import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;

/**
 * Reads the ext fields of remoting frames, binary and JSON, pulled one after the other: the caller owns the loop. What
 * it takes, refuses and reads is what {@link RemotingScanner} does; there is no callback, so a loop of the caller's own
 * with a {@code switch} on its ids is compiled as one piece.
 *
 * <pre>
 * if (reader.wrap(frame))
 * {
 *     for (int id = reader.nextEntry(NAMES); id &gt;= 0; id = reader.nextEntry(NAMES))
 *     {
 *         switch (id) { case TOPIC -> topic = reader.toText(); case QUEUE -> queue = reader.getInt(-1); }
 *     }
 * }
 * if (reader.fault().isPresent()) { ... }           // nothing that was read counts; else the whole header is checked
 * </pre>
 *
 * The last of several equal keys wins, so what a key has set before is to be overwritten. The fixed fields are known
 * when the reader is done (those of a binary header from the beginning). One thread at a time; reading allocates nothing
 * but what {@link #toText()} gives. When it is done or was refused, and after {@link #reset()}, the reader refers to
 * nothing of the frame but the view.
 *
 * @see "NettyDecoder and RemotingCommand.decode, release 5.5.1"
 */
public final class RemotingReader
{
    /** No id: the frame is refused, {@link #fault()} tells why and where; the same again until {@code wrap}. */
    public static final int MALFORMED = -1;
    /** No id: all entries were read and the whole header is known to be good. */
    public static final int DONE = -2;

    private final RemotingScanner parts;
    private final EntryValue value = new EntryValue();
    private final FixedFields fixed;
    private final RowLoop loop;

    /** While entries are due; else null. */
    private EntryReader entries;
    /** Where the next entry is read. */
    private int position;
    /** What {@link #nextEntry} says when no entries are due. */
    private int ended = MALFORMED;
    private boolean binary;
    /** The row to go on with, which has been begun with this frame; else null. */
    private RemotingRow resumed;
    private boolean extFields;
    private int bodyOffset;

    /** Makes a strict reader with the default limits. */
    public RemotingReader()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a reader.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the reference decoder's oddities are refused or read.
     */
    public RemotingReader(final Limits limits, final Strictness strictness)
    {
        parts = new RemotingScanner(limits, strictness);
        fixed = new FixedFields(parts.binary, parts.json.run);
        loop = new RowLoop(parts, limits, strictness);
    }

    /**
     * Starts on a frame: checks its lengths, and the header up to the first entry.
     *
     * @param frame wrapped on one frame, and to stay so while the reader is used.
     * @return false if the frame is refused; then {@link #fault()} tells why.
     * @throws IllegalStateException if the frame is not wrapped.
     */
    public boolean wrap(final FrameView frame)
    {
        if (!frame.isWrapped())
        {
            throw new IllegalStateException("the frame is not wrapped: call FrameView.wrap first");
        }
        parts.fault.reset();
        // References are only stored where they change: a store of one has its price.
        if (parts.frame != frame)
        {
            parts.frame = frame;
        }
        value.begin(frame);
        entries = null;
        extFields = false;
        resumed = null;
        final int type = parts.open();
        binary = type == RemotingScanner.BINARY;
        fixed.begin(frame, binary);
        return type < 0 ? refuse() : binary ? beginBinary(frame) : beginJson(frame);
    }

    private boolean beginBinary(final FrameView frame)
    {
        final BinaryReader reader = parts.binary;
        if (reader.begin(frame, parts.headerLength) < 0)
        {
            return refuse();
        }
        extFields = reader.hasMap();
        if (!extFields)
        {
            end(DONE);
            return true;
        }
        entries = reader;
        position = reader.position();
        return true;
    }

    private boolean beginJson(final FrameView frame)
    {
        final JsonReader reader = parts.json;
        reader.noting = false;
        if (reader.beginAtEntries(frame, parts.headerLength))
        {
            fixed.noteCode(reader.codeOffset, reader.codeLength);
            openEntries(reader);
            return true;
        }
        return reader.begin(frame, parts.headerLength) < 0 ? refuse() : members(reader);
    }

    /** Notes the members up to the ext fields or the end. */
    private boolean members(final JsonReader reader)
    {
        final int outcome = fixed.noteMembers(reader);
        if (outcome == JsonReader.FAULT)
        {
            return refuse();
        }
        if (outcome == JsonReader.END_OF_HEADER)
        {
            end(DONE);
            return true;
        }
        openEntries(reader);
        return true;
    }

    private void openEntries(final JsonReader reader)
    {
        extFields = true;
        entries = reader;
        position = reader.position();
    }

    private boolean refuse()
    {
        end(MALFORMED);
        return false;
    }

    private void end(final int answer)
    {
        bodyOffset = binary ? parts.binary.offset() : parts.headerEnd();
        ended = answer;
        entries = null;
    }

    /** Lets go of the frame, as if it had been refused. */
    public void reset()
    {
        end(MALFORMED);
        parts.frame = null;
        value.reset();
    }

    /**
     * Moves to the next entry that has an id; the ones between are checked and passed over.
     *
     * @param names with the ids to answer; may be others at each call.
     * @return the id of the entry that the reader is on; {@link #DONE}; or {@link #MALFORMED}.
     */
    public int nextEntry(final RemotingNames names)
    {
        final EntryReader reader = entries;
        if (reader == null)
        {
            return ended;
        }
        final long stops = names.stops;
        int at = position;
        while ((at = reader.nextEntry(stops == EntryReader.EVERY_STOP ? at : reader.skip(at, stops))) > 0)
        {
            final int id = names.find(reader);
            if (id >= 0)
            {
                position = at;
                return id;
            }
        }
        return endEntries(at);
    }

    /**
     * Reads on to the end of the entries, and notes in a row where the values stand that have an id.
     *
     * @param names with the ids.
     * @param row   begun anew, unless the last call stopped at an entry of this frame with the same row.
     * @return {@link #DONE}; {@link #MALFORMED}, then the row has nothing; or an id that has no place in the row: the
     *     reader is on that entry, as after {@link #nextEntry}, and the next call goes on behind it.
     */
    public int readEntries(final RemotingNames names, final RemotingRow row)
    {
        if (row != resumed)
        {
            row.begin(parts.frame);
        }
        if (entries != null)
        {
            final int at = binary ? loop.runBinary(position, names, row) : loop.runJson(position, names, row);
            row.forgetUnwanted();
            if (at > 0)
            {
                position = at;
                resumed = row;
                return loop.id;
            }
            endEntries(at);
        }
        resumed = null;
        if (ended == MALFORMED)
        {
            row.begin(parts.frame);
        }
        return ended;
    }

    private int endEntries(final int at)
    {
        if (at == EntryReader.END && !binary)
        {
            members(parts.json);
        }
        else
        {
            end(at < 0 ? MALFORMED : DONE);
        }
        return ended;
    }

    private EntryReader entry()
    {
        if (entries == null)
        {
            throw new IllegalStateException("the reader is not on an entry: nextEntry has given no id");
        }
        return entries;
    }

    /**
     * Points a cursor at the key of the entry.
     *
     * @param key to point; null is the empty key of a binary header.
     * @return {@code key}, valid while the frame is wrapped.
     * @throws IllegalStateException if the reader is not on an entry, as for all that reads one.
     */
    public Cursor key(final Cursor key)
    {
        final EntryReader reader = entry();
        key.bind(parts.frame);
        return key.point(reader.keyOffset, reader.keyLength, reader.keyKind);
    }

    /**
     * Points a cursor at the value of the entry.
     *
     * @param value to point.
     * @return {@code value}, valid while the frame is wrapped.
     */
    public Cursor value(final Cursor value)
    {
        final EntryReader reader = entry();
        value.bind(parts.frame);
        return value.point(reader.valueOffset, reader.valueLength, reader.valueKind);
    }

    /**
     * Where the value of the entry begins; behind the quote of a JSON string.
     *
     * @return in bytes from the start of the frame.
     */
    public int offset()
    {
        return entry().valueOffset;
    }

    /**
     * The length of the entry's value as it stands in the frame.
     *
     * @return in bytes.
     */
    public int length()
    {
        return entry().valueLength;
    }

    /**
     * Whether the entry has no value: an empty one in a binary header, {@code null} in JSON.
     *
     * @return true if the reference has null for it.
     */
    public boolean isNull()
    {
        return entry().valueKind == Kinds.NULL;
    }

    /**
     * Whether the value's raw bytes are its text.
     *
     * @return false for null, and for what reading converts.
     */
    public boolean isVerbatim()
    {
        return EntryValue.isVerbatim(entry());
    }

    /**
     * The entry's value as a number, by the rules of {@link Cursor#getLong(long)}.
     *
     * @param otherwise to answer if the value is null, no number, or outside the range of int64.
     * @return the number, or {@code otherwise}.
     */
    public long getLong(final long otherwise)
    {
        return value.getLong(entry(), otherwise);
    }

    /**
     * The entry's value as a boolean, by the rules of {@link Cursor#getBoolean(boolean)}.
     *
     * @param defaultValue to return if the value is null or no boolean.
     * @return the boolean, or {@code defaultValue}.
     */
    public boolean getBoolean(final boolean defaultValue)
    {
        return value.getBoolean(entry(), defaultValue);
    }

    /**
     * The entry's value as the reference has it in its {@code String}. Allocates the text and nothing else, but for
     * text with escapes or characters outside of Latin-1.
     *
     * @return the text, or null for null.
     */
    public String toText()
    {
        return value.toText(entry());
    }

    /**
     * Points a cursor at a fixed field. In a JSON header it is the last of its name so far. A frame that was refused has
     * none.
     *
     * @param field code, language, version, opaque, flag or remark.
     * @param value to point.
     * @return false if a JSON header has no such member, or the frame was refused; then the cursor did not move.
     * @throws IllegalArgumentException if it is another field.
     */
    public boolean field(final RemotingField field, final Cursor value)
    {
        if (!FixedFields.isFixed(field))
        {
            throw new IllegalArgumentException(field + " is not a fixed field");
        }
        return !isRefused() && fixed.point(field, value);
    }

    private boolean isRefused()
    {
        return entries == null && ended == MALFORMED;
    }

    /**
     * The code; of a request what is wanted, of a response how it went.
     *
     * @return the code; of a JSON header the last one so far, 0 before; 0 if the frame was refused.
     */
    public int code()
    {
        return isRefused() ? 0 : fixed.code();
    }

    /**
     * The flag: bit 0 is set in responses, bit 1 in requests that want none.
     *
     * @return the flag; of a JSON header the last one so far, 0 before; 0 if the frame was refused.
     */
    public int flag()
    {
        return isRefused() ? 0 : fixed.flag();
    }

    /**
     * The number by which request and response find each other.
     *
     * @return the opaque; of a JSON header the last one so far, 0 before; 0 if the frame was refused. Lenient: 0 also
     *     where a JSON header has none, for which the reference takes a number of its own; {@link #field} tells.
     */
    public int opaque()
    {
        return isRefused() ? 0 : fixed.opaque();
    }

    /**
     * The version of the sender.
     *
     * @return the version; of a JSON header the last one so far, 0 before; 0 if the frame was refused.
     */
    public int version()
    {
        return isRefused() ? 0 : fixed.version();
    }

    /**
     * The language of the sender, as the reference has it.
     *
     * @return the language; of a JSON header the last one so far, JAVA before, for the reference takes that for none;
     *     null if it is unknown, or the frame was refused.
     */
    public RemotingLanguage language()
    {
        return isRefused() ? null : fixed.language();
    }

    /**
     * Whether the frame's header is binary.
     *
     * @return false for JSON.
     */
    public boolean isBinary()
    {
        return binary;
    }

    /**
     * Whether the header has ext fields, be they none: in a JSON header {@code {}} counts, {@code null} does not; a
     * binary header cannot tell an empty map from none, and the reference takes it for none.
     *
     * @return true if there is a map; of a JSON header known when its members up to there were read.
     */
    public boolean hasExtFields()
    {
        return extFields;
    }

    /**
     * Where the body is, known when the reader is {@link #DONE}.
     *
     * @return in bytes from the start of the frame.
     * @throws IllegalStateException if the reader is not done.
     */
    public int bodyOffset()
    {
        done();
        return bodyOffset;
    }

    /**
     * The length of the body, known when the reader is {@link #DONE}.
     *
     * @return in bytes; 0 is no body.
     * @throws IllegalStateException if the reader is not done.
     */
    public int bodyLength()
    {
        done();
        return parts.bodyLength();
    }

    private void done()
    {
        if (entries != null || ended != DONE)
        {
            throw new IllegalStateException("the reader is not done: the header may be malformed yet");
        }
    }

    /**
     * Why the frame was refused.
     *
     * @return this reader's own view, absent unless it was.
     */
    public Fault fault()
    {
        return parts.fault;
    }

    /**
     * Refuses the frame for what its entry holds, for readers of typed values: from now on {@link #nextEntry} gives
     * {@link #MALFORMED}.
     *
     * @param reason    the stable reason.
     * @param offset    in bytes from the start of the frame.
     * @param claimed   as the reason tells.
     * @param available as the reason tells.
     * @return {@link #MALFORMED}.
     */
    public int refuse(final Reason reason, final int offset, final long claimed, final long available)
    {
        end(MALFORMED);
        return parts.fault.at(offset, reason, claimed, available);
    }
}
