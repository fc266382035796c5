package io.skim.benchmarks;

import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes each field of a send header into a row: numbers parsed, texts copied.
 */
public final class ExtractCopyReader extends Extracting
{
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int I = 8;
    private static final int N = 13;

    private final RemotingHeaderView header = new RemotingHeaderView();
    private final SendRow row = new SendRow();

    /**
     * Makes one.
     *
     * @param question not asked.
     */
    public ExtractCopyReader(final Question question)
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
        row.producerGroup.copy(header.value(A));
        row.topic.copy(header.value(B));
        row.defaultTopic.copy(header.value(C));
        row.properties.copy(header.value(I));
        row.brokerName.copy(header.value(N));
        row.remark.copy(header.field(RemotingField.REMARK));
    }

    @Override
    public Map<String, String> texts(final FrameView frame)
    {
        final Map<String, String> texts = new HashMap<>();
        texts.put("a", row.producerGroup.toText());
        texts.put("b", row.topic.toText());
        texts.put("c", row.defaultTopic.toText());
        texts.put("i", row.properties.toText());
        texts.put("n", row.brokerName.toText());
        texts.put("remark", row.remark.toText());
        texts.values().removeIf(text -> text == null);
        return texts;
    }
}
