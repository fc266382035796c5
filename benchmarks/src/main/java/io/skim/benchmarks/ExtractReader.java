package io.skim.benchmarks;

import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingNames;
import io.skim.scan.remoting.RemotingReader;
import io.skim.scan.remoting.RemotingRow;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Takes each field of a send header into a row: numbers parsed, texts copied.
 */
public final class ExtractReader extends Extracting
{
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int D = 3;
    private static final int E = 4;
    private static final int F = 5;
    private static final int G = 6;
    private static final int H = 7;
    private static final int I = 8;
    private static final int J = 9;
    private static final int K = 10;
    private static final int L = 11;
    private static final int M = 12;
    private static final int N = 13;
    private static final int SIZE = 14;
    private static final RemotingNames NAMES = RemotingNames.of(names());

    private final RemotingReader reader = new RemotingReader();
    private final RemotingRow places = new RemotingRow(SIZE);
    private final Cursor cursor = new Cursor();
    private final SendRow row = new SendRow();

    /**
     * Makes one.
     *
     * @param question not asked.
     */
    public ExtractReader(final Question question)
    {
        super();
    }

    private static Map<String, Integer> names()
    {
        return IntStream.range(0, SIZE).boxed().collect(Collectors.toMap(id -> String.valueOf((char)('a' + id)),
            Function.identity()));
    }

    /**
     * What was taken from the last frame.
     *
     * @return this one's own.
     */
    public SendRow row()
    {
        return row;
    }

    @Override
    public int answer(final FrameView frame)
    {
        row.clear();
        if (!reader.wrap(frame) || reader.readEntries(NAMES, places) != RemotingReader.DONE)
        {
            return -1;
        }
        takeFixed();
        takeEntries(row, places);
        return row.answer();
    }

    private void takeFixed()
    {
        row.code = reader.code();
        row.opaque = reader.opaque();
        row.flag = reader.flag();
        row.version = reader.version();
        row.language = reader.language();
        if (reader.field(RemotingField.REMARK, cursor) && !cursor.isNull())
        {
            row.remark.copy(cursor);
        }
    }

    private static void takeEntries(final SendRow row, final RemotingRow places)
    {
        row.producerGroup.copy(places, A);
        row.topic.copy(places, B);
        row.defaultTopic.copy(places, C);
        row.defaultTopicQueueNums = places.getInt(D, 0);
        row.queueId = places.getInt(E, 0);
        row.sysFlag = places.getInt(F, 0);
        row.bornTimestamp = places.getLong(G, 0);
        row.messageFlag = places.getInt(H, 0);
        row.properties.copy(places, I);
        row.reconsumeTimes = places.getInt(J, 0);
        row.unitMode = places.getBoolean(K);
        row.maxReconsumeTimes = places.getInt(L, 0);
        row.batch = places.getBoolean(M);
        row.brokerName.copy(places, N);
    }
}
