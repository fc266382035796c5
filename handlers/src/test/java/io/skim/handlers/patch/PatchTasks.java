package io.skim.handlers.patch;

import io.skim.scan.Strictness;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import io.skim.scan.testing.Frames;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.rocketmq.common.message.Message;

/** What {@link PatchGrowthTest} counts the steps of: rewriters, and frames in which a sender repeats something. */
public final class PatchTasks implements PatchTask
{
    private static final Limits LIMITS = Limits.DEFAULT.withMaxHeaderLength(16_777_215).withMaxValueLength(16_777_215)
        .withMaxFrameLength(33_554_432).withMaxEntryCount(1_000_000).withMaxElementCount(1_000_000);
    private static final Map<String, Task> TASKS = new LinkedHashMap<>();

    /** Frames by the count, and what patches them. */
    private record Task(IntFunction<byte[]> frames, Function<FrameView, HeaderPatch> rewriter)
    {
    }

    static
    {
        for (final boolean json : new boolean[] {false, true})
        {
            final String form = json ? "JSON: " : "binary: ";
            remoting(form, json);
            edits(form + "set ext field", RemotingEdits.builder().set("k", "longer"), n -> frame(json, n, "k", "v"));
            edits(form + "set ext field to as long a value", RemotingEdits.builder().set("k", "w"), n -> frame(json, n,
                "k", "v"));
            edits(form + "remove ext field", RemotingEdits.builder().remove("k"), n -> frame(json, n, "k", "v"));
            edits(form + "rename ext field", RemotingEdits.builder().rename("k", "key"), n -> frame(json, n, "k", "v"));
            edits(form + "two ext fields", RemotingEdits.builder().set("k", "longer").remove("l"), n -> frame(json, n,
                "k", "v", "l", "w"));
            edits(form + "add ext field", RemotingEdits.builder().add("other", "value"), n -> frame(json, n, "k", "v"));
            edits(form + "set property", RemotingEdits.builder().setProperty("P", "longer"), n -> frame(json, 1, "i",
                "P\1v\2".repeat(n)));
            edits(form + "set property to less", RemotingEdits.builder().setProperty("P", "w"), n -> frame(json, 1, "i",
                "P\1value\2Q\1v\2".repeat(n)));
            edits(form + "add property", RemotingEdits.builder().addProperty("R", "w"), n -> frame(json, 1, "i",
                "P\1v\2".repeat(n)));
            edits(form + "remove some properties", RemotingEdits.builder().removeProperty("P"), n -> frame(json, 1, "i",
                "P\1v\2Q\1v\2".repeat(n)));
            edits(form + "remove all properties", RemotingEdits.builder().removeProperty("P"), n -> frame(json, 1, "i",
                "P\1v\2".repeat(n)));
            edits(form + "remove properties and put them back", RemotingEdits.builder().removeProperty("P").setProperty(
                "P", "v"), n -> frame(json, 1, "i", "P\1v\2".repeat(n)));
            edits(form + "rename property", RemotingEdits.builder().renameProperty("P", "Name"), n -> frame(json, 1,
                "i", "P\1v\2".repeat(n)));
            edits(form + "set property among duplicates of the ext field", RemotingEdits.builder().setProperty("P",
                "longer"), n -> frame(json, n, "i", "P\1v\2"));
        }
        edits("batch: set property", RemotingEdits.builder().setProperty("P", "longer"), n -> BatchBodies.withBody(
            Frames.binary(320, null, "", "b", "T"), BatchBodies.of(Collections.nCopies(n, BatchBodies.message("b", "P",
                "v")).toArray(Message[]::new))));
        edits("batch: set property to the value that it has", RemotingEdits.builder().setProperty("P", "v"),
            n -> BatchBodies.withBody(Frames.binary(320, null, "", "b", "T"), BatchBodies.of(Collections.nCopies(n,
                BatchBodies.message("b", "P", "v")).toArray(Message[]::new))));
        edits("JSON: set opaque", RemotingEdits.builder().set("opaque", "123456"), n -> members(n, "\"opaque\":7"));
        edits("JSON: set opaque to a shorter one", RemotingEdits.builder().set("opaque", "1"), n -> members(n,
            "\"opaque\":123"));
        edits("JSON: remove remark", RemotingEdits.builder().remove("remark"), n -> members(n, "\"remark\":\"r\""));
        edits("JSON: add language", RemotingEdits.builder().set("language", "JAVA"), n -> members(n, "\"opaque\":7"));
        final OpaqueRelay relay = new OpaqueRelay(1, LIMITS, Strictness.STRICT);
        final RemotingPatcher patcher = new RemotingPatcher(LIMITS, Strictness.STRICT);
        TASKS.put("JSON: remove remarks one by one", new Task(n -> members(n, "\"remark\":\"r\""), frame -> {
            patcher.scan(frame, Backwards.REMARKS, (id, remark) -> {
                patcher.removeField(remark);
                return Action.CONTINUE;
            });
            return patcher.patch();
        }));
        TASKS.put("JSON: remove remarks backwards", new Task(n -> members(n, "\"remark\":\"r\""), frame -> {
            patcher.scan(frame, Backwards.REMARKS, new Backwards(patcher::removeField, frame));
            return patcher.patch();
        }));
        TASKS.put("JSON: opaque relay", new Task(n -> members(n, "\"opaque\":7"), frame -> {
            relay.forgetClient(1);
            relay.forward(frame, 1, 0);
            return relay.patch();
        }));
        messages("delivery-annotations", AmqpField.DELIVERY_ANNOTATIONS);
        messages("message-annotations", AmqpField.MESSAGE_ANNOTATIONS);
        messages("application-properties", AmqpField.APPLICATION_PROPERTIES);
    }

