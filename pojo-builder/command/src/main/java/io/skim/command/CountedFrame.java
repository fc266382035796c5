package io.skim.command;

import io.skim.handlers.route.ResourceKind;
import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of a remoting frame, from its header's end until the frame's own end is there.
 */
final class CountedFrame
{
    /** No topic is longer, in bytes. */
    static final int LONGEST_TOPIC = 255;

    private static final int FEW_TOPICS = 16;
    private static final int HEADER = 2 * Integer.BYTES;

    /** A request may name as many as its header has room for. */
    private Set<String> topics = new LinkedHashSet<>();
    private int code;
    private boolean binary;
    private int flag;
    private int opaque;
    private int version;
    /** Of a failure. */
    private @Nullable String remark;
    private @Nullable RemotingLanguage language;
    private int length;
    private int bodyOffset;
    private int bodyLength;
    private boolean otherTopics;

    /** What a frame is for. */
    enum Role
    {
        REQUEST("request"), ONEWAY("one-way"), RESPONSE("response");

        private final String title;

        Role(final String title)
        {
            this.title = title;
        }

        /** For people. */
        String title()
        {
            return title;
        }
    }

    /** Scans a header; false if it is refused. */
    boolean begin(final FrameView frame, final RemotingScanner scanner, final RemotingHeaderView header,
        final ResourceReader resources)
    {
        forgetTopics();
        otherTopics = false;
        if (!scanner.check(frame))
        {
            return false;
        }
        length = frame.length();
        header.wrap(scanner);
        read(header);
        if (role() != Role.RESPONSE)
        {
            scanner.show(ResourceReader.INTEREST, resources);
            takeTopics(resources);
        }
        return true;
    }

    private void read(final RemotingHeaderView header)
    {
        binary = header.isBinary();
        code = header.code();
        flag = header.flag();
        opaque = header.opaque();
        version = header.version();
        language = header.language();
        remark = isError() ? header.field(RemotingField.REMARK).toText() : null;
        final Cursor body = header.field(RemotingField.BODY);
        bodyOffset = body.offset();
        bodyLength = body.length();
    }

    /** To empty a set takes as long as it was ever large, so that one large header would slow down all that follow. */
    private void forgetTopics()
    {
        if (topics.size() > FEW_TOPICS)
        {
            topics = new LinkedHashSet<>();
        }
        else
        {
            topics.clear();
        }
    }

    private void takeTopics(final ResourceReader resources)
    {
        for (int k = 0; k < resources.count(); k++)
        {
            if (resources.field(k).kind() == ResourceKind.TOPIC)
            {
                if (resources.length(k) > LONGEST_TOPIC)
                {
                    otherTopics = true;
                }
                else
                {
                    topics.add(resources.toText(k));
                }
            }
        }
    }

    int code()
    {
        return code;
    }

    int opaque()
    {
        return opaque;
    }

    int version()
    {
        return version;
    }

    /** Of a failure; null for none. */
    @Nullable
    String remark()
    {
        return remark;
    }

    /** Whether it is a response that says that something failed. */
    boolean isError()
    {
        return role() == Role.RESPONSE && CodeNames.isError(code);
    }

    Role role()
    {
        return RemotingFlag.isResponse(flag) ? Role.RESPONSE : RemotingFlag.isOneway(flag) ? Role.ONEWAY : Role.REQUEST;
    }

    /** The name, or null for an unknown one. */
    @Nullable
    String language()
    {
        return language == null ? null : language.name();
    }

    String serializeType()
    {
        return binary ? "ROCKETMQ" : "JSON";
    }

    /** The whole frame's, in bytes. */
    int length()
    {
        return length;
    }

    /** In bytes, without the eight before it. */
    int headerLength()
    {
        return bodyOffset - HEADER;
    }

    /** In bytes. */
    int bodyLength()
    {
        return bodyLength;
    }

    /** The topics that a request names, each once. */
    Set<String> topics()
    {
        return topics;
    }

    /** Whether it names others, too long to be any. */
    boolean hasOtherTopics()
    {
        return otherTopics;
    }
}
