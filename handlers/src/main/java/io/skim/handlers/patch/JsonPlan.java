package io.skim.handlers.patch;

import io.skim.scan.Limits;
import java.nio.charset.StandardCharsets;

/**
 * As {@link BinaryPlan}, for JSON headers: what is to be written is quoted and escaped beforehand. Immutable.
 */
final class JsonPlan
{
    private static final byte[] NAME_END = "\\u0001".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PROPERTY_END = "\\u0002".getBytes(StandardCharsets.US_ASCII);

    /** What stands around a name in an entry: a comma, two quotes and a colon. */
    private static final int NAME_QUOTED = 4;

    /** Of the edited ext fields, in order: the numbers of their names. */
    final int[] names;
    /** Of those: the value as it is without escapes, null for one that is only added; in its quotes; the entry. */
    final byte[][] plain;
    final byte[][] values;
    final byte[][] entries;
    /** The number of the ext field that holds the properties, negative if none are edited. */
    final int holder;
    /** Of the edited properties, by the numbers of their names: as for the ext fields. */
    final byte[][] plainProperties;
    final byte[][] propertyValues;
    final byte[][] properties;

    private JsonPlan(final EditProgram program, final EditProgram propertyProgram, final int holder)
    {
        final int[][] steps = BinaryPlan.ordered(program);
        final int count = steps.length;
        this.holder = holder;
        names = new int[count];
        plain = new byte[count][];
        values = new byte[count][];
        entries = new byte[count][];
        for (int i = 0; i < count; i++)
        {
            final byte[] value = program.values[steps[i][2]];
            names[i] = steps[i][1];
            plain[i] = steps[i][0] == EditProgram.SET ? value : null;
            values[i] = quoted(new ByteSink(), value).toBytes();
            final ByteSink entry = new ByteSink();
            entry.put(',');
            quoted(entry, program.utf8[names[i]]).put(':');
            entries[i] = quoted(entry, value).toBytes();
        }
        final int[][] ofProperties = BinaryPlan.ordered(propertyProgram);
        plainProperties = new byte[ofProperties.length][];
        propertyValues = new byte[ofProperties.length][];
        properties = new byte[ofProperties.length][];
        properties(propertyProgram, ofProperties);
    }

    private static ByteSink quoted(final ByteSink sink, final byte[] utf8)
    {
        sink.put('"');
        sink.putEscaped(utf8, 0, utf8.length);
        sink.put('"');
        return sink;
    }

    private void properties(final EditProgram program, final int[][] steps)
    {
        for (int number = 0; number < steps.length; number++)
        {
            final byte[] value = program.values[steps[number][2]];
            plainProperties[number] = steps[number][0] == EditProgram.SET ? value : null;
            final ByteSink escaped = new ByteSink();
            escaped.putEscaped(value, 0, value.length);
            propertyValues[number] = escaped.toBytes();
            final byte[] name = program.utf8[steps[number][1]];
            final ByteSink property = new ByteSink();
            property.putEscaped(name, 0, name.length);
            property.put(NAME_END);
            property.put(propertyValues[number]);
            property.put(PROPERTY_END);
            properties[number] = property.toBytes();
        }
    }

    /**
     * Plans the edits of ext fields and properties.
     *
     * @return null if they, or the limits, are such that a frame takes a closer look.
     */
    static JsonPlan of(final EditProgram program, final EditProgram properties, final int holder, final Limits limits)
    {
        if (!BinaryPlan.isPlain(program, properties, limits) || program.utf8.length > Long.SIZE)
        {
            return null;
        }
        final JsonPlan plan = new JsonPlan(program, properties, holder);
        boolean fits = true;
        for (int i = 0; i < plan.values.length; i++)
        {
            final int name = plan.entries[i].length - plan.values[i].length - NAME_QUOTED;
            fits &= plan.values[i].length - 2 <= limits.maxValueLength() && name <= limits.maxNameLength();
        }
        return fits ? plan : null;
    }
}
