package io.skim.handlers.select;

import io.skim.handlers.select.Place.Where;
import io.skim.scan.Interest;
import io.skim.scan.amqp.AmqpField;
import io.skim.scan.amqp.AmqpInterest;
import io.skim.scan.amqp.AmqpScanner;
import io.skim.scan.records.RecordField;
import io.skim.scan.records.RecordInterest;
import io.skim.scan.records.RecordScanner;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places whose values are wanted, each with a slot: its index. Immutable, but that interests are made when they are
 * first asked for: those of a selector that is only used in a table with others never are, and take kilobytes.
 */
final class SlotTable
{
    static final int NONE = -1;

    final List<Place> places;
    /** Whether of several values for a place the first counts, and not the last. */
    final boolean firstMatchWins;
    /** The form of each slot. */
    final int[] forms;
    /** The next slot that has the same place, in another form. */
    final int[] twins;
    /** How many different places there are, whatever their forms. */
    final int placeCount;

    private final boolean amqp;
    /** Of each slot whether it is the first of its place. */
    private final boolean[] first;
    /** Null as long as nobody has asked for it. */
    private volatile Interest interest;
    /** The same places in stored records; null as long as nobody has asked for them. */
    private volatile RecordInterest recordInterest;

    /**
     * Makes a table.
     *
     * @param places         all different.
     * @param amqp           whether they are of AMQP messages.
     * @param firstMatchWins whether a scan of AMQP messages is to stop once each has a value.
     */
    SlotTable(final List<Place> places, final boolean amqp, final boolean firstMatchWins)
    {
        this.amqp = amqp;
        this.firstMatchWins = firstMatchWins;
        this.places = List.copyOf(places);
        forms = places.stream().mapToInt(Place::form).toArray();
        twins = new int[forms.length];
        first = new boolean[forms.length];
        final Map<Place, Integer> last = new HashMap<>();
        for (int slot = 0; slot < forms.length; slot++)
        {
            twins[slot] = NONE;
            final Integer twin = last.put(places.get(slot).withoutForm(), slot);
            first[slot] = twin == null;
            if (twin != null)
            {
                twins[twin] = slot;
            }
        }
        placeCount = last.size();
    }

    /** Remoting frames' interest, or AMQP messages'; whoever made this table knows which. */
    @SuppressWarnings("unchecked")
    <I extends Interest> I interest()
    {
        final Interest known = interest;
        return (I)(known == null ? newInterest() : known);
    }

    private synchronized Interest newInterest()
    {
        if (interest == null)
        {
            interest = amqp ? messages() : remoting();
        }
        return interest;
    }

    private Interest remoting()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(first.length);
        for (int slot = 0; slot < first.length; slot++)
        {
            final Place place = places.get(slot);
            if (first[slot] && place.where() == Where.FIELD)
            {
                builder.field(RemotingField.valueOf(place.name()), slot);
            }
            else if (first[slot] && place.where() == Where.ENTRY)
            {
                builder.entry(place.name(), slot);
            }
            else if (first[slot])
            {
                builder.property(place.name(), slot);
            }
        }
        // An interest in nothing cannot be built, but a selector may look at nothing.
        return (first.length == 0 ? builder.field(RemotingField.OPAQUE, 0) : builder).build();
    }

    RecordInterest recordInterest()
    {
        final RecordInterest known = recordInterest;
        return known == null ? newRecordInterest() : known;
    }

    private synchronized RecordInterest newRecordInterest()
    {
        if (amqp)
        {
            throw new IllegalStateException("a JMS selector is of AMQP messages and not of stored records");
        }
        if (recordInterest == null)
        {
            recordInterest = records();
        }
        return recordInterest;
    }

    /** Records have the properties, and of the header what they call by the same name. */
    private RecordInterest records()
    {
        final RecordInterest.Builder builder = RecordScanner.interest().ids(first.length);
        // An interest in nothing cannot be built; this id has no slot.
        boolean any = false;
        for (int slot = 0; slot < first.length; slot++)
        {
            final Place place = places.get(slot);
            final RecordField field = place.where() == Where.PROPERTY ? null : RecordNames.field(place);
            if (first[slot] && place.where() == Where.PROPERTY)
            {
                builder.property(place.name(), slot);
                any = true;
            }
            else if (first[slot] && field != null)
            {
                builder.field(field, slot);
                any = true;
            }
        }
        return (any ? builder : builder.field(RecordField.STORE_SIZE, forms.length)).build();
    }

    private Interest messages()
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest().ids(first.length);
        for (int slot = 0; slot < first.length; slot++)
        {
            final Place place = places.get(slot);
            if (first[slot] && place.where() == Where.AMQP_FIELD)
            {
                builder.field(place.name(), slot);
            }
            else if (first[slot] && place.where() == Where.AMQP_PROPERTY)
            {
                builder.property(place.name(), slot);
            }
            else if (first[slot])
            {
                builder.messageAnnotation(place.name(), slot);
            }
        }
        if (firstMatchWins && first.length <= Long.SIZE)
        {
            // An interest knows no more of them; a scan for more goes on to the end.
            builder.firstMatchWins();
        }
        return (first.length == 0 ? builder.field(AmqpField.DURABLE, 0) : builder).build();
    }

    int size()
    {
        return forms.length;
    }
}
