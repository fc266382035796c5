package io.skim.pojo.amqp.types;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the place of the last section of the wanted type.
 */
final class SectionPlace implements DataHandler
{
    /** Null until there is a section. */
    @Nullable
    Kind kind;
    int offset;
    int length;

    @Override
    public Action onField(final int id, final Cursor value)
    {
        kind = value.kind();
        offset = value.offset();
        length = value.length();
        return Action.CONTINUE;
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        onField(id, container);
        return Action.SKIP;
    }
}
