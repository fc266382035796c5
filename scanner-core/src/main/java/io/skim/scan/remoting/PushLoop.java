package io.skim.scan.remoting;

import io.skim.bytes.EntryRun;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameSeeker;
import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyReader;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.Outcome;
import io.skim.scan.spi.LoopFactory;

/**
 * The push loop: next token, match the interest, call back. Everything that calls the handler stands in this class,
 * which is defined once for each class of handler (see {@link LoopFactory}) and therefore keeps no state.
 */
final class PushLoop extends ScanLoop
{
    private static final int GO = 0;
    private static final int SKIPPED = 1;
    private static final int STOPPED = 2;
    private static final int MALFORMED = -1;

    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    private static final int HEADER_FIELDS = (1 << RemotingField.REMARK.ordinal() + 1) - 1;

    @Override
    Outcome run(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final Outcome outcome = outcome(scan(scanner, interest, handler));
        handler.onOutcome(outcome, scanner.fault);
        return outcome;
    }

    private static Outcome outcome(final int result)
    {
        return result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED : Outcome.COMPLETE;
    }

    private static int scan(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final int type = scanner.open();
        if (type < 0)
        {
            return MALFORMED;
        }
        if (type == RemotingScanner.JSON)
        {
            final int result = json(scanner, interest, handler);
            return result == SKIPPED ? drain(scanner.json) : result;
        }
        final int result = binary(scanner, interest, handler);
        return result == SKIPPED ? drain((EntryReader)scanner.binary) : result;
    }

    /** Checks what is left of a header whose handler wants no more of it. */
    private static int drain(final EntryReader reader)
    {
        int at = reader.position();
        do
        {
            at = reader.nextEntry(at);
        }
        while (at > 0);
        return at;
    }

    /** As for binary headers, member by member. */
    private static int drain(final JsonReader reader)
    {
        int field;
        int result = GO;
        do
        {
            field = reader.nextMember(0);
            result |= field == EXT_FIELDS && reader.isInExtFields() ? drain((EntryReader)reader) : GO;
        }
        while (field >= CODE && result == GO);
        return field == JsonReader.FAULT ? MALFORMED : result;
    }

    private static int binary(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final BinaryReader reader = scanner.binary;
        if (interest.aheadOfHandler && reader.lookAhead(scanner.frame, scanner.headerLength, interest))
        {
            return ahead(scanner, interest, handler, reader);
        }
        final long first = interest.firstOfAll ? reader.first(scanner.frame, scanner.headerLength, interest.stops) : 0;
        int result = first == 0 ? GO : showNoted(scanner, handler, reader, id(interest, reader, first), first);
        if (result == STOPPED)
        {
            return STOPPED;
        }
        if (reader.begin(scanner.frame, scanner.headerLength) < 0)
        {
            return MALFORMED;
        }
        scanner.properties.forget();
        if (first != 0)
        {
            reader.position = EntryRun.value(first) + EntryRun.length(first);
            result = entries(scanner, interest, handler, reader, result == GO);
            result = result == SKIPPED ? GO : result;
        }
        else
        {
            result = fields(scanner, interest, handler, reader);
            if (result != GO)
            {
                return result;
            }
            result = reader.hasMap() ? map(scanner, interest, handler, reader, reader.mapLength()) : GO;
        }
        return result != GO ? result : tail(scanner, interest, handler, reader, reader.offset());
    }

    private static int fields(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final BinaryReader reader)
    {
        for (int wanted = interest.fieldMask & HEADER_FIELDS; wanted != 0; wanted &= wanted - 1)
        {
            final int field = Integer.numberOfTrailingZeros(wanted);
            reader.field(field);
            final int result = show(scanner, handler, interest.fieldIds[field], reader.valueOffset, reader.valueLength,
                reader.valueKind);
            if (result != GO)
            {
                return result;
            }
        }
        return GO;
    }

