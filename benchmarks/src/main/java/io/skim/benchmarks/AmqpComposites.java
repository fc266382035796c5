package io.skim.benchmarks;

import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.pojo.amqp.types.AmqpAttach;
import io.skim.pojo.amqp.types.AmqpClass;
import io.skim.pojo.amqp.types.AmqpOpen;
import io.skim.pojo.amqp.types.AmqpProperties;
import io.skim.pojo.amqp.types.AmqpSource;
import io.skim.pojo.amqp.types.AmqpTarget;
import io.skim.pojo.amqp.types.AmqpTransfer;
import io.skim.pojo.amqp.types.AmqpTyped;
import java.util.Locale;
import java.util.Random;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.apache.qpid.protonj2.types.messaging.Properties;
import org.apache.qpid.protonj2.types.messaging.Source;
import org.apache.qpid.protonj2.types.messaging.Target;
import org.apache.qpid.protonj2.types.transport.Attach;
import org.apache.qpid.protonj2.types.transport.Open;
import org.apache.qpid.protonj2.types.transport.ReceiverSettleMode;
import org.apache.qpid.protonj2.types.transport.Role;
import org.apache.qpid.protonj2.types.transport.SenderSettleMode;
import org.apache.qpid.protonj2.types.transport.Transfer;

/**
 * The described values that every contender makes objects of, five of each type, with the fields that clients set. The
 * answer is a sum of all of them: numbers as they are, texts and binaries by their lengths.
 */
enum AmqpComposites
{
    /** What stands before each message. */
    AMQP_TRANSFER(AmqpTransfer.TYPE)
    {
        @Override
        Object make(final Random random)
        {
            return new Transfer().setHandle(random.nextInt(4)).setDeliveryId(random.nextInt(100_000)).setDeliveryTag(
                new byte[1 + random.nextInt(8)]).setMessageFormat(0).setSettled(random.nextBoolean()).setMore(false);
        }

        @Override
        long ofProtonj2(final Object value)
        {
            final Transfer it = (Transfer)value;
            return it.getHandle() + 2L * it.getDeliveryId() + 3L * it.getDeliveryTag().tagLength() + 4L * it
                .getMessageFormat() + bit(it.getSettled(), 5) + bit(it.getMore(), 6);
        }

        @Override
        long ofSkim(final AmqpTyped value)
        {
            final AmqpTransfer it = (AmqpTransfer)value;
            return it.handleOr(0) + 2L * it.deliveryIdOr(0) + 3L * it.deliveryTag().length()
                + 4L * it.messageFormatOr(0)
                + bit(it.settledOr(false), 5) + bit(it.moreOr(false), 6);
        }
    },

    /** What a connection begins with. */
    AMQP_OPEN(AmqpOpen.TYPE)
    {
        @Override
        Object make(final Random random)
        {
            return new Open().setContainerId(text(random)).setHostname(text(random)).setMaxFrameSize(random.nextInt(
                1 << 20)).setChannelMax(random.nextInt(1 << 15)).setIdleTimeout(random.nextInt(60_000))
                .setDesiredCapabilities(Symbol.valueOf("ANONYMOUS-RELAY"), Symbol.valueOf("DELAYED_DELIVERY"));
        }

        @Override
        long ofProtonj2(final Object value)
        {
            final Open it = (Open)value;
            return it.getContainerId().length() + 2L * it.getHostname().length() + 3L * it.getMaxFrameSize() + 4L * it
                .getChannelMax() + 5L * it.getIdleTimeout() + 6L * it.getDesiredCapabilities()[1].getLength();
        }

        @Override
        long ofSkim(final AmqpTyped value)
        {
            final AmqpOpen it = (AmqpOpen)value;
            return it.containerId().length() + 2L * it.hostname().length() + 3L * it.maxFrameSizeOr(0)
                + 4L * it.channelMaxOr(
                    0)
                + 5L * it.idleTimeOutOr(0) + 6L * it.desiredCapabilities().get(1).length();
        }
    },

