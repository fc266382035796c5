package io.skim.scan.records;

import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;
import io.skim.scan.spi.Scan;

/**
 * Shows one record: fixed fields, topic, properties, body. All calls of the handler are in this class. It is defined once for
 * each class of handler, so it has no state.
 */
final class RecordPushLoop extends RecordLoop
{
    private static final int GO = Scan.GO;
    private static final int STOPPED = Scan.STOPPED;
    private static final int MALFORMED = -1;

    @Override
    Outcome run(final RecordScanner scanner, final RecordInterest interest, final DataHandler handler)
    {
        final int result = scanner.advance() < 0 ? MALFORMED : record(scanner, interest, handler);
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED : Outcome.COMPLETE;
        handler.onOutcome(outcome, scanner.fault());
        return outcome;
    }

    private static int record(final RecordScanner scanner, final RecordInterest interest, final DataHandler handler)
    {
        final RecordReader reader = scanner.reader;
        for (int wanted = interest.fieldMask; wanted != 0; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            reader.field(field);
            final int result = show(scanner, handler, interest.fieldIds[field], reader);
            if (result != GO)
            {
                return result;
            }
        }
        final int result = interest.wantsProperties && reader.message.propertiesLength > 0 ? properties(scanner,
            interest, handler, reader.message) : GO;
        if (result == STOPPED || interest.bodyId < 0)
        {
            return result;
        }
        final int length = reader.message.bodyLength;
        return show(scanner, handler, interest.bodyId, reader.message.bodyOffset, length, length == 0
            ? Kinds.NULL : Kinds.BYTES);
    }

    private static int properties(final RecordScanner scanner, final RecordInterest interest,
        final DataHandler handler, final RecordParts message)
    {
        message.loadProperties();
        final Scan scan = scanner.scan;
        final int mapId = interest.propertiesId;
        int result = mapId < 0 ? GO : scan.answer(handler.onBegin(mapId, container(scan, message)), mapId);
        if (result != GO)
        {
            return result;
        }
        final PropertyReader reader = scanner.propertyReader;
        reader.wrap(Frames.array(message.frame), Frames.arrayOffset(message.frame), message.propertiesOffset,
            message.propertiesLength, message.propertiesKind);
        int id = reader.next(interest.properties);
        while (id != PropertyReader.END && result == GO)
        {
            result = id != PropertyReader.UNDECLARED
                ? show(scanner, handler, id, reader.valueOffset, reader.valueLength, reader.valueKind)
                : scan.answer(handler.onEntry(interest.everyPropertyId,
                    scan.key(reader.nameOffset, reader.nameLength, reader.nameKind),
                    scan.value(reader.valueOffset, reader.valueLength, reader.valueKind)));
            id = result == GO ? reader.next(interest.properties) : id;
        }
        return result != GO || mapId < 0 ? result
            : scan.answerAtEnd(handler.onEnd(mapId, container(scan, message)));
    }

    private static Cursor container(final Scan scan, final RecordParts message)
    {
        return scan.value(message.propertiesOffset, message.propertiesLength, Kinds.CONTAINER);
    }

    /** Shows the field that the reader points at. */
    private static int show(final RecordScanner scanner, final DataHandler handler, final int id,
        final RecordReader reader)
    {
        if (!reader.isComputed)
        {
            return show(scanner, handler, id, reader.valueOffset, reader.valueLength, reader.valueKind);
        }
        final int result = scanner.scan.answer(handler.onField(id, Cursors.point(scanner.computed, reader.valueOffset,
            reader.valueLength, reader.valueKind)), id);
        Cursors.reset(scanner.computed);
        return result;
    }

    private static int show(final RecordScanner scanner, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        return scanner.scan.answer(handler.onField(id, scanner.scan.value(offset, length, kind)), id);
    }
}
