package io.skim.benchmarks;

import io.skim.handlers.route.NameCheck;
import java.nio.charset.StandardCharsets;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does it cost to check the name of a topic, of which there are the bytes?
 */
public class NameBenchmark extends TimePerCall
{
    /** Names of several lengths, one of them not allowed. */
    @State(Scope.Thread)
    public static class Names
    {
        /** Of the names. */
        @Param({"names"})
        public String encoding;

        private final String[] texts =
            {"orders", "checkout-service_eu-central-1", "%RETRY%consumers-of-orders", "tenant-17%orders",
                "not.allowed"};
        private final byte[][] names = new byte[texts.length][];
        private int next;

        /** Makes the bytes, and compares the answers. */
        @Setup
        public void prepare()
        {
            for (int i = 0; i < texts.length; i++)
            {
                names[i] = texts[i].getBytes(StandardCharsets.UTF_8);
                if (skim(names[i]) != reference(names[i]))
                {
                    throw new IllegalStateException(texts[i]);
                }
            }
        }

        private byte[] next()
        {
            next = next + 1 == names.length ? 0 : next + 1;
            return names[next];
        }
    }

    private static boolean skim(final byte[] name)
    {
        return NameCheck.topic(name, 0, name.length) == NameCheck.Verdict.VALID;
    }

    private static boolean reference(final byte[] name)
    {
        return TopicValidator.validateTopic(new String(name, StandardCharsets.UTF_8)).isValid();
    }

    /** By the bytes. */
    @Benchmark
    public boolean skim(final Names state)
    {
        return skim(state.next());
    }

    /** Of the text. */
    @Benchmark
    public boolean reference(final Names state)
    {
        return reference(state.next());
    }
}
