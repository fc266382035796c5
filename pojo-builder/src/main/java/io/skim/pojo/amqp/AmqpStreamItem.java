package io.skim.pojo.amqp;

/**
 * An item of an AMQP stream: a frame, or a protocol header. {@code toString} gives the typed notation.
 *
 * @see AmqpFrameBuilder
 */
public sealed interface AmqpStreamItem permits AmqpFrameTree, AmqpProtocolHeader
{
}
