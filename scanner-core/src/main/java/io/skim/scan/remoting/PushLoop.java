package io.skim.scan.remoting;

import io.skim.bytes.HeaderIndex;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.Frames;
import io.skim.scan.spi.LoopFactory;
import io.skim.scan.spi.Scan;

/**
 * Shows a handler what its interest wants of an indexed header: fields, entries, message properties and body. The whole
 * header is checked before the first call; an interest in the first match of one name is the exception.
 * <p>
 * Everything that calls the handler stands in this class, which is defined once for each class of handler (see {@link
 * LoopFactory}) and therefore keeps no state.
 */
final class PushLoop extends ScanLoop
{
    private static final int GO = Scan.GO;
    private static final int STOPPED = Scan.STOPPED;

    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    private static final int BODY = RemotingField.BODY.ordinal();
    private static final int HEADER_FIELDS = (1 << RemotingField.REMARK.ordinal() + 1) - 1;

    @Override
    Outcome run(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final Outcome outcome = scan(scanner, interest, handler);
        handler.onOutcome(outcome, scanner.header.fault);
        return outcome;
    }

    @Override
    Outcome show(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final Outcome outcome =
            emit(scanner, interest, handler) == STOPPED ? Outcome.STOPPED : Outcome.COMPLETE;
        handler.onOutcome(outcome, scanner.header.fault);
        return outcome;
    }

    private static Outcome scan(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler)
    {
        if (scanner.header.open() < 0)
        {
            return Outcome.MALFORMED;
        }
        final long first = interest.isOneEntry ? scanner.header.first(interest) : scanner.header.index(interest);
        if (first < 0)
        {
            return Outcome.MALFORMED;
        }
        if (first == HeaderIndexer.NO_MATCH)
        {
            return Outcome.COMPLETE;
        }
        if (first != HeaderIndex.ABSENT)
        {
            final int result = show(scanner, handler, interest.firstId, first);
            return result == STOPPED ? Outcome.STOPPED
                : scanner.header.index() < 0 ? Outcome.MALFORMED : Outcome.COMPLETE;
        }
        return emit(scanner, interest, handler) == STOPPED ? Outcome.STOPPED : Outcome.COMPLETE;
    }

    private static int emit(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        int result = (interest.fieldMask & HEADER_FIELDS) == 0 ? GO : fields(scanner, interest, handler);
        if (result != GO)
        {
            return result;
        }
        if (interest.wantsEntries || interest.extFieldsId >= 0)
        {
            result = extFields(scanner, interest, handler);
        }
        if (result != STOPPED && interest.wantsProperties
            && scanner.header.properties.choose(scanner.header.frame, scanner.header.index))
        {
            result = properties(scanner, interest, handler);
        }
        return result != STOPPED && (interest.fieldMask >>> BODY & 1) != 0 ? body(scanner, interest, handler) : result;
    }

    private static int fields(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final HeaderIndex index = scanner.header.index;
        int result = GO;
        for (int number = 0; number < index.earlierCount() && result == GO; number++)
        {
            final long place = index.earlier(number);
            final int id = interest.fieldIds[HeaderIndex.ordinal(place)];
            result = id < 0 ? GO : show(scanner, handler, id, place);
        }
        for (int wanted = interest.fieldMask & HEADER_FIELDS; wanted != 0 && result == GO; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            final long place = index.field(field);
            result = place == HeaderIndex.ABSENT ? GO : show(scanner, handler, interest.fieldIds[field], place);
        }
        return result;
    }

    private static int extFields(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler)
    {
        final long map = scanner.header.index.field(EXT_FIELDS);
        if (map == HeaderIndex.ABSENT)
        {
            return GO;
        }
        int result = interest.extFieldsId < 0 ? GO : begin(scanner, handler, interest.extFieldsId, map);
        if (result == GO && interest.wantsEntries)
        {
            result = entries(scanner, interest, handler);
        }
        return result != GO || interest.extFieldsId < 0 ? result : end(scanner, handler, interest.extFieldsId, map);
    }

