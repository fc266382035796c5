package io.skim.scan.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads AMQP's vectors.
 */
public final class AmqpVectors
{
    private static final Pattern VALUE =
        Pattern.compile("\\{\"id\":\"([^\"]*)\",\"hex\":\"([0-9a-f]*)\",\"diag\":(.*)\\}");
    private static final Pattern BAD = Pattern.compile("\\{\"id\": \"([^\"]*)\", \"name\": \"([^\"]*)\", \"hex\": "
        + "\"([0-9a-f]*)\", \"verdict\": \"([a-z]*)\",.*");

    private AmqpVectors()
    {
    }

    /**
     * Bytes with their meaning.
     *
     * @param id    names it.
     * @param bytes encoded.
     * @param diag  what they mean, in the notation.
     */
    public record Good(String id, byte[] bytes, String diag)
    {
        /**
         * What the bytes are.
         *
         * @return {@code stream}, {@code message}, {@code frame}, {@code header}, or a type: then they are one value.
         */
        public String shape()
        {
            return diag.substring(2, diag.indexOf('"', 2));
        }

        /**
         * Whether the bytes are concatenated values.
         *
         * @return false for frames and protocol headers.
         */
        public boolean isValues()
        {
            return !"frame".equals(shape()) && !"header".equals(shape());
        }

        /**
         * The values that the bytes are.
         *
         * @return the notation of all of them between brackets.
         */
        public String values()
        {
            final String shape = shape();
            return "stream".equals(shape) || "message".equals(shape)
                ? diag.substring(shape.length() + 5 - 1, diag.length() - 1)
                : '[' + diag + ']';
        }

        @Override
        public String toString()
        {
            return id;
        }
    }

    /**
     * Bytes that are refused, or may be.
     *
     * @param id      names it.
     * @param name    says what it is.
     * @param bytes   encoded.
     * @param verdict reject, accept, policy or schema.
     */
    public record Bad(String id, String name, byte[] bytes, String verdict)
    {
        @Override
        public String toString()
        {
            return id + " " + name;
        }
    }

    /**
     * All values, streams, messages, frames and protocol headers.
     *
     * @return 386 vectors.
     */
    public static List<Good> all()
    {
        return lines("amqp-values.jsonl").stream().map(line -> {
            final Matcher matcher = matching(VALUE, line);
            return new Good(matcher.group(1), HexFormat.of().parseHex(matcher.group(2)), matcher.group(3));
        }).collect(Collectors.toList());
    }

    /**
     * Values, streams and messages.
     *
     * @return the vectors that are concatenated values.
     */
    public static List<Good> values()
    {
        return all().stream().filter(Good::isValues).collect(Collectors.toList());
    }

    /**
     * Messages.
     *
     * @return the vectors that are concatenated sections.
     */
    public static List<Good> messages()
    {
        return all().stream().filter(good -> "message".equals(good.shape())).collect(Collectors.toList());
    }

    /**
     * Malformed input, with some that is not.
     *
     * @return 77 vectors.
     */
    public static List<Bad> malformed()
    {
        return lines("amqp-malformed.jsonl").stream().map(line -> {
            final Matcher matcher = matching(BAD, line);
            return new Bad(matcher.group(1), matcher.group(2), HexFormat.of().parseHex(matcher.group(3)), matcher
                .group(4));
        }).collect(Collectors.toList());
    }

    private static Matcher matching(final Pattern pattern, final String line)
    {
        final Matcher matcher = pattern.matcher(line);
        if (!matcher.matches())
        {
            throw new IllegalStateException("not a vector: " + line);
        }
        return matcher;
    }

    private static List<String> lines(final String name)
    {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(AmqpVectors.class.getResourceAsStream(
            "/amqp/" + name), StandardCharsets.UTF_8)))
        {
            return lines.lines().collect(Collectors.toList());
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A file of Proton's.
     *
     * @param name without its ending.
     * @return its bytes.
     */
    public static byte[] interop(final String name)
    {
        try (java.io.InputStream file = AmqpVectors.class.getResourceAsStream("/amqp/amqp-interop/" + name + ".amqp"))
        {
            return file.readAllBytes();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
