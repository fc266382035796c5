package io.skim.handlers.patch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.bytes.FormatCodes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpScanner;
import java.util.Arrays;

/**
 * Applies a list of {@link AmqpEdits edits} to AMQP 1.0 messages.
 *
 * <pre>
 * private static final AmqpEdits EDITS = AmqpEdits.builder().raiseDeliveryCount()
 *     .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", AmqpValue.ofString("gateway-1")).build();
 *
 * if (rewriter.elapsed(waited).rewrite(message)) { rewriter.patch().writeHeader(out); }    // and the rest by reference
 * else { reject(rewriter.patch().refusal()); }
 * </pre>
 *
 * The rewriter scans the message first, strictly by default, and does not patch a malformed or truncated one. It reads the
 * header and the edited sections, but not the content of compound values and of other sections. Bytes that no edit names stay
 * the same: forms, order, duplicates, descriptors, nulls and defaults. An edit without a difference changes nothing. A value
 * keeps its width if the new one fits, and then the patch {@link
 * HeaderPatch#isInPlace() can be made in place}; otherwise the section's size and count are corrected and grow from one
 * octet to four if they must, and a missing section is inserted at its place.
 * <p>
 * The patch's <em>header</em> ends with the last octet that changes. Its <em>body</em> is the rest, which is never copied,
 * and contains the bare message unless that is edited.
 * <p>
 * One thread at a time. Allocates nothing once its tables have grown to the messages' size.
 */
public final class AmqpRewriter
{
    private static final int SECTIONS = AmqpEdits.SECTIONS.size();
    private static final int FIRST_COUNT = 16;
    private static final int DURABLE = AmqpField.DURABLE.ordinal();
    private static final int TTL = AmqpField.TTL.ordinal();
    private static final int DELIVERY_COUNT = AmqpField.DELIVERY_COUNT.ordinal();
    private static final int MESSAGE_ID = AmqpField.MESSAGE_ID.ordinal();
    private static final int HEADER_FIELDS = 5;
    private static final int PROPERTIES_FIELDS = 13;

    private final AmqpEdits edits;
    private final AmqpScanner scanner;
    /** For messages as they mostly are, which mean the same to both strictnesses; null if the edits take a scan of each. */
    private final AmqpWalk walk;
    /** For edits as they mostly are, or null. */
    private final AmqpShortcut shortcut;
    private final Recorder recorder = new Recorder();
    private final HeaderPatch patch = new HeaderPatch();
    private final AmqpLayout layout;
    private final FrameView view;
    private final EditSlots[] slots = new EditSlots[SECTIONS];
    /** By section: where its value's body begins, or -1 if there is no such section, and ends. */
    private final int[] bodies = new int[SECTIONS];
    private final int[] ends = new int[SECTIONS];
    private final byte[] wideUint = {FormatCodes.UINT, 0, 0, 0, 0};
    private final byte[] smallUint = {FormatCodes.UINT_SMALL, 0};
    private long elapsed;

    /** Of what is shown: its id, and where it begins and ends, its constructor included. */
    private int[] ids = new int[FIRST_COUNT];
    private int[] starts = new int[FIRST_COUNT];
    private int[] limits = new int[FIRST_COUNT];
    private boolean[] variable = new boolean[FIRST_COUNT];
    private int count;
    /** Whether a section that is looked into comes twice, which only a lenient scan takes. */
    private boolean repeated;

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param edits to make.
     */
    public AmqpRewriter(final AmqpEdits edits)
    {
        this(edits, Limits.DEFAULT);
    }

    /**
     * Makes a strict rewriter.
     *
     * @param edits  to make.
     * @param limits of the messages that are read, and of those that are written.
     */
    public AmqpRewriter(final AmqpEdits edits, final Limits limits)
    {
        this(edits, limits, Strictness.STRICT);
    }

