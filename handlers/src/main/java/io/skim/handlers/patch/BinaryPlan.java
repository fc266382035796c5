package io.skim.handlers.patch;

import io.skim.bytes.PropertyNames;
import io.skim.scan.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an {@link EditProgram} comes to in a binary header if it does no more than set and add, each name once: all that
 * is to be written is encoded beforehand. Immutable.
 */
final class BinaryPlan
{
    private static final int NONE = -1;
    /** So that each name, those of the properties, of the mark of a batch and of the signature among them, has a bit. */
    private static final int MOST_NAMES = Long.SIZE - 3;

    /** The ext fields to find: first those that are edited, in order, then the properties', the batch's and the signature. */
    final BinaryNames names;
    /** How many ext fields are edited. */
    final int count;
    /** By number: length and value to set; null for one that is only added. */
    final byte[][] values;
    /** By number: the whole entry. */
    final byte[][] entries;
    /** The number of the ext field that holds the properties, negative if none are edited. */
    final int holder;
    /** The number of the ext field that tells a batch, negative if no properties are edited, nor the one that holds them. */
    final int batch;
    final int signature;
    /** The numbers of all names, as bits. */
    final long wanted;

    /** For the edited properties' numbers; null if none are edited. */
    final PropertyNames propertyNames;
    /** By number: value to set; null for one that is only added. */
    final byte[][] propertyValues;
    /** By number: the whole property. */
    final byte[][] properties;
    /** The numbers of the edited properties, as bits. */
    final int wantedProperties;

    private BinaryPlan(final EditProgram program, final EditProgram propertyProgram, final String holderName,
        final String batchName)
    {
        final List<byte[]> all = new ArrayList<>();
        final int[][] steps = ordered(program);
        count = steps.length;
        values = new byte[count][];
        entries = new byte[count][];
        for (int number = 0; number < count; number++)
        {
            final byte[] name = program.utf8[steps[number][1]];
            final byte[] value = program.values[steps[number][2]];
            all.add(name);
            values[number] = steps[number][0] == EditProgram.SET ? sized(value) : null;
            entries[number] = ByteBuffer.allocate(Short.BYTES + name.length + Integer.BYTES + value.length).putShort(
                (short)name.length).put(name).put(sized(value)).array();
        }
        holder = propertyProgram.isEmpty() ? NONE : all.size();
        if (holder >= 0)
        {
            all.add(holderName.getBytes(StandardCharsets.US_ASCII));
        }
        batch = holder >= 0 || program.names(holderName) ? all.size() : NONE;
        if (batch >= 0)
        {
            all.add(batchName.getBytes(StandardCharsets.US_ASCII));
        }
        signature = all.size();
        all.add(program.utf8[RemotingEdits.SIGNATURE]);
        names = new BinaryNames(all);
        wanted = -1L >>> Long.SIZE - all.size();
        final int[][] ofProperties = ordered(propertyProgram);
        propertyValues = new byte[ofProperties.length][];
        properties = new byte[ofProperties.length][];
        wantedProperties = (1 << ofProperties.length) - 1;
        propertyNames = holder < 0 ? null : propertyNames(propertyProgram, ofProperties);
    }

    private PropertyNames propertyNames(final EditProgram program, final int[][] steps)
    {
        final Map<String, Integer> numbers = new HashMap<>();
        for (int number = 0; number < steps.length; number++)
        {
            final byte[] name = program.utf8[steps[number][1]];
            final byte[] value = program.values[steps[number][2]];
            numbers.put(program.names().get(steps[number][1]), number);
            propertyValues[number] = steps[number][0] == EditProgram.SET ? value : null;
            properties[number] = ByteBuffer.allocate(name.length + value.length + 2).put(name).put(
                HeaderLayout.NAME_END).put(value).put(HeaderLayout.PROPERTY_END).array();
        }
        return new PropertyNames(numbers, false);
    }

    private static byte[] sized(final byte[] value)
    {
        return ByteBuffer.allocate(Integer.BYTES + value.length).putInt(value.length).put(value).array();
    }

    /** What is added is added in the order of the names' numbers. */
    static int[][] ordered(final EditProgram program)
    {
        final int[][] steps = program.program.clone();
        Arrays.sort(steps, (left, right) -> Integer.compare(left[1], right[1]));
        return steps;
    }

    /**
     * Plans the edits of ext fields and properties.
     *
     * @return null if they, or the limits, are such that a frame takes a closer look.
     */
    static BinaryPlan of(final EditProgram program, final EditProgram properties, final String holder,
        final String batch, final Limits limits)
    {
        return isPlain(program, properties, limits) && !program.names(batch) ? new BinaryPlan(program, properties,
            holder, batch) : null;
    }

    static boolean isPlain(final EditProgram program, final EditProgram properties, final Limits limits)
    {
        return isPlain(program, limits) && isPlain(properties, limits) && !sets(program, RemotingEdits.SIGNATURE)
            && program.program.length <= MOST_NAMES && properties.program.length < Integer.SIZE;
    }

    private static boolean sets(final EditProgram program, final int name)
    {
        boolean found = false;
        for (final int[] step : program.program)
        {
            found |= step[1] == name;
        }
        return found;
    }

    /** Whether a program sets or adds, each name once, and writes nothing that a binary header cannot hold. */
    private static boolean isPlain(final EditProgram program, final Limits limits)
    {
        final boolean[] named = new boolean[program.utf8.length];
        boolean plain = true;
        for (final int[] step : program.program)
        {
            plain &= step[0] <= EditProgram.ADD && !named[step[1]];
            named[step[1]] = true;
            if (plain)
            {
                final int length = program.values[step[2]].length;
                plain = length > 0 && length <= limits.maxValueLength() && program.utf8[step[1]].length <= limits
                    .maxNameLength();
            }
        }
        return plain;
    }
}
