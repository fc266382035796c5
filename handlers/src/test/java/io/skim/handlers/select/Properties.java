package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import io.skim.scan.Cursor;
import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.spi.Cursors;
import io.skim.scan.testing.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Brings properties to selectors: as they are, or in frames.
 */
final class Properties
{
    private Properties()
    {
    }

    /** What a selector says of properties that nobody has to encode, empty ones included. */
    static Verdict verdict(final Selector<RemotingInterest> selector, final Map<String, String> properties)
    {
        final SelectorEvaluator evaluator = new SelectorEvaluator(selector);
        int slot = 0;
        for (final Place place : selector.slots.places)
        {
            final String value = place.where() == Where.PROPERTY ? properties.get(place.name()) : null;
            if (value != null)
            {
                final byte[] text = value.getBytes(StandardCharsets.UTF_8);
                evaluator.onField(slot,
                    Cursors.wrap(new Cursor(), new FrameView().wrap(text), 0, text.length, Kind.TEXT));
            }
            slot++;
        }
        evaluator.onOutcome(Outcome.COMPLETE, new Fault());
        return evaluator.verdict();
    }

    /** The text of properties in a send request. */
    static String text(final Map<String, String> properties)
    {
        final StringBuilder text = new StringBuilder();
        properties.forEach((name, value) -> text.append(name).append('\u0001').append(value).append('\u0002'));
        return text.toString();
    }

    /** A binary send request. */
    static byte[] binary(final Map<String, String> properties)
    {
        return Frames.binary(10, null, "body", "topic", "orders", "properties", text(properties), "queueId", "3");
    }

    /** A JSON send request with one-letter names, as Java writes it. */
    static byte[] json(final Map<String, String> properties)
    {
        return Frames.json("{\"code\":310,\"extFields\":{\"b\":\"orders\",\"i\":" + quoted(text(properties))
            + ",\"e\":\"3\"},\"flag\":0,\"language\":\"GO\",\"opaque\":7,\"serializeTypeCurrentRPC\":\"JSON\","
            + "\"version\":479}");
    }

    private static String quoted(final String text)
    {
        final StringBuilder quoted = new StringBuilder("\"");
        for (final char next : text.toCharArray())
        {
            if (next < 0x20)
            {
                quoted.append(String.format("\\u%04x", (int)next));
            }
            else
            {
                quoted.append(next == '"' || next == '\\' ? "\\" : "").append(next);
            }
        }
        return quoted.append('"').toString();
    }
}
