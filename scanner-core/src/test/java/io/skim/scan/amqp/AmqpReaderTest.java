package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.testing.Frames;
import org.junit.jupiter.api.Test;

/**
 * Where the reader stands, before, in and behind containers.
 */
class AmqpReaderTest
{
    private final AmqpReader reader = new AmqpReader();

    private void read(final String hex)
    {
        reader.wrap(new FrameView().wrap(Frames.hex(hex)));
    }

    @Test
    void atItsEndAContainerIsTheReadersValueAgain()
    {
        read("54 01 c0 07 02 c0 03 01 54 05 41");
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(2, reader.enter());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(1, reader.enter());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(0x54, reader.code());
        assertEquals(8, reader.constructorOffset());
        assertEquals(AmqpReader.END, reader.next());
        assertEquals(0xC0, reader.code());
        assertEquals(5, reader.constructorOffset());
        assertEquals(0, reader.index());
        assertEquals(Kind.LIST, reader.kind());
        assertEquals(1, reader.depth());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(0x41, reader.code());
        assertEquals(1, reader.index());
        assertEquals(AmqpReader.END, reader.next());
        assertEquals(2, reader.constructorOffset());
        assertEquals(AmqpReader.DONE, reader.next());
    }

    @Test
    void aContainerThatHasEndedIsNotEnteredAgain()
    {
        read("c0 03 01 54 05");
        reader.next();
        assertTrue(reader.isCompound());
        reader.enter();
        reader.leave();
        assertFalse(reader.isCompound());
        assertThrows(IllegalStateException.class, reader::enter);
        assertEquals(AmqpReader.DONE, reader.next());
    }

    @Test
    void elementsOfAnArrayShareACode()
    {
        read("e0 08 02 00 a3 01 61 54 01 02");
        reader.next();
        assertEquals(2, reader.enter());
        assertEquals(3, reader.elementOffset());
        assertEquals(0x54, reader.elementCode());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(0x54, reader.code());
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(AmqpReader.END, reader.next());
        assertEquals(-1, reader.elementOffset());
        assertEquals(0xE0, reader.code());
    }
}
