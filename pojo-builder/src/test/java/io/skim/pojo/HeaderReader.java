package io.skim.pojo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.HeaderRecord;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads frames into headers, alone and after a scan, which must be the same, and headers into what can be compared with the reference
 * decoder's reading.
 */
final class HeaderReader
{
    private final RemotingScanner scanner;
    private final RemotingHeaderReader reader;
    private final FrameView view = new FrameView();

    HeaderReader(final Strictness strictness)
    {
        scanner = new RemotingScanner(Limits.DEFAULT, strictness);
        reader = new RemotingHeaderReader(Limits.DEFAULT, strictness);
    }

    /** The header, or null if it is refused. */
    RemotingHeader read(final byte[] frame)
    {
        final RemotingHeader header = alone(frame);
        assertEquals(header != null, scanner.check(view));
        assertEquals(scanner.fault().toString(), reader.fault().toString());
        if (header != null)
        {
            final RemotingHeader scanned = reader.read(scanner);
            assertEquals(header, scanned);
            assertEquals(header.toString(), scanned.toString());
        }
        return header;
    }

    /** The same, without the scan. */
    RemotingHeader alone(final byte[] frame)
    {
        return reader.read(view.wrap(frame));
    }

    static HeaderRecord record(final byte[] frame, final RemotingHeader header)
    {
        final HeaderRecord record = new HeaderRecord();
        record.code = header.code();
        record.language = header.language() == null ? null : header.language().name();
        record.version = header.version();
        record.opaque = header.hasOpaque() ? header.opaque() : null;
        record.flag = header.flag();
        record.remark = header.remark();
        record.body = header.bodyLength() == 0 ? null : HexFormat.of().formatHex(frame, header.bodyOffset(), header
            .bodyOffset() + header.bodyLength());
        if (header.extFields() == null)
        {
            return record;
        }
        record.nullKey = header.extFields().containsKey(null);
        record.extFields = new TreeMap<>();
        for (final Map.Entry<String, String> entry : header.extFields().entrySet())
        {
            record.extFields.put(entry.getKey() == null ? "" : entry.getKey(), entry.getValue());
        }
        final int code = header.code();
        if (header.extField(code == 310 || code == 320 || code == 325 ? "i" : "properties") != null)
        {
            record.properties = new TreeMap<>(header.properties());
        }
        return record;
    }
}
