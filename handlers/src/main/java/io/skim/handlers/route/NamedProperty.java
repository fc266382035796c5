package io.skim.handlers.route;

import java.util.List;

/**
 * The message properties that hold the name of a topic or a group. The constant's name is the property's. Those with the names of
 * lite topics (__LITE_TOPIC, INNER_MULTI_DISPATCH) are not among them.
 *
 * @see "MessageConst, release 5.5.1; DefaultMQPushConsumerImpl.resetRetryAndNamespace, ClientRemotingProcessor.checkTransactionState,
 *     EndTransactionProcessor, AbstractSendMessageProcessor.consumerSendMsgBack, PopReviveService"
 */
enum NamedProperty
{
    /** The topic of a message that is in a topic for retries. */
    RETRY_TOPIC(ResourceKind.TOPIC),
    /** The topic of a message that waits in a topic of the broker: delayed, or in a transaction. */
    REAL_TOPIC(ResourceKind.TOPIC),
    /** The topic that a dead letter comes from. */
    DLQ_ORIGIN_TOPIC(ResourceKind.TOPIC),
    /** The producers that the broker asks about a transaction. */
    PGROUP(ResourceKind.GROUP),
    /** The consumers that did not acknowledge a message. */
    ORIGIN_GROUP(ResourceKind.GROUP);

    /** By their ordinals. */
    static final List<NamedProperty> ALL = List.of(values());

    final ResourceKind kind;

    NamedProperty(final ResourceKind kind)
    {
        this.kind = kind;
    }
}
