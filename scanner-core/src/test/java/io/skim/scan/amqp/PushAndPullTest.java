package io.skim.scan.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameScanner;
import io.skim.scan.FrameView;
import io.skim.scan.Interest;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.AmqpMessages;
import io.skim.scan.testing.AmqpMutator;
import io.skim.scan.testing.AmqpTree;
import io.skim.scan.testing.AmqpVectors;
import io.skim.scan.testing.Buffers;
import io.skim.scan.testing.Buffers.Buffer;
import io.skim.scan.testing.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What the scanners push is what the reader gives to whoever pulls: the same values, kinds and places, in the same order.
 */
class PushAndPullTest
{
    private static final int STREAMS = Settings.frames(8_000);
    private static final int NESTED = AmqpField.values().length;
    private static final AmqpValueInterest VALUES = AmqpValueScanner.interest().ids(NESTED).everyValue(NESTED).build();
    private static final AmqpInterest MESSAGE = AmqpScanner.interest().everything().nested(NESTED).build();

    private final FrameScanner<AmqpValueInterest> values = new AmqpValueScanner();
    private final FrameScanner<AmqpInterest> messages = new AmqpScanner();
    final FrameView view = new FrameView();
    private final Puller puller = new Puller();
    private int taken;
    private int refused;

    private static String shown(final Cursor value)
    {
        final boolean compound = value.kind().ordinal() >= Kind.LIST.ordinal();
        return value.kind() + " " + value.offset() + "+" + value.length() + " " + (value.kind() == Kind.BYTES
            ? bytes(value)
            : compound ? String.valueOf(value.count()) : AmqpTree.json(value));
    }

    private static String bytes(final Cursor value)
    {
        final byte[] bytes = new byte[value.length()];
        assertEquals(bytes.length, value.copyTo(bytes, 0));
        return '"' + HexFormat.of().formatHex(bytes) + '"';
    }

    /** What a scanner calls, a line for each. */
    private static final class Pushed implements DataHandler
    {
        private final List<String> calls = new ArrayList<>();

        private Action called(final String call)
        {
            calls.add(call);
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            return called("field " + id + " " + shown(value));
        }

        @Override
        public Action onEntry(final int id, final Cursor key, final Cursor value)
        {
            return called("entry " + id + " " + shown(key) + " = " + shown(value));
        }

        @Override
        public Action onBegin(final int id, final Cursor container)
        {
            return called("begin " + id + " " + shown(container));
        }

        @Override
        public Action onEnd(final int id, final Cursor container)
        {
            return called("end " + id + " " + shown(container));
        }
    }

    /** The same lines by the reader alone; recursive, for a test. */
    private static final class Puller
    {
        private final AmqpReader reader = new AmqpReader();
        private final Cursor cursor = new Cursor();
        private List<String> calls;
        private FrameView view;
        private Fault fault;

        private void begin(final FrameView frame)
        {
            calls = new ArrayList<>();
            view = frame;
            reader.wrap(frame);
            fault = reader.fault();
        }

        /** Whether there was no fault. */
        boolean values(final FrameView frame)
        {
            begin(frame);
            return items(NESTED, AmqpReader.DONE);
        }

        boolean message(final FrameView frame)
        {
            begin(frame);
            int event = reader.next();
            while (event == AmqpReader.VALUE && reader.enter() == 2 && reader.next() == AmqpReader.VALUE)
            {
                final AmqpField section = section(reader.value(cursor));
                event = reader.next() == AmqpReader.VALUE && section(section) && reader.next() == AmqpReader.END
                    ? reader.next()
                    : AmqpReader.MALFORMED;
            }
            return event == AmqpReader.DONE;
        }

        private static AmqpField section(final Cursor descriptor)
        {
            return Arrays.stream(AmqpField.values()).filter(AmqpField::isSection).filter(
                field -> descriptor.kind() == Kind.UINT64 ? descriptor.getLong(0) == 0x70 + field.section
                    : descriptor.toText().startsWith("amqp:" + field.fieldName() + ":"))
                .findFirst().orElseThrow();
        }

        private boolean section(final AmqpField section)
        {
            final int id = section.ordinal();
            switch (section)
            {
                case HEADER, PROPERTIES:
                    return fields(id);
                case DATA:
                    reader.value(cursor);
                    calls.add("field " + id + " " + Kind.BYTES + " " + cursor.offset() + "+" + cursor.length() + " "
                        + bytes(cursor));
                    return true;
                case SEQUENCE, VALUE:
                    calls.add("field " + id + " " + current());
                    return !reader.isCompound() || container(NESTED);
                default:
                    return container(id);
            }
        }

        /** The fields' ids follow that of their section. */
        private boolean fields(final int id)
        {
            calls.add("begin " + id + " " + current());
            boolean good = reader.enter() >= 0;
            for (int field = id + 1; good && reader.index() + 1 < reader.count(); field++)
            {
                good = reader.next() == AmqpReader.VALUE;
                calls.add("field " + field + " " + current());
            }
            return good && reader.next() == AmqpReader.END && ended(id);
        }

        private boolean container(final int id)
        {
            calls.add("begin " + id + " " + current());
            final boolean isMap = reader.kind() == Kind.MAP;
            return reader.enter() >= 0 && isGoodConstructor(reader) && (isMap ? entries(id)
                : items(NESTED, AmqpReader.END)) && ended(id);
        }

