package io.skim.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One promise about speed: one row of the results, divided by the least of others, keeps to a bound. Some have none, and
 * promise nothing.
 */
final class Bar
{
    /** With this, or {@code rocketmq}, {@code --only} leaves the bars of one protocol. */
    static final String AMQP = "amqp";

    /** The release of the JDK on which a bound is the one that stands here. */
    static final int JDK = 17;

    /** On other JDKs a ratio may be that much worse. */
    static final double SLACK = 0.15;

    /** Of a ratio that is only told. */
    private static final double UNBOUND = 0;

    private static final String BINARY = "binary";
    private static final String JSON = "json";
    private static final String JAVA = "java";
    private static final String CLIENTS = "clients";
    /** The sets of captured and generated frames, in the order of the bounds in {@link #bySet}. */
    private static final List<String> SETS = List.of(JAVA, "go-js", "all", "gen");

    private static final List<String> ON_BUFFERS = List.of("Walk.skim", "Topic.skimFirstMatch", "Topic.skimFullScan",
        "Predicate.skim", "Filter.skim");
    private static final List<String> AMQP_ON_BUFFERS = List.of("Values.skim amqp-list", "Values.skim amqp-map",
        "Message.skim amqp clients", "Property.skimFirstMatch amqp clients", "Property.skimFullScan amqp clients",
        "Property.skimSelector amqp clients", "Property.skimSelectorFirst amqp clients", "Sections.skim amqp clients");

    final String name;
    final List<String> over;
    final String under;
    final double bound;
    final boolean atLeast;

    private Bar(final String name, final double bound, final boolean atLeast, final String under,
        final List<String> over)
    {
        this.name = name;
        this.bound = bound;
        this.atLeast = atLeast;
        this.under = under;
        this.over = over;
    }

    /** The key of a row: the benchmark's short name and those of its parameters that are not null. */
    static String row(final String benchmark, final String... parameters)
    {
        return Stream.concat(Stream.of(benchmark), Stream.of(parameters).filter(Objects::nonNull)).collect(Collectors
            .joining(" "));
    }

    /** The key of Skim's row, on the heap and with four classes of handlers where these can be chosen. */
    private static String skim(final String benchmark, final String encoding, final String set)
    {
        return row(benchmark, encoding, set, switch (benchmark.substring(0, benchmark.indexOf('.')))
        {
            case "Walk", "Topic", "Predicate", "Filter", "Values", "Message", "Property", "Sections",
                "Record" -> "4 heap";
            case "Extract" -> "4";
            case "Rewrite", "Encode", "AmqpRewrite", "AmqpEncode" -> "heap";
            default -> null;
        });
    }

    /** Skim is that many times faster than the best of peers. */
    private static Bar faster(final String name, final double bound, final String encoding, final String set,
        final String skim, final String... peers)
    {
        return new Bar(name, bound, true, skim(skim, encoding, set), Stream.of(peers).map(peer -> row(peer, encoding,
            set)).toList());
    }

    /** The same on each set, with a bound for each in the order of {@link #SETS}; on the thirteen frames without one. */
    private static List<Bar> bySet(final String name, final double[] bounds, final String encoding, final String skim,
        final String... peers)
    {
        final List<Bar> bars = new ArrayList<>();
        bars.add(faster(name, UNBOUND, encoding, "thirteen", skim, peers));
        for (int i = 0; i < SETS.size(); i++)
        {
            bars.add(faster(name, bounds[i], encoding, SETS.get(i), skim, peers));
        }
        return bars;
    }

    private static double[] bounds(final double... bySet)
    {
        return bySet;
    }

    /** All of them, in the order in which they are reported. */
    static List<Bar> all()
    {
        final List<Bar> bars = new ArrayList<>();
        questions(bars);
        for (final String encoding : List.of(BINARY, JSON))
        {
            objects(bars, encoding, encoding.equals(BINARY));
            changes(bars, encoding, encoding.equals(BINARY));
            handlers(bars, encoding, encoding.equals(BINARY));
        }
        for (final String peer : List.of("decodeWithoutBodies", "decode"))
        {
            bars.add(faster("records of a tag, to " + (peer.equals("decode") ? peer : "decode without bodies"), UNBOUND,
                "records", null, "Record.skim", "Record." + peer));
        }
        amqp(bars);
        return bars;
    }

