package io.skim.scan.testing;

import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Builds trees of what a reader and its cursors say; recursive, for tests alone.
 */
public final class AmqpTree
{
    private final AmqpReader reader;
    private AmqpTree descriptorTree;
    private Fault fault;
    private final Cursor cursor = new Cursor();
    private FrameView view;

    /**
     * Makes a builder.
     *
     * @param reader to pull from.
     */
    public AmqpTree(final AmqpReader reader)
    {
        this.reader = reader;
    }

    /**
     * Reads all of a frame, entering every value.
     *
     * @param frame wrapped on values.
     * @return the values, or null if they are refused: {@link #reader} has the fault.
     */
    public List<AmqpNode> read(final FrameView frame)
    {
        return read(frame, 0, frame.available());
    }

    /**
     * Reads part of a frame, entering every value.
     *
     * @param frame  wrapped.
     * @param offset of the first value.
     * @param length of the values.
     * @return the values, or null if they are refused.
     */
    public List<AmqpNode> read(final FrameView frame, final int offset, final int length)
    {
        view = frame;
        reader.wrap(frame, offset, length);
        fault = reader.fault();
        final List<AmqpNode> values = new ArrayList<>();
        int event = reader.next();
        while (event == AmqpReader.VALUE)
        {
            final AmqpNode value = current();
            if (value == null)
            {
                event = AmqpReader.MALFORMED;
                break;
            }
            values.add(value);
            event = reader.next();
        }
        if (fault == reader.fault() && (event != (fault.isPresent() ? AmqpReader.MALFORMED : AmqpReader.DONE)
            || reader.next() != event))
        {
            throw new AssertionError("event " + event + " with " + fault);
        }
        if (event == AmqpReader.MALFORMED)
        {
            checkFault(offset, offset + length);
            return null;
        }
        return values;
    }

    private void checkFault(final int from, final int to)
    {
        if (!fault.isPresent() || fault.offset() < from || fault.offset() > to)
        {
            throw new AssertionError("outside " + from + " to " + to + ": " + fault);
        }
        if (fault.toMessage().isEmpty())
        {
            throw new AssertionError("no message: " + fault);
        }
    }

    /**
     * Why the last bytes were refused.
     *
     * @return the fault of the reader, or of the one that has read the descriptor of an array's elements.
     */
    public Fault fault()
    {
        return fault;
    }

    /**
     * The reader.
     *
     * @return the one that was given.
     */
    public AmqpReader reader()
    {
        return reader;
    }

    /**
     * The value that the reader is on, entered and left again if it is compound.
     *
     * @return the value, or null if something in it is refused.
     */
    public AmqpNode current()
    {
        final int code = reader.code();
        if (!reader.isCompound())
        {
            return AmqpNode.scalar(code, json(reader.value(cursor)));
        }
        final int offset = reader.offset();
        final int length = reader.length();
        final long claimed = reader.value(cursor).count();
        final int count = reader.enter();
        if (count < 0)
        {
            return null;
        }
        if (count != reader.count() || code != 0 && count != claimed)
        {
            throw new AssertionError(count + " elements, count() " + reader.count() + ", the cursor's " + claimed);
        }
        final int elementCode = reader.elementCode();
        final List<AmqpNode> descriptors = elementCode < 0 ? List.of() : descriptors(elementCode);
        final List<AmqpNode> children = descriptors == null ? null : children(count, code);
        if (children == null)
        {
            return null;
        }
        if (reader.offset() != offset || reader.length() != length || reader.position() != offset + length)
        {
            throw new AssertionError("after END the reader is at " + reader.offset() + "+" + reader.length());
        }
        return elementCode < 0 ? AmqpNode.compound(code, children) : AmqpNode.array(code, descriptors, elementCode,
            children);
    }

    private List<AmqpNode> children(final int count, final int code)
    {
        final List<AmqpNode> children = new ArrayList<>();
        final int depth = reader.depth();
        int event = reader.next();
        for (; event == AmqpReader.VALUE; event = reader.next())
        {
            if (reader.index() != children.size() || reader.depth() != depth)
            {
                throw new AssertionError("element " + children.size() + " says it is " + reader.index());
            }
            final AmqpNode child = current();
            if (child == null)
            {
                return null;
            }
            children.add(child);
        }
        if (event == AmqpReader.MALFORMED)
        {
            return null;
        }
        if (event != AmqpReader.END || children.size() != count || reader.depth() != depth - 1)
        {
            throw new AssertionError("event " + event + " behind " + children.size() + " of " + count + " in " + code);
        }
        return children;
    }

    private List<AmqpNode> descriptors(final int elementCode)
    {
        final List<AmqpNode> descriptors = new ArrayList<>();
        int at = reader.elementOffset();
        while (view.getByte(at) == 0)
        {
            if (descriptorTree == null)
            {
                descriptorTree = new AmqpTree(new AmqpReader());
            }
            final AmqpReader other = descriptorTree.reader;
            descriptorTree.view = view;
            other.wrap(view, at + 1, reader.position() - at - 1);
            descriptorTree.fault = other.fault();
            final AmqpNode descriptor = other.next() == AmqpReader.VALUE ? descriptorTree.current() : null;
            if (descriptor == null)
            {
                fault = descriptorTree.fault;
                return null;
            }
            descriptors.add(descriptor);
            at = other.position();
        }
        if ((view.getByte(at) & 0xFF) != elementCode)
        {
            throw new AssertionError("element code " + elementCode + " is not at " + at);
        }
        return descriptors;
    }

    /**
     * A scalar in the notation, by the reads that suit its kind.
     *
     * @param value a cursor on it.
     * @return its JSON.
     */
    public static String json(final Cursor value)
    {
        switch (value.kind())
        {
            case NULL:
                return value.isNull() ? "null" : "not null";
            case TRUE, FALSE:
                return String.valueOf(value.getBoolean(false));
            case INT8, INT16, INT32, UINT8, UINT16:
                return String.valueOf(value.getInt(Integer.MIN_VALUE));
            case UINT32:
                return String.valueOf(value.getLong(-1));
            case INT64, TIMESTAMP:
                return '"' + String.valueOf(value.getLong(0)) + '"';
            case UINT64:
                return '"' + Long.toUnsignedString(value.getLongBits()) + '"';
            case FLOAT32, DECIMAL32:
                return String.format("\"%08x\"", value.getLongBits());
            case FLOAT64, DECIMAL64:
                return String.format("\"%016x\"", value.getLongBits());
            case DECIMAL128:
                return String.format("\"%016x%016x\"", value.getHighLongBits(), value.getLongBits());
            case UUID:
                return '"' + new java.util.UUID(value.getHighLongBits(), value.getLongBits()).toString() + '"';
            case CHAR:
                return String.format("\"U+%04X\"", value.getInt(0));
            case BINARY:
                final byte[] bytes = new byte[value.length()];
                return '"' + (value.copyTo(bytes, 0) == bytes.length ? HexFormat.of().formatHex(bytes) : "?") + '"';
            case TEXT, SYMBOL:
                return AmqpNode.quote(value.toText());
            default:
                throw new AssertionError("no scalar of AMQP: " + value.kind());
        }
    }
}
