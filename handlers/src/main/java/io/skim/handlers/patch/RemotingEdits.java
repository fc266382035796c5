package io.skim.handlers.patch;

import io.skim.bytes.NameTable;
import io.skim.bytes.PropertyNames;
import io.skim.bytes.SendFields;
import io.skim.bytes.Utf8;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RequestCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A list of edits of remoting headers, of either encoding, made once and used for any number of frames, by a {@link
 * RemotingRewriter}. Immutable and free to share between threads, unless it has a {@link FreshValue}.
 * <p>
 * The edits apply one after the other, as if to a map: {@code rename("a", "b").set("a", "1")} moves one value and adds
 * another. {@code set} changes all duplicates of a name, or adds the name. {@code add} does not change an existing entry.
 * {@code remove} and {@code rename} of a missing name change nothing. {@code rename} replaces an entry that has the new
 * name.
 * <p>
 * <em>Names.</em> {@code code}, {@code language}, {@code version}, {@code opaque}, {@code flag} and {@code remark} are
 * the fixed fields, all others ext fields. The long name of a send field ({@code topic}) means its short key ({@code
 * b}) in requests of code 310, 320 and 325, whose headers have no long names. The frame's original code decides, also if
 * an edit changes the code.
 * <p>
 * <em>Properties</em> are those of the message, within one ext field. A send request without that field gets one, other
 * frames do not. If the field occurs twice, readers take the last one: that one is edited, and the others are removed.
 * <p>
 * <em>Batches</em> (code 320, or {@code m} or {@code batch} true in 310 or 10) have the properties of their messages in the body:
 * edits of properties change each of these messages, and not the header. A batch is refused if an edit names the ext field of
 * the properties as a whole. The frame before the edits counts. Do not combine an edit that makes a request a batch, such as
 * {@code set("m", "true")}, with edits of properties.
 */
public final class RemotingEdits
{
    /** The number of the ext field {@code Signature}, which is always looked for. */
    static final int SIGNATURE = 0;

    /** The ext fields that hold the properties, and those that tell a batch, by their long names and short keys. */
    static final String LONG_HOLDER = "properties";
    static final String SHORT_HOLDER = "i";
    static final String LONG_BATCH = "batch";
    static final String SHORT_BATCH = "m";

    private static final int SEND_MESSAGE = 10;
    private static final int SEND_MESSAGE_V2 = 310;
    private static final int SEND_BATCH_MESSAGE = 320;

    /** For requests with long names; all others count as such. */
    final Spelling full;
    /** For requests with short keys, over the same numbers. */
    final Spelling brief;
    final EditProgram properties;
    /** Whether any ext field or property is edited. */
    final boolean namesEntries;
    /** Whether any fixed field is set or removed. */
    final boolean setsFields;
    /** The numbers of the ext fields by their names, and of the properties. */
    final NameTable names;
    final PropertyNames propertyNames;
    /** The values of the programs, by their numbers there. */
    final EditText[] entryValues;
    final EditText[] propertyValues;
    /** Of each name with {@link EditProgram#adding a value to add} that does not change: the whole property. */
    final EditText[] addedProperties;
    /** The values that change from frame to frame. */
    final FreshTexts fresh;

    /** By fixed field: whether it is set or removed, and to which number. */
    final boolean[] isSet;
    final int[] numbers;
    final RemotingLanguage language;
    /** The new remark, or null if it is to be removed. */
    final byte @Nullable [] remark;
    private final int[] codes;

