package io.skim.scan.amqp;

import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.scan.Action;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Reason;

/**
 * The push loop over messages: next section, next value, match the interest, call back. What calls the handler stands in this
 * class or in {@link AmqpPushLoop}, which are defined once for each class of handler and therefore keep no state, and have
 * each their own few methods that call it.
 */
final class MessagePushLoop extends MessageLoop
{
    private static final int GO = AmqpLoop.GO;
    private static final int SKIPPED = AmqpLoop.SKIPPED;
    private static final int STOPPED = AmqpLoop.STOPPED;
    private static final int MALFORMED = AmqpLoop.MALFORMED;
    private static final int FIRST_CODE = 0x70;
    /** Bytes of a usual section before its size. */
    private static final int HEAD = 4;

    @Override
    Outcome message(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler)
    {
        return outcome(scan, handler, scan.checkLength(scan.frame.length()) < 0 ? MALFORMED
            : sections(scan, interest, handler));
    }

    private static Outcome outcome(final AmqpScan scan, final DataHandler handler, final int result)
    {
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == STOPPED ? Outcome.STOPPED
            : Outcome.COMPLETE;
        handler.onOutcome(outcome, scan.fault);
        return outcome;
    }

    private static int sections(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler)
    {
        final SectionReader sections = scan.sections;
        sections.begin(scan.frame);
        if (interest.onlyEntries)
        {
            return sought(scan, interest, handler);
        }
        int mask = interest.sectionMask;
        int section = 0;
        while (section >= 0)
        {
            int result = interest.insideMask == 0 ? boundaries(scan, interest, handler, mask) : GO;
            if (result == GO)
            {
                section = sections.next();
                result = section >= 0 && (mask >>> section & 1) != 0 ? section(scan, interest, handler, section) : GO;
            }
            if (result < 0 || result == STOPPED)
            {
                return result;
            }
            mask = result == SKIPPED ? 0 : mask;
        }
        return section == SectionReader.DONE ? GO : MALFORMED;
    }

    /** Sections, with nothing wanted of what is in them, up to the first that is not as nearly all are. */
    private static int boundaries(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int mask)
    {
        final FrameView frame = scan.frame;
        final int end = frame.available();
        final int longest = scan.longestSection();
        frame.lend(true);
        int highest = scan.sections.highestOrNone();
        int at = scan.sections.position;
        int count = scan.sections.count;
        int result = GO;
        while (result == GO && end - at >= Long.BYTES)
        {
            final long word = frame.getLongLittleEndian(at);
            final int section = SectionReader.usualRank(word);
            final int next = SectionReader.usualEnd(word, at);
            if (section <= highest || next < at || next > end || next - at > longest)
            {
                break;
            }
            if ((mask >>> section & 1) != 0)
            {
                result = boundary(scan, handler, section, interest.sectionIds[section], at + HEAD, next, word);
            }
            highest = section;
            at = next;
            count++;
        }
        scan.sections.moveTo(at, highest, count);
        return result;
    }

    private static int boundary(final AmqpScan scan, final DataHandler handler, final int section, final int id,
        final int at, final int next, final long word)
    {
        if (section == SectionReader.DATA)
        {
            final int offset = at + SectionReader.usualWidth(word);
            return show(scan, handler, id, offset, next - offset, Kinds.BYTES);
        }
        final int kind = SectionReader.usualKind(section);
        final int result = begin(scan, handler, id, at, next - at, kind);
        return result == GO ? end(scan, handler, id, at, next - at, kind) : result == SKIPPED ? GO : result;
    }

    /** Declared entries and nothing else: what is not as it nearly always is is left to the readers. */
    private static int sought(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler)
    {
        final EntrySeeker seeker = scan.seeker;
        seeker.begin(scan.frame);
        int found = seeker.next(interest);
        for (; found != EntrySeeker.DONE; found = seeker.next(interest))
        {
            final int result = found >= 0
                ? show(scan, handler, found, seeker.offset, seeker.length, seeker.kind)
                : odd(scan, interest, handler, found);
            if (result < 0 || result == STOPPED)
            {
                return result;
            }
            if (result == SKIPPED)
            {
                seeker.leave();
            }
        }
        return GO;
    }

