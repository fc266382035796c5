package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.skim.encode.AmqpDescriptor;
import io.skim.encode.AmqpEncoder;
import io.skim.encode.AmqpKey;
import io.skim.encode.EncodeRefusal;
import io.skim.pojo.amqp.AmqpTreeWriter;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.Performative;

/** AMQP 1.0, written. */
final class AmqpEncoding
{
    private AmqpEncoding()
    {
    }

    // snippet: amqp-encode-transfer
    /** Writes one message per frame, for one link. One for each event loop. */
    static final class Sender
    {
        private static final AmqpKey ORDER = AmqpKey.string("order");
        private static final AmqpKey WEIGHTS = AmqpKey.string("weights");

        private final AmqpEncoder encoder = new AmqpEncoder();
        private final byte[] tag = new byte[1];

        /** Returns null if the frame was written; else the reason, and the buffer is as it was. */
        EncodeRefusal send(final ByteBuf out, final long delivery, final String to, final long order,
            final ByteBuf body)
        {
            tag[0] = (byte)delivery;
            encoder.wrap(out).beginFrame(1);
            encoder.beginComposite(Performative.TRANSFER);
            encoder.putUint(0); // handle
            encoder.putUint(delivery);
            encoder.putBinary(tag);
            encoder.end();
            encoder.payload();
            encoder.beginComposite(AmqpDescriptor.HEADER);
            encoder.putBoolean(true); // durable; the other fields are unset
            encoder.end();
            encoder.beginComposite(AmqpDescriptor.PROPERTIES);
            encoder.putNull(); // message-id
            encoder.putNull(); // user-id
            encoder.putString(to);
            encoder.end();
            encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
            encoder.beginMap();
            encoder.put(ORDER);
            encoder.putLong(order);
            encoder.put(WEIGHTS);
            encoder.beginArray(Kind.FLOAT64);
            encoder.putDouble(0.5);
            encoder.putDouble(0.25);
            encoder.end();
            encoder.end();
            encoder.descriptor(AmqpDescriptor.DATA);
            encoder.putBinary(body);
            encoder.end(); // the frame
            return encoder.complete() < 0 ? encoder.refusal() : null;
        }
    }
    // end

    // snippet: amqp-encode-copy
    /** Writes the address and all annotations of a message as a list. */
    static final class Digest implements DataHandler
    {
        private static final int TO = 0;
        private static final int ANNOTATIONS = 1;
        static final AmqpInterest INTEREST = AmqpScanner.interest().field(AmqpField.TO, TO).field(
            AmqpField.MESSAGE_ANNOTATIONS, ANNOTATIONS).build();

        private final AmqpEncoder encoder = new AmqpEncoder();

        void begin(final byte[] out)
        {
            encoder.wrap(out, 0, out.length).beginList();
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            encoder.put(value);
            return Action.CONTINUE;
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            encoder.put(container);
            return Action.SKIP;
        }

        int end()
        {
            encoder.end();
            return encoder.complete();
        }
    }
    // end

    // snippet: amqp-encode-overwrite
    /** Writes a header and then overwrites its delivery count. Returns the offset of that number in the output. */
    static int countedHeader(final AmqpEncoder encoder)
    {
        encoder.descriptor(AmqpDescriptor.HEADER);
        encoder.beginWideList();
        encoder.putBoolean(true);
        encoder.putNull();
        encoder.putNull();
        encoder.putNull();
        final int count = encoder.position();
        encoder.putWideUint(0);
        encoder.end();
        encoder.overwriteUint(count, 1);
        return count + 1;
    }
    // end

    // snippet: amqp-encode-tree
    static int encode(final AmqpValue tree, final ByteBuf out)
    {
        final AmqpEncoder encoder = new AmqpEncoder();
        new AmqpTreeWriter().put(tree, encoder.wrap(out));
        return encoder.complete();
    }
    // end
}