    /** Shows what is wanted of a binary header that is known to be good. */
    private static int ahead(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final BinaryReader reader)
    {
        int result = fields(scanner, interest, handler, reader);
        if (result != GO)
        {
            return result == SKIPPED ? GO : result;
        }
        final EntryRun run = reader.run;
        // Without wanted entries there is none but that which holds properties.
        final int count = interest.wantsEntries ? run.count() : 0;
        for (int number = 0; number < count && result == GO; number++)
        {
            final long entry = run.noted(number);
            final int id = id(interest, reader, entry);
            result = id == NameTable.NOT_FOUND ? GO : showNoted(scanner, handler, reader, id, entry);
        }
        if (result == STOPPED)
        {
            return STOPPED;
        }
        if (interest.wantsProperties && scanner.properties.select(reader, run))
        {
            result = properties(scanner, interest, handler, reader);
            if (result == STOPPED)
            {
                return STOPPED;
            }
        }
        return interest.wants(RemotingField.BODY) ? body(scanner, interest, handler, reader.offset()) : GO;
    }

    /** The id of an entry that was found ahead of the handler. One that holds properties may be none that is wanted. */
    private static int id(final RemotingInterest interest, final BinaryReader reader, final long entry)
    {
        final int name = EntryRun.name(entry);
        final int length = EntryRun.nameLength(entry);
        return name >= 0 ? interest.entries.find((byte)name)
            : interest.entries.find(reader.array(), EntryRun.value(entry) - Integer.BYTES - length, length);
    }

    private static int showNoted(final RemotingScanner scanner, final DataHandler handler, final BinaryReader reader,
        final int id, final long entry)
    {
        final int length = EntryRun.length(entry);
        return show(scanner, handler, id, EntryRun.value(entry) - reader.base, length, length == 0 ? Kinds.NULL
            : Kinds.TEXT);
    }

    private static int json(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler)
    {
        final JsonReader reader = scanner.json;
        scanner.properties.forget();
        reader.run.note(interest.notedEscape, interest.notedEscapeMask);
        if (!interest.firstMatchWins() && reader.lookAhead(scanner.frame, scanner.headerLength, interest.stops,
            interest.stopLengths, interest.fieldMask))
        {
            final int result = noted(scanner, interest, handler, reader);
            return result != GO ? result & STOPPED : tail(scanner, interest, handler, reader, scanner.headerEnd());
        }
        if (interest.isOneEntry
            && reader.find(scanner.frame, scanner.headerLength, interest.stops, interest.stopLengths))
        {
            final int result = entry(scanner, interest, handler, reader.array(), reader.base, reader.run.noted(0));
            if (result != GO)
            {
                return result == STOPPED ? STOPPED
                    : reader.begin(scanner.frame, scanner.headerLength) < 0 ? MALFORMED : SKIPPED;
            }
        }
        reader.noting = interest.wantsProperties;
        if (reader.begin(scanner.frame, scanner.headerLength) < 0)
        {
            return MALFORMED;
        }
        int field = reader.nextMember(interest.fieldMask);
        for (; field >= CODE; field = reader.nextMember(interest.fieldMask))
        {
            int result = GO;
            if (field == EXT_FIELDS)
            {
                result = reader.isInExtFields() ? map(scanner, interest, handler, reader, 1) : GO;
            }
            else if ((interest.fieldMask >>> field & 1) != 0)
            {
                result = show(scanner, handler, interest.fieldIds[field], reader.valueOffset, reader.valueLength,
                    reader.valueKind);
            }
            if (result != GO)
            {
                return result;
            }
        }
        return field == JsonReader.FAULT ? MALFORMED : tail(scanner, interest, handler, reader, scanner.headerEnd());
    }

