package io.skim.scan.remoting;

import io.skim.bytes.EntryRun;
import io.skim.bytes.Escapes;
import io.skim.bytes.Kinds;
import io.skim.bytes.Words;
import java.nio.charset.StandardCharsets;

/**
 * Remembers which ext field holds the message properties until the whole header is known: the request code decides
 * between {@code i} and {@code properties}, may come last in JSON, and the last duplicate of either replaces the ones
 * before it as a whole.
 *
 * @see "SendMessageRequestHeader.parseRequestHeader and ReplyMessageRequestHeader, release 5.5.1"
 */
final class PropertyHolder
{
    /** Of the properties, in the headers that name fields by a letter. */
    static final byte SHORT_NAME = 'i';

    private static final byte[] SHORT_NAME_BYTES = {SHORT_NAME};
    private static final byte[] LONG_NAME = "properties".getBytes(StandardCharsets.US_ASCII);
    /** In bytes. */
    static final int LONG_NAME_LENGTH = LONG_NAME.length;
    private static final long LONG_NAME_PREFIX = Words.getLong(LONG_NAME, 0);
    private static final int LONG_NAME_REST = Words.getShort(LONG_NAME, Long.BYTES);

    /** What {@link #select} chose. */
    int offset;
    int length;
    int kind;

    private int shortOffset;
    private int shortLength;
    private int shortKind;
    private int longOffset;
    private int longLength;
    private int longKind;

    /** Forgets the last frame's. */
    void forget()
    {
        shortKind = Kinds.NULL;
        longKind = Kinds.NULL;
    }

    /**
     * Chooses among the entries of a binary header that were noted what its code calls for; false if there are no
     * properties.
     */
    boolean select(final BinaryReader reader, final EntryRun run)
    {
        final boolean brief = RequestCode.hasShortNames(reader.code());
        int number = run.count() - 1;
        while (number >= 0 && (brief ? EntryRun.name(run.noted(number)) != SHORT_NAME : !isLong(reader, run.noted(
            number))))
        {
            number--;
        }
        final long entry = number < 0 ? 0 : run.noted(number);
        offset = EntryRun.value(entry) - reader.base;
        length = EntryRun.length(entry);
        kind = length == 0 ? Kinds.NULL : Kinds.TEXT;
        return length > 0;
    }

    private static boolean isLong(final BinaryReader reader, final long entry)
    {
        final int at = EntryRun.value(entry) - Integer.BYTES - LONG_NAME_LENGTH;
        return EntryRun.name(entry) < 0 && EntryRun.nameLength(entry) == LONG_NAME_LENGTH && isLong(reader.array(), at);
    }

    private static boolean isLong(final byte[] array, final int at)
    {
        return Words.getLong(array, at) == LONG_NAME_PREFIX && Words.getShort(array, at + Long.BYTES) == LONG_NAME_REST;
    }

    /** Remembers the reader's entry if its key is one of the two; says whether it was. */
    boolean hold(final EntryReader reader)
    {
        final byte[] array = reader.array();
        final int at = reader.base + reader.keyOffset;
        if (reader.keyKind == Kinds.JSON_TEXT)
        {
            return holdEscaped(reader, array, at);
        }
        if (reader.keyLength == 1 && array[at] == SHORT_NAME)
        {
            holdShort(reader.valueOffset, reader.valueLength, textOnly(reader.valueKind));
            return true;
        }
        return reader.keyLength == LONG_NAME_LENGTH && isLong(array, at) && holdLong(reader);
    }

    /** Remembers the strings of a JSON header whose names are the two. */
    void hold(final JsonRun run, final byte[] array)
    {
        for (int number = run.firstEntry; number < run.entriesEnd; number++)
        {
            final long note = run.noted(number);
            final int name = JsonNote.name(note);
            final int nameLength = JsonNote.nameLength(note);
            if (nameLength == 1 && array[name] == SHORT_NAME)
            {
                holdShort(JsonNote.value(note) - run.base, JsonNote.length(note), JsonNote.kind(note));
            }
            else if (nameLength == LONG_NAME_LENGTH && isLong(array, name))
            {
                longOffset = JsonNote.value(note) - run.base;
                longLength = JsonNote.length(note);
                longKind = JsonNote.kind(note);
            }
        }
    }

    private boolean holdEscaped(final EntryReader reader, final byte[] array, final int at)
    {
        if (Escapes.contentEquals(array, at, at + reader.keyLength, SHORT_NAME_BYTES))
        {
            holdShort(reader.valueOffset, reader.valueLength, textOnly(reader.valueKind));
            return true;
        }
        return Escapes.contentEquals(array, at, at + reader.keyLength, LONG_NAME) && holdLong(reader);
    }

    /** Remembers the value of an entry with the short name. */
    void holdShort(final int valueOffset, final int valueLength, final int textKind)
    {
        shortOffset = valueOffset;
        shortLength = valueLength;
        shortKind = textKind;
    }

    private boolean holdLong(final EntryReader reader)
    {
        longOffset = reader.valueOffset;
        longLength = reader.valueLength;
        longKind = textOnly(reader.valueKind);
        return true;
    }

    /** A number, boolean or null has no separators, so no properties; it still replaces an earlier text. */
    private static int textOnly(final int kind)
    {
        return kind == Kinds.TEXT || kind == Kinds.JSON_TEXT || kind == Kinds.LOSSY_TEXT ? kind : Kinds.NULL;
    }

    /** Chooses what the request code calls for, once; false if there are no (more) properties. */
    boolean select(final int code)
    {
        if (RequestCode.hasShortNames(code))
        {
            offset = shortOffset;
            length = shortLength;
            kind = shortKind;
            shortKind = Kinds.NULL;
        }
        else
        {
            offset = longOffset;
            length = longLength;
            kind = longKind;
            longKind = Kinds.NULL;
        }
        return kind != Kinds.NULL;
    }
}
