package io.skim.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to find the records of a tag in the answer to a pull? The time is that of a whole body, eight records
 * in the middle.
 */
public class RecordBenchmark extends TimePerCall
{
    /** Skim. */
    public static class Skim extends Reading<RecordContender>
    {
        /** How many classes of handlers take turns. */
        @Param({"1", "4"})
        public int handlerClasses;

        /** What the bodies arrive in. */
        @Param({"heap", "direct", "composite"})
        public String buffer;

        @Override
        RecordContender make() throws Exception
        {
            return checked(new RecordContender(Buffers.halves(StoredRecords.all(), Buffers.of(buffer)), HandlerCopies
                .of(RecordHandler.class, handlerClasses, StoredRecords.QUESTION)));
        }
    }

    /** RocketMQ. */
    public static class Decode extends Reading<RecordPeer>
    {
        @Override
        RecordPeer make() throws Exception
        {
            return checked(new RecordPeer(StoredRecords.all(), true));
        }
    }

    /** RocketMQ. */
    public static class DecodeWithoutBodies extends Reading<RecordPeer>
    {
        @Override
        RecordPeer make() throws Exception
        {
            return checked(new RecordPeer(StoredRecords.all(), false));
        }
    }

    /** A contender on the bodies. */
    public abstract static class Reading<C extends Contender> extends ContenderState<C>
    {
        /** Of the bodies. */
        @Param({"records"})
        public String encoding;

        final C checked(final C made) throws Exception
        {
            Contender.check(made, StoredRecords.answers(StoredRecords.all()));
            return made;
        }
    }

    /** Walks over the records. */
    @Benchmark
    public int skim(final Skim state)
    {
        return state.contender.next();
    }

    /** Decodes all of the messages. */
    @Benchmark
    public int decode(final Decode state) throws Exception
    {
        return state.contender.next();
    }

    /** Decodes the messages but for their bodies. */
    @Benchmark
    public int decodeWithoutBodies(final DecodeWithoutBodies state) throws Exception
    {
        return state.contender.next();
    }
}
