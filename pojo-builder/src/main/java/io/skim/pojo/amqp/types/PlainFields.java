package io.skim.pojo.amqp.types;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Words;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpTypeDefinition;
import io.skim.pojo.amqp.AmqpTypes;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Strictness;
import io.skim.scan.spi.Frames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fast path for the fields of a composite whose values have the expected types. Generated code asks for one field after the
 * other; each is read from the array, without a cursor and without a look-up of its kind. It refuses nothing: after the first
 * unusual value it returns no more fields, {@link #isWhole} is false, and the slow path begins again. A source, a state or an error
 * becomes an object of its class, and composites in its fields become trees, so the nesting is at most two.
 */
final class PlainFields extends PlainValues
{
    private static final int UUID_LENGTH = 16;
    /** The bytes of a descriptor with its code. */
    private static final int DESCRIPTOR = 2;
    private static final int SMALL_CODES = 128;
    /** The greatest offset in the mark of a cursor. */
    private static final int FARTHEST = (1 << 28) - 1;
    private static final int ALL = -1;

    private static final int GREATEST_SENDER_MODE = 2;
    private static final int GREATEST_RECEIVER_MODE = 1;
    private static final int GREATEST_SASL_CODE = 4;
    private static final int MAX_TAG_LENGTH = 32;

    private final FieldTrees trees;
    /** Reads the composite in a field; null in this inner reader. */
    private final @Nullable PlainFields inner;
    /** The classes by their descriptors; null until a class is first needed. */
    private final @Nullable AmqpClass<?>[] classes;
    private final int most;

    @SuppressWarnings("NullAway.Init") // items sets it
    private AmqpClass<?> type;
    private int listOffset;
    /** A bit for each field that is not null. */
    private int present;
    /** A bit for each field with a single symbol instead of an array. */
    private int ofOne;

    PlainFields(final AmqpBudget budget, final Strictness strictness)
    {
        classes = new AmqpClass<?>[SMALL_CODES];
        most = FieldTrees.mostBytes(budget);
        trees = new FieldTrees(budget, strictness);
        inner = new PlainFields(this);
    }

    private PlainFields(final PlainFields outer)
    {
        classes = outer.classes;
        most = outer.most;
        trees = outer.trees;
        inner = null;
    }

    /** Like {@code described}, for a part that begins with the code for described values. */
    @Nullable
    AmqpTyped value(final FrameView frame, final int offset, final int length, final @Nullable AmqpClass<?> wanted)
    {
        listOffset = ODD;
        return isLoaded(frame, offset, length)
            && Frames.array(frame)[Frames.arrayOffset(frame) + offset] == FormatCodes.DESCRIBED
                ? described(frame, offset + 1, length - 1, wanted) : null;
    }

    /** Whether the part is loaded, and longer than a descriptor. It makes no sum that can overflow. */
    private static boolean isLoaded(final FrameView frame, final int offset, final int length)
    {
        return offset >= 0 && length > DESCRIPTOR && length <= frame.available() - offset && offset <= FARTHEST - length
            && Frames.load(frame, offset, offset + length);
    }

    /**
     * Reads a part of a frame that has the descriptor of a composite and the list of its fields.
     *
     * @param wanted null for any type.
     * @return null if it is something else ({@link #listOffset} is then negative), or a value in it is unusual.
     */
    @Nullable
    AmqpTyped described(final FrameView frame, final int offset, final int length, final @Nullable AmqpClass<?> wanted)
    {
        listOffset = ODD;
        if (!isLoaded(frame, offset, length))
        {
            return null;
        }
        final byte[] bytes = Frames.array(frame);
        final int at = Frames.arrayOffset(frame) + offset;
        final int descriptor = bytes[at + 1] & 0xFF;
        final AmqpClass<?> named = wanted == null && bytes[at] == FormatCodes.ULONG_SMALL ? of(descriptor) : wanted;
        if (named == null || bytes[at] != FormatCodes.ULONG_SMALL || named.descriptor != descriptor || !isList(bytes, at
            + DESCRIPTOR, at + length))
        {
            return null;
        }
        listOffset = offset + DESCRIPTOR + 1;
        return list(frame, listOffset, length - DESCRIPTOR - 1, named);
    }

    /** The offset of the size of the list after the descriptor; negative if there was no list. */
    int listOffset()
    {
        return listOffset;
    }

    /** The class of a descriptor; null if it is unknown. */
    private @Nullable AmqpClass<?> of(final int descriptor)
    {
        final AmqpClass<?> known = descriptor < SMALL_CODES ? classes[descriptor] : null;
        if (known != null || descriptor >= SMALL_CODES)
        {
            return known;
        }
        final AmqpTypeDefinition definition = AmqpTypes.standard().of(descriptor);
        if (definition != null)
        {
            classes[descriptor] = AmqpTypedValues.named(definition.name());
        }
        return classes[descriptor];
    }

    /** Whether a part is exactly one list. */
    private static boolean isList(final byte[] bytes, final int at, final int end)
    {
        final int room = end - at - 1;
        final int code = bytes[at] & 0xFF;
        return code == FormatCodes.LIST && room > 1 && (bytes[at + 1] & 0xFF) == room - 1
            || code == FormatCodes.LIST_EMPTY && room == 0
            || code == FormatCodes.LIST + FormatCodes.WIDE && room >= LONG_HEAD
                && Words.getInt(bytes, at + 1) == room - Integer.BYTES;
    }

    /**
     * Reads the fields of a list that is loaded.
     *
     * @param offset of its size in bytes from the start of the frame.
     * @param length from there, 0 for the list without a size.
     * @return null if a value is unusual, or not all fields are wanted: the slow path has rules of its own to skip the other
     *     fields.
     */
    @Nullable
    AmqpTyped list(final FrameView frame, final int offset, final int length, final AmqpClass<?> of)
    {
        if (of.wanted != ALL || length > most)
        {
            return null;
        }
        trees.begin();
        position = Frames.arrayOffset(frame) + offset;
        limit = position + length;
        return open(Frames.array(frame)) ? items(frame, of) : null;
    }

    /** Whether the numbers and the tag of a performative are ones that a frame's reader accepts without further checks. */
    static boolean hasChoices(final AmqpTyped performative)
    {
        if (performative instanceof AmqpTransfer)
        {
            final AmqpTransfer transfer = (AmqpTransfer)performative;
            return transfer.rcvSettleModeOr(0) <= GREATEST_RECEIVER_MODE && (transfer.deliveryTag() == null || transfer
                .deliveryTag().length() <= MAX_TAG_LENGTH);
        }
        if (performative instanceof AmqpAttach)
        {
            final AmqpAttach attach = (AmqpAttach)performative;
            return attach.sndSettleModeOr(0) <= GREATEST_SENDER_MODE && attach.rcvSettleModeOr(0)
                <= GREATEST_RECEIVER_MODE;
        }
        return !(performative instanceof AmqpSaslOutcome) || ((AmqpSaslOutcome)performative).codeOr(0)
            <= GREATEST_SASL_CODE;
    }

    /** Reads the size and the count of the list between position and limit. */
    private boolean open(final byte[] array)
    {
        final int at = position;
        final int length = limit - at;
        final boolean isShort = length >= SHORT_HEAD && (array[at] & 0xFF) == length - 1;
        if (!isShort && length != 0 && (length < LONG_HEAD || Words.getInt(array, at) != length - Integer.BYTES))
        {
            return false;
        }
        position = length == 0 ? at : isShort ? at + SHORT_HEAD : at + LONG_HEAD;
        count = length == 0 ? 0 : isShort ? array[at + 1] & 0xFF : Words.getInt(array, at + Integer.BYTES);
        return true;
    }

    @SuppressWarnings("NullAway") // no reads of the frame until the next list
    private @Nullable AmqpTyped items(final FrameView frame, final AmqpClass<?> of)
    {
        if (count < 0 || count > of.fieldCount)
        {
            return null;
        }
        this.frame = frame;
        if (type != of)
        {
            type = of;
        }
        present = 0;
        ofOne = 0;
        final AmqpTyped typed = of.create();
        typed.take(this);
        this.frame = null;
        return isWhole() ? typed : null;
    }

    /** Whether all fields were read, and no mandatory one is missing. */
    private boolean isWhole()
    {
        return position == limit && (type.mandatory & ~present) == 0;
    }

    /** A bit for each field that was read; in the upper half, a bit for each field with a single symbol instead of an array. */
    int set()
    {
        return present | ofOne << AmqpTyped.ALONE;
    }

    /** Moves to the next field; returns false if it is null or missing. */
    boolean isOn(final int index)
    {
        if (index >= count)
        {
            return false;
        }
        final int at = position;
        if (at >= limit)
        {
            return odd() > 0;
        }
        position = at + 1;
        code = Frames.array(frame)[at] & 0xFF;
        if (code == FormatCodes.NULL)
        {
            return false;
        }
        present |= 1 << index;
        return true;
    }

    @Nullable
    List<String> symbols(final int index)
    {
        if (code != FormatCodes.SYMBOL && code != FormatCodes.SYMBOL + FormatCodes.WIDE)
        {
            return array();
        }
        ofOne |= 1 << index;
        final String text = symbol();
        return text == null ? null : List.of(text);
    }

    @Nullable
    AmqpMap map(final int index)
    {
        return (code & ~FormatCodes.WIDE) == FormatCodes.MAP ? (AmqpMap)tree(index) : none();
    }

    /** A value of any type that the field may have. */
    @Nullable
    AmqpValue any(final int index)
    {
        if (code == FormatCodes.STRING && (type.strings >>> index & 1) != 0)
        {
            final String text = string();
            return text == null ? null : new AmqpString(text);
        }
        if ((code == FormatCodes.ULONG_SMALL || code == FormatCodes.ULONG) && (type.ulongs >>> index & 1) != 0)
        {
            return new AmqpUlong(ulong());
        }
        return code == FormatCodes.BINARY && (type.binaries >>> index & 1) != 0 ? binary() : tree(index);
    }

    /** An object of the descriptor's class, if the field may have it and no value in it is unusual; else a tree. */
    @Nullable
    Object described(final int index)
    {
        final int at = position;
        final PlainFields reader = code == FormatCodes.DESCRIBED ? inner : null;
        final int end = reader == null ? ODD : endOfDescribed(at);
        final int descriptor = end < 0 ? Long.SIZE : Frames.array(frame)[at + 1] & 0xFF;
        final AmqpClass<?> named = descriptor < Long.SIZE && (type.described[index] >>> descriptor & 1) != 0
            ? of(descriptor) : null;
        final AmqpTyped typed = reader == null || named == null ? null : reader.inField(frame, at + DESCRIPTOR, end,
            named);
        if (typed == null)
        {
            return any(index);
        }
        position = end;
        return typed;
    }

    /** Like {@code items}, but also null if nulls at the end would be lost. */
    private @Nullable AmqpTyped inField(final FrameView in, final int at, final int end, final AmqpClass<?> of)
    {
        final byte[] array = Frames.array(in);
        final int list = array[at] & 0xFF & ~FormatCodes.WIDE;
        position = at + 1;
        limit = end;
        final AmqpTyped typed =
            (list == FormatCodes.LIST || list == FormatCodes.LIST_EMPTY) && open(array) ? items(in, of) : null;
        return typed == null || count > 0 && (present >>> count - 1 & 1) == 0 ? null : typed;
    }

    private @Nullable AmqpValue tree(final int index)
    {
        final int at = position;
        final Kind kind = kindOfTree();
        final int end = code == FormatCodes.DESCRIBED ? endOfDescribed(at)
            : code == FormatCodes.UUID ? at + UUID_LENGTH : endOfCompound(at, code);
        final AmqpValue tree = kind == null || end < 0 || end > limit ? null
            : trees.of(frame, at - Frames.arrayOffset(frame), end - at, kind);
        if (tree == null || type.definition().fields().get(index).refusal(tree) != null)
        {
            return none();
        }
        position = end;
        return tree;
    }

    private @Nullable Kind kindOfTree()
    {
        switch (code)
        {
            case FormatCodes.DESCRIBED:
                return Kind.DESCRIBED;
            case FormatCodes.UUID:
                return Kind.UUID;
            case FormatCodes.MAP:
            case FormatCodes.MAP + FormatCodes.WIDE:
                return Kind.MAP;
            case FormatCodes.LIST:
            case FormatCodes.LIST + FormatCodes.WIDE:
            case FormatCodes.LIST_EMPTY:
                return Kind.LIST;
            default:
                return null;
        }
    }

    /** The end of a list or map after a small numeric descriptor; negative if it is something else. */
    private int endOfDescribed(final int at)
    {
        final byte[] array = Frames.array(frame);
        return limit - at > DESCRIPTOR && array[at] == FormatCodes.ULONG_SMALL
            ? endOfCompound(at + DESCRIPTOR + 1, array[at + DESCRIPTOR] & 0xFF) : ODD;
    }

    /** The end of a list or map whose code is before an index; negative if it is something else, or does not fit. */
    private int endOfCompound(final int at, final int code)
    {
        if (code == FormatCodes.LIST_EMPTY)
        {
            return at;
        }
        final int prefix = (code & FormatCodes.WIDE) == 0 ? 1 : Integer.BYTES;
        if ((code & ~FormatCodes.WIDE) != FormatCodes.LIST && (code & ~FormatCodes.WIDE) != FormatCodes.MAP
            || limit - at < prefix)
        {
            return ODD;
        }
        final int size = prefix == 1 ? Frames.array(frame)[at] & 0xFF : Words.getInt(Frames.array(frame), at);
        return size < prefix || size > limit - at - prefix ? ODD : at + prefix + size;
    }
}
