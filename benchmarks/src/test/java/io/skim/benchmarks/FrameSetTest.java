package io.skim.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every contender gives the same answer to every frame of every set. */
class FrameSetTest
{
    private static Stream<Arguments> setsAndEncodings()
    {
        return Arrays.stream(FrameSet.values()).flatMap(set -> Arrays.stream(Encoding.values()).map(
            encoding -> Arguments.of(set, encoding)));
    }

    /** Go's binary sends name their fields in full. */
    private static Stream<Arguments> setsWithShortNames()
    {
        return setsAndEncodings().filter(arguments -> !List.of(arguments.get()).equals(List.of(FrameSet.GO_JS,
            Encoding.BINARY)));
    }

    private static void checkSkim(final byte[][] frames, final Class<? extends Answering> type, final int[] expected)
        throws Exception
    {
        Contender.check(new SkimContender(new RemotingScanner(), Buffers.each(frames, Buffers.HEAP), HandlerCopies.of(
            type, HandlerCopies.MOST, Question.of(frames))), expected);
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void hasAnOddNumberOfFrames(final FrameSet set, final Encoding encoding)
    {
        assertEquals(1, set.frames(encoding).length % 2);
        assertEquals(1, set.sends(encoding).length % 2);
        assertEquals(set == FrameSet.GO_JS && encoding == Encoding.BINARY ? 0 : 1, set.shortSends(encoding).length
            % 2);
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void allWalkersCountTheSame(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.frames(encoding);
        final int[] expected = Reference.answers(frames, Reference::count);
        checkSkim(frames, WalkHandler.class, expected);
        Contender.check(new SplitContender(frames, Buffers.HEAP, HandlerCopies.of(WalkHandler.class, 4, Question.of(
            frames))), expected);
        Contender.check(new DecodePeer.Whole(frames), expected);
        Contender.check(new PojoContender(frames), expected);
        if (encoding == Encoding.JSON)
        {
            Contender.check(new JacksonPeer.Walk(frames), expected);
            Contender.check(new FastjsonPeer.Walk(frames), expected);
        }
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void allFindTheTopic(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.frames(encoding);
        final Question question = Question.of(frames);
        final int[] expected = Reference.answers(frames, Reference.topic(question));
        checkSkim(frames, TopicFirstHandler.class, expected);
        checkSkim(frames, TopicFullHandler.class, expected);
        Contender.check(new DecodePeer.Topic(frames, question), expected);
        if (encoding == Encoding.JSON)
        {
            Contender.check(new FastjsonPeer.Topic(frames, question), expected);
        }
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void allFindTopicAndTag(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.frames(encoding);
        final Question question = Question.of(frames);
        final int[] expected = Reference.answers(frames, Reference.predicate(question));
        assertArrayEquals(new int[] {0, 1, 2, 3}, Arrays.stream(expected).sorted().distinct().toArray());
        checkSkim(frames, PredicateHandler.class, expected);
        Contender.check(new DecodePeer.TextSearch(frames, question), expected);
        Contender.check(new DecodePeer.PropertiesMap(frames, question), expected);
        if (encoding == Encoding.JSON)
        {
            Contender.check(new JacksonPeer.TextSearch(frames, question), expected);
            Contender.check(new FastjsonPeer.TextSearch(frames, question), expected);
        }
    }

    @ParameterizedTest
    @MethodSource("setsWithShortNames")
    void allExtractTheSame(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.shortSends(encoding);
        final int[] expected = Reference.answers(frames, Reference::extract);
        checkSkim(frames, ExtractHandler.class, expected);
        for (final Class<? extends Extracting> type : List.of(ExtractReader.class, ExtractCopyReader.class))
        {
            Contender.check(new ExtractContender(frames, Buffers.HEAP, 4, type).checkTexts(frames), expected);
        }
        Contender.check(new DecodePeer.Typed(frames), expected);
        Contender.check(new TypedHeaderContender(frames, false), expected);
        Contender.check(new TypedHeaderContender(frames, true), expected);
        final int[] bound = Reference.answers(frames, Reference::bound);
        Contender.check(new DecodePeer.Bound(frames), bound);
        Contender.check(new BindContender(frames, Buffers.HEAP), bound);
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void allFilterAndRouteTheSame(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.frames(encoding);
        final int[] answers = FilterBenchmark.answers(frames);
        FilterBenchmark.contender(frames, 4, Buffers.HEAP);
        Contender.check(new RouterBenchmark.RoutingContender(frames, RoutingTables.equalities()), answers);
        Contender.check(new RouterBenchmark.RoutingContender(frames, RoutingTables.mixed()), answers);
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void allRewriteTheSame(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = RewriteBenchmark.frames(set.sends(encoding));
        Rewrite.check(new RelayContender(frames, Buffers.HEAP), frames, Rewrite.Expectation.OPAQUE);
        RewriteBenchmark.trusted(frames, Buffers.HEAP);
        Rewrite.check(new RewriterContender(frames, Buffers.HEAP), frames, Rewrite::topic);
        Rewrite.check(new RewritePeer.Opaque(frames), frames, Rewrite.Expectation.OPAQUE);
        Rewrite.check(new RewritePeer.Topic(frames), frames, Rewrite::topic);
    }

    @ParameterizedTest
    @MethodSource("setsWithShortNames")
    void allEncodeTheSame(final FrameSet set, final Encoding encoding) throws Exception
    {
        final byte[][] frames = set.shortSends(encoding);
        Encode.check(new EncodePeer(frames), frames);
        for (final EncoderContender.Texts given : EncoderContender.Texts.values())
        {
            Encode.check(new EncoderContender(frames, Buffers.HEAP, given), frames);
        }
    }

    @Test
    void theCapturedSetsAreOfTheClientsTheyAreNamedAfter()
    {
        assertEquals(Set.of("JAVA"), languages(FrameSet.JAVA, Encoding.BINARY));
        assertEquals(Set.of("JAVA"), languages(FrameSet.JAVA, Encoding.JSON));
        assertEquals(Set.of("GO"), languages(FrameSet.GO_JS, Encoding.BINARY));
        // JavaScript's client says JAVA.
        assertEquals(Set.of("GO", "JAVA"), languages(FrameSet.GO_JS, Encoding.JSON));
        assertTrue(Arrays.stream(FrameSet.GO_JS.frames(Encoding.JSON)).anyMatch(frame -> new String(frame,
            StandardCharsets.ISO_8859_1).contains("\"e\":1,")));
        final Set<Boolean> responses = commands(FrameSet.ALL, Encoding.BINARY).map(RemotingCommand::isResponseType)
            .collect(Collectors.toSet());
        assertEquals(Set.of(true, false), responses);
    }

    @Test
    void theGeneratedFramesAreAsVariedAsTheyAreSaidToBe()
    {
        final List<RemotingCommand> commands = commands(FrameSet.GEN, Encoding.BINARY).collect(Collectors.toList());
        final int[] counts = commands.stream().mapToInt(command -> Reference.properties(command).size()).sorted()
            .toArray();
        assertEquals(5, counts[0]);
        assertEquals(40, counts[counts.length - 1]);
        assertTrue(commands.stream().allMatch(command -> Reference.properties(command).containsKey("traceparent")));
        assertShare(0.33, commands, command -> Reference.propertiesText(command).chars().anyMatch(c -> c > 0x3000)
            ? 1 : 0);
        assertShare(0.25, commands, command -> command.getCode() == 10 ? 1 : 0);
        assertShare(0.2, commands, command -> command.getRemark() == null ? 0 : 1);
    }

    @ParameterizedTest
    @MethodSource("setsAndEncodings")
    void isTheSameEachTime(final FrameSet set, final Encoding encoding)
    {
        final byte[][] first = set.frames(encoding);
        final List<byte[]> again = set.load(encoding);
        for (int i = 0; i < first.length; i++)
        {
            assertArrayEquals(first[i], again.get(i));
        }
    }

    private static Stream<RemotingCommand> commands(final FrameSet set, final Encoding encoding)
    {
        return Arrays.stream(set.frames(encoding)).map(Reference::decode);
    }

    private static Set<String> languages(final FrameSet set, final Encoding encoding)
    {
        return commands(set, encoding).map(command -> command.getLanguage().name()).collect(Collectors.toCollection(
            TreeSet::new));
    }

    private static void assertShare(final double expected, final List<RemotingCommand> commands,
        final ToIntFunction<RemotingCommand> isOne)
    {
        assertEquals(expected, commands.stream().mapToInt(isOne).average().orElseThrow(), 0.06);
    }
}