    /** The map of ext fields, at its beginning; {@code known} is how many of its bytes are known there. */
    private static int map(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final EntryReader reader, final int known)
    {
        final int offset = reader.mapOffset();
        boolean showing = interest.wantsEntries;
        boolean ending = interest.extFieldsId >= 0;
        if (ending)
        {
            final int result = begin(scanner, handler, interest.extFieldsId, offset, known);
            if (result == STOPPED)
            {
                return STOPPED;
            }
            ending = result == GO;
            showing &= ending;
        }
        final int result = entries(scanner, interest, handler, reader, showing);
        return result != GO ? result == SKIPPED ? GO : result
            : ending ? end(scanner, handler, interest.extFieldsId, offset, reader.offset() - offset) : GO;
    }

    /** The entries from where the reader is to the end of the map; {@code SKIPPED} if the handler wants no more of it. */
    private static int entries(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler, final EntryReader reader, final boolean wanted)
    {
        final long stops = interest.stops;
        boolean showing = wanted;
        int outcome = GO;
        int at = reader.position();
        while ((at = reader.nextEntry(stops == EntryReader.EVERY_STOP ? at : reader.skip(at, stops))) > 0)
        {
            int result = showing ? entry(scanner, interest, handler, reader) : GO;
            if (result == SKIPPED)
            {
                showing = false;
                outcome = SKIPPED;
            }
            if (interest.wantsProperties && scanner.properties.hold(reader) && interest.firstMatchWins()
                && scanner.properties.select(reader.code()))
            {
                result |= properties(scanner, interest, handler, reader);
            }
            if ((result & STOPPED) != 0)
            {
                return STOPPED;
            }
        }
        return at < 0 ? MALFORMED : outcome;
    }

    /** What is wanted of a JSON header which is known to be good. */
    private static int noted(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final JsonReader reader)
    {
        final JsonRun run = reader.run;
        int result = members(scanner, interest, handler, run, 0, run.firstEntry - 1);
        if (result == GO && run.hasExtFields())
        {
            result = map(scanner, interest, handler, run, reader.array());
        }
        return result == GO ? members(scanner, interest, handler, run, run.entriesEnd, run.count) : result;
    }

    private static int members(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler,
        final JsonRun run, final int from, final int to)
    {
        for (int number = from; number < to; number++)
        {
            final long note = run.noted(number);
            final int id = interest.fieldIds[JsonNote.member(note)];
            if (id >= 0)
            {
                final int result =
                    show(scanner, handler, id, JsonNote.value(note) - run.base, JsonNote.length(note), JsonNote
                        .kind(note));
                if (result != GO)
                {
                    return result;
                }
            }
        }
        return GO;
    }

    /** The ext fields of such a header. */
    private static int map(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final JsonRun run, final byte[] array)
    {
        final int offset = run.mapFrom - run.base;
        int result = interest.extFieldsId < 0 ? GO : begin(scanner, handler, interest.extFieldsId, offset, 1);
        if (result != STOPPED && interest.wantsProperties)
        {
            scanner.properties.hold(run, array);
        }
        if (result == GO && interest.wantsEntries)
        {
            result = entries(scanner, interest, handler, run, array);
        }
        return result != GO ? result & STOPPED
            : interest.extFieldsId < 0 ? GO : end(scanner, handler, interest.extFieldsId,
                offset, run.mapTo - run.mapFrom);
    }

    private static int entries(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler,
        final JsonRun run, final byte[] array)
    {
        final int end = run.entriesEnd;
        int result = GO;
        for (int number = run.firstEntry; number < end && result == GO; number++)
        {
            result = entry(scanner, interest, handler, array, run.base, run.noted(number));
        }
        return result;
    }

    private static int entry(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final byte[] array, final int base, final long note)
    {
        final int name = JsonNote.name(note);
        final int nameLength = JsonNote.nameLength(note);
        final int offset = JsonNote.value(note) - base;
        final int id = interest.noEntryId ? NameTable.NOT_FOUND : interest.entries.find(array, name, nameLength);
        if (id != NameTable.NOT_FOUND)
        {
            return show(scanner, handler, id, offset, JsonNote.length(note), JsonNote.kind(note));
        }
        if (interest.everyEntryId < 0)
        {
            return GO;
        }
        scanner.key.point(name - base, nameLength, Kinds.TEXT);
        return showEntry(scanner, handler, interest.everyEntryId, offset, JsonNote.length(note), JsonNote.kind(note));
    }

