package io.skim.benchmarks;

import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * A contender that changes the header of each frame, and can show the frame it made last.
 */
interface Rewrite extends Contender
{
    /** The topic of all frames afterwards. */
    String TOPIC = "orders-of-another-cluster";
    /** The property that all have then. */
    String PROPERTY = "TRACE";
    /** And its value. */
    String VALUE = "4bf92f3577b34da6a3ce929d0e0e4736";

    /** The whole frame, the body included. */
    byte[] output();

    /** Edits of what the reference read of a frame, but for the opaque, which is the contender's answer. */
    @FunctionalInterface
    interface Expectation
    {
        /** No edit but that. */
        Expectation OPAQUE = command -> {
        };

        /** Makes them. */
        void edit(RemotingCommand command);
    }

    /** The topic, and one property more. */
    static void topic(final RemotingCommand command)
    {
        final boolean isShort = RequestCode.hasShortNames(command.getCode());
        final Map<String, String> properties = Reference.properties(command);
        properties.put(PROPERTY, VALUE);
        command.getExtFields().put(isShort ? "b" : "topic", TOPIC);
        command.getExtFields().put(isShort ? "i" : "properties", MessageDecoder.messageProperties2String(properties));
    }

    /**
     * Lets a contender go round its frames, and compares what it makes of each with what it should.
     *
     * @param contender   that has not begun.
     * @param frames      as they were.
     * @param expectation the edits.
     * @throws IllegalStateException if a frame is not what it should be.
     */
    static void check(final Rewrite contender, final byte[][] frames, final Expectation expectation) throws Exception
    {
        for (int i = 0; i < 2 * frames.length; i++)
        {
            final int opaque = contender.next();
            final RemotingCommand expected = Reference.decode(frames[i % frames.length]);
            expected.setOpaque(opaque);
            expectation.edit(expected);
            final String is = text(Reference.decode(contender.output()));
            if (!is.equals(text(expected)))
            {
                throw new IllegalStateException(contender.getClass().getSimpleName() + " made " + is + " of frame " + i
                    + " and not " + text(expected));
            }
        }
    }

    /**
     * Lets two contenders go round the same frames, and compares what they make of them, byte for byte.
     *
     * @param contender that has not begun.
     * @param other     that has not begun either.
     * @param count     of the frames.
     * @throws IllegalStateException if they differ.
     */
    static void checkSame(final Rewrite contender, final Rewrite other, final int count) throws Exception
    {
        for (int i = 0; i < 2 * count; i++)
        {
            if (contender.next() != other.next() || !Arrays.equals(contender.output(), other.output()))
            {
                throw new IllegalStateException("the contenders made different bytes of frame " + i);
            }
        }
    }

    private static String text(final RemotingCommand command)
    {
        final Map<String, String> entries = new TreeMap<>(command.getExtFields());
        final Map<String, String> properties = Reference.properties(command);
        entries.remove(RequestCode.hasShortNames(command.getCode()) ? "i" : "properties");
        return command.getCode() + " " + command.getLanguage() + ' ' + command.getVersion() + ' ' + command.getOpaque()
            + ' ' + command.getFlag() + ' ' + command.getRemark() + ' ' + entries + ' ' + new TreeMap<>(
                properties)
            + ' ' + Arrays.hashCode(command.getBody());
    }
}
