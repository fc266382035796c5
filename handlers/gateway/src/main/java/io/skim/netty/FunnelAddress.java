package io.skim.netty;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import org.jspecify.annotations.Nullable;

/**
 * Reads which client a server's request is for: by client id or by group.
 *
 * @see "Broker2Client; ClientRemotingProcessor.checkTransactionState and processReplyMessage, release 5.5.1"
 */
final class FunnelAddress
{
    /** The producer group, a property of the record in the body. */
    private static final RecordInterest GROUP_OF_RECORD = RecordScanner.interest().property("PGROUP", 0).build();
    private static final int ID = 0;
    private static final int GROUP = 1;
    private static final int REPLY_TO = 2;
    private static final RemotingInterest NAMES = RemotingScanner.interest().entry("clientId", ID).entry("clientID", ID)
        .entry("clientAddr", ID).entry("consumerGroup", GROUP).entry("group", GROUP).entry("producerGroup", GROUP)
        .property("REPLY_TO_CLIENT", REPLY_TO).build();

    private final RecordScanner records = new RecordScanner();
    private final DataHandler takeGroup = new DataHandler()
    {
        @Override
        public Action onField(final int id, final Cursor value)
        {
            group = value.toText();
            return Action.CONTINUE;
        }
    };
    private @Nullable String group;
    private @Nullable String clientId;

    /** Reads the address of a request. */
    void read(final RemotingFrame frame)
    {
        final RemotingHeaderView header = frame.header();
        group = null;
        clientId = null;
        if (header.code() == RequestCode.CHECK_TRANSACTION_STATE.code())
        {
            final int offset = header.field(RemotingField.BODY).offset();
            records.scan(frame.view(), offset, frame.length() - offset, GROUP_OF_RECORD, takeGroup);
            // A long record has moved the window of the view off the header.
            frame.scan(frame.received.chunk(), frame.received.offset(), frame.available(), frame.length(),
                frame.received.isOwned());
            return;
        }
        header.select(NAMES);
        if (header.code() == RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT.code())
        {
            clientId = text(header.value(REPLY_TO));
            return;
        }
        clientId = text(header.value(ID));
        group = text(header.value(GROUP));
    }

    private static @Nullable String text(final Cursor value)
    {
        return value.isNull() ? null : value.toText();
    }

    /** The group that may answer; null if none is named. */
    @Nullable
    String group()
    {
        return group;
    }

    /** The client that is to answer; null if none is named. */
    @Nullable
    String clientId()
    {
        return clientId;
    }
}
