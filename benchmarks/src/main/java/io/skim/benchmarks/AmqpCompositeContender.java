package io.skim.benchmarks;

import io.skim.pojo.amqp.types.AmqpClass;
import io.skim.pojo.amqp.types.AmqpTyped;
import io.skim.pojo.amqp.types.AmqpTypedReader;
import io.skim.scan.FrameView;

/**
 * Skim: an object of the type's class for each value.
 */
final class AmqpCompositeContender extends Peer
{
    private final FrameView view = new FrameView();
    private final AmqpTypedReader reader = new AmqpTypedReader();
    private final AmqpComposites values;
    private final AmqpClass<? extends AmqpTyped> type;
    private final byte[][] regions;

    AmqpCompositeContender(final AmqpComposites values)
    {
        super(values.regions());
        this.values = values;
        type = values.type;
        regions = values.regions();
    }

    @Override
    int answer(final int region)
    {
        final AmqpTyped value = reader.read(view.wrap(regions[region]), type);
        return value == null ? -1 : AmqpMix.fold(values.ofSkim(value));
    }
}
