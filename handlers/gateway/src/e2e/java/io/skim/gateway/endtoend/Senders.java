package io.skim.gateway.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;

/** Producers that send all the time, each in a thread, whatever happens to what they send to. They know what was acknowledged. */
final class Senders implements AutoCloseable
{
    private static final int COUNT = 4;
    private static final int MOST_TENTHS = 600;

    private final String nameServer;
    private final String topic;
    private final List<Sender> senders = new ArrayList<>();
    private volatile boolean stopped;

    /** Starts to send. */
    Senders(final String nameServer, final String topic) throws MQClientException
    {
        this.nameServer = nameServer;
        this.topic = topic;
        for (int i = 0; i < COUNT; i++)
        {
            senders.add(new Sender(topic + " sender " + i));
        }
        senders.forEach(Thread::start);
    }

    private final class Sender extends Thread
    {
        final Set<String> acknowledged = new TreeSet<>();
        final AtomicInteger latest = new AtomicInteger();
        private final DefaultMQProducer producer;

        Sender(final String name) throws MQClientException
        {
            super(name);
            producer = Clients.patient(new DefaultMQProducer("senders-" + topic), nameServer);
            producer.setInstanceName(name);
            producer.setSendMsgTimeout(2_000);
            producer.start();
        }

        @Override
        public void run()
        {
            for (int i = 0; !stopped; i++)
            {
                final String body = getName() + ' ' + i;
                try
                {
                    if (producer.send(new Message(topic, body.getBytes(StandardCharsets.UTF_8)))
                        .getSendStatus() == SendStatus.SEND_OK)
                    {
                        acknowledged.add(body);
                        latest.set(acknowledged.size());
                    }
                    Thread.sleep(10);
                }
                catch (final InterruptedException e)
                {
                    return;
                }
                catch (final Exception notAcknowledged)
                {
                    // Such a message may be there or not.
                    LockSupport.parkNanos(10_000_000);
                }
            }
        }
    }

    /** Waits until each has got so many acknowledgements more. */
    void awaitMore(final int more) throws InterruptedException
    {
        for (final Sender sender : senders)
        {
            final int before = sender.latest.get();
            for (int i = 0; sender.latest.get() < before + more; i++)
            {
                assertTrue(i < MOST_TENTHS, "a sender hangs");
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** Stops, and checks that all that was acknowledged is in the brokers; returns all that is there. */
    Set<String> assertStored(final RealBroker... brokers) throws InterruptedException
    {
        stopped = true;
        final Set<String> acknowledged = new TreeSet<>();
        for (final Sender sender : senders)
        {
            sender.join();
            acknowledged.addAll(sender.acknowledged);
        }
        Set<String> stored = stored(brokers);
        // A broker shows what it has stored a little later.
        for (int i = 0; i < MOST_TENTHS && !stored.containsAll(acknowledged); i++)
        {
            TimeUnit.MILLISECONDS.sleep(100);
            stored = stored(brokers);
        }
        acknowledged.removeAll(stored);
        assertEquals(Set.of(), acknowledged);
        return stored;
    }

    private Set<String> stored(final RealBroker... brokers) throws InterruptedException
    {
        final Set<String> stored = new TreeSet<>();
        for (final RealBroker broker : brokers)
        {
            broker.messages(topic, 1).forEach(message -> stored.add(new String(message.getBody(),
                StandardCharsets.UTF_8)));
        }
        return stored;
    }

    @Override
    public void close()
    {
        stopped = true;
        senders.forEach(sender -> sender.producer.shutdown());
    }
}