    private static int entry(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final EntryReader reader)
    {
        final int at = reader.base + reader.keyOffset;
        final int id = id(interest.entries, reader.array(), at, reader.keyLength, reader.keyKind);
        if (id != NameTable.NOT_FOUND)
        {
            return show(scanner, handler, id, reader.valueOffset, reader.valueLength, reader.valueKind);
        }
        if (interest.everyEntryId < 0)
        {
            return GO;
        }
        scanner.key.point(reader.keyOffset, reader.keyLength, reader.keyKind);
        return showEntry(scanner, handler, interest.everyEntryId, reader.valueOffset, reader.valueLength,
            reader.valueKind);
    }

    /** The id of a name; the null key of a binary map is no name. */
    private static int id(final NameTable names, final byte[] array, final int at, final int length, final int kind)
    {
        switch (kind)
        {
            case Kinds.TEXT:
                return names.find(array, at, length);
            case Kinds.JSON_TEXT:
                return names.findEscaped(array, at, length);
            case Kinds.LOSSY_TEXT:
                return names.findLossy(array, at, length);
            default:
                return NameTable.NOT_FOUND;
        }
    }

    /** What is shown when the header is known to be good: the properties, then the body. */
    private static int tail(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final EntryReader reader, final int bodyOffset)
    {
        if (interest.wantsProperties && scanner.properties.select(reader.code()))
        {
            final int result = properties(scanner, interest, handler, reader);
            if (result == STOPPED)
            {
                return STOPPED;
            }
        }
        return interest.wants(RemotingField.BODY) ? body(scanner, interest, handler, bodyOffset) : GO;
    }

    private static int body(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final int offset)
    {
        final int length = scanner.bodyLength();
        final int result = show(scanner, handler, interest.fieldIds[RemotingField.BODY.ordinal()], offset, length,
            length == 0 ? Kinds.NULL : Kinds.BYTES);
        return result == STOPPED ? STOPPED : GO;
    }

    /** The properties that the holder has chosen. */
    private static int properties(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler, final EntryReader header)
    {
        final PropertyHolder holder = scanner.properties;
        if (interest.propertiesId >= 0)
        {
            final int result = begin(scanner, handler, interest.propertiesId, holder.offset, holder.length);
            if (result != GO)
            {
                return result;
            }
        }
        final int result =
            interest.seeker != null && holder.kind == Kinds.TEXT ? seek(scanner, interest, handler, header)
                : interest.escapedSeeker != null && header == scanner.json
                    && scanner.json.hasNamesOf(header.base + holder.offset)
                        ? seekEscaped(scanner, interest, handler, scanner.json) : read(scanner, interest, handler,
                            header);
        return result != GO || interest.propertiesId < 0 ? result : end(scanner, handler, interest.propertiesId,
            holder.offset, holder.length);
    }

    /** A few properties of a text without escapes, which is searched for them. */
    private static int seek(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final EntryReader header)
    {
        final NameSeeker seeker = interest.seeker;
        final byte[] array = header.array();
        final int base = header.base;
        int at = base + scanner.properties.offset;
        final int limit = at + scanner.properties.length;
        long found = seeker.seek(array, at, limit);
        while (found >= 0)
        {
            final int value = (int)found;
            at = PropertyReader.endOf(array, value, limit);
            if (at > value)
            {
                final int result = show(scanner, handler, seeker.id((int)(found >>> Integer.SIZE)), value - base,
                    at - value, Kinds.TEXT);
                if (result != GO)
                {
                    return result;
                }
            }
            found = seeker.seek(array, at + 1, limit);
        }
        return GO;
    }

