package io.skim.pojo.bind;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers values of remoting frames, under long and one-letter names. The code of the frame decides which of the two count.
 */
final class RemotingGatherer extends Gatherer
{
    private final long[] marks;
    private final String[] letters;
    private final int codeId;
    private int code;

    RemotingGatherer(final Member[] members, final FrameValues values, final BindError error)
    {
        super(members, values, error);
        codeId = RemotingProtocol.codeId(members);
        marks = new long[codeId + 1];
        letters = Arrays.stream(members).map(RemotingProtocol::letter).toArray(String[]::new);
    }

    @Override
    void begin()
    {
        Arrays.fill(marks, FrameValues.ABSENT);
        code = 0;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        marks[id] = value.mark();
        if (id == codeId)
        {
            code = value.getInt(0);
        }
        return Action.CONTINUE;
    }

    @Override
    boolean isComplete()
    {
        final boolean inLetters = RequestCode.hasShortNames(code);
        for (int i = 0; i < members.length; i++)
        {
            final boolean letter = inLetters && letters[i] != null;
            values.marks[i] = marks[members[i].field == RemotingField.CODE ? codeId : letter ? members.length + i : i];
            if (!isGood(i, letter ? letters[i] : members[i].wireName, values.at(i)))
            {
                return false;
            }
        }
        return true;
    }

    private boolean isGood(final int index, final String name, final @Nullable Cursor value)
    {
        final Member member = members[index];
        if (value == null || value.isNull())
        {
            return !member.required || value == null && member.hasDefault() || refuse(BindReason.MISSING, member, name,
                value);
        }
        if (value.kind() == Kind.BYTES && !hasArrived(value))
        {
            return refuse(BindReason.NOT_ARRIVED, member, name, value);
        }
        return holds(index, value) || refuseNumber(member, name, value);
    }

    private boolean holds(final int index, final Cursor value)
    {
        final Member member = members[index];
        return member.isNumber() ? member.isInt() ? value.isInt() : value.isLong()
            : !member.isDouble() || readDouble(index, value);
    }
}
