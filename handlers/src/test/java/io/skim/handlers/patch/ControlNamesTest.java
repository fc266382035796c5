package io.skim.handlers.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.FrameView;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Reference;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A property whose name has a control character is edited like any other, however a JSON header spells it: the characters
 * U+0000 and U+0003 to U+0007 are escaped in six characters as the separators are, and are none.
 */
class ControlNamesTest
{
    private static Map<String, String> edited(final byte[] frame, final RemotingEdits edits)
    {
        final RemotingRewriter rewriter = new RemotingRewriter(edits);
        assertTrue(rewriter.rewrite(new FrameView().wrap(frame)), () -> rewriter.patch().refusal() + "");
        return new TreeMap<>(Reference.decode(Patches.written(rewriter.patch(), frame)).properties);
    }

    @Test
    void anEditFindsThePropertyThatIsThere()
    {
        for (final String control : List.of("\0", "\3", "\4", "\5", "\6", "\7", "\b", "\t", "\n", "\37"))
        {
            final String name = "a" + control + "b";
            final String escaped = "a" + String.format("\\u%04x", (int)control.charAt(0)) + "b";
            final byte[] binary = Frames.binary(310, null, "", "i", "x\1y\2" + name + "\1v\2");
            final byte[] json = Frames.json("{\"code\":310,\"extFields\":{\"i\":\"x\\u0001y\\u0002" + escaped
                + "\\u0001v\\u0002\"},\"flag\":0,\"opaque\":1,\"version\":513}");
            for (final byte[] frame : List.of(binary, json))
            {
                assertEquals(Map.of("x", "y", name, "v"), edited(frame, RemotingEdits.builder().addProperty(name, "w")
                    .build()), escaped);
                assertEquals(Map.of("x", "y", name, "w"), edited(frame, RemotingEdits.builder().setProperty(name, "w")
                    .build()), escaped);
                assertEquals(Map.of("x", "y"), edited(frame, RemotingEdits.builder().removeProperty(name).build()),
                    escaped);
                assertEquals(Map.of("x", "y", "c", "v"), edited(frame, RemotingEdits.builder().renameProperty(name, "c")
                    .build()), escaped);
            }
        }
    }
}
