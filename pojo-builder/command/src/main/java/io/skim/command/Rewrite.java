package io.skim.command;

import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.select.Selector;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.remoting.RemotingInterest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code skim rewrite}.
 */
@Command(name = "rewrite", mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Copies frames and changes their headers on the way.",
    description = {"",
        "Reads files or standard input, makes the edits in their order, and writes to standard output or OUT."
            + " Bytes that no"
            + " edit names stay as they were. At least one edit is needed. --format tells what the files hold:",
        "",
        "  rocketmq       remoting frames, one after the other as on the wire",
        "  amqp-messages  encoded AMQP messages, each after a length of four bytes", "",
        "Of remoting frames NAME is code, language, version, opaque, flag, remark or an ext field: its long name"
            + " or short"
            + " key; on a request of code 310, 320 or 325, --set topic=x changes b. --replace changes an ext field that is"
            + " present. --add adds one that is missing. --set does both, except that a field of RocketMQ's own headers"
            + " (such as topic) is added only to requests that have it or whose code is unknown, never to responses or"
            + " heartbeats. Removing or renaming a missing field changes nothing. --set-property adds properties to a send"
            + " request without any; other frames without properties stay as they are. --where is RocketMQ's SQL92 dialect over the message properties; $NAME is a header"
            + " field.",
        "",
        "Of AMQP messages NAME is header.ttl, header.priority, header.durable, header.first-acquirer,"
            + " header.delivery-count, delivery-annotations.KEY or message-annotations.KEY; with"
            + " --allow-bare-message also"
            + " properties.FIELD and application-properties.KEY. VALUE is a number or true or false where the"
            + " field is one,"
            + " else a text, which an annotation holds as a string; or a value with its type as skim decode prints it:"
            + " {\"symbol\":\"x\"}, {\"uint\":5}. A field that is removed is unset. --where is a JMS selector.",
        "",
        "Input that is compressed with gzip or zstd is decompressed first. Offsets count decompressed bytes. Output is not"
            + " compressed.",
        "",
        "What cannot be edited, and what is malformed, is copied unchanged and gives a line of JSON on standard"
            + " error. So"
            + " does what cannot be cut into frames or messages. With --lenient, edits are also made in frames and"
            + " messages that only one decoder takes: every byte that no edit names stays, and what cannot be edited"
            + " without a doubt is refused.%n"},
    optionListHeading = "%nOptions:%n", parameterListHeading = "%nFiles:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:all was copied, with the edits made",
        "1:some frames were malformed, or refused the edits",
        "2:wrong usage",
        "3:a file could not be read or written"},
    footerHeading = "%nExamples:%n",
    footer = {"  skim rewrite --set topic=Orders --set-property TRACE=1 \\",
        "    -o out.frames in.frames",
        "  skim rewrite --replace topic=New --where \"TAGS = 'A'\" in.frames > out.frames",
        "  skim rewrite --code 310 --remove-property DELAY < in.frames | skim decode",
        "  skim rewrite --resign-secret env:SECRET --set topic=Orders \\",
        "    in.frames > out.frames",
        "  skim rewrite --format amqp-messages --set header.ttl=60000 \\",
        "    in.messages > out.messages",
        "  skim rewrite --lenient --format amqp-messages \\",
        "    --remove message-annotations.x-opt-a in.messages > out.messages"})
final class Rewrite extends CopyCommand
{
    private static final String ENVIRONMENT = "env:";

    @ArgGroup(exclusive = true, multiplicity = "0..*")
    private @Nullable List<Edit> edits;

    @Option(names = "--resign-secret", paramLabel = "FILE", order = 2,
        description = "Sign frames anew that have an ACL signature which covers an edit; without it they are refused. The"
            + " secret key is the first line of FILE, or the environment variable NAME of env:NAME.")
    private @Nullable String secret;

