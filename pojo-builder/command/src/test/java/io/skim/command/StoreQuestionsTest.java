package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Segments;
import io.skim.scan.testing.Settings;
import io.skim.scan.testing.StoreQuestions;
import io.skim.scan.testing.StoreQuestions.Question;
import io.skim.scan.testing.StoredRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command answers generated questions about a store as the reference's messages do. Spark and Flink answer the same questions
 * in the tests of their modules.
 */
class StoreQuestionsTest
{
    private static final int QUESTIONS = 60;

    @Test
    void theMessagesThatAreFilteredAreThoseOfTheReference(@TempDir final Path folder) throws IOException
    {
        final byte[] segment = Segments.of(StoredRecords.records(new Random(5), 900), 0);
        final Path store = Files.createDirectories(folder.resolve("commitlog"));
        Files.write(store.resolve("00000000000000000000"), segment);
        final StoreQuestions questions = new StoreQuestions(new Random(Settings.seed()), segment);
        int selective = 0;
        for (int i = 0; i < QUESTIONS; i++)
        {
            final Question question = questions.next();
            final String told = question.where() + " -Dskim.seed=" + Settings.seed();
            final List<String> answer = questions.answer(question);
            final Run count = Run.skim("filter", "--format", "commitlog", "--where", question.where(), "--count", store
                .toString());
            assertEquals(List.of(String.valueOf(answer.size())), count.out, () -> told + count.err);
            final Path found = folder.resolve("found.records");
            Files.deleteIfExists(found);
            Run.skim("filter", "--format", "commitlog", "--where", question.where(), "-o", found.toString(), store
                .toString());
            assertEquals(questions.wholeRecords(question), StoreQuestions.decoded(Run.skim("decode", "--format",
                "commitlog", found.toString()).out), told);
            selective += !answer.isEmpty() && answer.size() < questions.count() ? 1 : 0;
        }
        assertTrue(selective > QUESTIONS / 3, selective + " of " + QUESTIONS);
    }
}
