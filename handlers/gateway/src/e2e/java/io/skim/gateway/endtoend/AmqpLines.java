package io.skim.gateway.endtoend;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a client of AMQP tells of the messages that it sent and received: a line for each, with tabs between what, where, the id and the
 * SHA-256 of the body; if received, also a property and an annotation. All messages are durable; behind the property stands if one was
 * not when it was received. Clients of other languages print the same.
 */
final class AmqpLines
{
    /** The message that a gateway may refuse. */
    static final String FATE = "fate";
    /** Of messages in queues, in bytes: in one transfer and in many. */
    static final int[] SIZES = {0, 1, 400, 65_000, 65_536, 200_000, 2 << 20};
    static final int DURABLE = 5;
    static final int COMMITTED = 3;
    /** How long clients wait for a heartbeat. A broker that has just started on a busy machine takes seconds for its first ones. */
    static final int TIMEOUT_MILLIS = 10_000;
    /** How long clients do nothing. */
    static final int IDLE_MILLIS = 12_000;

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    /** Something that a client does, and that a broker or gateway may refuse. */
    interface Send
    {
        /** Returns what it was refused with, or null. */
        String outcome() throws Exception;
    }

    static byte[] body(final int size)
    {
        final byte[] body = new byte[size];
        for (int i = 0; i < size; i++)
        {
            body[i] = (byte)(31 * i);
        }
        return body;
    }

    private static String hash(final byte[] body)
    {
        try
        {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        }
        catch (final NoSuchAlgorithmException e)
        {
            throw new IllegalStateException(e);
        }
    }

    void sent(final String where, final String id, final byte[] body)
    {
        lines.add(String.join("\t", "sent", where, id, hash(body)));
    }

    void send(final String where, final String id, final byte[] body, final Send send) throws Exception
    {
        final String outcome = send.outcome();
        if (outcome == null)
        {
            sent(where, id, body);
        }
        else
        {
            lines.add(String.join("\t", "refused", where, id, outcome));
        }
    }

    void received(final String where, final Object id, final byte[] body, final boolean durable,
        final Object property, final Object annotation)
    {
        lines.add(String.join("\t", "received", where, id.toString(), hash(body), property + (durable ? ""
            : " not durable"), Objects.toString(annotation, "")));
    }

    List<String> all()
    {
        return List.copyOf(lines);
    }

    /** The lines of those that begin with a word, without it, sorted; what has been received twice is there twice. */
    static List<String> of(final List<String> lines, final String what)
    {
        return lines.stream().filter(line -> line.startsWith(what + '\t'))
            .map(line -> line.substring(what.length() + 1))
            .sorted().toList();
    }

    /** What must have been received for what was sent: the same, with the property that each message has, and the annotation. */
    static List<String> due(final List<String> lines, final String annotation)
    {
        return of(lines, "sent").stream().map(line -> line + "\twärt " + line.split("\t")[1] + '\t' + annotation)
            .sorted()
            .toList();
    }

    /** What clients send: all that is due if nothing is refused. */
    static List<String> sends(final boolean transactions)
    {
        return Stream.of(Arrays.stream(SIZES).mapToObj(size -> "queue\tsize " + size), Stream.of("queue\t"
            + FATE, "idle\tlate"), IntStream.range(0, DURABLE).mapToObj(i -> "durable\tdurable " + i),
            IntStream.range(0, transactions ? COMMITTED : 0).mapToObj(
                i -> "transacted\tcommitted " + i))
            .flatMap(
                each -> each)
            .sorted().toList();
    }
}
