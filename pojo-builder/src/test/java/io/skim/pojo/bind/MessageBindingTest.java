package io.skim.pojo.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.skim.scan.amqp.AmqpField;
import io.skim.scan.remoting.RemotingField;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/**
 * What cannot be bound to a protocol is refused when the binding is made, and the member is named.
 */
class MessageBindingTest
{
    private static final class Tied
    {
        @Required
        @MessageField(AmqpField.TO)
        private String to;
    }

    private record Hidden(@Property String key)
    {
    }

    private static void refused(final boolean amqp, final Class<?> type, final String message)
    {
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> {
            if (amqp)
            {
                TypeBinding.amqp(type, MethodHandles.lookup());
            }
            else
            {
                TypeBinding.of(type, MethodHandles.lookup());
            }
        });
        assertEquals(message, refused.getMessage());
    }

    @Test
    void whatTheProtocolDoesNotHaveIsRefusedWhenTheBindingIsMade()
    {
        record Ext(@Entry("topic") String topic)
        {
        }
        record Fixed(@Field(RemotingField.OPAQUE) int opaque)
        {
        }
        record To(@MessageField(AmqpField.TO) String to)
        {
        }
        record Annotated(int a, @MessageAnnotation("x-opt-a") String annotation)
        {
        }
        record Hops(@DeliveryAnnotation("x-opt-hops") int hops)
        {
        }
        record Foot(@Footer("x") String foot)
        {
        }
        record Priced(@Property("price") float price)
        {
        }
        final String text = "\" of type java.lang.String has @";
        refused(true, Ext.class, "the component \"topic" + text
            + "Entry, and AMQP messages have nothing of the kind");
        refused(true, Fixed.class, "the component \"opaque\" of type int has @Field, and AMQP messages have nothing of "
            + "the kind");
        refused(false, To.class, "the component \"to" + text
            + "MessageField, and remoting frames have nothing of the kind");
        refused(false, Annotated.class, "the component \"annotation" + text
            + "MessageAnnotation, and remoting frames have nothing of the kind");
        refused(false, Hops.class,
            "the component \"hops\" of type int has @DeliveryAnnotation, and remoting frames have"
                + " nothing of the kind");
        refused(false, Foot.class, "the component \"foot" + text
            + "Footer, and remoting frames have nothing of the kind");
        refused(false, Priced.class, "the component \"price\" of type float is of a type that the property \"price\""
            + " cannot have; it can be int, Integer, long, Long, boolean, Boolean, double, Double, String, byte[]");
        refused(false, Tied.class, "the field \"to" + text
            + "MessageField, and remoting frames have nothing of the kind");
    }

    @Test
    void whatNoMessageCanHaveIsRefusedWhenTheBindingIsMade()
    {
        record Odd(Object value)
        {
        }
        record Short(short value)
        {
        }
        record Number(@MessageField(AmqpField.TO) int to)
        {
        }
        record Words(@MessageField(AmqpField.PRIORITY) String priority)
        {
        }
        record Body(@MessageField(AmqpField.DATA) String body)
        {
        }
        record Sequence(@MessageField(AmqpField.SEQUENCE) byte[] body)
        {
        }
        record Container(@MessageField(AmqpField.HEADER) byte[] header)
        {
        }
        record Twice(@Property("x") String a, String x)
        {
        }
        record Fields(@MessageField(AmqpField.TO) String a, @MessageField(AmqpField.TO) String b)
        {
        }
        record Both(@Property("x") @MessageField(AmqpField.TO) String a)
        {
        }
        final String any = "it can be int, Integer, long, Long, boolean, Boolean, float, Float, do"
            + "uble, Double, String, byte[], UUID, Instant, AmqpList, AmqpMap, AmqpValue";
        final String type = " is of a type that the ";
        refused(true, Odd.class, "the component \"value\" of type java.lang.Object" + type
            + "application property \"value\" cannot have; " + any);
        refused(true, Short.class, "the component \"value\" of type short" + type
            + "application property \"value\" cannot have; " + any);
        refused(true, Number.class, "the component \"to\" of type int" + type
            + "field \"properties.to\" cannot have; it can be String, AmqpValue");
        refused(true, Words.class, "the component \"priority\" of type java.lang.String" + type
            + "field \"header.priority\" cannot have; it can be int, Integer, long, Long, AmqpValue");
        refused(true, Container.class, "the component \"header\" of type byte[]" + type
            + "field \"header\" cannot have; none can be bound to it");
        refused(true, Body.class, "the component \"body\" of type java.lang.String" + type
            + "field \"data\" cannot have; it can be byte[]");
        refused(true, Sequence.class, "the component \"body\" of type byte[]" + type
            + "field \"amqp-sequence\" cannot have; none can be bound to it");
        refused(true, Twice.class, "the component \"x\" of type java.lang.String takes the application property \"x\","
            + " which \"a\" takes already");
        refused(true, Fields.class, "the component \"b\" of type java.lang.String takes the field \"properties.to\","
            + " which \"a\" takes already");
        refused(true, Both.class, "the component \"a\" of type java.lang.String is tied to several places: "
            + "@Property, @MessageField");
        assertNotNull(TypeBinding.amqp(TypeReaderTest.Open.class).reader());
        assertThrows(IllegalArgumentException.class, () -> TypeBinding.amqp(Hidden.class));
    }
}
