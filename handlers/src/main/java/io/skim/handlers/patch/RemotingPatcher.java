package io.skim.handlers.patch;

import io.skim.bytes.HeaderAccess;
import io.skim.bytes.HeaderIndex;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.spi.Faults;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records a handler's edits of the header of a remoting frame during a scan. Nothing changes before the scan has ended as
 * {@link Outcome#COMPLETE}, and then only through {@link #patch()}.
 *
 * <pre>
 * patcher.scan(frame, INTEREST, handler);             // in the handler: patcher.replaceEntry(value, newTopic)
 * if (patcher.patch().isReady()) { patcher.patch().writeHeader(out); }
 * </pre>
 *
 * The handler may record edits in any callback, in any order, each value or entry once; a duplicate is shown again and edited
 * again. To replace a text by an equal text is no edit, whatever its escapes are. Values are passed as UTF-8 and copied. A cursor on
 * a value of another frame, or on anything but what a method edits, throws an {@code IllegalArgumentException}, and an edit outside of
 * a scan an {@code IllegalStateException}. The patcher corrects all lengths that enclose an edit and checks the limits: a scan with the
 * same limits and strictness accepts its output. An edit that cannot be made is a {@link Refusal}, not an exception, and the frame
 * stays unchanged.
 * <p>
 * Edits of the message properties of a batch (code 320, or {@code m} or {@code batch} true in 310 or 10) are refused as
 * {@link Refusal#BATCH}: the broker takes the properties of its messages from the body. A {@link RemotingRewriter} edits them
 * there. The patcher does not check that if a handler replaces the whole ext field of the properties.
 * <p>
 * If a header may have an ACL signature, declare the ext field {@code Signature} and pass it to {@link #guard}. Otherwise the
 * signature will not match the changed header.
 * <p>
 * One thread at a time. Recording and writing allocate nothing after the buffers have grown to the size of the patches. Signing
 * allocates.
 */
public final class RemotingPatcher
{
    /** Sets of fixed fields, by ordinals. */
    private static final int NUMBERS = 1 << RemotingField.CODE.ordinal() | 1 << RemotingField.VERSION.ordinal()
        | 1 << RemotingField.OPAQUE.ordinal() | 1 << RemotingField.FLAG.ordinal();
    private static final int LANGUAGE = 1 << RemotingField.LANGUAGE.ordinal();
    private static final int REMARK = 1 << RemotingField.REMARK.ordinal();

    private final HeaderEditor editor;
    private final RemotingScanner scanner;
    private final Watch watch = new Watch();
    /** Where the search for a field that occurs again goes on. */
    private int nextEarlier;
    private final ByteSink digits = new ByteSink();

    /** On which the edits of the frame in hand are recorded; null while there is none. */
    private @Nullable HeaderLayout layout;
    private boolean scanning;

    /** Makes a strict patcher with the default limits. */
    public RemotingPatcher()
    {
        this(Limits.DEFAULT, Strictness.STRICT);
    }

    /**
     * Makes a patcher with a strictness, like a scanner. In lenient mode it edits the header as the reference reads it: bytes
     * that no edit names stay the same, odd or not, and a strict scan accepts the new bytes. If the meaning of an edit in an
     * odd form would not be certain, it is refused as {@link Refusal#ODD_FORM}.
     *
     * @param limits     of the frames that are scanned, and of those that are written.
     * @param strictness of the scan.
     */
    public RemotingPatcher(final Limits limits, final Strictness strictness)
    {
        editor = new HeaderEditor(limits);
        scanner = new RemotingScanner(limits, strictness);
    }

    /**
     * Sets the signer of frames whose signature covers an edit.
     *
     * @param aclSigner with the secret of the senders, or null to refuse such edits.
     * @return this.
     */
    public RemotingPatcher signer(final @Nullable AclSigner aclSigner)
    {
        editor.guard.signer = aclSigner;
        return this;
    }

    /**
     * Scans a frame and prepares its patch.
     *
     * @param view     exactly one frame, wrapped.
     * @param interest the handler's interest, built by {@link RemotingScanner#interest()}, without first match wins.
     * @param handler  that records edits; if it stops or skips, the frame is not patched.
     * @return how the scan ended.
     * @throws IllegalArgumentException if the interest stops at the first match, or was built for another encoding.
     */
    public Outcome scan(final FrameView view, final RemotingInterest interest, final DataHandler handler)
    {
        begin(interest, handler);
        editor.begin(view, HeaderAccess.index(scanner));
        try
        {
            // Not scan, whose index has only what the interest wants: edits need all of it.
            if (scanner.check(view))
            {
                return finish(scanner.show(interest, watch));
            }
            tellMalformed();
            return finish(Outcome.MALFORMED);
        }
        finally
        {
            end();
        }
    }

    /** As the outcome of a scan: if the handler throws, the scan counts as abandoned, and no tracker keeps the frame before. */
    private void tellMalformed()
    {
        boolean told = false;
        try
        {
            watch.onOutcome(Outcome.MALFORMED, scanner.fault());
            told = true;
        }
        finally
        {
            Faults.end(scanner.fault(), told);
        }
    }

    /**
     * Shows a handler a frame that has just been scanned, without another scan, and prepares the patch.
     *
     * <pre>
     * if (group.scan(scanner, frame) &amp;&amp; gate.admits()) { patcher.record(scanner, INTEREST, handler); }
     * </pre>
     *
     * The header is read as strictly as the scanner was told to, and within its limits; this patcher's own limits hold for what
     * is written.
     *
     * @param scanned  whose last scan has completed, whatever its handler wanted; the frame must stay wrapped while the patch is
     *                 used.
     * @param interest as for {@link #scan}.
     * @param handler  that records edits; if it stops or skips, the frame is not patched.
     * @return {@link Outcome#COMPLETE}, or {@link Outcome#STOPPED} if the handler stopped.
     * @throws IllegalArgumentException if the interest stops at the first match.
     * @throws IllegalStateException    as {@link RemotingScanner#scanned()}.
     */
    public Outcome record(final RemotingScanner scanned, final RemotingInterest interest, final DataHandler handler)
    {
        final FrameView frame = scanned.scanned();
        begin(interest, handler);
        Faults.reset(scanner.fault());
        editor.begin(frame, HeaderAccess.index(scanned));
        try
        {
            return finish(scanned.show(interest, watch));
        }
        finally
        {
            end();
        }
    }

    private void begin(final RemotingInterest interest, final DataHandler handler)
    {
        if (interest.firstMatchWins())
        {
            throw new IllegalArgumentException("a patch needs the whole header: the interest may not stop at the first"
                + " match");
        }
        watch.handler = handler;
        watch.answered = false;
        scanning = true;
    }

    private Outcome finish(final Outcome outcome)
    {
        if (outcome != Outcome.COMPLETE || watch.answered)
        {
            patch().refuse(outcome == Outcome.MALFORMED ? Refusal.MALFORMED : Refusal.NOT_SCANNED);
        }
        else if (layout == null)
        {
            editor.finishUnchanged();
        }
        else
        {
            if (layout.propertiesEdited && editor.isBatch())
            {
                patch().refuse(Refusal.BATCH);
            }
            editor.finish(layout);
        }
        return outcome;
    }

    @SuppressWarnings("NullAway") // see Watch
    private void end()
    {
        watch.handler = null;
        scanning = false;
        layout = null;
        editor.detach();
    }

    /** {@return the reason and place of the last refusal by the scanner; absent unless the last scan ended as malformed} */
    public Fault fault()
    {
        return scanner.fault();
    }

    /** {@return the patch of the last frame: always the same object, reused for each frame} */
    public HeaderPatch patch()
    {
        return editor.patch;
    }

    private HeaderLayout layout()
    {
        checkScanning();
        if (layout == null)
        {
            layout = editor.layout();
        }
        return layout;
    }

    private void checkScanning()
    {
        if (!scanning)
        {
            throw new IllegalStateException("edits are recorded during a scan, in the handler's callbacks");
        }
    }

    /** Where a value of the frame in hand is. A cursor on a value of another frame would make an edit of the wrong bytes. */
    private long place(final Cursor value)
    {
        checkScanning();
        if (value.scan() != editor.frame.scan())
        {
            throw new IllegalArgumentException("the cursor is not on a value of the frame that is scanned");
        }
        return HeaderIndex.place(value.offset(), value.length(), value.kind().ordinal());
    }

    /**
     * Gives the patch a reason of the handler's own not to be made.
     *
     * @param reason the first one given stays.
     */
    public void refuse(final Refusal reason)
    {
        patch().refuse(reason);
    }

    /**
     * Replaces the number of a fixed field: code, version, opaque or flag. In JSON a shorter number is padded with
     * blanks before it, and a longer one takes up such blanks, so that the width mostly stays.
     *
     * @param value  the field, as shown.
     * @param number its new value.
     */
    public void replaceField(final Cursor value, final int number)
    {
        final long place = place(value);
        // The reference reads null as 0, and the scanner shows no number that is none.
        if (value.getInt(0) != number)
        {
            layout().replace(field(place, NUMBERS), number);
        }
    }

    /** The fixed field, of some, that has its value at a place. On anything else an edit would break the header. */
    private long field(final long place, final int fields)
    {
        final HeaderIndex index = layout().index;
        final int offset = HeaderIndex.offset(place);
        for (int field = 0; fields >>> field != 0; field++)
        {
            if ((fields >>> field & 1) != 0 && HeaderIndex.offset(index.field(field)) == offset)
            {
                return index.field(field);
            }
        }
        // Those that occur again later, of which a peer may send thousands: from the last one that was found, both ways.
        final int count = index.earlierCount();
        int behind = Math.min(nextEarlier, count);
        for (int before = behind - 1; behind < count || before >= 0; behind++, before--)
        {
            if (behind < count && isAt(index.earlier(behind), offset, fields))
            {
                nextEarlier = behind + 1;
                return index.earlier(behind);
            }
            if (before >= 0 && isAt(index.earlier(before), offset, fields))
            {
                nextEarlier = before;
                return index.earlier(before);
            }
        }
        throw new IllegalArgumentException("no fixed field of this kind has its value at " + offset);
    }

    private static boolean isAt(final long earlier, final int offset, final int fields)
    {
        return (fields >>> HeaderIndex.ordinal(earlier) & 1) != 0 && HeaderIndex.offset(earlier) == offset;
    }

    /**
     * Replaces the language.
     *
     * @param value    the field, as shown.
     * @param language its new value.
     */
    public void replaceField(final Cursor value, final RemotingLanguage language)
    {
        final long place = place(value);
        if (RemotingLanguage.of(value) != language)
        {
            layout().replace(field(place, LANGUAGE), language);
        }
    }

    /**
     * Replaces the remark. A binary header always has a place for it.
     *
     * @param value the field, as shown.
     * @param utf8  its new value.
     */
    public void replaceField(final Cursor value, final byte[] utf8)
    {
        final long place = place(value);
        if (!value.contentEquals(utf8))
        {
            layout().replace(field(place, REMARK), utf8, 0, utf8.length);
        }
    }

    /**
     * Removes the remark.
     *
     * @param value the field, as shown; a binary header keeps its place, and a JSON header loses the member.
     */
    public void removeField(final Cursor value)
    {
        layout().removeRemark(field(place(value), REMARK));
    }

    /**
     * Replaces the value of an ext field.
     *
     * @param value as shown.
     * @param utf8  its new value.
     */
    public void replaceEntry(final Cursor value, final byte[] utf8)
    {
        replaceEntry(value, utf8, 0, utf8.length);
    }

    /**
     * Replaces the value of an ext field.
     *
     * @param value  as shown.
     * @param utf8   array that holds its new value.
     * @param offset in {@code utf8}, in bytes, of the new value's first byte.
     * @param length of the new value in bytes.
     */
    public void replaceEntry(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        final long place = place(value);
        if (!editor.isText(place, utf8, offset, length))
        {
            final HeaderLayout header = layout();
            header.replace(header.index.value(header.entryAt(HeaderIndex.offset(place))), utf8, offset, length);
            header.mapEdited = true;
        }
    }

    /**
     * Replaces the value of an ext field with a number in decimal.
     *
     * @param value  as shown.
     * @param number its new value.
     */
    public void replaceEntry(final Cursor value, final int number)
    {
        digits.reset();
        digits.putDecimal(number, 0);
        replaceEntry(value, digits.array, 0, digits.length);
    }

    /**
     * Removes an ext field.
     *
     * @param value of the ext field, as shown.
     */
    public void removeEntry(final Cursor value)
    {
        final HeaderLayout header = layout();
        header.remove(header.entryAt(HeaderIndex.offset(place(value))));
    }

    /**
     * Gives an ext field another name.
     *
     * @param value of the ext field, as shown.
     * @param name  its new name in UTF-8.
     */
    public void renameEntry(final Cursor value, final byte[] name)
    {
        final HeaderLayout header = layout();
        header.rename(header.entryAt(HeaderIndex.offset(place(value))), name);
    }

    /**
     * Adds an ext field after all others, also to a header without ext fields.
     *
     * @param name  in UTF-8; the patcher does not check whether the header has it already.
     * @param value in UTF-8.
     */
    public void appendEntry(final byte[] name, final byte[] value)
    {
        layout().append(name, value, 0, value.length);
    }

    /**
     * Passes the container of the message properties. Required before a property is removed, added, or changed in a binary
     * header.
     *
     * @param properties the container, as shown at its beginning or end, or the ext field that holds them.
     */
    public void properties(final Cursor properties)
    {
        final HeaderLayout header = layout();
        header.holder = header.index.value(header.entryAt(HeaderIndex.offset(place(properties))));
    }

    private HeaderLayout holding()
    {
        if (layout == null || layout.holder == HeaderIndex.ABSENT)
        {
            throw new IllegalStateException("the properties' place is not known: declare RemotingField.PROPERTIES and"
                + " give the container to properties(Cursor)");
        }
        return layout;
    }

    private HeaderLayout holding(final long place)
    {
        final HeaderLayout header = holding();
        if (HeaderIndex.offset(place) < HeaderIndex.offset(header.holder)
            || HeaderLayout.end(place) > HeaderLayout.end(header.holder))
        {
            throw new IllegalArgumentException("no property is at " + HeaderIndex.offset(place));
        }
        return header;
    }

    /**
     * Replaces the value of a message property.
     *
     * @param value as shown.
     * @param utf8  its new value, not empty and without separators.
     */
    public void replaceProperty(final Cursor value, final byte[] utf8)
    {
        replaceProperty(value, utf8, 0, utf8.length);
    }

    /**
     * Replaces the value of a message property.
     *
     * @param value  as shown.
     * @param utf8   array that holds its new value, not empty and without separators.
     * @param offset in {@code utf8}, in bytes, of the new value's first byte.
     * @param length of the new value in bytes.
     */
    public void replaceProperty(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        final long place = place(value);
        if (!editor.isText(place, utf8, offset, length))
        {
            holding(place).replaceProperty(place, utf8, offset, length);
        }
    }

    /**
     * Removes a message property.
     *
     * @param name  as shown.
     * @param value as shown.
     */
    public void removeProperty(final Cursor name, final Cursor value)
    {
        final long place = place(value);
        holding(place).removeProperty(place(name), place);
    }

    /**
     * Gives a message property another name.
     *
     * @param name as shown.
     * @param utf8 its new name, not empty and without separators.
     */
    public void renameProperty(final Cursor name, final byte[] utf8)
    {
        final long place = place(name);
        if (!name.contentEquals(utf8))
        {
            holding(place).replaceProperty(place, utf8, 0, utf8.length);
        }
    }

    /**
     * Adds a message property after all others.
     *
     * @param name  in UTF-8, not empty and without separators; the patcher does not check whether it exists already.
     * @param value in UTF-8, not empty and without separators.
     */
    public void appendProperty(final byte[] name, final byte[] value)
    {
        holding().appendProperty(name, value, 0, value.length);
    }

    /**
     * Replaces the first bytes of the body. A body is replaced once for each frame. A body whose beginning is not certain
     * (lenient) is refused as {@link Refusal#ODD_FORM}.
     *
     * @param removed how many bytes of the body give way, from its first one.
     * @param fresh   array that holds the bytes that take their place; it is not copied, and stays as it is while the patch is used.
     * @param offset  in {@code fresh}, in bytes, of the first one.
     * @param added   how many bytes take their place.
     * @throws IndexOutOfBoundsException if the body or the array has fewer bytes.
     */
    public void replaceBody(final int removed, final byte[] fresh, final int offset, final int added)
    {
        Objects.checkFromIndexSize(offset, added, fresh.length);
        Objects.checkFromIndexSize(0, removed, editor.frame.length() - layout().headerEnd);
        layout().replaceBody(removed, fresh, offset, added);
    }

    /**
     * Whether the frame in hand sends a batch, whose messages have their properties in the body: code 320, or {@code m} or {@code
     * batch} true in 310 or 10.
     *
     * @return false for all other requests and for responses.
     * @throws IllegalStateException if no frame is being scanned: ask in the handler's callbacks.
     */
    public boolean isBatch()
    {
        checkScanning();
        return editor.isBatch();
    }

    /**
     * Guards a frame's ACL signature: if it is not empty, edits of ext fields and properties are refused, or signed
     * anew where there is a {@link #signer}. Fixed fields are not signed.
     *
     * @param value of the ext field {@code Signature}, as shown.
     */
    public void guard(final Cursor value)
    {
        editor.guard.add(place(value));
    }
}
