package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Strictness;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables in {@code src/test/resources/vectors}; see {@code ORIGIN.md} there.
 */
class VectorsTest
{
    private static final String ERROR = "ERROR (connection closed)";

    static List<String[]> frames()
    {
        return Vectors.rows("rocketmq-frames.tsv").stream().filter(row -> !row[2].isEmpty()).collect(Collectors
            .toList());
    }

    @ParameterizedTest
    @MethodSource("frames")
    void readsTheGoldenFramesInBothModes(final String name, final String hex, final String expected)
    {
        for (final Strictness strictness : Strictness.values())
        {
            final HeaderRecord header = new HeaderScan(strictness).read(Frames.hex(hex));
            assertNotNull(header, name);
            assertEquals(expected.replace("<U+0001>", "\1").replace("<U+0002>", "\2"), golden(header), name);
        }
    }

    private static String golden(final HeaderRecord header)
    {
        return "code=" + header.code + " language=" + header.language + " version=" + header.version + " opaque="
            + header.opaque + " flag=" + header.flag + " remark=" + (header.remark == null ? "null" : '"'
                + header.remark + '"')
            + " ext=" + header.extFields + " body=" + (header.body == null ? "null"
                : header.body.length() / 2 + " bytes");
    }

    /** What strict makes of each row of the decode vectors, in order; "reads" where it takes it. */
    private static final String[] STRICT = {"reads", "JSON_NESTED_VALUE", "JSON_NUMBER_FORM", "reads",
        "JSON_VALUE_TYPE", "reads", "reads", "HEADER_EMPTY", "JSON_UNEXPECTED_BYTE", "JSON_UNEXPECTED_BYTE",
        "JSON_TRUNCATED", "JSON_TRAILING_TEXT", "JSON_TRAILING_TEXT", "reads", "JSON_NUMBER_RANGE",
        "JSON_NUMBER_FORM", "JSON_NUMBER_FORM", "JSON_AMBIGUOUS_NAME", "reads", "reads", "reads", "reads",
        "JSON_VALUE_TYPE", "JSON_VALUE_TYPE", "reads", "JSON_VALUE_TYPE", "JSON_NUMBER_FORM", "JSON_AMBIGUOUS_NAME",
        "reads", "JSON_NUMBER_FORM", "JSON_NUMBER_FORM", "reads"};

    @Test
    void lenientReadsEveryDecodeVectorAsTheReferenceDoes()
    {
        final HeaderScan lenient = new HeaderScan(Strictness.LENIENT);
        final List<Executable> rows = new ArrayList<>();
        for (final String[] row : Vectors.rows("rocketmq-json-decode-vectors.tsv"))
        {
            final HeaderRecord header = lenient.read(Frames.json(Vectors.bytes(row[0])));
            final String found = header == null ? lenient.fault().toString() : decoded(header);
            rows.add(() -> assertTrue(row[3].equals(ERROR) ? header == null : found.equals(row[3]), () -> row[0]
                + " is " + row[3] + " and was read as " + found));
        }
        assertAll(rows);
        assertEquals(32, rows.size());
    }

    @Test
    void strictRefusesTheDecodeVectorsItIsKnownToRefuse()
    {
        final HeaderScan strict = new HeaderScan(Strictness.STRICT);
        final List<String> found = new ArrayList<>();
        for (final String[] row : Vectors.rows("rocketmq-json-decode-vectors.tsv"))
        {
            final HeaderRecord header = strict.read(Frames.json(Vectors.bytes(row[0])));
            found.add(header == null ? strict.reason().name() : "reads");
            if (header != null)
            {
                assertEquals(row[3], decoded(header), row[0]);
            }
        }
        assertEquals(String.join("\n", STRICT), String.join("\n", found));
    }

    private static String decoded(final HeaderRecord header)
    {
        Map<String, String> extFields = null;
        if (header.extFields != null)
        {
            // One by one, for a table of the size and order that the vectors were written with.
            extFields = new HashMap<>();
            header.extFields.forEach(extFields::put);
        }
        return "code=" + header.code + " lang=" + header.language + " ver=" + header.version + " opaque="
            + (header.opaque == null ? "<local counter>" : header.opaque) + " flag=" + header.flag + " remark="
            + (header.remark == null ? "null" : "'" + header.remark.chars().mapToObj(VectorsTest::visible).collect(
                Collectors.joining()) + "'")
            + " ext=" + extFields + " st=JSON";
    }

    private static String visible(final int unit)
    {
        return unit == '\n' ? "\\n" : unit < ' ' ? String.format("<%02X>", unit) : String.valueOf((char)unit);
    }

    @ParameterizedTest
    @EnumSource
    void agreesWithEveryProbeOrRefusesIt(final Strictness strictness)
    {
        final HeaderScan scan = new HeaderScan(strictness);
        final List<String> wrong = new ArrayList<>();
        int accepted = 0;
        for (final String[] row : Vectors.rows("fastjson2-probes.tsv"))
        {
            final HeaderRecord header = scan.read(Frames.json(Vectors.bytes(row[0])));
            if (header != null && !probed(header).equals(row[1]))
            {
                wrong.add(row[0] + " is " + row[1] + " and was read as " + probed(header));
            }
            accepted += header == null ? 0 : 1;
        }
        assertEquals(List.of(), wrong);
        final int least = strictness == Strictness.STRICT ? 631 : 1196;
        final int reached = accepted;
        assertTrue(accepted >= least, () -> "accepts only " + reached + " probes, " + least + " are known to be good");
    }

    private static String probed(final HeaderRecord header)
    {
        final String extFields = header.extFields == null ? "null" : header.extFields.entrySet().stream().map(
            entry -> quoted(entry.getKey()) + "=" + quoted(entry.getValue())).sorted().collect(Collectors.joining(", ",
                "{", "}"));
        return "code=" + header.code + " lang=" + header.language + " ver=" + header.version + " opaque="
            + (header.opaque == null ? "<local counter>" : header.opaque) + " flag=" + header.flag + " remark="
            + quoted(
                header.remark)
            + " ext=" + extFields + " st=JSON";
    }

    private static String quoted(final String text)
    {
        return text == null ? "null" : text.chars().mapToObj(unit -> unit == '"' || unit == '\\' ? "\\" + (char)unit
            : unit < ' ' || unit > '~' ? String.format("\\u%04x", unit) : String.valueOf((char)unit)).collect(Collectors
                .joining("", "\"", "\""));
    }

    @Test
    void theReferenceOnTheClassPathIsTheOneTheProbesCameFrom()
    {
        final List<String[]> probes = Vectors.rows("fastjson2-probes.tsv");
        for (int i = 0; i < probes.size(); i += 7)
        {
            final byte[] header = Vectors.bytes(probes.get(i)[0]);
            // A zero byte in a key would spoil the reference's cache of names for the tests that follow.
            if (Arrays.binarySearch(sorted(header), (byte)0) >= 0)
            {
                continue;
            }
            final HeaderRecord decoded = Reference.decode(Frames.json(header));
            if (probes.get(i)[1].equals(ERROR))
            {
                assertNull(decoded, probes.get(i)[0]);
            }
            else if (!decoded.nullKey)
            {
                assertEquals(probes.get(i)[1], probed(decoded), probes.get(i)[0]);
            }
        }
    }

    private static byte[] sorted(final byte[] bytes)
    {
        final byte[] sorted = bytes.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
