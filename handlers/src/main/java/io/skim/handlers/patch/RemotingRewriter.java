package io.skim.handlers.patch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Applies a list of {@link RemotingEdits edits} to frames.
 *
 * <pre>
 * private static final RemotingEdits EDITS = RemotingEdits.builder().set("topic", "Orders").setProperty("TRACE",
 * "1").build();
 *
 * if (rewriter.rewrite(frame)) { rewriter.patch().writeHeader(out); }
 * else { reject(rewriter.patch().refusal()); }
 * </pre>
 *
 * Edits of properties in a batch are refused, because its messages have their properties in the body: {@link Refusal#BATCH}.
 * If a frame has an ACL signature, edits of signed content are refused, unless there is a {@link #signer}. An edit without a
 * difference changes nothing.
 * <p>
 * One thread at a time. Allocates nothing after its tables have grown to the frames' size. Signing allocates.
 */
public final class RemotingRewriter
{
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int FIRST_COUNT = 16;
    private static final int RESPONSE = 1;
    private static final int SERIALIZE_TYPE = 4;
    private static final byte[][] FIELD_NAMES = {name("code"), name("language"), name("version"), name("opaque"), name(
        "flag"), name("remark")};

    private final RemotingEdits edits;
    private final RemotingPatcher patcher;
    private final Recorder recorder = new Recorder();
    private final EditSlots slots;
    private final EditSlots propertySlots;
    private final FrameView view;
    /** For edits and frames as they mostly are, which mean the same to both strictnesses; null if the edits are not. */
    private final BinaryRewriter binary;
    /** For JSON headers, likewise. */
    private final JsonRewriter json;
    private final Cursor value = new Cursor();
    private final Cursor name = new Cursor();
    private final ByteSink text = new ByteSink();
    private final boolean[] seen = new boolean[FIELD_NAMES.length];

    private FrameView frame;
    private int code;
    private int flag;
    /** Whether the ext fields that tell a batch are true. */
    private boolean longBatch;
    private boolean shortBatch;
    private long container;
    private long[] marks = new long[FIRST_COUNT];
    private long[] names = new long[FIRST_COUNT];
    private int[] ids = new int[FIRST_COUNT];
    private int count;

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param edits to make.
     */
    public RemotingRewriter(final RemotingEdits edits)
    {
        this(edits, Limits.DEFAULT);
    }

    /**
     * Makes a strict rewriter.
     *
     * @param edits  to make.
     * @param limits of the frames that are read, and of those that are written.
     */
    public RemotingRewriter(final RemotingEdits edits, final Limits limits)
    {
        this(edits, limits, Strictness.STRICT);
    }

    /**
     * Makes a rewriter with a strictness, like a scanner; {@link RemotingPatcher} describes lenient edits.
     *
     * @param edits      to make.
     * @param limits     of the frames that are read, and of those that are written.
     * @param strictness of the scan.
     */
    public RemotingRewriter(final RemotingEdits edits, final Limits limits, final Strictness strictness)
    {
        this(edits, limits, strictness, BinaryRewriter.of(edits, limits), JsonRewriter.of(edits, limits,
            strictness));
    }

    private RemotingRewriter(final RemotingEdits edits, final Limits limits, final Strictness strictness,
        final BinaryRewriter binary, final JsonRewriter json)
    {
        this.json = json;
        this.edits = edits;
        this.binary = binary;
        patcher = new RemotingPatcher(limits, strictness);
        view = new FrameView(limits);
        slots = new EditSlots(edits.entries.utf8.length);
        propertySlots = new EditSlots(edits.properties.utf8.length);
    }

    /** Makes a rewriter that scans every frame. */
    static RemotingRewriter scanning(final RemotingEdits edits, final Limits limits)
    {
        return scanning(edits, limits, Strictness.STRICT);
    }

    /** Likewise, as strictly as is told. */
    static RemotingRewriter scanning(final RemotingEdits edits, final Limits limits, final Strictness strictness)
    {
        return new RemotingRewriter(edits, limits, strictness, null, null);
    }

    private static byte[] name(final String field)
    {
        return field.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Sets the signer of frames whose signature covers an edit. Signing needs the whole frame with its body.
     *
     * @param signer with the secret of the senders, or null to refuse such edits.
     * @return this.
     */
    public RemotingRewriter signer(final AclSigner signer)
    {
        patcher.signer(signer);
        return this;
    }

    /**
     * Scans a frame and works out its patch.
     *
     * @param source exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not change the frame.
     */
    public boolean rewrite(final FrameView source)
    {
        return binary != null && binary.rewrite(source, patcher) || scan(source);
    }

    private static boolean isJson(final FrameView source)
    {
        return source.available() > SERIALIZE_TYPE && source.getByte(SERIALIZE_TYPE) == 0;
    }

    private boolean scan(final FrameView source)
    {
        if (json != null && isJson(source) && json.rewrite(source, patcher))
        {
            return patcher.patch().isReady();
        }
        frame = source;
        count = 0;
        container = 0;
        code = 0;
        flag = 0;
        longBatch = false;
        shortBatch = false;
        slots.reset();
        propertySlots.reset();
        Arrays.fill(seen, false);
        patcher.run(source, edits.interest, recorder);
        return patcher.patch().isReady();
    }

    /**
     * Makes the edits in a copy of a frame's header, with the body by reference; see {@link HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame with the edits made, to be released by the caller; null if the frame was refused.
     */
    public ByteBuf rewrite(final ByteBuf source, final ByteBufAllocator allocator)
    {
        try
        {
            return rewrite(view.wrap(source)) ? patcher.patch().apply(source, allocator) : null;
        }
        finally
        {
            view.reset();
        }
    }

    /**
     * The patch of the last frame.
     *
     * @return always the same object, reused for each frame.
     */
    public HeaderPatch patch()
    {
        return patcher.patch();
    }

    /**
     * The reason and place of the last refusal by the scanner.
     *
     * @return the scanner's fault; absent unless the last frame was malformed.
     */
    public Fault fault()
    {
        return patcher.fault();
    }

    private void record(final int id, final long nameMark, final long mark)
    {
        if (count == marks.length)
        {
            marks = Arrays.copyOf(marks, 2 * count);
            names = Arrays.copyOf(names, 2 * count);
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count] = id;
        names[count] = nameMark;
        marks[count++] = mark;
    }

    private int entry(final int id)
    {
        return id - RemotingEdits.FIRST_ENTRY;
    }

    private void editEntries(final EditProgram program)
    {
        slots.run(program);
        for (int i = 0; i < count; i++)
        {
            final int entry = entry(ids[i]);
            if (entry >= 0 && entry < program.utf8.length)
            {
                editEntry(entry, frame.at(marks[i], value));
            }
        }
        for (int entry = 0; entry < program.utf8.length; entry++)
        {
            if (slots.isAdded(entry))
            {
                patcher.appendEntry(program.utf8[entry], slots.added(entry));
            }
        }
    }

    private void editEntry(final int entry, final Cursor shown)
    {
        if (slots.isRemoved(entry))
        {
            patcher.removeEntry(shown);
            return;
        }
        final byte[] changed = slots.value(entry);
        if (changed != null)
        {
            patcher.replaceEntry(shown, changed);
        }
        if (slots.isRenamed(entry))
        {
            patcher.renameEntry(shown, slots.name(entry));
        }
    }

    private void editProperties(final EditProgram program, final boolean brief)
    {
        propertySlots.run(program);
        final int holder = brief ? edits.shortHolder : edits.longHolder;
        final int first = edits.entries.utf8.length;
        int held = -1;
        for (int i = 0; i < count; i++)
        {
            held = entry(ids[i]) == holder ? i : held;
        }
        if (held < 0)
        {
            addProperties(program, holder);
            return;
        }
        patcher.properties(frame.at(marks[held], value));
        final int before = patcher.recorded();
        for (int i = 0; i < count; i++)
        {
            if (entry(ids[i]) >= first)
            {
                editProperty(entry(ids[i]) - first, i);
            }
        }
        for (int property = 0; property < program.utf8.length; property++)
        {
            if (propertySlots.isAdded(property))
            {
                patcher.appendProperty(program.utf8[property], propertySlots.added(property));
            }
        }
        if (patcher.recorded() > before)
        {
            removeHolders(holder, held);
        }
    }

    /** Removes the duplicates of edited properties, which no reader takes, lest one that does finds the old ones. */
    private void removeHolders(final int holder, final int last)
    {
        for (int i = 0; i < last; i++)
        {
            if (entry(ids[i]) == holder)
            {
                patcher.removeEntry(frame.at(marks[i], value));
            }
        }
    }

    private void editProperty(final int property, final int position)
    {
        frame.at(marks[position], value);
        if (propertySlots.isRemoved(property))
        {
            patcher.removeProperty(frame.at(names[position], name), value);
            return;
        }
        final byte[] changed = propertySlots.value(property);
        if (changed != null)
        {
            patcher.replaceProperty(value, changed);
        }
        if (propertySlots.isRenamed(property))
        {
            patcher.renameProperty(frame.at(names[position], name), propertySlots.name(property));
        }
    }

    /** A send request without properties gets them, all others do not. */
    private void addProperties(final EditProgram program, final int holder)
    {
        if (!RequestCode.isSend(code) || (flag & RESPONSE) != 0)
        {
            return;
        }
        text.reset();
        for (int property = 0; property < program.utf8.length; property++)
        {
            if (propertySlots.isAdded(property))
            {
                text.put(program.utf8[property]);
                text.put(HeaderLayout.NAME_END);
                text.put(propertySlots.added(property));
                text.put(HeaderLayout.PROPERTY_END);
            }
        }
        if (text.length > 0)
        {
            patcher.appendEntry(edits.entries.utf8[holder], text.array, 0, text.length);
        }
    }

    private void editFields()
    {
        for (int i = 0; i < count; i++)
        {
            if (ids[i] <= REMARK && edits.sets(ids[i]))
            {
                editField(ids[i], frame.at(marks[i], value));
            }
        }
        for (int field = 0; field < seen.length; field++)
        {
            if (edits.sets(field) && !seen[field])
            {
                addField(field);
            }
        }
    }

    private void editField(final int field, final Cursor shown)
    {
        if (field == LANGUAGE)
        {
            patcher.replaceField(shown, edits.language());
        }
        else if (field != REMARK)
        {
            patcher.replaceField(shown, edits.number(field));
        }
        else if (edits.remark() != null)
        {
            patcher.replaceField(shown, edits.remark());
        }
        else if (!shown.isNull())
        {
            patcher.removeField(shown);
        }
    }

    /** Only in JSON can a fixed field be missing. */
    private void addField(final int field)
    {
        if (field == LANGUAGE)
        {
            patcher.json().addMember(FIELD_NAMES[field], name(edits.language().name()));
        }
        else if (field != REMARK)
        {
            patcher.json().addMember(FIELD_NAMES[field], edits.number(field));
        }
        else if (edits.remark() != null)
        {
            patcher.json().addMember(FIELD_NAMES[field], edits.remark());
        }
    }

    /** Records what is shown, and makes the edits when all of it is known. */
    private final class Recorder implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor shown)
        {
            record(id, 0, shown.mark());
            if (id == CODE)
            {
                code = shown.getInt(0);
            }
            else if (id == FLAG)
            {
                flag = shown.getInt(0);
            }
            if (id <= REMARK)
            {
                seen[id] = true;
                return Action.CONTINUE;
            }
            final int entry = entry(id);
            final int entries = edits.entries.utf8.length;
            if (entry < entries)
            {
                slots.show(entry);
            }
            else
            {
                propertySlots.show(entry - entries);
            }
            if (entry == RemotingEdits.SIGNATURE)
            {
                patcher.guard(shown);
            }
            else if (entry == edits.longBatch)
            {
                longBatch = shown.getBoolean(false);
            }
            else if (entry == edits.shortBatch)
            {
                shortBatch = shown.getBoolean(false);
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor shown)
        {
            final byte[][] wanted = edits.properties.utf8;
            for (int property = 0; property < wanted.length; property++)
            {
                if (key.contentEquals(wanted[property]))
                {
                    propertySlots.show(property);
                    record(RemotingEdits.FIRST_ENTRY + edits.entries.utf8.length + property, key.mark(), shown.mark());
                }
            }
            return Action.CONTINUE;
        }

        @Override
        public Action onEnd(final int id, final Cursor shown)
        {
            container = shown.mark();
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome != Outcome.COMPLETE || !edits.wants(code))
            {
                return;
            }
            final boolean brief = RequestCode.hasShortNames(code);
            if (edits.editsProperties(brief) && (flag & RESPONSE) == 0 && RemotingEdits.isBatch(code, longBatch,
                shortBatch))
            {
                patcher.refuse(Refusal.BATCH);
                return;
            }
            if (container != 0)
            {
                patcher.extFields(frame.at(container, value));
            }
            if (!edits.entries.isEmpty())
            {
                editEntries(brief ? edits.shortEntries : edits.entries);
            }
            if (!edits.properties.isEmpty())
            {
                editProperties(edits.properties, brief);
            }
            if (edits.setsFields)
            {
                editFields();
            }
        }
    }
}
