package io.skim.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.filter.expression.BooleanExpression;
import org.apache.rocketmq.filter.expression.EvaluationContext;
import org.apache.rocketmq.filter.expression.MQFilterException;
import org.apache.rocketmq.filter.parser.SelectorParser;

/**
 * RocketMQ: decodes each message of a mapped segment, and has the broker's evaluator judge its properties.
 */
final class SegmentPeer implements Contender
{
    private final ByteBuffer segment;
    private final boolean withBodies;
    private final BooleanExpression expression;
    private final Properties properties = new Properties();

    SegmentPeer(final SegmentMaker.Segment made, final boolean withBodies) throws IOException, MQFilterException
    {
        try (FileChannel channel = FileChannel.open(made.file(), StandardOpenOption.READ))
        {
            segment = channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
        this.withBodies = withBodies;
        expression = SelectorParser.parse(SegmentMaker.CONDITION);
    }

    @Override
    public int next() throws Exception
    {
        int selected = 0;
        segment.clear();
        while (segment.hasRemaining())
        {
            properties.map = MessageDecoder.decode(segment, withBodies, false).getProperties();
            selected += Boolean.TRUE.equals(expression.evaluate(properties)) ? 1 : 0;
        }
        return selected;
    }

    /** The context an expression is evaluated in, used again for each message. */
    private static final class Properties implements EvaluationContext
    {
        private Map<String, String> map;

        @Override
        public Object get(final String name)
        {
            return map.get(name);
        }

        @Override
        public Map<String, Object> keyValues()
        {
            throw new UnsupportedOperationException();
        }
    }
}
