package io.skim.handlers.patch;

import io.skim.bytes.Words;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;

/**
 * Makes common edits in JSON headers of the common form: a scan that only notes where wanted values stand, and the
 * edits, escaped beforehand. All else it leaves to a {@link JsonLayout}, which would make the same edits.
 */
final class JsonRewriter implements DataHandler
{
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final byte[] SEPARATOR = {'\\', 'u', '0', '0', '0', '2'};
    private static final int MOST_FOUND = 16;
    private static final int TRUE_LENGTH = 4;

    private final RemotingEdits edits;
    private final Limits limits;
    private final JsonPlan shortPlan;
    private final JsonPlan longPlan;
    private final int entryNames;
    /** To look for comments, which lenient alone takes; else null. */
    private final JsonWalk comments;

    /** By ordinal: where the numbers are, 0 for one that is not there. */
    private final int[] fieldOffsets = new int[REMARK];
    private final int[] fieldLengths = new int[REMARK];
    private final int[] fieldValues = new int[REMARK];
    /** By the numbers of the names: where the ext fields' values are. */
    private final int[] offsets;
    private final int[] lengths;
    /** Which of them are text without escapes, and which are text, as bits. */
    private long verbatim;
    private long text;
    private final int[] foundNumbers = new int[MOST_FOUND];
    private final int[] foundOffsets = new int[MOST_FOUND];
    private final int[] foundLengths = new int[MOST_FOUND];
    private int found;
    /** The numbers of the properties that are there, as bits. */
    private int present;
    private int mapEnd;
    private int mapLength;

    private FrameView frame;
    private HeaderPatch patch;
    /** Whether the frame takes a closer look. */
    private boolean odd;
    /** The ext fields that get another value, as bits. */
    private long changed;
    private int delta;
    private int added;

    private JsonRewriter(final RemotingEdits edits, final Limits limits, final Strictness strictness,
        final JsonPlan shortPlan, final JsonPlan longPlan)
    {
        this.edits = edits;
        comments = strictness == Strictness.LENIENT ? new JsonWalk() : null;
        this.limits = limits;
        this.shortPlan = shortPlan;
        this.longPlan = longPlan;
        entryNames = edits.entries.utf8.length;
        offsets = new int[entryNames];
        lengths = new int[entryNames];
    }

    /** Makes a rewriter; null if the edits are others than common ones. */
    static JsonRewriter of(final RemotingEdits edits, final Limits limits, final Strictness strictness)
    {
        final JsonPlan shortPlan = JsonPlan.of(edits.shortEntries, edits.properties, edits.shortHolder, limits);
        final JsonPlan longPlan = JsonPlan.of(edits.entries, edits.properties, edits.longHolder, limits);
        return edits.sets(LANGUAGE) || edits.sets(REMARK) || shortPlan == null || longPlan == null ? null
            : new JsonRewriter(edits, limits, strictness, shortPlan, longPlan);
    }

