package io.skim.handlers.route;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.bytes.Escapes;
import io.skim.handlers.patch.AclSigner;
import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import io.skim.scan.spi.Frames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies a {@link NameMap} to the topics and groups in requests, on their way to the broker and back. So clients of several
 * tenants can share a cluster, or read a topic under another name.
 *
 * <pre>
 * client ── topic Orders ──► toBroker ── topic tenant%Orders ──► broker
 * client ◄── group readers ── toClient ◄── group tenant%readers ── broker        (a request of the broker's)
 * </pre>
 *
 * It changes
 * <ul>
 * <li>the ext fields of the {@link ResourceMap} except {@code ns}, in both spellings of send requests and in all duplicates;</li>
 * <li>in acknowledgements of popped messages (200051, 200053) both names in a topic for retries of pops, {@code
 * %RETRY%group_topic};</li>
 * <li>in sends and in replies to clients (326) the message properties {@code PGROUP}, {@code ORIGIN_GROUP}, {@code RETRY_TOPIC},
 * {@code REAL_TOPIC} and {@code DLQ_ORIGIN_TOPIC}; of a batch those in the entries of its body, as the broker does not read those
 * in its header;</li>
 * <li>the names in the bodies of the {@link BodyMap}, also in the answers to requests: in JSON, and in stored records the topic and
 * the same properties, with the lengths around them;</li>
 * <li>with {@link #addresses} the addresses of brokers in answers to clients.</li>
 * </ul>
 * All other bytes stay the same. A record's topic of more than 127 bytes makes it a record of version 2, as the broker writes it.
 * The broker's CRC over a whole record ({@code __CRC32#}, which clients do not check) stays and no longer fits.
 *
 * <pre>
 * if (RemotingFlag.isResponse(flag)) { names.toClient(frame, codeOf(opaque)); }    // the caller remembers the request's code
 * </pre>
 *
 * A body with names must be there as a whole, see {@link Refusal#BODY_MISSING}, and {@link #readsAnswerBody}. What two readers could
 * read differently is refused as {@link Refusal#BODY_MALFORMED}, for example a record whose size is not the sum of its parts. The
 * patch then counts everything up to the last changed byte as the header.
 * <p>
 * If a frame has an ACL signature, it is refused if a name changes, unless there is a {@link #signer}. A frame is also refused if a
 * name would become empty and the reference cannot read an empty one, and on its way to the broker if a name would become one of the
 * system, or a topic for retries or dead letters: {@link Refusal#NAME_RESERVED}.
 * <p>
 * One thread at a time. Allocates nothing after its tables have grown to the frames' size, unless the map does. Signing
 * allocates.
 *
 * @see "NamespaceUtil; DefaultMQProducerImpl.sendMessageInTransaction, DefaultMQPushConsumerImpl.sendMessageBack"
 */
public final class NameRewriter
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int SIGNATURE = 2;
    private static final int LONG_HOLDER = 3;
    private static final int SHORT_HOLDER = 4;
    /** The ids of {@link NamedProperty}, by their ordinals, and behind them those of ext fields. */
    private static final int FIRST_PROPERTY = 5;
    private static final int FIRST_NAME = FIRST_PROPERTY + NamedProperty.ALL.size();
    private static final int BATCH = RequestCode.SEND_BATCH_MESSAGE.code();
    private static final int PUSH_REPLY = RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT.code();
    private static final int ACK = RequestCode.ACK_MESSAGE.code();
    private static final int CHANGE_INVISIBLE_TIME = RequestCode.CHANGE_MESSAGE_INVISIBLETIME.code();
    /** Instead of the code of a request: it is not known. */
    private static final int NO_REQUEST = -1;
    /** The id of the ext field with the group of a consumer. */
    private static final int CONSUMER_GROUP = ResourceMap.NAMES.indexOf("consumerGroup");
    private static final int FIRST_COUNT = 16;
    private static final RemotingInterest INTEREST = interest();

    private final MappedName mapped;
    private final BodyNames bodies;
    private final RemotingPatcher patcher;
    private final Recorder recorder = new Recorder();
    private final FrameView view;
    private final Cursor value = new Cursor();

    @SuppressWarnings("NullAway.Init") // each frame sets it
    private FrameView frame;
    /** The code of the request that the frame answers. */
    private int answered;
    private int code;
    private int flag;
    private int[] ids = new int[FIRST_COUNT];
    private long[] marks = new long[FIRST_COUNT];
    private int count;
    private final NameSink old = new NameSink();
    private final NameSink changed = new NameSink();
    /** The group of a consumer that pops. */
    private final byte[] popped = new byte[NameCheck.MAX_DERIVED_TOPIC];

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param names for both directions.
     */
    public NameRewriter(final NameMap names)
    {
        this(names, Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a rewriter with a strictness, like a scanner. A name that cannot be written in UTF-8 and would
     * change is refused as {@link Refusal#ODD_FORM}.
     *
     * @param names      for both directions.
     * @param limits     of the frames that are read, and of those that are written.
     * @param strictness of the scan, in both directions.
     */
    public NameRewriter(final NameMap names, final Limits limits, final Strictness strictness)
    {
        mapped = new MappedName(names);
        patcher = new RemotingPatcher(limits, strictness);
        bodies = new BodyNames(mapped, patcher, limits);
        view = new FrameView(limits);
    }

    private static RemotingInterest interest()
    {
        final RemotingInterest.Builder wanted = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
            RemotingField.FLAG, FLAG).entry("Signature", SIGNATURE).entry("properties", LONG_HOLDER).entry("i",
                SHORT_HOLDER);
        for (int i = 0; i < NamedProperty.ALL.size(); i++)
        {
            wanted.property(NamedProperty.ALL.get(i).name(), FIRST_PROPERTY + i);
        }
        for (int id = 0; id < ResourceMap.NAMES.size(); id++)
        {
            wanted.entry(ResourceMap.NAMES.get(id), FIRST_NAME + id);
        }
        return wanted.build();
    }

    /**
     * Sets the signer of frames whose signature covers a name. Signing needs the whole frame with its body.
     *
     * @param signer with the secret of the senders, or null to refuse such frames.
     * @return this.
     */
    public NameRewriter signer(final @Nullable AclSigner signer)
    {
        patcher.signer(signer);
        return this;
    }

    /**
     * Sets the map of the addresses in answers to clients; without one they stay as they are.
     *
     * @param addresses of brokers, or null.
     * @return this.
     */
    public NameRewriter addresses(final @Nullable AddressMap addresses)
    {
        bodies.addresses = addresses;
        return this;
    }

    /**
     * Sets the longest body that is read. Longer ones with names are refused as {@link Refusal#BODY_TOO_LONG}.
     *
     * @param bytes at most; the default is 4 MiB, as of the reference's messages. A rewriter copies up to so many.
     * @return this.
     * @throws IllegalArgumentException if the number is negative.
     */
    public NameRewriter bodyLimit(final int bytes)
    {
        if (bytes < 0)
        {
            throw new IllegalArgumentException("a limit of bodies is at least 0, not " + bytes);
        }
        bodies.limit = bytes;
        return this;
    }

    /**
     * Whether this rewriter reads the body of a request, so that it needs the whole frame. Allocates nothing.
     *
     * @param code of the request.
     * @return true if the {@link BodyMap} has the code and names or addresses in it may change, and for a batch, 320. A send of
     *     another code whose header says that it is a batch needs its body too: without it, it is refused as {@link
     *     Refusal#BODY_MISSING}.
     */
    public boolean readsRequestBody(final int code)
    {
        return code == BATCH && !mapped.isIdentity() || bodies.concerns(BodyMap.root(code, false));
    }

    /**
     * Whether this rewriter reads the body of the answer to a request, so that it needs the whole frame. Allocates nothing.
     *
     * @param requestCode the code of the request that is answered.
     * @return true if the {@link BodyMap} has the code and names or addresses in the body may change.
     */
    public boolean readsAnswerBody(final int requestCode)
    {
        return bodies.concerns(BodyMap.root(requestCode, true));
    }

    /**
     * Scans a frame on its way to the broker, and works out the patch that maps its names. A response stays as it is.
     *
     * @param source exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean toBroker(final FrameView source)
    {
        return run(source, true, NO_REQUEST);
    }

    /**
     * Scans a frame on its way to the broker, which may be the answer to a request of the broker's.
     *
     * @param source      exactly one frame, wrapped; it must stay so while the patch is used.
     * @param requestCode the code of the request that the frame answers; it does not matter if the frame is a request.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean toBroker(final FrameView source, final int requestCode)
    {
        return run(source, true, requestCode);
    }

    /**
     * Scans a frame on its way to a client, and works out the patch that maps its names. A response stays as it is.
     *
     * @param source exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean toClient(final FrameView source)
    {
        return run(source, false, NO_REQUEST);
    }

    /**
     * Scans a frame on its way to a client, which may be the answer to a request of the client's.
     *
     * @param source      exactly one frame, wrapped; it must stay so while the patch is used.
     * @param requestCode the code of the request that the frame answers; it does not matter if the frame is a request.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean toClient(final FrameView source, final int requestCode)
    {
        return run(source, false, requestCode);
    }

    /**
     * Works out the patch that maps the names of a frame on its way to the broker, without another scan of it.
     *
     * <pre>
     * if (group.scan(scanner, frame) &amp;&amp; gate.admits() &amp;&amp; names.toBroker(scanner, requestCode)) { names.patch().writeHeader(out); }
     * </pre>
     *
     * The header is read as strictly as the scanner was told to, and within its limits; this rewriter's own limits hold for what
     * is written.
     *
     * @param scanned     whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch is
     *                    used.
     * @param requestCode the code of the request that the frame answers, {@code -1} if it is not known: then a response stays as it
     *                    is. It does not matter if the frame is a request.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean toBroker(final RemotingScanner scanned, final int requestCode)
    {
        return run(scanned, true, requestCode);
    }

    /**
     * Works out the patch of a frame on its way to a client, which may be the answer to a request of the client's; see {@link
     * #toBroker(RemotingScanner, int)}.
     *
     * @param scanned     whose last scan has completed.
     * @param requestCode the code of the request that the frame answers; it does not matter if the frame is a request.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean toClient(final RemotingScanner scanned, final int requestCode)
    {
        return run(scanned, false, requestCode);
    }

    private boolean run(final FrameView source, final boolean toBroker, final int requestCode)
    {
        begin(source, toBroker, requestCode);
        patcher.scan(source, INTEREST, recorder);
        return patcher.patch().isReady();
    }

    private boolean run(final RemotingScanner scanned, final boolean toBroker, final int requestCode)
    {
        begin(scanned.scanned(), toBroker, requestCode);
        patcher.record(scanned, INTEREST, recorder);
        return patcher.patch().isReady();
    }

    private void begin(final FrameView source, final boolean toBroker, final int requestCode)
    {
        frame = source;
        answered = requestCode;
        mapped.begin(toBroker);
        code = 0;
        flag = 0;
        count = 0;
    }

    /**
     * Maps the names of a frame on its way to the broker, in a copy of its header, with the body by reference; see {@link
     * HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame for the broker, to be released by the caller; null if it was refused.
     */
    public @Nullable ByteBuf toBroker(final ByteBuf source, final ByteBufAllocator allocator)
    {
        return apply(source, allocator, true, NO_REQUEST);
    }

    /**
     * Maps the names of a frame on its way to a client, in a copy of its header, with the body by reference; see {@link
     * HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame for the client, to be released by the caller; null if it was refused.
     */
    public @Nullable ByteBuf toClient(final ByteBuf source, final ByteBufAllocator allocator)
    {
        return apply(source, allocator, false, NO_REQUEST);
    }

    /**
     * Maps the names of a frame on its way to a client, which may be the answer to a request of the client's, in a copy of its
     * header, with the body by reference; see {@link HeaderPatch#apply}.
     *
     * @param source      whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator   for the new header.
     * @param requestCode the code of the request that the frame answers; it does not matter if the frame is a request.
     * @return the frame for the client, to be released by the caller; null if it was refused.
     */
    public @Nullable ByteBuf toClient(final ByteBuf source, final ByteBufAllocator allocator, final int requestCode)
    {
        return apply(source, allocator, false, requestCode);
    }

    private @Nullable ByteBuf apply(final ByteBuf source, final ByteBufAllocator allocator, final boolean toBroker,
        final int requestCode)
    {
        try
        {
            return run(view.wrap(source), toBroker, requestCode) ? patcher.patch().apply(source, allocator) : null;
        }
        finally
        {
            view.reset();
        }
    }

    /**
     * The patch of the last frame.
     *
     * @return always the same object, reused for each frame.
     */
    public HeaderPatch patch()
    {
        return patcher.patch();
    }

    /**
     * The reason and place of a malformed header or body.
     *
     * @return the fault; absent unless the last frame or its body was malformed.
     */
    public Fault fault()
    {
        return patch().refusal() == Refusal.BODY_MALFORMED ? bodies.found.fault : patcher.fault();
    }

    private void record(final int id, final long mark)
    {
        if (count == ids.length)
        {
            ids = Arrays.copyOf(ids, 2 * count);
            marks = Arrays.copyOf(marks, 2 * count);
        }
        ids[count] = id;
        marks[count++] = mark;
    }

    private void mapEntries()
    {
        final ResourceField[] fields = ResourceMap.of(code);
        // Once, for there may be as many topics as the header has entries.
        final int group = code == ACK || code == CHANGE_INVISIBLE_TIME ? groupOfPop() : 0;
        for (int i = 0; i < count; i++)
        {
            for (final ResourceField field : fields)
            {
                if (ids[i] == FIRST_NAME + field.id && field.kind() != ResourceKind.NAMESPACE
                    && map(field, marks[i], group))
                {
                    patcher.replaceEntry(value, changed.array, 0, changed.length);
                }
            }
        }
    }

    /**
     * Puts what becomes of a field into {@link #changed}, and points {@link #value} at the field; false if it stays as it is.
     *
     * @param group the length of what {@link #popped} has; 0 for nothing.
     */
    private boolean map(final ResourceField field, final long mark, final int group)
    {
        frame.at(mark, value);
        if (group > 0 && field.kind() == ResourceKind.TOPIC)
        {
            final int end = copyToOld(value);
            if (isRetryOfPop(group, end))
            {
                return mapRetryOfPop(NameCheck.RETRY.length + group, end);
            }
        }
        return map(field.kind(), value, field.separator());
    }

    /** Copies the group of the request into {@link #popped}; returns its length, 0 without one. */
    private int groupOfPop()
    {
        for (int i = count - 1; i >= 0; i--)
        {
            if (ids[i] == FIRST_NAME + CONSUMER_GROUP)
            {
                return Math.max(0, frame.at(marks[i], value).copyTo(popped, 0));
            }
        }
        return 0;
    }

    /**
     * Whether the topic in {@link #old} is that for retries of pops of a group, {@code %RETRY%group_topic} or {@code %RETRY%group+topic}. Only the group
     * tells where the topic in it begins.
     *
     * @see "KeyBuilder.buildPopRetryTopicV1 and V2, ExtraInfoUtil.getRealTopic, release 5.5.1"
     */
    private boolean isRetryOfPop(final int group, final int end)
    {
        final int begin = NameCheck.RETRY.length;
        final int split = begin + group;
        final byte[] name = old.array;
        return NameCheck.startsWith(name, 0, end, NameCheck.RETRY) && split + 1 < end
            && (name[split] == '_' || name[split] == '+') && Arrays.equals(name, begin, split, popped, 0, group);
    }

    /** Maps both names of a topic for retries of pops, which {@link #old} has. */
    private boolean mapRetryOfPop(final int split, final int end)
    {
        changed.reset();
        changed.put(NameCheck.RETRY);
        boolean changes = map(ResourceKind.GROUP, NameCheck.RETRY.length, split);
        changed.put(old.array, split, 1);
        changes = map(ResourceKind.TOPIC, split + 1, end) || changes;
        return changes && checked(value);
    }

    private void mapRequest(final @Nullable BodyNode root)
    {
        mapEntries();
        if (RequestCode.isSend(code) && patcher.isBatch())
        {
            bodies.editBatch(frame);
        }
        else if (RequestCode.isSend(code) || code == PUSH_REPLY)
        {
            mapProperties(RequestCode.hasShortNames(code) ? SHORT_HOLDER : LONG_HOLDER);
        }
        bodies.edit(frame, root);
    }

    private void mapAnswer(final @Nullable BodyNode root)
    {
        // Clients read no records in an answer that is no success.
        if (root != null && (root.records == BodyNode.NO_RECORDS || code == ResponseCode.SUCCESS.code()))
        {
            bodies.edit(frame, root);
        }
    }

    /** Maps the properties that are shown, which are those of the last field that holds any. */
    private void mapProperties(final int holder)
    {
        int last = -1;
        for (int i = 0; i < count; i++)
        {
            last = ids[i] == holder ? i : last;
        }
        boolean changes = false;
        for (int i = 0; i < count; i++)
        {
            if (ids[i] >= FIRST_PROPERTY && ids[i] < FIRST_NAME
                && map(NamedProperty.ALL.get(ids[i] - FIRST_PROPERTY).kind,
                    frame.at(marks[i], value), ResourceField.NO_SEPARATOR))
            {
                if (!changes)
                {
                    patcher.properties(frame.at(marks[last], value));
                }
                patcher.replaceProperty(frame.at(marks[i], value), changed.array, 0, changed.length);
                changes = true;
            }
        }
        for (int i = 0; i < last && changes; i++)
        {
            if (ids[i] == holder)
            {
                // A reader that takes the first one would find the names of before.
                patcher.removeEntry(frame.at(marks[i], value));
            }
        }
    }

    /** Puts what becomes of a value into {@link #changed}; false if it stays as it is. */
    private boolean map(final ResourceKind kind, final Cursor shown, final char separator)
    {
        final int end = copyToOld(shown);
        changed.reset();
        boolean changes = false;
        int begin = 0;
        for (int at = 0; at < end && separator != ResourceField.NO_SEPARATOR; at++)
        {
            if (old.array[at] == separator)
            {
                changes |= map(kind, begin, at);
                changed.put(old.array, at, 1);
                begin = at + 1;
            }
        }
        changes = map(kind, begin, end) || changes;
        return changes && checked(shown);
    }

    /** Refuses to change a name with half a surrogate pair, which only a lenient scan takes: it was copied as a question mark. */
    private boolean checked(final Cursor shown)
    {
        final int from = Frames.arrayOffset(frame) + shown.offset();
        if (shown.kind() == Kind.JSON_TEXT
            && Escapes.firstLoneSurrogate(Frames.array(frame), from, from + shown.length()) >= 0)
        {
            patcher.refuse(Refusal.ODD_FORM);
        }
        return true;
    }

    /** Copies a value into {@link #old}; returns its length. */
    private int copyToOld(final Cursor shown)
    {
        old.ensure(shown.textLength());
        return Math.max(0, shown.copyTo(old.array, 0));
    }

    private boolean map(final ResourceKind kind, final int from, final int to)
    {
        return mapped.appendTo(changed, kind, old.array, from, to);
    }

    /** Records what is shown, and maps it when all of it is known. */
    private final class Recorder implements DataHandler
    {
        @Override
        public Action onField(final int id, final Cursor shown)
        {
            switch (id)
            {
                case CODE -> code = shown.getInt(0);
                case FLAG -> flag = shown.getInt(0);
                case SIGNATURE -> patcher.guard(shown);
                default -> record(id, shown.mark());
            }
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault)
        {
            if (outcome != Outcome.COMPLETE)
            {
                return;
            }
            if (RemotingFlag.isResponse(flag))
            {
                mapAnswer(BodyMap.root(answered, true));
            }
            else
            {
                mapRequest(BodyMap.root(code, false));
            }
            if (mapped.refused)
            {
                patcher.refuse(Refusal.NAME_RESERVED);
            }
        }
    }

    /** {@return the map, for logs, without the names of the last frame} Allocates. */
    @Override
    public String toString()
    {
        return "NameRewriter[" + mapped + "]";
    }
}
