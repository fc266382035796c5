package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.spi.Cursors;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A call that throws what the caller's own text or buffer threw has put nothing: the frame goes on as if it were not there.
 */
class ThrowingTextTest
{
    private static final EntryKey LETTER = EntryKey.of("a");
    private static final EntryKey NAME = EntryKey.of("name");
    private static final EntryKey HOLDER = EntryKey.of("properties");
    private static final int[] WHERE = {0, 1, 20, 199};
    private static final int LENGTH = 200;

    /** Of characters that take more than a byte each, so that it needs the most room. */
    private static CharSequence throwing(final int index)
    {
        return new CharSequence()
        {
            @Override
            public int length()
            {
                return LENGTH;
            }

            @Override
            public char charAt(final int at)
            {
                if (at == index)
                {
                    throw new UnsupportedOperationException("at " + at);
                }
                return at % 2 == 0 ? '\u4E2D' : '"';
            }

            @Override
            public CharSequence subSequence(final int from, final int to)
            {
                throw new UnsupportedOperationException("subSequence");
            }

            @Override
            public String toString()
            {
                throw new UnsupportedOperationException("toString");
            }
        };
    }

    private static void throwsOf(final Runnable call)
    {
        assertThrows(UnsupportedOperationException.class, call::run);
    }

    /** Calls that throw where they may stand, among others that do not. */
    private static byte[] frame(final RemotingEncoder encoder, final int capacity, final int index,
        final boolean remark,
        final boolean only)
    {
        final Consumer<Consumer<CharSequence>> tried = call -> {
            if (index >= 0)
            {
                throwsOf(() -> call.accept(throwing(index)));
            }
        };
        final ByteBuf out = Unpooled.buffer(capacity);
        encoder.wrap(out).begin(10, RemotingLanguage.JAVA, 515, 7, 0);
        tried.accept(encoder::remark);
        if (remark)
        {
            encoder.remark("a remark");
        }
        encoder.beginExtFields();
        tried.accept(text -> encoder.putEntry(LETTER, text));
        tried.accept(text -> encoder.putEntry(NAME, text));
        if (!only)
        {
            encoder.putEntry(LETTER, "value");
            tried.accept(text -> encoder.putEntry(LETTER, text));
            encoder.putEntry(NAME, "value");
        }
        encoder.beginProperties(HOLDER);
        tried.accept(text -> encoder.putProperty(NAME, text));
        if (!only)
        {
            encoder.putProperty(NAME, "value");
            tried.accept(text -> encoder.putProperty(LETTER, text));
        }
        encoder.endProperties();
        encoder.endExtFields();
        final int length = encoder.end();
        assertEquals(out.readableBytes(), length);
        return ByteBufUtil.getBytes(out);
    }

    @Test
    void aFrameGoesOnWithoutWhatThrew()
    {
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(), new JsonRemotingEncoder()))
        {
            for (final int capacity : new int[] {16, 100, 300, 100_000})
            {
                for (final int index : WHERE)
                {
                    for (int kind = 0; kind < 4; kind++)
                    {
                        final boolean remark = (kind & 1) != 0;
                        final boolean only = (kind & 2) != 0;
                        assertArrayEquals(frame(encoder, capacity, -1, remark, only), frame(encoder, capacity, index,
                            remark, only), encoder.getClass() + ", " + capacity + ", " + index + ", " + kind);
                    }
                }
            }
        }
    }

    @Test
    void whatThrewDoesNotCount()
    {
        final Limits limits = Limits.DEFAULT.withMaxEntryCount(3);
        for (final RemotingEncoder encoder : List.of(new BinaryRemotingEncoder(limits),
            new JsonRemotingEncoder(limits)))
        {
            for (int count = 0; count <= 8; count++)
            {
                final ByteBuf out = Unpooled.buffer(4_000);
                encoder.wrap(out).begin(10, RemotingLanguage.JAVA, 515, 7, 0).beginExtFields();
                for (int i = 0; i < count; i++)
                {
                    if (i < 3)
                    {
                        throwsOf(() -> encoder.putEntry(LETTER, throwing(0)));
                        throwsOf(() -> encoder.putEntry(NAME, throwing(0)));
                    }
                    encoder.putEntry(i % 2 == 0 ? LETTER : NAME, i);
                }
                encoder.endExtFields();
                assertEquals(count <= 3, encoder.end() > 0);
                assertEquals(count <= 3 ? null : EncodeRefusal.TOO_MANY_ENTRIES, encoder.refusal());
            }
        }
    }

    @Test
    void anAmqpListGoesOnWithoutWhatThrew()
    {
        final AmqpEncoder encoder = new AmqpEncoder();
        final ByteBuf released = Unpooled.directBuffer().writeBytes(new byte[LENGTH]);
        final ByteBuf other = released.duplicate();
        final Cursor body = Cursors.wrap(new Cursor(), new FrameView().wrap(other), 0, LENGTH, Kind.BYTES);
        other.release();
        for (final int index : WHERE)
        {
            final ByteBuf out = Unpooled.buffer();
            encoder.wrap(out);
            encoder.beginList();
            encoder.putInt(1);
            throwsOf(() -> encoder.putString(throwing(index)));
            throwsOf(() -> encoder.putSymbol(throwing(index)));
            assertThrows(IllegalReferenceCountException.class, () -> encoder.putBinary(other));
            assertThrows(IllegalReferenceCountException.class, () -> encoder.putBinary(body));
            assertThrows(IllegalReferenceCountException.class, () -> encoder.putString(body));
            encoder.putInt(2);
            encoder.end();
            assertEquals(7, encoder.complete());
            assertEquals("c005025401" + "5402", ByteBufUtil.hexDump(out));
        }
    }
}
