package io.skim.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.AmqpFrameEdits;
import io.skim.handlers.patch.AmqpFrameRewriter;
import io.skim.handlers.patch.AmqpRewriter;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Routes;
import io.skim.handlers.select.Columns;
import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.handlers.select.SelectorTable;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.Performative;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Frames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a user logs of a configuration: names, and neither values nor what frames held. */
class LogLinesTest
{
    @Test
    void ofRewritersNameWhatIsEdited()
    {
        assertEquals("RemotingRewriter[RemotingEdits[topic, property TRACE]]",
            new RemotingRewriter(RemotingEdits.builder().set(
                "topic", "secret").setProperty("TRACE", "secret").build()).toString());
        assertEquals("AmqpRewriter[AmqpEdits[header.priority]]",
            new AmqpRewriter(AmqpEdits.builder().set(AmqpField.PRIORITY,
                AmqpEditValue.ofUbyte(9)).build()).toString());
        final AmqpFrameEdits edits =
            AmqpFrameEdits.builder().set(Performative.OPEN, "hostname", AmqpEditValue.ofString("secret"))
                .limit(Performative.OPEN, "channel-max", 7)
                .setProperty(Performative.OPEN, "product", AmqpEditValue.ofString("secret"))
                .mapAddresses((utf8, offset, length, target) -> false).build();
        assertEquals("AmqpFrameRewriter[AmqpFrameEdits[open.hostname, open.channel-max, open.properties.product,"
            + " attach.source.address, attach.target.address]]", new AmqpFrameRewriter(edits).toString());
        assertEquals("AmqpFrameEdits[]", AmqpFrameEdits.builder().build().toString());
    }

    @Test
    void ofMapsOfNamesTellTheMap()
    {
        final Map<String, String> one = Map.of("a", "b");
        final NameMap table = NameMap.table(one, Map.of());
        assertEquals("NameRewriter[tenant]", new NameRewriter(Namespace.of("tenant")).toString());
        assertEquals("NameRewriter[a-*-b]", new NameRewriter(NameMap.affixes("a-", "-b")).toString());
        assertEquals("NameRewriter[table of 1 topics and 0 groups]", new NameRewriter(table).toString());
        assertEquals("NameRewriter[table of 1 topics and 0 groups, then a*]",
            new NameRewriter(table.then(NameMap.prefix("a")))
                .toString());
        assertEquals("NameRewriter[names as they are]", new NameRewriter(NameMap.identity()).toString());
    }

    @Test
    void ofGatesTablesAndColumnsTellTheirNames()
    {
        assertEquals("RequestGate[allow [11, 310]]", new RequestGate(CodeGate.allow(RequestCode.SEND_MESSAGE_V2,
            RequestCode.PULL_MESSAGE)).toString());
        assertEquals("Routes[RouteTable[1 rules for remoting frames]]",
            new Routes<>(RouteTable.remoting("x").rule("a > 5",
                "y").build()).toString());
        assertEquals("Columns[$code, $topic, TAGS]", Columns.remoting("$code", "$topic", "TAGS").toString());
        assertEquals("SelectorTable[2 selectors]",
            SelectorTable.of(List.of(Selector.sql("a > 5"), Selector.tags("TagA")))
                .toString());
    }

    @Test
    void ofPatchesAndVerdictsTellHowTheFrameScannedLastEnded()
    {
        final byte[] frame = Frames.binary(10, null, "", "topic", "secret");
        final FrameView view = new FrameView().wrap(frame);
        final RemotingRewriter longer = new RemotingRewriter(RemotingEdits.builder().set("topic", "another").build());
        assertEquals("HeaderPatch[no frame was scanned]", longer.patch().toString());
        longer.rewrite(view);
        assertEquals("HeaderPatch[a header of " + (frame.length + 1) + " bytes]", longer.patch().toString());
        longer.rewrite(new FrameView().wrap(new byte[9]));
        assertEquals("HeaderPatch[the frame is malformed]", longer.patch().toString());
        final RemotingRewriter same = new RemotingRewriter(RemotingEdits.builder().set("topic", "as-big").build());
        same.rewrite(view);
        assertEquals("HeaderPatch[in place]", same.patch().toString());
        same.rewrite(new FrameView().wrap(Frames.binary(10, null, "", "topic", "as-big")));
        assertEquals("HeaderPatch[no change]", same.patch().toString());

        final Selector<RemotingInterest> selector = Selector.sql("$topic = 'secret'");
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        assertEquals("SelectorEvaluator[1 selectors, the first: ERROR]", evaluator.toString());
        new RemotingScanner().scan(view, selector.interest(), evaluator);
        assertEquals("SelectorEvaluator[1 selectors, the first: MATCH]", evaluator.toString());
    }
}
