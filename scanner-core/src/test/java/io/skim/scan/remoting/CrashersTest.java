package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.scan.testing.Agreement;
import io.skim.scan.testing.Frames;
import io.skim.scan.testing.Surroundings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Frames that were once read wrongly, in {@code src/test/resources/crashers}; the name of a file tells what it is.
 */
class CrashersTest
{
    static List<Path> crashers() throws IOException, URISyntaxException
    {
        try (Stream<Path> files = Files.list(Path.of(CrashersTest.class.getResource("/crashers").toURI())))
        {
            return files.filter(file -> file.toString().endsWith(".hex")).sorted().collect(Collectors.toList());
        }
    }

    @ParameterizedTest
    @MethodSource("crashers")
    void isReadAsTheReferenceDoesOrRefused(final Path crasher) throws IOException
    {
        final byte[] frame = Frames.hex(Files.readString(crasher).strip());
        new Agreement().check(frame);
        new Surroundings().check(frame);
    }

    @Test
    void thereAreSome() throws IOException, URISyntaxException
    {
        assertTrue(crashers().size() >= 2);
    }
}
