package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.skim.pojo.amqp.AmqpBudget;
import io.skim.pojo.amqp.AmqpNotation;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import java.io.IOException;
import java.util.List;

/**
 * What the decoders of AMQP have in common: a window on the file, a tree of what is in it, the typed notation.
 */
abstract class AmqpDecoder extends Decoder
{
    /** No unit may be longer, since it is held in memory. */
    static final int MAX_LENGTH = 67_108_864;

    final Window window = new Window(MAX_LENGTH);
    final FrameView view = new FrameView();
    final Fault fault = new Fault();
    /** What a file's own reader may print; the library's default is for what comes from the network. */
    static final AmqpBudget BUDGET = AmqpBudget.DEFAULT.withMaxNodes(4_194_304).withMaxBytes(MAX_LENGTH);

    AmqpDecoder(final Console console)
    {
        super(console, MAX_LENGTH);
    }

    /** Prints one value in the typed notation. */
    final void print(final AmqpValue value)
    {
        if (!choice.takes(time))
        {
            return;
        }
        if (console.text)
        {
            console.lines.text(Screen.cut(Screen.printable(i + "  " + value), console.screen.width()) + '\n');
            return;
        }
        console.lines.write(json -> {
            json.writeNumberField("i", i);
            json.writeFieldName("diag");
            json.writeRawValue("");
            AmqpNotation.write(value, new Raw(json));
        });
    }

    /** Prints several values in the typed notation, under a name that tells what they are, behind the members of their place. */
    final void print(final String name, final List<? extends AmqpValue> values, final JsonLines.Members place)
    {
        console.lines.write(json -> {
            json.writeNumberField("i", i);
            place.writeTo(json);
            json.writeObjectFieldStart("diag");
            json.writeFieldName(name);
            json.writeRawValue("");
            AmqpNotation.write(values, new Raw(json));
            json.writeEndObject();
        });
    }

    /** Passes text through. */
    static final class Raw implements Appendable
    {
        private final JsonGenerator json;

        Raw(final JsonGenerator json)
        {
            this.json = json;
        }

        @Override
        public Appendable append(final CharSequence text) throws IOException
        {
            json.writeRaw(text.toString());
            return this;
        }

        @Override
        public Appendable append(final CharSequence text, final int from, final int to) throws IOException
        {
            json.writeRaw(text.toString(), from, to - from);
            return this;
        }

        @Override
        public Appendable append(final char unit) throws IOException
        {
            json.writeRaw(unit);
            return this;
        }
    }
}
