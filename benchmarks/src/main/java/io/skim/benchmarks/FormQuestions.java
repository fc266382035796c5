package io.skim.benchmarks;

import io.netty.buffer.ByteBuf;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.amqp.AmqpReader;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.amqp.AmqpValueInterest;
import io.skim.scan.amqp.AmqpValueScanner;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.rocketmq.remoting.exception.RemotingCommandException;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * What is asked of each form: a question, Skim's contender, and those of peers. All of a question's contenders have answered
 * as the reference does when they are handed out.
 */
enum FormQuestions
{
    BINARY_PREDICATE(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            predicate(sink, Encoding.BINARY);
        }
    },

    BINARY_FIRST_MATCH(false)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            firstMatch(sink, Encoding.BINARY);
        }
    },

    BINARY_WALK(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            walk(sink, Encoding.BINARY);
        }
    },

    BINARY_NAMES(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            names(sink, Encoding.BINARY);
        }
    },

    BINARY_PATCH(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            patch(sink, Encoding.BINARY);
        }
    },

    JSON_PREDICATE(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            predicate(sink, Encoding.JSON);
        }
    },

    JSON_FIRST_MATCH(false)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            firstMatch(sink, Encoding.JSON);
        }
    },

    JSON_WALK(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            walk(sink, Encoding.JSON);
        }
    },

    JSON_NAMES(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            names(sink, Encoding.JSON);
        }
    },

    JSON_PATCH(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            patch(sink, Encoding.JSON);
        }
    },

    AMQP_PROPERTY(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            final Answering[] handlers = HandlerCopies.of(PropertyHandler.class, CLASSES, AmqpMessages.QUESTION);
            final Map<String, byte[][]> forms = new LinkedHashMap<>(MessageForms.messages());
            forms.putAll(MessageForms.mixedMessages());
            for (final Map.Entry<String, byte[][]> form : forms.entrySet())
            {
                final byte[][] messages = form.getValue();
                sink.form(form.getKey(), messages, AmqpReference.answers(messages, AmqpReference::property));
                sink.skim(scanning(messages, handlers));
                sink.peer("protonj2", new Protonj2Peer.Property(messages));
                sink.peer("proton-j", new ProtonjPeer.Property(messages));
            }
        }
    },

    AMQP_FIRST_PROPERTY(false)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            final Answering[] handlers = HandlerCopies.of(PropertyFirstHandler.class, CLASSES, AmqpMessages.QUESTION);
            final Map<String, byte[][]> forms = new LinkedHashMap<>(MessageForms.messages());
            forms.putAll(MessageForms.mixedMessages());
            for (final Map.Entry<String, byte[][]> form : forms.entrySet())
            {
                final byte[][] messages = form.getValue();
                sink.form(form.getKey(), messages, AmqpReference.answers(messages, AmqpReference::property));
                sink.skim(scanning(messages, handlers));
                sink.peer("protonj2's key scan", new Protonj2Peer.KeyScan(messages));
            }
        }
    },

    AMQP_EVERY_VALUE(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            for (final Map.Entry<String, byte[][]> form : MessageForms.messages().entrySet())
            {
                final byte[][] messages = form.getValue();
                sink.form(form.getKey(), messages, AmqpReference.answers(messages, AmqpReference::message));
                sink.skim(new MessageRowContender(messages, Buffers.HEAP, 1, MessageRowReader.class));
                sink.peer("protonj2", new Protonj2Peer.Whole(messages));
                sink.peer("proton-j", new ProtonjPeer.Whole(messages));
            }
        }
    },

    AMQP_MAP(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            for (final Map.Entry<String, MessageForms.Maps> form : MessageForms.maps().entrySet())
            {
                final byte[][] regions = form.getValue().regions();
                final Protonj2Peer peer = new Maps(form.getValue());
                final int[] expected = new int[regions.length];
                for (int i = 0; i < expected.length; i++)
                {
                    expected[i] = peer.answer(i);
                }
                sink.form(form.getKey(), regions, expected);
                sink.skim(
                    new SkimContender(new AmqpValueScanner(), Buffers.halves(regions, Buffers.HEAP), new Answering[] {
                        new Named(form.getValue().names())}));
                sink.peer("protonj2", peer);
            }
        }
    },

    AMQP_LISTS(true)
    {
        @Override
        void make(final Sink sink) throws Exception
        {
            for (final Map.Entry<String, byte[][]> form : MessageForms.lists().entrySet())
            {
                final byte[][] regions = form.getValue();
                final Protonj2Peer peer = new Nested(regions);
                final int[] expected = new int[regions.length];
                for (int i = 0; i < expected.length; i++)
                {
                    expected[i] = peer.answer(i);
                }
                sink.form(form.getKey(), regions, expected);
                sink.skim(new NestedReader(regions));
                sink.peer("protonj2", peer);
            }
        }
    };

    /** Of handlers that take turns. */
    private static final int CLASSES = 4;

    private static final List<String> FIELDS = List.of("b", "e", "g", "a", "n", "c", "h", "j");
    private static final List<String> PROPERTIES =
        List.of("TAGS", "num", "KEYS", "region", "UNIQ_KEY", "tenant", "WAIT",
            "CLUSTER");
    private static final Question QUESTION = new Question("orders", "TagA");

    /** Whether the answer needs all of the bytes, so that the time per byte can be compared. */
    final boolean needsAll;

    FormQuestions(final boolean needsAll)
    {
        this.needsAll = needsAll;
    }

    /** Takes what is made; checks each contender first. */
    abstract static class Sink
    {
        private int[] expected;
        private byte[][] frames;

        /** The contenders that follow are given these, and have these answers. */
        final void form(final String name, final byte[][] bytes, final int[] answers)
        {
            frames = bytes;
            expected = answers;
            begin(name, (int)Arrays.stream(bytes).mapToInt(each -> each.length).average().orElse(0));
        }

        final void skim(final Contender contender) throws Exception
        {
            peer("Skim", contender);
        }

        final void peer(final String name, final Contender contender) throws Exception
        {
            if (contender instanceof Rewrite)
            {
                Rewrite.check((Rewrite)contender, frames, Rewrite::topic);
            }
            else
            {
                Contender.check(contender, expected);
            }
            take(name, contender);
        }

        abstract void begin(String form, int bytes);

        abstract void take(String name, Contender contender);
    }

    abstract void make(Sink sink) throws Exception;

    /** By the name that the command line has. */
    static FormQuestions of(final String name)
    {
        return valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** The name that the command line has. */
    String parameter()
    {
        return name().replace('_', '-').toLowerCase(Locale.ROOT);
    }

    private static Map<String, byte[][]> headers(final Encoding encoding)
    {
        final Map<String, byte[][]> forms = HeaderForms.of(encoding);
        forms.putAll(HeaderForms.growing(encoding));
        return forms;
    }

    private static SkimContender scanning(final byte[][] messages, final Answering[] handlers)
    {
        return new SkimContender(new AmqpScanner(), Buffers.halves(messages, Buffers.HEAP), handlers);
    }

    private static void predicate(final Sink sink, final Encoding encoding) throws Exception
    {
        final Answering[] handlers = HandlerCopies.of(PredicateHandler.class, CLASSES, QUESTION);
        for (final Map.Entry<String, byte[][]> form : headers(encoding).entrySet())
        {
            final byte[][] frames = form.getValue();
            sink.form(form.getKey(), frames, Reference.answers(frames, Reference.predicate(QUESTION)));
            sink.skim(new SkimContender(new RemotingScanner(), Buffers.each(frames, Buffers.HEAP), handlers));
            sink.peer("decode", new DecodePeer.TextSearch(frames, QUESTION));
            if (encoding == Encoding.JSON)
            {
                sink.peer("fastjson2", new FastjsonPeer.TextSearch(frames, QUESTION));
            }
        }
    }

    private static void firstMatch(final Sink sink, final Encoding encoding) throws Exception
    {
        final Answering[] handlers = HandlerCopies.of(TopicFirstHandler.class, CLASSES, QUESTION);
        for (final Map.Entry<String, byte[][]> form : headers(encoding).entrySet())
        {
            final byte[][] frames = form.getValue();
            sink.form(form.getKey(), frames, Reference.answers(frames, Reference.topic(QUESTION)));
            sink.skim(new SkimContender(new RemotingScanner(), Buffers.each(frames, Buffers.HEAP), handlers));
            sink.peer("decode", new DecodePeer.Topic(frames, QUESTION));
            if (encoding == Encoding.JSON)
            {
                sink.peer("fastjson2", new FastjsonPeer.Topic(frames, QUESTION));
            }
        }
    }

    /** A map counts a field that comes again once, a walk each time: such forms are left out. */
    private static void walk(final Sink sink, final Encoding encoding) throws Exception
    {
        final Answering[] handlers = HandlerCopies.of(WalkHandler.class, CLASSES, QUESTION);
        for (final Map.Entry<String, byte[][]> form : headers(encoding).entrySet())
        {
            final byte[][] frames = form.getValue();
            if (!form.getKey().endsWith("times") && !form.getKey().equals("a member more"))
            {
                sink.form(form.getKey(), frames, Reference.answers(frames, Reference::count));
                sink.skim(new SkimContender(new RemotingScanner(), Buffers.each(frames, Buffers.HEAP), handlers));
                sink.peer("decode", new DecodePeer.Whole(frames));
                if (encoding == Encoding.JSON)
                {
                    sink.peer("fastjson2", new FastjsonPeer.Walk(frames));
                }
            }
        }
    }

    private static void patch(final Sink sink, final Encoding encoding) throws Exception
    {
        for (final Map.Entry<String, byte[][]> form : headers(encoding).entrySet())
        {
            final byte[][] frames = form.getValue();
            sink.form(form.getKey(), frames, new int[0]);
            sink.skim(new RewriterContender(frames, Buffers.HEAP));
            sink.peer("decode", new RewritePeer.Topic(frames));
        }
    }

    /** The base form, asked for more and more fields and properties. */
    private static void names(final Sink sink, final Encoding encoding) throws Exception
    {
        final byte[][] frames = HeaderForms.of(encoding).get(HeaderForms.BASE);
        for (final int count : new int[] {2, 3, 4, 5, 6, FIELDS.size()})
        {
            final DecodePeer peer = new Decoded(frames, count);
            final int[] expected = new int[frames.length];
            for (int i = 0; i < expected.length; i++)
            {
                expected[i] = peer.answer(i);
            }
            sink.form(count == 2 ? HeaderForms.BASE : count + " fields and properties", frames, expected);
            sink.skim(new SkimContender(new RemotingScanner(), Buffers.each(frames, Buffers.HEAP), new Answering[] {
                new Asking(count)}));
            sink.peer("decode", peer);
        }
    }

    /** Adds up the lengths of fields and properties, each times its number. */
    private static final class Asking extends Answering
    {
        Asking(final int count)
        {
            super(interest(count));
        }

        private static RemotingInterest interest(final int count)
        {
            final RemotingInterest.Builder builder = RemotingScanner.interest();
            for (int i = 0; i < count; i++)
            {
                builder.entry(FIELDS.get(i), 2 * i).property(PROPERTIES.get(i), 2 * i + 1);
            }
            return builder.build();
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            gathered += (id + 1) * value.length();
            return Action.CONTINUE;
        }
    }

    /** The same from decode's maps. */
    private static final class Decoded extends DecodePeer
    {
        private final int count;

        Decoded(final byte[][] frames, final int count)
        {
            super(frames);
            this.count = count;
        }

        @Override
        int answer(final int frame) throws RemotingCommandException
        {
            final RemotingCommand command = decode(frame);
            final Map<String, String> properties = Reference.properties(command);
            int sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += (2 * i + 1) * command.getExtFields().get(FIELDS.get(i)).length() + (2 * i + 2) * properties.get(
                    PROPERTIES.get(i)).length();
            }
            return sum;
        }
    }

    /** Takes ints from a map by their names. */
    private static final class Named extends Answering
    {
        Named(final List<String> names)
        {
            super(interest(names));
        }

        private static AmqpValueInterest interest(final List<String> names)
        {
            final AmqpValueInterest.Builder builder = AmqpValueScanner.interest();
            for (int i = 0; i < names.size(); i++)
            {
                builder.entry(names.get(i), i);
            }
            return builder.build();
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            gathered += (id + 1) * value.getInt(0);
            return Action.CONTINUE;
        }
    }

    /** protonj2: ints of a map by their names. */
    private static final class Maps extends Protonj2Peer
    {
        private final List<String> names;

        Maps(final MessageForms.Maps maps)
        {
            super(maps.regions());
            names = maps.names();
        }

        @Override
        int answer(final int region)
        {
            return MessageForms.Maps.sum(names, decoder.readMap(open(region), state));
        }
    }

    /** protonj2: the ints of nested lists. */
    private static final class Nested extends Protonj2Peer
    {
        Nested(final byte[][] regions)
        {
            super(regions);
        }

        @Override
        int answer(final int region)
        {
            return sum(decoder.readList(open(region), state));
        }

        private static int sum(final List<?> list)
        {
            int sum = 0;
            for (final Object value : list)
            {
                sum += value instanceof Integer ? (Integer)value : sum((List<?>)value);
            }
            return sum;
        }
    }

    /** Skim: pulls the ints of nested lists. */
    private static final class NestedReader implements Contender
    {
        private final AmqpReader reader = new AmqpReader();
        private final Cursor cursor = new Cursor();
        private final FrameView view = new FrameView();
        private final ByteBuf[] regions;
        private int region;

        NestedReader(final byte[][] regions)
        {
            this.regions = Buffers.halves(regions, Buffers.HEAP);
        }

        @Override
        public int next()
        {
            final ByteBuf buffer = regions[region];
            region = region + 1 == regions.length ? 0 : region + 1;
            reader.wrap(view.wrap(buffer));
            int sum = 0;
            int event = reader.next();
            while (event > AmqpReader.DONE)
            {
                if (event == AmqpReader.VALUE && reader.isCompound())
                {
                    reader.enter();
                }
                else if (event == AmqpReader.VALUE)
                {
                    sum += reader.value(cursor).getInt(0);
                }
                event = reader.next();
            }
            return event == AmqpReader.DONE ? sum : -1;
        }
    }
}
