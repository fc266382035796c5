package io.skim.store.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FolderFilesTest
{
    private static final String SEGMENT = "/commitlog/00000000000000000000";

    /** What is told of a folder with some files. */
    private static List<String> told(final RowKind kind, final String... names) throws IOException
    {
        final FolderFiles files = new FolderFiles(kind, "store");
        for (final String name : names)
        {
            files.isRead(name);
        }
        final List<String> warnings = new ArrayList<>();
        files.end(warnings::add);
        return warnings;
    }

    @Test
    void namesTellWhatIsRead()
    {
        final FolderFiles store = new FolderFiles(RowKind.COMMIT_LOG, "store");
        assertEquals(List.of(true, false, false, false, false),
            List.of(SEGMENT, "/consumequeue/T/0/00000000000000000000",
                "/checkpoint", SEGMENT + ".gz", SEGMENT + ".txt").stream().map(store::isRead).toList());
        final FolderFiles captures = new FolderFiles(RowKind.PCAP, "captures");
        assertEquals(List.of(true, true, false, false),
            List.of("/a.pcap", "/day/b.pcap.gz", "/_SUCCESS", "/.tmp/a.pcap")
                .stream().map(captures::isRead).toList());
    }

    @Test
    void segmentsWithAnEndingAreTold() throws IOException
    {
        for (final String ending : List.of(".gz", ".GZ", ".zst", ".1.bak"))
        {
            assertEquals(
                "store: the names of all segments have an ending, " + SEGMENT + ending
                    + " for example: decompress or rename what is to be read",
                assertThrows(IOException.class, () -> told(RowKind.COMMIT_LOG, "/checkpoint", SEGMENT + ending))
                    .getMessage());
        }
        assertEquals(
            List.of("store: 2 segments are not read, as their names have an ending, " + SEGMENT + ".gz for example:"
                + " decompress or rename what is to be read."),
            told(RowKind.COMMIT_LOG, "/abort", SEGMENT + ".gz", SEGMENT + ".zst",
                "/commitlog/00000000001073741824"));
        // Those of a consume queue are none.
        assertEquals(List.of(), told(RowKind.COMMIT_LOG, SEGMENT, "/consumequeue/T/0/00000000000000000000.gz"));
        assertEquals(List.of(), told(RowKind.PCAP, "/00000000000000000000.gz"));
        final FolderFiles named = new FolderFiles(RowKind.COMMIT_LOG, "store");
        named.isRead(SEGMENT + ".gz");
        named.addNamed();
        final List<String> warnings = new ArrayList<>();
        named.end(warnings::add);
        assertEquals(List.of("store: 1 segments are not read, as their names have an ending, " + SEGMENT
            + ".gz for example: decompress or rename what is to be read."), warnings);
    }

    @Test
    void foldersOfOtherFilesAreTold() throws IOException
    {
        assertEquals(List.of("store: there is no file in it."), told(RowKind.COMMIT_LOG));
        assertEquals(List.of("store: none of 2 files is read, /a.pcap for example: no name is that of a segment."
            + " The option kind tells what files hold."), told(RowKind.COMMIT_LOG, "/a.pcap", "/b.pcap"));
        assertEquals(List.of("store: none of 1 files is read, /_SUCCESS for example: they are hidden."), told(
            RowKind.AMQP_FRAMES, "/_SUCCESS"));
    }
}