    /**
     * Scans a frame and works out its patch.
     *
     * @return false if the frame takes a closer look; then its patch is to be begun anew.
     */
    boolean rewrite(final FrameView source, final RemotingPatcher patcher)
    {
        frame = source;
        patch = patcher.patch();
        odd = false;
        verbatim = 0;
        text = 0;
        found = 0;
        present = 0;
        mapEnd = 0;
        Arrays.fill(fieldOffsets, 0);
        Arrays.fill(offsets, 0);
        patcher.run(source, edits.interest, this);
        frame = null;
        return !odd;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id <= FLAG)
        {
            // Lenient also takes what is no number, or has quotes around it.
            odd |= fieldOffsets[id] != 0 || value.kind() != Kind.JSON_NUMBER;
            fieldOffsets[id] = value.offset();
            fieldLengths[id] = value.length();
            fieldValues[id] = value.getInt(0);
            return Action.CONTINUE;
        }
        final int number = id - RemotingEdits.FIRST_ENTRY;
        final Kind kind = value.kind();
        if (number < entryNames)
        {
            odd |= offsets[number] != 0 || number == RemotingEdits.SIGNATURE;
            offsets[number] = value.offset();
            lengths[number] = value.length();
            verbatim |= kind == Kind.TEXT ? 1L << number : 0;
            text |= kind == Kind.TEXT || kind == Kind.JSON_TEXT ? 1L << number : 0;
            return Action.CONTINUE;
        }
        odd |= kind != Kind.TEXT || found == MOST_FOUND;
        if (!odd)
        {
            present |= 1 << number - entryNames;
            foundNumbers[found] = number - entryNames;
            foundOffsets[found] = value.offset();
            foundLengths[found++] = value.length();
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onEnd(final int id, final Cursor container)
    {
        mapLength = container.length();
        mapEnd = container.offset() + mapLength - 1;
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (outcome != Outcome.COMPLETE)
        {
            odd = false;
            return;
        }
        final int code = fieldOffsets[CODE] == 0 ? 0 : fieldValues[CODE];
        if (odd || !edits.wants(code))
        {
            return;
        }
        final boolean brief = RequestCode.hasShortNames(code);
        final JsonPlan plan = brief ? shortPlan : longPlan;
        if (edits.editsProperties(brief) && (RemotingEdits.isBatch(code, false, false) || mayBeTrue(brief
            ? edits.shortBatch
            : edits.longBatch)))
        {
            odd = true;
            return;
        }
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        delta = 0;
        odd = !measureNumbers(array, base) || !measureEntries(array, base, plan) || !measureProperties(array, base,
            plan) || !isWithinLimits(array, base);
        if (!odd)
        {
            put(patch.edits, array, base, plan);
            patch.edits.sort();
        }
    }

    /** Whether an ext field is there that may be true, which a closer look tells. */
    private boolean mayBeTrue(final int number)
    {
        return offsets[number] != 0 && ((verbatim >>> number & 1) == 0 || lengths[number] == TRUE_LENGTH);
    }

    /** How much the header grows by new numbers; false if one is not there, or has blanks that it may take up. */
    private boolean measureNumbers(final byte[] array, final int base)
    {
        for (int field = CODE; field <= FLAG && edits.setsFields; field++)
        {
            if (edits.sets(field) && (fieldOffsets[field] == 0 || fieldValues[field] != edits.number(field)))
            {
                final int wider = ByteSink.decimalLength(edits.number(field)) - fieldLengths[field];
                if (fieldOffsets[field] == 0 || wider > 0 && array[base + fieldOffsets[field] - 1] != ':')
                {
                    return false;
                }
                delta += Math.max(0, wider);
            }
        }
        return true;
    }

    private boolean measureEntries(final byte[] array, final int base, final JsonPlan plan)
    {
        changed = 0;
        added = 0;
        for (int i = 0; i < plan.names.length; i++)
        {
            final int number = plan.names[i];
            final int at = base + offsets[number];
            final byte[] value = plan.plain[i];
            if (at == base)
            {
                delta += plan.entries[i].length;
                added++;
            }
            else if (value != null)
            {
                final int length = lengths[number];
                if ((verbatim >>> number & 1) == 0)
                {
                    return false;
                }
                if (length != value.length || !Words.equals(array, at, value, 0, length))
                {
                    changed |= 1L << i;
                    delta += plan.values[i].length - length - 2;
                }
            }
        }
        // What is added needs something to stand behind.
        return added == 0 || mapEnd > 0 && array[base + mapEnd - 1] == '"' && !hasComment(array, base);
    }

    /** Whether it is for the layout to refuse that an entry is added. */
    private boolean hasComment(final byte[] array, final int base)
    {
        return comments != null && comments.hasComment(array, base + HeaderLayout.PREFIX, base + HeaderLayout.headerEnd(
            array, base));
    }

    private boolean measureProperties(final byte[] array, final int base, final JsonPlan plan)
    {
        if (plan.holder < 0)
        {
            return true;
        }
        final int before = delta;
        final int end = base + offsets[plan.holder] + lengths[plan.holder];
        if ((text >>> plan.holder & 1) == 0 || lengths[plan.holder] <= SEPARATOR.length || array[end - SEPARATOR.length
            - 1] == '\\' || !Words.equals(array, end - SEPARATOR.length, SEPARATOR, 0, SEPARATOR.length))
        {
            return false;
        }
        int kept = 0;
        for (int i = 0; i < found; i++)
        {
            final byte[] value = plan.plainProperties[foundNumbers[i]];
            if (value != null && (value.length != foundLengths[i] || !Words.equals(array, base + foundOffsets[i], value,
                0, value.length)))
            {
                delta += plan.propertyValues[foundNumbers[i]].length - foundLengths[i];
                foundNumbers[kept] = foundNumbers[i];
                foundOffsets[kept] = foundOffsets[i];
                foundLengths[kept++] = foundLengths[i];
            }
        }
        found = kept;
        for (int number = 0; number < plan.properties.length; number++)
        {
            delta += (present >>> number & 1) == 0 ? plan.properties[number].length : 0;
        }
        return lengths[plan.holder] + delta - before <= limits.maxValueLength();
    }

    private boolean isWithinLimits(final byte[] array, final int base)
    {
        final long headerLength = (long)HeaderLayout.headerEnd(array, base) - HeaderLayout.PREFIX + delta;
        return headerLength <= limits.maxHeaderLength() && (long)frame.length() + delta <= limits.maxFrameLength()
            && (added == 0 || mapLength / HeaderLayout.LEAST_ENTRY + added <= limits.maxEntryCount());
    }

    private void put(final EditList list, final byte[] array, final int base, final JsonPlan plan)
    {
        if (delta != 0)
        {
            final long prefix = Words.getLong(array, base);
            list.begin(0, HeaderLayout.PREFIX).putLong(prefix + ((long)delta << Integer.SIZE) + delta);
            list.end();
        }
        for (int field = CODE; field <= FLAG && edits.setsFields; field++)
        {
            if (edits.sets(field) && fieldValues[field] != edits.number(field))
            {
                final int width = fieldLengths[field];
                list.begin(fieldOffsets[field], width).putDecimal(edits.number(field), width);
                list.end();
            }
        }
        for (int i = 0; i < plan.names.length && changed != 0; i++)
        {
            if ((changed >>> i & 1) != 0)
            {
                list.add(offsets[plan.names[i]] - 1, lengths[plan.names[i]] + 2, plan.values[i]);
            }
        }
        if (plan.holder >= 0)
        {
            putProperties(list, plan);
        }
        for (int i = 0; i < plan.names.length && added > 0; i++)
        {
            if (offsets[plan.names[i]] == 0)
            {
                list.add(mapEnd, 0, plan.entries[i]);
            }
        }
    }

    private void putProperties(final EditList list, final JsonPlan plan)
    {
        for (int i = 0; i < found; i++)
        {
            list.add(foundOffsets[i], foundLengths[i], plan.propertyValues[foundNumbers[i]]);
        }
        final int end = offsets[plan.holder] + lengths[plan.holder];
        for (int number = 0; number < plan.properties.length; number++)
        {
            if ((present >>> number & 1) == 0)
            {
                list.add(end, 0, plan.properties[number]);
            }
        }
    }
}
