package io.skim.pojo.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.encode.AmqpEncoder;
import io.skim.encode.AmqpKey;
import io.skim.encode.EncodeRefusal;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whatever is called in whatever order, what an encoder completes are the values that were put; a call that throws puts nothing. */
class EncoderWalkTest
{
    private static final int WALKS = Settings.frames(5_000);
    private static final int ROOM = 400_000;

    /** An open container. */
    private static final class Open
    {
        final AmqpType type;
        final List<AmqpValue> items = new ArrayList<>();
        final List<AmqpValue> prefix;
        /** Descriptors put before the next value. */
        List<AmqpValue> before = new ArrayList<>();
        boolean composite;
        /** Of an array. */
        AmqpType of;
        final List<AmqpValue> descriptors = new ArrayList<>();
        boolean announced;

        Open(final AmqpType type, final List<AmqpValue> prefix)
        {
            this.type = type;
            this.prefix = prefix;
        }
    }

    private final AmqpEncoder encoder = new AmqpEncoder();
    private final AmqpTreeBuilder trees = new AmqpTreeBuilder();
    private final byte[] room = new byte[ROOM];
    private final Deque<Open> open = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();
    private Random random;
    private AmqpGenerator generator;
    private int thrown;
    private int completed;
    private int refused;

    private interface Call
    {
        void run();
    }

    /** Whether a call went through. */
    private boolean good(final String what, final Call call)
    {
        try
        {
            call.run();
            calls.add(what);
            return true;
        }
        catch (final IllegalStateException e)
        {
            calls.add(what + "!");
            thrown++;
            return false;
        }
    }

    private Open top()
    {
        return open.peek();
    }

    private void add(final AmqpValue value)
    {
        final Open to = top();
        AmqpValue whole = value;
        for (int i = to.before.size() - 1; i >= 0; i--)
        {
            whole = new AmqpDescribed(to.before.get(i), whole);
        }
        to.before = new ArrayList<>();
        (to.announced ? to.descriptors : to.items).add(whole);
        to.announced = false;
    }

    private void scalar(final String what, final AmqpValue value, final Call call)
    {
        if (good(what + value, call))
        {
            add(value);
        }
    }

    private int length()
    {
        return random.nextInt(8) == 0 ? 120 + random.nextInt(200) : random.nextInt(20);
    }

    private String text()
    {
        return (random.nextInt(3) == 0 ? "\u00e9" : "a").repeat(length());
    }

    private long number()
    {
        return random.nextLong() >> random.nextInt(64);
    }

    private void step()
    {
        final long number = number();
        switch (random.nextInt(42))
        {
            case 0 -> scalar("null", AmqpNull.NULL, encoder::putNull);
            case 1 -> scalar("", new AmqpBoolean(number > 0), () -> encoder.putBoolean(number > 0));
            case 2 -> scalar("wide", new AmqpBoolean(number > 0), () -> encoder.putWideBoolean(number > 0));
            case 3 -> scalar("", new AmqpByte((byte)number), () -> encoder.putByte((byte)number));
            case 4 -> scalar("", new AmqpUbyte((int)number & 0xFF), () -> encoder.putUbyte((int)number & 0xFF));
            case 5 -> scalar("", new AmqpShort((short)number), () -> encoder.putShort((short)number));
            case 6 -> scalar("", new AmqpUshort((int)number & 0xFFFF), () -> encoder.putUshort((int)number & 0xFFFF));
            case 7, 8 -> scalar("", new AmqpInt((int)number), () -> encoder.putInt((int)number));
            case 9 -> scalar("wide", new AmqpInt((int)number), () -> encoder.putWideInt((int)number));
            case 10 -> scalar("", new AmqpUint(number & 0xFFFF_FFFFL), () -> encoder.putUint(number & 0xFFFF_FFFFL));
            case 11 -> scalar("", new AmqpLong(number), () -> encoder.putLong(number));
            case 12 -> scalar("", new AmqpUlong(number), () -> encoder.putUlong(number));
            case 13 -> scalar("wide", new AmqpUlong(number), () -> encoder.putWideUlong(number));
            case 14 -> scalar("", new AmqpChar((int)number & 0x3FFF), () -> encoder.putChar((int)number & 0x3FFF));
            case 15 -> scalar("", new AmqpUuid(new UUID(number, 3)), () -> encoder.putUuid(number, 3));
            case 16, 17, 18 ->
            {
                final String text = text();
                scalar("", new AmqpString(text), () -> encoder.putString(random.nextBoolean() ? text
                    : new StringBuilder(text)));
            }
            case 19 ->
            {
                final String text = "s".repeat(length());
                scalar("", new AmqpSymbol(text), () -> encoder.putSymbol(text));
            }
            case 20 ->
            {
                final byte[] bytes = new byte[length()];
                scalar("", AmqpBinary.of(bytes), () -> encoder.putBinary(bytes));
            }
            case 21 ->
            {
                final String text = text();
                scalar("key", new AmqpString(text), () -> encoder.put(AmqpKey.string(text)));
            }
            case 22, 23 -> begin(AmqpType.LIST, "list", encoder::beginList);
            case 24 -> begin(AmqpType.LIST, "wideList", encoder::beginWideList);
            case 25 -> begin(AmqpType.MAP, "map", encoder::beginMap);
            case 26 -> begin(AmqpType.MAP, "wideMap", encoder::beginWideMap);
            case 27, 28 -> array();
            case 29 -> begin(AmqpType.ARRAY, "untyped", encoder::beginArray);
            case 30 ->
            {
                if (good("elementDescriptor", encoder::elementDescriptor))
                {
                    top().announced = true;
                }
            }
            case 31 ->
            {
                final AmqpType of = type();
                if (good("elementType " + of, () -> encoder.elementType(of.kind())))
                {
                    top().of = of;
                }
            }
            case 32 ->
            {
                if (good("descriptor " + number, () -> encoder.descriptor(number)))
                {
                    describe(new AmqpUlong(number));
                }
            }
            case 33 ->
            {
                if (good("descriptor s", () -> encoder.descriptor(AmqpKey.symbol("s"))))
                {
                    describe(new AmqpSymbol("s"));
                }
            }
            case 34 -> begin(AmqpType.DESCRIBED, "described", encoder::beginDescribed);
            case 35 ->
            {
                if (good("composite", () -> encoder.beginComposite(number & 0xFF)))
                {
                    final Open in = top();
                    in.before.add(new AmqpUlong(number & 0xFF));
                    push(AmqpType.LIST, in);
                    top().composite = true;
                }
            }
            case 36 -> copy();
            default -> end();
        }
    }

