package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes each field of a send header into a row: numbers parsed, texts where they stand.
 */
public final class ExtractReader extends Extracting
{
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int I = 8;
    private static final int N = 13;

    private final RemotingHeaderView header = new RemotingHeaderView();
    private final SendPlaces row = new SendPlaces();

    /**
     * Makes one.
     *
     * @param question not asked.
     */
    public ExtractReader(final Question question)
    {
        super();
    }

    @Override
    public int answer(final FrameView frame)
    {
        if (!header.wrap(frame, WANTED))
        {
            return -1;
        }
        row.take(header);
        takeTexts();
        return row.answer();
    }

    private void takeTexts()
    {
        row.producerGroup.take(header.value(A));
        row.topic.take(header.value(B));
        row.defaultTopic.take(header.value(C));
        row.properties.take(header.value(I));
        row.brokerName.take(header.value(N));
        row.remark.take(header.field(RemotingField.REMARK));
    }

    @Override
    public Map<String, String> texts(final FrameView frame)
    {
        final Map<String, String> texts = new HashMap<>();
        texts.put("a", row.producerGroup.toText(frame));
        texts.put("b", row.topic.toText(frame));
        texts.put("c", row.defaultTopic.toText(frame));
        texts.put("i", row.properties.toText(frame));
        texts.put("n", row.brokerName.toText(frame));
        texts.put("remark", row.remark.toText(frame));
        texts.values().removeIf(text -> text == null);
        return texts;
    }
}
