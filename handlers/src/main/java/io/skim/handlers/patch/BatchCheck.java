package io.skim.handlers.patch;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.Words;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

/**
 * Tells whether a header that was scanned sends a batch, by a scan of its own: few frames have properties that a handler
 * edits, and none else needs to know.
 */
final class BatchCheck implements DataHandler
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int LONG_BATCH = 2;
    private static final int SHORT_BATCH = 3;
    private static final int RESPONSE = 1;
    /** Where the serialize type stands, and that of a binary header. */
    private static final int TYPE = Integer.BYTES;
    private static final int BINARY = 1;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
        RemotingField.FLAG, FLAG).entry(RemotingEdits.LONG_BATCH, LONG_BATCH).entry(RemotingEdits.SHORT_BATCH,
            SHORT_BATCH)
        .build();

    private int code;
    private int flag;
    private boolean longBatch;
    private boolean shortBatch;

    boolean isBatch(final RemotingScanner scanner, final FrameView frame)
    {
        if (!mayBeBatch(frame))
        {
            return false;
        }
        code = 0;
        flag = 0;
        longBatch = false;
        shortBatch = false;
        scanner.scan(frame, INTEREST, this);
        return (flag & RESPONSE) == 0 && RemotingEdits.isBatch(code, longBatch, shortBatch);
    }

    /** Whether the code is one that batches have, as far as can be told without a scan: it stands first in a binary header. */
    private static boolean mayBeBatch(final FrameView frame)
    {
        final byte[] array = frame.array();
        final int base = frame.arrayOffset();
        return array[base + TYPE] != BINARY
            || RemotingEdits.isBatch(Words.getShort(array, base + BinaryHeader.CODE), true,
                true);
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case CODE -> code = value.getInt(0);
            case FLAG -> flag = value.getInt(0);
            case LONG_BATCH -> longBatch = value.getBoolean(false);
            default -> shortBatch = value.getBoolean(false);
        }
        return Action.CONTINUE;
    }
}
