package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpFrameScanner;
import io.skim.scan.amqp.AmqpMessageView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.HeaderRecord;
import io.skim.scan.testing.HeaderScan;
import io.skim.scan.testing.Vectors;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One case for each known oddity: the reason and the offset of strict, and what lenient makes of it. What is refused
 * and where is part of the library's promise.
 */
class StrictnessTest
{
    private final HeaderScan strict = new HeaderScan(Strictness.STRICT);
    private final HeaderScan lenient = new HeaderScan(Strictness.LENIENT);

    private void check(final byte[] frame, final String ofStrict, final String ofLenient)
    {
        assertEquals(ofStrict, result(strict, frame), "strict");
        assertEquals(ofLenient, result(lenient, frame), "lenient");
        new Agreement().check(frame);
    }

    private static String result(final HeaderScan scan, final byte[] frame)
    {
        final HeaderRecord header = scan.read(frame);
        return header == null ? scan.reason() + "@" + scan.fault().offset() : "reads";
    }

    @Test
    void nullIsNoStrictness()
    {
        Stream.<BiFunction<Limits, Strictness, Object>>of(RemotingScanner::new, RemotingHeaderView::new,
            RecordScanner::new, AmqpScanner::new, AmqpFrameScanner::new, AmqpValueScanner::new, AmqpFrameReader::new,
            AmqpReader::new, AmqpMessageView::new).forEach(
                made -> assertThrows(NullPointerException.class, () -> made
                    .apply(Limits.DEFAULT, null), made.getClass()::toString));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", value = {
        "{'opaque':1} => reads => reads",
        " <09><0A><0D>{ 'opaque' : 1 } <0A> => reads => reads",
        "{} => OPAQUE_MISSING@9 => reads",
        "{'code':1} => OPAQUE_MISSING@17 => reads",
        "{'opaque':1}<00><00> => JSON_TRAILING_TEXT@20 => reads",
        "{'opaque':1}x => JSON_TRAILING_TEXT@20 => JSON_TRAILING_TEXT@20",
        "{'opaque':1}, => JSON_TRAILING_TEXT@20 => JSON_TRAILING_TEXT@20",
        "{'opaque':1}<1A>x => JSON_TRAILING_TEXT@20 => JSON_TRAILING_TEXT@20",
        "/*c*/{'opaque':1} => JSON_COMMENT@8 => reads",
        "{'opaque':1}//c<0A><20> => JSON_COMMENT@20 => reads",
        "{/*c*/'opaque':1} => JSON_COMMENT@9 => reads",
        "{^opaque^:1} => JSON_SINGLE_QUOTE@9 => reads",
        "{'opaque':1,'remark':^x^} => JSON_SINGLE_QUOTE@29 => reads",
        "{'opaque':1,'remark':^a'b^} => JSON_SINGLE_QUOTE@29 => JSON_SINGLE_QUOTE@31",
        "{'opaque':1,'remark':'\\x41'} => JSON_ESCAPE@30 => reads",
        "{'opaque':1,'remark':'\\1'} => JSON_ESCAPE@30 => reads",
        "{'opaque':1,'remark':'\\v'} => JSON_ESCAPE@30 => reads",
        "{'opaque':1,'remark':'\\#'} => JSON_ESCAPE@30 => JSON_ESCAPE@30",
        "{'opaque':1,'remark':'\\u00g1'} => JSON_ESCAPE@30 => JSON_ESCAPE@30",
        "{'opaque':1,'remark':'\\ud800'} => JSON_LONE_SURROGATE@30 => reads",
        "{'opaque':1,'remark':'\\udc00'} => JSON_LONE_SURROGATE@30 => reads",
        "{'opaque':1,'remark':'\\ud83d\\ude00'} => reads => reads",
        "{'opaque':1,'remark':'a<01><02><09>'} => reads => reads",
        "{'opaque':1,'remark':'<C3>b'} => INVALID_UTF8@30 => INVALID_UTF8@30",
        "{'opaque':1,'remark':'<C0><81>'} => INVALID_UTF8@30 => INVALID_UTF8@30",
        "{'opaque':1,'remark':'<ED><A0><80>'} => INVALID_UTF8@30 => INVALID_UTF8@30",
        "{'opaque':1,'remark':5} => JSON_VALUE_TYPE@29 => reads",
        "{'opaque':1,'remark':true} => JSON_VALUE_TYPE@29 => reads",
        "{'opaque':1,'remark':null} => reads => reads",
        "{'opaque':'1'} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':007} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':-0} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':+5} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':1.5} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':1e2} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':null} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':true} => JSON_NUMBER_FORM@18 => reads",
        "{'opaque':1e10} => JSON_NUMBER_FORM@18 => JSON_NUMBER_FORM@18",
        "{'opaque':2147483648} => JSON_NUMBER_RANGE@18 => JSON_NUMBER_RANGE@18",
        "{'opaque':-2147483648} => reads => reads",
        "{'opaque':-2147483649} => JSON_NUMBER_RANGE@18 => JSON_NUMBER_RANGE@18",
        "{'opaque':1,'language':'GO'} => reads => reads",
        "{'opaque':1,'language':'XX'} => reads => reads",
        "{'opaque':1,'language':'go'} => JSON_VALUE_TYPE@31 => reads",
        "{'opaque':1,'language':'nodejs'} => JSON_VALUE_TYPE@31 => reads",
        "{'opaque':1,'language':9} => JSON_VALUE_TYPE@31 => reads",
        "{'opaque':1,'language':14} => JSON_VALUE_TYPE@31 => JSON_VALUE_TYPE@31",
        "{'opaque':1,'language':null} => JSON_VALUE_TYPE@31 => reads",
        "{'opaque':1,'language':'abcdefghi'} => JSON_VALUE_TYPE@31 => JSON_VALUE_TYPE@31",
        "{'opaque':1,'extFields':null} => reads => reads",
        "{'opaque':1,'extFields':''} => JSON_VALUE_TYPE@32 => reads",
        "{'opaque':1,'extFields':[]} => JSON_VALUE_TYPE@32 => JSON_VALUE_TYPE@32",
        "{'opaque':1,'extFields':{},'extFields':{}} => JSON_DUPLICATE_EXT_FIELDS@36 => JSON_DUPLICATE_EXT_FIELDS@36",
        "{'opaque':1,'extFields':{'a':1,'b':true,'c':null,'d':1.50}} => reads => reads",
        "{'opaque':1,'extFields':{'a':-0}} => JSON_NUMBER_FORM@37 => reads",
        "{'opaque':1,'extFields':{'a':1e3}} => JSON_NUMBER_FORM@37 => reads",
        "{'opaque':1,'extFields':{'a':1e400}} => JSON_NUMBER_FORM@37 => JSON_NUMBER_FORM@37",
        "{'opaque':1,'extFields':{'a':[1,2]}} => JSON_NESTED_VALUE@37 => reads",
        "{'opaque':1,'extFields':{'a':['x']}} => JSON_NESTED_VALUE@37 => JSON_NESTED_VALUE@37",
        "{'opaque':1,'extFields':{'@type':'x'}} => JSON_AMBIGUOUS_NAME@34 => reads",
        "{'opaque':1,'extFields':{'$ref':'$'}} => JSON_AMBIGUOUS_NAME@34 => JSON_AMBIGUOUS_NAME@34",
        "{'opaque':1,'extFields':{'a':1,'$ref':'$'}} => JSON_AMBIGUOUS_NAME@40 => reads",
        "{'opaque':1,'extFields':{'a\\u0000':1}} => JSON_AMBIGUOUS_NAME@34 => JSON_AMBIGUOUS_NAME@34",
        "{'opaque':1,'Code':2} => JSON_AMBIGUOUS_NAME@21 => reads",
        "{'opaque':1,'ext_fields':2} => JSON_AMBIGUOUS_NAME@21 => reads",
        "{'opaque':1,'c\\u006fde':2} => reads => reads",
        "{'opaque':1,'code\\u0000':2} => JSON_AMBIGUOUS_NAME@21 => JSON_AMBIGUOUS_NAME@21",
        "{'opaque':1,'nrsqiWGTZNYA/!2*)':2} => JSON_AMBIGUOUS_NAME@21 => JSON_AMBIGUOUS_NAME@21",
        "{'opaque':1,'body':null} => JSON_RESERVED_MEMBER@21 => reads",
        "{'opaque':1,'suspended':true} => JSON_RESERVED_MEMBER@21 => JSON_RESERVED_MEMBER@21",
        "{'opaque':1,'serializeTypeCurrentRPC':'XX'} => reads => reads",
        "{'opaque':1,'serializeTypeCurrentRPC':1} => JSON_VALUE_TYPE@46 => reads",
        "{'opaque':1,} => JSON_UNEXPECTED_BYTE@20 => JSON_UNEXPECTED_BYTE@20",
        "{'opaque':1'code':2} => JSON_UNEXPECTED_BYTE@19 => JSON_UNEXPECTED_BYTE@19",
        "{,'opaque':1} => JSON_UNEXPECTED_BYTE@9 => JSON_UNEXPECTED_BYTE@9",
        "{'opaque'::1} => JSON_UNEXPECTED_BYTE@18 => JSON_UNEXPECTED_BYTE@18",
        "{<0C>'opaque':1} => JSON_UNEXPECTED_BYTE@9 => JSON_UNEXPECTED_BYTE@9",
        "<EF><BB><BF>{'opaque':1} => JSON_UNEXPECTED_BYTE@8 => JSON_UNEXPECTED_BYTE@8",
        "{'opaque':1,'x':01} => JSON_UNEXPECTED_BYTE@24 => JSON_UNEXPECTED_BYTE@24",
        "[] => JSON_UNEXPECTED_BYTE@8 => JSON_UNEXPECTED_BYTE@8",
        "null => JSON_UNEXPECTED_BYTE@8 => JSON_UNEXPECTED_BYTE@8",
        "{'opaque':1,'remark':'x => JSON_TRUNCATED@31 => JSON_TRUNCATED@31",
        "{'opaque':1, => JSON_TRUNCATED@20 => JSON_TRUNCATED@20"})
    void oddJsonIsRefusedByNameOrReadAsTheReferenceDoes(final String header, final String ofStrict,
        final String ofLenient)
    {
        check(Frames.json(Vectors.bytes(header.replace('\'', '"').replace('^', '\''))), ofStrict, ofLenient);
    }

    @ParameterizedTest
    @CsvSource({
        "00000019 01000015 0022 00 01DF 00000007 00000000 00000000 00000000, reads, reads",
        // No header word, no header, unknown types.
        "00000003 010000, FRAME_TOO_SHORT@0, FRAME_TOO_SHORT@0",
        "00000004 00000000, HEADER_EMPTY@8, HEADER_EMPTY@8",
        "00000004 01000000, HEADER_TOO_SHORT@8, HEADER_TOO_SHORT@8",
        "00000004 02000000, SERIALIZE_TYPE_UNKNOWN@4, SERIALIZE_TYPE_UNKNOWN@4",
        "00000004 FF000000, SERIALIZE_TYPE_UNKNOWN@4, SERIALIZE_TYPE_UNKNOWN@4",
        "00000004 01000001, HEADER_OVERRUNS_FRAME@5, HEADER_OVERRUNS_FRAME@5",
        "80000004 01000000, FRAME_TOO_LONG@0, FRAME_TOO_LONG@0",
        "00000005 01000000, TRUNCATED@8, TRUNCATED@8",
        "00000004 01000000 00, FRAME_LENGTH_MISMATCH@8, FRAME_LENGTH_MISMATCH@8",
        // Junk behind the map, with a body that it would shift; a header that says it is shorter.
        "0000001D 01000019 0022 00 01DF 00000007 00000000 00000000 00000000 FFFFFFFF, HEADER_NOT_CONSUMED@29, reads",
        "00000021 01000017 0022 00 01DF 00000007 00000000 00000000 00000000 FFFF 41424344 4546, HEADER_NOT_CONSUMED@29, "
            + "reads",
        // Lengths of remark and map.
        "00000019 01000015 0022 00 01DF 00000007 00000000 FFFFFFFF 00000000, REMARK_OVERRUNS_HEADER@21, "
            + "REMARK_OVERRUNS_HEADER@21",
        "00000019 01000015 0022 00 01DF 00000007 00000000 00000001 00000000, REMARK_OVERRUNS_HEADER@21, "
            + "REMARK_OVERRUNS_HEADER@21",
        "00000019 01000015 0022 00 01DF 00000007 00000000 00000000 00000001, MAP_OVERRUNS_HEADER@25, "
            + "MAP_OVERRUNS_HEADER@25",
        "00000019 01000015 0022 00 01DF 00000007 00000000 00000000 FFFFFFFF, MAP_LENGTH_NEGATIVE@25, reads",
        // Entries: a good one, lengths that lie, one that overruns the map but not the header.
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0001 61 00000001 78, reads, reads",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 FFFF 61 00000001 78, KEY_LENGTH_NEGATIVE@29, "
            + "KEY_LENGTH_NEGATIVE@29",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0007 61 00000001 78, KEY_OVERRUNS_MAP@29, "
            + "KEY_OVERRUNS_MAP@29",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0001 61 00000002 78, VALUE_OVERRUNS_MAP@32, "
            + "VALUE_OVERRUNS_MAP@32",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0001 61 FFFFFFFF 78, VALUE_OVERRUNS_MAP@32, "
            + "VALUE_OVERRUNS_MAP@32",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000007 0001 61 00000001 78, HEADER_NOT_CONSUMED@36, "
            + "reads",
        "0000001C 01000018 0022 00 01DF 00000007 00000000 00000000 00000003 0001 61, ENTRY_OVERRUNS_MAP@29, "
            + "ENTRY_OVERRUNS_MAP@29",
        // Ill-formed text: a value, a remark, a key.
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0001 61 00000001 FF, INVALID_UTF8@36, reads",
        "0000001A 01000016 0022 00 01DF 00000007 00000000 00000001 FF 00000000, INVALID_UTF8@25, reads",
        "00000021 0100001D 0022 00 01DF 00000007 00000000 00000000 00000008 0001 FF 00000001 78, INVALID_UTF8@31, "
            + "INVALID_UTF8@31",
        // An empty key is a null one, an empty value too.
        "00000020 0100001C 0022 00 01DF 00000007 00000000 00000000 00000007 0000 00000001 78, reads, reads",
        "00000020 0100001C 0022 00 01DF 00000007 00000000 00000000 00000007 0001 61 00000000, reads, reads"})
    void oddBinaryIsRefusedByNameOrReadAsTheReferenceDoes(final String hex, final String ofStrict,
        final String ofLenient)
    {
        check(Frames.hex(hex), ofStrict, ofLenient);
    }
}
