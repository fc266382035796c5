package io.skim.benchmarks;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingReader;
import io.skim.scan.remoting.RemotingRow;
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

    private final RemotingReader reader = new RemotingReader();
    private final RemotingRow places = new RemotingRow(SIZE);
    private final Cursor cursor = new Cursor();
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
        row.producerGroup.take(places, A);
        row.topic.take(places, B);
        row.defaultTopic.take(places, C);
        row.properties.take(places, I);
        row.brokerName.take(places, N);
        if (reader.field(RemotingField.REMARK, cursor) && !cursor.isNull())
        {
            row.remark.take(cursor);
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
