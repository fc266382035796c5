/**
 * Headers and messages as objects, for tools that accept garbage.
 * <ul>
 * <li>{@link io.skim.pojo.RemotingHeaderReader}: any RocketMQ header, with a map of its ext fields.</li>
 * <li>{@link io.skim.pojo.headers.TypedHeaderReader}: a class for each kind of request, as RocketMQ's own.</li>
 * <li>{@link io.skim.pojo.StoredMessageBuilder}: the messages in the answer to a pull.</li>
 * <li>{@link io.skim.pojo.amqp.AmqpMessageBuilder} and {@link io.skim.pojo.amqp.types.AmqpTypedReader}: AMQP messages as trees, and
 * their parts as classes.</li>
 * <li>{@link io.skim.pojo.bind.TypeBinding}: records and classes of your own.</li>
 * </ul>
 */
module io.skim.pojo
{
    requires transitive io.skim.scanner;
    requires static org.jspecify;

    exports io.skim.pojo;
    exports io.skim.pojo.amqp;
    exports io.skim.pojo.amqp.types;
    exports io.skim.pojo.bind;
    exports io.skim.pojo.headers;
}
