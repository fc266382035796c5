package io.skim.gateway.lanes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.skim.bytes.MemberNames;
import io.skim.bytes.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions in the JSON body of a heartbeat (34) or of a question about a subscription (46), and other texts in place of
 * theirs. All other bytes stay the same.
 * <p>
 * It refuses whatever the reference could read differently: a member that some release takes for a known one, two members of one
 * name, references and types, and values of another form than the member has.
 *
 * @see "HeartbeatData, ConsumerData, SubscriptionData, CheckClientRequestBody, release 5.5.1"
 */
final class SubscriptionBody
{
    private static final JsonFactory JSON = JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
    private static final Members HEARTBEAT = new Members("consumerDataSet", "producerDataSet", "clientID",
        "heartbeatFingerprint", "withoutSub");
    private static final Members CONSUMER = new Members("groupName", "subscriptionDataSet");
    private static final Members QUESTION = new Members("group", "subscriptionData", "clientId", "namespace");
    private static final Members SUBSCRIPTION = new Members("topic", "subString", "expressionType", "subVersion",
        "classFilterMode", "tagsSet", "codeSet", "filterClassSource");

    /** Where a value stands in the body, without what is around it. */
    private static final class Value
    {
        private final int from;
        private final int to;
        /** Null for JSON's null. */
        private final @Nullable String text;

        Value(final int from, final int to, final @Nullable String text)
        {
            this.from = from;
            this.to = to;
            this.text = text;
        }

        /** The text of a value that is not JSON's null. */
        String text()
        {
            return Objects.requireNonNull(text, "text");
        }
    }

    /** A subscription of a topic. */
    final class Subscription
    {
        private final int begin;
        private final Value topic;
        private final @Nullable Value expression;
        private final @Nullable Value type;
        private final @Nullable Value version;
        private final boolean classFilter;

        Subscription(final int begin, final Value topic, final @Nullable Value expression, final @Nullable Value type,
            final @Nullable Value version, final boolean classFilter)
        {
            this.begin = begin;
            this.topic = topic;
            this.expression = expression;
            this.type = type;
            this.version = version;
            this.classFilter = classFilter;
        }

        String topic()
        {
            return topic.text();
        }

        @Nullable
        String expression()
        {
            return text(expression);
        }

        @Nullable
        String type()
        {
            return text(type);
        }

        /** Whether a class at a filter server selects the messages. */
        boolean isClassFilter()
        {
            return classFilter;
        }

        long version()
        {
            return version == null ? 0 : Long.parseLong(version.text());
        }

        void topic(final String name)
        {
            edits.add(new Value(topic.from, topic.to, quoted(name)));
        }

        /** Sets the expression, in SQL92, and its version. */
        void select(final String sql, final long newVersion)
        {
            set(expression, "subString", quoted(sql));
            set(type, "expressionType", "\"SQL92\"");
            set(version, "subVersion", Long.toString(newVersion));
        }

        private void set(final @Nullable Value value, final String name, final String json)
        {
            // The object has a topic at least, which a comma separates from a new member.
            edits.add(value == null ? new Value(begin, begin, '"' + name + "\":" + json + ',')
                : new Value(value.from, value.to, json));
        }
    }

    /** A group with its subscriptions. */
    final class Consumer
    {
        final List<Subscription> subscriptions;
        private final Value group;

        Consumer(final Value group, final List<Subscription> subscriptions)
        {
            this.group = group;
            this.subscriptions = subscriptions;
        }

        String group()
        {
            return group.text();
        }

        void group(final String name)
        {
            edits.add(new Value(group.from, group.to, quoted(name)));
        }
    }

    /** The members of a kind of object that the reference knows. */
    private static final class Members
    {
        private final List<String> names;
        private final Map<Long, String> hashes;
        private final List<byte[]> folded;

        Members(final String... known)
        {
            names = List.of(known);
            hashes = Stream.of(known).collect(Collectors.toMap(name -> hash(utf8(name)), name -> name));
            folded = names.stream().map(name -> utf8(name.toLowerCase(Locale.ROOT))).toList();
        }

        private static long hash(final byte[] name)
        {
            return MemberNames.hash(name, 0, name.length);
        }

        /** Refuses a name that is not known and that a reader could take for one that is, or for another thing than a name. */
        void check(final String name) throws IOException
        {
            if (names.contains(name))
            {
                return;
            }
            final byte[] utf8 = utf8(name);
            // The comparisons below take a backslash for the begin of an escape.
            if (name.indexOf('\\') >= 0 || name.equals("@type") || name.equals("$ref") || hash(utf8) == 0
                || hashes.containsKey(hash(utf8))
                || folded.stream().anyMatch(known -> MemberNames.equalsFolded(utf8, 0, utf8.length, known)))
            {
                throw new IOException("readers could take the member '" + name + "' for another one");
            }
        }
    }

    final List<Consumer> consumers = new ArrayList<>();
    /** Whether the body leaves out subscriptions that were told before. */
    boolean withoutSubscriptions;
    private final byte[] body;
    private final JsonParser json;
    private final List<Value> edits = new ArrayList<>();

    private SubscriptionBody(final byte[] body) throws IOException
    {
        if (Utf8.firstInvalid(body, 0, body.length) >= 0 || body.length > 0 && body[0] < 0)
        {
            throw new IOException("the body is no JSON in UTF-8");
        }
        this.body = body;
        json = JSON.createParser(body);
    }

