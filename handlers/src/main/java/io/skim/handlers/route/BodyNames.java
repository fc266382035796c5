package io.skim.handlers.route;

import io.skim.bytes.Escapes;
import io.skim.bytes.JsonStrings;
import io.skim.bytes.Utf8;
import io.skim.bytes.Words;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Reason;
import io.skim.scan.spi.BodyBytes;
import io.skim.scan.spi.Faults;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Maps the names and addresses in a body, and gives the new body to a patcher. One thread at a time. */
final class BodyNames
{
    private static final int KEPT_LENGTH = 262_144;
    private static final int MOST_ID_DIGITS = 18;

    int limit = BodyBytes.DEFAULT_LIMIT;
    @Nullable
    AddressMap addresses;

    private final MappedName names;
    private final RemotingPatcher patcher;
    private final BodyBytes body = new BodyBytes();
    final BodyPlaces found = new BodyPlaces();
    private final BrokerAddress broker = new BrokerAddress();
    /** A text without its escapes, and a text of two names. */
    private final NameSink plain = new NameSink();
    private final NameSink both = new NameSink();
    private final Limits limits;
    /** Made for the first body that has records: it holds more than 8 KiB. */
    private @Nullable RecordNames records;
    /** The body up to the last byte that changes. */
    private NameSink made = new NameSink();

    BodyNames(final MappedName names, final RemotingPatcher patcher, final Limits limits)
    {
        this.names = names;
        this.patcher = patcher;
        this.limits = limits;
    }

    /** Whether anything in bodies of a form may change. */
    boolean concerns(final @Nullable BodyNode root)
    {
        return root != null && (!names.isIdentity() || addresses != null && root.hasAddresses);
    }

    /** Records what becomes of a body; refuses the patch if that is not certain. */
    void edit(final FrameView frame, final @Nullable BodyNode root)
    {
        final int offset = headerEnd(frame);
        if (root != null && concerns(root) && take(frame, offset))
        {
            give(root.records == BodyNode.NO_RECORDS ? mapJson(root, offset)
                : records().mapRecords(body, root.records == BodyNode.EXPANDED_RECORDS, offset, made));
        }
    }

    /** Records what becomes of the messages of a batch that is sent; refuses the patch if that is not certain. */
    void editBatch(final FrameView frame)
    {
        final int offset = headerEnd(frame);
        if (!names.isIdentity() && take(frame, offset))
        {
            give(records().mapBatch(body, offset, made));
        }
    }

    /** Takes the body of a frame; false if there is none, or it cannot be read. */
    private boolean take(final FrameView frame, final int offset)
    {
        if (frame.available() < frame.length())
        {
            patcher.refuse(Refusal.BODY_MISSING);
            return false;
        }
        if (frame.length() - offset > limit)
        {
            patcher.refuse(Refusal.BODY_TOO_LONG);
            return false;
        }
        if (frame.length() == offset)
        {
            return false;
        }
        body.take(frame, offset);
        if (made.array.length > KEPT_LENGTH)
        {
            made = new NameSink();
        }
        made.reset();
        return true;
    }

    /** Gives the patch what takes the place of the body up to an index. */
    private void give(final int edited)
    {
        if (edited > body.from() && patcher.patch().refusal() == null)
        {
            patcher.replaceBody(edited - body.from(), made.array, 0, made.length);
        }
        body.detach();
    }

    private RecordNames records()
    {
        if (records == null)
        {
            records = new RecordNames(names, patcher, found.fault, limits);
        }
        return records;
    }

    private int mapJson(final BodyNode root, final int offset)
    {
        if (found.find(body.array(), body.from(), body.to(), offset, root))
        {
            return map(offset - body.from());
        }
        patcher.refuse(Refusal.BODY_MALFORMED);
        return -1;
    }

    private static int headerEnd(final FrameView frame)
    {
        return Long.BYTES + ((frame.getByte(5) & 0xFF) << 16 | (frame.getByte(6) & 0xFF) << 8 | frame.getByte(7)
            & 0xFF);
    }

    /** Copies the body up to the last text that changes, with the new texts; the index behind that text. */
    private int map(final int shift)
    {
        final byte[] array = body.array();
        int copied = body.from();
        for (int i = 0; i < found.count && patcher.patch().refusal() == null; i++)
        {
            final int from = BodyPlaces.from(found.places[i]);
            final int to = BodyPlaces.to(found.places[i]);
            final NameSink fresh = map(array, i, from, to, shift);
            if (fresh != null)
            {
                made.put(array, copied, from - copied);
                putEscaped(fresh);
                copied = to;
            }
        }
        return copied;
    }

