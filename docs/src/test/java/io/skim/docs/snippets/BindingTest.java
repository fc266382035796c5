package io.skim.docs.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpDescriptor;
import io.skim.encode.AmqpEncoder;
import io.skim.pojo.bind.TypeBinding;
import io.skim.scan.FrameView;
import io.skim.scan.testing.Captures;
import io.skim.scan.testing.Frames;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The snippets of the chapter on binding do what it says. */
class BindingTest
{
    private final FrameView view = new FrameView();
    private final Binding.Orders orders = new Binding.Orders();

    private String tell(final byte[] frame)
    {
        return orders.tell(view.wrap(frame));
    }

    @Test
    void ordersAreReadUnderBothSpellings()
    {
        final String properties = "KEYS\1k1\2TAGS\1t\2";
        assertEquals("k1 for orders", tell(Frames.binary(10, null, "", "topic", "orders", "queueId", "3",
            "bornTimestamp", "1700000000000", "properties", properties)));
        assertEquals("k1 for orders", tell(Frames.binary(310, null, "", "b", "orders", "e", "3", "g",
            "1700000000000", "i", properties)));
    }

    @Test
    void errorsAreThoseOfTheChapter() throws IOException
    {
        final byte[] noNumber = Frames.binary(310, null, "", "b", "orders", "g", "1700000000000", "i", "KEYS\1k1\2",
            "e", "x7");
        final String[] told = {tell(Frames.binary(10, null, "", "topic", "orders", "queueId", "3", "bornTimestamp",
            "1700000000000")), tell(noNumber), tell(
                Frames.binary(10, null, "", "topic", "orders", "bornTimestamp",
                    "1", "properties", "KEYS\1k1\2", "queueId", "2147483648")),
            tell(new byte[30])};
        final String chapter = Files.readString(Captures.root().resolve("docs/binding.md"));
        for (final String message : List.of(told))
        {
            assertTrue(chapter.contains("\n" + message + "\n"), message);
        }
    }

    private final byte[] buffer = new byte[1_000];

    /** A message of application properties, and perhaps a section before them. */
    private FrameView message(final Consumer<AmqpEncoder> before, final Consumer<AmqpEncoder> entries)
    {
        final AmqpEncoder encoder = new AmqpEncoder();
        encoder.wrap(buffer, 0, buffer.length);
        before.accept(encoder);
        encoder.descriptor(AmqpDescriptor.APPLICATION_PROPERTIES);
        encoder.beginMap();
        entries.accept(encoder);
        encoder.end();
        final int length = encoder.complete();
        return view.wrap(buffer, 0, length);
    }

    private static void nothing(final AmqpEncoder encoder)
    {
        // No section before the application properties.
    }

    @Test
    void parcelsAreReadFromBothProtocols()
    {
        final Binding.Parcels frames = new Binding.Parcels(Binding.Parcels.REMOTING);
        final Binding.Parcels messages = new Binding.Parcels(Binding.Parcels.AMQP);
        assertEquals(250, frames.weight(view.wrap(Frames.binary(10, null, "", "properties",
            "receiver\1r\2weight-grams\1" + "250\2"))));
        assertEquals(250, messages.weight(message(BindingTest::nothing, out -> {
            out.putString("receiver");
            out.putString("r");
            out.putString("weight-grams");
            out.putInt(250);
        })));
        assertEquals(-1, messages.weight(message(BindingTest::nothing, out -> {
            out.putString("weight-grams");
            out.putInt(250);
        })));
    }

    @Test
    void paymentsAreReadOrRefusedInTheWordsOfTheChapter() throws IOException
    {
        final Consumer<AmqpEncoder> to = out -> {
            out.beginComposite(AmqpDescriptor.PROPERTIES);
            out.putNull();
            out.putNull();
            out.putString("till");
            out.end();
        };
        assertEquals("12 to till with 4", Binding.pay(message(to, out -> {
            out.putString("amount");
            out.putUint(12);
        })));
        final String wrongType = Binding.pay(message(to, out -> {
            out.putString("amount");
            out.putDouble(12.5);
        }));
        final String tooGreat = Binding.pay(message(to, out -> {
            out.putString("amount");
            out.putUint(0x8000_0000L);
        }));
        final String chapter = Files.readString(Captures.root().resolve("docs/binding.md"));
        for (final String message : List.of(wrongType, tooGreat))
        {
            assertTrue(chapter.contains("\n" + message + "\n"), message);
        }
    }

    @Test
    void whatOnlyTheOtherProtocolHasIsRefusedInTheWordsOfTheChapter() throws IOException
    {
        final String chapter = Files.readString(Captures.root().resolve("docs/binding.md"));
        for (final Executable binding : List.<Executable>of(() -> TypeBinding.amqp(Binding.Order.class, MethodHandles
            .lookup()), () -> TypeBinding.of(Binding.Attempt.class, MethodHandles.lookup())))
        {
            final String message = assertThrows(IllegalArgumentException.class, binding).getMessage();
            assertTrue(chapter.contains("\n" + message + "\n"), message);
        }
    }

    @Test
    void attemptsKeepWhatTheirConstructorMade()
    {
        final FrameView message = message(out -> {
            out.beginComposite(AmqpDescriptor.PROPERTIES);
            out.putString("m-1");
            out.end();
        }, out -> {});
        assertEquals("m-1: 0 failed, 16 left", TypeBinding.amqp(Binding.Attempt.class, MethodHandles.lookup()).reader()
            .read(message).toString());
    }
}
