package io.skim.gateway.endtoend;

import org.apache.rocketmq.client.ClientConfig;
import org.apache.rocketmq.client.producer.DefaultMQProducer;

/** Settings that all real clients of RocketMQ have here. */
final class Clients
{
    private Clients()
    {
    }

    /**
     * Lets a client wait for its answers as long as a busy machine may take.
     *
     * @param client     not started yet.
     * @param nameServer where it begins.
     * @return the client.
     */
    static <C extends ClientConfig> C patient(final C client, final String nameServer)
    {
        client.setNamesrvAddr(nameServer);
        client.setMqClientApiTimeout(Work.PATIENCE_MILLIS);
        if (client instanceof DefaultMQProducer)
        {
            ((DefaultMQProducer)client).setSendMsgTimeout(Work.PATIENCE_MILLIS);
        }
        return client;
    }
}