    /** The section, or the rest of a section, that a seeker stands in front of. */
    private static int odd(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler, final int what)
    {
        if (what == EntrySeeker.ODD_ENTRY)
        {
            final int section = scan.seeker.handOver(scan.reader);
            return section < 0 ? MALFORMED : entries(scan, interest, handler, section);
        }
        final int section = scan.sections.next();
        return section < 0 ? MALFORMED
            : (interest.sectionMask >>> section & 1) == 0 ? GO : section(scan, interest, handler, section);
    }

    /** {@code SKIPPED} if nothing more of the message is wanted. */
    private static int section(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section)
    {
        final SectionReader at = scan.sections;
        final int id = interest.sectionIds[section];
        if (section == SectionReader.DATA)
        {
            return show(scan, handler, id, at.offset, at.length, Kinds.BYTES);
        }
        final int length = at.position - at.start;
        if (at.position > scan.frame.available())
        {
            return scan.fault.at(scan.frame.available(), Reason.TRUNCATED, length, scan.frame.available() - at.start);
        }
        if (length > scan.maxHeaderLength || !scan.frame.load(at.start, at.position))
        {
            return scan.fault.at(at.start, Reason.SECTION_TOO_LONG, length, scan.maxHeaderLength);
        }
        if (section > SectionReader.DATA && section < SectionReader.FOOTER)
        {
            scan.reader.begin(scan.frame, at.position, at.position).on(at.kind, at.offset, at.length);
            return body(scan, interest, handler, id);
        }
        int result = id < 0 ? GO : begin(scan, handler, id, at.offset, at.length, at.kind);
        if (result != GO)
        {
            return result == SKIPPED ? GO : result;
        }
        if ((interest.insideMask >>> section & 1) != 0 && at.kind != Kinds.NULL)
        {
            result = AmqpInterest.FIELD_COUNTS[section] > 0 ? fields(scan, interest, handler, section)
                : interest.everyIds[section] >= 0 ? everyEntry(scan, interest, handler, section)
                    : scan.open() < 0 ? MALFORMED : entries(scan, interest, handler, section);
        }
        if (result != GO || id < 0)
        {
            return result == SKIPPED ? GO : result;
        }
        return end(scan, handler, id, at.offset, at.length, at.kind);
    }

    private static int body(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler, final int id)
    {
        final AmqpReader reader = scan.reader;
        final int result = reader.check() < 0 ? MALFORMED : show(scan, handler, id, reader.offset, reader.length,
            reader.kind);
        return result == GO && interest.nestedId >= 0 && reader.isOnCompound()
            ? scan.nested.nested(scan, handler, interest.nestedId)
            : result;
    }

    /** The fields of header or properties: the items of a list. */
    private static int fields(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section)
    {
        final SectionReader in = scan.sections;
        final int count = in.items();
        final int first = AmqpInterest.FIRST_FIELDS[section];
        if (count < 0 || count > AmqpInterest.FIELD_COUNTS[section])
        {
            return otherFields(scan, interest, handler, section, first, -1);
        }
        final int from = in.firstItem();
        final int read = scan.readAhead(from, count);
        final int result = readFields(scan, interest, handler, first, from, read);
        final int at = scan.endOfAhead(from, read);
        return result != GO || read == count && at == in.position ? result
            : otherFields(scan, interest, handler, section,
                first + read, at);
    }

    /** Fields that were read ahead. */
    private static int readFields(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int first, final int from, final int read)
    {
        final long[] tokens = scan.ahead.tokens;
        int at = from;
        for (int i = 0; i < read; i++)
        {
            final long token = tokens[i];
            final int offset = AheadReader.offset(token);
            final int length = AheadReader.length(token);
            final int result = field(scan, interest, handler, first + i, at, offset, length, AheadReader.kind(token));
            if (result != GO)
            {
                return result;
            }
            at = offset + length;
        }
        return GO;
    }

