package io.skim.command;

import java.util.Iterator;
import java.util.List;

/**
 * The words that a shell completes the values of options with. Without them it offers names of files. Only the script for the shell and
 * the help of an option ask for them.
 */
public final class Completions
{
    private Completions()
    {
    }

    /** Of {@code --format}: frames. */
    public static final class FrameFormats implements Iterable<String>
    {
        @Override
        public Iterator<String> iterator()
        {
            return List.of("rocketmq", "amqp-frames").iterator();
        }
    }

    /** Of {@code scrub --format}. */
    public static final class ScrubFormats implements Iterable<String>
    {
        @Override
        public Iterator<String> iterator()
        {
            return List.of("rocketmq", "amqp-frames", "amqp-messages").iterator();
        }
    }

    /** Of {@code stats --format}. */
    static final class StatsFormats implements Iterable<String>
    {
        static final List<String> ALL = List.of("rocketmq", "amqp-frames", "commitlog");

        @Override
        public Iterator<String> iterator()
        {
            return ALL.iterator();
        }
    }

    /** Of {@code filter --format}. */
    static final class FilterFormats implements Iterable<String>
    {
        static final List<String> ALL = List.of("rocketmq", "amqp-messages", "commitlog");

        @Override
        public Iterator<String> iterator()
        {
            return ALL.iterator();
        }
    }

    /** Of {@code rewrite --format}. */
    static final class RewriteFormats implements Iterable<String>
    {
        static final List<String> ALL = List.of("rocketmq", "amqp-messages");

        @Override
        public Iterator<String> iterator()
        {
            return ALL.iterator();
        }
    }

    /** Of {@code --output}. */
    static final class Outputs implements Iterable<String>
    {
        @Override
        public Iterator<String> iterator()
        {
            return List.of("text", "json").iterator();
        }
    }

    /** Of {@code --code}. */
    static final class Codes implements Iterable<String>
    {
        @Override
        public Iterator<String> iterator()
        {
            return CodeNames.names().iterator();
        }
    }
}
