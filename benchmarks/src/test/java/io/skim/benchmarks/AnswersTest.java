package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.pojo.RemotingHeader;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.netty.buffer.Unpooled;
import io.skim.scan.Action;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswersTest
{
    private static final List<String> TAGS = List.of("TagA", "TagB", "TagC", "Tag", "TagAA", "");

    /** Every topic that occurs with every tag that does, and some that do not. */
    private static Set<Question> questions(final byte[][] frames)
    {
        final Set<String> topics = Arrays.stream(frames).map(Reference::decode).map(Reference::topic).collect(Collectors
            .toCollection(LinkedHashSet::new));
        topics.add("TopicTest");
        final Set<Question> questions = new LinkedHashSet<>();
        for (final String topic : topics)
        {
            for (final String tag : TAGS)
            {
                questions.add(new Question(topic, tag));
            }
        }
        return questions;
    }

    private static void checkSkim(final byte[][] frames, final Class<? extends Answering> type, final Question question,
        final Reference.Answer answer) throws Exception
    {
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                Contender.check(new SkimContender(new RemotingScanner(), Buffers.each(frames, kind), HandlerCopies.of(
                    type, classes, question)), Reference.answers(frames, answer));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allWalkersCountTheSame(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        final int[] expected = Reference.answers(frames, Reference::count);
        checkSkim(frames, WalkHandler.class, Question.of(frames), Reference::count);
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                Contender
                    .check(new SplitContender(frames, kind, HandlerCopies.of(WalkHandler.class, classes, Question.of(
                        frames))), expected);
            }
        }
        Contender.check(new DecodePeer.Whole(frames), expected);
        if (encoding == Encoding.JSON)
        {
            Contender.check(new JacksonPeer.Walk(frames), expected);
            Contender.check(new FastjsonPeer.Walk(frames), expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void allFindTheTopic(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        for (final Question question : questions(frames))
        {
            final Reference.Answer answer = Reference.topic(question);
            checkSkim(frames, TopicFirstHandler.class, question, answer);
            checkSkim(frames, TopicFullHandler.class, question, answer);
            Contender.check(new DecodePeer.Topic(frames, question), Reference.answers(frames, answer));
            if (encoding == Encoding.JSON)
            {
                Contender.check(new FastjsonPeer.Topic(frames, question), Reference.answers(frames, answer));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allFindTopicAndTag(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        for (final Question question : questions(frames))
        {
            final Reference.Answer answer = Reference.predicate(question);
            final int[] expected = Reference.answers(frames, answer);
            checkSkim(frames, PredicateHandler.class, question, answer);
            Contender.check(new DecodePeer.TextSearch(frames, question), expected);
            Contender.check(new DecodePeer.PropertiesMap(frames, question), expected);
            if (encoding == Encoding.JSON)
            {
                Contender.check(new JacksonPeer.TextSearch(frames, question), expected);
                Contender.check(new FastjsonPeer.TextSearch(frames, question), expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allEncodeTheSame(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        Encode.check(new EncodePeer(frames), frames);
        for (final Buffers kind : Buffers.values())
        {
            for (final EncoderContender.Texts given : EncoderContender.Texts.values())
            {
                Encode.check(new EncoderContender(frames, kind, given), frames);
            }
        }
        final byte[][] others = frames.clone();
        others[0] = frames[1];
        assertThrows(IllegalStateException.class, () -> Encode.check(new EncoderContender(frames, Buffers.HEAP,
            EncoderContender.Texts.STRINGS), others));
    }

    @ParameterizedTest
    @EnumSource
    void allFilterTheSame(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        final int[] answers = FilterBenchmark.answers(frames);
        assertArrayEquals(new int[] {0, 1}, Arrays.stream(answers).sorted().distinct().toArray());
        Contender.check(new FilterPeer(frames), answers);
        for (final Buffers kind : Buffers.values())
        {
            assertNotNull(FilterBenchmark.contender(frames, 4, kind));
        }
    }

    @ParameterizedTest
    @EnumSource
    void allTablesRouteTheSame(final Encoding encoding) throws Exception
    {
        for (final RouteTable<Integer, RemotingInterest> table : List.of(RoutingTables.one(),
            RoutingTables.equalities(), RoutingTables
                .mixed()))
        {
            Contender.check(new RouterBenchmark.RoutingContender(encoding.frames(), table), FilterBenchmark.answers(
                encoding.frames()));
        }
        assertEquals(200, RoutingTables.equalities().size());
        assertEquals(200, RoutingTables.mixed().size());
    }

    @ParameterizedTest
    @EnumSource
    void oneScanAnswersAsThreeDo(final Encoding encoding) throws Exception
    {
        final byte[][] sends = FrameSet.of("java").sends(encoding);
        assertNotNull(OneScanBenchmark.checked(new OneScanBenchmark.SharedScan(sends), sends));
        final OneScanBenchmark.ScanAlone scan = new OneScanBenchmark.ScanAlone(sends);
        for (int i = 0; i < sends.length; i++)
        {
            assertEquals(Outcome.COMPLETE.ordinal(), scan.next());
        }
        final RemotingInterest routed = new Router<>(new Routes<>(RoutingTables.equalities())).interest();
        for (final byte[] frame : sends)
        {
            assertEquals(shown(frame, RequestGate.INTEREST) + shown(frame, routed), shown(frame, scan.interest));
        }
    }

    private static int shown(final byte[] frame, final RemotingInterest interest)
    {
        final int[] values = new int[1];
        new RemotingScanner().scan(new FrameView().wrap(frame), interest, (id, value) -> {
            values[0]++;
            return Action.CONTINUE;
        });
        return values[0];
    }

    @ParameterizedTest
    @EnumSource
    void allRewriteTheSame(final Encoding encoding) throws Exception
    {
        final byte[][] frames = RewriteBenchmark.frames(encoding.frames());
        for (final Buffers kind : Buffers.values())
        {
            Rewrite.check(new RelayContender(frames, kind), frames, Rewrite.Expectation.OPAQUE);
            RewriteBenchmark.trusted(frames, kind);
            Rewrite.check(new RewriterContender(frames, kind), frames, Rewrite::topic);
        }
        Rewrite.check(new RewritePeer.Opaque(frames), frames, Rewrite.Expectation.OPAQUE);
        Rewrite.check(new RewritePeer.Topic(frames), frames, Rewrite::topic);
        assertThrows(IllegalStateException.class, () -> Rewrite.check(new RewritePeer.Topic(frames), frames,
            Rewrite.Expectation.OPAQUE));
    }

    @ParameterizedTest
    @EnumSource
    void theTimedQuestionHasEveryAnswer(final Encoding encoding)
    {
        final byte[][] frames = encoding.frames();
        final int[] answers = Reference.answers(frames, Reference.predicate(Question.of(frames)));
        assertArrayEquals(new int[] {0, 1, 2, 3}, Arrays.stream(answers).sorted().distinct().toArray());
    }

    @ParameterizedTest
    @EnumSource
    void allExtractTheSame(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        checkSkim(frames, ExtractHandler.class, Question.of(frames), Reference::extract);
        for (final Buffers kind : Buffers.values())
        {
            for (final int classes : new int[] {1, 4})
            {
                for (final Class<? extends Extracting> type : List.of(ExtractReader.class, ExtractCopyReader.class))
                {
                    final ExtractContender contender = new ExtractContender(frames, kind, classes, type);
                    Contender.check(contender.checkTexts(frames), Reference.answers(frames, Reference::extract));
                }
            }
        }
        Contender.check(new DecodePeer.Typed(frames), Reference.answers(frames, Reference::extract));
        Contender.check(new DecodePeer.Bound(frames), Reference.answers(frames, Reference::bound));
        for (final Buffers kind : Buffers.values())
        {
            Contender.check(new BindContender(frames, kind), Reference.answers(frames, Reference::bound));
        }
        Contender.check(new TypedHeaderContender(frames, false), Reference.answers(frames, Reference::extract));
        Contender.check(new TypedHeaderContender(frames, true), Reference.answers(frames, Reference::extract));
    }

    @ParameterizedTest
    @EnumSource
    void theHeaderHoldsWhatTheCommandHolds(final Encoding encoding) throws Exception
    {
        final byte[][] frames = encoding.frames();
        Contender.check(new PojoContender(frames), Reference.answers(frames, Reference::count));
        final PojoContender contender = new PojoContender(frames);
        for (final byte[] frame : frames)
        {
            assertHolds(Reference.decode(frame), contender.header());
        }
    }

    private static void assertHolds(final RemotingCommand command, final RemotingHeader header)
    {
        assertEquals(command.getExtFields(), header.extFields());
        assertEquals(command.getCode(), header.code());
        assertEquals(command.getLanguage().name(), header.language().name());
        assertEquals(command.getVersion(), header.version());
        assertEquals(command.getOpaque(), header.opaque());
        assertEquals(command.getFlag(), header.flag());
        assertEquals(command.getRemark(), header.remark());
    }

    @ParameterizedTest
    @EnumSource
    void theRowHoldsTheTexts(final Encoding encoding)
    {
        final ExtractHandler handler = new ExtractHandler(null);
        final List<Extracting> readers = List.of(new ExtractReader(null), new ExtractCopyReader(null));
        for (final byte[] frame : encoding.frames())
        {
            final RemotingCommand command = Reference.decode(frame);
            new SkimContender(new RemotingScanner(), Buffers.each(new byte[][] {frame}, Buffers.HEAP), new Answering[] {
                handler}).next();
            final Map<String, String> fields = command.getExtFields();
            assertEquals(List.of(fields.get("a"), fields.get("b"), fields.get("c"), fields.get("i")), List.of(handler
                .row().producerGroup.toText(), handler.row().topic.toText(), handler.row().defaultTopic.toText(),
                handler.row().properties.toText()));
            final FrameView view = new FrameView().wrap(Unpooled.wrappedBuffer(frame));
            for (final Extracting reader : readers)
            {
                reader.answer(view);
                final Map<String, String> texts = reader.texts(view);
                assertEquals(Reference.texts(command), texts);
                assertTrue(texts.keySet().containsAll(List.of("a", "b", "c", "i", "n")), texts::toString);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherTextIsNotTimed(final Encoding encoding)
    {
        final byte[][] frames = encoding.frames();
        final byte[][] others = frames.clone();
        others[0] = frames[1];
        for (final Class<? extends Extracting> type : List.of(ExtractReader.class, ExtractCopyReader.class))
        {
            final ExtractContender contender = new ExtractContender(frames, Buffers.HEAP, 1, type);
            assertDoesNotThrow(() -> contender.checkTexts(frames));
            assertThrows(IllegalStateException.class, () -> contender.checkTexts(others));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFramesAreTheCapturesOwn(final Encoding encoding) throws IOException
    {
        final byte[][] frames = encoding.frames();
        try (InputStream in = Encoding.class.getResourceAsStream(encoding.resource("origin")))
        {
            final List<String> origins =
                new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().collect(Collectors
                    .toList());
            assertEquals(frames.length, origins.size());
            for (int i = 0; i < frames.length; i++)
            {
                final String[] origin = origins.get(i).split(" ");
                final byte[] capture = Files.readAllBytes(Captures.root().resolve("docs/captures").resolve(origin[0]
                    + ".frames"));
                assertArrayEquals(Frames.cut(capture).get(Integer.parseInt(origin[1])), frames[i], origins.get(i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFramesAreSendsWithProperties(final Encoding encoding)
    {
        for (final byte[] frame : encoding.frames())
        {
            final RemotingCommand command = Reference.decode(frame);
            assertEquals(310, command.getCode());
            assertEquals(encoding.ordinal() == 0 ? "ROCKETMQ" : "JSON", command.getSerializeTypeCurrentRPC().name());
            assertNotEquals(0, MessageDecoder.string2messageProperties(command.getExtFields().get("i")).size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void copiesOfHandlersAreDistinctClasses(final Encoding encoding)
    {
        final Question question = Question.of(encoding.frames());
        final Answering[] four = HandlerCopies.of(PredicateHandler.class, 4, question);
        assertEquals(4, Arrays.stream(four).map(Object::getClass).distinct().count());
        assertEquals(4, Arrays.stream(four).map(handler -> handler.interest).distinct().count());
        final Answering[] one = HandlerCopies.of(PredicateHandler.class, 1, question);
        assertEquals(1, Arrays.stream(one).map(Object::getClass).distinct().count());
        assertEquals(4, Arrays.stream(one).distinct().count());
    }

    @ParameterizedTest
    @EnumSource
    void aWrongAnswerIsNotTimed(final Encoding encoding)
    {
        final byte[][] frames = encoding.frames();
        final int[] expected = Reference.answers(frames, Reference::count);
        assertDoesNotThrow(() -> Contender.check(new DecodePeer.Whole(frames), expected));
        expected[expected.length - 1]++;
        assertThrows(IllegalStateException.class, () -> Contender.check(new DecodePeer.Whole(frames), expected));
    }
}
