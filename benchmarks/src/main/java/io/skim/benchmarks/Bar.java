package io.skim.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One promise about speed: one row of the results, divided by the least of others, keeps to a bound. Some have none, and
 * promise nothing.
 */
final class Bar
{
    /** With this, or {@code rocketmq}, {@code --only} leaves the bars of one protocol. */
    static final String AMQP = "amqp";

    /** Of a ratio that is only told. */
    private static final double UNBOUND = 0;

    private static final String[] ENCODINGS = {"binary", "json"};
    private static final String[] SKIM_ON_BUFFERS = {"Walk.skim", "Topic.skimFirstMatch", "Topic.skimFullScan",
        "Predicate.skim", "Filter.skim"};
    private static final String[] AMQP_ON_BUFFERS = {"Values.skim amqp-list", "Values.skim amqp-map",
        "Message.skim amqp", "Property.skimFirstMatch amqp", "Property.skimFullScan amqp", "Property.skimSelector amqp",
        "Property.skimSelectorFirst amqp", "Sections.skim amqp"};

    final String name;
    final List<String> over;
    final String under;
    final double bound;
    final boolean atLeast;

    private Bar(final String name, final double bound, final boolean atLeast, final String under, final String... over)
    {
        this.name = name;
        this.bound = bound;
        this.atLeast = atLeast;
        this.under = under;
        this.over = List.of(over);
    }

    /** Skim, on the heap and with four classes of handlers, is that many times faster than the best of peers. */
    private static Bar faster(final String name, final double bound, final String encoding, final String skim,
        final String... peers)
    {
        final String[] rows = new String[peers.length];
        for (int i = 0; i < peers.length; i++)
        {
            rows[i] = row(peers[i], encoding, null, null);
        }
        return new Bar(name, bound, true,
            row(skim, encoding, skim.startsWith("Pojo") || skim.startsWith("TypedHeader") ? null : "4", onBuffers(
                skim) ? "heap" : null),
            rows);
    }

    private static boolean onBuffers(final String skim)
    {
        return List.of(SKIM_ON_BUFFERS).contains(skim) || List.of(AMQP_ON_BUFFERS).stream().anyMatch(row -> row
            .startsWith(skim + ' '));
    }

    /** The key of a row: the benchmark's short name and its parameters. */
    static String row(final String benchmark, final String encoding, final String handlerClasses, final String buffer)
    {
        return benchmark + ' ' + encoding + (handlerClasses == null ? "" : ' ' + handlerClasses) + (buffer == null ? ""
            : ' ' + buffer);
    }

    /** All of them, in the order in which they are reported. */
    static List<Bar> all()
    {
        final List<Bar> bars = new ArrayList<>();
        bars.add(faster("one field, first match wins, to decode", 16, "binary", "Topic.skimFirstMatch",
            "Topic.decode"));
        bars.add(faster("field and property, to decode and the cheapest search", 3.5, "binary", "Predicate.skim",
            "Predicate.decodeSearchText", "Predicate.decodePropertiesMap"));
        bars.add(faster("field and property, to decode and properties map", 7, "binary", "Predicate.skim",
            "Predicate.decodePropertiesMap"));
        bars.add(faster("all fields extracted, to decode and typed header", 5, "binary", "Extract.skim",
            "Extract.decodeTyped"));
        bars.add(faster("full header POJO, to decode", 1.3, "binary", "Pojo.skim", "Pojo.decode"));
        bars.add(faster("typed header, to decode and typed header", 3, "binary", "TypedHeader.skim",
            "TypedHeader.decodeTyped"));
        bars.add(faster("typed header, to decode and typed header", 3, "json", "TypedHeader.skim",
            "TypedHeader.decodeTyped"));
        bars.add(faster("full walk, to jackson-core's walk", 2.5, "json", "Walk.skim", "Walk.jackson"));
        bars.add(faster("full walk, to decode", 3.5, "json", "Walk.skim", "Walk.decode"));
        bars.add(faster("field and property, to decode and the cheapest search", 4.5, "json", "Predicate.skim",
            "Predicate.decodeSearchText", "Predicate.decodePropertiesMap"));
        bars.add(faster("field and property, to a streaming reader and a search", UNBOUND, "json", "Predicate.skim",
            "Predicate.jacksonSearchText", "Predicate.fastjson2SearchText"));
        bars.add(faster("all fields extracted, to decode and typed header", 3.5, "json", "Extract.skim",
            "Extract.decodeTyped"));
        bars.add(faster("one field, first match wins, to fastjson2's reader", 1.5, "json", "Topic.skimFirstMatch",
            "Topic.fastjson2"));
        handlers(bars);
        for (final String encoding : ENCODINGS)
        {
            bars.add(new Bar("every field, four handler classes, to one", 1.6, false, row("EveryField.skim", encoding,
                "1", null), row("EveryField.skim", encoding, "4", null)));
        }
        for (final String encoding : ENCODINGS)
        {
            for (final String skim : SKIM_ON_BUFFERS)
            {
                final String heap = row(skim, encoding, "4", "heap");
                bars.add(new Bar(skim + ", direct to heap", 1.5, false, heap, row(skim, encoding, "4", "direct")));
                bars.add(new Bar(skim + ", composite to heap", 2.5, false, heap, row(skim, encoding, "4",
                    "composite")));
            }
        }
        bars.add(new Bar("records of a tag, to decode without bodies", UNBOUND, true, row("Record.skim", "records", "4",
            "heap"), row("Record.decodeWithoutBodies", "records", null, null)));
        bars.add(new Bar("records of a tag, to decode", UNBOUND, true, row("Record.skim", "records", "4", "heap"), row(
            "Record.decode", "records", null, null)));
        amqp(bars);
        return bars;
    }

