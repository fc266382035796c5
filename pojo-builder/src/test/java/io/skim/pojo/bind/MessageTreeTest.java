package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.skim.pojo.amqp.AmqpArray;
import io.skim.pojo.amqp.AmqpDecimal128;
import io.skim.pojo.amqp.AmqpDecimal32;
import io.skim.pojo.amqp.AmqpDecimal64;
import io.skim.pojo.amqp.AmqpDescribed;
import io.skim.pojo.amqp.AmqpInt;
import io.skim.pojo.amqp.AmqpList;
import io.skim.pojo.amqp.AmqpLong;
import io.skim.pojo.amqp.AmqpMap;
import io.skim.pojo.amqp.AmqpNull;
import io.skim.pojo.amqp.AmqpString;
import io.skim.pojo.amqp.AmqpSymbol;
import io.skim.pojo.amqp.AmqpType;
import io.skim.pojo.amqp.AmqpUlong;
import io.skim.pojo.amqp.AmqpUuid;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Frames;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Members that are trees: values of whatever type the sender chose, in whole. */
class MessageTreeTest
{
    private static final AmqpMap MAP = new AmqpMap(List.of(new AmqpMap.Entry(new AmqpString("a"), new AmqpList(List.of(
        new AmqpInt(1), AmqpNull.NULL))), new AmqpMap.Entry(new AmqpString("b"), new AmqpLong(700))));
    private static final AmqpList LIST = new AmqpList(List.of(MAP, new AmqpSymbol("s")));
    private static final List<AmqpValue> VALUES = List.of(new AmqpInt(5), new AmqpString("text"),
        new AmqpSymbol("symbol"),
        new AmqpUuid(new UUID(1, 2)), new AmqpDecimal32(3), new AmqpDecimal64(4), new AmqpDecimal128(5, 6), LIST, MAP,
        new AmqpList(List.of()), new AmqpArray(AmqpType.INT, List.of(), List.of(new AmqpInt(7), new AmqpInt(8))),
        new AmqpDescribed(new AmqpSymbol("d"), LIST));

    private final FrameView view = new FrameView();

    record All(AmqpValue entry, AmqpMap map, @MessageField(AmqpField.MESSAGE_ID) AmqpValue id,
        @MessageAnnotation("x-opt-a") AmqpValue annotation, @MessageField(AmqpField.VALUE) AmqpValue body,
        @DeliveryAnnotation("x-opt-b") AmqpList list)
    {
    }

    record Two(@Required AmqpValue a, AmqpValue b)
    {
    }

    private static byte[] message(final AmqpValue value)
    {
        return Messages.of(Messages.delivery("x-opt-b", LIST), Messages.annotations("x-opt-a", value),
            Messages.properties(
                0, new AmqpUlong(9)),
            Messages.application("entry", value, "map", MAP), Messages.body(value));
    }

    private static <T> TypeReader<T> reader(final Class<T> type)
    {
        return TypeBinding.amqp(type, MethodHandles.lookup()).reader();
    }

    @Test
    void takeEveryValueAsItIsFromEveryBuffer()
    {
        final TypeReader<All> reader = reader(All.class);
        for (final AmqpValue value : VALUES)
        {
            final byte[] message = message(value);
            final List<Buffers.Buffer> buffers = new ArrayList<>(Buffers.all(message));
            buffers.addAll(Buffers.composites(message));
            for (final Buffers.Buffer buffer : buffers)
            {
                buffer.wrap().accept(view);
                assertEquals(new All(value, MAP, new AmqpUlong(9), value, value, LIST), reader.read(view),
                    () -> buffer + " " + reader.error());
                buffer.free().run();
            }
        }
    }

    @Test
    void areNullWhereThereIsNothingAndOfTheLastOfEqualNames()
    {
        final TypeReader<Two> reader = reader(Two.class);
        assertEquals(new Two(LIST, null), reader.read(view.wrap(Messages.of(Messages.application("a", MAP, "b",
            LIST, "a", LIST, "b", AmqpNull.NULL)))));
        assertNull(reader.read(view.wrap(Messages.property("a", AmqpNull.NULL))));
        assertEquals(BindReason.MISSING, reader.error().reason());
        // What one message had is not there in the next.
        assertEquals(new Two(MAP, null), reader.read(view.wrap(Messages.property("a", MAP))));
    }

    @Test
    void ofAnotherTypeAreRefused()
    {
        final TypeReader<All> reader = reader(All.class);
        assertNull(reader.read(view.wrap(Messages.property("map", LIST))));
        assertEquals(
            "All.map: the application property \"map\" is of the type list, which AmqpMap does not take, at offset"
                + " " + reader.error().offset(),
            reader.error().toMessage());
    }

    /** The scan passes over them by their sizes. */
    @Test
    void malformedInsideAreRefusedAsTheBuilderRefusesThem()
    {
        final TypeReader<Two> reader = reader(Two.class);
        final byte[] message = Frames.hex("005374 c100 02 a10161 c0 06 02 41 41 ffff ff");
        message[4] = (byte)(message.length - 5);
        assertNull(reader.read(view.wrap(message)));
        assertEquals(BindReason.MALFORMED, reader.error().reason());
        assertNull(reader.error().member());
        assertEquals(Reason.CONTAINER_NOT_CONSUMED, reader.error().fault().reason());
        assertEquals(14, reader.error().offset());
        assertEquals("Two: " + reader.error().fault().toMessage(), reader.error().toMessage());
        assertEquals(new Two(MAP, null), reader.read(view.wrap(Messages.property("a", MAP))));
        assertFalse(reader.error().fault().isPresent());
    }

    @Test
    void takeNoMoreThanOneBudgetTogether()
    {
        // Arrays of nulls, whose elements have no bytes.
        final String nulls = "f0 00000005 00008000 40";
        final StringBuilder entries = new StringBuilder();
        record Many(AmqpValue a, AmqpValue b, AmqpValue c, AmqpValue d, AmqpValue e, AmqpValue f, AmqpValue g,
            AmqpValue h)
        {
        }
        for (char name = 'a'; name <= 'h'; name++)
        {
            entries.append("a101").append(Integer.toHexString(name)).append(nulls);
        }
        final byte[] message = Frames.hex("005374 c1 00 10" + entries);
        message[4] = (byte)(message.length - 5);
        final TypeReader<Many> reader = reader(Many.class);
        assertNull(reader.read(view.wrap(message)));
        assertEquals(Reason.TOO_MANY_ELEMENTS, reader.error().fault().reason());
    }

    @Test
    void keepTheReadersDepth()
    {
        AmqpValue deep = new AmqpInt(1);
        for (int i = 0; i < 10; i++)
        {
            deep = new AmqpList(List.of(deep));
        }
        final byte[] message = Messages.property("a", deep);
        assertEquals(new Two(deep, null), reader(Two.class).read(view.wrap(message)));
        final TypeReader<Two> shallow = TypeBinding.amqp(Two.class, MethodHandles.lookup()).reader(Limits.DEFAULT
            .withMaxDepth(9), Strictness.STRICT);
        assertNull(shallow.read(view.wrap(message)));
        assertEquals(Reason.NESTED_TOO_DEEP, shallow.error().fault().reason());
    }
}
