package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Reason;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the texts of a body stand, and where and why a body is refused. */
class BodyPlacesTest
{
    private static final int BEFORE = 11;
    private static final int BODY_OFFSET = 100;

    private final BodyNode root = new BodyNode();
    private final BodyPlaces places = new BodyPlaces();

    BodyPlacesTest()
    {
        root.add("topic", BodyNode.TOPIC);
        root.add("groups[]", BodyNode.GROUP);
        root.add("table{key}", BodyNode.TOPIC);
        root.add("offsets{}.group", BodyNode.GROUP);
    }

    /** The texts with their kinds, if the body is good, else the reason, the offset in the body, and the claim. */
    private String found(final String body)
    {
        // Behind the body stands what a body must not run into.
        final byte[] bytes = ("#".repeat(BEFORE) + body + "\"]}0").getBytes(StandardCharsets.ISO_8859_1);
        if (!places.find(bytes, BEFORE, BEFORE + body.length(), BODY_OFFSET, root))
        {
            return places.fault.reason() + " " + (places.fault.offset() - BODY_OFFSET) + " " + places.fault.claimed();
        }
        assertFalse(places.fault.isPresent());
        final StringBuilder texts = new StringBuilder();
        for (int i = 0; i < places.count; i++)
        {
            final int from = BodyPlaces.from(places.places[i]);
            final int to = BodyPlaces.to(places.places[i]);
            final boolean escaped = (places.content[i] & BodyPlaces.ESCAPED) != 0;
            texts.append(places.content[i] & ~BodyPlaces.ESCAPED).append(escaped ? "\\" : "").append(':').append(
                new String(bytes, from, to - from, StandardCharsets.ISO_8859_1)).append(';');
        }
        return texts.toString();
    }

