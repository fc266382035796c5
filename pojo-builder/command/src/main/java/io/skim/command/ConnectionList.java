package io.skim.command;

import io.skim.scan.StreamSplitter;
import io.skim.scan.amqp.AmqpFrameSplitter;
import io.skim.scan.remoting.FrameSplitter;
import io.skim.scan.FrameView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the connections of captures that carry frames.
 */
final class ConnectionList extends InputReader
{
    /** Of more, those behind are counted and not listed. */
    static final int MOST = 65_536;

    private static final int TEXTS = 2;

    private final boolean amqp;
    private final FrameView view;
    private final Map<Key, Connection> connections = new LinkedHashMap<>();
    private long unlisted;
    /** Frames of files that are no captures. */
    private long unconnected;

    /** A connection of a file. */
    private record Key(@Nullable String file, long number)
    {
    }

    /** What is known of one. */
    private static final class Connection
    {
        private final String name;
        private long frames;
        private long bytes;
        private long begin = Long.MAX_VALUE;
        private long end = Long.MIN_VALUE;

        Connection(final String name)
        {
            this.name = name;
        }
    }

    ConnectionList(final Console console, final boolean amqp)
    {
        super(console);
        this.amqp = amqp;
        view = new FrameView(amqp ? DeliveryStream.LIMITS : RemotingDecoder.LIMITS);
    }

    @Override
    FrameStart frameStart()
    {
        return amqp ? new FrameStart.Amqp() : super.frameStart();
    }

    @Override
    UnitStream open(final Source source)
    {
        return new Frames(source, amqp ? new AmqpFrameSplitter(DeliveryStream.LIMITS) : new FrameSplitter(
            RemotingDecoder.LIMITS));
    }

    @Override
    void flush()
    {
        console.lines.flush();
    }

    /** Null if no more are listed. */
    private @Nullable Connection connection(final Source source, final String name)
    {
        final Key key = new Key(source.file(), source.stream() >> 1);
        final Connection known = connections.get(key);
        if (known != null || connections.size() == MOST)
        {
            unlisted += known == null ? 1 : 0;
            return known;
        }
        final Connection connection = new Connection(name);
        connections.put(key, connection);
        return connection;
    }

    private void take(final Source source)
    {
        i++;
        final String name = source.connection();
        unconnected += name == null ? 1 : 0;
        final Connection connection = name == null || !choice.takes(time) ? null : connection(source, name);
        if (connection != null)
        {
            connection.frames++;
            connection.bytes += view.length();
            connection.begin = Times.isKnown(time) ? Math.min(connection.begin, time) : connection.begin;
            connection.end = Times.isKnown(time) ? Math.max(connection.end, time) : connection.end;
        }
    }

    /** Prints the list: a table for a person, or a line for each. */
    void print()
    {
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("connection", "begins", "frames", "bytes", "number", "lasts"));
        connections.forEach((key, connection) -> {
            final boolean timed = connection.begin <= connection.end;
            if (console.text)
            {
                rows.add(List.of(connection.name,
                    begin(connection),
                    TextTable.number(
                        connection.frames),
                    TextTable.number(connection.bytes), String.valueOf(key.number),
                    timed ? Times.duration(connection.end - connection.begin) : "-"));
                return;
            }
            console.lines.write(json -> {
                json.writeNumberField("number", key.number);
                json.writeStringField("connection", connection.name);
                json.writeStringField("file", key.file);
                json.writeNumberField("frames", connection.frames);
                json.writeNumberField("bytes", connection.bytes);
                json.writeStringField("time", timed ? Times.text(connection.begin) : null);
                json.writeNumberField("micros", timed ? connection.end - connection.begin : 0);
            });
        });
        if (console.text)
        {
            final TextTable table = new TextTable(console.screen.width());
            table.addFirst(rows, TEXTS);
            console.lines.text(table.toString());
        }
        if (unlisted > 0)
        {
            console.warn(unlisted + " frames are of connections behind the first " + MOST + ", which are not listed");
        }
        if (unconnected > 0)
        {
            console.warn(unconnected + " frames are in files that are no captures, and have no connections");
        }
        console.lines.flush();
    }

    /** As {@code --since} takes it, on a narrow screen without the date. */
    private String begin(final Connection connection)
    {
        return connection.begin > connection.end ? "-" : TrafficTables.moment(connection.begin, console.screen.width());
    }

    /** A stream of frames. */
    private final class Frames extends SplitStream
    {
        private final StreamSplitter splitter;

        Frames(final Source source, final StreamSplitter splitter)
        {
            super(ConnectionList.this, source, splitter);
            this.splitter = splitter;
        }

        @Override
        void frames()
        {
            while (splitter instanceof FrameSplitter frames ? frames.next(view)
                : ((AmqpFrameSplitter)splitter).next(view))
            {
                take(source);
            }
        }
    }
}