    private RemotingEdits(final Builder builder)
    {
        final EditProgram entries = builder.entries.copy();
        properties = builder.properties.copy();
        isSet = builder.isSet.clone();
        setsFields = IntStream.range(0, isSet.length).anyMatch(field -> isSet[field]);
        numbers = builder.numbers.clone();
        language = builder.language;
        remark = builder.remark;
        codes = builder.codes;
        if (builder.holderNamed || !properties.isEmpty())
        {
            for (final String name : List.of(LONG_HOLDER, SHORT_HOLDER, LONG_BATCH, SHORT_BATCH))
            {
                entries.number(name);
            }
        }
        // A number stands for the same name in both programs.
        final EditProgram shortEntries = entries.copy(Builder::key);
        entries.end(RemotingEdits::utf8);
        shortEntries.end(RemotingEdits::utf8);
        properties.end(RemotingEdits::utf8);
        namesEntries = !entries.isEmpty() || !properties.isEmpty();
        full = new Spelling(entries, entries.names.indexOf(LONG_HOLDER), entries.names.indexOf(LONG_BATCH),
            !properties.isEmpty() || entries.names(LONG_HOLDER));
        brief = new Spelling(shortEntries, entries.names.indexOf(SHORT_HOLDER), entries.names.indexOf(SHORT_BATCH),
            !properties.isEmpty() || shortEntries.names(SHORT_HOLDER));
        entryValues = EditText.all(entries.values);
        propertyValues = EditText.all(properties.values);
        addedProperties = new EditText[properties.encoded.length];
        for (int name = 0; name < addedProperties.length; name++)
        {
            addedProperties[name] =
                !properties.independent || properties.adding[name] < 0 || builder.fresh.containsKey(
                    properties.values[properties.adding[name]]) ? null
                        : EditText.property(properties.encoded[name], properties.values[properties.adding[name]]);
        }
        names = new NameTable(numbers(entries));
        propertyNames = new PropertyNames(numbers(properties), false);
        fresh = new FreshTexts(builder.fresh);
    }

