package io.skim.gateway.endtoend;

import io.skim.gateway.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.rocketmq.auth.authentication.provider.DefaultAuthenticationProvider;
import org.apache.rocketmq.auth.authentication.provider.LocalAuthenticationMetadataProvider;
import org.apache.rocketmq.auth.authentication.strategy.StatelessAuthenticationStrategy;
import org.apache.rocketmq.auth.config.AuthConfig;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.TopicAttributes;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.attribute.CQType;
import org.apache.rocketmq.common.attribute.CleanupPolicy;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.apache.rocketmq.store.GetMessageResult;
import org.apache.rocketmq.store.config.MessageStoreConfig;

/**
 * A real name server and a real broker in this process. The broker listens at one loopback address and is registered under
 * another, where a gateway stands in for it: clients that ask the name server find the gateway.
 */
final class RealBroker
{
    /** Where the broker listens. */
    static final String ADDRESS = "127.0.0.1";
    /** Where clients are told that it does. */
    static final String GATEWAY_ADDRESS = "127.0.0.2";

    /** The slots of an index file of its store. */
    static final int INDEX_SLOTS = 1_000;

    private static final int MOST_TRIES = 300;
    private static final int MOST_MESSAGES = 1000;

    final int port;
    final String nameServer;

    private final NamesrvController names;
    private final String name;
    private final Supplier<BrokerController> make;
    private BrokerController broker;

