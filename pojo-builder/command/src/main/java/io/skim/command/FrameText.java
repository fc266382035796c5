package io.skim.command;

import io.skim.pojo.RemotingHeader;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.TypedHeader;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prints remoting frames for a person, one a line.
 */
final class FrameText
{
    /** What tells a person nothing: the frame shows it elsewhere, or it is the same in nearly all frames. */
    private static final Set<String> DULL = Set.of("topic", "b", "properties", "defaultTopic", "defaultTopicQueueNums",
        "bornTimestamp", "sysFlag", "flag", "unitMode", "brokerName", "bname", "Signature", "TRACE_ON", "MSG_REGION",
        "ns", "nsd", "oway", "lo", "c", "d", "f", "g", "h", "k", "n", "i");
    /** What tells something only where it is not so. */
    private static final Map<String, String> USUAL = Map.of("reconsumeTimes", "0", "batch", "false");
    private static final char PAIR = '\u0002';
    private static final char VALUE = '\u0001';

    private final Console console;
    private final TextLine line;
    private final boolean decodeKeys;

    FrameText(final Console console, final boolean decodeKeys)
    {
        this.console = console;
        this.decodeKeys = decodeKeys;
        line = new TextLine(console.screen);
    }

    void print(final DecodedFrame frame, final long i, final long time, final Source source)
    {
        final RemotingHeader header = frame.header();
        line.begin(i, time, source);
        final boolean error = header.isResponse() && CodeNames.isError(header.code());
        name(frame, header.isResponse() ? "<-" : header.isOneway() ? "~>" : "->", error);
        line.size(frame.frameLength() + Integer.BYTES);
        if (source.connection() != null)
        {
            line.latency(frame.latency());
        }
        line.place(header.isResponse() ? frame.request() == null ? null : frame.request().topic() : frame.topic());
        if (frame.step() != null)
        {
            line.fact("step", frame.step().name());
        }
        if (header.isResponse() && header.remark() != null && !"FOUND".equals(header.remark()))
        {
            line.fact("remark", header.remark().replace('\n', ' '));
        }
        facts(frame, header);
        if (frame.messageCount() >= 0)
        {
            line.fact("messages", String.valueOf(frame.messageCount()));
        }
        console.lines.text(line.text());
    }

    private void name(final DecodedFrame frame, final String arrow, final boolean error)
    {
        final RemotingHeader header = frame.header();
        final String own = named(header.code(), CodeNames.of(header.code(), header.isResponse()));
        if (frame.request() == null)
        {
            line.name(arrow, own, error);
            return;
        }
        final String asked = named(frame.request().code(), frame.request().codeName());
        line.name(arrow, asked, "SUCCESS".equals(own) ? null : own, error);
    }

    private static String named(final int code, final @Nullable String name)
    {
        return name == null ? "code " + code : name;
    }

    private void facts(final DecodedFrame frame, final RemotingHeader header)
    {
        final TypedHeader typed = frame.typed();
        if (typed != null)
        {
            for (final HeaderField field : Objects.requireNonNull(frame.type()).fields())
            {
                final Object value = typed.get(field);
                if (value != null && tells(field.name(), value.toString()))
                {
                    line.fact(field.name(), value.toString());
                }
            }
        }
        else if (header.extFields() != null)
        {
            header.extFields().forEach((key, value) -> {
                if (value != null && tells(key == null ? "" : key, value))
                {
                    line.fact(key == null ? "" : key, value);
                }
            });
        }
        if (header.extFields() != null)
        {
            properties(header.extFields());
        }
    }

    private static boolean tells(final String name, final String value)
    {
        return !DULL.contains(name) && !value.equals(USUAL.get(name));
    }

    private void properties(final Map<String, String> fields)
    {
        final String text = fields.getOrDefault("properties", fields.get("i"));
        int from = 0;
        while (text != null && from < text.length() && line.hasRoom())
        {
            final int end = text.indexOf(PAIR, from) < 0 ? text.length() : text.indexOf(PAIR, from);
            final int middle = text.indexOf(VALUE, from);
            if (middle >= 0 && middle < end)
            {
                property(text.substring(from, middle), text.substring(middle + 1, end));
            }
            from = end + 1;
        }
    }

    private void property(final String name, final String value)
    {
        final UniqueKey key = decodeKeys && "UNIQ_KEY".equals(name) ? UniqueKey.of(value) : null;
        line.fact(name, key == null ? value : key.toString());
    }
}