    /** What each set is asked. */
    private static void questions(final List<Bar> bars)
    {
        final String[] decode = {"Predicate.decodeSearchText", "Predicate.decodePropertiesMap"};
        final String[] readers = {"Predicate.fastjson2SearchText", "Predicate.jacksonSearchText"};
        final double[] none = bounds(UNBOUND, UNBOUND, UNBOUND, UNBOUND);
        bars.addAll(bySet("topic and property, to decode and the cheapest search", bounds(4, 3.8, 4, 3.3), BINARY,
            "Predicate.skim", decode));
        bars.addAll(bySet("topic and property, to decode and properties map", none, BINARY, "Predicate.skim",
            decode[1]));
        bars.addAll(bySet("topic, first match wins, to decode", bounds(18, 7, 5, 30), BINARY, "Topic.skimFirstMatch",
            "Topic.decode"));
        bars.addAll(bySet("topic, full scan, to decode", none, BINARY, "Topic.skimFullScan", "Topic.decode"));
        bars.addAll(bySet("walk, to decode", none, BINARY, "Walk.skim", "Walk.decode"));
        bars.addAll(bySet("topic and property, to decode and the cheapest search", bounds(3, 2.5, 2.2, 4.8), JSON,
            "Predicate.skim", decode));
        bars.addAll(bySet("topic and property, to a streaming reader and a search", bounds(2.3, 1.4, 1.6, 3.2), JSON,
            "Predicate.skim", readers));
        bars.addAll(bySet("topic, first match wins, to fastjson2's reader", bounds(2, 1.2, 1.3, 1.5), JSON,
            "Topic.skimFirstMatch", "Topic.fastjson2"));
        bars.addAll(bySet("topic, full scan, to decode", none, JSON, "Topic.skimFullScan", "Topic.decode"));
        bars.addAll(bySet("walk, to jackson-core", bounds(2.6, 2, 2.5, 2.5), JSON, "Walk.skim", "Walk.jackson"));
        bars.addAll(bySet("walk, to decode", none, JSON, "Walk.skim", "Walk.decode"));
    }

    /** All fields of a header. */
    private static void objects(final List<Bar> bars, final String encoding, final boolean isBinary)
    {
        for (final String set : List.of("thirteen", JAVA, "gen"))
        {
            final boolean isBound = set.equals(JAVA);
            bars.add(faster("all fields by random access, to decode and typed header", !isBound ? UNBOUND : isBinary
                ? 5.5 : 4.3, encoding, set, "Extract.skim", "Extract.decodeTyped"));
            bars.add(faster("all fields by a handler, to decode and typed header", !isBound ? UNBOUND : isBinary ? 2.8
                : 3, encoding, set, "Extract.skimCallbacks", "Extract.decodeTyped"));
        }
        bars.add(faster("full header POJO, to decode", isBinary ? 1.3 : UNBOUND, encoding, JAVA, "Pojo.skim",
            "Pojo.decode"));
        bars.add(faster("typed header, to decode and typed header", 3, encoding, JAVA, "TypedHeader.skim",
            "TypedHeader.decodeTyped"));
        bars.add(
            faster("record of the caller's own, to decode and properties map", UNBOUND, encoding, JAVA, "Bind.skim",
                "Bind.decodeMaps"));
    }

    /** Another opaque, another topic, a new header. */
    private static void changes(final List<Bar> bars, final String encoding, final boolean isBinary)
    {
        for (final String set : List.of("thirteen", JAVA, "go-js", "gen"))
        {
            final boolean isBound = set.equals(JAVA);
            bars.add(faster("opaque in place, all of the header checked, to decode, set and encode", isBound ? isBinary
                ? 9.5 : 5 : set.equals("go-js") && !isBinary ? 3 : UNBOUND, encoding, set, "Rewrite.skimOpaque",
                "Rewrite.decodeOpaque"));
            if (isBinary)
            {
                // In binary headers the opaque has its place: a relay that trusts its clients need not look at the rest.
                bars.add(
                    faster("opaque in place for trusted clients, to decode, set and encode", isBound ? 30 : UNBOUND,
                        encoding, set, "Rewrite.skimOpaqueTrusted", "Rewrite.decodeOpaque"));
            }
            bars.add(faster("topic and one property, to decode, set and encode", !isBound ? UNBOUND : isBinary ? 5.5
                : 4.3, encoding, set, "Rewrite.skimTopic", "Rewrite.decodeTopic"));
        }
        for (final String set : List.of("thirteen", JAVA, "gen"))
        {
            final boolean isBound = set.equals(JAVA);
            bars.add(faster("send header of strings, to the fast encoder", !isBound ? UNBOUND : isBinary ? 1.8 : 4.3,
                encoding, set, "Encode.skim", "Encode.fastEncode"));
            bars.add(faster("send header of encoded names and a string, to the fast encoder", UNBOUND, encoding, set,
                "Encode.skimNames", "Encode.fastEncode"));
            bars.add(faster("send header of encoded names and UTF-8, to the fast encoder", !isBound ? UNBOUND : isBinary
                ? 2.7 : 5, encoding, set, "Encode.skimUtf8", "Encode.fastEncode"));
        }
    }