    /** What becomes of a text; null if it stays as it is. */
    private @Nullable NameSink map(final byte[] array, final int number, final int from, final int to, final int shift)
    {
        final int content = found.content[number];
        if ((content & BodyPlaces.ESCAPED) == 0)
        {
            return map(content, array, from, to, number);
        }
        final int half = Escapes.firstLoneSurrogate(array, from, to);
        if (half >= 0)
        {
            Faults.at(found.fault, half + shift, Reason.JSON_LONE_SURROGATE, array[half + 1] & 0xFF, 0);
            patcher.refuse(Refusal.BODY_MALFORMED);
            return null;
        }
        unescape(array, from, to, plain);
        return map(content & ~BodyPlaces.ESCAPED, plain.array, 0, plain.length, number);
    }

    private static void unescape(final byte[] array, final int from, final int to, final NameSink sink)
    {
        sink.reset();
        int at = from;
        while (at < to)
        {
            final int end = Words.indexOf(array, at, to, '\\');
            sink.put(array, at, end - at);
            at = end;
            if (at < to)
            {
                final long decoded = Escapes.decode(array, at, to);
                sink.putCodePoint((int)(decoded >>> Integer.SIZE));
                at = (int)decoded;
            }
        }
    }

    private @Nullable NameSink map(final int content, final byte[] text, final int from, final int to, final int number)
    {
        final NameSink fresh = switch (content)
        {
            case BodyNode.TOPIC -> names.map(ResourceKind.TOPIC, text, from, to) ? names.result : null;
            case BodyNode.GROUP -> names.map(ResourceKind.GROUP, text, from, to) ? names.result : null;
            case BodyNode.TOPIC_AND_GROUP -> mapBoth(text, from, to);
            default -> !names.toBroker && addresses != null && from < to ? mapAddress(text, from, to, number) : null;
        };
        return fresh == null || Arrays.equals(fresh.array, 0, fresh.length, text, from, to) ? null : fresh;
    }

    /** A topic and a group with an at sign between them; the reference takes no notice of others. */
    private @Nullable NameSink mapBoth(final byte[] text, final int from, final int to)
    {
        final int at = Words.indexOf(text, from, to, '@');
        if (at == to || Words.indexOf(text, at + 1, to, '@') < to)
        {
            return null;
        }
        both.reset();
        names.appendTo(both, ResourceKind.TOPIC, text, from, at);
        both.put(text, at, 1);
        names.appendTo(both, ResourceKind.GROUP, text, at + 1, to);
        return both;
    }

    @SuppressWarnings("NullAway") // without addresses no text is one
    private @Nullable NameSink mapAddress(final byte[] text, final int from, final int to, final int number)
    {
        final byte[] array = body.array();
        final int around = found.brokers[number];
        broker.array = text;
        broker.from = from;
        broker.to = to;
        broker.name.reset();
        broker.id = BrokerAddress.NO_ID;
        if (around >= 0)
        {
            final long name = found.names[around];
            if (name != BodyPlaces.NOWHERE)
            {
                unescape(array, BodyPlaces.from(name), BodyPlaces.to(name), broker.name);
            }
            broker.id = id(array, found.keys[number]);
        }
        both.reset();
        final boolean changes = addresses.toClient(broker, both);
        broker.array = null;
        return changes ? both : null;
    }

    /** The number that a key is. */
    private static long id(final byte[] array, final long key)
    {
        final int from = key == BodyPlaces.NOWHERE ? 0 : BodyPlaces.from(key);
        final int to = key == BodyPlaces.NOWHERE ? 0 : BodyPlaces.to(key);
        long id = to > from && to - from <= MOST_ID_DIGITS ? 0 : BrokerAddress.NO_ID;
        for (int i = from; i < to && id >= 0; i++)
        {
            id = array[i] >= '0' && array[i] <= '9' ? 10 * id + array[i] - '0' : BrokerAddress.NO_ID;
        }
        return id;
    }

    private void putEscaped(final NameSink fresh)
    {
        if (Utf8.firstInvalid(fresh.array, 0, fresh.length) >= 0)
        {
            patcher.refuse(Refusal.INVALID_TEXT);
            return;
        }
        made.ensure(Math.addExact(2, Math.multiplyExact(Escapes.UNIT_LENGTH, fresh.length)));
        made.length = JsonStrings.put(fresh.array, 0, fresh.length, made.array, made.length);
    }
}
