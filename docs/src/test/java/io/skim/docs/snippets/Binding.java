package io.skim.docs.snippets;

import io.skim.pojo.bind.Entry;
import io.skim.pojo.bind.Field;
import io.skim.pojo.bind.Property;
import io.skim.pojo.bind.Required;
import io.skim.pojo.bind.TypeBinding;
import io.skim.pojo.bind.TypeReader;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import java.lang.invoke.MethodHandles;

/** Records and classes filled from headers. */
final class Binding
{
    private Binding()
    {
    }

    // snippet: bind-record
    /** What this service wants of a send request. */
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
    /** The same for a class; what has no annotation is left alone. */
    static final class Delivery
    {
        @Entry("topic")
        private String topic;
        @Required
        private int queueId; // the ext field of its own name
        @Property("DELAY")
        private Integer delay = 0; // where the frame has none
        private long seen;
    }

    private static final TypeBinding<Delivery> DELIVERIES = TypeBinding.of(Delivery.class, MethodHandles.lookup());
    // end
}
