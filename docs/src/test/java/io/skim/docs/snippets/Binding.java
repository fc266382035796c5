package io.skim.docs.snippets;

import io.skim.pojo.bind.Entry;
import io.skim.pojo.bind.Field;
import io.skim.pojo.bind.MessageAnnotation;
import io.skim.pojo.bind.MessageField;
import io.skim.pojo.bind.Property;
import io.skim.pojo.bind.Required;
import io.skim.pojo.bind.TypeBinding;
import io.skim.pojo.bind.TypeReader;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.remoting.RemotingField;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.UUID;

/** Records and classes filled from headers. */
final class Binding
{
    private Binding()
    {
    }

    // snippet: bind-record
    /** The values of a send request that this service needs. */
    record Order(String topic, int queueId, @Entry("bornTimestamp") long sent, // ext fields
        @Property("TAGS") String tag, @Required @Property("KEYS") String key, // message properties
        @Field(RemotingField.OPAQUE) int opaque)
    {
    }

    private static final TypeBinding<Order> ORDERS = TypeBinding.of(Order.class, MethodHandles.lookup());
    // end

    // snippet: bind-read
    /** One for each event loop. */
    static final class Orders
    {
        private final TypeReader<Order> reader = ORDERS.reader();

        String tell(final FrameView frame)
        {
            final Order order = reader.read(frame);
            return order == null ? reader.error().toMessage() : order.key() + " for " + order.topic();
        }
    }
    // end

    // snippet: bind-class
    /** The same for a class. A field without an annotation is not changed. */
    static final class Delivery
    {
        @Entry("topic")
        private String topic;
        @Required
        private int queueId; // the ext field of its own name
        @Property("DELAY")
        private Integer delay = 0; // the default value
        private long seen;
    }

    private static final TypeBinding<Delivery> DELIVERIES = TypeBinding.of(Delivery.class, MethodHandles.lookup());
    // end

    // snippet: bind-message
    /** The values of an AMQP message that this service needs. */
    record Payment(@Property("order-id") UUID order, int amount, Double rate, // application properties
        @MessageField(AmqpField.TO) String to, @MessageField(AmqpField.CREATION_TIME) Instant created, // properties
        @MessageField(AmqpField.PRIORITY) int priority, // of the header
        @MessageAnnotation("x-opt-partition-key") String partition)
    {
    }

    private static final TypeBinding<Payment> PAYMENTS = TypeBinding.amqp(Payment.class, MethodHandles.lookup());
    // end

    /** Reads payments. */
    static String pay(final FrameView message)
    {
        final TypeReader<Payment> reader = PAYMENTS.reader();
        final Payment payment = reader.read(message);
        return payment == null ? reader.error().toMessage() : payment.amount() + " to " + payment.to() + " with "
            + payment.priority();
    }

    // snippet: bind-both
    /** For both protocols. */
    record Parcel(@Required @Property String receiver, @Property("weight-grams") long weight, @Property Boolean express)
    {
    }

    /** One for each event loop and protocol. */
    static final class Parcels
    {
        static final TypeBinding<Parcel> REMOTING = TypeBinding.of(Parcel.class, MethodHandles.lookup());
        static final TypeBinding<Parcel> AMQP = TypeBinding.amqp(Parcel.class, MethodHandles.lookup());

        private final TypeReader<Parcel> reader;

        Parcels(final TypeBinding<Parcel> binding)
        {
            reader = binding.reader();
        }

        long weight(final FrameView frame)
        {
            final Parcel parcel = reader.read(frame);
            return parcel == null ? -1 : parcel.weight();
        }
    }
    // end

    // snippet: bind-message-class
    /** A class with default values. */
    static final class Attempt
    {
        @Required
        @MessageField(AmqpField.MESSAGE_ID)
        private String id;
        @Property("retries-left")
        private Integer retries = 16;
        @MessageField(AmqpField.DELIVERY_COUNT)
        private int failed; // the standard's default is 0

        /** For the log. */
        @Override
        public String toString()
        {
            return id + ": " + failed + " failed, " + retries + " left";
        }
    }
    // end
}
