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
import io.skim.scan.spi.Frames;
import java.util.Arrays;

/**
 * Adds a namespace to the topics and groups in requests, and removes it on the way back. So clients that do not use namespaces
 * can share a cluster, each in a namespace of its own.
 *
 * <pre>
 * client ── topic Orders ──► wrap ── topic tenant%Orders ──► broker
 * client ◄── group readers ── strip ◄── group tenant%readers ── broker        (a request of the broker's)
 * </pre>
 *
 * It changes the ext fields of the {@link ResourceMap} except {@code ns}, in both spellings of send requests and in all
 * duplicates. In a send it also changes the properties {@code RETRY_TOPIC} and {@code PGROUP}, in which the reference's clients
 * write a name with its namespace. All other bytes stay the same. <em>Bodies are not changed</em>, also if they name topics and
 * groups: see {@link ResourceMap}. Responses have no names in their headers and stay unchanged in both directions.
 * <p>
 * If a frame has an ACL signature, it is refused if a name changes, unless there is a {@link #signer}. A batch is refused as
 * {@link Refusal#BATCH} if the properties in its header have a name: the broker takes those of a batch from the body. A frame
 * is also refused if a name without its namespace would be empty and the reference cannot read an empty one.
 * <p>
 * One thread at a time. Allocates nothing after its tables have grown to the frames' size. Signing allocates.
 *
 * @see "NamespaceUtil; DefaultMQProducerImpl.sendMessageInTransaction, DefaultMQPushConsumerImpl.sendMessageBack"
 */
public final class NamespaceRewriter
{
    private static final int CODE = 0;
    private static final int FLAG = 1;
    private static final int SIGNATURE = 2;
    private static final int LONG_HOLDER = 3;
    private static final int SHORT_HOLDER = 4;
    private static final int PROPERTY = 5;
    private static final int FIRST_NAME = 6;
    private static final int FIRST_COUNT = 16;
    private static final int FIRST_LENGTH = 256;
    private static final RemotingInterest INTEREST = interest();

    private final Namespace namespace;
    private final RemotingPatcher patcher;
    private final Recorder recorder = new Recorder();
    private final FrameView view;
    private final Cursor value = new Cursor();

    private FrameView frame;
    private boolean wrapping;
    private int code;
    private int flag;
    private int[] ids = new int[FIRST_COUNT];
    private long[] marks = new long[FIRST_COUNT];
    private int count;
    private byte[] old = new byte[FIRST_LENGTH];
    private byte[] changed = new byte[FIRST_LENGTH];
    private int length;

    /**
     * Makes a strict rewriter with the default limits.
     *
     * @param namespace that names are put into and taken out of.
     */
    public NamespaceRewriter(final Namespace namespace)
    {
        this(namespace, Limits.DEFAULT);
    }

    /**
     * Makes a strict rewriter.
     *
     * @param namespace that names are put into and taken out of.
     * @param limits    of the frames that are read, and of those that are written.
     */
    public NamespaceRewriter(final Namespace namespace, final Limits limits)
    {
        this(namespace, limits, Strictness.STRICT);
    }

    /**
     * Makes a rewriter with a strictness, like a scanner. A name that cannot be written in UTF-8 and would
     * change is refused as {@link Refusal#ODD_FORM}.
     *
     * @param namespace  that names are put into and taken out of.
     * @param limits     of the frames that are read, and of those that are written.
     * @param strictness of the scan, in both directions.
     */
    public NamespaceRewriter(final Namespace namespace, final Limits limits, final Strictness strictness)
    {
        this.namespace = namespace;
        patcher = new RemotingPatcher(limits, strictness);
        view = new FrameView(limits);
    }

