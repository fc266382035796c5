package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuleTextTest
{
    private static List<String> told(final String rules)
    {
        return ConfigFiles.with(rules).rules().stream().map(RuleText::of).map(text -> text.replaceFirst(
            " \\(line [0-9]+\\)$", "")).toList();
    }

    @Test
    void tellsConditionsAndActionsInTheWordsOfTheFile()
    {
        assertEquals(List.of("sql \"amount > 900 AND $topic = 'a'\", codes [send, PULL_MESSAGE]: deny 13",
            "clients [10.1.0.0/16], clientIds [*@gray], sample 0.01, sampleClients 0.5: route other, continue",
            "everything: remove field x, set property TRACE, add trace traceparent, limit by topic, delay 50ms"), told("""
                rules:
                  - match: {codes: [send, PULL_MESSAGE], sql: "amount > 900 AND $topic = 'a'"}
                    deny: {code: MESSAGE_ILLEGAL, remark: no}
                  - match: {clients: 10.1.0.0/16, clientIds: "*@gray", sample: 0.01, sampleClients: 0.5}
                    route: other
                    continue: true
                  - remove: {fields: x}
                    set: {properties: {TRACE: a secret}}
                    trace: {}
                    limit: {rate: 5, by: topic}
                    delay: 50ms
                """));
    }

    @Test
    void tellsWhatRulesForResponsesAskAndDo()
    {
        assertEquals(List.of(
            "for responses, responses [SYSTEM_BUSY, 999], codes [send], topics [a_*], olderThan 200ms: replace 1, log",
            "for responses, clients [10.0.0.0/8]: count, continue", "for responses, everything: set field remark"),
            told("""
                rules:
                  - for: responses
                    match: {responses: [2, 999], codes: send, topics: a_*, olderThan: 200ms}
                    replace: {remark: no}
                    log: true
                  - {for: responses, match: {clients: 10.0.0.0/8}, count: true, continue: true}
                  - {for: responses, set: {fields: {remark: no}}}
                """));
    }

    @Test
    void cutsWhatIsLong()
    {
        final String sql = "a = '" + "x".repeat(400) + "'";
        assertEquals("sql \"" + sql.substring(0, 295) + "...", told("rules:\n  - match: {sql: \"" + sql
            + "\"}\n    drop: true\n").get(0));
    }
}
