package io.skim.handlers.patch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpMessageIndex;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies a list of {@link AmqpEdits edits} to AMQP 1.0 messages.
 *
 * <pre>
 * private static final AmqpEdits EDITS = AmqpEdits.builder().raiseDeliveryCount()
 *     .set(AmqpField.MESSAGE_ANNOTATIONS, "x-opt-trace", AmqpEditValue.ofString("gateway-1")).build();
 *
 * if (rewriter.elapsed(waited).rewrite(message)) { rewriter.patch().writeHeader(out); }    // and the rest by reference
 * else { reject(rewriter.patch().refusal()); }
 * </pre>
 *
 * The rewriter indexes the message first, strictly by default, and does not patch a malformed or truncated one. It reads the
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
    private static final int DURABLE = AmqpField.DURABLE.ordinal();
    private static final int TTL = AmqpField.TTL.ordinal();
    private static final int DELIVERY_COUNT = AmqpField.DELIVERY_COUNT.ordinal();
    private static final int TO = AmqpField.TO.ordinal();
    private static final int REPLY_TO = AmqpField.REPLY_TO.ordinal();
    private static final int MESSAGE_ID = AmqpField.MESSAGE_ID.ordinal();
    private static final int HEADER_FIELDS = 5;
    private static final int PROPERTIES_FIELDS = 13;

    private final AmqpEdits edits;
    private final AmqpMessageIndex index;
    /** For edits and messages as they mostly are; null if the edits are others. */
    private final @Nullable AmqpFastPath fastPath;
    private final HeaderPatch patch = new HeaderPatch();
    private final AmqpLayout layout;
    private final FrameView view;
    private final EditSlots[] slots = new EditSlots[SECTIONS];
    /** By rank: which section of the message it is, or -1 if there is none. */
    private final int[] places = new int[SECTIONS];
    private final byte[] wideUint = {FormatCodes.UINT, 0, 0, 0, 0};
    private final byte[] smallUint = {FormatCodes.UINT_SMALL, 0};
    private @Nullable AmqpAddressMap to;
    private @Nullable AmqpAddressMap replyTo;
    private long elapsed;
    private boolean fast;

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param edits to make.
     */
    public AmqpRewriter(final AmqpEdits edits)
    {
        this(edits, Limits.DEFAULT, Strictness.STRICT);
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
        this(edits, limits, strictness, AmqpFastPath.of(edits, limits));
    }

    private AmqpRewriter(final AmqpEdits edits, final Limits limits, final Strictness strictness,
        final @Nullable AmqpFastPath fastPath)
    {
        this.edits = edits;
        this.fastPath = fastPath;
        index = new AmqpMessageIndex(limits, strictness);
        layout = new AmqpLayout(patch, limits);
        view = new FrameView(limits);
        for (int section = 0; section < SECTIONS; section++)
        {
            slots[section] = new EditSlots(edits.programs[section].encoded.length);
        }
    }

    /** Makes a rewriter that takes the slow path with every message. */
    static AmqpRewriter slow(final AmqpEdits edits, final Limits limits, final Strictness strictness)
    {
        return new AmqpRewriter(edits, limits, strictness, null);
    }

    /** Whether the last patch was made on the fast path. */
    boolean isFast()
    {
        return fast;
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
     * Sets the maps of addresses, if the edits map them.
     *
     * @param newTo      of {@code to}, from now on for every message; null to leave it as it is.
     * @param newReplyTo likewise of {@code reply-to}.
     * @return this.
     */
    public AmqpRewriter addresses(final @Nullable AmqpAddressMap newTo, final @Nullable AmqpAddressMap newReplyTo)
    {
        to = newTo;
        replyTo = newReplyTo;
        return this;
    }

    /**
     * Indexes a message and prepares its patch.
     *
     * @param source exactly one message, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not change the message.
     */
    public boolean rewrite(final FrameView source)
    {
        edits.fresh.refresh();
        patch.reset(source);
        fast = false;
        if (!index.wrap(source, edits.interest))
        {
            return patch.refuse(Refusal.MALFORMED);
        }
        Arrays.fill(places, -1);
        boolean inOrder = true;
        int previous = -1;
        int end = 0;
        for (int section = 0; section < index.sectionCount(); section++)
        {
            final int rank = index.rank(section);
            if (rank < edits.sections)
            {
                // Twice, or behind a later one: a lenient index takes that.
                if (places[rank] >= 0)
                {
                    return patch.refuse(Refusal.SECTION_REPEATED);
                }
                inOrder &= rank > previous;
                places[rank] = section;
                end = Math.max(end, index.bodyEnd(section));
            }
            previous = rank;
        }
        if (end > Frames.scratchLength(source) || !Frames.load(source, end))
        {
            return patch.refuse(Refusal.HEADER_TOO_LONG);
        }
        fast = fastPath != null && inOrder && end <= AmqpFastPath.LONGEST && fastPath.edit(source, index, places, patch,
            elapsed);
        if (fast)
        {
            return true;
        }
        patch.reset(source);
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
    public @Nullable ByteBuf rewrite(final ByteBuf source, final ByteBufAllocator allocator)
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
     * The reason and place of the last refusal of a message as malformed.
     *
     * @return this rewriter's fault; absent unless the last message was malformed.
     */
    public Fault fault()
    {
        return index.fault();
    }

    private void editSections()
    {
        int start = 0;
        for (int section = 0; section < edits.sections; section++)
        {
            final int place = places[section];
            final int from = place < 0 ? 0 : index.begin(place);
            final int to = place < 0 ? 0 : index.end(place);
            layout.beginSection();
            if (section == AmqpEdits.HEADER)
            {
                editFields(from, to, DURABLE, HEADER_FIELDS);
            }
            else if (section == AmqpEdits.PROPERTIES)
            {
                editFields(from, to, MESSAGE_ID, edits.editsProperties ? PROPERTIES_FIELDS : 0);
            }
            else if (!edits.programs[section].isEmpty())
            {
                editEntries(section, from, to);
            }
            if (place < 0)
            {
                layout.endNewSection(start, section, form(section));
            }
            else
            {
                start = index.bodyEnd(place);
                layout.endSection(place == 0 ? 0 : index.bodyEnd(place - 1), index.bodyOffset(place), start - index
                    .bodyOffset(place), form(section));
            }
        }
    }

    private static int form(final int section)
    {
        return section == AmqpEdits.HEADER || section == AmqpEdits.PROPERTIES ? FormatCodes.LIST : FormatCodes.MAP;
    }

    /** The fields that a message has are the first ones of a list; others are put behind them. */
    private void editFields(final int from, final int end, final int firstField, final int fields)
    {
        for (int i = from; i < end; i++)
        {
            final byte[] value = changed(index.id(i), i);
            if (value != null)
            {
                layout.replace(start(i), end(i), value);
            }
            else if (edits.mapsAddresses && index.kind(i) == Kind.TEXT)
            {
                mapAddress(i, index.id(i) == TO ? to : index.id(i) == REPLY_TO ? replyTo : null);
            }
        }
        for (int field = end - from; field < fields; field++)
        {
            layout.added.addField(changed(firstField + field, -1));
        }
    }

    private void mapAddress(final int value, final @Nullable AmqpAddressMap map)
    {
        if (map != null)
        {
            layout.mapText(start(value), end(value), index.length(value), map);
        }
    }

    /** What a field is to become, null if it stays; the index is -1 for one that the message does not have. */
    private byte @Nullable [] changed(final int field, final int indexed)
    {
        if (edits.fields[field] != null)
        {
            return edits.fields[field];
        }
        final boolean present = indexed >= 0 && index.kind(indexed) != Kind.NULL;
        if (field == TTL && elapsed > 0 && present)
        {
            return uint(Math.max(0, layout.number(start(indexed)) - elapsed));
        }
        if (field == DELIVERY_COUNT && edits.raisesDeliveryCount)
        {
            return uint(present ? Math.min(AmqpForms.GREATEST_UINT, layout.number(start(indexed)) + 1) : 1);
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
        Words.putInt(wideUint, 1, (int)number);
        return wideUint;
    }

    private void editEntries(final int section, final int from, final int to)
    {
        final EditProgram program = edits.programs[section];
        final EditSlots fates = slots[section];
        final int first = edits.firstIds[section];
        fates.reset();
        for (int i = from; i < to; i++)
        {
            fates.show(index.id(i) - first);
        }
        fates.run(program);
        for (int i = from; i < to; i++)
        {
            final int entry = index.id(i) - first;
            final int start = start(i);
            final byte[] key = program.encoded[entry];
            final int keyLength = key.length - (AmqpForms.isLong(key[0] & 0xFF) ? 1 + Integer.BYTES : 2);
            final int keyStart = AmqpForms.textStart(layout.array, layout.base, start - keyLength, keyLength);
            layout.editEntry(fates, entry, keyStart, start, end(i));
        }
        layout.added.addEntries(program, fates);
    }

    /** Where a value begins, its constructor included. */
    private int start(final int value)
    {
        return AmqpForms.start(layout.array, layout.base, index, value);
    }

    private int end(final int value)
    {
        return index.offset(value) + index.length(value);
    }

    /** {@return what is edited, without values and without the last frame} Allocates. */
    @Override
    public String toString()
    {
        return "AmqpRewriter[" + edits + "]";
    }
}
