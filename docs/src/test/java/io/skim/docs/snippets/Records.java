package io.skim.docs.snippets;

import io.skim.handlers.select.Selector;
import io.skim.handlers.select.SelectorEvaluator;
import io.skim.pojo.StoredMessage;
import io.skim.pojo.StoredMessageBuilder;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The messages in the answer to a pull. */
final class Records
{
    private Records()
    {
    }

    // snippet: records-walk
    /** Adds up the bytes of the messages of one tag in answers to pulls. */
    static final class TagMeter implements DataHandler
    {
        private static final int TAGS = 0;
        private static final int BODY = 1;
        private static final RecordInterest INTEREST =
            RecordScanner.interest().property("TAGS", TAGS).field(RecordField.BODY,
                BODY).build();
        private static final RemotingInterest HEADER =
            RemotingScanner.interest().ids(BODY + 1).field(RemotingField.BODY, BODY).build();

        private final RemotingScanner scanner = new RemotingScanner();
        private final RecordScanner records = new RecordScanner();
        private final byte[] tag;
        private int bodyOffset;
        private int bodyLength;
        private boolean tagged;

        long bytes;
        int refused;

        TagMeter(final byte[] tag)
        {
            this.tag = tag;
        }

        void meter(final FrameView answer)
        {
            if (scanner.scan(answer, HEADER, this::place) != Outcome.COMPLETE || !RecordScanner.isRecords(answer,
                bodyOffset, bodyLength))
            {
                return;
            }
            records.wrap(answer, bodyOffset, bodyLength); // neither reads bodies nor copies them out of direct buffers
            while (records.hasNext())
            {
                if (records.next(INTEREST, this) == Outcome.MALFORMED)
                {
                    refused++; // see records.fault(); the scanner is after the record
                }
            }
        }

        private Action place(final int id, final Cursor body)
        {
            bodyOffset = body.offset();
            bodyLength = body.length();
            return Action.CONTINUE;
        }

        @Override
        public Action onField(final int id, final Cursor value)
        {
            switch (id)
            {
                case TAGS -> tagged = value.contentEquals(tag);
                default -> bodyLength = value.length();
            }
            return Action.CONTINUE;
        }

        @Override
        public void onOutcome(final Outcome outcome, final Fault fault) // once for each record
        {
            bytes += outcome == Outcome.COMPLETE && tagged ? bodyLength : 0;
            tagged = false;
        }
    }
    // end

    // snippet: records-one
    /** The message in the body of a request to check a transaction (39) or to consume a message directly (309). */
    static StoredMessage message(final FrameView request, final int bodyOffset, final int bodyLength)
    {
        final RecordScanner records = new RecordScanner();
        final StoredMessageBuilder builder = new StoredMessageBuilder(true); // true: with a copy of the body
        if (records.scan(request, bodyOffset, bodyLength, StoredMessageBuilder.INTEREST, builder) != Outcome.COMPLETE)
        {
            throw records.fault().toException();
        }
        return builder.message();
    }
    // end

    // snippet: records-select
    /** Copies the records that match, byte for byte. The result is a body again. */
    static final class Sieve
    {
        private final RecordScanner records = new RecordScanner();
        private final Selector<RemotingInterest> selector;
        private final SelectorEvaluator evaluator;

        Sieve(final Selector<RemotingInterest> selector)
        {
            this.selector = selector;
            evaluator = new SelectorEvaluator(selector);
        }

        byte[] selected(final byte[] body)
        {
            final ByteArrayOutputStream out = new ByteArrayOutputStream(body.length);
            int copied = -1;
            records.wrap(new FrameView().wrap(body));
            while (records.hasNext())
            {
                records.next(selector.recordInterest(), evaluator);
                // An inner batch is one record with several messages: copy it once if any of them matches.
                if (evaluator.matches() && records.recordOffset() != copied)
                {
                    copied = records.recordOffset();
                    out.write(body, copied, records.recordLength());
                }
            }
            return out.toByteArray();
        }
    }
    // end

    // snippet: records-pojo
    static List<StoredMessage> messages(final FrameView body)
    {
        final RecordScanner records = new RecordScanner().checkBodies(true).wrap(body);
        final StoredMessageBuilder builder = new StoredMessageBuilder(true); // true: with a copy of each body
        final List<StoredMessage> messages = new ArrayList<>();
        while (records.hasNext())
        {
            if (records.next(StoredMessageBuilder.INTEREST, builder) != Outcome.COMPLETE)
            {
                throw records.fault().toException();
            }
            messages.add(builder.message());
        }
        return messages;
    }
    // end
}
