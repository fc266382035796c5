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

    /** Bytes of files, of which a mapped file's bodies are perhaps not touched. */
    public static final class Bytes extends CustomSumMetric
    {
        /** For Spark, which makes it. */
        public Bytes()
        {
            // Nothing to keep.
        }

        @Override
        public String name()
        {
            return BYTES;
        }

        @Override
        public String description()
        {
            return "bytes of files read";
        }
    }

    /** Rows that the pushed filters select. */
    public static final class Records extends CustomSumMetric
    {
        /** For Spark, which makes it. */
        public Records()
        {
            // Nothing to keep.
        }

        @Override
        public String name()
        {
            return RECORDS;
        }

        @Override
        public String description()
        {
            return "records selected";
        }
    }

    /** Damaged pieces. */
    public static final class Faults extends CustomSumMetric
    {
        /** For Spark, which makes it. */
        public Faults()
        {
            // Nothing to keep.
        }

        @Override
        public String name()
        {
            return FAULTS;
        }

        @Override
        public String description()
        {
            return "damaged pieces";
        }
    }

    /** Records that a lookup tells to read. */
    public static final class Places extends CustomSumMetric
    {
        /** For Spark, which makes it. */
        public Places()
        {
            // Nothing to keep.
        }

        @Override
        public String name()
        {
            return PLACES;
        }

        @Override
        public String description()
        {
            return "places looked up in consume queues or the index";
        }
    }

    /** Lookups that were of no use. */
    public static final class Doubts extends CustomSumMetric
    {
        /** For Spark, which makes it. */
        public Doubts()
        {
            // Nothing to keep.
        }

        @Override
        public String name()
        {
            return DOUBTS;
        }

        @Override
        public String description()
        {
            return "lookups of no use, so that all records are read";
        }
    }
}
