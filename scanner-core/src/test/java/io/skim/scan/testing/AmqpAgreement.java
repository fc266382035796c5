package io.skim.scan.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.bytes.FormatCodes;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import io.skim.scan.amqp.AmqpReader;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rule for AMQP values: what a reader takes means the same to every peer that takes it; what it takes and a peer
 * refuses, or the other way round, is one of the quirks listed here.
 */
public final class AmqpAgreement
{
    /** How a quirk begins for which a peer says something else, instead of refusing. */
    public static final String MISREADS = "misreads ";

    /** What Proton-J 0.35.0 takes though the standard has no such value. */
    private static final Set<Reason> POLICY = EnumSet.of(Reason.BOOLEAN_OCTET, Reason.CHAR_OUT_OF_RANGE,
        Reason.SYMBOL_NOT_ASCII);

    /** Of DecoderImpl in Proton-J 0.35.0. */
    private static final int PROTON_DEPTH = 32;

    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final FrameView view = new FrameView();
    private final AmqpPeer strict = ProtonVersions.strict();
    private final AmqpPeer old = ProtonVersions.old();
    private final AmqpPeer next = new Protonj2();
    private final TreeMap<String, Integer> quirks = new TreeMap<>();
    private String last = "";
    private Reason reason;
    private int acceptedByAll;
    private int refused;

    /** Makes a rule with nothing counted. */
    public AmqpAgreement()
    {
    }

    /**
     * Checks one input.
     *
     * @param bytes concatenated values, well-formed or not.
     * @return whether they were taken.
     * @throws AssertionError if somebody disagrees in a way that is not listed.
     */
    public boolean check(final byte[] bytes)
    {
        final String what = HexFormat.of().formatHex(bytes);
        final List<AmqpNode> values = read(bytes, what);
        if (values == null)
        {
            checkRefusal(bytes, what);
            return false;
        }
        final boolean byStrict = agrees(strict, bytes, values, strictQuirk(values), what);
        final boolean byOld = agrees(old, bytes, values, oldQuirk(values), what);
        final boolean byNext = agrees(next, bytes, values, nextQuirk(values), what);
        acceptedByAll += byStrict && byOld && byNext ? 1 : 0;
        return true;
    }

    /**
     * Checks one input against the standard alone, without the peers.
     *
     * @param bytes concatenated values, well-formed or not.
     * @return whether they were taken.
     * @throws AssertionError if the reader is wrong.
     */
    public boolean checkAlone(final byte[] bytes)
    {
        return read(bytes, HexFormat.of().formatHex(bytes)) != null;
    }

    private List<AmqpNode> read(final byte[] bytes, final String what)
    {
        final List<AmqpNode> values = tree.read(view.wrap(bytes));
        last = what + ": " + tree.fault();
        checkSurroundings(Buffers.poisoned(bytes), bytes.length, values, what);
        final List<AmqpNode> expected;
        try
        {
            expected = AmqpStrict.read(bytes);
        }
        catch (final AmqpStrict.Refused e)
        {
            assertNull(values, () -> "taken, though " + e.getMessage() + ": " + what);
            refused++;
            return null;
        }
        assertNotNull(values, () -> "refused: " + last);
        assertEquals(expected, values, what);
        return values;
    }

    private void checkSurroundings(final byte[] poisoned, final int length, final List<AmqpNode> values,
        final String what)
    {
        final String fault = tree.fault().toString();
        reason = tree.fault().reason();
        assertEquals(values, tree.read(view.wrap(poisoned, Buffers.BEFORE, length)), what);
        assertEquals(fault, tree.fault().toString(), what);
        passOver(poisoned, length, values, what);
    }

    /** What is not entered lies where it lies when it is: or, if nobody takes it, inside the region. */
    private void passOver(final byte[] poisoned, final int length, final List<AmqpNode> values, final String what)
    {
        final AmqpReader reader = tree.reader().wrap(view.wrap(poisoned, Buffers.BEFORE, length));
        int count = 0;
        int end = 0;
        int event = reader.next();
        for (; event == AmqpReader.VALUE; event = reader.next(), count++)
        {
            assertTrue(reader.offset() >= end && reader.length() >= 0 && reader.position() <= length, what);
            end = reader.position();
        }
        if (values != null)
        {
            assertEquals(AmqpReader.DONE, event, what);
            assertEquals(values.size(), count, what);
            assertEquals(length, end, what);
        }
    }

    private void checkRefusal(final byte[] bytes, final String what)
    {
        if (POLICY.contains(reason))
        {
            return;
        }
        final String text;
        try
        {
            text = strict.read(bytes);
        }
        catch (final Exception | OutOfMemoryError | StackOverflowError e)
        {
            // Of any type: refused.
            return;
        }
        assertTrue(failsInAnEmptyArray(bytes), () -> "0.35.0 reads " + text + " where " + last);
        count("0.35.0 does not look at the element constructor of an empty array");
    }

