package io.skim.command;

import io.skim.command.AmqpFrameDecoder.Shown;
import io.skim.pojo.amqp.AmqpComposite;
import io.skim.pojo.amqp.AmqpFrameTree;
import io.skim.pojo.amqp.AmqpMessage;
import io.skim.pojo.amqp.AmqpMessageBuilder;
import io.skim.pojo.amqp.AmqpSchemaException;
import io.skim.pojo.amqp.AmqpUuid;
import io.skim.pojo.amqp.AmqpValue;
import io.skim.scan.FrameView;
import io.skim.scan.Strictness;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Follows messages through all AMQP connections: the transfers that carry them, and the dispositions of their deliveries.
 * A message is known when all its transfers have come; then they are shown together.
 */
final class AmqpTrail
{
    /** In bytes, of messages that are not complete; then the oldest is given up. */
    static final int MOST_GATHERED = 64 << 20;
    /** Of ids and of deliveries. */
    private static final int MOST = 16_384;
    /** In bytes, what a transfer takes besides its payload, about. */
    private static final int OVERHEAD = 1_024;

    private final Wanted wanted;
    private final Set<String> ids = new HashSet<>();
    private final AmqpMessageBuilder builder = new AmqpMessageBuilder(AmqpDecoder.BUDGET, Strictness.LENIENT);
    private final FrameView view = new FrameView();
    private final LinkedHashMap<Link, Gathered> open = new LinkedHashMap<>();
    private final Map<Session, TreeSet<Long>> followed = new HashMap<>();
    private int deliveries;
    private long gathered;

    private record Session(long stream, int channel)
    {
    }

    private record Link(Session session, long handle)
    {
    }

    /** A delivery that is not complete. */
    private static final class Gathered
    {
        private final List<Shown> frames = new ArrayList<>();
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();
        private long id = -1;

        long held()
        {
            return message.size() + (long)frames.size() * OVERHEAD;
        }
    }

    AmqpTrail(final Wanted wanted)
    {
        this.wanted = wanted;
        if (wanted.key() != null)
        {
            ids.add(wanted.key());
        }
    }

    /** Takes a frame, and gives those that are to be shown now. */
    List<Shown> take(final Shown shown)
    {
        final AmqpLinks.Event event = shown.event();
        if (event == null || event.performative == null)
        {
            return List.of();
        }
        final Session session = new Session(shown.source().stream(), event.channel);
        switch (event.performative)
        {
            case "transfer":
                return transfer(shown, event, (AmqpFrameTree)shown.item(), session);
            case "disposition":
                return settles(event) ? List.of(shown) : List.of();
            case "detach":
                giveUp(new Link(session, event.fields().getLong("handle", -1)));
                return List.of();
            case "begin", "end":
                open.keySet().stream().filter(link -> link.session.equals(session)).toList().forEach(this::giveUp);
                if ("begin".equals(event.performative))
                {
                    forget(session);
                }
                return List.of();
            default:
                return List.of();
        }
    }

    /** Another session of the channel begins, which numbers its deliveries anew. */
    private void forget(final Session session)
    {
        final TreeSet<Long> settled = followed.remove(session);
        deliveries -= settled == null ? 0 : settled.size();
    }

    private void giveUp(final Link link)
    {
        final Gathered delivery = open.remove(link);
        gathered -= delivery == null ? 0 : delivery.held();
    }

    private List<Shown> transfer(final Shown shown, final AmqpLinks.Event event, final AmqpFrameTree frame,
        final Session session)
    {
        final Link link = new Link(session, event.fields().getLong("handle", -1));
        final Gathered delivery = open.computeIfAbsent(link, key -> new Gathered());
        gathered -= delivery.held();
        delivery.id = event.deliveryId >= 0 ? event.deliveryId : delivery.id;
        delivery.frames.add(shown);
        delivery.message.writeBytes(frame.payload().toBytes());
        gathered += delivery.held();
        if (!event.fields().getBoolean("more", false) || event.fields().getBoolean("aborted", false))
        {
            giveUp(link);
            return isFollowed(delivery) ? follow(session, delivery) : List.of();
        }
        while (gathered > MOST_GATHERED)
        {
            giveUp(open.keySet().iterator().next());
        }
        return List.of();
    }

    private List<Shown> follow(final Session session, final Gathered delivery)
    {
        if (deliveries == MOST)
        {
            final Iterator<TreeSet<Long>> any = followed.values().iterator();
            deliveries -= any.next().size();
            any.remove();
        }
        deliveries += followed.computeIfAbsent(session, key -> new TreeSet<>()).add(delivery.id) ? 1 : 0;
        return delivery.frames;
    }

    private boolean isFollowed(final Gathered delivery)
    {
        final byte[] bytes = delivery.message.toByteArray();
        final AmqpMessage message = builder.message(view.wrap(bytes, 0, bytes.length));
        try
        {
            return message != null && isFollowed(message);
        }
        catch (final AmqpSchemaException e)
        {
            // A message whose properties are none has no id.
            return false;
        }
    }

    /** Whether a message is one of those; learns its id. */
    private boolean isFollowed(final AmqpMessage message)
    {
        final AmqpComposite properties = message.section("properties");
        final String id = text(properties, "message-id");
        final String correlation = text(properties, "correlation-id");
        final AmqpValue property = wanted.name() == null ? null : message.applicationProperty(wanted.name());
        final boolean followed = ids.contains(id) || ids.contains(correlation)
            || property != null && text(property).equals(wanted.value());
        if (followed && id != null && ids.size() < MOST)
        {
            ids.add(id);
        }
        return followed;
    }

    private static @Nullable String text(final @Nullable AmqpComposite properties, final String name)
    {
        return properties == null || !properties.isSet(name) ? null : text(properties.get(name));
    }

    private static String text(final AmqpValue value)
    {
        return value instanceof AmqpUuid uuid ? uuid.value().toString() : AmqpNames.plain(value);
    }

    private boolean settles(final AmqpLinks.Event event)
    {
        final TreeSet<Long> deliveries = followed.get(new Session(event.sender, event.senderChannel));
        final long last = event.fields().getLong("last", event.deliveryId);
        if (deliveries == null || last >= event.deliveryId)
        {
            return deliveries != null && !deliveries.subSet(event.deliveryId, true, last, true).isEmpty();
        }
        // Over the greatest number.
        return deliveries.ceiling(event.deliveryId) != null || deliveries.floor(last) != null;
    }
}
