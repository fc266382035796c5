package io.skim.handlers.route;

import io.skim.bytes.Escapes;
import io.skim.bytes.Utf8;
import io.skim.scan.Fault;
import io.skim.scan.Reason;
import io.skim.scan.spi.Faults;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the texts in a JSON body that a {@link BodyNode} leads to, without decoding it. The depth is bounded, nothing recurses,
 * and each byte is looked at once.
 * <p>
 * It takes JSON as fastjson writes it: integers without quotes and objects as the keys of a map too. It refuses whatever two
 * readers could read differently: a member that some reader takes for a known one, two members of one name, a value of another
 * form than the member has, references ({@code $ref}) and types ({@code @type}).
 *
 * @see "RemotingSerializable.encode and decode, release 5.5.1; fastjson2 2.0"
 */
final class BodyPlaces
{
    /** In {@link #content}: the text has escapes. */
    static final int ESCAPED = 1 << 8;
    /** Instead of a place. */
    static final long NOWHERE = -1;

    private static final int MOST_DEPTH = 64;
    private static final int FIRST_COUNT = 64;
    private static final int KEPT_COUNT = 16_384;

    private static final int MALFORMED = -1;
    private static final int VALUE = 0;
    private static final int FIRST_ELEMENT = 1;
    private static final int FIRST_KEY = 2;
    private static final int KEY = 3;
    private static final int COLON = 4;
    private static final int AFTER = 5;
    private static final int END = 6;

    private static final byte[] TYPE = ascii("@type");
    private static final byte[] REFERENCE = ascii("$ref");
    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    final Fault fault = new Fault();

    /** Of each text found: {@link BodyNode#content}, where it stands, and of an address the key and the number of its broker. */
    int count;
    int[] content = new int[FIRST_COUNT];
    long[] places = new long[FIRST_COUNT];
    long[] keys = new long[FIRST_COUNT];
    int[] brokers = new int[FIRST_COUNT];
    /** The names of the brokers by their numbers. */
    long[] names = new long[FIRST_COUNT];
    private int brokerCount;

    @SuppressWarnings("NullAway.Init") // find sets it
    private byte[] array;
    private int begin;
    private int offset;
    private int position;
    private int limit;
    /** For what comes next; null if nothing in it is wanted. */
    private @Nullable BodyNode node;
    private boolean escaped;

    private int depth;
    /** Of each open container: its node, its form, which members it has had, its last key, and the broker around it. */
    private final BodyNode[] nodes = new BodyNode[MOST_DEPTH];
    private final int[] forms = new int[MOST_DEPTH];
    private final boolean[] isKey = new boolean[MOST_DEPTH];
    private final long[] seen = new long[MOST_DEPTH];
    private final long[] lastKeys = new long[MOST_DEPTH];
    private final int[] around = new int[MOST_DEPTH];

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static long place(final int from, final int to)
    {
        return (long)from << Integer.SIZE | to;
    }

    static int from(final long place)
    {
        return (int)(place >>> Integer.SIZE);
    }

    static int to(final long place)
    {
        return (int)place;
    }

    /**
     * Finds the texts in a body.
     *
     * @param bytes      array that holds the body; eight bytes precede it.
     * @param from       index of its first byte.
     * @param to         index behind its last byte.
     * @param bodyOffset of the body in the frame, for faults.
     * @param root       that leads to the texts.
     * @return false if the body is refused, see the {@link #fault}.
     */
    @SuppressWarnings("NullAway") // no reads until the next find
    boolean find(final byte[] bytes, final int from, final int to, final int bodyOffset, final BodyNode root)
    {
        begin(from, to, bodyOffset);
        final int invalid = Utf8.firstInvalid(bytes, from, to);
        array = bytes;
        position = Math.max(from, invalid);
        int state = invalid >= 0 ? refuse(Reason.INVALID_UTF8, bytes[invalid] & 0xFF) : VALUE;
        position = from;
        node = root;
        while (state >= 0 && state != END)
        {
            state = skipBlanks() ? step(state) : refuse(Reason.JSON_TRUNCATED, limit - begin);
        }
        if (state == END && skipBlanks())
        {
            state = refuse(Reason.JSON_TRAILING_TEXT, array[position]);
        }
        array = null;
        return state == END;
    }

    private void begin(final int from, final int to, final int bodyOffset)
    {
        Faults.reset(fault);
        begin = from;
        limit = to;
        offset = bodyOffset;
        depth = 0;
        count = 0;
        brokerCount = 0;
        if (content.length > KEPT_COUNT)
        {
            content = new int[FIRST_COUNT];
            places = new long[FIRST_COUNT];
            keys = new long[FIRST_COUNT];
            brokers = new int[FIRST_COUNT];
        }
        if (names.length > KEPT_COUNT)
        {
            names = new long[FIRST_COUNT];
        }
    }