    @Test
    void textsAreFoundInOrderWithTheirKinds()
    {
        assertEquals("1:T;2:g;2\\:h\\n;1:k;2:o;",
            found(" {\"topic\":\"T\" ,\t\"groups\": [\"g\",\"h\\n\"],\r\n\"x\":[1,[]],"
                + "\"table\":{\"k\":{}}, \"offsets\":{\"a\":{\"group\":\"o\"}, 7 : null}} "));
        assertEquals("", found("null"));
        assertEquals("", found("{}"));
        assertEquals("1:T;", found("{\"topic\":\"T\"}"), "a text of its own is no remainder of the body before");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"0", "-0", "7", "-10", "1.5", "-0.25", "1e5", "1E5", "1e+5", "1E-05", "0.0e0", "12.5e10", "true",
            "false", "null", "[]", "{}", "[0,[],{}]", "{\"a\":{\"b\":1}}", "\"\\u0041\\\"\"", "{1:2,-3:[4]}",
            "{{\"k\":1}:2}"})
    void valuesOfUnknownMembersMayBeAnything(final String value)
    {
        assertEquals("1:T;", found("{\"x\":" + value + ",\"topic\":\"T\"}"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"01", "-01", "1.", ".5", "-", "+1", "1e", "1e+", "1.5e-", "1.e5", "--1", "tru", "nul", "fals",
            "truE", "x", "NaN"})
    void whatIsNoValueIsRefusedAtItsFirstByte(final String value)
    {
        assertEquals("JSON_UNEXPECTED_BYTE 5 " + (int)value.charAt(0), found("{\"x\":" + value + ",\"topic\":\"T\"}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        // After a number or a word the value is over.
        "{'x':1e5x}|JSON_UNEXPECTED_BYTE 8 120", "{'x':truee}|JSON_UNEXPECTED_BYTE 9 101",
        "{'x':1 2}|JSON_UNEXPECTED_BYTE 7 50", "['g'}|JSON_VALUE_TYPE 0 91",
        "{'groups':['g'}|JSON_UNEXPECTED_BYTE 14 125",
        "{'topic':'T']|JSON_UNEXPECTED_BYTE 12 93", "{'topic' 'T'}|JSON_UNEXPECTED_BYTE 9 34",
        "{'topic':'T',}|JSON_UNEXPECTED_BYTE 13 125", "{'groups':['g',]}|JSON_VALUE_TYPE 15 93",
        "{,}|JSON_UNEXPECTED_BYTE 1 44",
        "{'x'/**/:1}|JSON_COMMENT 4 47", "{'x':/**/1}|JSON_COMMENT 5 47", "{'topic':/**/'T'}|JSON_COMMENT 9 47",
        "{/**/}|JSON_COMMENT 1 47", "{'x':1/**/}|JSON_COMMENT 6 47",
        // The forms that a node does not have.
        "'T'|JSON_VALUE_TYPE 0 34", "[]|JSON_VALUE_TYPE 0 91", "7|JSON_VALUE_TYPE 0 55",
        "{'topic':7}|JSON_VALUE_TYPE 9 55",
        "{'topic':{}}|JSON_VALUE_TYPE 9 123", "{'groups':'g'}|JSON_VALUE_TYPE 10 34",
        "{'table':{7:1}}|JSON_VALUE_TYPE 10 55",
        "{'topic':true}|JSON_VALUE_TYPE 9 116", "{7:1}|JSON_VALUE_TYPE 1 55", "{{'a':1}:1}|JSON_UNEXPECTED_BYTE 1 123",
        // Keys without quotes.
        "{'x':{01:1}}|JSON_NUMBER_FORM 6 48", "{'x':{-:1}}|JSON_NUMBER_FORM 6 45",
        "{'x':{a:1}}|JSON_UNEXPECTED_BYTE 6 97",
        "{'x':{-0:1, 10:2}}|~~",
        // Names that readers take for another one.
        "{'x':1,'@type':'T'}|JSON_AMBIGUOUS_NAME 8 5", "{'x':{'$ref':'T'}}|JSON_AMBIGUOUS_NAME 7 4",
        "{'topic':'T','topic':'U'}|JSON_AMBIGUOUS_NAME 14 5", "{'Topic':'T'}|JSON_AMBIGUOUS_NAME 2 5",
        // The end.
        "{}}|JSON_TRAILING_TEXT 2 125", "{} 1|JSON_TRAILING_TEXT 3 49", "nullnull|JSON_TRAILING_TEXT 4 110",
        "{'x':'\\|JSON_TRUNCATED 6 7", "{'x':'\\q'}|JSON_ESCAPE 6 113", "{'x':'a|JSON_TRUNCATED 5 7",
        "{'x|JSON_TRUNCATED 1 3",
        "{'x':|JSON_TRUNCATED 5 5", "{'x'|JSON_TRUNCATED 4 4", "{|JSON_TRUNCATED 1 1", "{'x':1|JSON_TRUNCATED 6 6",
        "{'x':1e|JSON_UNEXPECTED_BYTE 5 49", "{'x':1.|JSON_UNEXPECTED_BYTE 5 49", "{'x':-|JSON_UNEXPECTED_BYTE 5 45",
        "{'x':nul|JSON_UNEXPECTED_BYTE 5 110", "{'x':fals|JSON_UNEXPECTED_BYTE 5 102"})
    void aBodyIsRefusedWithTheReasonThePlaceAndTheByte(final String body, final String expected)
    {
        assertEquals(expected, found(body.replace('\'', '"')));
    }

    @Test
    void aByteThatIsNoTextIsRefusedWhereItStands()
    {
        assertEquals("INVALID_UTF8 6 255", found("{\"x\":\"\u00ff\"}"));
        assertEquals("JSON_UNEXPECTED_BYTE 6 127", found("{\"x\":1\u007f}"));
    }

    @Test
    void containersMayBeSixtyFourDeep()
    {
        assertEquals("", found("{\"x\":" + "[".repeat(63) + "]".repeat(63) + "}"));
        assertEquals(Reason.NESTED_TOO_DEEP + " 68 65", found("{\"x\":" + "[".repeat(64) + "]".repeat(64) + "}"));
    }

    @Test
    void anyNumberOfTextsIsKeptUntilTheNextBody()
    {
        final String groups = "\"g\",".repeat(20_000);
        assertEquals(20_000 * 4, found("{\"groups\":[" + groups.substring(0, groups.length() - 1) + "]}").length());
        assertTrue(places.content.length >= 20_000);
        assertEquals("1:T;", found("{\"topic\":\"T\"}"));
        assertEquals(64, places.content.length, "so much memory is not kept");
        assertEquals(64, places.places.length);
        assertEquals(64, places.keys.length);
        assertEquals(64, places.brokers.length);
    }

    @Test
    void addressesHaveTheNumberAndTheNameOfTheirBroker()
    {
        final BodyNode route = new BodyNode();
        route.add("brokerDatas[].brokerAddrs{}", BodyNode.ADDRESS);
        final StringBuilder body = new StringBuilder("{\"brokerDatas\":[");
        for (int i = 0; i < 100; i++)
        {
            body.append("{\"brokerAddrs\":{").append(i).append(":\"a").append(i).append("\"},\"brokerName\":\"b")
                .append(i)
                .append("\"},");
        }
        final byte[] bytes = body.append("null]}").toString().getBytes(StandardCharsets.US_ASCII);
        assertTrue(places.find(bytes, 0, bytes.length, 0, route));
        assertEquals(100, places.count);
        for (int i = 0; i < places.count; i++)
        {
            assertEquals("a" + i, text(bytes, places.places[i]));
            assertEquals(String.valueOf(i), text(bytes, places.keys[i]));
            assertEquals("b" + i, text(bytes, places.names[places.brokers[i]]));
        }
    }

    private static String text(final byte[] bytes, final long place)
    {
        return new String(bytes, BodyPlaces.from(place), BodyPlaces.to(place) - BodyPlaces.from(place),
            StandardCharsets.US_ASCII);
    }
}