    private static byte[] utf8(final String name)
    {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Integer> numbers(final EditProgram program)
    {
        final Map<String, Integer> numbers = new HashMap<>();
        program.names.forEach(name -> numbers.put(name, numbers.size()));
        return numbers;
    }

    /** {@return the names that are edited, without their values: {@code RemotingEdits[opaque, topic, property TRACE]}} Allocates. */
    @Override
    public String toString()
    {
        final StringJoiner text = new StringJoiner(", ", "RemotingEdits[", "]");
        for (int field = 0; field < isSet.length; field++)
        {
            if (isSet[field])
            {
                text.add(RemotingField.of(field).name().toLowerCase(Locale.ROOT));
            }
        }
        full.program.edited().forEach(text::add);
        properties.edited().forEach(name -> text.add("property " + name));
        return text.toString();
    }

    /** {@return a builder of a list of edits} */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Whether a request sends a batch, as the broker and the command see it.
     *
     * @param flag whether the ext field {@code batch}, or {@code m} in requests with short keys, is true, as the reference reads it.
     * @see "SendMessageProcessor.processRequest, release 5.5.1"
     */
    static boolean isBatch(final int code, final boolean flag)
    {
        return code == SEND_BATCH_MESSAGE || flag && (code == SEND_MESSAGE_V2 || code == SEND_MESSAGE);
    }

    /** The edits of requests of a code. */
    Spelling spelling(final int code)
    {
        return RequestCode.hasShortNames(code) ? brief : full;
    }

    /** Whether frames of a code are to be edited. */
    boolean wants(final int code)
    {
        boolean wanted = codes.length == 0;
        for (final int each : codes)
        {
            wanted |= each == code;
        }
        return wanted;
    }

    /**
     * The edits of ext fields, by one of the spellings of their names.
     *
     * @param program         of all ext fields.
     * @param holder          the number of the ext field that holds the properties; negative if nobody asks.
     * @param batch           of the one that tells a batch, likewise.
     * @param editsProperties whether message properties are edited, one by one or as a whole.
     */
    record Spelling(EditProgram program, int holder, int batch, boolean editsProperties)
    {
    }

    /** Gathers edits. They are made in the order in which they are given here. */
    public static final class Builder
    {
        private static final int FIXED_FIELDS = RemotingField.REMARK.ordinal() + 1;
        private static final int GREATEST_NAME = Short.MAX_VALUE;

        private final EditProgram entries = new EditProgram();
        private final EditProgram properties = new EditProgram();
        private final boolean[] isSet = new boolean[FIXED_FIELDS];
        private final int[] numbers = new int[FIXED_FIELDS];
        @SuppressWarnings("NullAway.Init") // read only if it is set
        private RemotingLanguage language;
        private byte @Nullable [] remark;
        private int[] codes = {};
        private boolean holderNamed;
        /** The values that change, by what stands for them. */
        private final Map<EditBytes, FreshValue> fresh = new HashMap<>();

        Builder()
        {
            entries.number(AclSigner.SIGNATURE);
        }

        private static @Nullable RemotingField fixed(final String name)
        {
            return switch (Objects.requireNonNull(name, "name"))
            {
                case "code", "language", "version", "opaque", "flag",
                    "remark" -> RemotingField.valueOf(name.toUpperCase(Locale.ROOT));
                default -> null;
            };
        }

        /**
         * Sets a fixed field, or an ext field, which is added if the header does not have it.
         *
         * @param name  of the field.
         * @param value its new value; of a fixed field a number, a language's name, or a remark.
         * @return this.
         * @throws IllegalArgumentException if the value is not the field's, or name or value cannot be written.
         */
        public Builder set(final String name, final String value)
        {
            final RemotingField field = fixed(name);
            if (field == null)
            {
                return setEntry(name, value);
            }
            text("value", value);
            if (field == RemotingField.REMARK)
            {
                remark = value.getBytes(StandardCharsets.UTF_8);
            }
            else if (field == RemotingField.LANGUAGE)
            {
                language = language(value);
            }
            else
            {
                numbers[field.ordinal()] = number(name, value);
            }
            // Last, for a value that is refused leaves nothing.
            isSet[field.ordinal()] = true;
            return this;
        }

        private static int number(final String name, final String value)
        {
            try
            {
                return Integer.parseInt(value);
            }
            catch (final NumberFormatException e)
            {
                throw new IllegalArgumentException("the " + name + " is a number of 32 bits, not '" + value + "'");
            }
        }

        private static RemotingLanguage language(final String value)
        {
            for (final RemotingLanguage known : RemotingLanguage.values())
            {
                if (known.name().equals(value))
                {
                    return known;
                }
            }
            throw new IllegalArgumentException("the language is one of " + Arrays.toString(RemotingLanguage.values())
                + ", not '" + value + "'");
        }

        /**
         * Sets an ext field also if it has the name of a fixed field: {@code flag} of a send request.
         *
         * @param name  of the ext field.
         * @param value its new value.
         * @return this.
         * @throws IllegalArgumentException if name or value cannot be written.
         */
        public Builder setEntry(final String name, final String value)
        {
            return step(EditProgram.SET, name, text("value", value));
        }

        /**
         * Adds an ext field if the header does not have it.
         *
         * @param name  of the ext field.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if name or value cannot be written, or the name is a fixed field's.
         */
        public Builder add(final String name, final String value)
        {
            return step(EditProgram.ADD, entry(name, "added"), text("value", value));
        }

        /**
         * Sets an ext field to a value that changes from frame to frame. The edits then belong to the value's thread.
         *
         * @param name  of the ext field, which is added if the header does not have it.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name cannot be written, or is a fixed field's.
         */
        public Builder set(final String name, final FreshValue value)
        {
            return freshStep(EditProgram.SET, entry(name, "set to a value that changes"), value);
        }

        /**
         * As {@link #set(String, FreshValue)}, if the header does not have the ext field.
         *
         * @param name  of the ext field.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name cannot be written, or is a fixed field's.
         */
        public Builder add(final String name, final FreshValue value)
        {
            return freshStep(EditProgram.ADD, entry(name, "added"), value);
        }

        /**
         * As {@link #set(String, FreshValue)}, if the header has the ext field.
         *
         * @param name  of the ext field.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name is a fixed field's.
         */
        public Builder replace(final String name, final FreshValue value)
        {
            return freshStep(EditProgram.REPLACE, entry(name, "replaced: set it"), value);
        }

        /**
         * Gives an ext field that the header has another value. One that it does not have is not added.
         *
         * @param name  of the ext field.
         * @param value its new value.
         * @return this.
         * @throws IllegalArgumentException if the value cannot be written, or the name is a fixed field's.
         */
        public Builder replace(final String name, final String value)
        {
            return step(EditProgram.REPLACE, entry(name, "replaced: set it"), text("value", value));
        }

        /**
         * Removes the remark or an ext field.
         *
         * @param name of the field.
         * @return this.
         * @throws IllegalArgumentException if the name is that of another fixed field, which every header has.
         */
        public Builder remove(final String name)
        {
            if (fixed(name) == RemotingField.REMARK)
            {
                isSet[RemotingField.REMARK.ordinal()] = true;
                remark = null;
                return this;
            }
            return step(EditProgram.REMOVE, entry(name, "removed"), null);
        }

        /**
         * Gives an ext field another name.
         *
         * @param name    of the ext field.
         * @param newName the new name; an entry that already has it is replaced.
         * @return this.
         * @throws IllegalArgumentException if the new name cannot be written, or either is a fixed field's.
         */
        public Builder rename(final String name, final String newName)
        {
            return step(EditProgram.RENAME, entry(name, "renamed"), name(entry(newName, "renamed")));
        }

        private static String entry(final String name, final String what)
        {
            if (fixed(name) != null)
            {
                throw new IllegalArgumentException(name + " is a fixed field, which cannot be " + what);
            }
            return name;
        }

        private Builder step(final int operation, final String name, final @Nullable String text)
        {
            numberNames(name, operation == EditProgram.RENAME ? Objects.requireNonNull(text) : name);
            entries.step(operation, name, text);
            return this;
        }

        private Builder freshStep(final int operation, final String name, final FreshValue value)
        {
            final EditText standIn = standIn(value);
            numberNames(name, name);
            entries.step(operation, name, standIn);
            return this;
        }

        /** Numbers the names of a step, and their short keys. */
        private void numberNames(final String name, final String newName)
        {
            name(name);
            holderNamed |= isHolder(name) || isHolder(newName);
            for (final String each : name.equals(newName) ? List.of(name, key(name))
                : List.of(name, newName, key(name), key(newName)))
            {
                entries.number(each);
            }
        }

        private static boolean isHolder(final String name)
        {
            return name.equals(SHORT_HOLDER) || name.equals(LONG_HOLDER);
        }

        private static String key(final String name)
        {
            // Send requests with short keys have one key for both names.
            final String letter = SendFields.letter("bname".equals(name) ? "brokerName" : name);
            return letter == null ? name : letter;
        }

        /**
         * Sets a message property, which is added if the message does not have it.
         *
         * @param name  of the property.
         * @param value its new value.
         * @return this.
         * @throws IllegalArgumentException if name or value is empty or holds a separator.
         */
        public Builder setProperty(final String name, final String value)
        {
            return property(EditProgram.SET, name, property(value));
        }

        /**
         * Adds a message property if the message does not have it.
         *
         * @param name  of the property.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if name or value is empty or holds a separator.
         */
        public Builder addProperty(final String name, final String value)
        {
            return property(EditProgram.ADD, name, property(value));
        }

        /**
         * Gives a message property that the message has another value. One that it does not have is not added.
         *
         * @param name  of the property.
         * @param value its new value.
         * @return this.
         * @throws IllegalArgumentException if name or value is empty or holds a separator.
         */
        public Builder replaceProperty(final String name, final String value)
        {
            return property(EditProgram.REPLACE, name, property(value));
        }

        /**
         * Sets a message property to a value that changes from frame to frame. The edits then belong to the value's thread.
         *
         * @param name  of the property, which is added if the message does not have it.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name is empty or holds a separator.
         */
        public Builder setProperty(final String name, final FreshValue value)
        {
            properties.step(EditProgram.SET, property(name), standIn(value));
            return this;
        }

        /**
         * As {@link #setProperty(String, FreshValue)}, if the message does not have the property.
         *
         * @param name  of the property.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name is empty or holds a separator.
         */
        public Builder addProperty(final String name, final FreshValue value)
        {
            properties.step(EditProgram.ADD, property(name), standIn(value));
            return this;
        }

        /**
         * As {@link #setProperty(String, FreshValue)}, if the message has the property.
         *
         * @param name  of the property.
         * @param value for it.
         * @return this.
         * @throws IllegalArgumentException if the name is empty or holds a separator.
         */
        public Builder replaceProperty(final String name, final FreshValue value)
        {
            properties.step(EditProgram.REPLACE, property(name), standIn(value));
            return this;
        }

        private EditText standIn(final FreshValue value)
        {
            final EditText text = new EditText(value.value.toBytes());
            fresh.put(text, value);
            return text;
        }

        /**
         * Removes a message property.
         *
         * @param name of the property.
         * @return this.
         */
        public Builder removeProperty(final String name)
        {
            return property(EditProgram.REMOVE, name, null);
        }

        /**
         * Gives a message property another name.
         *
         * @param name    of the property.
         * @param newName the new name; an entry that already has it is replaced.
         * @return this.
         * @throws IllegalArgumentException if the new name is empty or holds a separator.
         */
        public Builder renameProperty(final String name, final String newName)
        {
            return property(EditProgram.RENAME, name, property(newName));
        }

        private Builder property(final int operation, final String name, final @Nullable String text)
        {
            properties.step(operation, property(name), text);
            return this;
        }

        private static String property(final String text)
        {
            Objects.requireNonNull(text, "the name or value of a property");
            if (text.isEmpty() || text.indexOf('\u0001') >= 0 || text.indexOf('\u0002') >= 0)
            {
                throw new IllegalArgumentException(
                    "the name and value of a property are not empty and hold no U+0001 or"
                        + " U+0002: readers would drop the property, or see another");
            }
            return text("property", text);
        }

        private static String name(final String name)
        {
            if (name.isEmpty() || name.indexOf('\0') >= 0 || name.equals("@type") || name.equals("$ref"))
            {
                throw new IllegalArgumentException(
                    "'" + name + "' cannot name an ext field: readers take it for something else");
            }
            if (Utf8.encode("the name", name).length > GREATEST_NAME)
            {
                throw new IllegalArgumentException("a name of more than " + GREATEST_NAME + " bytes");
            }
            return name;
        }

        private static String text(final String what, final String text)
        {
            Utf8.encode("the " + what, Objects.requireNonNull(text, what));
            return text;
        }

        /**
         * Limits the edits to frames of some codes; all others stay unchanged.
         *
         * @param code a request that RocketMQ knows, as the frame has it before the edits.
         * @param more of them.
         * @return this.
         */
        public Builder codes(final RequestCode code, final RequestCode... more)
        {
            return codes(IntStream.concat(IntStream.of(code.code()), Arrays.stream(more).mapToInt(RequestCode::code))
                .toArray());
        }

        /**
         * Limits the edits to frames of some codes; all others stay unchanged.
         *
         * @param only request or response codes, as the frame has them before the edits.
         * @return this.
         */
        public Builder codes(final int... only)
        {
            codes = only.clone();
            return this;
        }

        /**
         * {@return the edits, which later calls of this builder do not change}
         *
         * @throws IllegalArgumentException if properties are edited one by one and as a whole.
         */
        public RemotingEdits build()
        {
            if (holderNamed && !properties.isEmpty())
            {
                throw new IllegalArgumentException("the properties are edited one by one, and so is the ext field that"
                    + " holds them all ('properties', 'i')");
            }
            return new RemotingEdits(this);
        }
    }
}
