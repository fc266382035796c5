package io.skim.store.rows;

import io.skim.store.StoreFiles;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells which files of a folder are read, by their names below it: in a store those that have the name of a segment, else all that
 * are not hidden. A folder with other files alone would be an empty table, so it tells of them. One thread at a time.
 */
public final class FolderFiles
{
    private final RowKind kind;
    private final String folder;
    private int wanted;
    private int passedOver;
    private int others;
    /** The first one that was left out; of segments whose names have an ending, if there are any. */
    private @Nullable String leftOut;

    /**
     * Begins with no file.
     *
     * @param kind   what the files hold.
     * @param folder its name, to be told.
     */
    public FolderFiles(final RowKind kind, final String folder)
    {
        this.kind = kind;
        this.folder = folder;
    }

    /** Takes a file that is read whatever its name is, because a path names it. */
    public void addNamed()
    {
        wanted++;
    }

    /**
     * Takes a file that was found in the folder.
     *
     * @param name of the file below the folder, with {@code /} in front of it and between names.
     * @return whether it is read.
     */
    public boolean isRead(final String name)
    {
        if (kind == RowKind.COMMIT_LOG ? StoreFiles.isSegment(name) : !name.contains("/_") && !name.contains("/."))
        {
            wanted++;
            return true;
        }
        if (kind == RowKind.COMMIT_LOG && StoreFiles.isPassedOver(name))
        {
            leftOut = passedOver == 0 ? name : leftOut;
            passedOver++;
        }
        else
        {
            leftOut = passedOver + others == 0 ? name : leftOut;
            others++;
        }
        return false;
    }

    /**
     * Tells of files that were left out, when all were found.
     *
     * @param warnings takes a sentence if the names of some segments have an ending, or if nothing is read.
     * @throws IOException if the names of all segments have an ending, as compressed ones have; the message has the name of one.
     */
    public void end(final Consumer<String> warnings) throws IOException
    {
        if (passedOver > 0 && wanted == 0)
        {
            throw new IOException(folder + ": the names of all segments have an ending, " + leftOut
                + " for example: decompress or rename what is to be read");
        }
        if (passedOver > 0)
        {
            warnings.accept(folder + ": " + passedOver + " segments are not read, as their names have an ending, "
                + leftOut + " for example: decompress or rename what is to be read.");
        }
        else if (wanted + others == 0)
        {
            warnings.accept(folder + ": there is no file in it.");
        }
        else if (wanted == 0)
        {
            warnings.accept(folder + ": none of " + others + " files is read, " + leftOut + " for example: "
                + (kind == RowKind.COMMIT_LOG ? "no name is that of a segment. The option kind tells what files hold."
                    : "they are hidden."));
        }
    }
}
