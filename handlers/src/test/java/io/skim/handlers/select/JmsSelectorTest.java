package io.skim.handlers.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.select.AmqpMessages.Typed;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.testing.AmqpVectors;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JMS selectors over AMQP messages: names, types, three values, and what is refused.
 */
class JmsSelectorTest
{
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final byte[] FULL = new AmqpMessages().list(0x70, true, Typed.unsignedByte(7), Typed.unsignedInt(
        30_000), true, Typed.unsignedInt(2)).map(0x72, Map.of("x-opt-kind", "k", "jms-type", "jt")).list(0x73,
            "ID:one", "me".getBytes(StandardCharsets.UTF_8), "queue", "subject", "answers", "ID:corr", Typed.symbol(
                "text/plain"),
            Typed.symbol("gzip"), Typed.timestamp(2_000), Typed.timestamp(1_000), "group", Typed
                .unsignedInt(9),
            "answer-group")
        .map(0x74, application()).message();
    private static final byte[] BARE = new AmqpMessages().message();

    private final AmqpScanner scanner = new AmqpScanner();
    private final FrameView view = new FrameView();

    private static Map<String, Object> application()
    {
        final Map<String, Object> application = new LinkedHashMap<>();
        application.put("i", 5);
        application.put("big", Typed.unsignedLong(-1));
        application.put("ulong", Typed.unsignedLong(6));
        application.put("text", "red");
        application.put("symbol", Typed.symbol("red"));
        application.put("char", 'r');
        application.put("time", Typed.timestamp(5_000));
        application.put("nothing", null);
        application.put("bytes", new byte[] {'r', 'e', 'd'});
        application.put("uuid", ID);
        application.put("decimal", Typed.decimal());
        application.put("float", 1.5f);
        application.put("nan", Double.NaN);
        application.put("zero", -0.0);
        application.put("JMSPriority", "mine");
        application.put("JMSXown", "own");
        application.put("JMSown", "own");
        application.put("a.b", "dotted");
        application.put("gr\u00F6\u00DFe", 100);
        application.put("\u540D2.\u540D", "name");
        return application;
    }

    /** Application properties c = 'abc', b = true, x a binary, n not a number, i = 3. */
    private static byte[] unlike()
    {
        final Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("c", "abc");
        properties.put("b", true);
        properties.put("x", new byte[] {'a', 'b', 'c'});
        properties.put("n", Double.NaN);
        properties.put("i", 3);
        return AmqpMessages.properties(properties);
    }

    @Test
    void whatIsNoNumberIsNeitherBetweenTwoNorOutside()
    {
        for (final String name : new String[] {"c", "b", "x", "n"})
        {
            for (final String bounds : new String[] {" 1 AND 5", " i AND 5", " 1 AND i", " 1.5 AND i + 1"})
            {
                assertEquals(Verdict.NO_MATCH, verdict(name + " BETWEEN" + bounds, unlike()), name + bounds);
                assertEquals(Verdict.NO_MATCH, verdict(name + " NOT BETWEEN" + bounds, unlike()), name + bounds);
                assertEquals(Verdict.MATCH, verdict("NOT (" + name + " BETWEEN" + bounds + ")", unlike()), name
                    + bounds);
            }
        }
        assertEquals(Verdict.MATCH, verdict("i NOT BETWEEN 4 AND 5", unlike()));
        assertEquals(Verdict.MATCH, verdict("i + 1 NOT BETWEEN i AND i", unlike()));
        assertEquals(Verdict.MATCH, verdict("i NOT BETWEEN none AND 2", unlike()));
        assertEquals(Verdict.UNKNOWN, verdict("i NOT BETWEEN none AND 5", unlike()));
        assertEquals(Verdict.UNKNOWN, verdict("none NOT BETWEEN 1 AND 5", unlike()));
    }

    @Test
    void whatIsNoTextIsUnknownToAListOfTexts()
    {
        for (final String name : new String[] {"b", "x", "n", "i"})
        {
            assertEquals(Verdict.UNKNOWN, verdict(name + " IN ('abc', '3')", unlike()), name);
            assertEquals(Verdict.UNKNOWN, verdict(name + " NOT IN ('abc', '3')", unlike()), name);
            assertEquals(Verdict.MATCH, verdict(name + " NOT LIKE 'a%'", unlike()), name);
        }
        assertEquals(Verdict.MATCH, verdict("c NOT IN (1, 2)", unlike()));
    }

