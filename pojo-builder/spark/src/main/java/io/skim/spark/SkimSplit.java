package io.skim.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A part of a segment.
 *
 * @param file   the segment's path.
 * @param length of the segment in bytes.
 * @param first  commit log offset of the segment, or unknown.
 * @param from   offset of the part in the segment, in bytes.
 * @param to     offset behind the part.
 */
record SkimSplit(String file, long length, long first, long from, long to) implements InputPartition
{
}
