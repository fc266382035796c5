package io.skim.docs.snippets;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

// snippet: everything
/** Writes all values of a header into a text. */
final class Dump implements DataHandler
{
    static final RemotingInterest INTEREST = RemotingScanner.interest()
        .everything() // ids are the ordinals of RemotingField
        .everyProperty(RemotingField.PROPERTIES.ordinal())
        .build();

    private final StringBuilder text = new StringBuilder();

    @Override
    public Action onField(final int id, final Cursor value)
    {
        final boolean isBody = value.kind() == Kind.BYTES; // shows only its place and length
        text.append(RemotingField.of(id)).append('=').append(isBody ? value : value.toText()).append('\n');
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        text.append(RemotingField.of(id)).append('.');
        text.append(key.toText()).append('=').append(value.toText()).append('\n');
        return Action.CONTINUE;
    }

    @Override
    public String toString()
    {
        return text.toString();
    }
}
// end