    @Test
    void aSectionThatLenientTakesTwiceReplacesAllOfTheFirst()
    {
        final byte[] message = new AmqpMessages().list(0x70, true, Typed.unsignedByte(9)).list(0x70, true).map(0x74, Map
            .of("amount", 500, "c", "a")).map(0x74, Map.of("c", "b")).message();
        final AmqpScanner lenient = new AmqpScanner(Limits.DEFAULT, Strictness.LENIENT);
        final Columns<AmqpInterest> columns = Columns.amqp("amount", "c", "header.priority");
        final RowExtractor row = new RowExtractor(columns);
        assertEquals(Outcome.COMPLETE, lenient.scan(view.wrap(message), columns.interest(), row));
        assertTrue(row.isNull(0) && !row.isNull(1));
        assertEquals(4, row.getInt(2, -1));
        for (final String expression : new String[] {"amount IS NULL", "JMSPriority = 4", "c = 'b'",
            "amount IS NULL AND c = 'b' AND JMSPriority < 5"})
        {
            final Selector<AmqpInterest> selector = Selector.jms(expression);
            final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
            assertEquals(Outcome.COMPLETE, lenient.scan(view.wrap(message), selector.interest(), evaluator));
            assertEquals(Verdict.MATCH, evaluator.verdict(), expression);
            assertEquals(Outcome.MALFORMED, scanner.scan(view.wrap(message), selector.interest(), evaluator));
        }
    }

