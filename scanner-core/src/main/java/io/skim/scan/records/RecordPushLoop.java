package io.skim.scan.records;

import io.skim.bytes.Kinds;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;

/**
 * Shows one record: fixed fields, topic, properties, body. All calls of the handler are in this class. It is defined once for
 * each class of handler, so it has no state.
 */
final class RecordPushLoop extends RecordLoop
{
    private static final int GO = 0;
    private static final int SKIPPED = 1;
    private static final int STOPPED = 2;
    private static final int MALFORMED = -1;

    @Override
    Outcome run(final RecordScanner scanner, final RecordInterest interest, final DataHandler handler)
    {
        final int result = scanner.advance() < 0 ? MALFORMED : record(scanner, interest, handler);
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED : Outcome.COMPLETE;
        handler.onOutcome(outcome, scanner.fault);
        return outcome;
    }

    private static int record(final RecordScanner scanner, final RecordInterest interest, final DataHandler handler)
    {
        final RecordReader reader = scanner.reader;
        for (int wanted = interest.fieldMask; wanted != 0; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            reader.field(field);
            final int result = show(scanner, handler, interest.fieldIds[field], reader.isComputed ? scanner.computed
                : scanner.value, reader.valueOffset, reader.valueLength, reader.valueKind);
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
        return show(scanner, handler, interest.bodyId, scanner.value, reader.message.bodyOffset, length, length == 0
            ? Kinds.NULL : Kinds.BYTES);
    }

    private static int properties(final RecordScanner scanner, final RecordInterest interest,
        final DataHandler handler, final RecordParts message)
    {
        message.loadProperties();
        if (interest.propertiesId >= 0)
        {
            final int begun = begin(scanner, handler, interest.propertiesId, message);
            if (begun != GO)
            {
                return begun;
            }
        }
        final PropertyReader reader = scanner.propertyReader;
        reader.wrap(Frames.array(message.frame), Frames.arrayOffset(message.frame), message.propertiesOffset,
            message.propertiesLength, message.propertiesKind);
        int result = GO;
        int id = reader.next(interest.properties);
        while (id != PropertyReader.END && result == GO)
        {
            result = id != PropertyReader.UNDECLARED ? show(scanner, handler, id, scanner.value, reader.valueOffset,
                reader.valueLength, reader.valueKind) : showEntry(scanner, interest, handler, reader);
            id = result == GO ? reader.next(interest.properties) : id;
        }
        return result != GO || interest.propertiesId < 0 ? result : end(scanner, handler, interest.propertiesId,
            message);
    }

    private static int showEntry(final RecordScanner scanner, final RecordInterest interest, final DataHandler handler,
        final PropertyReader reader)
    {
        Cursors.point(scanner.key, reader.nameOffset, reader.nameLength, reader.nameKind);
        final Action action = handler.onEntry(interest.everyPropertyId, scanner.key,
            Cursors.point(scanner.value, reader.valueOffset, reader.valueLength, reader.valueKind));
        assert scanner.poison(action);
        return result(action);
    }

    private static int show(final RecordScanner scanner, final DataHandler handler, final int id, final Cursor cursor,
        final int offset, final int length, final int kind)
    {
        final Action action = handler.onField(id, Cursors.point(cursor, offset, length, kind));
        assert scanner.poison(action);
        return action == Action.CONTINUE ? scanner.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int begin(final RecordScanner scanner, final DataHandler handler, final int id,
        final RecordParts message)
    {
        final Action action = handler.onBegin(id, Cursors.point(scanner.value, message.propertiesOffset,
            message.propertiesLength, Kinds.CONTAINER));
        assert scanner.poison(action);
        return action == Action.CONTINUE ? scanner.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int end(final RecordScanner scanner, final DataHandler handler, final int id,
        final RecordParts message)
    {
        final Action action =
            handler.onEnd(id, Cursors.point(scanner.value, message.propertiesOffset, message.propertiesLength,
                Kinds.CONTAINER));
        assert scanner.poison(action);
        return action == Action.STOP ? STOPPED : GO;
    }

    private static int result(final Action action)
    {
        return action == Action.STOP ? STOPPED : action == Action.SKIP ? SKIPPED : GO;
    }
}
