package io.skim.command;

import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.records.RecordScreen;
import io.skim.store.Compression;
import io.skim.store.MappedSegment;
import io.skim.store.PieceSegment;
import io.skim.store.RecordPlaces;
import io.skim.store.SegmentReader;
import io.skim.store.SegmentSource;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads segments in parts, several at a time, and hands over what each part gives in the order of the files. A segment whose
 * name is no offset is one part.
 */
final class StoreParts
{
    /** Bytes of a record: more than a broker takes, unless it is configured to. */
    private static final Limits LIMITS = RemotingDecoder.LIMITS;

    private final Console console;
    private final StoreOptions options;
    private final Strictness strictness;
    private final long partLength;
    /** Null for all topics. */
    private final @Nullable StoreTopic topic;

    /**
     * A part of a segment.
     *
     * @param source of the segment, for reports.
     * @param file   with the segment.
     * @param first  offset of the segment, or unknown.
     * @param from   in the segment, where the part begins.
     * @param to     in the segment, where it ends.
     * @param lookup that tells which records to read.
     */
    record Part(Source source, Path file, long first, long from, long to, Optional<StoreLookup> lookup)
    {
    }

    /** Reads a part; several at a time. */
    interface Work<R>
    {
        R read(SegmentReader reader) throws IOException;
    }

    /** Takes what parts give, one after the other. */
    interface Sink<R>
    {
        void take(Source source, R result);
    }

    private record Pending<R>(Part part, Future<R> result)
    {
    }

    StoreParts(final Console console, final StoreOptions options, final Strictness strictness, final long partLength)
    {
        this.console = console;
        this.options = options;
        this.strictness = strictness;
        this.partLength = partLength;
        final String wanted = options.topic();
        topic = wanted == null ? null : new StoreTopic(console, wanted, options.key());
    }

    /** Reads all segments of files and folders; those that cannot be read are reported. */
    <R> void read(final List<String> files, final Work<R> work, final Sink<R> sink)
    {
        final List<Listed> all = files.stream().map(Listed::of).toList();
        console.progress.begin(Inputs.size(all.stream().flatMap(listed -> listed.names().stream()).toList()));
        final ExecutorService threads = Executors.newFixedThreadPool(options.threads(), StoreParts::thread);
        try
        {
            final Deque<Pending<R>> pending = new ArrayDeque<>();
            for (final Listed listed : all)
            {
                for (final Path segment : told(listed))
                {
                    read(segment, new Source(segment.toString()), work, sink, threads, pending);
                }
            }
            drain(pending, 0, sink);
            if (topic != null)
            {
                topic.report();
            }
        }
        finally
        {
            threads.shutdownNow();
        }
    }

    private static Thread thread(final Runnable task)
    {
        final Thread thread = new Thread(task, "skim-store");
        thread.setDaemon(true);
        return thread;
    }

    /** The names of all segments; a folder that cannot be read stands for itself, and is reported later. */
    static List<String> files(final List<String> files)
    {
        return files.stream().flatMap(file -> Listed.of(file).names().stream()).toList();
    }

    /**
     * What is in a file or folder.
     *
     * @param file    its name.
     * @param found   in it; null if it cannot be read.
     * @param failure why it cannot be read; null if it can.
     */
    private record Listed(String file, StoreFiles.@Nullable Listing found, @Nullable Exception failure)
    {
        static Listed of(final String file)
        {
            try
            {
                return new Listed(file, StoreFiles.list(Path.of(file)), null);
            }
            catch (final IOException | InvalidPathException e)
            {
                return new Listed(file, null, e);
            }
        }

        List<String> names()
        {
            return found == null ? List.of(file) : found.segments().stream().map(Path::toString).toList();
        }
    }

    /** The segments of a file or folder, after telling what is not read. */
    private List<Path> told(final Listed listed)
    {
        final StoreFiles.Listing found = listed.found;
        if (found == null)
        {
            console.failed(listed.file + ": " + Inputs.reason(Objects.requireNonNull(listed.failure)));
            return List.of();
        }
        final List<Path> passedOver = found.passedOver();
        final String others =
            passedOver.isEmpty() ? "" : passedOver.size() + " named by 20 digits and an ending, such as "
                + passedOver.get(0).getFileName() + ": decompress or rename what is to be read";
        if (found.segments().isEmpty())
        {
            console
                .failed(listed.file + ": no segments in it, which are files named by 20 digits" + (others.isEmpty() ? ""
                    : "; passed over are " + others));
        }
        else if (!others.isEmpty())
        {
            console.warn(listed.file + ": files are passed over, " + others);
        }
        return found.segments();
    }

    private <R> void read(final Path file, final Source source, final Work<R> work, final Sink<R> sink,
        final ExecutorService threads, final Deque<Pending<R>> pending)
    {
        try
        {
            final long length = Files.size(file);
            final long first = StoreFiles.firstOffset(file.getFileName().toString());
            final Optional<StoreLookup> lookup = topic == null ? Optional.empty() : topic.of(file);
            final long step = first < 0 ? Math.max(1, length) : partLength;
            for (long from = 0; from < length || from == 0; from += step)
            {
                final Part part = new Part(source, file, first, from, Math.min(length, from + step), lookup);
                pending.add(new Pending<>(part, threads.submit(() -> read(part, work))));
                drain(pending, 2 * options.threads(), sink);
            }
        }
        catch (final IOException e)
        {
            drain(pending, 0, sink);
            console.failed(source.name() + ": " + Inputs.reason(e));
        }
    }

    private <R> R read(final Part part, final Work<R> work) throws IOException
    {
        // A record at the part's end that reaches over it is mapped anew.
        final int mapping = (int)Math.min(MappedSegment.MOST, part.to - part.from + Short.MAX_VALUE);
        try (SegmentSource segment = StoreTopic.isSparse(part.lookup) ? PieceSegment.open(part.file)
            : MappedSegment.open(part.file, mapping); RecordPlaces places =
                StoreTopic.places(
                    part.lookup))
        {
            if (part.first == StoreFiles.UNKNOWN || part.from == 0)
            {
                Compression.refuse(segment, "it");
            }
            return work
                .read(new SegmentReader(LIMITS, strictness).checkBodies(options.checkBodies()).screen(topic == null
                    ? RecordScreen.NONE : topic.screen()).places(places).wrap(segment, part.first, part.from, part.to));
        }
    }

    /** Why a part was not read: a page of a mapping that is not there any more is an error of the JVM. */
    private static String reason(final @Nullable Throwable cause)
    {
        if (cause instanceof InternalError)
        {
            return "was shortened while it was read";
        }
        if (cause instanceof IOException failure)
        {
            return Inputs.reason(failure);
        }
        throw new IllegalStateException(cause);
    }

    /** Hands over results until only so many are left. */
    private <R> void drain(final Deque<Pending<R>> pending, final int left, final Sink<R> sink)
    {
        while (pending.size() > left)
        {
            final Pending<R> next = pending.remove();
            try
            {
                final R result = next.result.get();
                console.progress.add(next.part.to - next.part.from);
                sink.take(next.part.source, result);
            }
            catch (final ExecutionException e)
            {
                console.failed(next.part.source.name() + ": " + reason(e.getCause()));
            }
            catch (final InterruptedException e)
            {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
