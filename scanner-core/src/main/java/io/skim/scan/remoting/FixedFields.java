package io.skim.scan.remoting;

import io.skim.bytes.BinaryHeader;
import io.skim.bytes.Kinds;
import io.skim.bytes.Numbers;
import io.skim.bytes.Words;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;

/**
 * Where the fixed fields of a header stand: those of a binary one are known from the beginning, those of a JSON one are
 * noted as they come.
 */
final class FixedFields
{
    private static final int CODE = RemotingField.CODE.ordinal();
    private static final int LANGUAGE = RemotingField.LANGUAGE.ordinal();
    private static final int EXT_FIELDS = RemotingField.EXT_FIELDS.ordinal();
    private static final int REMARK = RemotingField.REMARK.ordinal();
    private static final int COUNT = REMARK + 1;

    private final Cursor cursor = new Cursor();
    private final BinaryReader binaryReader;
    private final JsonRun run;
    /** Where the members of a JSON header stand, by ordinal. */
    private final long[] places = new long[COUNT];
    private final int[] kinds = new int[COUNT];
    /** Marks of the members that are noted there. */
    private int present;

    /** Marks of the members whose values the run knows, of languages JAVA alone. */
    private int known;
    /** Whether the run knows all that stands behind the ext fields. */
    private boolean ahead;

    private FrameView frame;
    private boolean binary;

    FixedFields(final BinaryReader binaryReader, final JsonRun run)
    {
        this.binaryReader = binaryReader;
        this.run = run;
    }

    /** Begins a header. */
    void begin(final FrameView wrapped, final boolean isBinary)
    {
        if (frame != wrapped)
        {
            frame = wrapped;
            cursor.bind(wrapped);
        }
        binary = isBinary;
        known = 0;
        ahead = false;
        present = 0;
    }

    /**
     * Notes the members of a JSON header, up to the ext fields or the end.
     *
     * @return the ordinal of the ext fields, whose entries are due; {@link JsonReader#END_OF_HEADER}; or {@link
     *     JsonReader#FAULT}.
     */
    int noteMembers(final JsonReader reader)
    {
        if (reader.ahead)
        {
            known = run.numbersKnown();
            ahead = true;
            return JsonReader.END_OF_HEADER;
        }
        int field = reader.nextMember(JsonReader.EVERY_MEMBER);
        while (field >= 0 && (field != EXT_FIELDS || !reader.isInExtFields()))
        {
            if (field != EXT_FIELDS)
            {
                places[field] = (long)reader.valueOffset << Integer.SIZE | reader.valueLength;
                kinds[field] = reader.valueKind;
                present |= 1 << field;
            }
            field = reader.nextMember(JsonReader.EVERY_MEMBER);
        }
        return field;
    }

    /** How a member's bytes stand for it; those that the run has noted are looked up once somebody asks for them. */
    private int kind(final int ordinal)
    {
        // Most headers have no remark: nobody need look for it.
        if (ahead && (present >>> ordinal & 1) == 0 && (ordinal != REMARK || run.hasRemark()))
        {
            noteMember(ordinal);
        }
        return (present >>> ordinal & 1) == 0 ? Kinds.NONE : kinds[ordinal];
    }

    private void noteMember(final int ordinal)
    {
        for (int number = run.entriesEnd; number < run.count; number++)
        {
            final long note = run.noted(number);
            if (JsonNote.member(note) == ordinal)
            {
                places[ordinal] = (long)(JsonNote.value(note) - run.base) << Integer.SIZE | JsonNote.length(note);
                kinds[ordinal] = JsonNote.kind(note);
                present |= 1 << ordinal;
            }
        }
    }

    /** Notes the code of a JSON header. */
    void noteCode(final int offset, final int length)
    {
        places[CODE] = (long)offset << Integer.SIZE | length;
        kinds[CODE] = Kinds.JSON_NUMBER;
        present |= 1 << CODE;
    }

    /** Whether a field is a fixed one. */
    static boolean isFixed(final RemotingField field)
    {
        return field.ordinal() < COUNT;
    }

    /** Points a cursor at a field; false if a JSON header has no such member. */
    boolean point(final RemotingField field, final Cursor value)
    {
        final int ordinal = field.ordinal();
        value.bind(frame);
        if (binary)
        {
            pointToBinary(ordinal, value);
            return true;
        }
        if (kind(ordinal) == Kinds.NONE)
        {
            return false;
        }
        value.point((int)(places[ordinal] >>> Integer.SIZE), (int)places[ordinal], kinds[ordinal]);
        return true;
    }

    /** The reader of binary headers has one value; that of the entry it is on is put back. */
    private void pointToBinary(final int ordinal, final Cursor value)
    {
        final BinaryReader reader = binaryReader;
        final int offset = reader.valueOffset;
        final int length = reader.valueLength;
        final int kind = reader.valueKind;
        reader.field(ordinal);
        value.point(reader.valueOffset, reader.valueLength, reader.valueKind);
        reader.valueOffset = offset;
        reader.valueLength = length;
        reader.valueKind = kind;
    }

    int code()
    {
        return binary ? Words.getShort(frame.array(), frame.arrayOffset() + BinaryHeader.CODE)
            : number(RemotingField.CODE);
    }

    int version()
    {
        return binary ? Words.getShort(frame.array(), frame.arrayOffset() + BinaryHeader.VERSION)
            : number(RemotingField.VERSION);
    }

    RemotingLanguage language()
    {
        if (binary)
        {
            return RemotingLanguage.of(frame.array()[frame.arrayOffset() + BinaryHeader.LANGUAGE]);
        }
        return (known >>> LANGUAGE & 1) != 0 ? RemotingLanguage.of(run.number(LANGUAGE)) : point(RemotingField.LANGUAGE,
            cursor) ? RemotingLanguage.of(cursor) : RemotingLanguage.JAVA;
    }

    int opaque()
    {
        return binary ? Words.getInt(frame.array(), frame.arrayOffset() + BinaryHeader.OPAQUE)
            : number(RemotingField.OPAQUE);
    }

    int flag()
    {
        return binary ? Words.getInt(frame.array(), frame.arrayOffset() + BinaryHeader.FLAG)
            : number(RemotingField.FLAG);
    }

    private int number(final RemotingField field)
    {
        final int ordinal = field.ordinal();
        if ((known >>> ordinal & 1) != 0)
        {
            return run.number(ordinal);
        }
        if (kind(ordinal) != Kinds.JSON_NUMBER)
        {
            return point(field, cursor) ? cursor.getInt(0) : 0;
        }
        final int from = frame.arrayOffset() + (int)(places[ordinal] >>> Integer.SIZE);
        return (int)Numbers.parseLong(frame.array(), from, from + (int)places[ordinal], 0);
    }
}