    private static RemotingInterest interest()
    {
        final RemotingInterest.Builder wanted = RemotingScanner.interest().field(RemotingField.CODE, CODE).field(
            RemotingField.FLAG, FLAG).entry("Signature", SIGNATURE).entry("properties", LONG_HOLDER).entry("i",
                SHORT_HOLDER)
            .property("RETRY_TOPIC", PROPERTY).property("PGROUP", PROPERTY);
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
    public NamespaceRewriter signer(final AclSigner signer)
    {
        patcher.signer(signer);
        return this;
    }

    /**
     * Scans a frame on its way to the broker, and works out the patch that puts its names into the namespace.
     *
     * @param source exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean wrap(final FrameView source)
    {
        return run(source, true);
    }

    /**
     * Scans a frame on its way to a client, and works out the patch that takes its names out of the namespace; names of
     * another namespace stay as they are.
     *
     * @param source exactly one frame, wrapped; it must stay so while the patch is used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     */
    public boolean strip(final FrameView source)
    {
        return run(source, false);
    }

    /**
     * Works out the patch that puts the names of a frame into the namespace, without another scan of it.
     *
     * <pre>
     * if (group.scan(scanner, frame) &amp;&amp; gate.admits() &amp;&amp; names.wrap(scanner)) { names.patch().writeHeader(out); }
     * </pre>
     *
     * The header is read as strictly as the scanner was told to, and within its limits; this rewriter's own limits hold for what
     * is written.
     *
     * @param scanned whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch is
     *                used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean wrap(final RemotingScanner scanned)
    {
        return run(scanned, true);
    }

    /**
     * Works out the patch that takes the names of a frame out of the namespace, without another scan of it; see {@link
     * #wrap(RemotingScanner)}.
     *
     * @param scanned whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch is
     *                used.
     * @return true if the patch is ready; if false, see the patch's refusal, and do not send the frame.
     * @throws IllegalStateException as {@link RemotingScanner#scanned()}.
     */
    public boolean strip(final RemotingScanner scanned)
    {
        return run(scanned, false);
    }

    private boolean run(final FrameView source, final boolean inwards)
    {
        begin(source, inwards);
        patcher.scan(source, INTEREST, recorder);
        return patcher.patch().isReady();
    }

    private boolean run(final RemotingScanner scanned, final boolean inwards)
    {
        begin(scanned.scanned(), inwards);
        patcher.record(scanned, INTEREST, recorder);
        return patcher.patch().isReady();
    }

    private void begin(final FrameView source, final boolean inwards)
    {
        frame = source;
        wrapping = inwards;
        code = 0;
        flag = 0;
        count = 0;
    }

    /**
     * Puts the names of a frame into the namespace, in a copy of its header, with the body by reference; see {@link
     * HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame for the broker, to be released by the caller; null if it was refused.
     */
    public ByteBuf wrap(final ByteBuf source, final ByteBufAllocator allocator)
    {
        return apply(source, allocator, true);
    }

    /**
     * Takes the names of a frame out of the namespace, in a copy of its header, with the body by reference; see {@link
     * HeaderPatch#apply}.
     *
     * @param source    whose readable bytes are exactly one frame; it is not changed, and stays the caller's.
     * @param allocator for the new header.
     * @return the frame for the client, to be released by the caller; null if it was refused.
     */
    public ByteBuf strip(final ByteBuf source, final ByteBufAllocator allocator)
    {
        return apply(source, allocator, false);
    }

    private ByteBuf apply(final ByteBuf source, final ByteBufAllocator allocator, final boolean inwards)
    {
        try
        {
            return run(view.wrap(source), inwards) ? patcher.patch().apply(source, allocator) : null;
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
     * The reason and place of the last refusal by the scanner.
     *
     * @return the scanner's fault; absent unless the last frame was malformed.
     */
    public Fault fault()
    {
        return patcher.fault();
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
        for (int i = 0; i < count; i++)
        {
            for (final ResourceField field : fields)
            {
                if (ids[i] == FIRST_NAME + field.id && field.kind() != ResourceKind.NAMESPACE && map(frame.at(marks[i],
                    value), field.separator()))
                {
                    patcher.replaceEntry(value, changed, 0, length);
                }
            }
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
        boolean mapped = false;
        for (int i = 0; i < count; i++)
        {
            if (ids[i] == PROPERTY && map(frame.at(marks[i], value), ResourceField.NO_SEPARATOR))
            {
                if (!mapped)
                {
                    patcher.properties(frame.at(marks[last], value));
                }
                patcher.replaceProperty(frame.at(marks[i], value), changed, 0, length);
                mapped = true;
            }
        }
        for (int i = 0; i < last && mapped; i++)
        {
            if (ids[i] == holder)
            {
                // A reader that takes the first one would find the names of before.
                patcher.removeEntry(frame.at(marks[i], value));
            }
        }
    }

    /** Puts what becomes of a value into {@link #changed}; false if it stays as it is. */
    private boolean map(final Cursor shown, final char separator)
    {
        final int bytes = shown.textLength();
        if (bytes > old.length)
        {
            old = new byte[Math.max(2 * old.length, bytes)];
        }
        final int end = Math.max(0, shown.copyTo(old, 0));
        length = 0;
        boolean mapped = false;
        int begin = 0;
        for (int at = 0; at < end && separator != ResourceField.NO_SEPARATOR; at++)
        {
            if (old[at] == separator)
            {
                mapped |= map(begin, at);
                put(old, at, at + 1);
                begin = at + 1;
            }
        }
        mapped = map(begin, end) || mapped;
        if (mapped && hasHalfCharacter(shown))
        {
            // It has been copied as a question mark.
            patcher.refuse(Refusal.ODD_FORM);
        }
        return mapped;
    }

    /** Whether a name has half a surrogate pair, which only a lenient scan takes. */
    private boolean hasHalfCharacter(final Cursor shown)
    {
        final int from = Frames.arrayOffset(frame) + shown.offset();
        return shown.kind() == Kind.JSON_TEXT
            && Escapes.firstLoneSurrogate(Frames.array(frame), from, from + shown.length())
                >= 0;
    }

    private boolean map(final int from, final int to)
    {
        final byte[] prefix = namespace.prefix;
        final int at = wrapping ? namespace.wrapAt(old, from, to) : namespace.stripAt(old, from, to);
        if (at < 0)
        {
            put(old, from, to);
            return false;
        }
        put(old, from, at);
        if (wrapping)
        {
            put(prefix, 0, prefix.length);
        }
        put(old, wrapping ? at : at + prefix.length, to);
        return true;
    }

    private void put(final byte[] source, final int from, final int to)
    {
        final int needed = length + to - from;
        if (needed > changed.length)
        {
            changed = Arrays.copyOf(changed, Math.max(2 * changed.length, needed));
        }
        System.arraycopy(source, from, changed, length, to - from);
        length = needed;
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
            if (outcome != Outcome.COMPLETE || RemotingFlag.isResponse(flag))
            {
                return;
            }
            mapEntries();
            if (RequestCode.isSend(code))
            {
                mapProperties(RequestCode.hasShortNames(code) ? SHORT_HOLDER : LONG_HOLDER);
            }
        }
    }
}
