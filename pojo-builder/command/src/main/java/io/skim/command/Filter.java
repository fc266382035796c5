package io.skim.command;

import io.skim.handlers.select.Selector;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code skim filter}.
 */
@Command(name = "filter", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Copies the frames that match, byte for byte.",
    description = {"",
        "Reads files or standard input and writes to standard output or OUT. --format tells what the files hold:", "",
        "  rocketmq       remoting frames, one after the other as on the wire",
        "  amqp-messages  encoded AMQP messages, each after a length of four bytes",
        "  commitlog      segments of a broker's message store; FILE may be a folder of them", "",
        "Of remoting frames, --where is RocketMQ's SQL92 dialect over the message properties of a send request, as the"
            + " broker evaluates it. $code, $opaque, $flag, $language, $version and $remark are fields of the header,"
            + " any other $name an ext field; $topic is found under its long and its short key, as are the other"
            + " fields of send requests.",
        "",
        "Of commitlog, --where is RocketMQ's SQL92 dialect over the properties of stored messages; $topic, $queueId,"
            + " $storeTimestamp and so on are fields of the record. The output is a file of records, one after the other,"
            + " which can be read as commitlog, too.",
        "",
        "Of AMQP messages, --where is a JMS selector.",
        "",
        "At least one of --where, --tag and --code is needed; of commitlog --topic is enough. What is taken matches all of them.",
        "",
        "Input that is compressed with gzip or zstd is decompressed first. Offsets count decompressed bytes. Output is not"
            + " compressed.",
        "",
        "If OUT ends with .pcapng and the input is a capture, the packets are copied that carry a byte of a frame that matches,"
            + " and those that open their connections. Of AMQP, these include open, begin and attach.",
        "",
        "What is malformed is not copied and gives a line of JSON on standard error.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all read",
        "1:some frames were malformed; all others were read",
        "2:wrong usage: an expression that does not compile, for example",
        "3:a file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim filter --where '$opaque > 10' -o late.frames in.frames",
        "  skim filter --where \"\\$topic = 'orders' AND amount > 100\" \\",
        "    in.frames > big.frames",
        "  skim filter --tag 'TagA || TagB' < in.frames | skim decode",
        "  skim filter --code SEND_MESSAGE_V2,10 --count in.frames",
        "  skim filter --code SEND_MESSAGE_V2 in.pcapng -o sends.pcapng",
        "  skim filter --explain --where \"TAGS = 'A' AND amount > 100\" in.frames",
        "  skim filter --format commitlog --where \"amount > 100\" --count store/commitlog",
        "  skim filter --format amqp-messages --where 'JMSPriority > 4' \\",
        "    in.messages > urgent.messages"})
final class Filter extends CopyCommand
{
    @Option(names = "--invert", order = 2, description = "Take what would not be taken.")
    private boolean invert;

    @Option(names = "--count", order = 2, description = "Print the number of matches alone.")
    private boolean count;

    @Option(names = "--explain", order = 2,
        description = "Copy nothing; print of each frame whether it is taken, the verdict of"
            + " each part of the conditions, and the values that it names: true, false, unknown (a value is missing) or error (it"
            + " cannot be compared).")
    private boolean explain;

    @Mixin
    private StoreOptions store;

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq", order = LAST,
        completionCandidates = Completions.FilterFormats.class,
        description = "What a file holds: rocketmq, amqp-messages or commitlog. The default is ${DEFAULT-VALUE}.")
    void format(final String name)
    {
        format = name;
    }

    @Override
    List<String> formats()
    {
        return Completions.FilterFormats.ALL;
    }

    @Override
    Copier records(final List<Selector<RemotingInterest>> selectors)
    {
        checkCondition(selectors);
        final List<Selector<RemotingInterest>> all = new ArrayList<>(selectors);
        if (store.topic() != null)
        {
            all.add(Selector.sql("$topic = '" + quoted(store.topic()) + "'"));
        }
        if (store.key() != null)
        {
            all.add(hasKey(quoted(store.key())));
        }
        return new StoreSieve(console(), store, strictness(), all, invert, count);
    }

    private static String quoted(final String text)
    {
        return text.replace("'", "''");
    }

    /** As a broker's index has it: KEYS are words with spaces between them. */
    private static Selector<RemotingInterest> hasKey(final String key)
    {
        return Selector.sql(
            "UNIQ_KEY = '" + key + "' OR KEYS = '" + key + "' OR KEYS STARTSWITH '" + key + " ' OR KEYS ENDSWITH ' "
                + key + "' OR KEYS CONTAINS ' " + key + " '");
    }

    @Override
    Copier frames(final List<Selector<RemotingInterest>> selectors)
    {
        checkCondition(selectors);
        return explained(new RemotingSieve(console(), strictness(), selectors, invert), selectors);
    }

    @Override
    Copier messages(final List<Selector<AmqpInterest>> selectors)
    {
        checkCondition(selectors);
        return explained(new AmqpSieve(console(), strictness(), selectors, invert), selectors);
    }

    private <I extends Interest> Sieve<I> explained(final Sieve<I> sieve, final List<Selector<I>> selectors)
    {
        if (explain)
        {
            sieve.explain(selectors);
        }
        return sieve;
    }

    private void checkCondition(final List<?> selectors)
    {
        store.check(spec(), isStore());
        if (explain && isStore())
        {
            throw wrong("--explain is not for --format commitlog");
        }
        if (explain && (count || isOutNamed()))
        {
            throw wrong("--explain and " + (count ? "--count" : "-o") + " exclude each other");
        }
        if (isPackets() && isStore())
        {
            throw wrong("-o names a capture, and stored records are in no packets");
        }
        if (invert && store.topic() != null)
        {
            throw wrong("--invert and --topic exclude each other");
        }
        if (selectors.isEmpty() && store.topic() == null)
        {
            throw wrong("a condition is missing: --where, --tag or --code; of commitlog, --topic");
        }
    }

    @Override
    void copy(final Copier copier, final OutputStream stream)
    {
        copier.output(count || explain ? null : stream);
        if (isPackets() && !count)
        {
            copier.keepPackets();
        }
        if (copier instanceof StoreSieve sieve)
        {
            sieve.read(stores());
        }
        else
        {
            read(copier);
        }
        if (copier instanceof Sieve<?> sieve)
        {
            sieve.tellUnseenNames();
        }
        if (count)
        {
            console().progress.clear();
            try
            {
                stream.write((matches(copier) + "\n").getBytes(StandardCharsets.US_ASCII));
                stream.flush();
            }
            catch (final IOException e)
            {
                throw new OutputException(e);
            }
        }
    }

    @Override
    boolean isCopying()
    {
        return !count && !explain;
    }

    private static long matches(final Copier copier)
    {
        return copier instanceof StoreSieve sieve ? sieve.matches() : ((Sieve<?>)copier).matches();
    }
}
