package io.skim.spark;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a scan tells of its work, added up over tasks. */
final class SkimMetric
{
    static final String BYTES = "skimBytesRead";
    static final String RECORDS = "skimRecordsSelected";
    static final String FAULTS = "skimFaults";
    static final String PLACES = "skimPlacesLookedUp";
    static final String DOUBTS = "skimLookUpDoubts";

    private SkimMetric()
    {
    }

    /**
     * The value of a task.
     *
     * @param name  of the metric.
     * @param value so far.
     */
    record OfTask(String name, long value) implements CustomTaskMetric
    {
    }

    /** A sum over tasks. Spark makes it by the name of its class. */
    private abstract static class Sum extends CustomSumMetric
    {
        private final String name;
        private final String description;

        Sum(final String name, final String description)
        {
            this.name = name;
            this.description = description;
        }

        @Override
        public final String name()
        {
            return name;
        }

        @Override
        public final String description()
        {
            return description;
        }
    }

    /** Bytes of files, of which a mapped file's bodies are perhaps not touched. */
    public static final class Bytes extends Sum
    {
        /** For Spark. */
        public Bytes()
        {
            super(BYTES, "bytes of files read");
        }
    }

    /** Rows that the pushed filters select. */
    public static final class Records extends Sum
    {
        /** For Spark. */
        public Records()
        {
            super(RECORDS, "records selected");
        }
    }

    /** Damaged pieces. */
    public static final class Faults extends Sum
    {
        /** For Spark. */
        public Faults()
        {
            super(FAULTS, "damaged pieces");
        }
    }

    /** Records that a lookup tells to read. */
    public static final class Places extends Sum
    {
        /** For Spark. */
        public Places()
        {
            super(PLACES, "places looked up in consume queues or the index");
        }
    }

    /** Lookups that were of no use. */
    public static final class Doubts extends Sum
    {
        /** For Spark. */
        public Doubts()
        {
            super(DOUBTS, "lookups of no use, so that all records are read");
        }
    }
}