    /** Selecting, routing, rewriting and writing. */
    private static void handlers(final List<Bar> bars)
    {
        final double[][] bounds = {{6, 30, 6}, {4, 6, 4}};
        final double[] encodes = {2.5, 5};
        for (int i = 0; i < ENCODINGS.length; i++)
        {
            final String encoding = ENCODINGS[i];
            bars.add(faster("SQL92 over two properties, to decode and evaluate", bounds[i][0], encoding, "Filter.skim",
                "Filter.decodeEvaluate"));
            opaque(bars, encoding, bounds[i][1]);
            bars.add(new Bar("topic and one property, to decode, set and encode", bounds[i][2], true, row(
                "Rewrite.skimTopic", encoding, null, "heap"), row("Rewrite.decodeTopic", encoding, null, null)));
            send(bars, encoding, encodes[i]);
            bars.add(new Bar("record of the caller's own, to decode and properties map", UNBOUND, true, row("Bind.skim",
                encoding, null, null), row("Bind.decodeMaps", encoding, null, null)));
            for (final String rules : new String[] {"Equalities", "Mixed"})
            {
                bars.add(new Bar("two hundred rules to one, " + rules.toLowerCase(Locale.ROOT), 3, false, row(
                    "Router.skimOne", encoding, null, null), row("Router.skim" + rules, encoding, null, null)));
            }
        }
    }

    /**
     * Judged by what who sends has: names that were encoded once, and the properties in the form that the encoding writes
     * quicker. The same of strings, which is what the peer is given, stands beside it.
     */
    private static void send(final List<Bar> bars, final String encoding, final double bound)
    {
        final String peer = row("Encode.fastEncode", encoding, null, null);
        // JSON is escaped from a string in one pass, from UTF-8 in two: each encoding has its quicker way.
        final boolean isBinary = encoding.equals(ENCODINGS[0]);
        bars.add(
            new Bar("send header of encoded names and UTF-8, to the fast encoder", isBinary ? bound : UNBOUND, true,
                row("Encode.skimUtf8", encoding, null, "heap"), peer));
        bars.add(new Bar("send header of encoded names and a string, to the fast encoder", isBinary ? UNBOUND : bound,
            true, row("Encode.skimNames", encoding, null, "heap"), peer));
        bars.add(
            new Bar("send header of strings, to the fast encoder", UNBOUND, true, row("Encode.skim", encoding, null,
                "heap"), peer));
    }