    private int refuse(final Reason reason, final long claimed)
    {
        return Faults.at(fault, offset + position - begin, reason, claimed, 0);
    }

    private int refuseByte(final Reason reason)
    {
        return refuse(reason, array[position] & 0xFF);
    }

    /** Whether there is more than blanks. */
    private boolean skipBlanks()
    {
        while (position < limit && (array[position] == ' ' || array[position] == '\n' || array[position] == '\r'
            || array[position] == '\t'))
        {
            position++;
        }
        return position < limit;
    }

    private int step(final int state)
    {
        final byte next = array[position];
        return switch (state)
        {
            case VALUE -> value(next);
            case FIRST_ELEMENT -> next == ']' ? close() : value(next);
            case FIRST_KEY -> next == '}' ? close() : key(next);
            case KEY -> key(next);
            case COLON -> colon(next);
            default -> after(next);
        };
    }

    private int colon(final byte next)
    {
        position++;
        return next == ':' ? VALUE : refuseBefore();
    }

    private int refuseBefore()
    {
        position--;
        return refuseByte(array[position] == '/' ? Reason.JSON_COMMENT : Reason.JSON_UNEXPECTED_BYTE);
    }

    private int after(final byte next)
    {
        final boolean object = forms[depth - 1] == BodyNode.OBJECT;
        if (next == (object ? '}' : ']'))
        {
            return close();
        }
        position++;
        if (next != ',')
        {
            return refuseBefore();
        }
        node = object || nodes[depth - 1] == null ? null : nodes[depth - 1].element;
        return object ? KEY : VALUE;
    }

    private int value(final byte next)
    {
        return switch (next)
        {
            case '{' -> open(BodyNode.OBJECT, false);
            case '[' -> open(BodyNode.ARRAY, false);
            case '"' -> text();
            default -> literal(next);
        };
    }

    private int open(final int form, final boolean key)
    {
        if (node != null && (node.forms & form) == 0)
        {
            return refuseByte(Reason.JSON_VALUE_TYPE);
        }
        if (depth == MOST_DEPTH)
        {
            return refuse(Reason.NESTED_TOO_DEEP, depth + 1L);
        }
        around[depth] = node != null && node.isBroker ? newBroker() : depth > 0 ? around[depth - 1] : -1;
        // A store of a reference costs a GC write barrier.
        if (nodes[depth] != node)
        {
            nodes[depth] = node;
        }
        forms[depth] = form;
        isKey[depth] = key;
        seen[depth] = 0;
        lastKeys[depth] = NOWHERE;
        depth++;
        position++;
        node = form == BodyNode.OBJECT || node == null ? null : node.element;
        return form == BodyNode.OBJECT ? FIRST_KEY : FIRST_ELEMENT;
    }

    private int newBroker()
    {
        if (brokerCount == names.length)
        {
            names = Arrays.copyOf(names, 2 * brokerCount);
        }
        names[brokerCount] = NOWHERE;
        return brokerCount++;
    }

    private int close()
    {
        position++;
        depth--;
        if (isKey[depth])
        {
            final BodyNode map = nodes[depth - 1];
            node = map == null ? null : map.every;
            return COLON;
        }
        return depth == 0 ? END : AFTER;
    }

    private int key(final byte next)
    {
        final BodyNode object = nodes[depth - 1];
        if (next == '"')
        {
            return textKey(object);
        }
        if (next == '{' && (object == null || !object.hasMembers()))
        {
            node = object == null ? null : object.key;
            return open(BodyNode.OBJECT, true);
        }
        return integerKey(object, next);
    }

    private int textKey(final BodyNode object)
    {
        final int from = position + 1;
        if (!skipText())
        {
            return MALFORMED;
        }
        final int to = position - 1;
        node = null;
        if (isName(from, to, TYPE) || isName(from, to, REFERENCE))
        {
            position = from;
            return refuse(Reason.JSON_AMBIGUOUS_NAME, to - from);
        }
        if (object == null)
        {
            return COLON;
        }
        return object.hasMembers() ? member(object, from, to) : keyOfMap(object, from, to);
    }

    private boolean isName(final int from, final int to, final byte[] name)
    {
        return escaped ? Escapes.contentEquals(array, from, to, name)
            : Arrays.equals(array, from, to, name, 0, name.length);
    }

    private int member(final BodyNode object, final int from, final int to)
    {
        final int number = object.find(array, from, to, escaped);
        final boolean repeated = number >= 0 && (seen[depth - 1] >>> number & 1) != 0;
        if (number == BodyNode.AMBIGUOUS || repeated)
        {
            position = from;
            return refuse(Reason.JSON_AMBIGUOUS_NAME, to - from);
        }
        if (number >= 0)
        {
            seen[depth - 1] |= 1L << number;
            node = object.members.get(number);
        }
        return COLON;
    }