    private void describe(final AmqpValue descriptor)
    {
        final Open in = top();
        if (in.type == AmqpType.ARRAY && in.of == null && !in.announced)
        {
            in.descriptors.add(descriptor);
        }
        else
        {
            in.before.add(descriptor);
        }
    }

    private AmqpType type()
    {
        return AmqpType.at(1 + random.nextInt(AmqpType.values().length - 2));
    }

    private void array()
    {
        final AmqpType of = type();
        final Open in = top();
        final boolean wide = random.nextInt(3) == 0;
        if (good((wide ? "wide" : "") + "array of " + of, () -> {
            if (wide)
            {
                encoder.beginWideArray(of.kind());
            }
            else
            {
                encoder.beginArray(of.kind());
            }
        }))
        {
            push(AmqpType.ARRAY, in);
            top().of = of;
        }
    }

    private void begin(final AmqpType type, final String what, final Call call)
    {
        final Open in = top();
        if (good(what, call))
        {
            push(type, in);
        }
    }

    private void push(final AmqpType type, final Open in)
    {
        open.push(new Open(type, in.before));
        in.before = new ArrayList<>();
    }

    private void end()
    {
        if (open.size() == 1 || !good("end", encoder::end))
        {
            return;
        }
        final Open ended = open.pop();
        top().before = ended.prefix;
        if (ended.composite)
        {
            while (!ended.items.isEmpty() && ended.items.get(ended.items.size() - 1).isNull())
            {
                ended.items.remove(ended.items.size() - 1);
            }
        }
        final List<AmqpValue> items = ended.items;
        switch (ended.type)
        {
            case LIST -> add(new AmqpList(items));
            case ARRAY -> add(new AmqpArray(ended.of, ended.descriptors, items));
            case DESCRIBED -> add(new AmqpDescribed(items.get(0), items.get(1)));
            default ->
            {
                final List<AmqpMap.Entry> entries = new ArrayList<>();
                for (int i = 0; i < items.size(); i += 2)
                {
                    entries.add(new AmqpMap.Entry(items.get(i), items.get(i + 1)));
                }
                add(new AmqpMap(entries));
            }
        }
    }

    /** Copies a generated value. */
    private void copy()
    {
        final byte[] stream = generator.stream();
        final FrameView view = new FrameView().wrap(stream);
        final AmqpReader reader = new AmqpReader().wrap(view);
        if (stream.length > 2_000 || reader.next() != AmqpReader.VALUE)
        {
            return;
        }
        final Cursor cursor = new Cursor();
        reader.value(cursor);
        final AmqpValue tree = new AmqpTreeBuilder().value(view, cursor);
        if (tree != null && cursor.kind() != Kind.NULL && good("copy " + tree, () -> encoder.put(cursor)))
        {
            add(tree);
        }
    }

    @Test
    void whatIsCompletedIsWhatWasPut()
    {
        final long seed = Settings.seed();
        random = new Random(seed);
        generator = new AmqpGenerator(random);
        for (int i = 0; i < WALKS; i++)
        {
            encoder.wrap(room, 0, ROOM);
            calls.clear();
            open.clear();
            open.push(new Open(AmqpType.LIST, new ArrayList<>()));
            // A refused encoder looks at less.
            for (int steps = 1 + random.nextInt(random.nextInt(10) == 0 ? 600 : 60); steps > 0 && encoder.refusal()
                == null; steps--)
            {
                step();
            }
            for (int tries = 0; isOpen() && tries < 200 && encoder.refusal() == null; tries++)
            {
                if (random.nextInt(3) > 0 && open.size() > 1)
                {
                    end();
                }
                else
                {
                    step();
                }
            }
            finish("-Dskim.seed=" + seed + " walk " + i);
        }
        assertTrue(completed > WALKS / 10 && thrown > WALKS / 10,
            completed + " completed, " + thrown + " thrown, " + refused
                + " refused");
    }

    private boolean isOpen()
    {
        return open.size() > 1 || !top().before.isEmpty();
    }

    private void finish(final String what)
    {
        final EncodeRefusal refusal = encoder.refusal();
        final int length;
        try
        {
            length = encoder.complete();
        }
        catch (final IllegalStateException e)
        {
            assertTrue(isOpen() || refusal != null, () -> what + ": " + e + calls);
            encoder.reset();
            return;
        }
        assertEquals(refusal != null, length < 0, () -> what + calls);
        if (length < 0)
        {
            refused++;
            return;
        }
        assertEquals(1, open.size(), () -> what + calls);
        completed++;
        final byte[] bytes = Arrays.copyOf(room, length);
        final List<AmqpValue> values = trees.values(new FrameView().wrap(bytes));
        assertEquals(AmqpNotation.of(top().items), values == null ? trees.fault().toString() : AmqpNotation.of(values),
            () -> what + calls + HexFormat.of().formatHex(bytes));
    }
}