    /**
     * In binary headers the opaque has its place, and the bound is one for what takes the same time however long a header
     * is: for a relay that need not look at the rest. One that does stands beside it.
     */
    private static void opaque(final List<Bar> bars, final String encoding, final double bound)
    {
        final String checked = row("Rewrite.skimOpaque", encoding, null, "heap");
        final String peer = row("Rewrite.decodeOpaque", encoding, null, null);
        if (encoding.equals(ENCODINGS[0]))
        {
            bars.add(new Bar("opaque in place for trusted clients, to decode, set and encode", bound, true, row(
                "Rewrite.skimOpaqueTrusted", encoding, null, "heap"), peer));
            bars.add(new Bar("opaque in place, all of the header checked, to decode, set and encode", UNBOUND, true,
                checked, peer));
        }
        else
        {
            bars.add(new Bar("opaque in place, to decode, set and encode", bound, true, checked, peer));
        }
    }

    private static void amqp(final List<Bar> bars)
    {
        bars.add(faster("ten ints and a UUID, to the cheapest decode", 1.8, "amqp-list", "Values.skim",
            "Values.protonj", "Values.protonj2"));
        bars.add(faster("ten ints by name, to the cheapest decode", 5, "amqp-map", "Values.skim", "Values.protonj",
            "Values.protonj2"));
        bars.add(faster("every value of a message, to the cheapest decode", 6, "amqp", "Message.skim",
            "Message.protonj", "Message.protonj2"));
        bars.add(new Bar("every value of a message by a handler, to the cheapest decode", UNBOUND, true, row(
            "Message.skimCallbacks", "amqp", "4", "heap"), row("Message.protonj", "amqp", null, null),
            row(
                "Message.protonj2", "amqp", null, null)));
        bars.add(faster("one application property, to protonj2's key scan", 4, "amqp", "Property.skimFirstMatch",
            "Property.protonj2KeyScan"));
        bars.add(faster("boundaries of sections, to the cheapest decode", 20, "amqp", "Sections.skim",
            "Sections.protonj", "Sections.protonj2"));
        // As the peer does, which stops at the first match.
        bars.add(faster("selector on one application property, first match wins, to protonj2's key scan", 4, "amqp",
            "Property.skimSelectorFirst", "Property.protonj2KeyScan"));
        bars.add(faster("selector on one application property, full scan, to protonj2's key scan", UNBOUND, "amqp",
            "Property.skimSelector", "Property.protonj2KeyScan"));
        final String rewrite = row("AmqpRewrite.skim", "amqp", null, "heap");
        bars.add(new Bar("ttl, delivery count and annotation, to the touched sections", 4, true, rewrite, row(
            "AmqpRewrite.protonj2Touched", "amqp", null, null)));
        bars.add(new Bar("ttl, delivery count and annotation, to decode and encode", 12, true, rewrite, row(
            "AmqpRewrite.protonj2Whole", "amqp", null, null)));
        bars.add(
            new Bar("ten ints and a UUID encoded, to protonj2", 2.5, true, row("AmqpEncode.skim", "amqp-list", null,
                "heap"), row("AmqpEncode.protonj2", "amqp-list", null, null)));
        bars.add(new Bar("ten ints by name encoded, to protonj2", 2, true, row("AmqpEncode.skim", "amqp-map", null,
            "heap"), row("AmqpEncode.protonj2", "amqp-map", null, null)));
        for (final String type : new String[] {"amqp-transfer", "amqp-open", "amqp-attach", "amqp-properties"})
        {
            bars.add(new Bar("an object with its fields, to protonj2", UNBOUND, true, row("AmqpComposite.skim", type,
                null, null), row("AmqpComposite.protonj2", type, null, null)));
        }
        for (final String skim : AMQP_ON_BUFFERS)
        {
            bars.add(
                new Bar(skim.split(" ")[0] + ", direct to heap", 1.5, false, skim + " 4 heap", skim + " 4 direct"));
        }
    }

    /** The bars that {@code --only} leaves. */
    static List<Bar> only(final String protocol)
    {
        return all().stream().filter(bar -> protocol == null || bar.encoding().startsWith(AMQP) == protocol.equals(
            AMQP)).toList();
    }

    /** Whether it is one; else a ratio that belongs beside the others. */
    boolean isBound()
    {
        return bound != UNBOUND;
    }

    /** The encoding a bar is about. */
    String encoding()
    {
        return under.split(" ")[1];
    }

    boolean isHeldBy(final double ratio)
    {
        return atLeast ? ratio >= bound : ratio <= bound;
    }
}
