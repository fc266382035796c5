package io.skim.encode;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpReader;
import org.jspecify.annotations.Nullable;

/**
 * Copies values of AMQP from a frame, byte by byte. A scan passes over a compound value that is not asked for by its size,
 * so that nobody may have looked inside: the copy is looked through.
 */
final class AmqpCopies
{
    private final AmqpContainers out;
    private final AmqpTexts texts;
    private final Limits limits;
    /** Both made for the first compound value that is copied. */
    private @Nullable FrameView view;
    private @Nullable AmqpReader reader;

    AmqpCopies(final AmqpContainers out, final AmqpTexts texts, final Limits limits)
    {
        this.out = out;
        this.texts = texts;
        this.limits = limits;
    }

    void put(final @Nullable Cursor value)
    {
        if (value == null)
        {
            out.putNull();
            return;
        }
        final Kind kind = value.kind();
        switch (kind)
        {
            case NULL:
                out.putNull();
                break;
            case TEXT, LOSSY_TEXT, JSON_TEXT, JSON_NUMBER, JSON_ODD_INT, JSON_ODD_NUMBER, JSON_BOOLEAN, JSON_NESTED:
                texts.putText(FormatCodes.STRING, value);
                break;
            case SYMBOL:
                texts.putText(FormatCodes.SYMBOL, value);
                break;
            case BINARY, BYTES:
                texts.putBinary(value);
                break;
            case CONTAINER:
                throw new IllegalArgumentException("a container of entries is no value: put its entries");
            default:
                if (out.elementCode < 0)
                {
                    putRaw(value, kind.ordinal());
                }
                else
                {
                    putElement(value, kind.ordinal());
                }
                break;
        }
    }

    private void putRaw(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(Math.addExact(1, length));
        final int at = out.position;
        if (value.copyRawTo(out.array, at + 1) < 0)
        {
            out.refuseValue(EncodeRefusal.VALUE_UNAVAILABLE);
            return;
        }
        out.array[at] = (byte)FormatCodes.of(kind, length, isLongForm(at + 1, length, kind));
        final EncodeRefusal wrong = Kinds.isCompound(kind) ? refusal(at, 1 + length, out.depth()) : null;
        if (wrong != null)
        {
            out.refuseValue(wrong);
            return;
        }
        out.position = at + 1 + length;
        out.count++;
    }

    /** Whether size and count have four octets each: a size's first octet is all of it, or else zero. */
    private boolean isLongForm(final int at, final int length, final int kind)
    {
        return Kinds.isCompound(kind) && length > 0 && (out.array[at] & AmqpContainers.OCTET) != length - 1;
    }

    private void putElement(final Cursor value, final int kind)
    {
        final int code = FormatCodes.ofElements(kind);
        if (code == FormatCodes.BOOLEAN)
        {
            out.putFixed(code, value.getBoolean(false) ? 1 : 0, 1);
        }
        else if (kind == Kinds.DESCRIBED)
        {
            out.openDescriptor();
        }
        else if (Kinds.isCompound(kind))
        {
            out.begin(code);
            putContent(value, kind);
        }
        else
        {
            // As many octets as the code says; a shorter form leaves the first of them to the sign.
            final int width = 1 << (code >>> 4) - 5;
            if (width > Long.BYTES)
            {
                out.putSixteen(code, value.getHighLongBits(), value.getLongBits());
            }
            else
            {
                out.putFixed(code, value.getLongBits(), width);
            }
        }
    }

    /** Puts what a container holds into one that was begun, and ends that. */
    private void putContent(final Cursor value, final int kind)
    {
        final int length = value.length();
        out.ensure(Math.addExact(1, length));
        final int at = out.position;
        if (value.copyRawTo(out.array, at + 1) < 0)
        {
            out.refuse(EncodeRefusal.VALUE_UNAVAILABLE);
        }
        else if (length > 0)
        {
            final boolean isLong = isLongForm(at + 1, length, kind);
            // The container that was begun for it is open already.
            out.array[at] = (byte)FormatCodes.of(kind, length, isLong);
            final EncodeRefusal wrong = refusal(at, 1 + length, out.depth() - 1);
            if (wrong != null)
            {
                out.refuse(wrong);
            }
            else
            {
                final int header = isLong ? 2 * Integer.BYTES : 2;
                System.arraycopy(out.array, at + 1 + header, out.array, at, length - header);
                out.position += length - header;
                out.count = (int)value.count();
            }
        }
        out.end();
    }

    /**
     * Why a compound value cannot be put.
     *
     * @param at     index in the output's array of its constructor.
     * @param length in bytes, with the constructor.
     * @param depth  of the containers that are open around it.
     * @return the reason, or null if all of it is well-formed.
     */
    private @Nullable EncodeRefusal refusal(final int at, final int length, final int depth)
    {
        if (view == null || reader == null)
        {
            view = new FrameView();
            reader = new AmqpReader(limits, Strictness.STRICT);
        }
        reader.wrap(view.wrap(out.array, at, length));
        EncodeRefusal refusal = null;
        for (int event = reader.next(); event != AmqpReader.DONE && refusal == null; event = reader.next())
        {
            if (event == AmqpReader.VALUE && reader.isCompound())
            {
                event = reader.enter();
            }
            refusal = event == AmqpReader.MALFORMED ? EncodeRefusal.VALUE_MALFORMED
                : depth + reader.depth() > limits.maxDepth() ? EncodeRefusal.NESTED_TOO_DEEP : null;
        }
        reader.reset();
        view.reset();
        return refusal;
    }
}
