package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.testing.Frames;
import java.lang.ref.WeakReference;
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
    void letsGoOfAFrameThatItHasNotReadToTheEnd() throws InterruptedException
    {
        final WeakReference<byte[]> bytes = leftInside(Frames.hex("c0 07 02 c0 03 01 54 05 41"));
        assertEquals(0, reader.depth());
        assertThrows(IllegalStateException.class, () -> reader.value(new Cursor()));
        assertFalse(reader.isCompound());
        assertEquals(AmqpReader.DONE, reader.next());
        assertCollected(bytes);
        read("54 01");
        assertEquals(AmqpReader.VALUE, reader.next());
        assertEquals(1, reader.value(new Cursor()).getInt(0));
        assertEquals(AmqpReader.DONE, reader.next());
    }

    private WeakReference<byte[]> leftInside(final byte[] values)
    {
        reader.wrap(new FrameView().wrap(values)).next();
        reader.enter();
        reader.next();
        reader.enter();
        reader.reset();
        return new WeakReference<>(values);
    }

    @Test
    void letsGoOfAFrameWhoseFieldsItHasNotRead() throws InterruptedException
    {
        final AmqpFrameReader frames = new AmqpFrameReader();
        // An open with a container's name.
        final WeakReference<byte[]> bytes = leftUnread(frames, Frames.hex(
            "00000013 02 00 0000 00 53 10 c0 06 01 a1 03 616263"));
        assertNull(frames.performative());
        assertEquals(AmqpReader.DONE, frames.nextField());
        frames.rewind();
        assertEquals(AmqpReader.DONE, frames.nextField());
        assertCollected(bytes);
    }

    private static WeakReference<byte[]> leftUnread(final AmqpFrameReader frames, final byte[] frame)
    {
        assertTrue(frames.wrap(new FrameView().wrap(frame)), () -> frames.fault().toString());
        assertEquals(Performative.OPEN, frames.performative());
        assertEquals(AmqpReader.VALUE, frames.nextField());
        frames.reset();
        return new WeakReference<>(frame);
    }

    private static void assertCollected(final WeakReference<byte[]> bytes) throws InterruptedException
    {
        for (int i = 0; i < 100 && bytes.get() != null; i++)
        {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(bytes.get());
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
