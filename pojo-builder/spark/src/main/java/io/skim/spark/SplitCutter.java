package io.skim.spark;

import io.skim.store.PartPlaces;
import io.skim.store.RecordPlaces;
import io.skim.store.StoreFiles;
import io.skim.store.StoreLookup;
import io.skim.store.rows.RowLookup;
import io.skim.store.rows.StoreLookups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts files into splits. With a lookup the splits of segments have the places of records that have to be read, and those without
 * places are left out; where the lookup is of no use, the log tells why. Of one plan, on the driver.
 */
final class SplitCutter
{
    /** Places of all splits together: 8 MiB. */
    private static final int MOST_PLACES = 1 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(SplitCutter.class);

    private final SkimOptions options;
    private final @Nullable StoreLookups lookups;
    private final List<SkimSplit> splits = new ArrayList<>();
    /** The last split without places. */
    private @Nullable SkimSplit left;
    private int places;
    private long doubts;

    SplitCutter(final SkimOptions options, final Optional<RowLookup> wanted)
    {
        this.options = options;
        lookups = wanted.map(lookup -> new StoreLookups(lookup, this::doubt)).orElse(null);
    }

    private void doubt(final String reason)
    {
        LOG.warn("{}", reason);
        doubts++;
    }

    /** Frames cannot be found inside of a file with certainty. Records can be found inside of a segment only if its first offset is known. */
    void cut(final FileStatus file)
    {
        final long first = StoreFiles.firstOffset(file.getPath().getName());
        if (first < 0 || !options.isStore())
        {
            cut(file, first, Math.max(1, file.getLen()));
        }
        else if (!lookUp(file, first))
        {
            cut(file, first, options.splitBytes);
        }
    }

    private void cut(final FileStatus file, final long first, final long step)
    {
        for (long from = 0; from < file.getLen(); from += step)
        {
            splits.add(split(file, first, from, step, null));
        }
    }

    private static SkimSplit split(final FileStatus file, final long first, final long from, final long step,
        final @Nullable PartPlaces places)
    {
        return new SkimSplit(file.getPath().toString(), file.getLen(), first, from,
            Math.min(file.getLen(), from + step),
            places);
    }

    /** False if all records of a segment have to be read. */
    private boolean lookUp(final FileStatus file, final long first)
    {
        final Path path = file.getPath();
        if (lookups == null || !SkimReader.isLocal(path))
        {
            return false;
        }
        final Optional<StoreLookup> lookup = lookups.of(SkimReader.local(path));
        if (lookup.isEmpty())
        {
            return false;
        }
        final int before = splits.size();
        try (RecordPlaces all = lookup.get().places())
        {
            boolean whole = false;
            for (long from = 0; from < file.getLen(); from += options.splitBytes)
            {
                whole = add(file, first, from, whole ? null : all);
            }
            return true;
        }
        catch (final IOException e)
        {
            doubt(path + ": its records cannot be looked up: " + e + ": all are read.");
            splits.subList(before, splits.size()).clear();
            return false;
        }
    }

    /**
     * Adds a split, with places if a lookup is worth it; returns whether all its records are read. Then it is not tried again in the
     * segment, because a topic that is dense in one part mostly is so in the next one.
     */
    private boolean add(final FileStatus file, final long first, final long from, final @Nullable RecordPlaces all)
        throws IOException
    {
        final long to = Math.min(file.getLen(), from + options.splitBytes);
        final PartPlaces found = all == null ? null : PartPlaces.of(all, first + from, first + to, Math.min(MOST_PLACES
            - places, PartPlaces.most(to - from)));
        final boolean whole = found == null || found.isWhole();
        final SkimSplit split = split(file, first, from, options.splitBytes, whole ? null : found);
        if (found != null && found.isEmpty())
        {
            left = split;
            return false;
        }
        places += found == null ? 0 : found.count();
        splits.add(split);
        return whole;
    }

    /** The splits of all files. At least one, if there are files: a count has to be a row. */
    List<SkimSplit> splits()
    {
        if (splits.isEmpty() && left != null)
        {
            splits.add(left);
        }
        if (lookups != null && lookups.strays() > 0)
        {
            LOG.warn("{} units of consume queues have no record of their topic: the records around them are read.",
                lookups
                    .strays());
        }
        return splits;
    }

    /** The number of places of all splits. */
    long places()
    {
        return places;
    }

    /** How often files were of no use, so that all records of a segment or of a commit log are read. */
    long doubts()
    {
        return doubts;
    }
}
