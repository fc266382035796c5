package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Files of gateways, fuzzed by coverage: any text is a configuration, or has problems with a place and a sentence each. Without the
 * agent the inputs that are kept beside this class are run.
 */
class GatewayFileFuzzTest
{
    @FuzzTest
    void anyTextIsAConfigurationOrHasProblemsWithTheirPlaces(final byte[] bytes)
    {
        final String text = new String(bytes, StandardCharsets.UTF_8);
        final long lines = text.lines().count() + 1;
        final List<Problem> problems = ConfigFiles.problems(text);
        for (final Problem problem : problems)
        {
            assertTrue(problem.line() >= 1 && problem.line() <= lines && problem.column() >= 1, () -> problem + "\n"
                + text);
            assertFalse(problem.message().isBlank(), problem::toString);
        }
    }
}
