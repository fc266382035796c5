package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.RecordingHandler;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RemotingInterestTest
{
    private static RemotingInterest.Builder interest()
    {
        return RemotingScanner.interest();
    }

    private static void assertRefused(final String word, final Class<? extends Exception> type, final Executable wrong)
    {
        final String message = assertThrows(type, wrong).getMessage();
        assertTrue(message.contains(word), message);
    }

    @Test
    void wrongDeclarationsAreRefusedWithTheirNames()
    {
        final Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        assertRefused("CODE", argument, () -> interest().field(RemotingField.CODE, 0).field(RemotingField.CODE, 1));
        assertRefused("topic", argument, () -> interest().entry("topic", 0).entry("topic", 0));
        assertRefused("TAGS", argument, () -> interest().property("TAGS", 0).property("TAGS", 1));
        assertRefused("-1", argument, () -> interest().field(RemotingField.CODE, -1));
        assertRefused("-2", argument, () -> interest().entry("a", -2));
        assertRefused("-3", argument, () -> interest().property("a", -3));
        assertRefused("-4", argument, () -> interest().everyEntry(-4));
        assertRefused("-5", argument, () -> interest().everyProperty(-5));
        assertRefused("CODE", argument, () -> interest().field(RemotingField.CODE, 9).everything());
        assertRefused("surrogate", argument, () -> interest().entry("\uD800", 0).build());
        assertThrows(NullPointerException.class, () -> interest().entry(null, 0));
        assertThrows(NullPointerException.class, () -> interest().property(null, 0));
    }

    @Test
    void anInterestTellsWhatItDeclaresAndTheIds()
    {
        final RemotingInterest.Builder several = interest().field(RemotingField.CODE, 0).entry("topic", 1).entry("b", 1)
            .property("TAGS", 2);
        assertThrows(IllegalArgumentException.class, () -> several.entry("topic", 3));
        final String named = "the field CODE = 0, the ext field \"topic\" = 1, the ext field \"b\" = 1, "
            + "the property \"TAGS\" = 2";
        assertEquals("RemotingInterest[" + named + "; first match wins]", several.firstMatchWins().build().toString());
        assertEquals("RemotingInterest[every ext field = 1, every property = 0]",
            interest().everyEntry(2).everyProperty(
                0).everyEntry(1).build().toString());
        assertEquals("AmqpInterest[the field TTL = 0, \"k\" of application-properties = 1, "
            + "every entry of footer = 2, nested values = 3]",
            AmqpScanner.interest().field("header.ttl", 0).property("k",
                1).everyEntry(AmqpField.FOOTER, 2).nested(3).build().toString());
        assertEquals("AmqpFrameInterest[\"channel\" = 0, \"transfer.handle\" = 1, nested values = 2]", AmqpFrameScanner
            .interest().field("channel", 0).field("transfer.handle", 1).nested(2).build().toString());
        assertEquals("AmqpValueInterest[every value = 0]",
            AmqpValueScanner.interest().everyValue(0).build().toString());
        assertEquals("AmqpValueInterest[the entry \"k\" = 0]", AmqpValueScanner.interest().entry("k", 0).build()
            .toString());
        assertEquals("RecordInterest[the field TOPIC = 0, every property = 1]", RecordScanner.interest().field(
            RecordField.TOPIC, 0).everyProperty(1).build().toString());
    }

    @Test
    void anEmptyInterestIsRefused()
    {
        assertRefused("nothing is declared", IllegalStateException.class, () -> interest().build());
        assertRefused("nothing is declared", IllegalStateException.class, () -> interest().firstMatchWins().build());
    }

    @Test
    void theFirstMatchNeedsIdsThatCanBeCountedAndNoWholeMap()
    {
        assertRefused("firstMatchWins", IllegalStateException.class,
            () -> interest().ids(65).entry("a", 64).firstMatchWins()
                .build());
        assertRefused("firstMatchWins", IllegalStateException.class, () -> interest().everyEntry(0).firstMatchWins()
            .build());
        assertRefused("firstMatchWins", IllegalStateException.class, () -> interest().everyProperty(0).firstMatchWins()
            .build());
        assertTrue(interest().ids(64).entry("a", 63).firstMatchWins().build().firstMatchWins());
        assertFalse(interest().ids(641).entry("a", 640).build().firstMatchWins());
    }

    @Test
    void theSameNameMayBeAnEntryAndAProperty()
    {
        final RemotingInterest both = interest().entry("a", 0).property("a", 1).build();
        assertEquals(List.of("field 0: x", "field 1: y"),
            scan(Strictness.STRICT, both, Frames.binary(10, null, "", "a", "x",
                "properties", "a\1y\2")));
    }

    /** The calls without kinds and places. */
    private static List<String> scan(final Strictness strictness, final RemotingInterest interest, final byte[] frame)
    {
        final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, strictness);
        final RecordingHandler handler = new RecordingHandler();
        final Outcome outcome = scanner.scan(new FrameView().wrap(frame), interest, handler);
        final List<String> calls = handler.calls().stream().map(call -> call.replaceAll(
            "[A-Z_0-9]+ [0-9]+\\+[0-9]+( |$)", "").strip()).collect(Collectors.toList());
        if (outcome != Outcome.COMPLETE)
        {
            calls.add(outcome.name());
        }
        return calls;
    }

    private static byte[] json(final String header)
    {
        return Frames.json(header.replace('\'', '"').replace("<1>", "\\u0001").replace("<2>", "\\u0002"));
    }

    @ParameterizedTest
    @EnumSource
    void spellingsShareAnIdAndTheLastOneWins(final Strictness strictness)
    {
        final RemotingInterest topic = interest().entry("topic", 0).entry("b", 0).build();
        assertEquals(List.of("field 0: one", "field 0: two", "field 0: three"),
            scan(strictness, topic, Frames.binary(10,
                null, "", "b", "one", "x", "y", "topic", "two", "b", "three")));
        assertEquals(List.of("field 0: one", "field 0: two", "field 0: null"), scan(strictness, topic, json(
            "{'opaque':1,'extFields':{'b':'one','x':'y','t\\u006fpic':'two','\\u0062':null}}")));
    }

    @Test
    void theFirstMatchEndsTheScan()
    {
        final RemotingInterest first = interest().field(RemotingField.CODE, 0).entry("b", 1).firstMatchWins().build();
        assertEquals(List.of("field 0: 10", "field 1: one", "STOPPED"), scan(Strictness.STRICT, first, Frames.binary(10,
            null, "", "a", "x", "b", "one", "b", "two")));
        assertEquals(List.of("field 0: 10", "field 1: one", "STOPPED"), scan(Strictness.STRICT, first, json(
            "{'extFields':{'b':'one','b':'two'},'opaque':1,'code':10}")));
        assertEquals(List.of("field 1: one", "field 1: two"), scan(Strictness.STRICT, first, json(
            "{'opaque':1,'extFields':{'b':'one','b':'two'}}")));
        assertEquals(List.of("MALFORMED"), scan(Strictness.STRICT, first, json(
            "{'extFields':{'b':'one'},'code':10, this is not JSON")));
    }

    @Test
    void theFirstMatchOfOneExtFieldLeavesTheRestUnchecked()
    {
        final RemotingInterest first = interest().ids(2).entry("b", 1).firstMatchWins().build();
        assertEquals(List.of("field 1: one", "STOPPED"), scan(Strictness.STRICT, first, json(
            "{'code':310,'extFields':{'a':'x','b':'one','c':'two and more of it'}, this is not JSON, and it has no end")));
        for (final String name : List.of("b", "B", "1", "topic", "t\\u006fpic", "\\u0062"))
        {
            final RemotingInterest any = interest().ids(2).entry("b", 1).entry("B", 1).entry("1", 1).entry("topic", 1)
                .firstMatchWins().build();
            assertEquals(List.of("field 1: one", "STOPPED"), scan(Strictness.STRICT, any, json(
                "{ 'flag':0,'extFields':{'a':7 ,'2':'x','other':'y', '" + name
                    + "':'one','c':'two'}, this is not JSON")));
        }
        final byte[] frame = Frames.binary(310, null, "", "a", "x", "b", "one", "c", "two", "d", "and more of it");
        frame[frame.length - 1] = (byte)0x80;
        assertEquals(List.of("field 1: one", "STOPPED"), scan(Strictness.STRICT, first, frame));
    }

    @Test
    void theFirstMatchOfASharedIdIsEnough()
    {
        final RemotingInterest first = interest().entry("topic", 0).entry("b", 0).firstMatchWins().build();
        assertEquals(List.of("field 0: one", "STOPPED"), scan(Strictness.STRICT, first, Frames.binary(10, null, "", "b",
            "one", "topic", "two")));
    }

    @Test
    void theFirstMatchMayBeAProperty()
    {
        final RemotingInterest first = interest().property("TAGS", 0).firstMatchWins().build();
        assertEquals(List.of("field 0: A", "STOPPED"), scan(Strictness.STRICT, first, Frames.binary(310, null, "", "i",
            "TAGS\1A\2TAGS\1B\2")));
        // The text that counts is the last one, as for any other interest.
        assertEquals(List.of("field 0: C", "STOPPED"), scan(Strictness.STRICT, first, Frames.binary(310, null, "", "i",
            "TAGS\1A\2TAGS\1B\2", "i", "TAGS\1C\2")));
        assertEquals(List.of("field 0: A", "STOPPED"), scan(Strictness.STRICT, first, json(
            "{'code':310,'extFields':{'i':'TAGS<1>A<2>'},'opaque':1}")));
        assertEquals(List.of("field 0: A", "STOPPED"), scan(Strictness.STRICT, first, json(
            "{'extFields':{'i':'TAGS<1>A<2>'},'opaque':1,'code':310}")));
    }

    @ParameterizedTest
    @CsvSource({"310, short", "320, short", "325, short", "10, long", "0, long", "311, long", "-1, long",
        "65846, long"})
    void theCodeTellsWhichExtFieldHoldsTheProperties(final int code, final String holder)
    {
        final RemotingInterest tags = interest().property("TAGS", 0).build();
        final List<String> expected = List.of("field 0: " + holder);
        if (code == (short)code)
        {
            assertEquals(expected, scan(Strictness.STRICT, tags, Frames.binary(code, null, "", "i", "TAGS\1short\2",
                "properties", "TAGS\1long\2")));
        }
        final String extFields = "'extFields':{'i':'TAGS<1>short<2>','propertie\\u0073':'TAGS<1>long<2>'}";
        assertEquals(expected,
            scan(Strictness.STRICT, tags, json("{'opaque':1,'code':" + code + "," + extFields + "}")));
        assertEquals(expected,
            scan(Strictness.STRICT, tags, json("{'opaque':1," + extFields + ",'code':" + code + "}")));
        assertEquals(expected,
            scan(Strictness.STRICT, tags, json("{'opaque':1,'code':310," + extFields + ",'code':" + code
                + "}")));
    }

    @ParameterizedTest
    @CsvSource({"'\"TAGS<1>B<2>\"', field 0: B", "'\"KEYS<1>k<2>\"', ''", "'\"\"', ''", "null, ''", "5, ''",
        "true, ''"})
    void theLastHolderReplacesTheEarlierOneAsAWhole(final String last, final String expected)
    {
        final RemotingInterest tags = interest().property("TAGS", 0).build();
        final byte[] frame =
            json("{'code':310,'opaque':1,'extFields':{'i':'TAGS<1>A<2>KEYS<1>k<2>','i':" + last + "}}");
        assertEquals(expected, String.join(" ", scan(Strictness.STRICT, tags, frame)));
    }

    @Test
    void theLastHolderOfABinaryHeaderReplacesTheEarlierOne()
    {
        final RemotingInterest tags = interest().property("TAGS", 0).build();
        assertEquals(List.of("field 0: B"),
            scan(Strictness.STRICT, tags, Frames.binary(310, null, "", "i", "TAGS\1A\2", "i",
                "TAGS\1B\2")));
        assertEquals(List.of(), scan(Strictness.STRICT, tags, Frames.binary(310, null, "", "i", "TAGS\1A\2", "i", "")));
    }

    @Test
    void propertiesThatTheReferenceDropsAreNotShown()
    {
        final RemotingInterest all = interest().field(RemotingField.PROPERTIES, 0).everyProperty(1).property("TAGS", 2)
            .build();
        assertEquals(List.of("begin 0:", "entry 1: a = b", "field 2: x\1y", "entry 1: c = d", "end 0:"), scan(
            Strictness.STRICT, all, Frames.binary(10, null, "", "properties",
                "a\1b\2nothing\2\1v\2k\1\2\2TAGS\1x\1y\2\1\2c\1d")));
    }

    @Test
    void aContainerOfPropertiesBeginsWhereThereIsAText()
    {
        final RemotingInterest container = interest().field(RemotingField.PROPERTIES, 0).build();
        assertEquals(List.of("begin 0:", "end 0:"), scan(Strictness.STRICT, container, json(
            "{'opaque':1,'extFields':{'properties':''}}")));
        assertEquals(List.of(),
            scan(Strictness.STRICT, container, json("{'opaque':1,'extFields':{'properties':null}}")));
        assertEquals(List.of(), scan(Strictness.STRICT, container, Frames.binary(10, null, "", "properties", "")));
        assertEquals(List.of(),
            scan(Strictness.STRICT, container, Frames.binary(310, null, "", "properties", "a\1b\2")));
    }

    @Test
    void aContainerOfExtFieldsBeginsWhereTheReferenceHasAMap()
    {
        final RemotingInterest container = interest().field(RemotingField.EXT_FIELDS, 0).build();
        assertEquals(List.of("begin 0:", "end 0:"),
            scan(Strictness.STRICT, container, json("{'opaque':1,'extFields':{}}")));
        assertEquals(List.of(), scan(Strictness.STRICT, container, json("{'opaque':1,'extFields':null}")));
        assertEquals(List.of(), scan(Strictness.LENIENT, container, json("{'opaque':1,'extFields':''}")));
        assertEquals(List.of(), scan(Strictness.STRICT, container, Frames.binary(10, null, "")));
    }

    @Test
    void declaredEntriesAreNotShownTwice()
    {
        final RemotingInterest some = interest().entry("b", 0).everyEntry(1).build();
        assertEquals(List.of("entry 1: a = x", "field 0: y", "entry 1: c = z"),
            scan(Strictness.STRICT, some, Frames.binary(
                10, null, "", "a", "x", "b", "y", "c", "z")));
    }

    @Test
    void theOrdinalsOfEverythingLeadBackToTheFields()
    {
        for (final RemotingField field : RemotingField.values())
        {
            assertEquals(field, RemotingField.of(field.ordinal()));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> RemotingField.of(9));
    }
}
