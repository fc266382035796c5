package io.skim.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.command.Skim;
import io.skim.scan.testing.OrderStore;
import io.skim.scan.testing.QueuedStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command lines of the chapters on stores, each run as a shell takes it apart. */
class StoreCommandsTest
{
    private static final String FUNCTION = "skim() { printf '%s\\n' \"$@\" '' >> arguments; }\n";

    @TempDir
    private Path folder;

    private Path store;

    @BeforeEach
    void make() throws IOException
    {
        store = Files.createDirectory(folder.resolve("store"));
    }

    /** The output of each command of the line. */
    private List<String> run(final String line) throws IOException, InterruptedException
    {
        Files.deleteIfExists(folder.resolve("arguments"));
        final Process shell =
            new ProcessBuilder("sh", "-c", FUNCTION + line.replace("./skim ", "skim ")).directory(folder
                .toFile()).inheritIO().start();
        assertEquals(0, shell.waitFor(), line);
        final List<String> outputs = new ArrayList<>();
        for (final String command : Files.readString(folder.resolve("arguments")).split("\n\n"))
        {
            final String[] arguments = command.lines().map(this::argument).toArray(String[]::new);
            final ByteArrayOutputStream out = new ByteArrayOutputStream();
            final ByteArrayOutputStream err = new ByteArrayOutputStream();
            assertEquals(0, Skim.run(InputStream.nullInputStream(), out, err, arguments), () -> command + err);
            outputs.add(out.toString(StandardCharsets.UTF_8));
        }
        return outputs;
    }

    private String argument(final String word)
    {
        final boolean isOurs = word.equals("store") || word.startsWith("store/") || word.equals("found.records");
        return isOurs ? folder.resolve(word).toString()
            : word.startsWith("docs/") ? Markdown.ROOT.resolve(word).toString() : word;
    }

    private static List<String> lines(final String chapter, final String heading) throws IOException
    {
        final List<Markdown.Block> blocks = Markdown.blocks(Markdown.section(Markdown.read(chapter), heading));
        return blocks.stream().filter(block -> "sh".equals(block.language())).flatMap(block -> block.text().lines())
            .toList();
    }

    /** They answer as the queries of the chapter do, whose answers other tests compare. */
    @Test
    void theCommandAnswersTheQuestionsOfTheChapter() throws IOException, InterruptedException
    {
        OrderStore.write(store);
        final List<String> lines = lines("docs/store-questions.md", "The same on the command line");
        assertEquals(2, lines.size());
        final List<String> order = run(lines.get(0)).get(1).lines().toList();
        final List<String> expected = OrderStore.questions().stream().filter(question -> question.sql().contains(
            "'order-17'")).findFirst().orElseThrow().answer();
        assertEquals(expected.size(), order.size());
        for (int i = 0; i < order.size(); i++)
        {
            final String topic = expected.get(i).split(" \\| ")[0];
            assertTrue(order.get(i).contains("\"topic\":\"" + topic + "\""), order.get(i));
        }
        assertEquals(List.of("5\n"), run(lines.get(1)));
    }

    @Test
    void theCommandsOfTheChapterOnStoresRun() throws IOException, InterruptedException
    {
        final QueuedStore messages = new QueuedStore(new Random(4), 20_000, 0);
        messages.add(100);
        messages.write(store);
        final List<String> lines = lines("docs/message-stores.md", "On the command line");
        assertTrue(lines.size() > 4, () -> String.valueOf(lines));
        int printed = 0;
        for (final String line : lines)
        {
            printed += run(line).get(0).isEmpty() ? 0 : 1;
        }
        // Those that write a file, and those that read it, find nothing in this store.
        assertTrue(printed >= lines.size() - 2, printed + " of " + lines.size());
    }
}
