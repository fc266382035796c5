package io.skim.handlers.patch;

import io.skim.bytes.Escapes;
import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import java.util.Map;

/**
 * One indexed header and its patch: what patchers, rewriters and relays have in common. It reads values at the places of the
 * index, and hands out the layout of the encoding, which records the edits.
 */
final class HeaderEditor
{
    private static final int FLAG = RemotingField.FLAG.ordinal();
    private static final int TYPE = Integer.BYTES;
    private static final int JSON = 0;
    private static final byte[] EMPTY = {};
    private static final int LONG_BATCH = 0;
    private static final int SHORT_BATCH = 1;
    private static final int TRUE_LENGTH = 4;
    private static final NameTable BATCHES = new NameTable(Map.of(RemotingEdits.LONG_BATCH, LONG_BATCH,
        RemotingEdits.SHORT_BATCH, SHORT_BATCH));

    final HeaderPatch patch = new HeaderPatch();
    final SignatureGuard guard = new SignatureGuard();
    @SuppressWarnings("NullAway.Init") // begin sets it
    FrameView frame;
    @SuppressWarnings("NullAway.Init") // begin sets it
    HeaderIndex index;

    private final Limits limits;
    private final BinaryLayout binary;
    private final JsonLayout json;
    private final Cursor cursor = new Cursor();
    /** The text of a value that may be the same as what is to replace it. */
    private final ByteSink shown = new ByteSink();

    HeaderEditor(final Limits limits)
    {
        this.limits = limits;
        binary = new BinaryLayout(patch, limits);
        json = new JsonLayout(patch, limits);
    }

    /** Begins a frame, whose patch is not ready. Its header is indexed by the time that anything else is called. */
    void begin(final FrameView scanned, final HeaderIndex indexed)
    {
        patch.reset(scanned);
        guard.begin();
        // A store of a reference costs a GC write barrier.
        if (frame != scanned)
        {
            frame = scanned;
            Cursors.bind(cursor, scanned);
        }
        if (index != indexed)
        {
            index = indexed;
        }
    }

    /** The layout of the header, on which no edit is recorded yet. */
    HeaderLayout layout()
    {
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final HeaderLayout layout = array[base + TYPE] == JSON ? json : binary;
        layout.begin(base, index);
        return layout;
    }

    /** Prepares the patch of what a layout has recorded. */
    void finish(final HeaderLayout layout)
    {
        if (patch.refusal() == null && guard.permits(layout))
        {
            layout.finish();
            if (patch.refusal() == null)
            {
                layout.finishFrame(frame.length());
            }
            patch.edits.sort();
            if (patch.ready(layout.headerEnd, layout.bodyRemoved) && guard.sign(patch, frame, limits))
            {
                patch.ready(layout.headerEnd, layout.bodyRemoved);
            }
        }
    }

    /** Prepares the patch of a frame that stays as it is. */
    void finishUnchanged()
    {
        patch.ready(HeaderLayout.headerEnd(Frames.array(frame), Frames.arrayOffset(frame)), 0);
    }

    /** Ends a frame: the cursor points to nothing. */
    void detach()
    {
        Cursors.reset(cursor);
    }

    /** Points to a value; good until the next call. */
    Cursor at(final long place)
    {
        return Cursors.point(cursor, HeaderIndex.offset(place), HeaderIndex.length(place), HeaderIndex.kind(place));
    }

    /** The number of a fixed field; 0 if there is none. The reference reads null as 0. */
    int number(final long place)
    {
        return place == HeaderIndex.ABSENT ? 0 : at(place).getInt(0);
    }

    /** Whether the header is that of a response. */
    boolean isResponse()
    {
        return RemotingFlag.isResponse(number(index.field(FLAG)));
    }

    boolean isText(final long place, final EditText text)
    {
        return isText(place, text.array, 0, text.length);
    }

    /** Whether a value's text is part of an array: then to replace it by that is no edit. Null is not the same as empty text. */
    boolean isText(final long place, final byte[] utf8, final int offset, final int length)
    {
        if (HeaderIndex.kind(place) == Kinds.TEXT)
        {
            return HeaderIndex.length(place) == length
                && Words.equals(Frames.array(frame), Frames.arrayOffset(frame) + HeaderIndex
                    .offset(place), utf8, offset, length);
        }
        final Cursor value = at(place);
        if (length == 0 || value.textLength() != length)
        {
            return length == 0 && value.contentEquals(EMPTY);
        }
        shown.reset();
        shown.ensure(length);
        return value.copyTo(shown.array, 0) == length
            && Arrays.equals(shown.array, 0, length, utf8, offset, offset + length) && !hasHalfCharacter(place);
    }

    /** Whether a value has half a surrogate pair, which is copied as a question mark and is none: only lenient scans take it. */
    private boolean hasHalfCharacter(final long place)
    {
        final int from = Frames.arrayOffset(frame) + HeaderIndex.offset(place);
        return HeaderIndex.kind(place) == Kinds.JSON_TEXT && Escapes.firstLoneSurrogate(Frames.array(frame), from, from
            + HeaderIndex.length(place)) >= 0;
    }

    /** Whether the header sends a batch. */
    boolean isBatch()
    {
        final byte[] array = Frames.array(frame);
        final int base = Frames.arrayOffset(frame);
        final int code = index.code(array, base);
        if (!RemotingEdits.isBatch(code, true) || isResponse())
        {
            return false;
        }
        final int name = RequestCode.hasShortNames(code) ? SHORT_BATCH : LONG_BATCH;
        long flag = HeaderIndex.ABSENT;
        for (int entry = 0; entry < index.count(); entry++)
        {
            final long place = index.name(entry);
            final int found = BATCHES.find(array, base + HeaderIndex.offset(place), HeaderIndex.length(place),
                HeaderIndex.kind(place));
            flag = found == name ? index.value(entry) : flag;
        }
        return RemotingEdits.isBatch(code, flag != HeaderIndex.ABSENT && isTrue(flag));
    }

    /** Whether a value is true, as the reference reads it: of texts only "true" is, in capitals or not. */
    boolean isTrue(final long place)
    {
        return (HeaderIndex.kind(place) != Kinds.TEXT || HeaderIndex.length(place) == TRUE_LENGTH) && at(place)
            .getBoolean(false);
    }
}