    /** Selecting, routing, classes of handlers, and kinds of buffers. */
    private static void handlers(final List<Bar> bars, final String encoding, final boolean isBinary)
    {
        for (final String set : List.of("thirteen", JAVA, "gen"))
        {
            bars.add(faster("SQL92 over two properties, to decode and evaluate", !set.equals(JAVA) ? UNBOUND : isBinary
                ? 5 : 4, encoding, set, "Filter.skim", "Filter.decodeEvaluate"));
        }
        for (final String rules : List.of("Equalities", "Mixed"))
        {
            bars.add(new Bar("two hundred rules to one, " + rules.toLowerCase(Locale.ROOT), 3, false, row(
                "Router.skimOne", encoding, JAVA), List.of(row("Router.skim" + rules, encoding, JAVA))));
        }
        bars.add(new Bar("gate, two hundred rules and edits from one scan, to the scan", 1.8, false, row(
            "OneScan.skimScan", encoding, JAVA), List.of(row("OneScan.skimShared", encoding, JAVA))));
        bars.add(new Bar("gate, two hundred rules and edits, from one scan to three", 1, false, row("OneScan.skimApart",
            encoding, JAVA), List.of(row("OneScan.skimShared", encoding, JAVA))));
        bars.add(new Bar("every field, four handler classes, to one", 1.6, false, row("EveryField.skim", encoding, JAVA,
            "1"), List.of(row("EveryField.skim", encoding, JAVA, "4"))));
        for (final String skim : ON_BUFFERS)
        {
            onBuffers(bars, row(skim, encoding, JAVA), 1.5, 2.5);
        }
    }

    private static void onBuffers(final List<Bar> bars, final String skim, final double direct, final double composite)
    {
        final String name = skim.substring(0, skim.indexOf(' '));
        bars.add(
            new Bar(name + ", direct to heap", direct, false, row(skim, "4 heap"), List.of(row(skim, "4 direct"))));
        if (composite != UNBOUND)
        {
            bars.add(new Bar(name + ", composite to heap", composite, false, row(skim, "4 heap"), List.of(row(skim,
                "4 composite"))));
            bars.add(new Bar(name + ", all kinds in turn, to heap", UNBOUND, false, row(skim, "4 heap"), List.of(row(
                skim, "4 mixed"))));
        }
    }

