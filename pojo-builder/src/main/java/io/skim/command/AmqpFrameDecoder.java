package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.amqp.AmqpFrameBuilder;
import io.skim.pojo.amqp.AmqpNotation;
import io.skim.pojo.amqp.AmqpStreamItem;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.amqp.AmqpFrameSplitter;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes AMQP frames, and the protocol headers between them, one of them in memory at a time.
 */
final class AmqpFrameDecoder extends AmqpDecoder
{
    private static final Limits LIMITS = Limits.DEFAULT.withMaxFrameLength(MAX_LENGTH);

    private final AmqpFrameSplitter splitter = new AmqpFrameSplitter(LIMITS);
    private final AmqpFrameBuilder builder;

    AmqpFrameDecoder(final Console console, final Strictness strictness)
    {
        super(console);
        builder = new AmqpFrameBuilder(BUDGET, LIMITS, strictness);
    }

    @Override
    void decode(final HexLines line)
    {
        final AmqpStreamItem item = builder.item(view.wrap(line.bytes(), 0, line.length()));
        if (item == null)
        {
            malformed(line, builder.fault());
        }
        else
        {
            print(item, line.offset());
        }
    }

    @Override
    void decode(final InputStream in) throws IOException
    {
        splitter.reset();
        long bytes = 0;
        while (!splitter.isMalformed())
        {
            beforeRead(in);
            final int read = splitter.read(in);
            if (read < 0)
            {
                break;
            }
            bytes += read;
            frames();
            progress(bytes);
        }
        if (splitter.isMalformed() || !splitter.end())
        {
            malformed(splitter.frameOffset(), splitter.fault(), splitter.fault().offset());
            i++;
        }
    }

    /** Prints or refuses the frames that are there. */
    private void frames()
    {
        while (splitter.next(view))
        {
            final AmqpStreamItem item = builder.item(view);
            if (item == null)
            {
                malformed(splitter.frameOffset(), builder.fault(), splitter.frameOffset() + builder.fault().offset());
            }
            else
            {
                print(item, splitter.frameOffset());
            }
            i++;
        }
    }

    private void print(final AmqpStreamItem item, final long offset)
    {
        console.lines.write((final JsonGenerator json) -> {
            json.writeNumberField("i", i);
            json.writeNumberField("offset", offset);
            json.writeFieldName("diag");
            json.writeRawValue("");
            AmqpNotation.write(item, new Raw(json));
        });
    }
}
