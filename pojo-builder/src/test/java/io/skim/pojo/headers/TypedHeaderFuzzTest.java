package io.skim.pojo.headers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.Reference;
import io.skim.scan.testing.Vectors;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/**
 * Typed headers, fuzzed by coverage: any texts under the names of a type's fields, and any frames. Without the agent the inputs
 * that are kept beside this class are run.
 */
class TypedHeaderFuzzTest
{
    private static final List<HeaderType<?>> TYPES = TypedHeaderReferenceTest.present();
    private static final int SEND = 10;

    private final FrameView view = new FrameView();
    private final TypedHeaderReader strict = new TypedHeaderReader();
    private final TypedHeaderReader lenient = new TypedHeaderReader(Limits.DEFAULT, Strictness.LENIENT);
    private final TypedHeaderView strictView = new TypedHeaderView();
    private final TypedHeaderView lenientView = new TypedHeaderView(Limits.DEFAULT, Strictness.LENIENT);

    @FuzzTest
    void fieldsAreThoseOfTheReferenceOrRefused(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final HeaderType<?> type = TYPES.get(input.next() % TYPES.size());
        final SerializeType encoding = input.one(SerializeType.values());
        final byte[] frame = ReferenceHeaders.encode(SEND, entries(input, type), encoding);
        final CommandCustomHeader expected = ReferenceHeaders.read(frame, ReferenceHeaders.classOf(type));
        final TypedHeader read = lenient.read(view.wrap(frame), type);
        assertEquals(expected == null, read == null, () -> type + " " + lenient.fault() + " " + Vectors.text(frame));
        check(type, frame, read);
        check(type, frame, strict.read(view, type));
        TypedHeaderViewTest.assertAgree(lenient, lenientView, view, type, "lenient");
        TypedHeaderViewTest.assertAgree(strict, strictView, view, type, "strict");
    }

    /** Texts under the names of fields, and now and then under another name. */
    private static Map<String, String> entries(final FuzzedInput input, final HeaderType<?> type)
    {
        final Map<String, String> entries = new LinkedHashMap<>();
        while (input.hasMore())
        {
            final int field = input.next() % (type.fields().size() + 1);
            entries.put(field == type.fields().size() ? "other" : type.fields().get(field).key(), input.text());
        }
        return entries;
    }

    @FuzzTest
    void framesAreReadAsTheReferenceDoesOrRefused(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final HeaderType<?> type = TYPES.get(input.next() % TYPES.size());
        final byte[] frame = input.frame();
        if (frame.length >= Integer.BYTES && ByteBuffer.wrap(frame).getInt() == frame.length - Integer.BYTES
            && !Agreement.isUnsafe(frame))
        {
            view.wrap(frame);
            check(type, frame, lenient.read(view, type));
            check(type, frame, strict.read(view, type));
            TypedHeaderViewTest.assertAgree(lenient, lenientView, view, type, "lenient");
            TypedHeaderViewTest.assertAgree(strict, strictView, view, type, "strict");
        }
    }

    private static void check(final HeaderType<?> type, final byte[] frame, final TypedHeader read)
    {
        if (read != null)
        {
            final String what = type + " " + Vectors.text(frame);
            assertNotNull(Reference.decode(frame), what);
            TypedHeaderReferenceTest.assertSame(type, ReferenceHeaders.read(frame, ReferenceHeaders.classOf(type)),
                read,
                what);
        }
    }
}
