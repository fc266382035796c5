package io.skim.handlers.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.handlers.route.NameCheck.Verdict;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Against the real TopicValidator.
 */
class NameCheckTest
{
    private static final RemotingInterest INTEREST =
        RemotingScanner.interest().entry("topic", 0).entry("group", 1).build();
    private static final int GENERATED = 3_000;
    private static final String[] PIECES = {"a", "Z", "0", "9", "%", "|", "_", "-", "orders", "%RETRY%", "%DLQ%", " ",
        "\t", ".", "/", "é", "订", "+", "\"", "\\", "😀", "~", "^", "{", "@", "`", "["};

    private final NameCheck check = new NameCheck();

    /** What the reference says, by the beginning of what it remarks. */
    private static Verdict reference(final TopicValidator.ValidateResult result)
    {
        final String remark = result.getRemark();
        return result.isValid() ? Verdict.VALID : remark.endsWith(" is blank.") ? Verdict.BLANK : remark.contains(
            "contains illegal characters") ? Verdict.ILLEGAL_CHARACTER : Verdict.TOO_LONG;
    }

    private static Set<String> names()
    {
        final Set<String> names = new LinkedHashSet<>();
        for (int code = 0; code < 0x300; code++)
        {
            names.add("a" + (char)code);
        }
        for (final int length : new int[] {0, 1, 119, 120, 121, 126, 127, 128, 254, 255, 256, 300})
        {
            for (final String prefix : new String[] {"", "%RETRY%", "%DLQ%", "%RETRY", "x%DLQ%"})
            {
                names.add(prefix + "n".repeat(Math.max(0, length - prefix.length())));
            }
            names.add(" ".repeat(length));
            names.add("n".repeat(length) + ".");
        }
        final Random random = new Random(Settings.seed());
        for (int i = 0; i < GENERATED; i++)
        {
            final StringBuilder name = new StringBuilder();
            for (int pieces = random.nextInt(random.nextInt(10) == 0 ? 100 : 6); pieces > 0; pieces--)
            {
                name.append(PIECES[random.nextInt(random.nextBoolean() ? 11 : PIECES.length)]);
            }
            names.add(name.toString());
        }
        return names;
    }

    @Test
    void verdictsAreThoseOfTheBroker()
    {
        for (final String name : names())
        {
            final byte[] utf8 = ("??" + name + "!").getBytes(StandardCharsets.UTF_8);
            assertEquals(reference(TopicValidator.validateTopic(name)), NameCheck.topic(utf8, 2, utf8.length - 3),
                name);
            assertEquals(reference(TopicValidator.validateGroup(name)), NameCheck.group(utf8, 2, utf8.length - 3),
                name);
            assertEquals(TopicValidator.isSystemTopic(name), NameCheck.isSystemTopic(utf8, 2, utf8.length - 3), name);
        }
    }

    @Test
    void systemTopicsAreThoseOfTheReference()
    {
        final Set<String> names = new LinkedHashSet<>(TopicValidator.getSystemTopicSet());
        names.addAll(TopicValidator.getNotAllowedSendTopicSet());
        assertTrue(names.size() >= 12, names::toString);
        names.addAll(Set.of("rmq_sys_x", "rmq_sys", "TBW10", "TBW1022", "orders", ""));
        for (final String name : names)
        {
            final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            assertEquals(TopicValidator.isSystemTopic(name), NameCheck.isSystemTopic(utf8, 0, utf8.length), name);
        }
        final byte[] around = "xTBW102x".getBytes(StandardCharsets.UTF_8);
        assertTrue(NameCheck.isSystemTopic(around, 1, 6));
        assertFalse(NameCheck.isSystemTopic(around, 0, 8));
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void namesAreCheckedWhereTheyStandInAFrame(final SerializeType type)
    {
        final RemotingScanner scanner = new RemotingScanner();
        final FrameView view = new FrameView();
        for (final String name : names())
        {
            final RemotingCommand command = RemotingCommand.createRequestCommand(10, null);
            command.setSerializeTypeCurrentRPC(type);
            command.setExtFields(new HashMap<>(Map.of("topic", name, "group", name)));
            final byte[] frame = command.encode().array();
            final Judge judge = new Judge();
            assertEquals(Outcome.COMPLETE, scanner.scan(view.wrap(frame), INTEREST, judge), () -> scanner.fault()
                .toString());
            final boolean fits = name.getBytes(StandardCharsets.UTF_8).length <= NameCheck.MAX_DERIVED_TOPIC;
            assertEquals(fits ? reference(TopicValidator.validateTopic(name)) : Verdict.TOO_LONG, judge.topic, name);
            assertEquals(fits ? reference(TopicValidator.validateGroup(name)) : Verdict.TOO_LONG, judge.group, name);
            assertTrue(fits || !TopicValidator.validateTopic(name).isValid(), name);
        }
    }

    /** Checks both fields. */
    private final class Judge implements DataHandler
    {
        private Verdict topic;
        private Verdict group;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            if (id == 0)
            {
                topic = check.topic(value);
            }
            else
            {
                group = check.group(value);
            }
            return Action.CONTINUE;
        }
    }

    @Test
    void whatIsNotInsideTheArrayIsRefused()
    {
        assertThrows(IndexOutOfBoundsException.class, () -> NameCheck.topic(new byte[3], 1, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> NameCheck.group(new byte[3], -1, 3));
    }

    @Test
    void checksMakeNoGarbage()
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(10, null);
        command.setExtFields(new HashMap<>(Map.of("topic", "%RETRY%" + "n".repeat(500), "group", "g\"\u0001.")));
        final FrameView view = new FrameView().wrap(command.encode().array());
        final RemotingScanner scanner = new RemotingScanner();
        final Judge judge = new Judge();
        assertEquals(0, Allocations.by(() -> scanner.scan(view, INTEREST, judge), 20_000, 20_000));
        assertEquals(Verdict.TOO_LONG, judge.topic);
        assertEquals(Verdict.ILLEGAL_CHARACTER, judge.group);
    }
}
