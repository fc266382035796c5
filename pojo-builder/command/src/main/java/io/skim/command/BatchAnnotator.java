package io.skim.command;

import io.skim.pojo.BatchEntry;
import io.skim.pojo.BatchEntryBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScanner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names the bytes of the entries of a batch: of a send, and of a stored record that is an inner batch.
 *
 * @see "MessageDecoder.encodeMessage, release 5.5.1"
 */
final class BatchAnnotator
{
    private static final int WORD = Integer.BYTES;
    /** Size, magic, CRC, flag and the length of the body. */
    private static final int FIXED = 5 * WORD;

    private final byte[] bytes;
    private final ByteBuffer frame;
    private final List<Annotation> annotations;
    private final RecordScanner scanner;
    private final BatchEntryBuilder entries = new BatchEntryBuilder();

    /**
     * Makes an annotator of one frame.
     *
     * @param bytes       of the frame, with its length.
     * @param strictness  of reading.
     * @param annotations to add to.
     */
    BatchAnnotator(final byte[] bytes, final Strictness strictness, final List<Annotation> annotations)
    {
        this.bytes = bytes;
        this.annotations = annotations;
        frame = ByteBuffer.wrap(bytes);
        scanner = new RecordScanner(RemotingDecoder.LIMITS, strictness);
    }

    /** Names the fields of all entries in a part of the frame; each that is refused, and what is given up with it, is one range. */
    void annotate(final int offset, final int length)
    {
        scanner.wrapBatch(new FrameView(RemotingDecoder.LIMITS).wrap(bytes, 0, bytes.length), offset, length);
        for (int k = 0; scanner.hasNext(); k++)
        {
            final String name = "entry " + k + " ";
            final boolean good = scanner.next(BatchEntryBuilder.INTEREST, entries) == Outcome.COMPLETE;
            final int start = scanner.recordOffset();
            final int end = start + scanner.recordLength();
            if (good)
            {
                entry(name, start, end, Objects.requireNonNull(entries.entry()));
            }
            else
            {
                add(start, end, name.strip(), scanner.fault().toMessage(), "refused");
            }
        }
    }

    private void entry(final String name, final int start, final int end, final BatchEntry entry)
    {
        final int body = start + FIXED;
        final int behind = body + entry.bodyLength();
        word(start, name + "size", "int32, with these four bytes");
        word(start + WORD, name + "magic", "int32, not read");
        word(start + 2 * WORD, name + "body CRC", "int32, not read");
        word(start + 3 * WORD, name + "flag", "int32");
        word(start + 4 * WORD, name + "body length", "int32");
        if (behind > body)
        {
            add(body, behind, name + "body", BodyText.kind(bytes, body, behind - body) + ", " + (behind - body)
                + " bytes", null);
        }
        if (end - behind < Short.BYTES)
        {
            return;
        }
        final int text = behind + Short.BYTES;
        add(behind, text, name + "properties length", String.valueOf(frame.getShort(behind)), "int16");
        if (end > text)
        {
            add(text, end, name + "properties", RemotingAnnotator.string(bytes, text, end - text),
                "UTF-8, names and values apart by 01, pairs by 02");
        }
    }

    private void word(final int at, final String name, final String rule)
    {
        add(at, at + WORD, name, String.valueOf(frame.getInt(at)), rule);
    }

    private void add(final int from, final int to, final String name, final String value,
        final @Nullable String rule)
    {
        annotations.add(new Annotation(from, to, name, value, rule));
    }
}
