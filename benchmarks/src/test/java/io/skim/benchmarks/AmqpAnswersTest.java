package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueScanner;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpAnswersTest
{
    private static void checkSkim(final byte[][] messages, final Class<? extends Answering> type,
        final AmqpReference.Answer answer) throws Exception
    {
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                Contender.check(new SkimContender(new AmqpScanner(), Buffers.halves(messages, kind), HandlerCopies.of(
                    type, classes, AmqpMessages.QUESTION)), AmqpReference.answers(messages, answer));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allTakeTheSameValues(final AmqpValues values) throws Exception
    {
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                Contender.check(ValuesBenchmark.contender(values, kind, classes), values.answers());
            }
            Contender.check(ReaderContender.of(values, kind), values.answers());
        }
        Contender.check(ProtonjPeer.of(values), values.answers());
        Contender.check(Protonj2Peer.of(values), values.answers());
        Contender.check(new OldProtonj.Reading(values), values.answers());
    }

    @Test
    void aMapInAnyOrderGivesTheSame()
    {
        final byte[][] region = {AmqpValues.AMQP_MAP.regions()[2]};
        final Answering handler = HandlerCopies.of(MapHandler.class, 1, AmqpMessages.QUESTION)[0];
        new SkimContender(new AmqpValueScanner(), Buffers.halves(region, Buffers.HEAP), new Answering[] {handler})
            .next();
        assertEquals(AmqpValues.AMQP_MAP.answers()[2], handler.answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thirteen", "clients"})
    void allTakeTheWholeMessage(final String set) throws Exception
    {
        final byte[][] messages = AmqpMessages.of(set);
        final int[] expected = AmqpReference.answers(messages, AmqpReference::message);
        assertTrue(Arrays.stream(expected).distinct().count() > messages.length / 2);
        for (final Buffers kind : Buffers.values())
        {
            Contender.check(new MessageRowContender(messages, kind, 4, MessageRowReader.class), expected);
        }
        checkSkim(messages, MessageHandler.class, AmqpReference::message);
        checkSkim(messages, MessageCopyHandler.class, AmqpReference::message);
        Contender.check(new ProtonjPeer.Whole(messages), expected);
        Contender.check(new Protonj2Peer.Whole(messages), expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thirteen", "clients"})
    void allFindTheProperty(final String set) throws Exception
    {
        final byte[][] messages = AmqpMessages.of(set);
        final int[] expected = AmqpReference.answers(messages, AmqpReference::property);
        assertArrayEquals(new int[] {0, 1, 2}, Arrays.stream(expected).sorted().distinct().toArray());
        checkSkim(messages, PropertyHandler.class, AmqpReference::property);
        checkSkim(messages, PropertyFirstHandler.class, AmqpReference::property);
        Contender.check(new ProtonjPeer.Property(messages), expected);
        Contender.check(new Protonj2Peer.Property(messages), expected);
        Contender.check(new Protonj2Peer.KeyScan(messages), expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thirteen", "clients"})
    void allFindTheSections(final String set) throws Exception
    {
        final byte[][] messages = AmqpMessages.of(set);
        final int[] expected = AmqpReference.answers(messages, AmqpReference::sections);
        checkSkim(messages, SectionsHandler.class, AmqpReference::sections);
        Contender.check(new ProtonjPeer.Sections(messages), expected);
        Contender.check(new Protonj2Peer.Sections(messages), expected);
        Contender.check(new Protonj2Peer.SkippedSections(messages), expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thirteen", "clients"})
    void allRewriteTheSame(final String set) throws Exception
    {
        final byte[][] messages = AmqpMessages.of(set);
        for (final Buffers kind : Buffers.values())
        {
            AmqpRewrite.check(new AmqpRewriterContender(messages, kind), messages);
            assertNotNull(PropertyBenchmark.selector(messages, 4, kind, UnaryOperator.identity()));
            assertNotNull(PropertyBenchmark.selector(messages, 4, kind, Selector::firstMatchWins));
        }
        AmqpRewrite.check(new AmqpRewritePeer.Touched(messages), messages);
        AmqpRewrite.check(new AmqpRewritePeer.Whole(messages), messages);
    }

    @Test
    void allEncodeWhatProtonj2ReadsTheSame() throws Exception
    {
        for (final AmqpValues values : AmqpValues.values())
        {
            for (final Buffers kind : Buffers.values())
            {
                AmqpEncode.checked(AmqpEncodeContender.of(values, kind));
                AmqpEncode.checked(new AmqpEncodeContender.Texts(kind));
            }
            AmqpEncode.checked(new AmqpEncodePeer.Protonj2(values));
            AmqpEncode.checked(new AmqpEncodePeer.Protonj(values));
            AmqpEncode.checked(new OldProtonj.Writing(values));
        }
    }

    @ParameterizedTest
    @EnumSource
    void allMakeTheSameObjects(final AmqpComposites values) throws Exception
    {
        assertEquals(values.regions().length, Arrays.stream(values.answers()).distinct().count());
        Contender.check(new AmqpCompositeContender(values), values.answers());
        Contender.check(new Protonj2Peer.Composites(values), values.answers());
    }

    @ParameterizedTest
    @ValueSource(strings = {"thirteen", "clients"})
    void everyHandlerSeesEveryMessage(final String set)
    {
        final byte[][] messages = AmqpMessages.of(set);
        assertEquals(1, messages.length % 2);
        assertEquals(1, AmqpValues.AMQP_LIST.regions().length % 2);
    }
}