        /** Goes into a compound value, and out of it again. */
        private boolean isGoodInside(final AmqpReader by)
        {
            if (by.enter() < 0 || !isGoodConstructor(by))
            {
                return false;
            }
            int event = by.next();
            while (event == AmqpReader.VALUE && (!by.isCompound() || isGoodInside(by)))
            {
                event = by.next();
            }
            return event == AmqpReader.END;
        }

        /** The descriptors that the elements of an array share; of another container there are none. */
        private boolean isGoodConstructor(final AmqpReader by)
        {
            int at = by.elementOffset();
            while (at >= 0 && view.getByte(at) == 0)
            {
                final AmqpReader descriptor = new AmqpReader().wrap(view, at + 1, by.limit - at - 1);
                if (descriptor.next() != AmqpReader.VALUE || descriptor.isCompound() && !isGoodInside(descriptor))
                {
                    fault = fault.isPresent() ? fault : descriptor.fault();
                    return false;
                }
                at = descriptor.position();
            }
            return true;
        }

        private boolean ended(final int id)
        {
            calls.add("end " + id + " " + current());
            return true;
        }

        private boolean items(final int id, final int end)
        {
            int event = reader.next();
            for (; event == AmqpReader.VALUE; event = reader.next())
            {
                if (!reader.isCompound())
                {
                    calls.add("field " + id + " " + current());
                }
                else if (!container(id))
                {
                    return false;
                }
            }
            return event == end;
        }

        /** Compound keys are shown as a whole, and all that they hold is checked before. */
        private boolean entries(final int id)
        {
            for (int left = reader.count(); left > 0; left -= 2)
            {
                final String key = reader.next() == AmqpReader.VALUE ? current() : null;
                if (key == null || reader.isCompound() && !isGoodInside(reader) || reader.next() != AmqpReader.VALUE)
                {
                    return false;
                }
                calls.add("entry " + id + " " + key + " = " + current());
                if (reader.isCompound() && !container(NESTED))
                {
                    return false;
                }
            }
            return reader.next() == AmqpReader.END;
        }

        private String current()
        {
            assertEquals(reader.offset(), reader.value(cursor).offset());
            assertEquals(reader.length(), cursor.length());
            assertEquals(reader.kind(), cursor.kind());
            return shown(cursor);
        }
    }

    void checkValues()
    {
        final Pushed pushed = new Pushed();
        final Outcome outcome = values.scan(view, VALUES, pushed);
        final boolean good = puller.values(view);
        assertEquals(good ? puller.calls : List.of(), pushed.calls);
        assertEquals(good, outcome == Outcome.COMPLETE);
        assertEquals(puller.fault.toString(), values.fault().toString());
        taken += good ? 1 : 0;
        refused += good ? 0 : 1;
    }

    /** A message that is refused for its schema is none to the reader, which knows values. */
    void checkMessage()
    {
        final Pushed pushed = new Pushed();
        if (messages.scan(view, MESSAGE, pushed) == Outcome.COMPLETE)
        {
            assertTrue(puller.message(view), () -> puller.fault.toString());
            assertEquals(puller.calls, pushed.calls);
            taken++;
        }
        else
        {
            assertEquals(List.of(), pushed.calls);
            refused++;
        }
    }

    private void inAllBuffers(final byte[] bytes, final Runnable check)
    {
        for (final Buffer buffer : Buffers.all(bytes))
        {
            buffer.wrap().accept(view);
            check.run();
            buffer.free().run();
        }
    }

    @Test
    void everyValueOfAVectorIsPushedAsItIsPulled()
    {
        AmqpVectors.values().forEach(vector -> inAllBuffers(vector.bytes(), this::checkValues));
        assertEquals(0, refused);
        AmqpVectors.malformed().forEach(vector -> inAllBuffers(vector.bytes(), this::checkValues));
        assertTrue(refused > 50, () -> "only " + refused);
    }

    @Test
    void everyGeneratedAndSpoiledStreamIsPushedAsItIsPulled()
    {
        final AmqpMutator mutator = new AmqpMutator(new Random(Settings.seed()));
        AmqpGenerator.each(STREAMS, stream -> {
            for (final byte[] bytes : List.of(stream, mutator.mutated(stream)))
            {
                view.wrap(Buffers.poisoned(bytes), Buffers.BEFORE, bytes.length);
                checkValues();
            }
        });
        assertTrue(taken > STREAMS && refused > STREAMS / 4, () -> taken + " taken, " + refused + " refused");
    }

    @Test
    void everySectionOfAVectorIsPushedAsItIsPulled()
    {
        AmqpVectors.messages().forEach(vector -> inAllBuffers(vector.bytes(), this::checkMessage));
        assertTrue(taken > refused, () -> taken + " taken, " + refused + " refused");
    }

    @Test
    void everyGeneratedMessageIsPushedAsItIsPulled()
    {
        final long seed = Settings.seed();
        final Random random = new Random(seed);
        final AmqpGenerator generator = new AmqpGenerator(random);
        for (int message = 0; message < STREAMS; message++)
        {
            final byte[] bytes = AmqpMessages.random(random, generator);
            view.wrap(Buffers.poisoned(bytes), Buffers.BEFORE, bytes.length);
            try
            {
                checkMessage();
            }
            catch (final AssertionError | RuntimeException e)
            {
                throw new AssertionError(
                    "-Dskim.seed=" + seed + ", message " + message + ": " + HexFormat.of().formatHex(
                        bytes),
                    e);
            }
        }
        assertTrue(taken > STREAMS / 2, () -> taken + " taken, " + refused + " refused");
    }
}
