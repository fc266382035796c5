package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --strict} and {@code --lenient}, which every command has that reads frames. */
class StrictnessTest
{
    /** A send of a Go client whose topic is "T" and whose producer group is no UTF-8. */
    private static final byte[] GO = Frames.frame(1, HexFormat.of().parseHex("000a09013d0000000700000000" + "00000000"
        + "00000017" + "0005746f7069630000000154" + "00016100000004d6d0cec4"), new byte[] {1, 2, 3});
    /** As rhea 3.0.5 encodes a message: a footer, its key a string, in front of the body. */
    private static final byte[] RHEA = HexFormat.of().parseHex("00537045"
        + "005373d00000000e000000034040a1066f7264657273" + "005374d10000001000000002a106726567696f6ea1027573"
        + "005378d10000001400000002a109782d6f70742d73756da103616263" + "005375a0077061796c6f6164");

    private static byte[] message()
    {
        return ByteBuffer.allocate(4 + RHEA.length).putInt(RHEA.length).put(RHEA).array();
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode", "filter --code 10", "rewrite --set topic=U", "stats"})
    void allCommandsRefuseByDefaultWhatLenientTakes(final String command)
    {
        for (final String mode : List.of("", " --strict", " --lenient"))
        {
            final Run run = Run.skim(GO, List.of((command + mode).split(" ")));
            final boolean lenient = mode.endsWith("lenient");
            assertEquals(lenient ? 0 : 1, run.status, run.told);
            assertEquals(lenient ? List.of() : List.of("INVALID_UTF8"), run.err.stream().map(line -> JSON.parseObject(
                line).getString("error")).toList());
        }
    }

    @Test
    void aLenientRewriteLeavesTextThatIsNoUtfAsItIs()
    {
        final Run run = Run.skim(GO, List.of("rewrite", "--set", "topic=longer", "--lenient"));
        final HeaderRecord expected = Reference.decode(GO);
        expected.extFields.put("topic", "longer");
        assertEquals(expected, Reference.decode(run.bytes));
        assertTrue(HexFormat.of().formatHex(run.bytes).contains("d6d0cec4"));
        assertArrayEquals(GO, Run.skim(GO, List.of("rewrite", "--set", "topic=longer")).bytes);
    }

    @Test
    void messagesWithTheFooterInFrontOfTheBodyAreSelectedAndEditedByLenientAlone()
    {
        final List<String> filter = List.of("filter", "--format", "amqp-messages", "--where", "region = 'us'");
        assertEquals(0, Run.skim(message(), filter).bytes.length);
        assertArrayEquals(message(), Run.skim(message(), filter, "--lenient").bytes);
        final List<String> rewrite = List.of("rewrite", "--format", "amqp-messages", "--set", "header.priority=7");
        final Run strict = Run.skim(message(), rewrite);
        assertEquals(1, strict.status);
        assertTrue(strict.told.contains("SECTION_ORDER"), strict.told);
        assertArrayEquals(message(), strict.bytes);
        final Run lenient = Run.skim(message(), rewrite, "--lenient");
        assertEquals(0, lenient.status, lenient.told);
        final String edited = HexFormat.of().formatHex(RHEA).replace("00537045", "005370c00402405007");
        assertEquals(edited, HexFormat.of().formatHex(lenient.bytes).substring(8));
    }
}
