package io.skim.pojo.amqp;

/**
 * The eight octets that begin a layer of a connection.
 *
 * @param protocol 0 for AMQP, 2 for TLS, 3 for SASL.
 * @param major    of the version.
 * @param minor    of the version.
 * @param revision of the version.
 * @see "OASIS AMQP 1.0, part 2 (transport), section 2.2"
 */
public record AmqpProtocolHeader(int protocol, int major, int minor, int revision) implements AmqpStreamItem
{
    @Override
    public String toString()
    {
        return AmqpNotation.of(this);
    }
}