    /** The fields of a list from one on that is not usual; that it stands nowhere tells that the list itself is not. */
    private static int otherFields(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section, final int from, final int position)
    {
        final AmqpReader reader = scan.reader;
        final int count = scan.open();
        final int known = AmqpInterest.FIELD_COUNTS[section];
        if (count < 0 || count > known)
        {
            return count < 0 ? MALFORMED : scan.fault.at(reader.position, Reason.TOO_MANY_FIELDS, count, known);
        }
        final int end = AmqpInterest.FIRST_FIELDS[section] + count;
        int at = position < 0 ? reader.position : position;
        int field = from;
        while (field < end)
        {
            final int before = at;
            at = reader.value(at);
            final boolean good = at >= 0 && (interest.fieldIds[field] < 0 || reader.check() >= 0);
            int result =
                good ? field(scan, interest, handler, field++, before, reader.offset, reader.length, reader.kind)
                    : MALFORMED;
            final int read = result == GO ? scan.readAhead(at, end - field) : 0;
            result = read > 0 ? readFields(scan, interest, handler, field, at, read) : result;
            if (result != GO)
            {
                return result;
            }
            field += read;
            at = scan.endOfAhead(at, read);
        }
        return reader.end(at) < 0 ? MALFORMED : GO;
    }

    /** A field whose constructor stands at {@code from}. */
    private static int field(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int field, final int from, final int offset, final int length, final int kind)
    {
        if ((AmqpInterest.FIELD_KINDS[field] >>> kind & 1) == 0)
        {
            return scan.wrongField(field, from);
        }
        final int id = interest.fieldIds[field];
        return id < 0 ? GO : show(scan, handler, id, offset, length, kind);
    }

    /** The declared entries of a map section that was opened. */
    private static int entries(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section)
    {
        final AmqpReader reader = scan.reader;
        final NameTable names = interest.names[section];
        final int nameKind = AmqpInterest.nameKind(section);
        int result = GO;
        while (result >= 0 && reader.remaining > 0)
        {
            final int id = reader.seek(names, nameKind);
            if (id >= 0)
            {
                final int next = reader.item(reader.position);
                result = next < 0 || reader.check() < 0 ? MALFORMED : shown(scan, interest, handler, next, show(scan,
                    handler, id, reader.offset, reader.length, reader.kind));
            }
            else if (id != AmqpReader.NO_ENTRY)
            {
                result = id == AmqpReader.ODD_ENTRY ? entry(scan, interest, handler, section) : MALFORMED;
            }
            if (result == SKIPPED || result == STOPPED)
            {
                return result;
            }
        }
        return result < 0 || reader.end(reader.position) < 0 ? MALFORMED : GO;
    }

    /** All entries of a map section. */
    private static int everyEntry(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section)
    {
        final SectionReader in = scan.sections;
        final int count = interest.names[section].size() > 0 ? -1 : in.items();
        int at = in.firstItem();
        int left = count;
        while (left > 0)
        {
            final int shown = readEntries(scan, interest, handler, section, at, left);
            if (shown <= 0)
            {
                if (shown < 0)
                {
                    return ~shown;
                }
                break;
            }
            at = scan.endOfAhead(at, shown);
            left -= shown;
        }
        return left == 0 && at == in.position ? GO : otherEntries(scan, interest, handler, section, left, at);
    }

    /** The entries of a map from one on that is not usual; that less than none are left tells that the map itself is not. */
    private static int otherEntries(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section, final int left, final int at)
    {
        final AmqpReader reader = scan.reader;
        final boolean named = interest.names[section].size() > 0;
        int result = scan.open();
        if (result >= 0 && left >= 0)
        {
            reader.moveTo(at, left, false);
        }
        while (result >= 0 && reader.remaining > 0)
        {
            result = entry(scan, interest, handler, section);
            final int shown = named || result != GO ? 0
                : readEntries(scan, interest, handler, section, reader.position, reader.remaining);
            if (shown < 0 || result == SKIPPED || result == STOPPED)
            {
                return shown < 0 ? ~shown : result;
            }
            reader.moveTo(scan.endOfAhead(reader.position, shown), reader.remaining - shown, false);
        }
        return result < 0 || reader.end(reader.position) < 0 ? MALFORMED : GO;
    }