    private static int read(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final EntryReader header)
    {
        final PropertyHolder holder = scanner.properties;
        final PropertyReader reader = scanner.propertyReader;
        reader.wrap(header.array(), header.base, holder.offset, holder.length, holder.kind);
        if (header == scanner.json && scanner.json.hasEscapesOf(header.base + holder.offset))
        {
            scanner.json.noteEscapes(reader);
        }
        return walk(scanner, interest, handler, reader);
    }

    /** A few properties of a JSON string: no more is looked at than what stands behind noted escapes. */
    private static int seekEscaped(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler, final JsonReader header)
    {
        final NameSeeker seeker = interest.escapedSeeker;
        final byte[] array = header.array();
        final int base = header.base;
        final int[] escapes = header.escapes;
        final int count = header.escapeCount();
        int name = base + scanner.properties.offset;
        final int limit = name + scanner.properties.length;
        int number = 0;
        while (true)
        {
            final int found = name < limit ? seeker.find(array, name, limit) : -1;
            if (found >= 0 && PropertyReader.isNameEnd(array, seeker.end(found, name)))
            {
                final int value = seeker.end(found, name) + PropertyReader.ESCAPE_LENGTH;
                final long end = PropertyReader.escapedEndOf(array, value, limit);
                final int result = (int)end == value ? GO
                    : show(scanner, handler, seeker.id(found), value - base, (int)end - value,
                        (int)(end >>> Integer.SIZE));
                if (result != GO)
                {
                    return result;
                }
            }
            do
            {
                if (number == count)
                {
                    return GO;
                }
                name = escapes[number++] + PropertyReader.ESCAPE_LENGTH;
            }
            while (array[name - 1] != '2');
        }
    }

    /** Every property, or many of them: each is looked at. */
    private static int walk(final RemotingScanner scanner, final RemotingInterest interest, final DataHandler handler,
        final PropertyReader reader)
    {
        while (reader.next())
        {
            final int result = property(scanner, interest, handler, reader);
            if (result != GO)
            {
                return result;
            }
        }
        return GO;
    }

    private static int property(final RemotingScanner scanner, final RemotingInterest interest,
        final DataHandler handler, final PropertyReader reader)
    {
        final int at = reader.base + reader.nameOffset;
        final int id = id(interest.properties, reader.array, at, reader.nameLength, reader.nameKind);
        if (id != NameTable.NOT_FOUND)
        {
            return show(scanner, handler, id, reader.valueOffset, reader.valueLength, reader.valueKind);
        }
        if (interest.everyPropertyId < 0)
        {
            return GO;
        }
        scanner.key.point(reader.nameOffset, reader.nameLength, reader.nameKind);
        return showEntry(scanner, handler, interest.everyPropertyId, reader.valueOffset, reader.valueLength,
            reader.valueKind);
    }

    private static int show(final RemotingScanner scanner, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onField(id, scanner.value.point(offset, length, kind));
        assert scanner.poison(action);
        return action == Action.CONTINUE ? scanner.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int showEntry(final RemotingScanner scanner, final DataHandler handler, final int id,
        final int offset, final int length, final int kind)
    {
        final Action action = handler.onEntry(id, scanner.key, scanner.value.point(offset, length, kind));
        assert scanner.poison(action);
        return result(action);
    }

    private static int begin(final RemotingScanner scanner, final DataHandler handler, final int id, final int offset,
        final int length)
    {
        final Action action = handler.onBegin(id, scanner.value.point(offset, length, Kinds.CONTAINER));
        assert scanner.poison(action);
        return action == Action.CONTINUE ? scanner.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int end(final RemotingScanner scanner, final DataHandler handler, final int id, final int offset,
        final int length)
    {
        final Action action = handler.onEnd(id, scanner.value.point(offset, length, Kinds.CONTAINER));
        assert scanner.poison(action);
        return action == Action.STOP ? STOPPED : GO;
    }

    private static int result(final Action action)
    {
        return action == Action.STOP ? STOPPED : action == Action.SKIP ? SKIPPED : GO;
    }
}
