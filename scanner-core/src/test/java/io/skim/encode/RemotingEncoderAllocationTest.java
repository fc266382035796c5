package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.testing.Allocations;
import io.skim.scan.testing.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Encoding allocates nothing: not for what it writes, not for what it refuses, into no kind of buffer.
 */
class RemotingEncoderAllocationTest
{
    private static final int WARM_UP = 3_000;
    private static final int RUNS = 500;
    private static final int ROOM = 4_000;
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true);

    private static final EntryKey TOPIC = EntryKey.of("b");
    private static final EntryKey LONG_NAME = EntryKey.of("aNameOfMoreThanEightBytes");
    private static final EntryKey HOLDER = EntryKey.of("i");
    private static final EntryKey KEYS = EntryKey.of("KEYS");
    private static final byte[] UTF8 = "\u65E5\u672C \"\n".getBytes(StandardCharsets.UTF_8);
    private static final String TEXT = "text with \"quotes\", \u65E5\u672C and \uD83D\uDE00";
    private static final EntryText ENCODED = EntryText.of(TEXT);
    private static final EntryText SHORT = EntryText.of("orders");
    private static final StringBuilder BUILDER = new StringBuilder(TEXT);
    private static final RemotingInterest INTEREST = RemotingScanner.interest().everything().field(
        RemotingField.PROPERTIES, RemotingField.PROPERTIES.ordinal()).everyProperty(RemotingField.PROPERTIES.ordinal())
        .build();

    /** Copies what is shown through to an encoder, and puts texts and numbers besides. */
    private static final class Copy implements DataHandler
    {
        private final FrameView view = new FrameView();
        private final RemotingScanner scanner = new RemotingScanner();
        private final byte[] frame;
        private final RemotingEncoder encoder;

        Copy(final byte[] frame, final RemotingEncoder encoder)
        {
            this.frame = frame;
            this.encoder = encoder;
        }

        void run()
        {
            encoder.begin(310, RemotingLanguage.GO, 479, -7, 2);
            encoder.remark(TEXT);
            encoder.beginExtFields();
            scanner.scan(view.wrap(frame), INTEREST, this);
            encoder.putEntry(TOPIC, TEXT);
            encoder.putEntry(TOPIC, BUILDER);
            encoder.putEntry(TOPIC, ENCODED);
            encoder.putEntry(TOPIC, SHORT);
            encoder.putEntry(TOPIC, (CharSequence)null);
            encoder.putEntry(LONG_NAME, UTF8, 0, UTF8.length);
            encoder.putEntry(LONG_NAME, Long.MIN_VALUE);
            encoder.putEntry(TOPIC, 1_234_567);
            encoder.putEntry(TOPIC, false);
            encoder.beginProperties(HOLDER);
            encoder.putProperty(KEYS, TEXT);
            encoder.putProperty(KEYS, SHORT);
            encoder.putProperty(KEYS, UTF8, 0, UTF8.length);
            encoder.putProperty(KEYS, 8L);
            encoder.putProperty(KEYS, true);
            encoder.endProperties();
            encoder.endExtFields();
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            encoder.putEntry(TOPIC, value);
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            if (id == RemotingField.EXT_FIELDS.ordinal())
            {
                encoder.putEntry(key, value);
                encoder.putEntry(LONG_NAME, value);
            }
            return Action.CONTINUE;
        }
    }

    static Stream<Arguments> encoders()
    {
        final byte[] binary = Frames.binary(310, "r\u00E9mark", "", "a", "group", "i",
            "TAGS\1A\2KEYS\1k\2", "long\"Name", "\u65E5");
        final byte[] json = Frames.json("{\"code\":310,\"extFields\":{\"a\":\"group\",\"b\":\"Topic\\u0041\",\"d\":42,"
            + "\"m\":true,\"i\":\"TAGS\\u0001A\\u0002\",\"\\u00e9\":\"\u65E5\"},\"opaque\":-7,\"remark\":\"\\n\"}");
        return Stream.of(Arguments.of(new BinaryRemotingEncoder(), binary), Arguments.of(new BinaryRemotingEncoder(),
            json), Arguments.of(new JsonRemotingEncoder(), binary), Arguments.of(new JsonRemotingEncoder(), json));
    }

    @ParameterizedTest
    @MethodSource("encoders")
    void nothingIsAllocatedForWhatIsWritten(final RemotingEncoder encoder, final byte[] frame)
    {
        final Copy copy = new Copy(frame, encoder);
        final int[] least = {Integer.MAX_VALUE};
        final ByteBuf heap = ALLOCATOR.heapBuffer(ROOM, ROOM);
        final ByteBuf direct = ALLOCATOR.directBuffer(ROOM, ROOM);
        final ByteBuf small = ALLOCATOR.heapBuffer(ROOM, ROOM).capacity(ROOM);
        small.writerIndex(ROOM / 2);
        for (final ByteBuf out : new ByteBuf[] {heap, direct})
        {
            assertEquals(0, Allocations.by(() -> {
                encoder.wrap(out.clear());
                copy.run();
                least[0] = Math.min(least[0], encoder.end());
            }, WARM_UP, RUNS));
        }
        final byte[] array = new byte[ROOM];
        final MutableDirectBuffer agrona = new UnsafeBuffer(ByteBuffer.allocateDirect(ROOM));
        final ByteBuffer nio = ByteBuffer.allocate(ROOM);
        final ByteBuffer directNio = ByteBuffer.allocateDirect(ROOM);
        final ByteBuf body = ALLOCATOR.directBuffer(50).writeZero(50);
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(nio.clear());
            copy.run();
            least[0] = Math.min(least[0], encoder.end());
            encoder.wrap(directNio.clear());
            copy.run();
            least[0] = Math.min(least[0], encoder.end(body));
            encoder.wrap(array, 0, ROOM);
            copy.run();
            least[0] = Math.min(least[0], encoder.end());
            encoder.wrap(agrona, 0, ROOM);
            copy.run();
            least[0] = Math.min(least[0], encoder.end());
        }, WARM_UP, RUNS));
        assertTrue(least[0] > 0, () -> "" + encoder.refusal());
        heap.release();
        direct.release();
        small.release();
        body.release();
    }

    @ParameterizedTest
    @MethodSource("encoders")
    void nothingIsAllocatedInACompositeWithACopiedBody(final RemotingEncoder encoder, final byte[] frame)
    {
        final Copy copy = new Copy(frame, encoder);
        final ByteBuf out = ALLOCATOR.compositeBuffer().addComponents(ALLOCATOR.directBuffer(100, 100).writeZero(100),
            ALLOCATOR.heapBuffer(ROOM, ROOM).writeZero(ROOM));
        final ByteBuf body = ALLOCATOR.heapBuffer(50).writeZero(50);
        final int[] least = {Integer.MAX_VALUE};
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(out.clear());
            copy.run();
            least[0] = Math.min(least[0], encoder.end(body));
        }, WARM_UP, RUNS));
        assertTrue(least[0] > 0, () -> "" + encoder.refusal());
        out.release();
        body.release();
    }

    @ParameterizedTest
    @MethodSource("encoders")
    void nothingIsAllocatedForWhatIsRefused(final RemotingEncoder encoder, final byte[] frame)
    {
        final Copy copy = new Copy(frame, encoder);
        final ByteBuf out = ALLOCATOR.directBuffer(100, 100);
        final int[] greatest = {Integer.MIN_VALUE};
        assertEquals(0, Allocations.by(() -> {
            encoder.wrap(out);
            copy.run();
            greatest[0] = Math.max(greatest[0], encoder.end());
            encoder.wrap(out).begin(1, RemotingLanguage.JAVA, 1, 1, 1).beginExtFields();
            encoder.putEntry(TOPIC, "half a pair: \uD83D");
            encoder.endExtFields();
            greatest[0] = Math.max(greatest[0], encoder.end());
        }, WARM_UP, RUNS));
        assertEquals(-1, greatest[0]);
        assertEquals(EncodeRefusal.INVALID_TEXT, encoder.refusal());
        out.release();
    }
}
