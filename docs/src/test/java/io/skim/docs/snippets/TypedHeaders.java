package io.skim.docs.snippets;

import io.skim.encode.AmqpEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.types.AmqpAttach;
import io.skim.pojo.amqp.types.AmqpClass;
import io.skim.pojo.amqp.types.AmqpHeader;
import io.skim.pojo.amqp.types.AmqpProperties;
import io.skim.pojo.amqp.types.AmqpSource;
import io.skim.pojo.amqp.types.AmqpTypedReader;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderSelection;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.pojo.headers.PullMessageRequestHeader;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.pojo.headers.TypedHeader;
import io.skim.pojo.headers.TypedHeaderReader;
import io.skim.pojo.headers.TypedHeaderView;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Map;

/** Typed headers and AMQP's types, read and written. */
final class TypedHeaders
{
    private TypedHeaders()
    {
    }

    // snippet: typed-read
    /** Says which queue a message goes to: its number, or -1 if the header has none. */
    static int queueOf(final TypedHeaderReader reader, final FrameView frame)
    {
        final TypedHeader header = reader.readRequest(frame);
        if (header instanceof SendMessageRequestHeader)
        {
            final SendMessageRequestHeader send = (SendMessageRequestHeader)header; // codes 10, 310, 320, 324 and 325
            return send.queueIdOr(-1);
        }
        if (reader.fault().isPresent())
        {
            throw reader.fault().toException(); // with the reason and the offset
        }
        return -1; // another request, or a response
    }
    // end

    // snippet: typed-only
    private static final HeaderSelection<SendMessageRequestHeader> TOPIC = SendMessageRequestHeader.V2.only("topic");

    /** Allocates the header and one text. */
    static String topicOf(final TypedHeaderReader reader, final FrameView frame)
    {
        final SendMessageRequestHeader header = reader.read(frame, TOPIC);
        return header == null ? null : header.topic();
    }
    // end

    // snippet: typed-view
    private static final HeaderField QUEUE_ID = PullMessageRequestHeader.TYPE.field("queueId");
    private static final HeaderField QUEUE_OFFSET = PullMessageRequestHeader.TYPE.field("queueOffset");

    /** Notes how far a consumer has read, by queue; a pull without an offset changes nothing. */
    static void note(final TypedHeaderView pull, final FrameView frame, final long[] offsets)
    {
        if (!pull.wrap(frame, PullMessageRequestHeader.TYPE))
        {
            throw pull.fault().toException(); // pull.faultyField() tells which field is wrong
        }
        final int queue = (int)pull.getLong(QUEUE_ID, -1);
        if (queue >= 0 && queue < offsets.length)
        {
            offsets[queue] = pull.getLong(QUEUE_OFFSET, offsets[queue]);
        }
    }
    // end

    // snippet: typed-write
    /** Writes a send, with the keys that its code wants. */
    static int write(final RemotingEncoder encoder, final byte[] out, final int code)
    {
        final SendMessageRequestHeader header = new SendMessageRequestHeader().producerGroup("PG").topic("Orders")
            .queueId(3).bornTimestamp(1_795_232_264_452L);
        final HeaderType<?> type = HeaderTypes.ofRequest(code); // 10 spells the fields by name, 310 by letter
        encoder.wrap(out, 0, out.length).begin(code, RemotingLanguage.JAVA, 515, 7, 0);
        encoder.beginExtFields();
        header.writeTo(encoder, type); // does not write unset fields
        encoder.endExtFields();
        return encoder.end();
    }
    // end

    // snippet: typed-others
    private static final HeaderSelection<SendMessageRequestHeader> WITH_OTHERS = SendMessageRequestHeader.V2
        .everything().keepingOthers();

    static Map<String, String> othersOf(final TypedHeaderReader reader, final FrameView frame)
    {
        return reader.read(frame, WITH_OTHERS).others(); // writeTo writes them after the fields
    }
    // end

    // snippet: remoting-header-view
    private static final int QUEUE = 0;
    private static final int OFFSET = 1;
    private static final RemotingInterest WANTED = RemotingScanner.interest().entry("queueId", QUEUE).entry("e", QUEUE)
        .entry("queueOffset", OFFSET).build();

    /** Gives the offset of a request for one queue, -1 of any other frame; nothing is allocated. */
    static long offset(final RemotingHeaderView header, final FrameView frame, final int queue)
    {
        if (!header.wrap(frame, WANTED)) // the whole header is checked
        {
            return -1; // header.fault() has the reason
        }
        return header.getInt(QUEUE, -1) == queue ? header.getLong(OFFSET, -1) : -1;
    }
    // end

    // snippet: typed-amqp-attach
    private static final AmqpClass<AmqpAttach> WHO = AmqpAttach.TYPE.only("name", "role"); // reads no other fields

    /** Describes an attach; null for every other frame. */
    static String whoAttaches(final AmqpTypedReader reader, final FrameView frame)
    {
        final AmqpAttach attach = reader.readPerformative(frame, WHO);
        if (attach != null)
        {
            return reader.frame().channel() + ": " + attach.name() + (attach.roleOr(false) ? " receives" : " sends");
        }
        if (reader.fault().isPresent())
        {
            throw reader.fault().toException(); // with the reason and the offset
        }
        return null; // another performative: its fields were not read
    }
    // end

    // snippet: typed-amqp-properties
    /** Describes the properties of a message. */
    static String describe(final AmqpTypedReader reader, final FrameView message)
    {
        final AmqpProperties properties = reader.readSection(message, AmqpProperties.TYPE);
        if (properties == null)
        {
            return reader.fault().isPresent() ? reader.fault().toString() : "no properties";
        }
        return properties.subject() + " of " + properties.creationTimeOr(0) + " to " + properties.to();
    }
    // end

    // snippet: typed-amqp-source
    /** Changes the queue from which a link reads, and nothing else of its attach. */
    static boolean redirect(final AmqpAttach attach, final String queue)
    {
        final AmqpSource source = attach.sourceAs(AmqpSource.TYPE); // null if there is none, or of an extension's type
        if (source != null)
        {
            source.address(new AmqpString(queue)); // changes the attach: attach.writeTo writes it
        }
        return source != null;
    }
    // end

    // snippet: typed-amqp
    /** Writes a header with half its ttl and all its other fields. */
    static int halve(final AmqpTypedReader reader, final FrameView message, final AmqpTreeWriter writer,
        final AmqpEncoder encoder, final byte[] out)
    {
        final AmqpHeader header = reader.readSection(message, AmqpHeader.TYPE);
        if (header.isSet("ttl"))
        {
            header.ttl(header.ttlOr(0) / 2);
        }
        header.writeTo(writer, encoder.wrap(out, 0, out.length)); // an unset priority is not written
        return encoder.complete();
    }
    // end
}
