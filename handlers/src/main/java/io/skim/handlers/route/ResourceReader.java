package io.skim.handlers.route;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Outcome;
import io.skim.scan.ScanTracker;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the topics, groups and namespaces that a RocketMQ request names, for decisions about access: a handler to scan
 * with, under {@link #INTEREST}.
 *
 * <pre>
 * scanner.scan(frame, ResourceReader.INTEREST, reader);                            // one reader for each thread
 * for (int i = 0; i &lt; reader.count(); i++)
 * {
 *     if (!permits(reader.code(), reader.field(i).kind(), reader.toText(i))) { refuse(); }
 * }
 * </pre>
 *
 * It needs a scan of the whole header. The last of several equal ext fields counts, as for the broker. The names are valid
 * until the next scan begins; the frame is not needed for them. A field with several names gives each of them, without empty
 * ones. A retry topic is a topic with the name {@code %RETRY%group}, as on the wire.
 * <p>
 * A count of 0 means that the header names nothing. It is also 0 if the frame was malformed or the scan stopped: check {@link
 * #isComplete} too. {@link ResourceMap} lists names that are not in headers.
 * <p>
 * One thread at a time. Allocates nothing once its arrays have grown to the frames' names.
 *
 * @see "DefaultAuthorizationContextBuilder.newContext, release 5.3.3"
 */
public final class ResourceReader implements DataHandler
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int FIRST_NAME = 2;
    private static final int RESPONSE = 1;
    private static final int FIRST_LENGTH = 128;
    private static final int FIRST_COUNT = 8;

    /** The values that a reader reads from a frame. */
    public static final RemotingInterest INTEREST = interest();

    /** The bounds of each value, by the id of the field's name; the end is negative if there is no value. */
    private final int[] from = new int[ResourceMap.NAMES.size()];
    private final int[] to = new int[ResourceMap.NAMES.size()];
    private byte[] text = new byte[FIRST_LENGTH];
    private int length;
    private final ScanTracker scan = new ScanTracker();

    private boolean complete;
    private int code;
    private int flag;
    private ResourceField[] fields = new ResourceField[FIRST_COUNT];
    private int[] begins = new int[FIRST_COUNT];
    private int[] ends = new int[FIRST_COUNT];
    private int count;

    /** Makes a reader that has read nothing yet. */
    public ResourceReader()
    {
        reset();
    }

    private static RemotingInterest interest()
    {
        final RemotingInterest.Builder wanted = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
            RemotingField.FLAG, FLAG);
        for (int id = 0; id < ResourceMap.NAMES.size(); id++)
        {
            wanted.entry(ResourceMap.NAMES.get(id), FIRST_NAME + id);
        }
        return wanted.build();
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
        if (id >= FIRST_NAME)
        {
            take(id - FIRST_NAME, value);
        }
        else if (id == CODE)
        {
            code = value.getInt(0);
        }
        else
        {
            flag = value.getInt(0);
        }
        return Action.CONTINUE;
    }

    private void take(final int name, final Cursor value)
    {
        final int bytes = value.textLength();
        if (bytes > text.length - length)
        {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + bytes));
        }
        from[name] = length;
        length += Math.max(0, value.copyTo(text, length));
        to[name] = value.isNull() ? -1 : length;
    }

    @Override
    public void onOutcome(final Outcome outcome, final Fault fault)
    {
        if (scan.ends(fault))
        {
            forget();
        }
        complete = outcome == Outcome.COMPLETE;
        if (!isComplete() || isResponse())
        {
            return;
        }
        for (final ResourceField field : ResourceMap.of(code))
        {
            if (to[field.id] > from[field.id])
            {
                split(field);
            }
        }
    }

    private void split(final ResourceField field)
    {
        final int end = to[field.id];
        int begin = from[field.id];
        for (int at = begin; at < end && field.separator() != ResourceField.NO_SEPARATOR; at++)
        {
            if (text[at] == field.separator())
            {
                add(field, begin, at);
                begin = at + 1;
            }
        }
        add(field, begin, end);
    }

    private void add(final ResourceField field, final int begin, final int end)
    {
        if (begin == end)
        {
            return;
        }
        if (count == begins.length)
        {
            fields = Arrays.copyOf(fields, 2 * count);
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        fields[count] = field;
        begins[count] = begin;
        ends[count++] = end;
    }

    /** Forgets the last frame. Not needed between scans, also not after an exception. */
    public void reset()
    {
        scan.reset();
        forget();
    }

    private void forget()
    {
        Arrays.fill(to, -1);
        length = 0;
        complete = false;
        code = 0;
        flag = 0;
        count = 0;
    }

    /**
     * Whether the last frame was scanned to its end.
     *
     * @return false for a malformed frame, and after a scan in which a handler threw: the names of such a frame are not known.
     */
    public boolean isComplete()
    {
        return complete && scan.isWhole();
    }

    /** {@return whether the last frame is a response, which has no names} */
    public boolean isResponse()
    {
        return scan.isWhole() && (flag & RESPONSE) != 0;
    }

    /** {@return the code of the last frame; 0 if it has none} */
    public int code()
    {
        return scan.isWhole() ? code : 0;
    }

    /** {@return the number of names in the last frame; a name counts twice if two fields hold it} */
    public int count()
    {
        return scan.isWhole() ? count : 0;
    }

    /**
     * The field that holds a name.
     *
     * @param index of the name, from 0.
     * @return the field.
     * @throws IndexOutOfBoundsException if there is no such name; so do the methods below.
     */
    public ResourceField field(final int index)
    {
        return fields[checked(index)];
    }

    private int checked(final int index)
    {
        if (index < 0 || index >= count())
        {
            throw new IndexOutOfBoundsException("name " + index + " of " + count());
        }
        return index;
    }

    /** {@return the reader's own array of all names, read-only; it is replaced after a frame with longer names} */
    public byte[] bytes()
    {
        return text;
    }

    /**
     * The offset of a name in {@link #bytes()}.
     *
     * @param index of the name, from 0.
     * @return in bytes.
     */
    public int offset(final int index)
    {
        return begins[checked(index)];
    }

    /**
     * The length of a name.
     *
     * @param index of the name, from 0.
     * @return in bytes of UTF-8.
     */
    public int length(final int index)
    {
        return ends[checked(index)] - begins[index];
    }

    /**
     * Whether a name equals another one.
     *
     * @param index of the name, from 0.
     * @param utf8  to compare with.
     * @return true if all bytes are equal.
     */
    public boolean contentEquals(final int index, final byte[] utf8)
    {
        return Arrays.equals(text, begins[checked(index)], ends[index], utf8, 0, utf8.length);
    }

    /**
     * A name as a text. Allocates.
     *
     * @param index of the name, from 0.
     * @return the text.
     */
    public String toText(final int index)
    {
        return new String(text, offset(index), length(index), StandardCharsets.UTF_8);
    }
}