    /** What a link begins with; its source and target are described values in it. */
    AMQP_ATTACH(AmqpAttach.TYPE)
    {
        @Override
        Object make(final Random random)
        {
            return new Attach().setName(text(random)).setHandle(random.nextInt(4)).setRole(Role.SENDER)
                .setSenderSettleMode(SenderSettleMode.MIXED).setReceiverSettleMode(ReceiverSettleMode.FIRST)
                .setSource(new Source().setAddress(text(random)))
                .setTarget(new Target().setAddress(text(random))).setInitialDeliveryCount(random.nextInt(9))
                .setMaxMessageSize(UnsignedLong.valueOf(random.nextInt(1 << 20)));
        }

        @Override
        long ofProtonj2(final Object value)
        {
            final Attach it = (Attach)value;
            return it.getName().length() + 2L * it.getHandle() + bit(it.getRole().getValue(), 3) + 4L * it
                .getSenderSettleMode().byteValue() + 5L * it.getReceiverSettleMode().byteValue() + 6L * it.getSource()
                    .getAddress().length()
                + 7L * it.<Target>getTarget().getAddress().length() + 8L * it
                    .getInitialDeliveryCount()
                + 9L * it.getMaxMessageSize().longValue();
        }

        @Override
        long ofSkim(final AmqpTyped value)
        {
            final AmqpAttach it = (AmqpAttach)value;
            return it.name().length() + 2L * it.handleOr(0) + bit(it.roleOr(false), 3) + 4L * it.sndSettleModeOr(0)
                + 5L * it
                    .rcvSettleModeOr(0)
                + 6L * length(it.sourceAs(AmqpSource.TYPE).address())
                + 7L * length(it.targetAs(AmqpTarget.TYPE).address())
                + 8L * it.initialDeliveryCountOr(0) + 9L * it.maxMessageSizeOr(0);
        }
    },

    /** A section of most messages. */
    AMQP_PROPERTIES(AmqpProperties.TYPE)
    {
        @Override
        Object make(final Random random)
        {
            return new Properties().setMessageId(UnsignedLong.valueOf(random.nextInt(1 << 30))).setTo(text(random))
                .setSubject(text(random)).setReplyTo(text(random)).setContentType("text/plain").setCreationTime(
                    1_700_000_000_000L + random.nextInt())
                .setGroupId(text(random)).setGroupSequence(random.nextInt(
                    99));
        }

        @Override
        long ofProtonj2(final Object value)
        {
            final Properties it = (Properties)value;
            return ((UnsignedLong)it.getMessageId()).longValue() + 2L * it.getTo().length()
                + 3L * it.getSubject().length()
                + 4L * it.getReplyTo().length() + 5L * it.getContentType().length() + 6L * it.getCreationTime()
                + 7L * it
                    .getGroupId().length()
                + 8L * it.getGroupSequence();
        }

        @Override
        long ofSkim(final AmqpTyped value)
        {
            final AmqpProperties it = (AmqpProperties)value;
            return ((AmqpUlong)it.messageId()).bits() + 2L * length(it.to()) + 3L * it.subject().length()
                + 4L * length(it
                    .replyTo())
                + 5L * it.contentType().length() + 6L * it.creationTimeOr(0) + 7L * it.groupId().length() + 8
                    * it.groupSequenceOr(0);
        }
    };

    private static final int VARIANTS = 5;

    final AmqpClass<? extends AmqpTyped> type;
    private final byte[][] regions = new byte[VARIANTS][];
    private final int[] answers = new int[VARIANTS];

    AmqpComposites(final AmqpClass<? extends AmqpTyped> type)
    {
        this.type = type;
        final Random random = new Random(ordinal());
        for (int i = 0; i < VARIANTS; i++)
        {
            final Object value = make(random);
            answers[i] = AmqpMix.fold(ofProtonj2(value));
            regions[i] = AmqpValues.encode(value);
        }
    }

    abstract Object make(Random random);

    abstract long ofProtonj2(Object value);

    abstract long ofSkim(AmqpTyped value);

    /** By the name that parameters have. */
    static AmqpComposites of(final String name)
    {
        return valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** One value each. Nobody writes to them. */
    byte[][] regions()
    {
        return regions.clone();
    }

    int[] answers()
    {
        return answers.clone();
    }

    private static String text(final Random random)
    {
        return "queue://orders/" + random.nextInt(1_000_000);
    }

    private static long bit(final boolean value, final int factor)
    {
        return value ? factor : 0;
    }

    private static long length(final AmqpValue address)
    {
        return ((AmqpString)address).value().length();
    }
}
