package io.skim.pojo.amqp;

import io.skim.encode.AmqpEncoder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes trees of {@link AmqpValue}s with an {@link AmqpEncoder}, each value in its shortest form.
 *
 * <pre>
 * writer.put(value, encoder.wrap(out));
 * if (encoder.complete() &lt; 0) { reject(encoder.refusal()); }
 * </pre>
 *
 * No recursion: open values are in arrays. The encoder refuses values that are nested deeper than its limits. Reused for each
 * tree; keeps no value; one thread at a time.
 *
 * @see AmqpTreeBuilder
 */
public final class AmqpTreeWriter
{
    private static final int USUAL_DEPTH = 16;

    /** The open values, the innermost one last, and the index of the next part of each. */
    private AmqpValue[] open = new AmqpValue[USUAL_DEPTH];
    private int[] next = new int[USUAL_DEPTH];
    private int depth;

    /** Makes a writer. */
    public AmqpTreeWriter()
    {
    }

    /**
     * Writes the sections of a message.
     *
     * @param message to write.
     * @param encoder that is wrapped on an output.
     */
    public void put(final AmqpMessage message, final AmqpEncoder encoder)
    {
        final List<AmqpDescribed> sections = message.sections();
        for (int i = 0; i < sections.size(); i++)
        {
            put(sections.get(i), encoder);
        }
    }

    /**
     * Writes a value with its content.
     *
     * @param value   to write; Java null for AMQP null.
     * @param encoder that is wrapped on an output; if a container is open, the value becomes a part of it.
     * @throws IllegalStateException if the encoder has no output, or if its open array does not take such a value. Containers may
     *                               then be open; wrap the encoder again.
     */
    public void put(final @Nullable AmqpValue value, final AmqpEncoder encoder)
    {
        try
        {
            begin(value == null ? AmqpNull.NULL : value, encoder);
            while (depth > 0)
            {
                final AmqpValue part = part(encoder);
                if (part == null)
                {
                    encoder.end();
                    open[--depth] = null;
                }
                else
                {
                    begin(part, encoder);
                }
            }
        }
        finally
        {
            Arrays.fill(open, 0, depth, null);
            depth = 0;
        }
    }

    private void begin(final AmqpValue value, final AmqpEncoder encoder)
    {
        switch (value.type())
        {
            case LIST:
                encoder.beginList();
                push(value);
                break;
            case MAP:
                encoder.beginMap();
                push(value);
                break;
            case ARRAY:
                encoder.beginArray();
                push(value);
                break;
            case DESCRIBED:
                encoder.beginDescribed();
                push(value);
                break;
            default:
                scalar(value, encoder);
                break;
        }
    }

    private void push(final AmqpValue value)
    {
        if (depth == open.length)
        {
            open = Arrays.copyOf(open, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
        }
        open[depth] = value;
        next[depth++] = 0;
    }

    /** The next part of the innermost open value, null behind the last one. */
    private @Nullable AmqpValue part(final AmqpEncoder encoder)
    {
        final AmqpValue value = open[depth - 1];
        final int index = next[depth - 1]++;
        switch (value.type())
        {
            case LIST:
                return item(((AmqpList)value).items(), index);
            case MAP:
                final List<AmqpMap.Entry> entries = ((AmqpMap)value).entries();
                final AmqpMap.Entry entry = index / 2 < entries.size() ? entries.get(index / 2) : null;
                return entry == null ? null : index % 2 == 0 ? entry.key() : entry.value();
            case ARRAY:
                return element((AmqpArray)value, index, encoder);
            default:
                final AmqpDescribed described = (AmqpDescribed)value;
                return index == 0 ? described.descriptor() : index == 1 ? described.value() : null;
        }
    }

    private static @Nullable AmqpValue item(final List<AmqpValue> items, final int index)
    {
        return index < items.size() ? items.get(index) : null;
    }

    private static @Nullable AmqpValue element(final AmqpArray array, final int index, final AmqpEncoder encoder)
    {
        final int descriptors = array.descriptors().size();
        if (index < descriptors)
        {
            encoder.elementDescriptor();
            return array.descriptors().get(index);
        }
        if (index == descriptors)
        {
            encoder.elementType(array.elementType().kind());
        }
        return item(array.items(), index - descriptors);
    }

    private static void scalar(final AmqpValue value, final AmqpEncoder encoder)
    {
        switch (value.type())
        {
            case NULL -> encoder.putNull();
            case BOOLEAN -> encoder.putBoolean(((AmqpBoolean)value).value());
            case UBYTE -> encoder.putUbyte(((AmqpUbyte)value).value());
            case USHORT -> encoder.putUshort(((AmqpUshort)value).value());
            case UINT -> encoder.putUint(((AmqpUint)value).value());
            case ULONG -> encoder.putUlong(((AmqpUlong)value).bits());
            case BYTE -> encoder.putByte(((AmqpByte)value).value());
            case SHORT -> encoder.putShort(((AmqpShort)value).value());
            case INT -> encoder.putInt(((AmqpInt)value).value());
            case LONG -> encoder.putLong(((AmqpLong)value).value());
            case FLOAT -> encoder.putFloatBits(((AmqpFloat)value).bits());
            case DOUBLE -> encoder.putDoubleBits(((AmqpDouble)value).bits());
            case DECIMAL32 -> encoder.putDecimal32(((AmqpDecimal32)value).bits());
            case DECIMAL64 -> encoder.putDecimal64(((AmqpDecimal64)value).bits());
            case DECIMAL128 -> encoder.putDecimal128(((AmqpDecimal128)value).high(), ((AmqpDecimal128)value).low());
            case CHAR -> encoder.putChar(((AmqpChar)value).codePoint());
            case TIMESTAMP -> encoder.putTimestamp(((AmqpTimestamp)value).millis());
            case UUID -> encoder.putUuid(((AmqpUuid)value).value());
            case BINARY -> encoder.putBinary(((AmqpBinary)value).bytes());
            case STRING -> encoder.putString(((AmqpString)value).value());
            default -> encoder.putSymbol(((AmqpSymbol)value).value());
        }
    }
}
