package io.skim.command;

import io.skim.pojo.StoredMessage;
import io.skim.pojo.StoredMessageBuilder;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.store.SegmentReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Prints the messages of segments as lines of JSON. Threads make the lines of parts, without their numbers.
 */
final class StoreDecoder
{
    /** The lines of a part are held in memory. */
    private static final long PART = 4 << 20;
    private static final int PIECE = 4_096;

    private final Console console;
    private final StoreParts parts;
    private final StoreOptions options;
    private long i;

    /** Lines without numbers. */
    private static final class Lines extends PartReading
    {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    }

    StoreDecoder(final Console console, final StoreOptions options, final Strictness strictness)
    {
        this.console = console;
        parts = new StoreParts(console, options, strictness, PART);
        this.options = options;
    }

    void read(final List<String> files)
    {
        parts.read(files, this::lines, this::print);
        console.progress.clear();
    }

    private Lines lines(final SegmentReader reader) throws IOException
    {
        final Lines lines = new Lines();
        final JsonLines json = new JsonLines(lines.text);
        final StoredMessageBuilder builder = new StoredMessageBuilder();
        final CRC32 crc = new CRC32();
        final byte[] piece = new byte[PIECE];
        while (reader.hasNext())
        {
            if (reader.next(StoredMessageBuilder.INTEREST, builder) == Outcome.MALFORMED)
            {
                lines.damaged(reader);
                lines.units++;
            }
            else if (isWanted(message(builder)))
            {
                final StoredMessage message = message(builder);
                final long bodyCrc = crc(reader.frame(), message, crc, piece);
                json.write(line -> {
                    line.writeNumberField("offset", reader.recordOffset());
                    BodyMessages.writeRecord(message, line);
                    line.writeNumberField("bodyLength", message.bodyLength());
                    line.writeNumberField("bodyCrc32", bodyCrc);
                });
                lines.units++;
            }
        }
        json.flush();
        return lines;
    }

    private boolean isWanted(final StoredMessage message)
    {
        if (options.topic() != null && !options.topic().equals(message.topic()))
        {
            return false;
        }
        if (options.key() == null)
        {
            return true;
        }
        final Map<String, String> properties = message.properties();
        return options.hasKey(properties.get("KEYS"), properties.get("UNIQ_KEY"));
    }

    private static StoredMessage message(final StoredMessageBuilder complete)
    {
        return Objects.requireNonNull(complete.message());
    }

    private static long crc(final FrameView frame, final StoredMessage message, final CRC32 crc, final byte... piece)
    {
        crc.reset();
        for (int done = 0; done < message.bodyLength(); done += PIECE)
        {
            final int length = Math.min(PIECE, message.bodyLength() - done);
            frame.getBytes(message.bodyOffset() + done, length, piece, 0);
            crc.update(piece, 0, length);
        }
        return crc.getValue();
    }

    private void print(final Source source, final Lines lines)
    {
        final byte[] text = lines.text.toByteArray();
        int at = 0;
        int damages = 0;
        try
        {
            for (long unit = 0; unit < lines.units; unit++)
            {
                if (damages < lines.damages.size() && lines.damages.get(damages).unit() == unit)
                {
                    console.json.flush();
                    PartReading.report(console, i, lines.damages.get(damages++), source);
                    continue;
                }
                // In JSON a line feed is escaped: this one ends the line.
                int end = at;
                while (text[end] != '\n')
                {
                    end++;
                }
                console.json.write(("{\"i\":" + (i + unit) + ',').getBytes(StandardCharsets.US_ASCII));
                console.json.write(text, at + 1, end - at);
                at = end + 1;
            }
            console.json.flush();
        }
        catch (final IOException e)
        {
            throw new OutputException(e);
        }
        i += lines.units;
        console.progress.update(source.name(), i);
    }
}