    @Option(names = "--allow-bare-message", order = 2,
        description = "Let the edits change the bare message of AMQP, which nobody but its sender should.")
    private boolean bareMessage;

    /** Makes an edit of a name and a value, or a new name. */
    private interface PairEdit
    {
        void addTo(RemotingEdits.Builder builder, String name, String value);
    }

    /** One edit. */
    static final class Edit
    {
        @Option(names = "--set", paramLabel = "NAME=VALUE",
            description = "Set a field and add it if it is missing. A field of RocketMQ's own headers, such as topic, is added"
                + " only to requests whose header has it and to requests with an unknown code.")
        private @Nullable String set;

        @Option(names = "--add", paramLabel = "NAME=VALUE",
            description = "Add an ext field to every frame that does not have it, heartbeats and responses too; or an"
                + " annotation.")
        private @Nullable String add;

        @Option(names = "--replace", paramLabel = "NAME=VALUE",
            description = "Set an ext field or an annotation only where it is; add it nowhere.")
        private @Nullable String replace;

        @Option(names = "--remove", paramLabel = "NAME",
            description = "Remove the remark, an ext field, a field or an annotation.")
        private @Nullable String remove;

        @Option(names = "--rename", paramLabel = "NAME=NEW",
            description = "Give an ext field or an annotation another name.")
        private @Nullable String rename;

        @Option(names = "--set-property", paramLabel = "K=V",
            description = "Set a property of a RocketMQ message, adding it if it is missing.")
        private @Nullable String setProperty;

        @Option(names = "--add-property", paramLabel = "K=V",
            description = "Add a property to a RocketMQ message that does not have it.")
        private @Nullable String addProperty;

        @Option(names = "--replace-property", paramLabel = "K=V",
            description = "Set a property of a RocketMQ message only where it is.")
        private @Nullable String replaceProperty;

        @Option(names = "--remove-property", paramLabel = "K", description = "Remove a property of a RocketMQ message.")
        private @Nullable String removeProperty;

        @Option(names = "--rename-property", paramLabel = "K=NEW",
            description = "Give a property of a RocketMQ message another name.")
        private @Nullable String renameProperty;

        private void addTo(final AmqpEditing edits)
        {
            if (set != null)
            {
                edits.set(left("--set", set), right(set));
            }
            else if (add != null)
            {
                edits.add(left("--add", add), right(add));
            }
            else if (replace != null)
            {
                edits.replace(left("--replace", replace), right(replace));
            }
            else if (remove != null)
            {
                edits.remove(remove);
            }
            else if (rename != null)
            {
                edits.rename(left("--rename", rename), right(rename));
            }
            else
            {
                throw new IllegalArgumentException(
                    "options of properties are for remoting frames; an AMQP message has application-properties.KEY");
            }
        }

        private void addTo(final RemotingEditing editing)
        {
            if (set != null)
            {
                editing.set(left("--set", set), right(set));
            }
            else if (remove != null)
            {
                final String name = remove;
                editing.add(builder -> builder.remove(name));
            }
            else if (removeProperty != null)
            {
                final String name = removeProperty;
                editing.add(builder -> builder.removeProperty(name));
            }
            else
            {
                add(editing, "--add", add, (builder, name, value) -> builder.add(name, value));
                add(editing, "--replace", replace, (builder, name, value) -> builder.replace(name, value));
                add(editing, "--rename", rename, (builder, name, value) -> builder.rename(name, value));
                add(editing, "--set-property", setProperty, (builder, name, value) -> builder.setProperty(name, value));
                add(editing, "--add-property", addProperty, (builder, name, value) -> builder.addProperty(name, value));
                add(editing, "--replace-property", replaceProperty, (builder, name, value) -> builder.replaceProperty(
                    name, value));
                add(editing, "--rename-property", renameProperty, (builder, name, value) -> builder.renameProperty(name,
                    value));
            }
        }

