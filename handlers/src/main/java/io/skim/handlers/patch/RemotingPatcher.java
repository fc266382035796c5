package io.skim.handlers.patch;

import io.skim.bytes.Escapes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import java.util.Arrays;

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
 * again. To replace a text by an equal text is no edit, whatever its escapes are. Values are passed as UTF-8 and copied. The
 * patcher corrects all lengths that enclose an edit and checks the limits: a scan with the same limits and strictness accepts
 * its output. An edit that cannot be made is a {@link Refusal}, not an exception, and the frame stays unchanged.
 * <p>
 * Edits of the message properties of a batch (code 320, or {@code m} or {@code batch} true in 310 or 10) are refused as
 * {@link Refusal#BATCH}: the broker takes the properties of its messages from the body. The patcher does not check that if a
 * handler replaces the whole ext field of the properties.
 * <p>
 * If a header may have an ACL signature, declare the ext field {@code Signature} and pass it to {@link #guard}. Otherwise the
 * signature will not match the changed header.
 * <p>
 * One thread at a time. Recording and writing allocate nothing after the buffers have grown to the size of the patches. Signing
 * allocates.
 */
public final class RemotingPatcher
{
    private static final int HEADER_WORD = 4;
    private static final int JSON = 0;
    private static final byte[] NOTHING = {};

    private final HeaderPatch patch = new HeaderPatch();
    private final Limits limits;
    private final Strictness strictness;
    private final RemotingScanner scanner;
    private final BinaryLayout binary;
    private final JsonLayout json;
    private final Watch watch = new Watch();
    private final ByteSink digits = new ByteSink();
    /** The text of a value that may be the same as what is to replace it. */
    private final ByteSink shown = new ByteSink();
    private final SignatureGuard guard = new SignatureGuard();
    private final BatchCheck batch = new BatchCheck();

    private FrameView frame;
    /** The layout of the frame in hand; null while no edit is recorded. */
    private HeaderLayout layout;
    private boolean scanning;

    /** Makes a strict patcher with the default limits. */
    public RemotingPatcher()
    {
        this(Limits.DEFAULT);
    }

    /**
     * Makes a strict patcher.
     *
     * @param limits of the frames that are scanned, and of those that are written.
     */
    public RemotingPatcher(final Limits limits)
    {
        this(limits, Strictness.STRICT);
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
        this.limits = limits;
        this.strictness = strictness;
        scanner = new RemotingScanner(limits, strictness);
        binary = new BinaryLayout(patch, limits, strictness);
        json = new JsonLayout(patch, limits, strictness);
    }

    /**
     * Sets the signer of frames whose signature covers an edit.
     *
     * @param aclSigner with the secret of the senders, or null to refuse such edits.
     * @return this.
     */
    public RemotingPatcher signer(final AclSigner aclSigner)
    {
        guard.signer = aclSigner;
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
        watch.handler = handler;
        watch.answered = false;
        try
        {
            return run(view, interest, watch);
        }
        finally
        {
            watch.handler = null;
        }
    }

    /** As {@link #scan}, for a handler that always answers {@link Action#CONTINUE}. */
    Outcome run(final FrameView view, final RemotingInterest interest, final DataHandler handler)
    {
        if (interest.firstMatchWins())
        {
            throw new IllegalArgumentException("a patch needs the whole header: the interest may not stop at the first"
                + " match");
        }
        patch.reset(view);
        frame = view;
        layout = null;
        guard.begin();
        scanning = true;
        try
        {
            final Outcome outcome = scanner.scan(view, interest, handler);
            if (outcome != Outcome.COMPLETE || handler == watch && watch.answered)
            {
                patch.refuse(outcome == Outcome.MALFORMED ? Refusal.MALFORMED : Refusal.NOT_SCANNED);
            }
            else
            {
                // Rewriters have looked for a batch themselves.
                if (handler == watch && layout != null && layout.propertiesEdited && batch.isBatch(scanner, view))
                {
                    patch.refuse(Refusal.BATCH);
                }
                finish();
            }
            return outcome;
        }
        finally
        {
            scanning = false;
            layout = null;
            binary.detach();
            json.detach();
        }
    }

    /** Begins a frame that needs no scan, because its header was checked otherwise. Its patch is not ready yet. */
    HeaderPatch begin(final FrameView view)
    {
        scanner.fault().reset();
        patch.reset(view);
        return patch;
    }

    /**
     * The reason and place of the last refusal by the scanner.
     *
     * @return the scanner's fault; absent unless the last scan ended as malformed.
     */
    public Fault fault()
    {
        return scanner.fault();
    }

    /**
     * The patch of the last frame.
     *
     * @return always the same object, reused for each frame.
     */
    public HeaderPatch patch()
    {
        return patch;
    }

    HeaderLayout layout()
    {
        if (layout == null)
        {
            if (!scanning)
            {
                throw new IllegalStateException("edits are recorded during a scan, in the handler's callbacks");
            }
            layout = frame.array()[frame.arrayOffset() + HEADER_WORD] == JSON ? json : binary;
            layout.begin(frame);
        }
        return layout;
    }

    /** How much was recorded so far, but for entries removed or added. */
    int recorded()
    {
        return layout == null ? 0 : patch.edits.count() + layout.newProperties.length;
    }

    /** The layout of a JSON header, null for a binary one. */
    JsonLayout json()
    {
        return layout() == json ? json : null;
    }

    /**
     * Gives the patch a reason of the handler's own not to be made.
     *
     * @param reason the first one given stays.
     */
    public void refuse(final Refusal reason)
    {
        patch.refuse(reason);
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
        // The reference reads null as 0, and the scanner shows no number that is none.
        if (value.getInt(0) != number)
        {
            layout().replace(value, number);
        }
    }

    /**
     * Replaces the language.
     *
     * @param value    the field, as shown.
     * @param language its new value.
     */
    public void replaceField(final Cursor value, final RemotingLanguage language)
    {
        if (RemotingLanguage.of(value) != language)
        {
            layout().replace(value, language);
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
        if (!value.contentEquals(utf8))
        {
            layout().replace(value, utf8, 0, utf8.length);
        }
    }

    /**
     * Removes the remark.
     *
     * @param value the field, as shown.
     */
    public void removeField(final Cursor value)
    {
        layout().removeRemark(value);
    }

    /**
     * Replaces the value of an ext field.
     *
     * @param value as shown.
     * @param utf8  its new value.
     */
    public void replaceEntry(final Cursor value, final byte[] utf8)
    {
        if (!value.contentEquals(utf8))
        {
            edit(value, utf8, 0, utf8.length);
        }
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
        if (!isText(value, utf8, offset, length))
        {
            edit(value, utf8, offset, length);
        }
    }

    private void edit(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        layout().mapEdited = true;
        layout.replace(value, utf8, offset, length);
    }

    /** Whether a value's text is part of an array: then to replace it by that is no edit. */
    private boolean isText(final Cursor value, final byte[] utf8, final int offset, final int length)
    {
        if (length == 0 || value.textLength() != length)
        {
            // Null has no text, and is not the same as an empty one.
            return length == 0 && value.contentEquals(NOTHING);
        }
        shown.reset();
        shown.ensure(length);
        return value.copyTo(shown.array, 0) == length
            && Arrays.equals(shown.array, 0, length, utf8, offset, offset + length)
            && !(strictness == Strictness.LENIENT && hasHalfCharacter(frame, value));
    }

    /**
     * Whether a value has half a surrogate pair, which is copied as a question mark and is none: only a lenient scan takes it.
     *
     * @param frame of the value.
     * @param value as shown.
     * @return true if its text cannot be written in UTF-8.
     */
    static boolean hasHalfCharacter(final FrameView frame, final Cursor value)
    {
        final int from = frame.arrayOffset() + value.offset();
        return value.kind() == Kind.JSON_TEXT && Escapes.firstLoneSurrogate(frame.array(), from, from + value.length())
            >= 0;
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
        layout().remove(value);
    }

    /**
     * Gives an ext field another name.
     *
     * @param value of the ext field, as shown.
     * @param name  its new name in UTF-8.
     */
    public void renameEntry(final Cursor value, final byte[] name)
    {
        layout().rename(value, name);
    }

    /**
     * Adds an ext field after all others, also to a header without ext fields.
     *
     * @param name  in UTF-8; the patcher does not check whether the header has it already.
     * @param value in UTF-8.
     */
    public void appendEntry(final byte[] name, final byte[] value)
    {
        appendEntry(name, value, 0, value.length);
    }

    /**
     * Adds an ext field after all others, also to a header without ext fields.
     *
     * @param name   in UTF-8; the patcher does not check whether the header has it already.
     * @param value  array that holds its value in UTF-8.
     * @param offset in {@code value}, in bytes, of the value's first byte.
     * @param length of the value in bytes.
     */
    public void appendEntry(final byte[] name, final byte[] value, final int offset, final int length)
    {
        layout().append(name, value, offset, length);
    }

    /**
     * Passes the container of the ext fields, so that the patcher need not search for it to add one.
     *
     * @param extFields the container, as shown at its end.
     */
    public void extFields(final Cursor extFields)
    {
        if (json() != null)
        {
            json.holdMap(extFields);
        }
    }

    /**
     * Passes the container of the message properties. Required before a property is removed, added, or changed in a binary
     * header.
     *
     * @param properties the container, as shown at its beginning or end, or the ext field that holds them.
     */
    public void properties(final Cursor properties)
    {
        layout().holdProperties(properties);
    }

    private HeaderLayout holding()
    {
        if (layout == null || layout.holderKind == null)
        {
            throw new IllegalStateException("the properties' place is not known: declare RemotingField.PROPERTIES and"
                + " give the container to properties(Cursor)");
        }
        return layout;
    }

    /**
     * Replaces the value of a message property.
     *
     * @param value as shown.
     * @param utf8  its new value, not empty and without separators.
     */
    public void replaceProperty(final Cursor value, final byte[] utf8)
    {
        if (!value.contentEquals(utf8))
        {
            holding().replaceProperty(value, utf8, 0, utf8.length);
        }
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
        if (!isText(value, utf8, offset, length))
        {
            holding().replaceProperty(value, utf8, offset, length);
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
        holding().removeProperty(name, value);
    }

    /**
     * Gives a message property another name.
     *
     * @param name as shown.
     * @param utf8 its new name, not empty and without separators.
     */
    public void renameProperty(final Cursor name, final byte[] utf8)
    {
        if (!name.contentEquals(utf8))
        {
            holding().renameProperty(name, utf8);
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
     * Guards a frame's ACL signature: if it is not empty, edits of ext fields and properties are refused, or signed
     * anew where there is a {@link #signer}. Fixed fields are not signed.
     *
     * @param value of the ext field {@code Signature}, as shown.
     */
    public void guard(final Cursor value)
    {
        guard.add(value);
    }

    private void finish()
    {
        if (layout == null)
        {
            patch.ready(HeaderLayout.headerEnd(frame.array(), frame.arrayOffset()));
            return;
        }
        if (patch.refusal() == null && guard.permits(layout, frame))
        {
            layout.finish();
            if (patch.refusal() == null)
            {
                layout.finishFrame(frame.length());
            }
            patch.edits.sort();
            if (patch.ready(layout.headerEnd) && guard.sign(patch, frame, limits, strictness))
            {
                patch.ready(layout.headerEnd);
            }
        }
    }
}
