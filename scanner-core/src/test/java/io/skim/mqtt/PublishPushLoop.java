package io.skim.mqtt;

import io.skim.scan.DataHandler;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.spi.NameMatcher;
import io.skim.scan.spi.Scan;

/** Shows what the interest declares of a packet that has been checked as a whole. Keeps no state. */
final class PublishPushLoop extends PublishLoop
{
    @Override
    Outcome run(final PublishScanner scanner, final PublishInterest interest, final DataHandler handler)
    {
        final int result = scanner.packet.read(scanner.frame) < 0 ? -1 : show(scanner, interest, handler);
        final Outcome outcome = result < 0 ? Outcome.MALFORMED : result == Scan.STOPPED ? Outcome.STOPPED
            : Outcome.COMPLETE;
        handler.onOutcome(outcome, scanner.scan.fault());
        return outcome;
    }

    private static int show(final PublishScanner scanner, final PublishInterest interest, final DataHandler handler)
    {
        final PublishPacket packet = scanner.packet;
        int result = show(scanner, interest, handler, PublishField.FLAGS, 0, 1);
        if (result == Scan.GO)
        {
            result = show(scanner, interest, handler, PublishField.TOPIC, packet.topicOffset, packet.topicLength);
        }
        if (result == Scan.GO && packet.packetIdOffset > 0)
        {
            result = show(scanner, interest, handler, PublishField.PACKET_ID, packet.packetIdOffset, Short.BYTES);
        }
        if (result == Scan.GO && interest.wantsProperties)
        {
            result = container(scanner, interest, handler);
        }
        if (result != Scan.GO || interest.id(PublishField.PAYLOAD) < 0)
        {
            return result;
        }
        final int id = interest.id(PublishField.PAYLOAD);
        final int length = packet.end - packet.propertiesEnd;
        return scanner.scan.answer(handler.onField(id, scanner.scan.value(packet.propertiesEnd, length, length == 0
            ? Kind.NULL : Kind.BYTES)), id);
    }

    private static int container(final PublishScanner scanner, final PublishInterest interest,
        final DataHandler handler)
    {
        final PublishPacket packet = scanner.packet;
        final Scan scan = scanner.scan;
        final int id = interest.id(PublishField.PROPERTIES);
        final int offset = packet.propertiesOffset;
        final int length = packet.propertiesEnd - offset;
        int result =
            id < 0 ? Scan.GO : scan.answer(handler.onBegin(id, scan.value(offset, length, Kind.CONTAINER)), id);
        int at = offset;
        while (result == Scan.GO && at < packet.propertiesEnd)
        {
            at = packet.property(at);
            result = property(scanner, interest, handler);
        }
        if (result != Scan.GO || id < 0)
        {
            return result == Scan.SKIPPED ? Scan.GO : result;
        }
        return scan.answerAtEnd(handler.onEnd(id, scan.value(offset, length, Kind.CONTAINER)));
    }

    private static int property(final PublishScanner scanner, final PublishInterest interest, final DataHandler handler)
    {
        final PublishPacket packet = scanner.packet;
        final Scan scan = scanner.scan;
        if (packet.identifier != PublishPacket.USER_PROPERTY)
        {
            final PublishField field = PublishField.ofIdentifier(packet.identifier);
            return field == null ? Scan.GO : show(scanner, interest, handler, field, packet.valueOffset,
                packet.valueLength);
        }
        final int id = interest.names.find(scanner.frame, packet.nameOffset, packet.nameLength);
        if (id != NameMatcher.NOT_FOUND)
        {
            return scan.answer(handler.onField(id, scan.value(packet.valueOffset, packet.valueLength, Kind.TEXT)), id);
        }
        return interest.everyId < 0 ? Scan.GO
            : scan.answer(handler.onEntry(interest.everyId, scan.key(packet.nameOffset,
                packet.nameLength, Kind.TEXT), scan.value(packet.valueOffset, packet.valueLength, Kind.TEXT)));
    }

    private static int show(final PublishScanner scanner, final PublishInterest interest, final DataHandler handler,
        final PublishField field, final int offset, final int length)
    {
        final int id = interest.id(field);
        return id < 0 ? Scan.GO : scanner.scan.answer(handler.onField(id, scanner.scan.value(offset, length,
            field.kind)), id);
    }
}
