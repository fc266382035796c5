package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.FrameGenerator;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Settings;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.junit.jupiter.api.Test;

/**
 * Good, odd and malformed frames in every kind of buffer: an evaluator never throws, and judges what is accepted as the
 * real evaluator judges what the real decoder read.
 */
class HostileFramesTest
{
    private static final int FRAMES = 6_000;
    private static final String[] EXPRESSIONS = {"TAGS = 'TagA'", "KEYS CONTAINS '\u00E9' OR a = 'TagA'",
        "UNIQ_KEY > 5 OR TRUE", "$topic IS NULL", "$code = 10 OR $code = 310", "$language = 'JAVA'",
        "$flag >= 0 AND $version <> 5", "$remark IS NOT NULL", "$queueId BETWEEN 0 AND 3",
        "$producerGroup STARTSWITH 'a'", "TAGS2 IN ('7F000001', 'TagA')", "$opaque > 0", "$b = 'x' OR $topic > 5",
        "$properties CONTAINS 'TAGS'", "a = 'long enough to fill words' AND NOT (TAGS IS NULL)"};
    private static final Map<String, String> BRIEF = Map.of("topic", "b", "queueId", "e", "producerGroup", "a",
        "properties", "i");

    /** What the names of the expressions stand for, as the reference decodes the frame. */
    private static Map<String, String> values(final HeaderRecord header)
    {
        final Map<String, String> values = new TreeMap<>();
        if (header.properties != null)
        {
            values.putAll(header.properties);
        }
        final Map<String, String> entries = header.extFields == null ? new TreeMap<>() : header.extFields;
        values.put("$b", entries.get("b"));
        final boolean brief = header.code == 310 || header.code == 320 || header.code == 325;
        BRIEF.forEach((name, letter) -> values.put("$" + name, entries.get(brief && entries.containsKey(letter) ? letter
            : name)));
        values.put("$code", Integer.toString(header.code));
        values.put("$version", Integer.toString(header.version));
        values.put("$flag", Integer.toString(header.flag));
        values.put("$opaque", header.opaque == null ? null : Integer.toString(header.opaque));
        values.put("$language", header.language);
        values.put("$remark", header.remark);
        return values;
    }

    @Test
    void whateverIsAcceptedIsJudgedAsTheReferenceReadsIt()
    {
        final long seed = Settings.seed();
        final FrameGenerator generator = new FrameGenerator(new Random(seed), Captures.sample(300, 2_000));
        final List<Selector<RemotingInterest>> selectors = List.of(EXPRESSIONS).stream().map(Selector::sql).toList();
        final List<BooleanExpression> references = List.of(EXPRESSIONS).stream().map(SqlReference::compile).toList();
        final SelectorTable<RemotingInterest> table = SelectorTable.of(selectors);
        final SelectorEvaluator evaluator = new SelectorEvaluator(table);
        final FrameView view = new FrameView();
        final Map<Verdict, Integer> seen = new EnumMap<>(Verdict.class);
        for (final Strictness strictness : Strictness.values())
        {
            final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
            for (int i = 0; i < Settings.frames(FRAMES); i++)
            {
                final byte[] frame = generator.next();
                final Outcome outcome = scanner.scan(view.wrap(frame), table.interest(), evaluator);
                final HeaderRecord header = outcome == Outcome.COMPLETE ? Reference.decode(frame) : null;
                for (int k = 0; k < EXPRESSIONS.length; k++)
                {
                    final Verdict expected = header == null ? Verdict.ERROR : SqlReference.verdict(references.get(k),
                        values(header));
                    final String what = EXPRESSIONS[k];
                    assertEquals(expected, evaluator.verdict(k), () -> "-Dskim.seed=" + seed + " " + strictness + " "
                        + what + " over " + HexFormat.of().formatHex(frame));
                    seen.merge(header == null ? Verdict.ERROR : expected, 1, Integer::sum);
                }
            }
        }
        assertTrue(seen.get(Verdict.MATCH) > 1_000 || Settings.frames(FRAMES) < FRAMES, seen::toString);
        assertTrue(seen.get(Verdict.UNKNOWN) > 1_000 || Settings.frames(FRAMES) < FRAMES, seen::toString);
    }

    @Test
    void theBuffersKindMakesNoDifference()
    {
        final Selector<RemotingInterest> sql =
            Selector.sql("price > 100 AND region ENDSWITH '\u6771' AND $topic = 'orders'");
        final Map<String, String> properties = Map.of("price", "120", "region", "eu-\"\u6771");
        for (final byte[] frame : List.of(Properties.binary(properties), Properties.json(properties)))
        {
            final SelectorEvaluator evaluator = new SelectorEvaluator(sql);
            final RemotingScanner scanner = new RemotingScanner();
            for (final Buffer buffer : Buffers.all(frame))
            {
                final FrameView view = new FrameView();
                buffer.wrap().accept(view);
                assertEquals(Outcome.COMPLETE, scanner.scan(view, sql.interest(), evaluator), buffer::name);
                view.reset();
                buffer.free().run();
                assertEquals(Verdict.MATCH, evaluator.verdict(), buffer::name);
            }
        }
        final Selector<AmqpInterest> jms = Selector.jms("c = 'red' AND JMSType LIKE 's%'");
        final byte[] message = new AmqpMessages().list(0x73, null, null, null, "subject").map(0x74, Map.of("c", "red"))
            .message();
        final SelectorEvaluator evaluator = new SelectorEvaluator(jms);
        for (final Buffer buffer : Buffers.all(message))
        {
            final FrameView view = new FrameView();
            buffer.wrap().accept(view);
            assertEquals(Outcome.COMPLETE, new AmqpScanner().scan(view, jms.interest(), evaluator), buffer::name);
            view.reset();
            buffer.free().run();
            assertEquals(Verdict.MATCH, evaluator.verdict(), buffer::name);
        }
    }

    @Test
    void everyPrefixAndSpoiledByteOfAMessageGivesAVerdictOrAFault()
    {
        final Selector<AmqpInterest> jms =
            Selector.jms("JMSPriority = 4 AND JMSMessageID IS NOT NULL OR a > 1 OR JMSXUserID LIKE '%a_'"
                + " OR JMSCorrelationID = JMSMessageID OR amqp.user_id IN ('x', a)");
        final SelectorEvaluator evaluator = new SelectorEvaluator(jms);
        final Random random = new Random(1);
        final FrameView view = new FrameView();
        for (final Strictness strictness : Strictness.values())
        {
            final AmqpScanner scanner = new AmqpScanner(Limits.DEFAULT, strictness);
            for (final AmqpVectors.Good good : AmqpVectors.messages())
            {
                for (int length = 0; length < Math.min(400, good.bytes().length); length++)
                {
                    scanner.scan(view.wrap(good.bytes(), 0, length), jms.interest(), evaluator);
                    evaluator.verdict();
                    final byte[] spoiled = good.bytes().clone();
                    spoiled[length] = (byte)random.nextInt(256);
                    final Outcome outcome = scanner.scan(view.wrap(spoiled), jms.interest(), evaluator);
                    assertEquals(outcome != Outcome.COMPLETE, evaluator.verdict() == Verdict.ERROR);
                }
            }
        }
    }
}
