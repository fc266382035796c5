package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.testing.AmqpCaptures;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sections followed through transfers, against the index of the whole message.
 */
class DeliverySectionsTest
{
    private static final AmqpInterest ALL = AmqpScanner.interest().field(AmqpField.HEADER, 0).build();

    private final DeliverySections sections = new DeliverySections();
    private final AmqpMessageIndex index = new AmqpMessageIndex(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();

    private boolean add(final byte[] message, final int... cuts)
    {
        sections.begin();
        int from = 0;
        boolean good = true;
        for (final int cut : cuts)
        {
            good = sections.add(view.wrap(message), from, cut - from);
            from = cut;
        }
        return sections.add(view.wrap(message), from, message.length - from) && good;
    }

    /** Where the body begins by the index; -1 if there is none. */
    private long bodyOffset(final byte[] message)
    {
        assertTrue(index.wrap(view.wrap(message), ALL));
        for (int i = 0; i < index.sectionCount(); i++)
        {
            if (index.rank(i) >= 5 && index.rank(i) <= 7)
            {
                return i == 0 ? 0 : index.bodyEnd(i - 1);
            }
        }
        return -1;
    }

    /** Whether sections come twice, or those of the head behind the body, which the lenient index takes. */
    private boolean isOdd()
    {
        int seen = 0;
        boolean body = false;
        for (int i = 0; i < index.sectionCount(); i++)
        {
            final int rank = index.rank(i);
            final boolean repeated = (seen >> rank & 1) != 0 && rank != 5 && rank != 6;
            if (repeated || rank < 5 && body || rank >= 5 && rank < 8 && (seen & 0xE0 & ~(1 << rank)) != 0)
            {
                return true;
            }
            seen |= 1 << rank;
            body |= rank >= 5 && rank < 8;
        }
        return false;
    }

    private void check(final byte[] message, final Random random)
    {
        if (!index.wrap(view.wrap(message), ALL))
        {
            return;
        }
        final long body = bodyOffset(message);
        final boolean odd = isOdd();
        final int cut = random.nextInt(message.length + 1);
        assertEquals(!odd, add(message, cut), () -> HexFormat.of().formatHex(message) + " " + sections.fault());
        if (!odd)
        {
            assertEquals(body, sections.bodyOffset());
            assertTrue(sections.isBetweenSections());
        }
    }

    @Test
    void messagesCutAnywhereHaveTheirBodyWhereTheIndexFindsIt()
    {
        final Random random = new Random(Settings.seed());
        final List<byte[]> messages = new ArrayList<>();
        AmqpCaptures.all().forEach(capture -> messages.addAll(capture.messages()));
        AmqpVectors.messages().forEach(good -> messages.add(good.bytes()));
        final AmqpGenerator generator = new AmqpGenerator(random);
        for (int i = 0; i < Settings.frames(5_000); i++)
        {
            messages.add(AmqpMessages.random(random, generator));
        }
        messages.forEach(message -> check(message, random));
        final byte[] first = messages.get(messages.size() - 1);
        for (int cut = 0; cut <= first.length; cut++)
        {
            assertTrue(add(first, cut) && sections.isBetweenSections());
        }
    }

    @Test
    void mutatedMessagesAreFollowedAsTheIndexFollowsThem()
    {
        final Random random = new Random(Settings.seed());
        final AmqpGenerator generator = new AmqpGenerator(random);
        final AmqpMutator mutator = new AmqpMutator(random);
        for (int i = 0; i < Settings.frames(20_000); i++)
        {
            check(mutator.mutated(AmqpMessages.random(random, generator)), random);
        }
    }

    @ParameterizedTest
    @CsvSource({"00537045 005375a000 00537045, SECTION_REPEATED, 9", "005375a000 00537045, SECTION_ORDER, 5",
        "005374c10100 005374c10100, SECTION_REPEATED, 6", "005375a000 00537740, BODY_MIXED, 5",
        "005369 45, SECTION_UNKNOWN, 0", "00a3000000, SECTION_UNKNOWN, 0", "0053753f, CODE_UNKNOWN, 0",
        "a000, SECTION_UNKNOWN, 0", "00b3ffffffff, SECTION_UNKNOWN, 0"})
    void whatReadersReadDifferentlyIsRefused(final String hex, final Reason reason, final long offset)
    {
        final byte[] message = HexFormat.of().parseHex(hex.replace(" ", ""));
        for (int cut = 0; cut <= message.length; cut++)
        {
            assertFalse(add(message, cut));
            assertEquals(reason, sections.fault().reason());
            assertEquals(offset, sections.fault().offset());
            assertFalse(sections.isBetweenSections());
        }
    }

    @ParameterizedTest
    @CsvSource({"00537045 005378c10100 005375a0036162, 10", "005377 00a30161 00a30162 a161, 0", "00537045, -1",
        "005377 8000000000000000, 0", "005376d000000010, 0"})
    void messagesThatGoOnAreNotBetweenSections(final String hex, final long bodyOffset)
    {
        final byte[] message = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertTrue(add(message));
        assertEquals(bodyOffset, sections.bodyOffset());
        assertEquals(bodyOffset < 0, sections.isBetweenSections());
    }
}
