package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.EncodeRefusal;
import io.skim.encode.EntryKey;
import io.skim.encode.EntryText;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;

/** Frames written without objects. */
final class Encoding
{
    private Encoding()
    {
    }

    // snippet: encode-send
    /** Sends to one topic; one for each event loop. */
    static final class Sender
    {
        private static final EntryKey GROUP = EntryKey.of("a");
        private static final EntryKey TOPIC = EntryKey.of("b");
        private static final EntryKey QUEUE = EntryKey.of("e");
        private static final EntryKey BORN = EntryKey.of("g");
        private static final EntryKey PROPERTIES = EntryKey.of("i");
        private static final EntryKey TAGS = EntryKey.of("TAGS");
        private static final EntryKey WAIT = EntryKey.of("WAIT");
        private static final EntryText ORDERS_OUT = EntryText.of("orders-out");
        private static final EntryText ORDERS = EntryText.of("orders");

        private final RemotingEncoder encoder;

        Sender(final boolean json)
        {
            encoder = json ? new JsonRemotingEncoder() : new BinaryRemotingEncoder();
        }

        /** Writes a whole frame and returns null; or returns the reason, and leaves the buffer as it was. */
        EncodeRefusal write(final ByteBuf out, final int opaque, final String tag, final ByteBuf body)
        {
            encoder.wrap(out).begin(310, RemotingLanguage.JAVA, 479, opaque, 0);
            encoder.beginExtFields();
            encoder.putEntry(GROUP, ORDERS_OUT); // encoded once
            encoder.putEntry(TOPIC, ORDERS);
            encoder.putEntry(QUEUE, 3);
            encoder.putEntry(BORN, System.currentTimeMillis());
            encoder.beginProperties(PROPERTIES);
            encoder.putProperty(TAGS, tag); // null is not written
            encoder.putProperty(WAIT, true);
            encoder.endProperties();
            encoder.endExtFields();
            return encoder.end(body) < 0 ? encoder.refusal() : null;
        }
    }
    // end

    // snippet: encode-copy
    /** Answers a request with its own ext fields, in the encoding of the encoder. */
    static final class Echo implements DataHandler
    {
        private static final RemotingInterest INTEREST = RemotingScanner.interest().everyEntry(0).field(
            RemotingField.OPAQUE, 1).build();

        private final RemotingScanner scanner = new RemotingScanner();
        private final FrameView frame;
        private final RemotingEncoder encoder;
        private final Cursor key = new Cursor();
        private final Cursor value = new Cursor();
        private final long[] marks = new long[256];
        private int count;
        private int opaque;

        Echo(final FrameView frame, final RemotingEncoder encoder)
        {
            this.frame = frame;
            this.encoder = encoder;
        }

        @Override
        public Action onField(final int id, final Cursor shown)
        {
            opaque = shown.getInt(0);
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor name, final Cursor shown)
        {
            if (count + 2 > marks.length)
            {
                return Action.STOP;
            }
            marks[count++] = name.mark();
            marks[count++] = shown.mark();
            return Action.CONTINUE;
        }

        /** Returns the number of bytes written, or -1. */
        int answer(final ByteBuf out)
        {
            count = 0;
            if (scanner.scan(frame, INTEREST, this) != Outcome.COMPLETE)
            {
                return -1;
            }
            encoder.wrap(out).begin(0, RemotingLanguage.JAVA, 479, opaque, 1);
            encoder.remark("seen");
            encoder.beginExtFields();
            for (int i = 0; i < count; i += 2)
            {
                encoder.putEntry(frame.at(marks[i], key), frame.at(marks[i + 1], value));
            }
            encoder.endExtFields();
            return encoder.end();
        }
    }
    // end
}