    private static int entries(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler)
    {
        final HeaderIndex index = scanner.header.index;
        final byte[] array = Frames.array(scanner.header.frame);
        final int base = Frames.arrayOffset(scanner.header.frame);
        final NameTable names = interest.entries;
        final boolean unnamed = interest.noEntryId;
        final int everyId = interest.everyEntryId;
        final long letters = everyId >= 0 ? -1 : names.letters();
        final long lengths = everyId >= 0 ? -1 : names.lengths();
        final int count = index.count();
        int result = GO;
        int number = -1;
        while (result == GO && (number = nextNamed(index.entries, number + 1, count, array, base, letters, lengths))
            < count)
        {
            final long name = index.name(number);
            final int from = base + HeaderIndex.offset(name);
            final int id = unnamed ? NameTable.NOT_FOUND
                : (int)name == HeaderIndex.LETTER ? names.find(array[from])
                    : names.find(array, from, HeaderIndex.length(name), HeaderIndex.kind(name));
            if (id != NameTable.NOT_FOUND)
            {
                result = show(scanner, handler, id, index.value(number));
            }
            else if (everyId >= 0)
            {
                final long value = index.value(number);
                result = scanner.scan.answer(handler.onEntry(everyId,
                    scanner.scan.key(HeaderIndex.offset(name), HeaderIndex.length(name), HeaderIndex.kind(name)),
                    scanner.scan.value(HeaderIndex.offset(value), HeaderIndex.length(value), HeaderIndex.kind(value))));
            }
        }
        return result;
    }

    /**
     * The number of the next entry whose name may be wanted, by its letter or length; {@code count} if there is none. An index
     * that several handlers share has many others. Calls nothing and stores nothing, so that a round loads little more than the
     * name.
     */
    private static int nextNamed(final long[] places, final int first, final int count, final byte[] array,
        final int base, final long letters, final long lengths)
    {
        int number = first;
        while (number < count && !HeaderIndex.mayBe(places[2 * number], letters, lengths, array, base))
        {
            number++;
        }
        return number;
    }

    /** The properties that have been chosen. */
    private static int properties(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler)
    {
        final PropertyIndex properties = scanner.header.properties;
        final long text = HeaderIndex.place(properties.offset, properties.length, Kinds.CONTAINER);
        int result = interest.propertiesId < 0 ? GO : begin(scanner, handler, interest.propertiesId, text);
        if (result != GO)
        {
            return result;
        }
        properties.begin(scanner.header.frame, scanner.header.index);
        final PropertyReader reader = properties.reader;
        int id = reader.next(interest.properties);
        while (id != PropertyReader.END && result == GO)
        {
            if (id != PropertyReader.UNDECLARED)
            {
                result = show(scanner, handler, id, reader.valueOffset, reader.valueLength, reader.valueKind);
            }
            else
            {
                result = scanner.scan.answer(handler.onEntry(interest.everyPropertyId,
                    scanner.scan.key(reader.nameOffset, reader.nameLength, reader.nameKind),
                    scanner.scan.value(reader.valueOffset, reader.valueLength, reader.valueKind)));
            }
            id = result == GO ? reader.next(interest.properties) : id;
        }
        return result != GO || interest.propertiesId < 0 ? result : end(scanner, handler, interest.propertiesId, text);
    }

    private static int body(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final int length = scanner.header.bodyLength();
        return show(scanner, handler, interest.fieldIds[BODY], scanner.header.index.bodyOffset, length, length == 0
            ? Kinds.NULL : Kinds.BYTES);
    }

    private static int show(final RemotingScanner scanner, final DataHandler handler, final int id, final long place)
    {
        return show(scanner, handler, id, HeaderIndex.offset(place), HeaderIndex.length(place), HeaderIndex.kind(
            place));
    }

    private static int show(final RemotingScanner scanner, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        return scanner.scan.answer(handler.onField(id, scanner.scan.value(offset, length, kind)), id);
    }

    private static int begin(final RemotingScanner scanner, final DataHandler handler, final int id, final long place)
    {
        return scanner.scan.answer(handler.onBegin(id, container(scanner, place)), id);
    }

    private static int end(final RemotingScanner scanner, final DataHandler handler, final int id, final long place)
    {
        return scanner.scan.answerAtEnd(handler.onEnd(id, container(scanner, place)));
    }

    private static Cursor container(final RemotingScanner scanner, final long place)
    {
        return scanner.scan.value(HeaderIndex.offset(place), HeaderIndex.length(place), Kinds.CONTAINER);
    }
}
