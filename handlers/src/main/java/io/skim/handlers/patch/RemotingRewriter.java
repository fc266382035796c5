package io.skim.handlers.patch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.bytes.HeaderAccess;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.spi.BodyBytes;
import io.skim.scan.spi.Faults;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies a list of {@link RemotingEdits edits} to frames.
 *
 * <pre>
 * private static final RemotingEdits EDITS = RemotingEdits.builder().set("topic", "Orders")
 *     .setProperty("TRACE", "1").build();
 *
 * if (rewriter.rewrite(frame)) { rewriter.patch().writeHeader(out); }
 * else { reject(rewriter.patch().refusal()); }
 * </pre>
 *
 * Edits of properties in a batch change the messages in its body, each as if it were sent alone: the broker does not read the
 * properties in the header. That needs the whole frame, see {@link Refusal#BODY_MISSING}. The patch then counts everything up to
 * the last changed byte as the header.
 * If a frame has an ACL signature, edits of signed content are refused, unless there is a {@link #signer}. An edit without a
 * difference changes nothing.
 * <p>
 * One thread at a time. Allocates nothing after its tables have grown to the frames' size. Signing allocates.
 */
public final class RemotingRewriter
{
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int FIRST_COUNT = 16;
    /** Of a property or an entry: the places of its name and value. */
    private static final int PLACES = 2;
    /** What the place of a name of one letter has in the low 32 bits. */
    private static final int LETTER = (int)HeaderIndex.place(0, 1, Kinds.TEXT);
    private static final byte[][] FIELD_NAMES = {name("code"), name("language"), name("version"), name("opaque"), name(
        "flag"), name("remark")};

    private final RemotingEdits edits;
    private final HeaderEditor editor;
    private final RemotingScanner scanner;
    private final EditSlots slots;
    private final EditSlots propertySlots;
    private final FrameView view;
    private final PropertyReader reader = new PropertyReader();
    private final ByteSink text = new ByteSink();
    private final BatchEditor batch;

    @SuppressWarnings("NullAway.Init") // each frame sets it
    private HeaderLayout layout;
    @SuppressWarnings("NullAway.Init") // each frame sets it
    private HeaderIndex index;
    /** The entries that the edits name, and the numbers of their names. */
    private int[] entries = new int[FIRST_COUNT];
    private int[] numbers = new int[FIRST_COUNT];
    private int count;
    /** The properties that the edits name, likewise. */
    private long[] places = new long[PLACES * FIRST_COUNT];
    private int[] propertyNumbers = new int[FIRST_COUNT];
    private int propertyCount;
    private int bodyLimit = BodyBytes.DEFAULT_LIMIT;

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param edits to make.
     */
    public RemotingRewriter(final RemotingEdits edits)
    {
        this(edits, Limits.DEFAULT, Strictness.STRICT);
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
        this.edits = edits;
        editor = new HeaderEditor(limits);
        scanner = new RemotingScanner(limits, strictness);
        view = new FrameView(limits);
        slots = new EditSlots(edits.full.program().encoded.length);
        propertySlots = new EditSlots(edits.properties.encoded.length);
        batch = new BatchEditor(edits);
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
    public RemotingRewriter signer(final @Nullable AclSigner signer)
    {
        editor.guard.signer = signer;
        return this;
    }

    /**
     * Sets the longest body of a batch whose properties are edited. Longer ones are refused as {@link Refusal#BODY_TOO_LONG}.
     *
     * @param bytes at most; the default is 4 MiB, as of the reference's messages. A rewriter copies up to so many.
     * @return this.
     * @throws IllegalArgumentException if the number is negative.
     */
    public RemotingRewriter bodyLimit(final int bytes)
    {
        if (bytes < 0)
        {
            throw new IllegalArgumentException("a limit of bodies is at least 0, not " + bytes);
        }
        bodyLimit = bytes;
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
        if (!scanner.check(source))
        {
            editor.begin(source, HeaderAccess.index(scanner));
            return patch().refuse(Refusal.MALFORMED);
        }
        return edit(source, HeaderAccess.index(scanner));
    }

    /**
     * Works out the patch of a frame that has just been scanned, without another scan.
     *
     * <pre>
     * if (group.scan(scanner, frame) &amp;&amp; gate.admits() &amp;&amp; rewriter.rewrite(scanner)) { ... }
     * </pre>
     *
     * The header is read as strictly as the scanner was told to, and within its limits; this rewriter's own limits hold for
     * what is written.
     *
     * @param scanned whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch
     *                is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not change the frame.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean rewrite(final RemotingScanner scanned)
    {
        final FrameView frame = scanned.scanned();
        Faults.reset(scanner.fault());
        return edit(frame, HeaderAccess.index(scanned));
    }

    private boolean edit(final FrameView frame, final HeaderIndex indexed)
    {
        // A store of a reference costs a GC write barrier.
        if (index != indexed)
        {
            index = indexed;
        }
        editor.begin(frame, indexed);
        edit(frame);
        editor.detach();
        reader.detach();
        return patch().isReady();
    }

    /**
     * Makes the edits in a copy of a frame's header, with the body by reference; see {@link HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame with the edits made, to be released by the caller; null if the frame was refused.
     */
    public @Nullable ByteBuf rewrite(final ByteBuf source, final ByteBufAllocator allocator)
    {
        try
        {
            return rewrite(view.wrap(source)) ? patch().apply(source, allocator) : null;
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
        return editor.patch;
    }

    /**
     * The reason and place of a malformed header or body.
     *
     * @return the fault; absent unless the last frame or its body was malformed.
     */
    public Fault fault()
    {
        return patch().refusal() == Refusal.BODY_MALFORMED ? batch.fault : scanner.fault();
    }

    private void edit(final FrameView frame)
    {
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final int code = index.code(array, base);
        if (!edits.wants(code))
        {
            editor.finishUnchanged();
            return;
        }
        edits.fresh.refresh();
        final RemotingEdits.Spelling spelling = edits.spelling(code);
        final HeaderLayout fresh = editor.layout();
        // A store of a reference costs a GC write barrier.
        if (layout != fresh)
        {
            layout = fresh;
        }
        count = 0;
        if (edits.namesEntries)
        {
            find(array, base);
        }
        final boolean isBatch = spelling.editsProperties() && isBatch(code, spelling) && !editor.isResponse();
        if (isBatch && edits.properties.isEmpty())
        {
            // The ext field of the properties is edited as a whole, which the broker does not read.
            patch().refuse(Refusal.BATCH);
            return;
        }
        if (edits.setsFields)
        {
            editFields();
        }
        if (edits.namesEntries)
        {
            final int held = edits.properties.isEmpty() || isBatch ? -1 : last(spelling.holder());
            editEntries(spelling.program(), held);
            if (isBatch)
            {
                batch.edit(frame, layout, bodyLimit);
            }
            else if (held < 0 && !edits.properties.isEmpty())
            {
                addProperties(code, spelling);
            }
        }
        editor.finish(layout);
    }

    /** Notes which entries the edits name. */
    private void find(final byte[] array, final int base)
    {
        final NameTable names = edits.names;
        final long letters = names.letters();
        final long[] places = index.entries;
        final int end = index.count();
        slots.reset();
        for (int entry = 0; entry < end; entry++)
        {
            final long name = places[PLACES * entry];
            final int from = base + HeaderIndex.offset(name);
            // Most names are one letter, and few of them are edited: one bit tells.
            if ((int)name != LETTER)
            {
                note(entry, names.find(array, from, HeaderIndex.length(name), HeaderIndex.kind(name)));
            }
            else if ((letters >>> array[from] & 1) != 0)
            {
                note(entry, names.find(array[from]));
            }
        }
    }

    private void note(final int entry, final int number)
    {
        if (number < 0)
        {
            return;
        }
        if (count == entries.length)
        {
            entries = Arrays.copyOf(entries, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        entries[count] = entry;
        numbers[count++] = number;
        slots.show(number);
        if (number == RemotingEdits.SIGNATURE)
        {
            editor.guard.add(index.value(entry));
        }
    }

    /** Which of the noted entries is the last one of a name; negative if there is none. */
    private int last(final int number)
    {
        int position = count - 1;
        while (position >= 0 && numbers[position] != number)
        {
            position--;
        }
        return position;
    }

    private boolean isBatch(final int code, final RemotingEdits.Spelling spelling)
    {
        return RemotingEdits.isBatch(code, true) && RemotingEdits.isBatch(code, isTrue(spelling.batch()));
    }

    private boolean isTrue(final int number)
    {
        final int position = last(number);
        return position >= 0 && editor.isTrue(index.value(entries[position]));
    }

    /** Edits entry after entry, so that the edits are in the order of the header, unless ext fields or members go. */
    private void editEntries(final EditProgram program, final int held)
    {
        slots.run(program);
        for (int i = 0; i < count; i++)
        {
            editEntry(numbers[i], entries[i]);
            if (i == held)
            {
                editProperties(held);
            }
        }
        for (final int number : program.added)
        {
            if (slots.isAdded(number))
            {
                final EditBytes value = slots.added(number);
                layout.append(program.encoded[number], value.array, 0, value.length);
            }
        }
    }

    private void editEntry(final int number, final int entry)
    {
        final boolean isSignature = number == RemotingEdits.SIGNATURE;
        if (slots.isRemoved(number))
        {
            layout.remove(entry);
            editor.guard.edited |= isSignature;
            return;
        }
        final int changed = slots.valueNumber(number);
        if (changed != EditSlots.UNCHANGED && !editor.isText(index.value(entry), edits.entryValues[changed]))
        {
            layout.mapEdited = true;
            layout.replace(index.value(entry), edits.entryValues[changed]);
            editor.guard.edited |= isSignature;
        }
        if (slots.isRenamed(number))
        {
            layout.rename(entry, slots.name(number));
            editor.guard.edited |= isSignature;
        }
    }

    private void findProperties(final long holder)
    {
        propertySlots.reset();
        propertyCount = 0;
        final int kind = HeaderIndex.kind(holder);
        if (kind != Kinds.TEXT && kind != Kinds.JSON_TEXT && kind != Kinds.LOSSY_TEXT)
        {
            return;
        }
        index.readProperties(reader, layout.array(), layout.base, holder);
        for (int number = reader.next(edits.propertyNames); number >= 0; number = reader.next(edits.propertyNames))
        {
            if (propertyCount == propertyNumbers.length)
            {
                propertyNumbers = Arrays.copyOf(propertyNumbers, 2 * propertyCount);
                places = Arrays.copyOf(places, 2 * places.length);
            }
            places[PLACES * propertyCount] = HeaderIndex.place(reader.nameOffset, reader.nameLength, reader.nameKind);
            places[PLACES * propertyCount + 1] =
                HeaderIndex.place(reader.valueOffset, reader.valueLength, reader.valueKind);
            propertyNumbers[propertyCount++] = number;
            propertySlots.show(number);
        }
    }

    private void editProperties(final int held)
    {
        final EditProgram program = edits.properties;
        final long holder = index.value(entries[held]);
        findProperties(holder);
        propertySlots.run(program);
        layout.holder = holder;
        final int before = layout.recorded();
        for (int i = 0; i < propertyCount; i++)
        {
            editProperty(propertyNumbers[i], places[PLACES * i], places[PLACES * i + 1]);
        }
        for (final int number : program.added)
        {
            if (propertySlots.isAdded(number))
            {
                appendProperty(program, number);
            }
        }
        // Duplicates of edited properties, which no reader takes, lest one that does finds the old ones.
        for (int i = 0; i < held && layout.recorded() > before; i++)
        {
            if (numbers[i] == numbers[held])
            {
                layout.remove(entries[i]);
            }
        }
    }

    private void appendProperty(final EditProgram program, final int number)
    {
        final EditText whole = edits.addedProperties[number];
        if (whole != null)
        {
            layout.appendProperty(whole);
        }
        else
        {
            final EditBytes value = propertySlots.added(number);
            layout.appendProperty(program.encoded[number], value.array, 0, value.length);
        }
    }

    private void editProperty(final int number, final long name, final long value)
    {
        if (propertySlots.isRemoved(number))
        {
            layout.removeProperty(name, value);
            return;
        }
        final int changed = propertySlots.valueNumber(number);
        if (changed != EditSlots.UNCHANGED && !editor.isText(value, edits.propertyValues[changed]))
        {
            layout.replaceProperty(value, edits.propertyValues[changed]);
        }
        if (propertySlots.isRenamed(number))
        {
            final byte[] renamed = propertySlots.name(number);
            layout.replaceProperty(name, renamed, 0, renamed.length);
        }
    }

    /** A send request without properties gets them, all others do not. */
    private void addProperties(final int code, final RemotingEdits.Spelling spelling)
    {
        if (!RequestCode.isSend(code) || editor.isResponse())
        {
            return;
        }
        final EditProgram program = edits.properties;
        propertySlots.reset();
        propertySlots.run(program);
        text.reset();
        for (final int number : program.added)
        {
            if (propertySlots.isAdded(number))
            {
                EditText.putProperty(text, program.encoded[number], propertySlots.added(number));
            }
        }
        if (text.length > 0)
        {
            layout.append(spelling.program().encoded[spelling.holder()], text.array, 0, text.length);
        }
    }

    private void editFields()
    {
        for (int i = 0; i < index.earlierCount(); i++)
        {
            final int field = HeaderIndex.ordinal(index.earlier(i));
            if (field <= REMARK && edits.isSet[field])
            {
                editField(field, index.earlier(i));
            }
        }
        for (int field = 0; field <= REMARK; field++)
        {
            if (edits.isSet[field])
            {
                editField(field, index.field(field));
            }
        }
    }

    private void editField(final int field, final long place)
    {
        if (place == HeaderIndex.ABSENT)
        {
            addField(field, (JsonLayout)layout);
        }
        else if (field == LANGUAGE)
        {
            if (RemotingLanguage.of(editor.at(place)) != edits.language)
            {
                layout.replace(place, edits.language);
            }
        }
        else if (field != REMARK)
        {
            if (editor.number(place) != edits.numbers[field])
            {
                layout.replace(place, edits.numbers[field]);
            }
        }
        else if (edits.remark == null)
        {
            if (HeaderIndex.kind(place) != Kinds.NULL)
            {
                layout.removeRemark(place);
            }
        }
        else if (!editor.isText(place, edits.remark, 0, edits.remark.length))
        {
            layout.replace(place, edits.remark, 0, edits.remark.length);
        }
    }

    /** Only in JSON can a fixed field be missing. */
    private void addField(final int field, final JsonLayout json)
    {
        if (field == LANGUAGE)
        {
            json.addMember(FIELD_NAMES[field], name(edits.language.name()));
        }
        else if (field != REMARK)
        {
            json.addMember(FIELD_NAMES[field], edits.numbers[field]);
        }
        else if (edits.remark != null)
        {
            json.addMember(FIELD_NAMES[field], edits.remark);
        }
    }

    /** {@return what is edited, without values and without the last frame} Allocates. */
    @Override
    public String toString()
    {
        return "RemotingRewriter[" + edits + "]";
    }
}