        /** Adds the edit of an option with a pair, if it is the one that is given: of the group picocli sets one. */
        private static void add(final RemotingEditing editing, final String option, final @Nullable String pair,
            final PairEdit edit)
        {
            if (pair != null)
            {
                final String name = left(option, pair);
                final String value = right(pair);
                editing.add(builder -> edit.addTo(builder, name, value));
            }
        }

        private static String left(final String option, final String pair)
        {
            final int equals = pair.indexOf('=');
            if (equals < 0)
            {
                throw new IllegalArgumentException(option + " takes a name, '=' and a text, not '" + pair + "'");
            }
            return pair.substring(0, equals);
        }

        private static String right(final String pair)
        {
            return pair.substring(pair.indexOf('=') + 1);
        }
    }

    private List<Edit> checkEdit()
    {
        if (edits == null)
        {
            throw wrong(
                "an edit is missing: --set, --add, --replace, --remove, --rename, or the same of a property, such as"
                    + " --set-property");
        }
        if (isPackets())
        {
            console().warn("rewrite writes what packets carry, and no packets: OUT will be no capture");
        }
        return edits;
    }

    @Option(names = "--format", paramLabel = "F", defaultValue = "rocketmq", order = LAST,
        completionCandidates = Completions.RewriteFormats.class,
        description = "What a file holds: rocketmq or amqp-messages. The default is ${DEFAULT-VALUE}.")
    void format(final String name)
    {
        format = name;
    }

    @Override
    List<String> formats()
    {
        return Completions.RewriteFormats.ALL;
    }

    @Override
    Copier records(final List<Selector<RemotingInterest>> selectors)
    {
        throw new IllegalStateException("records of a store are never rewritten");
    }

    @Override
    Copier messages(final List<Selector<AmqpInterest>> selectors)
    {
        final List<Edit> given = checkEdit();
        if (secret != null)
        {
            throw wrong("--resign-secret is for remoting frames, not for AMQP messages");
        }
        final AmqpEdits built;
        try
        {
            final AmqpEditing editing = new AmqpEditing(bareMessage);
            given.forEach(edit -> edit.addTo(editing));
            built = editing.build();
        }
        catch (final IllegalArgumentException e)
        {
            throw wrong(String.valueOf(e.getMessage()));
        }
        return new AmqpRewriting(console(), strictness(), built, selectors);
    }

    @Override
    @Nullable
    Copier frames(final List<Selector<RemotingInterest>> selectors)
    {
        final List<Edit> given = checkEdit();
        if (bareMessage)
        {
            throw wrong("--allow-bare-message is for AMQP messages, not for remoting frames");
        }
        final RemotingEditing editing = new RemotingEditing();
        try
        {
            given.forEach(edit -> edit.addTo(editing));
            editing.edits();
        }
        catch (final IllegalArgumentException e)
        {
            throw wrong(String.valueOf(e.getMessage()));
        }
        final byte[] key = secret == null ? null : key(secret);
        return secret != null && key == null ? null
            : new RemotingRewriting(console(), strictness(), editing, key == null ? null
                : new AclSigner(key), selectors);
    }

    private byte @Nullable [] key(final String place)
    {
        if (place.startsWith(ENVIRONMENT))
        {
            final String value = System.getenv(place.substring(ENVIRONMENT.length()));
            if (value == null || value.isEmpty())
            {
                throw wrong("--resign-secret: no environment variable " + place.substring(ENVIRONMENT.length()));
            }
            return value.getBytes(StandardCharsets.UTF_8);
        }
        try
        {
            final String text = Files.readString(Path.of(place));
            final String line = text.lines().findFirst().orElse("");
            if (line.isEmpty())
            {
                throw wrong("--resign-secret: the first line of " + place + " is empty");
            }
            return line.getBytes(StandardCharsets.UTF_8);
        }
        catch (final IOException | InvalidPathException e)
        {
            console().failed(place + ": " + Inputs.reason(e));
            return null;
        }
    }
}