    private static void edits(final String name, final RemotingEdits.Builder edits, final IntFunction<byte[]> frames)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits.build(), LIMITS, Strictness.STRICT);
        TASKS.put(name, new Task(frames, frame -> {
            rewriter.rewrite(frame);
            return rewriter.patch();
        }));
    }

    private static void remoting(final String form, final boolean json)
    {
        final NameRewriter namespace = new NameRewriter(Namespace.of("tenant"), LIMITS, Strictness.STRICT);
        final Function<FrameView, HeaderPatch> wrap = frame -> {
            namespace.toBroker(frame);
            return namespace.patch();
        };
        final Function<FrameView, HeaderPatch> strip = frame -> {
            namespace.toClient(frame);
            return namespace.patch();
        };
        TASKS.put(form + "wrap properties", new Task(n -> frame(json, 1, "i", "PGROUP\1a\2".repeat(n)), wrap));
        TASKS.put(form + "strip properties", new Task(n -> frame(json, 1, "i", "PGROUP\1tenant%a\2".repeat(n)), strip));
        TASKS.put(form + "wrap topics", new Task(n -> frame(json, n, "b", "topic"), wrap));
        if (json)
        {
            // The code is too great for a binary header.
            TASKS.put(form + "wrap topics for retries of pops", new Task(n -> Frames.json(
                "{\"code\":200051,\"opaque\":7,\"extFields\":{\"consumerGroup\":\"g\"" + ",\"topic\":\"%RETRY%g_t\""
                    .repeat(n) + "}}"),
                wrap));
        }
        TASKS.put(form + "wrap among duplicates of the properties", new Task(n -> frame(json, n, "i", "PGROUP\1a\2"),
            wrap));
        final RemotingRewriter signing = new RemotingRewriter(RemotingEdits.builder().set("k", "longer").build(),
            LIMITS, Strictness.STRICT).signer(new AclSigner(new byte[] {1}));
        TASKS.put(form + "sign", new Task(n -> frame(json, n, "Signature", "s", "k", "v"), frame -> {
            signing.rewrite(frame);
            return signing.patch();
        }));
        final RemotingPatcher patcher = new RemotingPatcher(LIMITS, Strictness.STRICT);
        TASKS.put(form + "remove backwards", new Task(n -> frame(json, n, "k", "v", "l", "w"), frame -> {
            patcher.scan(frame, Backwards.ENTRIES, new Backwards(patcher::removeEntry, frame));
            return patcher.patch();
        }));
        TASKS.put(form + "remove inwards", new Task(n -> frame(json, n, "k", "v", "l", "w"), frame -> {
            final Backwards handler = new Backwards(patcher::removeEntry, frame);
            handler.inwards = true;
            patcher.scan(frame, Backwards.ENTRIES, handler);
            return patcher.patch();
        }));
    }

    private static void messages(final String name, final AmqpField section)
    {
        messages(name + ": set", section, AmqpEdits.builder().set(section, "k", AmqpEditValue.ofString("longer")));
        messages(name + ": set as long a value", section, AmqpEdits.builder().set(section, "k", AmqpEditValue.ofString(
            "w")));
        messages(name + ": remove", section, AmqpEdits.builder().remove(section, "k"));
        messages(name + ": rename", section, AmqpEdits.builder().rename(section, "k", "key"));
        messages(name + ": add", section, AmqpEdits.builder().add(section, "l", AmqpEditValue.NULL));
    }

    private static void messages(final String name, final AmqpField section, final AmqpEdits.Builder edits)
    {
        final AmqpRewriter rewriter = new AmqpRewriter(edits.allowBareMessage().build(), LIMITS, Strictness.STRICT);
        TASKS.put(name, new Task(n -> message(n, section), frame -> {
            rewriter.rewrite(frame);
            return rewriter.patch();
        }));
    }

    /** The names of the tasks. */
    static String[] names()
    {
        return TASKS.keySet().toArray(String[]::new);
    }

    @Override
    public long run(final String task, final int count)
    {
        final byte[] frame = TASKS.get(task).frames.apply(count);
        final FrameView view = new FrameView(LIMITS).wrap(frame, 0, frame.length);
        final byte[] out = new byte[frame.length * 8 + 1_024];
        Steps.reset();
        final HeaderPatch patch = TASKS.get(task).rewriter.apply(view);
        if (!patch.isReady())
        {
            throw new IllegalStateException(task + ": " + patch.refusal());
        }
        return frame.length + (long)patch.writeHeader(out, 0);
    }

    /** A request of code 310 that has some ext fields, names and values by turns, and then again. */
    private static byte[] frame(final boolean json, final int count, final String... entries)
    {
        return json ? jsonFrame(count, entries) : binaryFrame(count, entries);
    }

    private static byte[] binaryFrame(final int count, final String... entries)
    {
        int size = 0;
        for (final String text : entries)
        {
            size += 3 + text.length();
        }
        final int map = size * count;
        final ByteBuffer frame = ByteBuffer.allocate(29 + map);
        frame.putInt(25 + map).putInt(1 << 24 | 21 + map).putShort((short)310).put((byte)0).putShort((short)1).putInt(7)
            .putInt(0).putInt(0).putInt(map);
        for (int i = 0; i < count; i++)
        {
            for (int entry = 0; entry < entries.length; entry += 2)
            {
                frame.putShort((short)entries[entry].length()).put(entries[entry].getBytes(StandardCharsets.UTF_8));
                frame.putInt(entries[entry + 1].length()).put(entries[entry + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return frame.array();
    }

    private static byte[] jsonFrame(final int count, final String... entries)
    {
        final StringBuilder once = new StringBuilder();
        for (int entry = 0; entry < entries.length; entry += 2)
        {
            once.append(",\"").append(entries[entry]).append("\":\"").append(entries[entry + 1].replace("\1", "\\u0001")
                .replace("\2", "\\u0002")).append('"');
        }
        return json("{\"code\":310,\"extFields\":{" + once.toString().repeat(count).substring(1)
            + "},\"flag\":0,\"language\":\"JAVA\",\"opaque\":7,\"version\":1}");
    }

    /** A header with some member again and again. */
    private static byte[] members(final int count, final String member)
    {
        return json("{\"code\":310,\"flag\":0,\"opaque\":7," + (member + ",").repeat(count) + "\"version\":1}");
    }

    private static byte[] json(final String header)
    {
        final byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + bytes.length).putInt(4 + bytes.length).putInt(bytes.length).put(bytes).array();
    }

    /** A message with a map that has an entry again and again. */
    private static byte[] message(final int count, final AmqpField section)
    {
        final boolean text = section == AmqpField.APPLICATION_PROPERTIES;
        final byte[] entry = {(byte)(text ? 0xA1 : 0xA3), 1, 'k', (byte)0xA1, 1, 'v'};
        final int code = text ? 0x74 : section == AmqpField.MESSAGE_ANNOTATIONS ? 0x72 : 0x71;
        final ByteBuffer message = ByteBuffer.allocate(12 + entry.length * count + 4);
        message.put((byte)0).put((byte)0x53).put((byte)code).put((byte)0xD1).putInt(4 + entry.length * count).putInt(2
            * count);
        for (int i = 0; i < count; i++)
        {
            message.put(entry);
        }
        return message.put((byte)0).put((byte)0x53).put((byte)0x77).put((byte)0x40).array();
    }

    /** Removes what was shown from the last to the first, or from both ends. */
    private static final class Backwards implements DataHandler
    {
        static final RemotingInterest ENTRIES = RemotingScanner.interest().entry("k", 0).build();
        static final RemotingInterest REMARKS = RemotingScanner.interest().field(RemotingField.REMARK, 0).build();

        boolean inwards;
        private final Consumer<Cursor> removal;
        private final FrameView frame;
        private final Cursor value = new Cursor();
        private final long[] marks = new long[200_000];
        private int count;

        Backwards(final Consumer<Cursor> removal, final FrameView frame)
        {
            this.removal = removal;
            this.frame = frame;
        }

        @Override
        public Action onField(final int id, final Cursor shown)
        {
            marks[count++] = shown.mark();
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            for (int i = 0; i < count; i++)
            {
                final int place = !inwards || i % 2 == 0 ? count - 1 - i / (inwards ? 2 : 1) : i / 2;
                removal.accept(frame.at(marks[place], value));
            }
        }
    }
}
