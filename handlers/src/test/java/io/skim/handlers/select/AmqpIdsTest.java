package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.handlers.select.AmqpMessages.Typed;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.qpid.jms.provider.amqp.message.AmqpMessageIdHelper;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.junit.jupiter.api.Test;

/**
 * The texts of ids are those that the real qpid-jms-client 2.10.0 shows its users.
 */
class AmqpIdsTest
{
    private static final String[] PARTS = {"ID:", "AMQP_STRING:", "AMQP_UUID:", "AMQP_ULONG:", "AMQP_BINARY:",
        "AMQP_NO_PREFIX:", "AMQP_", "id:", "amqp_ulong:", "x", "123456789", "00AB7F",
        "00112233-4455-6677-8899-aabbccddeeff", "\u6771", "ID", ":"};

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();
    private final RowExtractor row = new RowExtractor(Columns.amqp("JMSMessageID", "JMSCorrelationID"));

    private void compare(final Object encoded, final Object decoded)
    {
        final byte[] message = new AmqpMessages().list(0x73, encoded, null, null, null, null, encoded).message();
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(message), Columns.amqp("JMSMessageID", "JMSCorrelationID")
            .interest(), row));
        assertEquals(AmqpMessageIdHelper.toMessageIdString(decoded), row.toText(0));
        assertEquals(AmqpMessageIdHelper.toCorrelationIdString(decoded), row.toText(1));
    }

    @Test
    void stringsOfEveryPrefixAreThoseOfTheClient()
    {
        final List<String> ids = new ArrayList<>(List.of(""));
        for (final String one : PARTS)
        {
            ids.add(one);
            for (final String two : PARTS)
            {
                ids.add(one + two);
                for (final String three : PARTS)
                {
                    ids.add(one + two + three);
                }
            }
        }
        ids.forEach(id -> compare(id, id));
    }

    @Test
    void idsThatAreNoStringsAreThoseOfTheClient()
    {
        final Random random = new Random(1);
        for (int i = 0; i < 100; i++)
        {
            final long number = random.nextLong() >> random.nextInt(64);
            compare(Typed.unsignedLong(number), UnsignedLong.valueOf(number));
            final UUID uuid = new UUID(random.nextLong(), number);
            compare(uuid, uuid);
            final byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            compare(bytes, new Binary(bytes));
        }
    }
}
