package io.skim.spark;

import io.skim.store.PartPlaces;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A part of a segment, or another file as a whole.
 *
 * @param file   the segment's path.
 * @param length of the segment in bytes.
 * @param first  commit log offset of the segment, or unknown.
 * @param from   offset of the part in the segment, in bytes.
 * @param to     offset behind the part.
 * @param places of the records that have to be read; null for all.
 */
record SkimSplit(String file, long length, long first, long from, long to, @Nullable PartPlaces places)
    implements Serializable
{
}
