package io.skim.pojo.amqp;

/**
 * What a stream of AMQP is made of: frames, and protocol headers between them. {@code toString} gives the typed notation.
 *
 * @see AmqpFrameBuilder
 */
public sealed interface AmqpStreamItem permits AmqpFrame, AmqpProtocolHeader
{
}
