package io.skim.scan.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    /** {@return the captures of remoting frames that are part of this project, and no others} */
    public static List<Path> shipped()
    {
        final Path folder = root().resolve("docs/captures");
        return remoting().stream().filter(file -> file.startsWith(folder)).collect(Collectors.toList());
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

    /**
     * Some frames of all captures, as varied as their shapes are: encoding, code, and names of ext fields.
     *
     * @param count  how many at most.
     * @param length of the longest in bytes.
     * @return frames, the same ones each time.
     */
    public static List<byte[]> sample(final int count, final int length)
    {
        final Map<String, byte[]> shapes = new LinkedHashMap<>();
        for (final Path capture : remoting())
        {
            try
            {
                for (final byte[] frame : Frames.cut(Files.readAllBytes(capture)))
                {
                    if (frame.length <= length)
                    {
                        final HeaderRecord header = Reference.decode(frame);
                        shapes.putIfAbsent(frame[4] + " " + header.code + header.language + (header.remark == null)
                            + (header.extFields == null ? null : header.extFields.keySet()), frame);
                    }
                }
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(e);
            }
        }
        final List<byte[]> all = new ArrayList<>(shapes.values());
        Collections.shuffle(all, new Random(1));
        return all.subList(0, Math.min(count, all.size()));
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