    /**
     * Whether what is wrong is the elements' constructor of an array without elements, which Proton-J does not look at.
     *
     * @param bytes concatenated values, malformed.
     * @return whether a reader that enters all there is ends in such an array.
     */
    public static boolean failsInAnEmptyArray(final byte[] bytes)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(bytes));
        final Cursor cursor = new Cursor();
        for (int event = reader.next(); event > AmqpReader.DONE; event = reader.next())
        {
            final boolean empty = reader.kind() == Kind.ARRAY && reader.value(cursor).count() == 0;
            if (event == AmqpReader.VALUE && reader.isCompound() && reader.enter() < 0)
            {
                return empty;
            }
        }
        return false;
    }

    private boolean agrees(final AmqpPeer peer, final byte[] bytes, final List<AmqpNode> values, final String quirk,
        final String what)
    {
        if (quirk != null && quirk.startsWith(MISREADS))
        {
            count(peer + " " + quirk);
            return false;
        }
        final String text;
        try
        {
            text = peer.read(bytes);
        }
        catch (final Exception e)
        {
            if (quirk == null)
            {
                throw new AssertionError(peer + " refuses " + what + " which is " + AmqpNode.notation(values), e);
            }
            count(peer + " refuses " + quirk);
            return false;
        }
        assertEquals(peer.expected(values), text, () -> peer + " reads " + what);
        return true;
    }

    private void count(final String quirk)
    {
        quirks.merge(quirk, 1, Integer::sum);
    }

    private static boolean any(final List<AmqpNode> values, final java.util.function.Predicate<AmqpNode> predicate)
    {
        return values.stream().flatMap(value -> value.all().stream()).anyMatch(predicate);
    }

    /**
     * What Proton-J 0.35.0 refuses on purpose.
     *
     * @param values that it is given.
     * @return what it may refuse them for, null if it has to take them.
     */
    public static String strictQuirk(final List<AmqpNode> values)
    {
        if (any(values, node -> node.elementCode() >= 0 && node.elementCode() < 0x50 && !node.children().isEmpty()))
        {
            return "array elements without bytes";
        }
        if (any(values, node -> node.code() == 0 && isReserved(node.children().get(0)) || node.descriptors().stream()
            .anyMatch(AmqpAgreement::isReserved)))
        {
            return "descriptors that are no symbol, smallulong or ulong";
        }
        if (any(values,
            node -> node.code() == 0 && node.children().get(1).code() == 0 || node.descriptors().size() > 1))
        {
            return "described values that are described again";
        }
        return values.stream().anyMatch(value -> depth(value) >= PROTON_DEPTH) ? "values nested as deep as its limit"
            : null;
    }

    private static int depth(final AmqpNode node)
    {
        int depth = 0;
        for (final AmqpNode inner : node.children())
        {
            depth = Math.max(depth, depth(inner));
        }
        return depth + 1;
    }

    private static boolean isReserved(final AmqpNode descriptor)
    {
        final int code = descriptor.code();
        return code != 0x53 && code != 0x80 && code != 0xA3 && code != 0xB3;
    }

    /**
     * What Proton-J 0.34.1 cannot read: it asks for as many bytes as there are elements, and gives a descriptor as one
     * that it has seen before and that is equal in Java.
     *
     * @param values that it is given.
     * @return what it may refuse them for, or misread; null if it has to take them.
     */
    public static String oldQuirk(final List<AmqpNode> values)
    {
        if (any(values, AmqpAgreement::isDescribedByAFraction))
        {
            return MISREADS + "descriptors of floats and doubles, all that are not a number taken for one";
        }
        if (any(values, AmqpAgreement::isDescribedByADescribedNull))
        {
            return "descriptors that hold a described null, two of which it cannot compare";
        }
        if (any(values, node -> !node.children().isEmpty() && node.elementCode() >= 0 && node.elementCode() < 0x50))
        {
            return "array elements without bytes";
        }
        return any(values, node -> node.elementCode() >= 0xE0) ? "arrays of arrays" : null;
    }

    /** A described value has no equals for its null, or for the null that describes it. */
    private static boolean isDescribedByADescribedNull(final AmqpNode node)
    {
        return node.code() == 0 && holdsDescribedNull(node.children().get(0)) || node.descriptors().stream().anyMatch(
            AmqpAgreement::holdsDescribedNull);
    }

    private static boolean holdsDescribedNull(final AmqpNode descriptor)
    {
        return any(List.of(descriptor), node -> node.code() == 0 && node.children().stream().anyMatch(
            part -> part.code() == FormatCodes.NULL));
    }

    private static boolean isDescribedByAFraction(final AmqpNode node)
    {
        return node.code() == 0 && holdsFraction(node.children().get(0)) || node.descriptors().stream().anyMatch(
            AmqpAgreement::holdsFraction);
    }

    private static boolean holdsFraction(final AmqpNode descriptor)
    {
        return any(List.of(descriptor), node -> node.type().equals("float") || node.type().equals("double"));
    }

    /**
     * Why the last input was refused.
     *
     * @return the reason; none if it was taken.
     */
    public Reason reason()
    {
        return reason;
    }

    /**
     * What protonj2 cannot read.
     *
     * @param values that it is given.
     * @return what it may refuse them for, or misread; null if it has to take them.
     */
    public static String nextQuirk(final List<AmqpNode> values)
    {
        if (any(values, node -> node.descriptors().size() > 1))
        {
            return MISREADS + "arrays of values that are described twice";
        }
        if (any(values, AmqpAgreement::isDescribedByAFraction))
        {
            return MISREADS + "descriptors of floats and doubles, all that are not a number taken for one";
        }
        if (any(values, node -> node.elementCode() == 0x40))
        {
            return "arrays of nulls";
        }
        return any(values, node -> node.elementCode() >= 0 && node.elementCode() < 0x50 && !node.descriptors()
            .isEmpty()) ? "arrays of described values without bytes" : null;
    }

    /**
     * The last input.
     *
     * @return its bytes and fault.
     */
    public String last()
    {
        return last;
    }

    /**
     * How many inputs all peers took.
     *
     * @return the count.
     */
    public int acceptedByAll()
    {
        return acceptedByAll;
    }

    /**
     * How many inputs were refused.
     *
     * @return the count.
     */
    public int refused()
    {
        return refused;
    }

    /**
     * The counts.
     *
     * @return lines for people.
     */
    public String report()
    {
        return acceptedByAll + " taken by all, " + refused + " refused; " + quirks;
    }
}