    /**
     * Makes a rewriter with a strictness, like a scanner.
     *
     * @param edits      to make.
     * @param limits     of the messages that are read, and of those that are written.
     * @param strictness of the scan; lenient also accepts sections in any order, as rhea writes them.
     */
    public AmqpRewriter(final AmqpEdits edits, final Limits limits, final Strictness strictness)
    {
        this(edits, limits, strictness, AmqpWalk.of(edits, DURABLE, limits));
    }

    private AmqpRewriter(final AmqpEdits edits, final Limits limits, final Strictness strictness, final AmqpWalk walk)
    {
        this.edits = edits;
        this.walk = walk;
        shortcut = walk == null ? null : AmqpShortcut.of(edits, limits);
        scanner = new AmqpScanner(limits, strictness);
        layout = new AmqpLayout(patch, limits);
        view = new FrameView(limits);
        for (int section = 0; section < SECTIONS; section++)
        {
            slots[section] = new EditSlots(edits.programs[section].utf8.length);
        }
    }

    /** Makes a rewriter that scans every message. */
    static AmqpRewriter scanning(final AmqpEdits edits, final Limits limits)
    {
        return scanning(edits, limits, Strictness.STRICT);
    }

    /** Likewise, as strictly as is told. */
    static AmqpRewriter scanning(final AmqpEdits edits, final Limits limits, final Strictness strictness)
    {
        return new AmqpRewriter(edits, limits, strictness, null);
    }

    /**
     * Sets how long messages have waited here: their ttl, where they have one and it is not set or unset, becomes less
     * by that, down to 0.
     *
     * @param millis from now on for every message, 0 or more.
     * @return this.
     * @throws IllegalArgumentException if the time is negative.
     */
    public AmqpRewriter elapsed(final long millis)
    {
        if (millis < 0)
        {
            throw new IllegalArgumentException("a message cannot have waited " + millis + " ms");
        }
        elapsed = millis;
        return this;
    }

    /**
     * Scans a message and prepares its patch.
     *
     * @param source exactly one message, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not change the message.
     */
    public boolean rewrite(final FrameView source)
    {
        patch.reset(source);
        if (walk != null && walk.walk(source))
        {
            scanner.fault().reset();
            if (shortcut != null && shortcut.edit(source, walk, patch, elapsed))
            {
                return true;
            }
            patch.reset(source);
            takeWalk();
            return edit(source);
        }
        return scan(source);
    }

    /** Takes over what a walk has found, as if it had been shown. */
    private void takeWalk()
    {
        reset();
        for (int section = 0; section < AmqpWalk.SECTIONS; section++)
        {
            bodies[section] = walk.bodies[section];
            ends[section] = walk.ends[section];
        }
        count = walk.count;
        for (int i = 0; i < count; i++)
        {
            ids[i] = walk.id(i);
            starts[i] = walk.starts[i];
            limits[i] = walk.limit(i);
            variable[i] = false;
            show(ids[i]);
        }
    }

    private void reset()
    {
        count = 0;
        repeated = false;
        Arrays.fill(bodies, -1);
        for (final EditSlots each : slots)
        {
            each.reset();
        }
    }

