package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Settings;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is encoded means the same to a decoder made from the standard, both versions of Proton-J, and protonj2.
 */
class AmqpEncoderPeersTest
{
    private static final int STREAMS = Settings.frames(8_000);
    private static final int ROOM = 1 << 20;

    private final AmqpTree tree = new AmqpTree(new AmqpReader());
    private final AmqpAgreement agreement = new AmqpAgreement();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final NodeWriter writer = new NodeWriter(encoder);
    private final byte[] room = new byte[ROOM];

    static List<AmqpVectors.Good> values()
    {
        return AmqpVectors.values();
    }

    private List<AmqpNode> read(final byte[] bytes)
    {
        final List<AmqpNode> nodes = tree.read(new FrameView().wrap(bytes));
        assertNotNull(nodes, () -> HexFormat.of().formatHex(bytes) + ": " + tree.fault());
        return nodes;
    }

    private byte[] complete()
    {
        final int length = encoder.complete();
        assertTrue(length >= 0, () -> String.valueOf(encoder.refusal()));
        return Arrays.copyOf(room, length);
    }

    private byte[] encoded(final List<AmqpNode> nodes)
    {
        encoder.wrap(room, 0, ROOM);
        writer.put(nodes);
        return complete();
    }

    private byte[] copied(final byte[] bytes)
    {
        final AmqpReader reader = new AmqpReader().wrap(new FrameView().wrap(bytes));
        final Cursor cursor = new Cursor();
        encoder.wrap(room, 0, ROOM);
        while (reader.next() == AmqpReader.VALUE)
        {
            encoder.put(reader.value(cursor));
        }
        return complete();
    }

    void check(final byte[] bytes)
    {
        final List<AmqpNode> nodes = read(bytes);
        final byte[] encoded = encoded(nodes);
        assertTrue(agreement.check(encoded), agreement::last);
        final List<AmqpNode> again = read(encoded);
        assertEquals(AmqpNode.notation(nodes), AmqpNode.notation(again));
        again.forEach(node -> node.all().forEach(part -> checkShortest(part, encoded)));
        assertArrayEquals(encoded, encoded(again));
        final byte[] copied = copied(bytes);
        assertTrue(agreement.check(copied), agreement::last);
        assertEquals(AmqpNode.notation(nodes), AmqpNode.notation(read(copied)));
        assertArrayEquals(encoded, copied(encoded), "what is shortest already is copied as it stands");
    }

    private void checkShortest(final AmqpNode node, final byte[] encoded)
    {
        final String what = HexFormat.of().formatHex(encoded);
        // Of an array's elements the code is shared; its own rule is that numbers are of full width.
        node.children().stream().filter(child -> node.elementCode() < 0).forEach(child -> {
            final long number = switch (child.type())
            {
                case "uint", "ulong" -> Long.parseUnsignedLong(child.json().replace("\"", ""));
                case "int", "long" -> Long.parseLong(child.json().replace("\"", ""));
                default -> 0;
            };
            final int expected = switch (child.type())
            {
                case "boolean" -> child.json().equals("true") ? 0x41 : 0x42;
                case "uint" -> number == 0 ? 0x43 : number <= 255 ? 0x52 : 0x70;
                case "ulong" -> number == 0 ? 0x44 : number > 0 && number <= 255 ? 0x53 : 0x80;
                case "int" -> number == (byte)number ? 0x54 : 0x71;
                case "long" -> number == (byte)number ? 0x55 : 0x81;
                case "list" -> child.children().isEmpty() ? 0x45 : child.code();
                default -> child.code();
            };
            assertEquals(expected, child.code(), () -> child.notation() + " in " + what);
        });
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyVectorIsEncodedToWhatAllReadTheSame(final AmqpVectors.Good vector)
    {
        check(vector.bytes());
    }

    @Test
    void generatedValuesAreEncodedToWhatAllReadTheSame()
    {
        AmqpGenerator.each(STREAMS, this::check);
        assertTrue(agreement.acceptedByAll() > STREAMS, agreement::report);
    }
}
