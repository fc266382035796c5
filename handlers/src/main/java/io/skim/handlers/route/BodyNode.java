package io.skim.handlers.route;

import io.skim.bytes.Escapes;
import io.skim.bytes.MemberNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value in a body: which forms it may have, what is in it, and where in it names stand. A node is complete before frames are
 * read with it, and free to share then.
 */
final class BodyNode
{
    /** The forms of a value. */
    static final int TEXT = 1;
    static final int OBJECT = 2;
    static final int ARRAY = 4;

    /** What a text is. */
    static final int TOPIC = 1;
    static final int GROUP = 2;
    static final int TOPIC_AND_GROUP = 3;
    static final int ADDRESS = 4;
    static final int BROKER_NAME = 5;

    /** Whether the body is no JSON but stored records, and whether the client makes messages of the entries of inner batches. */
    static final int NO_RECORDS = 0;
    static final int STORED_RECORDS = 1;
    static final int EXPANDED_RECORDS = 2;

    /** Results of {@link #find}: no member that is known, and one that some reader takes for a known one. */
    static final int UNKNOWN = -1;
    static final int AMBIGUOUS = -2;

    private static final String BROKER_ADDRESSES = "brokerAddrs{}";

    /** Of the root of a body that is no JSON. */
    int records;
    /** Whether addresses of brokers stand below this value. */
    boolean hasAddresses;
    int forms;
    /** What the text is. */
    int content;
    /** Whether the object has the name and the addresses of one broker. */
    boolean isBroker;
    /** Each element of an array. */
    @Nullable
    BodyNode element;
    /** Each value of a map. */
    @Nullable
    BodyNode every;
    /** Each key of a map. */
    @Nullable
    BodyNode key;
    /** Of the members of an object that is no map, by their numbers. */
    final List<BodyNode> members = new ArrayList<>();

    private byte[][] names = {};
    private byte[][] folded = {};
    private long[] hashes = {};

    /** Adds a path to a text below this value. */
    void add(final String path, final int textContent)
    {
        final BodyNode node = at(path);
        node.forms |= TEXT;
        node.content = textContent;
        hasAddresses |= textContent == ADDRESS;
        if (textContent == ADDRESS && path.endsWith(BROKER_ADDRESSES))
        {
            final String broker = path.substring(0, path.length() - BROKER_ADDRESSES.length());
            add(broker + "brokerName", BROKER_NAME);
            at(broker).isBroker = true;
        }
    }

    private BodyNode at(final String path)
    {
        BodyNode node = this;
        for (final String step : path.isEmpty() ? new String[0] : path.split("\\.|(?=\\[\\])|(?=\\{)"))
        {
            node = node.step(step);
        }
        return node;
    }

    private BodyNode step(final String step)
    {
        forms |= step.equals("[]") ? ARRAY : OBJECT;
        switch (step)
        {
            case "[]":
                element = element == null ? new BodyNode() : element;
                return element;
            case "{}":
                every = every == null ? new BodyNode() : every;
                return every;
            case "{key}":
                key = key == null ? new BodyNode() : key;
                return key;
            default:
                return member(step);
        }
    }

    private BodyNode member(final String name)
    {
        final byte[] utf8 = name.getBytes(StandardCharsets.US_ASCII);
        int number = find(utf8, 0, utf8.length, false);
        if (number < 0)
        {
            number = names.length;
            names = Arrays.copyOf(names, number + 1);
            folded = Arrays.copyOf(folded, number + 1);
            hashes = Arrays.copyOf(hashes, number + 1);
            names[number] = utf8;
            folded[number] = name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
            hashes[number] = MemberNames.hash(utf8, 0, utf8.length);
            members.add(new BodyNode());
        }
        return members.get(number);
    }

    /** Whether the object has members by name, and is no map. */
    boolean hasMembers()
    {
        return names.length > 0;
    }

    /** Finds a member by its name, whose escapes are known to be good. */
    int find(final byte[] array, final int from, final int to, final boolean escaped)
    {
        for (int i = 0; i < names.length; i++)
        {
            final byte[] name = names[i];
            if (escaped ? Escapes.contentEquals(array, from, to, name)
                : Arrays.equals(array, from, to, name, 0, name.length))
            {
                return i;
            }
        }
        final long hash = MemberNames.hash(array, from, to - from);
        boolean ambiguous = hash == 0;
        for (int i = 0; i < names.length; i++)
        {
            ambiguous |= hash == hashes[i] || MemberNames.equalsFolded(array, from, to, folded[i]);
        }
        return ambiguous ? AMBIGUOUS : UNKNOWN;
    }
}
