package io.skim.docs.snippets;

import io.skim.handlers.patch.RemotingPatcher;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;

// snippet: gateway
/** Puts each topic into a namespace. */
final class NamespaceGateway implements DataHandler
{
    static final int TOPIC = 0;
    static final int SIGNATURE = 1;
    static final RemotingInterest INTEREST = RemotingScanner.interest().entry("topic", TOPIC).entry("b", TOPIC)
        .entry("Signature", SIGNATURE).build();

    private final RemotingPatcher patcher;
    private final byte[] name = new byte[300];

    NamespaceGateway(final RemotingPatcher patcher)
    {
        this.patcher = patcher;
        name[0] = 'n';
        name[1] = 's';
        name[2] = '%';
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        if (id == SIGNATURE)
        {
            patcher.guard(value); // refuses a signed frame, or signs it again
        }
        else if (value.textLength() > 0 && value.textLength() <= 255)
        {
            patcher.replaceEntry(value, name, 0, 3 + value.copyTo(name, 3)); // called for every duplicate
        }
        return Action.CONTINUE; // after STOP or SKIP there is no patch
    }
}
// end