    /**
     * Reads a body.
     *
     * @param body      whole.
     * @param heartbeat whether it is that of a heartbeat, not of a question about a subscription.
     * @return what it has.
     * @throws IOException if it is malformed or ambiguous.
     */
    static SubscriptionBody read(final byte[] body, final boolean heartbeat) throws IOException
    {
        final SubscriptionBody read = new SubscriptionBody(body);
        try (JsonParser json = read.json)
        {
            json.nextToken();
            if (heartbeat)
            {
                read.heartbeat();
            }
            else
            {
                read.question();
            }
            if (json.nextToken() != null)
            {
                throw new IOException("something stands behind the body");
            }
        }
        return read;
    }

    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(final String text)
    {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static @Nullable String text(final @Nullable Value value)
    {
        return value == null ? null : value.text;
    }

    private void expect(final JsonToken token) throws IOException
    {
        if (json.currentToken() != token)
        {
            throw new IOException(json.currentToken() + " stands where " + token + " is due");
        }
    }

    /** The next member of an object, at its value; null behind the last one. */
    private @Nullable String member(final Members known) throws IOException
    {
        if (json.nextToken() == JsonToken.END_OBJECT)
        {
            return null;
        }
        expect(JsonToken.FIELD_NAME);
        final String name = json.currentName();
        known.check(name);
        json.nextToken();
        return name;
    }

    /** Whether an array or object begins; false for null, which stands for none. */
    private boolean begins(final JsonToken token) throws IOException
    {
        if (json.currentToken() == JsonToken.VALUE_NULL)
        {
            return false;
        }
        expect(token);
        return true;
    }

    private void heartbeat() throws IOException
    {
        expect(JsonToken.START_OBJECT);
        for (String name = member(HEARTBEAT); name != null; name = member(HEARTBEAT))
        {
            if (name.equals("consumerDataSet") && begins(JsonToken.START_ARRAY))
            {
                while (json.nextToken() != JsonToken.END_ARRAY)
                {
                    consumer();
                }
            }
            else if (name.equals("withoutSub"))
            {
                withoutSubscriptions = flag();
            }
            else
            {
                json.skipChildren();
            }
        }
    }

    private void consumer() throws IOException
    {
        expect(JsonToken.START_OBJECT);
        Value group = null;
        final List<Subscription> subscriptions = new ArrayList<>();
        for (String name = member(CONSUMER); name != null; name = member(CONSUMER))
        {
            if (name.equals("groupName"))
            {
                group = value(JsonToken.VALUE_STRING);
            }
            else if (name.equals("subscriptionDataSet") && begins(JsonToken.START_ARRAY))
            {
                while (json.nextToken() != JsonToken.END_ARRAY)
                {
                    subscription(subscriptions);
                }
            }
            else
            {
                json.skipChildren();
            }
        }
        add(group, subscriptions);
    }

    private void add(final @Nullable Value group, final List<Subscription> subscriptions) throws IOException
    {
        if (group == null)
        {
            throw new IOException("a consumer has no group");
        }
        consumers.add(new Consumer(group, subscriptions));
    }

    private void question() throws IOException
    {
        expect(JsonToken.START_OBJECT);
        Value group = null;
        final List<Subscription> subscriptions = new ArrayList<>();
        for (String name = member(QUESTION); name != null; name = member(QUESTION))
        {
            if (name.equals("group"))
            {
                group = value(JsonToken.VALUE_STRING);
            }
            else if (name.equals("subscriptionData") && begins(JsonToken.START_OBJECT))
            {
                subscription(subscriptions);
            }
            else
            {
                json.skipChildren();
            }
        }
        add(group, subscriptions);
    }

    private void subscription(final List<Subscription> into) throws IOException
    {
        expect(JsonToken.START_OBJECT);
        final int begin = (int)json.currentLocation().getByteOffset();
        Value topic = null;
        Value expression = null;
        Value type = null;
        Value version = null;
        boolean classFilter = false;
        for (String name = member(SUBSCRIPTION); name != null; name = member(SUBSCRIPTION))
        {
            switch (name)
            {
                case "topic" -> topic = value(JsonToken.VALUE_STRING);
                case "subString" -> expression = valueOrNull();
                case "expressionType" -> type = valueOrNull();
                case "subVersion" -> version = value(JsonToken.VALUE_NUMBER_INT);
                case "classFilterMode" -> classFilter = flag();
                default -> json.skipChildren();
            }
        }
        if (topic == null || version != null && version.to - version.from > 18)
        {
            throw new IOException("a subscription has no topic, or a version that is too long");
        }
        into.add(new Subscription(begin, topic, expression, type, version, classFilter));
    }

    private boolean flag() throws IOException
    {
        if (!json.currentToken().isBoolean())
        {
            throw new IOException(json.currentToken() + " stands where a boolean is due");
        }
        return json.getBooleanValue();
    }

    private Value valueOrNull() throws IOException
    {
        return value(json.currentToken() == JsonToken.VALUE_NULL ? JsonToken.VALUE_NULL : JsonToken.VALUE_STRING);
    }

    private Value value(final JsonToken token) throws IOException
    {
        expect(token);
        final int from = (int)json.currentTokenLocation().getByteOffset();
        final String text = json.getText();
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text))
        {
            throw new IOException("a text has half a character");
        }
        return new Value(from, (int)json.currentLocation().getByteOffset(),
            token == JsonToken.VALUE_NULL ? null : text);
    }

    boolean isEdited()
    {
        return !edits.isEmpty();
    }

    /** The body with the edits. */
    byte[] edited()
    {
        edits.sort(Comparator.comparingInt(edit -> edit.from));
        final ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 256);
        int copied = 0;
        for (final Value edit : edits)
        {
            out.write(body, copied, edit.from - copied);
            out.writeBytes(utf8(edit.text()));
            copied = edit.to;
        }
        out.write(body, copied, body.length - copied);
        return out.toByteArray();
    }
}
