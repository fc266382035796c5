package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules for responses cannot mean is told with line and column, and so is what only they can mean. */
class ResponseRuleCheckTest
{
    @ParameterizedTest
    @CsvSource(delimiterString = "#", quoteCharacter = '\u0001', ignoreLeadingAndTrailingWhitespace = false, value = {
        "{for: \u00a7answers, drop: true}#'answers' does not fit; allowed is requests or responses",
        "{match: {\u00a7responses: 2}, drop: true}#requests have no 'responses'; the rule needs for: responses",
        "{match: {\u00a7topics: a}, drop: true}#requests have no 'topics'; the rule needs for: responses",
        "{for: requests, match: {\u00a7olderThan: 1s}, drop: true}#requests have no 'olderThan'; the rule needs for: responses",
        "{match: {codes: 10}, \u00a7replace: {}}#'replace' is an action on responses; the rule needs for: responses",
        "{match: {codes: 10}, delay: 1s, \u00a7log: true}#'log' is an action on responses",
        "{match: {codes: 10}, \u00a7count: true}#'count' is an action on responses",
        "\u00a7{for: responses, match: {codes: 10}}#a rule for responses needs an action: set, add, remove, rename, replace,"
            + " delay, drop, log or count",
        "{for: responses, \u00a7route: other}#'route' is an action on requests; a rule for responses has set, add,",
        "{for: responses, \u00a7trace: {}}#'trace' is an action on requests",
        "{for: responses, \u00a7deny: {}}#'deny' is an action on requests",
        "{for: responses, \u00a7mirror: other}#'mirror' is an action on requests",
        "{for: responses, \u00a7limit: {rate: 1}}#'limit' is an action on requests",
        "{for: responses, \u00a7allow: 25}#'allow' is an action on requests",
        "{for: responses, match: {\u00a7jms: 'a = 1'}, drop: true}#responses are RocketMQ's, jms is for AMQP",
        "{for: responses, match: {\u00a7listeners: messages}, drop: true}#responses are RocketMQ's, and these listeners are for",
        "{for: responses, match: {responses: [\u00a7SYSTEM_BUZY]}, drop: true}#'SYSTEM_BUZY' does not fit: no response has this"
            + " name (did you mean 'SYSTEM_BUSY'?)",
        "{for: responses, match: {responses: \u00a740000}, drop: true}#'40000' does not fit; allowed is the name or number",
        "{for: responses, match: {responses: \u00a7[]}, drop: true}#an empty list; it needs the name or number of a response",
        "{for: responses, match: {olderThan: \u00a70s}, drop: true}#'0s' does not fit; allowed is a time such as",
        "{for: responses, match: {sql: '$code = \u00a7= 1'}, drop: true}#the condition does not compile: ",
        "{for: responses, match: {sql: \u00a7'$code = 0 AND amount > 5'}, drop: true}#'amount' is a message property, and the"
            + " headers of responses have none; the ext field would be $amount",
        "{for: responses, set: {\u00a7properties: {a: b}}}#the headers of responses have no message properties",
        "{for: responses, add: {\u00a7annotations: {a: b}}}#annotations are AMQP's",
        "{for: responses, set: {fields: {\u00a7opaque: 1}}}#'opaque' tells whose response it is",
        "{for: responses, set: {fields: {a: b, \u00a7flag: 1}}}#'flag' tells whose response it is",
        "{for: responses, remove: {fields: \u00a7opaque}}#opaque is a fixed field, which cannot be removed",
        "{for: responses, replace: {code: \u00a7SUCCESS}}#a success has fields that its client reads",
        "{for: responses, replace: {}, \u00a7set: {fields: {a: b}}}#'set' has no effect, as the response does not go on: this"
            + " rule has replace",
        "{for: responses, drop: true, \u00a7delay: 1s}#'delay' has no effect, as the response does not go on: this rule has drop",
        "{for: responses, replace: {}, \u00a7drop: true}#replace answers and drop does not",
        "{for: responses, replace: {}, \u00a7continue: true}#no further rule can apply",
        "{for: responses, log: true, \u00a7count: true}#every rule counts its hits",
        "{for: responses, count: \u00a7false}#'false' does not fit; allowed is true",
        "{deny: {code: \u00a770000}}#'70000' does not fit; allowed is the name or number of a response code"})
    void aRuleThatCannotWorkIsRefused(final String rule, final String problem)
    {
        ProblemsTest.assertProblem(problem, "rules:\n  - " + rule + "\n");
    }

    @Test
    void lanesAskNothingAboutResponses()
    {
        ProblemsTest.assertProblem("'topics' is no key of match",
            "lanes:\n  - {name: x, match: {clients: 10.0.0.1, \u00a7topics: a}}\n");
    }

    @Test
    void onlyARuleOfTheSameKindMakesOneUnreachable()
    {
        assertEquals(List.of(), ConfigFiles.problems(ConfigFiles.BASE + """
            rules:
              - {for: responses, match: {olderThan: 1s}, log: true}
              - {for: responses, delay: 1s}
              - {match: {codes: 10}, drop: true}
              - {route: other}
            """));
        ProblemsTest.assertProblem("no frame reaches this rule: 'rule 1' in line ", """
            rules:
              - {for: responses, delay: 1s}
              - {match: {codes: 10}, drop: true}
              - \u00a7{for: responses, match: {codes: 10}, drop: true}
            """);
    }
}