    /**
     * Reads entries ahead and shows them, up to a key that may not be one.
     *
     * @return how many keys and values were shown; the complement of a result if that is to be the end.
     */
    private static int readEntries(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section, final int from, final int most)
    {
        final long[] tokens = scan.ahead.tokens;
        final int id = interest.everyIds[section];
        final long keyKinds = AmqpInterest.keyKinds(scan, section);
        final int read = scan.readAhead(from, most) & ~1;
        for (int i = 0; i < read; i += 2)
        {
            final long key = tokens[i];
            final long value = tokens[i + 1];
            if ((keyKinds >>> AheadReader.kind(key) & 1) == 0)
            {
                return i;
            }
            final Action action = handler.onEntry(id, scan.key.point(AheadReader.offset(key), AheadReader.length(key),
                AheadReader.kind(key)),
                scan.value.point(AheadReader.offset(value), AheadReader.length(value), AheadReader
                    .kind(value)));
            assert scan.poison(action);
            final int result = result(action);
            if (result != GO)
            {
                return ~result;
            }
        }
        return read;
    }

    /** The next entry, whatever its key. */
    private static int entry(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int section)
    {
        final AmqpReader reader = scan.reader;
        final int nameKind = AmqpInterest.nameKind(section);
        int at = reader.key(reader.position, nameKind);
        final int keyOffset = reader.offset;
        final int keyLength = reader.length;
        final int keyKind = reader.kind;
        if (at < 0 || (AmqpInterest.keyKinds(scan, section) >>> keyKind & 1) == 0)
        {
            return at < 0 ? MALFORMED : scan.fault.at(reader.constructorOffset(), Reason.KEY_TYPE, reader.code(),
                FIRST_CODE + section);
        }
        final int id = keyKind == nameKind ? interest.names[section].find(reader.array, reader.base + keyOffset,
            keyLength) : NameTable.NOT_FOUND;
        final int everyId = interest.everyIds[section];
        final boolean wanted = id != NameTable.NOT_FOUND || everyId >= 0;
        if (wanted && interest.nestedId >= 0 && reader.isOnCompound() && reader.checkInside() < 0)
        {
            return MALFORMED;
        }
        at = wanted ? reader.item(at) : reader.skip(at);
        reader.moveTo(at, reader.remaining - 2, false);
        if (at < 0 || !wanted)
        {
            return at < 0 ? MALFORMED : GO;
        }
        if (reader.check() < 0 || id == NameTable.NOT_FOUND && reader.check(keyOffset, keyLength, keyKind) < 0)
        {
            return MALFORMED;
        }
        return shown(scan, interest, handler, at, id == NameTable.NOT_FOUND ? showEntry(scan, handler, everyId,
            keyOffset, keyLength, keyKind) : show(scan, handler, id, reader.offset, reader.length, reader.kind));
    }

    /** After a value was shown that ends before {@code next}: what it holds, if that is wanted too. */
    private static int shown(final AmqpScan scan, final AmqpInterest interest, final DataHandler handler,
        final int next, final int result)
    {
        final AmqpReader reader = scan.reader;
        reader.position = next;
        return result == GO && interest.nestedId >= 0 && reader.isOnCompound()
            ? scan.nested.nested(scan, handler, interest.nestedId)
            : result;
    }

    private static int show(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onField(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.CONTINUE ? scan.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    /** Shows the reader's value with the key before it. */
    private static int showEntry(final AmqpScan scan, final DataHandler handler, final int id, final int keyOffset,
        final int keyLength, final int keyKind)
    {
        final AmqpReader reader = scan.reader;
        final Action action = handler.onEntry(id, scan.key.point(keyOffset, keyLength, keyKind), scan.value.point(
            reader.offset, reader.length, reader.kind));
        assert scan.poison(action);
        return result(action);
    }

    private static int begin(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onBegin(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.CONTINUE ? scan.isSatisfied(id) ? STOPPED : GO : result(action);
    }

    private static int end(final AmqpScan scan, final DataHandler handler, final int id, final int offset,
        final int length, final int kind)
    {
        final Action action = handler.onEnd(id, scan.value.point(offset, length, kind));
        assert scan.poison(action);
        return action == Action.STOP ? STOPPED : GO;
    }

    private static int result(final Action action)
    {
        return action == Action.STOP ? STOPPED : action == Action.SKIP ? SKIPPED : GO;
    }
}