    private boolean scan(final FrameView source)
    {
        reset();
        if (scanner.scan(source, edits.interest, recorder) != Outcome.COMPLETE)
        {
            return patch.refuse(Refusal.MALFORMED);
        }
        if (repeated)
        {
            return patch.refuse(Refusal.SECTION_REPEATED);
        }
        int scanned = 0;
        for (int section = 0; section < SECTIONS; section++)
        {
            scanned = bodies[section] < 0 ? scanned : Math.max(scanned, ends[section]);
        }
        if (scanned > source.scratchLength() || !source.load(scanned))
        {
            return patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        return edit(source);
    }

    private boolean edit(final FrameView source)
    {
        layout.begin(source);
        editSections();
        layout.end();
        patch.edits.sort();
        return patch.readyToLastEdit();
    }

    /**
     * Applies the edits to a copy of the message's first part, and adds the rest by reference; see {@link HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one message; it is not changed, and stays the caller's.
     * @param allocator for the new part.
     * @return the message with the edits made, to be released by the caller; null if it was refused.
     */
    public ByteBuf rewrite(final ByteBuf source, final ByteBufAllocator allocator)
    {
        try
        {
            return rewrite(view.wrap(source)) ? patch.apply(source, allocator) : null;
        }
        finally
        {
            view.reset();
        }
    }

    /**
     * The patch of the last message.
     *
     * @return always the same object, reused for each message.
     */
    public HeaderPatch patch()
    {
        return patch;
    }

    /**
     * The reason and place of the last refusal by the scanner.
     *
     * @return the scanner's fault; absent unless the last message was malformed.
     */
    public Fault fault()
    {
        return scanner.fault();
    }

    private void editSections()
    {
        int start = 0;
        int from = 0;
        for (int section = 0; section < SECTIONS; section++)
        {
            if (from == count || !isOf(ids[from], section))
            {
                from = firstOf(section);
            }
            final int first = from;
            while (from < count && isOf(ids[from], section))
            {
                from++;
            }
            layout.beginSection();
            if (section == AmqpEdits.HEADER)
            {
                editFields(first, from, DURABLE, HEADER_FIELDS);
            }
            else if (section == AmqpEdits.PROPERTIES)
            {
                editFields(first, from, MESSAGE_ID, edits.editsProperties ? PROPERTIES_FIELDS : 0);
            }
            else if (!edits.programs[section].isEmpty())
            {
                editEntries(section, first, from);
            }
            if (bodies[section] < 0)
            {
                layout.endNewSection(start, section, form(section));
            }
            else
            {
                layout.endSection(endBefore(bodies[section]), bodies[section], ends[section] - bodies[section],
                    form(section));
                start = ends[section];
            }
        }
    }

    private static int form(final int section)
    {
        return section == AmqpEdits.HEADER || section == AmqpEdits.PROPERTIES ? FormatCodes.LIST : FormatCodes.MAP;
    }

    /** The first of what is shown of a section, which need not stand behind the sections of lower ranks. */
    private int firstOf(final int section)
    {
        int first = 0;
        while (first < count && !isOf(ids[first], section))
        {
            first++;
        }
        return first;
    }

    /** Where the last of the sections that are looked into ends in front of a place; 0 if there is none. */
    private int endBefore(final int offset)
    {
        int end = 0;
        for (int section = 0; section < SECTIONS; section++)
        {
            end = bodies[section] < 0 || ends[section] > offset ? end : Math.max(end, ends[section]);
        }
        return end;
    }

    private boolean isOf(final int id, final int section)
    {
        if (section == AmqpEdits.HEADER)
        {
            return id <= DELIVERY_COUNT;
        }
        return section == AmqpEdits.PROPERTIES ? id >= MESSAGE_ID && id < AmqpEdits.FIRST_ENTRY
            : id >= edits.firstIds[section] && id < edits.firstIds[section + 1];
    }

    /** The fields that are shown are the first ones of a list; others are put behind them. */
    private void editFields(final int from, final int to, final int firstField, final int fields)
    {
        for (int i = from; i < to; i++)
        {
            final byte[] value = changed(ids[i], i);
            if (value != null)
            {
                layout.replace(start(i), limits[i], value);
            }
        }
        int last = fields;
        while (last > to - from && isNull(changed(firstField + last - 1, -1)))
        {
            last--;
        }
        for (int field = to - from; field < last; field++)
        {
            final byte[] value = changed(firstField + field, -1);
            if (value == null)
            {
                layout.appendNull();
            }
            else
            {
                layout.append(value);
            }
        }
    }

    private static boolean isNull(final byte[] value)
    {
        return value == null || value[0] == FormatCodes.NULL;
    }

    /** What a field is to become, null if it stays; shown is -1 for one that the message does not have. */
    private byte[] changed(final int field, final int shown)
    {
        if (edits.fields[field] != null)
        {
            return edits.fields[field];
        }
        final boolean present = shown >= 0 && layout.code(starts[shown]) != FormatCodes.NULL;
        if (field == TTL && elapsed > 0 && present)
        {
            return uint(Math.max(0, layout.number(starts[shown]) - elapsed));
        }
        if (field == DELIVERY_COUNT && edits.raisesDeliveryCount)
        {
            return uint(present ? Math.min(AmqpForms.GREATEST_UINT, layout.number(starts[shown]) + 1) : 1);
        }
        return null;
    }

    private byte[] uint(final long number)
    {
        if (number <= 0xFF)
        {
            smallUint[1] = (byte)number;
            return smallUint;
        }
        for (int i = 0; i < Integer.BYTES; i++)
        {
            wideUint[Integer.BYTES - i] = (byte)(number >> i * Byte.SIZE);
        }
        return wideUint;
    }

    private void editEntries(final int section, final int from, final int to)
    {
        final EditProgram program = edits.programs[section];
        final EditSlots fates = slots[section];
        fates.run(program);
        for (int i = from; i < to; i++)
        {
            final int entry = ids[i] - edits.firstIds[section];
            final int start = start(i);
            final byte[] key = program.utf8[entry];
            final int keyLength = key.length - (AmqpForms.isLong(key[0] & 0xFF) ? 1 + Integer.BYTES : 2);
            final int keyStart = layout.textStart(start - keyLength, keyLength);
            if (fates.isRemoved(entry))
            {
                layout.removeEntry(keyStart, limits[i]);
                continue;
            }
            final byte[] changed = fates.value(entry);
            if (changed != null)
            {
                layout.replace(start, limits[i], changed);
            }
            if (fates.isRenamed(entry))
            {
                layout.replace(keyStart, start, fates.name(entry));
            }
        }
        for (int entry = 0; entry < program.utf8.length; entry++)
        {
            if (fates.isAdded(entry))
            {
                layout.append(program.utf8[entry]);
                layout.append(fates.added(entry));
            }
        }
    }

    /** Where the constructor of a shown value stands. */
    private int start(final int shown)
    {
        return variable[shown] ? layout.textStart(starts[shown] + 1, limits[shown] - starts[shown] - 1)
            : starts[shown];
    }

    private void show(final int id)
    {
        for (int section = 1; id >= AmqpEdits.FIRST_ENTRY && section < SECTIONS; section++)
        {
            if (isOf(id, section) && section != AmqpEdits.PROPERTIES)
            {
                slots[section].show(id - edits.firstIds[section]);
            }
        }
    }

    private void record(final int id, final Cursor value)
    {
        if (count == ids.length)
        {
            ids = Arrays.copyOf(ids, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            limits = Arrays.copyOf(limits, 2 * count);
            variable = Arrays.copyOf(variable, 2 * count);
        }
        final Kind kind = value.kind();
        ids[count] = id;
        starts[count] = value.offset() - 1;
        limits[count] = value.offset() + value.length();
        variable[count++] = kind == Kind.TEXT || kind == Kind.SYMBOL || kind == Kind.BINARY;
    }

    /** Records what is shown; the edits are made when all of it is known to be good. */
    private final class Recorder implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            record(id, value);
            show(id);
            return Action.CONTINUE;
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            final int section = id == AmqpField.HEADER.ordinal() ? AmqpEdits.HEADER
                : id < AmqpField.PROPERTIES.ordinal()
                    ? 1 + id - AmqpField.DELIVERY_ANNOTATIONS.ordinal()
                    : id == AmqpField.PROPERTIES.ordinal() ? AmqpEdits.PROPERTIES : AmqpEdits.APPLICATION_PROPERTIES;
            repeated |= bodies[section] >= 0;
            bodies[section] = container.offset();
            ends[section] = container.offset() + container.length();
            return Action.CONTINUE;
        }
    }
}