    /**
     * Starts both, until this process ends: to stop a broker takes half a minute.
     *
     * @param auth  whose requests are taken.
     * @param shown the address that the broker is registered under.
     */
    static RealBroker start(final AuthConfig auth, final String shown) throws Exception
    {
        final Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "broker");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(home)));
        return new RealBroker(home, auth, shown);
    }

    private static void delete(final Path folder)
    {
        try (Stream<Path> files = Files.walk(folder))
        {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList())
            {
                Files.deleteIfExists(file);
            }
        }
        catch (final IOException | UncheckedIOException e)
        {
            // The broker still writes; the rest stays in target.
        }
    }

    /**
     * Starts both, until this process ends.
     *
     * @param home  an empty directory for all that they write.
     * @param auth  whose requests are taken.
     * @param shown the address that the broker is registered under.
     */
    RealBroker(final Path home, final AuthConfig auth, final String shown) throws Exception
    {
        this(home, auth, shown, new Properties());
    }

    /** The same, with more of what the broker's file would say. */
    RealBroker(final Path home, final AuthConfig auth, final String shown, final Properties more) throws Exception
    {
        this(home, auth, shown, more, "broker-a", null);
    }

    /** Starts another broker of the same cluster, which is registered under its own address. */
    RealBroker join(final String other) throws Exception
    {
        final Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "broker");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(home)));
        return new RealBroker(home, open(), ADDRESS, new Properties(), other, this);
    }

    private RealBroker(final Path home, final AuthConfig auth, final String shown, final Properties more,
        final String name, final RealBroker cluster) throws Exception
    {
        this.name = name;
        Scenario.hurry();
        // What checks is kept by this name for the whole process.
        auth.setConfigName(home.toString());
        auth.setAuthConfigPath(home.resolve("auth").toString());
        // As BrokerStartup does; a name server takes no topics of a broker without a version.
        System.setProperty(RemotingCommand.REMOTING_VERSION_KEY, String.valueOf(MQVersion.CURRENT_VERSION));
        System.setProperty("user.home", home.toString());
        System.setProperty("rocketmq.home.dir", home.toString());
        if (cluster == null)
        {
            final NamesrvConfig namesConfig = new NamesrvConfig();
            namesConfig.setKvConfigPath(home.resolve("kv.json").toString());
            namesConfig.setConfigStorePath(home.resolve("names.properties").toString());
            final NettyServerConfig namesServer = server(FreePorts.next(ADDRESS));
            names = new NamesrvController(namesConfig, namesServer);
            nameServer = ADDRESS + ':' + namesServer.getListenPort();
            names.initialize();
            names.start();
        }
        else
        {
            names = cluster.names;
            nameServer = cluster.nameServer;
        }

        port = FreePorts.next(ADDRESS, GATEWAY_ADDRESS);
        final BrokerConfig config = new BrokerConfig();
        config.setNamesrvAddr(nameServer);
        config.setBrokerIP1(shown);
        config.setBrokerName(name);
        config.setEnablePropertyFilter(true);
        config.setRecoverConcurrently(false);
        // Asks soon what became of a transaction, but not before what it was told of it is stored.
        config.setTransactionCheckInterval(1_000);
        config.setTransactionTimeOut(4_000);
        config.setTransactionOpBatchInterval(200);
        // It does not refuse what has waited for a busy machine.
        config.setWaitTimeMillsInSendQueue(Work.PATIENCE_MILLIS);
        final MessageStoreConfig store = new MessageStoreConfig();
        store.setStorePathRootDir(home.resolve("store").toString());
        store.setStorePathCommitLog(home.resolve("store/commitlog").toString());
        store.setMappedFileSizeCommitLog(8 << 20);
        store.setMappedFileSizeConsumeQueue(20 * 30_000);
        store.setMaxIndexNum(10_000);
        store.setMaxHashSlotNum(INDEX_SLOTS);
        store.setOsPageCacheBusyTimeOutMills(Work.PATIENCE_MILLIS);
        store.setHaListenPort(FreePorts.next(ADDRESS));
        MixAll.properties2Object(more, config);
        MixAll.properties2Object(more, store);
        make = () -> {
            final BrokerController made =
                new BrokerController(config, server(port), new NettyClientConfig(), store, auth);
            // Where a plug-in of the store looks.
            made.getConfiguration().registerConfig(more);
            return made;
        };
        startBroker();
    }

    /** The broker tells the name server of its topics when it has told of itself. */
    private void awaitRegistration(final String topic) throws InterruptedException
    {
        for (int i = 0; !isRegistered(topic); i++)
        {
            if (i == MOST_TRIES)
            {
                throw new IllegalStateException("the broker does not register its topics");
            }
            Thread.sleep(100);
        }
    }

    private boolean isRegistered(final String topic)
    {
        final TopicRouteData route = names.getRouteInfoManager().pickupTopicRouteData(topic);
        return route != null && route.getBrokerDatas().stream().anyMatch(data -> name.equals(data.getBrokerName()));
    }

    /** A broker that starts again may be registered ten seconds later; who asks for routes before is told that there are none. */
    private void startBroker() throws Exception
    {
        broker = make.get();
        if (!broker.initialize())
        {
            throw new IllegalStateException("the broker does not start");
        }
        broker.start();
        awaitRegistration(TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC);
    }

    /** Stops the broker, so that all it got is in its files. Takes half a minute. */
    void stop()
    {
        broker.shutdown();
    }

    /** Stops the broker, and starts another one with what it has stored. */
    void restart() throws Exception
    {
        broker.shutdown();
        startAgain();
    }

    /** Starts another broker with what one that was stopped has stored. */
    void startAgain() throws Exception
    {
        startBroker();
    }

    /** Makes a topic of four queues. Consumers of a topic that is not there yet look for it again after half a minute. */
    void createTopic(final String name) throws InterruptedException
    {
        createTopic(new TopicConfig(name, 4, 4));
    }

    /** Makes a topic of one queue, of which the broker keeps the last message of each key. */
    void createCompactedTopic(final String name) throws InterruptedException
    {
        final TopicConfig topic = new TopicConfig(name, 1, 1);
        topic.setAttributes(Map.of('+' + TopicAttributes.CLEANUP_POLICY_ATTRIBUTE.getName(), CleanupPolicy.COMPACTION
            .toString()));
        createTopic(topic);
    }

    /** Makes a topic of two queues, whose consume queues are of batches. */
    void createBatchTopic(final String name) throws InterruptedException
    {
        final TopicConfig topic = new TopicConfig(name, 2, 2);
        topic.setAttributes(Map.of('+' + TopicAttributes.QUEUE_TYPE_ATTRIBUTE.getName(), CQType.BatchCQ.toString()));
        createTopic(topic);
    }

    private void createTopic(final TopicConfig topic) throws InterruptedException
    {
        broker.getTopicConfigManager().updateTopicConfig(topic);
        broker.registerIncrementBrokerData(topic, broker.getTopicConfigManager().getDataVersion());
        awaitRegistration(topic.getTopicName());
    }

    /** Nobody has to sign. */
    static AuthConfig open()
    {
        return new AuthConfig();
    }

    /** One user may do anything, and signs. */
    static AuthConfig signed(final String user, final String secret)
    {
        final AuthConfig auth = new AuthConfig();
        auth.setAuthenticationEnabled(true);
        // Each request on its own, and not the first of a connection for all.
        auth.setAuthenticationStrategy(StatelessAuthenticationStrategy.class.getName());
        auth.setAuthenticationProvider(DefaultAuthenticationProvider.class.getName());
        auth.setAuthenticationMetadataProvider(LocalAuthenticationMetadataProvider.class.getName());
        auth.setInitAuthenticationUser("{\"username\":\"" + user + "\",\"password\":\"" + secret + "\"}");
        auth.setInnerClientAuthenticationCredentials("{\"accessKey\":\"" + user + "\",\"secretKey\":\"" + secret
            + "\"}");
        return auth;
    }

    /** What the broker knows of a topic, null if it has none of the name. */
    TopicConfig topic(final String name)
    {
        return broker.getTopicConfigManager().selectTopicConfig(name);
    }

    /** The messages that are stored in the queues of a topic, once there are so many. */
    List<MessageExt> messages(final String topic, final int count) throws InterruptedException
    {
        List<MessageExt> messages = messages(topic);
        for (int i = 0; i < MOST_TRIES && messages.size() < count; i++)
        {
            Thread.sleep(100);
            messages = messages(topic);
        }
        return messages;
    }

    private List<MessageExt> messages(final String topic)
    {
        final List<MessageExt> messages = new ArrayList<>();
        for (int queue = 0; queue < topic(topic).getWriteQueueNums(); queue++)
        {
            // The store gives some at a time.
            long offset = 0;
            for (int count = 1; count > 0;)
            {
                final GetMessageResult result =
                    broker.getMessageStore().getMessage("test", topic, queue, offset, MOST_MESSAGES, null);
                count = result == null ? 0 : result.getMessageCount();
                if (result != null)
                {
                    result.getMessageBufferList().forEach(buffer -> messages.add(MessageDecoder.decode(buffer)));
                    offset = result.getNextBeginOffset();
                    result.release();
                }
            }
        }
        return messages;
    }

    private static NettyServerConfig server(final int port)
    {
        final NettyServerConfig config = new NettyServerConfig();
        config.setBindAddress(ADDRESS);
        config.setListenPort(port);
        return config;
    }
}
