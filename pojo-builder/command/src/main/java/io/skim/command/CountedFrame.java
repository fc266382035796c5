package io.skim.command;

import io.skim.handlers.route.ResourceKind;
import io.skim.handlers.route.ResourceReader;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of a remoting frame, from its header's end until the frame's own end is there.
 */
final class CountedFrame implements DataHandler
{
    /** No topic is longer, in bytes. */
    static final int LONGEST_TOPIC = 255;

    private static final int FEW_TOPICS = 16;
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int LANGUAGE = 2;
    private static final int BODY = 3;
    private static final int OPAQUE = 4;
    private static final int REMARK = 5;
    private static final int VERSION = 6;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
        RemotingField.FLAG, FLAG).field(RemotingField.LANGUAGE, LANGUAGE).field(RemotingField.BODY, BODY)
        .field(RemotingField.OPAQUE, OPAQUE).field(RemotingField.REMARK, REMARK).field(RemotingField.VERSION, VERSION)
        .build();
    private static final int HEADER = 2 * Integer.BYTES;

    private static final long NO_MARK = -1;

    private final Cursor marked = new Cursor();
    /** A request may name as many as its header has room for. */
    private Set<String> topics = new LinkedHashSet<>();
    private int code;
    private boolean binary;
    private int flag;
    private int opaque;
    private int version;
    /** Packed place of the remark while the frame is wrapped; its text once it is known that it is wanted. */
    private long remarkMark;
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
    boolean begin(final FrameView frame, final RemotingScanner scanner, final ResourceReader resources)
    {
        code = 0;
        flag = 0;
        opaque = 0;
        version = 0;
        remark = null;
        remarkMark = NO_MARK;
        language = RemotingLanguage.JAVA;
        binary = false;
        length = frame.length();
        forgetTopics();
        otherTopics = false;
        if (!scanner.check(frame))
        {
            return false;
        }
        scanner.show(INTEREST, this);
        if (remarkMark != NO_MARK && isError())
        {
            remark = frame.at(remarkMark, marked).toText();
        }
        if (role() != Role.RESPONSE)
        {
            scanner.show(ResourceReader.INTEREST, resources);
            takeTopics(resources);
        }
        return true;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (id)
        {
            case CODE:
                code = value.getInt(0);
                binary = value.kind() == Kind.INT16;
                break;
            case FLAG:
                flag = value.getInt(0);
                break;
            case LANGUAGE:
                language = RemotingLanguage.of(value);
                break;
            case OPAQUE:
                opaque = value.getInt(0);
                break;
            case VERSION:
                version = value.getInt(0);
                break;
            case REMARK:
                remarkMark = value.isNull() ? NO_MARK : value.mark();
                break;
            default:
                bodyOffset = value.offset();
                bodyLength = value.length();
                break;
        }
        return Action.CONTINUE;
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
