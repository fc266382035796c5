package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.remoting.RequestCode;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every request code of the reference has a kind, and clients need no other kind than theirs. */
class RequestKindTest
{
    /** Verbs of requests that change something. */
    private static final String CHANGES =
        "(UPDATE|DELETE|WIPE|ADD_WRITE|PUT|CLEAN|RESET|SUSPEND|RESUME|ADJUST|REGISTER_TOPIC|REGISTER_MESSAGE|CLONE|SET|EXPORT|SWITCH|"
            + "TRIGGER|REMOVE_COLD|AUTH_(CREATE|UPDATE|DELETE)|INVOKE_BROKER_TO_RESET|CONTROLLER_ELECT|CONSUME_MESSAGE|POP_ROLLBACK)"
            + ".*";

    private static Map<String, Integer> reference() throws IllegalAccessException
    {
        final Map<String, Integer> codes = new TreeMap<>();
        for (final Field field : org.apache.rocketmq.remoting.protocol.RequestCode.class.getFields())
        {
            if (Modifier.isStatic(field.getModifiers()))
            {
                codes.put(field.getName(), ((Number)field.get(null)).intValue());
            }
        }
        return codes;
    }

    @Test
    void everyCodeOfTheReferenceHasAKind() throws IllegalAccessException
    {
        final Map<String, Integer> reference = reference();
        assertTrue(reference.size() > 150, "the reference's list was found");
        reference.forEach((name, code) -> assertFalse(RequestKind.of(code) == RequestKind.UNKNOWN, name + " " + code));
    }

    @Test
    void everyCodeThatChangesSomethingIsDeniedUnlessAllowed() throws IllegalAccessException
    {
        final Set<String> changes = new TreeSet<>();
        reference().forEach((name, code) -> {
            if (RequestKind.of(code) == RequestKind.CHANGE)
            {
                changes.add(name);
            }
            else if (name.matches(CHANGES))
            {
                assertTrue(List.of("UPDATE_CONSUMER_OFFSET", "RESET_CONSUMER_CLIENT_OFFSET").contains(name),
                    name + " is "
                        + RequestKind.of(code));
            }
        });
        changes.removeIf(name -> name.matches(CHANGES));
        assertEquals(Set.of(), changes, "each of them is one by its name");
    }

    @Test
    void everyNamedCodeHasItsNameAndNoOther()
    {
        for (final RequestCode code : RequestCode.values())
        {
            assertFalse(RequestKind.of(code.code()) == RequestKind.UNKNOWN, code.name());
            assertTrue(CodeSet.of(List.of(code.name())).contains(code.code()));
            assertFalse(CodeSet.of(List.of(code.name())).contains(code.code() + 100_000));
        }
    }

    /** The recorded Go program created, listed and deleted topics with the client's own tools; the rest are clients' codes. */
    @Test
    void realClientsSendCodesOfClientsOnly() throws Exception
    {
        final Set<Integer> management = new TreeSet<>();
        int seen = 0;
        for (final Path capture : Captures.remoting())
        {
            if (capture.getFileName().toString().matches("rocketmq-.*-(go|js)-requests\\.frames"))
            {
                for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
                {
                    final int code = Reference.decode(frame).code;
                    final boolean response = (Reference.decode(frame).flag & 1) != 0;
                    seen++;
                    if (!response && RequestKind.of(code).isManagement())
                    {
                        management.add(code);
                    }
                }
            }
        }
        assertTrue(seen > 20, "captures were found");
        assertEquals(Set.of(17, 201, 206, 215, 216), management);
    }

    @Test
    void theCodeOfTheVulnerabilityIsManagement()
    {
        assertEquals(RequestKind.CHANGE, RequestKind.of(25));
        assertEquals(RequestKind.UNKNOWN, RequestKind.of(25 + (1 << 16)));
        assertEquals(RequestKind.UNKNOWN, RequestKind.of(3442), "as a binary header has POP_MESSAGE");
        assertTrue(RequestKind.UNKNOWN.isManagement());
        assertFalse(RequestKind.of(310).isManagement());
    }

    @Test
    void aSetIsMadeOfNamesNumbersAndKinds()
    {
        final CodeSet set = CodeSet.of(List.of("send", "query", "pull_message", "77"));
        for (final int code : new int[] {10, 310, 320, 324, 325, 26, 11, 77})
        {
            assertTrue(set.contains(code), String.valueOf(code));
        }
        assertFalse(set.contains(25));
        assertTrue(CodeSet.of(List.of("all")).contains(-5));
        assertFalse(CodeSet.of(List.of("management")).contains(310));
        assertTrue(CodeSet.of(List.of("management")).contains(-5));
        assertFalse(CodeSet.NONE.contains(0));
        assertThrows(IllegalArgumentException.class, () -> CodeSet.of(List.of("SEND")));
    }
}
