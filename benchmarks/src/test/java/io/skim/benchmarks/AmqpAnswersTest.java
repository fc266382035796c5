package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueScanner;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AmqpAnswersTest
{
    private static final byte[][] MESSAGES = AmqpMessages.all();

    private static void checkSkim(final Class<? extends Answering> type, final AmqpReference.Answer answer)
        throws Exception
    {
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                Contender.check(new SkimContender(new AmqpScanner(), Buffers.halves(MESSAGES, kind), HandlerCopies.of(
                    type, classes, AmqpMessages.QUESTION)), AmqpReference.answers(MESSAGES, answer));
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

    @Test
    void allTakeTheWholeMessage() throws Exception
    {
        final int[] expected = AmqpReference.answers(MESSAGES, AmqpReference::message);
        assertEquals(MESSAGES.length, Arrays.stream(expected).distinct().count());
        for (final Buffers kind : Buffers.values())
        {
            Contender.check(new MessageRowContender(MESSAGES, kind, 4, MessageRowReader.class), expected);
        }
        checkSkim(MessageHandler.class, AmqpReference::message);
        checkSkim(MessageCopyHandler.class, AmqpReference::message);
        Contender.check(new ProtonjPeer.Whole(MESSAGES), expected);
        Contender.check(new Protonj2Peer.Whole(MESSAGES), expected);
    }

    @Test
    void allFindTheProperty() throws Exception
    {
        final int[] expected = AmqpReference.answers(MESSAGES, AmqpReference::property);
        assertArrayEquals(new int[] {0, 1, 2}, Arrays.stream(expected).sorted().distinct().toArray());
        checkSkim(PropertyHandler.class, AmqpReference::property);
        checkSkim(PropertyFirstHandler.class, AmqpReference::property);
        Contender.check(new ProtonjPeer.Property(MESSAGES), expected);
        Contender.check(new Protonj2Peer.Property(MESSAGES), expected);
        Contender.check(new Protonj2Peer.KeyScan(MESSAGES), expected);
    }

    @Test
    void allFindTheSections() throws Exception
    {
        final int[] expected = AmqpReference.answers(MESSAGES, AmqpReference::sections);
        checkSkim(SectionsHandler.class, AmqpReference::sections);
        Contender.check(new ProtonjPeer.Sections(MESSAGES), expected);
        Contender.check(new Protonj2Peer.Sections(MESSAGES), expected);
        Contender.check(new Protonj2Peer.SkippedSections(MESSAGES), expected);
    }

    @Test
    void allRewriteTheSame() throws Exception
    {
        for (final Buffers kind : Buffers.values())
        {
            AmqpRewrite.check(new AmqpRewriterContender(MESSAGES, kind), MESSAGES);
            assertNotNull(PropertyBenchmark.selector(4, kind, UnaryOperator.identity()));
            assertNotNull(PropertyBenchmark.selector(4, kind, Selector::firstMatchWins));
        }
        AmqpRewrite.check(new AmqpRewritePeer.Touched(MESSAGES), MESSAGES);
        AmqpRewrite.check(new AmqpRewritePeer.Whole(MESSAGES), MESSAGES);
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

    @Test
    void everyHandlerSeesEveryMessage()
    {
        assertEquals(1, MESSAGES.length % 2);
        assertEquals(1, AmqpValues.AMQP_LIST.regions().length % 2);
    }
}
