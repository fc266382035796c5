package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.api.Test;

/** Whatever is called in whatever order, the reference reads what was put; a call that throws puts nothing. */
class RemotingWalkTest
{
    private static final int WALKS = Settings.frames(20_000);
    private static final String[] NAMES = {"a", "b", "i", "topic", "properties", "n\u00e4me", "x".repeat(40)};

    private final Random random = new Random(Settings.seed());
    private final List<String> calls = new ArrayList<>();
    private RemotingEncoder encoder;
    private boolean begun;
    private String remark;
    private Map<String, String> entries;
    private String holder;
    private StringBuilder properties;
    private int thrown;

    private boolean good(final String what, final Runnable call)
    {
        try
        {
            call.run();
            calls.add(what);
            return true;
        }
        catch (final IllegalStateException | UnsupportedOperationException wrong)
        {
            calls.add(what + '!');
            thrown++;
            return false;
        }
    }

    private String text()
    {
        final int length = random.nextInt(random.nextInt(4) == 0 ? 200 : 12);
        final StringBuilder text = new StringBuilder();
        final String letters = random.nextInt(3) == 0 ? "a\u00e9\u4e2d\"\\\n0" : "abc019";
        for (int i = 0; i <= length; i++)
        {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    /** A text that throws when it is read. */
    private static CharSequence throwing(final String text, final int at)
    {
        return new CharSequence()
        {
            @Override
            public int length()
            {
                return text.length();
            }

            @Override
            public char charAt(final int index)
            {
                if (index == at)
                {
                    throw new UnsupportedOperationException();
                }
                return text.charAt(index);
            }

            @Override
            public CharSequence subSequence(final int from, final int to)
            {
                throw new UnsupportedOperationException();
            }
        };
    }

    private void entry(final String name, final String value, final Runnable call)
    {
        if (good("entry " + name + '=' + value, call))
        {
            entries.put(name, value);
        }
    }

    private void property(final String name, final String value, final Runnable call)
    {
        if (good("property " + name + '=' + value, call))
        {
            properties.append(name).append('\1').append(value).append('\2');
        }
    }

    private void step()
    {
        final String name = NAMES[random.nextInt(NAMES.length)];
        final EntryKey key = EntryKey.of(name);
        final String text = text();
        final byte[] utf8 = ("-" + text + "-").getBytes(StandardCharsets.UTF_8);
        final long number = random.nextLong() >> random.nextInt(64);
        final boolean truth = number > 0;
        switch (random.nextInt(20))
        {
            case 0, 1 -> begun |= good("begin", () -> encoder.begin(10, RemotingLanguage.GO, 515, 7, 2));
            case 2 -> remark = good("remark " + text, () -> encoder.remark(text)) ? text : remark;
            case 3 -> good("remark throws", () -> encoder.remark(throwing(text, random.nextInt(text.length()))));
            case 4, 5 -> entries = good("ext fields", encoder::beginExtFields) ? new HashMap<>() : entries;
            case 6 -> entry(name, text, () -> encoder.putEntry(key, text));
            case 7 -> entry(name, text, () -> encoder.putEntry(key, new StringBuilder(text)));
            case 8 -> entry(name, text, () -> encoder.putEntry(key, EntryText.of(text)));
            case 9 -> entry(name, text, () -> encoder.putEntry(key, utf8, 1, utf8.length - 2));
            case 10 -> entry(name, Long.toString(number), () -> encoder.putEntry(key, number));
            case 11 -> entry(name, Boolean.toString(truth), () -> encoder.putEntry(key, truth));
            case 12 -> entry(name, null, () -> encoder.putNull(name));
            case 13 -> good("entry throws", () -> encoder.putEntry(key, throwing(text, random.nextInt(text
                .length()))));
            case 14 ->
            {
                if (good("properties " + name, () -> encoder.beginProperties(key)))
                {
                    holder = name;
                    properties = new StringBuilder();
                }
            }
            case 15 -> property(name, text, () -> encoder.putProperty(key, text));
            case 16 -> property(name, Long.toString(number), () -> encoder.putProperty(key, number));
            case 17 -> good("property throws", () -> encoder.putProperty(key, throwing(text, random.nextInt(text
                .length()))));
            case 18 ->
            {
                if (good("end of properties", encoder::endProperties) && !properties.isEmpty())
                {
                    entries.put(holder, properties.toString());
                }
            }
            default -> good("end of ext fields", encoder::endExtFields);
        }
    }

    @Test
    void theReferenceReadsWhatWasPut()
    {
        int written = 0;
        for (int walk = 0; walk < WALKS; walk++)
        {
            encoder = random.nextBoolean() ? new JsonRemotingEncoder() : new BinaryRemotingEncoder();
            calls.clear();
            begun = false;
            remark = null;
            entries = null;
            final ByteBuf out = random.nextBoolean() ? Unpooled.buffer(1 + random.nextInt(600)) : Unpooled
                .directBuffer();
            encoder.wrap(out);
            for (int steps = 1 + random.nextInt(60); steps > 0; steps--)
            {
                step();
            }
            good("end of properties", () -> {
                encoder.endProperties();
                if (!properties.isEmpty())
                {
                    entries.put(holder, properties.toString());
                }
            });
            good("end of ext fields", encoder::endExtFields);
            final int[] length = {0};
            if (good("end", () -> length[0] = encoder.end()))
            {
                assertEquals(out.readableBytes(), length[0], calls::toString);
                check(ByteBufUtil.getBytes(out));
                written++;
            }
            out.release();
        }
        assertTrue(written > WALKS / 2 && thrown > WALKS, written + " written, " + thrown + " thrown");
    }

    private void check(final byte[] frame)
    {
        assertTrue(begun);
        final RemotingCommand read = HeaderValues.decode(frame);
        assertEquals(10, read.getCode(), calls::toString);
        assertEquals(2, read.getFlag(), calls::toString);
        assertEquals(remark, read.getRemark(), calls::toString);
        assertEquals(!encoder.isJson() && entries != null && entries.isEmpty() ? null : entries, read.getExtFields(),
            calls::toString);
    }
}