    private static void amqp(final List<Bar> bars)
    {
        bars.add(faster("ten ints and a UUID, to the cheapest decode", 2.6, "amqp-list", null, "Values.skim",
            "Values.protonj", "Values.protonj2"));
        bars.add(faster("ten ints by name, to the cheapest decode", 4.5, "amqp-map", null, "Values.skim",
            "Values.protonj", "Values.protonj2"));
        for (final String set : List.of("thirteen", CLIENTS))
        {
            final boolean isBound = set.equals(CLIENTS);
            final String[] decode = {"Message.protonj", "Message.protonj2"};
            bars.add(message("every value by random access, to the cheapest decode", isBound ? 4.5 : UNBOUND, set,
                "Message.skim", decode));
            bars.add(message("every value by a handler, to the cheapest decode", isBound ? 3.8 : UNBOUND, set,
                "Message.skimCallbacks", decode));
            bars.add(message("one application property, first match wins, to protonj2's key scan", isBound ? 4.8
                : UNBOUND, set, "Property.skimFirstMatch", "Property.protonj2KeyScan"));
            bars.add(
                message("one application property, full scan, to protonj2's key scan", isBound ? 3.5 : UNBOUND, set,
                    "Property.skimFullScan", "Property.protonj2KeyScan"));
            bars.add(message("boundaries of sections, to the cheapest decode", isBound ? 20 : UNBOUND, set,
                "Sections.skim", "Sections.protonj", "Sections.protonj2"));
            // As the peer does, which stops at the first match.
            bars.add(message("selector on one application property, first match wins, to protonj2's key scan", isBound
                ? 4 : UNBOUND, set, "Property.skimSelectorFirst", "Property.protonj2KeyScan"));
            bars.add(message("selector on one application property, full scan, to protonj2's key scan", UNBOUND, set,
                "Property.skimSelector", "Property.protonj2KeyScan"));
            bars.add(message("ttl, delivery count and annotation, to the touched sections", isBound ? 4 : UNBOUND, set,
                "AmqpRewrite.skim", "AmqpRewrite.protonj2Touched"));
            bars.add(message("ttl, delivery count and annotation, to decode and encode", isBound ? 12 : UNBOUND, set,
                "AmqpRewrite.skim", "AmqpRewrite.protonj2Whole"));
        }
        bars.add(faster("ten ints and a UUID encoded, to protonj2", 2.8, "amqp-list", null, "AmqpEncode.skim",
            "AmqpEncode.protonj2"));
        bars.add(faster("ten ints by name encoded, to protonj2", 2, "amqp-map", null, "AmqpEncode.skim",
            "AmqpEncode.protonj2"));
        for (final String type : List.of("amqp-transfer", "amqp-open", "amqp-attach", "amqp-properties"))
        {
            bars.add(faster("an object with its fields, to protonj2", UNBOUND, type, null, "AmqpComposite.skim",
                "AmqpComposite.protonj2"));
        }
        for (final String skim : AMQP_ON_BUFFERS)
        {
            onBuffers(bars, skim, 1.5, UNBOUND);
        }
    }

    private static Bar message(final String name, final double bound, final String set, final String skim,
        final String... peers)
    {
        return faster(name, bound, AMQP, set, skim, peers);
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

    /** The set of frames or messages a bar is about, null if there is one for all. */
    String set()
    {
        final String[] words = under.split(" ");
        return words.length > 2 && (SETS.contains(words[2]) || List.of("thirteen", CLIENTS).contains(words[2]))
            ? words[2]
            : null;
    }

    /** Whether it is one of those that have a bound on each set of frames. */
    boolean isBySet()
    {
        return isBound() && atLeast && List.of("Predicate", "Topic", "Walk").contains(under.split("[.]")[0]);
    }

    /** What is asked of a run on a release of the JDK. */
    double bound(final int jdk)
    {
        return jdk == JDK ? bound : atLeast ? bound * (1 - SLACK) : bound / (1 - SLACK);
    }

    /**
     * What was measured: the row of the quickest of the others, and Skim's.
     *
     * @param rows by key.
     * @return null if a row is missing.
     */
    Ratio of(final Map<String, Row> rows)
    {
        final List<Row> others = over.stream().map(rows::get).toList();
        final Row skim = rows.get(under);
        return skim == null || others.stream().anyMatch(Objects::isNull) ? null
            : new Ratio(others.stream().min(Comparator.comparing(row -> row
                .time().middle)).orElseThrow(), skim, name.startsWith("every field"));
    }

    /** A bar's rows. */
    static final class Ratio
    {
        /** Whether instructions were counted, and are what is compared. */
        final boolean isCounted;
        private final Row.Spread dividend;
        private final Row.Spread divisor;

        Ratio(final Row over, final Row under, final boolean byInstructions)
        {
            isCounted = byInstructions && over.instructions != null && under.instructions != null;
            dividend = isCounted ? over.instructions : over.time();
            divisor = isCounted ? under.instructions : under.time();
        }

        double least()
        {
            return dividend.least / divisor.most;
        }

        double middle()
        {
            return dividend.middle / divisor.middle;
        }

        double most()
        {
            return dividend.most / divisor.least;
        }
    }

    boolean isHeldBy(final double ratio, final int jdk)
    {
        return !isBound() || (atLeast ? ratio >= bound(jdk) : ratio <= bound(jdk));
    }
}