    private Verdict verdict(final String expression, final byte[] message)
    {
        final Selector<AmqpInterest> selector = Selector.jms(expression);
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(message), selector.interest(), evaluator),
            () -> scanner.fault().toString());
        return evaluator.verdict();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {"JMSPriority = 7;JMSPriority = 4",
        "amqp.priority = 7;amqp.priority = 4", "AMQPriority = 7;AMQPriority = 4",
        "header.priority = 7;h.priority = 4", "JMSDeliveryMode = 'PERSISTENT';JMSDeliveryMode = 'NON_PERSISTENT'",
        "amqp.delivery_mode = 'PERSISTENT';amqp.delivery_mode = 'NON_PERSISTENT'",
        "AMQDurable = 'DURABLE';AMQDurable = 'NON_DURABLE'", "amqp.durable;NOT amqp.durable",
        "amqp.ttl = 30000;amqp.ttl IS NULL", "amqp.first_acquirer;NOT amqp.first_acquirer",
        "amqp.delivery_count = 2;amqp.delivery_count = 0", "JMSRedelivered;NOT JMSRedelivered",
        "amqp.redelivered = TRUE;amqp.redelivered = FALSE", "JMSXDeliveryCount = 3;JMSXDeliveryCount = 1",
        "JMSMessageID = 'ID:one';JMSMessageID IS NULL", "AMQUserID = 'ID:one';AMQUserID IS NULL",
        "amqp.message_id = 'ID:one';amqp.message_id IS NULL", "JMSXUserID = 'me';JMSXUserID IS NULL",
        "amqp.user_id = 'me';amqp.user_id IS NULL", "JMSDestination = 'queue';JMSDestination IS NULL",
        "amqp.to = 'queue';amqp.to IS NULL", "AMQAddress = 'queue';AMQAddress IS NULL",
        "JMSType = 'subject';JMSType IS NULL", "amqp.subject = 'subject';amqp.subject IS NULL",
        "amqp.jms_type = 'jt';amqp.jms_type IS NULL", "JMSReplyTo = 'answers';JMSReplyTo IS NULL",
        "amqp.reply_to = 'answers';amqp.reply_to IS NULL", "JMSCorrelationID = 'ID:corr';JMSCorrelationID IS NULL",
        "amqp.correlation_id = 'ID:corr';amqp.correlation_id IS NULL",
        "amqp.content_type = 'text/plain';amqp.content_type IS NULL",
        "amqp.content_encoding = 'gzip';amqp.content_encoding IS NULL", "JMSExpiration = 2000;JMSExpiration = 0",
        "AMQExpiration = 2000;AMQExpiration = 0", "amqp.absolute_expiry_time = 2000;amqp.absolute_expiry_time = 0",
        "JMSTimestamp = 1000;JMSTimestamp = 0", "AMQTimestamp = 1000;AMQTimestamp = 0",
        "amqp.creation_time = 1000;amqp.creation_time IS NULL", "JMSXGroupID = 'group';JMSXGroupID IS NULL",
        "AMQGroupID = 'group';AMQGroupID IS NULL", "properties.group_id = 'group';p.group_id IS NULL",
        "JMSXGroupSeq = 9;JMSXGroupSeq IS NULL", "amqp.reply_to_group_id = 'answer-group';amqp.group_sequence IS NULL",
        "m.x IS NULL;m.x IS NULL", "i = 5;i IS NULL", "a.i = 5;a.i IS NULL",
        "application_properties.text = 'red';application_properties.text IS NULL",
        "JMSXown = 'own';JMSXown IS NULL", "JMSown IS NULL;JMSown IS NULL", "amqp.nothing IS NULL;amqp.x IS NULL"})
    void namesAreThoseOfJmsQpidAndArtemis(final String onFull, final String onBare)
    {
        assertEquals(Verdict.MATCH, verdict(onFull, FULL), onFull);
        assertEquals(Verdict.MATCH, verdict(onBare, BARE), onBare);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ulong = 6", "big > 9223372036854775807", "text = 'red'", "symbol = 'red'", "char = 'r'",
        "time BETWEEN 4999 AND 5001", "float = 1.5", "float > 1", "zero = 0", "NOT (nan = nan)", "bytes IS NOT NULL",
        "uuid IS NOT NULL", "decimal IS NOT NULL", "\"JMSPriority\" = 'mine'", "\"a.b\" = 'dotted'", "i <> '5'",
        "NOT (i = '5')", "NOT i = 6", "i IN (1, 2, 5)", "i NOT IN (1, 'x')", "i IN (2 + 3)", "text IN ('blue', 'red')",
        "text LIKE 'r%'", "text LIKE '_e_'", "NOT (i LIKE '5')", "i + 1 = 6", "i / 2 = 2.5", "i % 3 = 2", "-i = -5",
        "float + 0.25 = 1.75",
        "float - 0.5 = 1.0", "float * 2.5 = 3.75", "float % 1.0 = 0.5", "i - float = 3.5", "float * i = 7.5",
        "gr\u00F6\u00DFe = 1.0E+2", "\u540D2.\u540D = 'name'",
        "i = 0x5", "i = 05", "i - 1 - 1 = 3", "2 + 3 * 2 = 8", "(2 + 3) * 2 = 10", "big = 18446744073709551615.0", "",
        "  ", "i = 5 -- five\n AND text = 'red'", "i = 5 /* five */", "NOT nothing IS NOT NULL",
        "-9223372036854775808 < i", "nothing = 5 OR i = 5", "i NOT BETWEEN 6 AND 7"})
    void selects(final String expression)
    {
        assertEquals(Verdict.MATCH, verdict(expression, FULL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing = 5", "5 = nothing", "nothing <> 5", "nothing = nothing", "missing > 5",
        "decimal = 0", "i / 0 = 1", "i % 0 = 1", "text + 1 = 2", "nothing IN ('x')", "nothing LIKE 'x'",
        "i IN (1, nothing)", "i NOT IN (1, nothing)", "nothing BETWEEN 1 AND 2", "i > 4 AND missing", "-text = 5",
        "i BETWEEN 1 AND nothing", "NOT missing", "i IN ('5')", "JMSanything = 1"})
    void isUnknown(final String expression)
    {
        assertEquals(Verdict.UNKNOWN, verdict(expression, FULL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"i = '5'", "bytes = 'red'", "bytes <> 'red'", "uuid <> 'x'", "nan = nan", "text",
        "text > symbol", "i BETWEEN 6 AND nothing", "text NOT BETWEEN 1 AND 2", "text LIKE 're'", "i LIKE '5'",
        "FALSE"})
    void doesNotSelect(final String expression)
    {
        assertEquals(Verdict.NO_MATCH, verdict(expression, FULL));
    }

    @Test
    void idsThatAreNoStringsAreMarked()
    {
        final byte[] number = new AmqpMessages().list(0x73, Typed.unsignedLong(42)).message();
        assertEquals(Verdict.MATCH, verdict("JMSMessageID = 'ID:AMQP_ULONG:42' AND amqp.message_id = 42", number));
        final byte[] uuid = new AmqpMessages().list(0x73, ID, null, null, null, null, ID).message();
        assertEquals(Verdict.MATCH,
            verdict("JMSMessageID = 'ID:AMQP_UUID:" + ID + "' AND JMSCorrelationID = JMSMessageID",
                uuid));
        final byte[] binary = new AmqpMessages().list(0x73, new byte[] {0, (byte)0xAB, 0x7F}).message();
        assertEquals(Verdict.MATCH, verdict("JMSMessageID = 'ID:AMQP_BINARY:00AB7F'", binary));
        final byte[] plain = new AmqpMessages().list(0x73, "one", null, null, null, null, "corr").message();
        assertEquals(Verdict.MATCH,
            verdict("JMSMessageID = 'ID:AMQP_NO_PREFIX:one' AND AMQUserID = 'ID:one' AND amqp.message_id = 'one' AND "
                + "JMSCorrelationID = 'corr'", plain));
        final byte[] marked = new AmqpMessages().list(0x73, "ID:AMQP_ULONG:7", null, null, null, null,
            "AMQP_ULONG:123456789").message();
        assertEquals(Verdict.MATCH, verdict("JMSMessageID = 'ID:AMQP_STRING:ID:AMQP_ULONG:7' AND AMQUserID = "
            + "'ID:AMQP_ULONG:7' AND JMSCorrelationID = 'AMQP_ULONG:123456789'", marked));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\u0001',
        value = {"TRUE = 0;8;a number never equals a boolean", "FALSE <> 0;10;a number never equals a boolean",
            "NOT (TRUE = 'x');13;a text never equals a boolean", "(i > 5) = 1;11;a number never equals a boolean",
            "5 <> 'x';6;a text never equals a number", "i + 1 = 'x';9;a text never equals a number",
            "'x' = (i IS NULL);7;a boolean never equals a text", "5 IN ('x');7;a text never equals a number",
            "TRUE NOT IN (1);14;a number never equals a boolean", "i * 2 LIKE '1%';1;only texts",
            "b AND TRUE NOT LIKE 'x';7;only texts", "t + 'x' = 'y';5;only numbers", "XPATH 'a';7;expected the end",
            "REGEX('a', t);6;expected the end", "INLIST('a', t);7;expected the end", "i =;4;expected a property",
            "i = 5 x;7;expected the end",
            "i = NULL;5;IS NULL", "i > 'x';5;only numbers", "'x' AND b;1;not a condition", "i + 1;1;not a condition",
            "i LIKE 5;8;expected a text", "t LIKE 'x' ESCAPE 'ab';19;one character", "i = 089;5;octal",
            "i = 9223372036854775808;5;64 bits", "i = 5 = TRUE;7;expected the end", "i # 5;3;no token",
            "i != 5;3;no token",
            "b + TRUE = 1;5;computed", "i NOT 5;7;expected LIKE", "\"x;1;does not end", "i = 0x;5;without a digit"})
    void whatDoesNotCompileSaysWhyAndWhere(final String expression, final int column, final String reason)
    {
        final SelectorException e = assertThrows(SelectorException.class, () -> Selector.jms(expression));
        assertTrue(e.reason().contains(reason), e.reason());
        assertEquals(column, e.column(), e.reason());
    }

    @Test
    void everyMessageOfTheVectorsHasAVerdict()
    {
        final Selector<AmqpInterest> selector = Selector.jms("JMSPriority >= 0 AND (x IS NULL OR x IS NOT NULL)");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        int complete = 0;
        for (final AmqpVectors.Good good : AmqpVectors.messages())
        {
            if (scanner.scan(view.wrap(good.bytes()), selector.interest(), evaluator) == Outcome.COMPLETE)
            {
                assertEquals(Verdict.MATCH, evaluator.verdict(), good.id());
                complete++;
            }
        }
        assertTrue(complete > 10, "only " + complete);
    }
}
