package io.skim.scan.remoting;

import io.skim.bytes.NameTable;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Handlers that share one scan of a remoting frame: a handler that declares what they all want, and shows each what it
 * declared, under its own ids.
 *
 * <pre>
 * RemotingHandlerGroup group = new RemotingHandlerGroup()                                          // one for each thread
 *     .add(RequestGate.INTEREST, gate)
 *     .add(router::interest, router)
 *     .add(ResourceReader.INTEREST, named);
 *
 * if (group.scan(scanner, frame) == Outcome.COMPLETE &amp;&amp; gate.admits()) { forward(router.target()); }
 * </pre>
 *
 * Each handler sees what a scan of its own would show it, and the outcome, in the order in which they were added. A handler
 * that answers {@link Action#STOP} is shown nothing more of the frame; its outcome is {@link Outcome#STOPPED}, unless the
 * rest, which is scanned for the others, is malformed. A {@link Action#SKIP} is the handler's own as well. The scan stops
 * when all have stopped. An exception of one handler ends the scan for all.
 * <p>
 * The group is a handler, too: {@code RemotingPatcher.scan(frame, group.interest(), group)} lets one of them record edits. If
 * any of them stops or skips, the frame is not patched.
 * <p>
 * One thread at a time. Allocates nothing for a frame; when an interest of a handler has changed, as when a router takes
 * another table, the next {@link #interest()} merges them anew.
 */
public final class RemotingHandlerGroup implements DataHandler
{
    /** What a handler is to be shown no more of: what {@link Action#SKIP} answers. */
    private static final int PROPERTY = 1;
    private static final int ENTRY = 2;
    private static final int FIELD = 4;
    private static final int ALL = PROPERTY | ENTRY | FIELD;
    private static final int STOPPED = 8;
    private static final int FIELDS = RemotingField.values().length;

    private final List<Supplier<RemotingInterest>> suppliers = new ArrayList<>();
    private DataHandler[] handlers = {};
    private RemotingInterest[] interests = {};
    /** Of each handler, bits of what it wants no more of this frame. */
    private int[] left = {};
    private int running;
    /** Whether none of them has stopped or skipped. */
    private boolean whole;
    private final ScanTracker scan = new ScanTracker();

    private RemotingInterest merged;
    /** By the merged interest's ids, and those of names that have none because every name is shown. */
    private Call[][] calls;
    private int[] parts;
    private Names entries;
    private Names properties;

    /** Makes a group of no handlers. */
    public RemotingHandlerGroup()
    {
    }

    /** Whom to show something, and as what. */
    private record Call(int handler, int id, boolean isEntry)
    {
    }

    /** How names are found of which every one is shown. */
    private static final class Names
    {
        /** Words in front of a name, which a look-up may read. */
        private static final int BEFORE = Long.BYTES;

        private final NameTable table;
        private final byte[] text;
        private final int others;

        Names(final Map<String, Integer> slots, final int others)
        {
            table = new NameTable(slots);
            this.others = others;
            text =
                new byte[BEFORE + slots.keySet().stream().mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length)
                    .max().orElse(0)];
        }

        int slot(final Cursor key)
        {
            final int length = key.copyTo(text, BEFORE);
            final int known = length < 0 ? NameTable.NOT_FOUND : table.find(text, BEFORE, length);
            return known == NameTable.NOT_FOUND ? others : known;
        }
    }

    /** Merges interests: what is declared, and whom it is to be shown. */
    private final class Merger
    {
        private final List<List<Call>> shown = new ArrayList<>();
        private final List<Integer> kinds = new ArrayList<>();
        private final RemotingInterest.Builder builder = RemotingScanner.interest();

        private int slot(final int kind)
        {
            shown.add(new ArrayList<>());
            kinds.add(kind);
            return shown.size() - 1;
        }

        private void fields()
        {
            for (int field = 0; field < FIELDS; field++)
            {
                final RemotingField each = RemotingField.of(field);
                final int slot = slot(each == RemotingField.EXT_FIELDS ? ENTRY
                    : each == RemotingField.PROPERTIES ? PROPERTY : FIELD);
                for (int handler = 0; handler < interests.length; handler++)
                {
                    final int id = interests[handler].fieldIds[field];
                    if (id >= 0)
                    {
                        shown.get(slot).add(new Call(handler, id, false));
                    }
                }
                if (!shown.get(slot).isEmpty())
                {
                    builder.field(each, slot);
                }
            }
        }

        /** Names of entries or properties; gives how they are found if every one is shown, or null. */
        private Names names(final int kind)
        {
            final Map<String, Integer> slots = new LinkedHashMap<>();
            final List<Call> every = new ArrayList<>();
            for (int handler = 0; handler < interests.length; handler++)
            {
                final int self = handler;
                final RemotingInterest interest = interests[handler];
                (kind == ENTRY ? interest.entryIds : interest.propertyIds).forEach((name, id) -> shown.get(slots
                    .computeIfAbsent(name, added -> slot(kind))).add(new Call(self, id, false)));
                final int id = kind == ENTRY ? interest.everyEntryId : interest.everyPropertyId;
                if (id >= 0)
                {
                    every.add(new Call(handler, id, true));
                }
            }
            if (every.isEmpty())
            {
                slots.forEach(kind == ENTRY ? builder::entry : builder::property);
                return null;
            }
            // An entry with an id of its own would be shown without its key, which those need that want every one.
            slots.values().forEach(slot -> every.stream().filter(call -> shown.get(slot).stream().noneMatch(
                named -> named.handler == call.handler)).toList().forEach(shown.get(slot)::add));
            final int others = slot(kind);
            shown.get(others).addAll(every);
            if (kind == ENTRY)
            {
                builder.everyEntry(others);
            }
            else
            {
                builder.everyProperty(others);
            }
            return new Names(slots, others);
        }

        void merge()
        {
            fields();
            entries = names(ENTRY);
            properties = names(PROPERTY);
            calls = shown.stream().map(list -> list.toArray(Call[]::new)).toArray(Call[][]::new);
            parts = kinds.stream().mapToInt(Integer::intValue).toArray();
            merged = builder.ids(parts.length).build();
        }
    }

    /**
     * Adds a handler that always wants the same.
     *
     * @param interest built by {@link RemotingScanner#interest()}, without first match wins.
     * @param handler  to show that; not this group.
     * @return this.
     * @throws IllegalArgumentException if the interest stops at the first match.
     */
    public RemotingHandlerGroup add(final RemotingInterest interest, final DataHandler handler)
    {
        checked(interest);
        return add(() -> interest, handler);
    }

    /**
     * Adds a handler that may want something else at another time.
     *
     * @param interest asked before each scan, such as {@code router::interest}.
     * @param handler  to show that; not this group.
     * @return this.
     */
    public RemotingHandlerGroup add(final Supplier<RemotingInterest> interest, final DataHandler handler)
    {
        final int count = handlers.length;
        handlers = Arrays.copyOf(handlers, count + 1);
        handlers[count] = handler;
        suppliers.add(interest);
        interests = Arrays.copyOf(interests, count + 1);
        left = new int[count + 1];
        merged = null;
        return this;
    }

    private static RemotingInterest checked(final RemotingInterest interest)
    {
        if (interest.firstMatchWins())
        {
            throw new IllegalArgumentException(
                "handlers share scans of whole remoting headers, not those of " + interest);
        }
        return interest;
    }

    /**
     * What all handlers want of the next frame. To be called before each scan: an interest of an earlier call does not fit
     * what they may want by now.
     *
     * @return an interest whose ids this group alone understands.
     * @throws IllegalStateException    if there is no handler.
     * @throws IllegalArgumentException if an interest stops at the first match.
     */
    public RemotingInterest interest()
    {
        for (int i = 0; i < interests.length; i++)
        {
            final RemotingInterest next = suppliers.get(i).get();
            if (next != interests[i])
            {
                interests[i] = checked(next);
                merged = null;
            }
        }
        if (merged == null)
        {
            new Merger().merge();
        }
        return merged;
    }

    private void begin()
    {
        // An exception may have ended the scan before.
        Arrays.fill(left, 0);
        running = handlers.length;
        whole = true;
    }

    /**
     * Whether each handler was shown all that it declared of the frame scanned last.
     *
     * @return false if one of them has answered {@link Action#STOP} or {@link Action#SKIP}.
     */
    public boolean isWhole()
    {
        return whole;
    }

    /**
     * Scans a frame once for all handlers.
     *
     * @param scanner of remoting frames.
     * @param frame   to scan.
     * @return how the scan ended, which is what each handler was told that has not stopped.
     */
    public Outcome scan(final FrameScanner<RemotingInterest> scanner, final FrameView frame)
    {
        return scanner.scan(frame, interest(), this);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        return show(id, null, value);
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        return show((parts[id] == ENTRY ? entries : properties).slot(key), key, value);
    }

    private Action show(final int slot, final Cursor key, final Cursor value)
    {
        if (scan.begins(value))
        {
            begin();
        }
        final int part = parts[slot];
        for (final Call call : calls[slot])
        {
            if ((left[call.handler] & part) == 0)
            {
                final DataHandler handler = handlers[call.handler];
                answered(call.handler, part, call.isEntry ? handler.onEntry(call.id, key, value)
                    : handler.onField(call.id, value));
            }
        }
        return running == 0 ? Action.STOP : Action.CONTINUE;
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        if (scan.begins(container))
        {
            begin();
        }
        final int part = parts[id];
        for (final Call call : calls[id])
        {
            if ((left[call.handler] & part) == 0)
            {
                answered(call.handler, part, handlers[call.handler].onBegin(call.id, container));
            }
        }
        return running == 0 ? Action.STOP : Action.CONTINUE;
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        if (scan.begins(container))
        {
            begin();
        }
        final int part = parts[id];
        for (final Call call : calls[id])
        {
            if ((left[call.handler] & part) == 0)
            {
                final Action action = handlers[call.handler].onEnd(call.id, container);
                answered(call.handler, part, action == Action.SKIP ? Action.CONTINUE : action);
            }
        }
        return running == 0 ? Action.STOP : Action.CONTINUE;
    }

    private void answered(final int handler, final int part, final Action action)
    {
        whole &= action == Action.CONTINUE;
        if (action == Action.STOP)
        {
            left[handler] |= ALL | STOPPED;
            running--;
        }
        else if (action == Action.SKIP)
        {
            // A fixed field is held by the header.
            left[handler] |= part == FIELD ? ALL : part;
        }
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            begin();
        }
        for (int i = 0; i < handlers.length; i++)
        {
            handlers[i].onOutcome(outcome == Outcome.COMPLETE && (left[i] & STOPPED) != 0 ? Outcome.STOPPED : outcome,
                fault);
        }
    }
}