    private int keyOfMap(final BodyNode map, final int from, final int to)
    {
        lastKeys[depth - 1] = place(from, to);
        if (map.key != null)
        {
            if ((map.key.forms & BodyNode.TEXT) == 0)
            {
                position = from - 1;
                return refuseByte(Reason.JSON_VALUE_TYPE);
            }
            add(map.key.content, from, to);
        }
        node = map.every;
        return COLON;
    }

    /** An integer without quotes: readers take it for the text of its digits where a text is due. */
    private int integerKey(final BodyNode object, final byte next)
    {
        final int from = position;
        if (next != '-' && !isDigit(next))
        {
            position++;
            return refuseBefore();
        }
        if (object != null && (object.hasMembers() || object.key != null))
        {
            return refuseByte(Reason.JSON_VALUE_TYPE);
        }
        position += next == '-' ? 1 : 0;
        final int digits = position;
        skipDigits();
        if (position == digits || position - digits > 1 && array[digits] == '0')
        {
            position = from;
            return refuseByte(Reason.JSON_NUMBER_FORM);
        }
        lastKeys[depth - 1] = place(from, position);
        node = object == null ? null : object.every;
        return COLON;
    }

    private int text()
    {
        final int from = position + 1;
        if (node != null && (node.forms & BodyNode.TEXT) == 0)
        {
            return refuseByte(Reason.JSON_VALUE_TYPE);
        }
        if (!skipText())
        {
            return MALFORMED;
        }
        if (node != null && node.content == BodyNode.BROKER_NAME)
        {
            names[around[depth - 1]] = place(from, position - 1);
        }
        else if (node != null)
        {
            add(node.content, from, position - 1);
        }
        return depth == 0 ? END : AFTER;
    }

    private void add(final int what, final int from, final int to)
    {
        if (count == places.length)
        {
            content = Arrays.copyOf(content, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
            keys = Arrays.copyOf(keys, 2 * count);
            brokers = Arrays.copyOf(brokers, 2 * count);
        }
        content[count] = escaped ? what | ESCAPED : what;
        places[count] = place(from, to);
        keys[count] = depth == 0 ? NOWHERE : lastKeys[depth - 1];
        brokers[count++] = depth == 0 ? -1 : around[depth - 1];
    }

    /** Passes over a text with its quotes; false if it is malformed. */
    private boolean skipText()
    {
        escaped = false;
        int at = position + 1;
        while (at < limit && array[at] != '"')
        {
            if (array[at] == '\\')
            {
                escaped = true;
                final int behind = Escapes.skip(array, at, limit, false);
                if (behind < 0)
                {
                    position = at;
                    refuse(at + 1 < limit ? Reason.JSON_ESCAPE : Reason.JSON_TRUNCATED, at + 1 < limit ? array[at + 1]
                        & 0xFF : limit - begin);
                    return false;
                }
                at = behind;
            }
            else
            {
                at++;
            }
        }
        if (at >= limit)
        {
            refuse(Reason.JSON_TRUNCATED, limit - begin);
            return false;
        }
        position = at + 1;
        return true;
    }

    private int literal(final byte next)
    {
        if (next == 'n' && skip(NULL))
        {
            return depth == 0 ? END : AFTER;
        }
        if (node != null)
        {
            // Null alone stands for any value.
            return refuseByte(next == '/' ? Reason.JSON_COMMENT : Reason.JSON_VALUE_TYPE);
        }
        if (next == 't' && skip(TRUE) || next == 'f' && skip(FALSE) || skipNumber(next))
        {
            return depth == 0 ? END : AFTER;
        }
        position++;
        return refuseBefore();
    }

    private boolean skip(final byte[] word)
    {
        final boolean matches = limit - position >= word.length && Arrays.equals(array, position, position
            + word.length, word, 0, word.length);
        position += matches ? word.length : 0;
        return matches;
    }

    private static boolean isDigit(final byte next)
    {
        return next >= '0' && next <= '9';
    }

    private int skipDigits()
    {
        final int from = position;
        while (position < limit && isDigit(array[position]))
        {
            position++;
        }
        return position - from;
    }

    /** Passes over a number of RFC 8259 section 6; false if it is none, and then the position is as it was. */
    private boolean skipNumber(final byte next)
    {
        final int from = position;
        position += next == '-' ? 1 : 0;
        final int digits = position;
        boolean good = skipDigits() > 0 && (array[digits] != '0' || position - digits == 1);
        if (good && position < limit && array[position] == '.')
        {
            position++;
            good = skipDigits() > 0;
        }
        if (good && position < limit && (array[position] | 0x20) == 'e')
        {
            position++;
            position += position < limit && (array[position] == '+' || array[position] == '-') ? 1 : 0;
            good = skipDigits() > 0;
        }
        position = good ? position : from;
        return good;
    }
}
