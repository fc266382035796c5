package io.skim.benchmarks;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingReader;
import io.skim.scan.remoting.RemotingRow;
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

    private final RemotingReader reader = new RemotingReader();
    private final RemotingRow places = new RemotingRow(SIZE);
    private final Cursor cursor = new Cursor();
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
        if (!reader.wrap(frame) || reader.readEntries(NAMES, places) != RemotingReader.DONE)
        {
            return -1;
        }
        row.take(reader);
        row.take(places);
        takeTexts();
        return row.answer();
    }

    private void takeTexts()
    {
        row.producerGroup.copy(places, A);
        row.topic.copy(places, B);
        row.defaultTopic.copy(places, C);
        row.properties.copy(places, I);
        row.brokerName.copy(places, N);
        if (reader.field(RemotingField.REMARK, cursor) && !cursor.isNull())
        {
            row.remark.copy(cursor);
        }
        else
        {
            row.remark.clear();
        }
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
