package io.skim.scan.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the captures of real traffic: those in the repository, and all of them where they lie beside the checkout.
 */
public final class Captures
{
    private Captures()
    {
    }

    /**
     * The root of the checkout, whichever module the tests run in.
     *
     * @return the folder that holds {@code docs/captures}.
     */
    public static Path root()
    {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs/captures")))
        {
            folder = folder.getParent();
            if (folder == null)
            {
                throw new IllegalStateException("docs/captures was not found above " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    /**
     * Captures of remoting frames.
     *
     * @return files that hold concatenated frames, in order of name.
     */
    public static List<Path> remoting()
    {
        return Stream.of(root().resolve("docs/captures"), root().resolve("../shared/captures").normalize()).filter(
            Files::isDirectory).flatMap(Captures::frames).sorted().collect(Collectors.toList());
    }

    private static Stream<Path> frames(final Path folder)
    {
        try (Stream<Path> files = Files.list(folder))
        {
            return files.filter(file -> file.getFileName().toString().matches("(rocketmq-.*|sample)\\.frames")).collect(
                Collectors.toList()).stream();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
