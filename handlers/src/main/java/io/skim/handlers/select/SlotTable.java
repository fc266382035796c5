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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declared places; the index of a place is its slot. Immutable. Interests are made at the first call that needs them, because
 * they take kilobytes, and a selector that is used only in a table with others does not need its own.
 */
final class SlotTable
{
    static final int NONE = -1;
    /** Without places, to evaluate constants. */
    static final SlotTable EMPTY = new SlotTable(List.of(), false, false);

    final List<Place> places;
    /** Whether the first of several values for a place counts, not the last. */
    final boolean firstMatchWins;
    /** The form of each slot. */
    final int[] forms;
    /** The next slot that has the same place, in another form. */
    final int[] twins;
    /** The first slot of each of the places that differ in more than their form. */
    final int[] first;

    final boolean amqp;
    /** Null until it is first needed. */
    private volatile @Nullable Interest interest;
    /** The interest for the same places in stored records; null until it is first needed. */
    private volatile @Nullable RecordInterest recordInterest;

    /**
     * Makes a table.
     *
     * @param places         without duplicates.
     * @param amqp           whether they are places in AMQP messages.
     * @param firstMatchWins whether a scan of AMQP messages stops when each place has a value.
     */
    SlotTable(final List<Place> places, final boolean amqp, final boolean firstMatchWins)
    {
        this.amqp = amqp;
        this.firstMatchWins = firstMatchWins;
        this.places = List.copyOf(places);
        forms = places.stream().mapToInt(Place::form).toArray();
        twins = new int[forms.length];
        final List<Integer> firsts = new ArrayList<>();
        final Map<Place, Integer> last = new HashMap<>();
        for (int slot = 0; slot < forms.length; slot++)
        {
            twins[slot] = NONE;
            final Integer twin = last.put(places.get(slot).withoutForm(), slot);
            if (twin == null)
            {
                firsts.add(slot);
            }
            else
            {
                twins[twin] = slot;
            }
        }
        first = IndexedValue.ints(firsts);
    }

    /** The interest of remoting frames or of AMQP messages; the caller knows which one. */
    @SuppressWarnings("unchecked")
    <I extends Interest> I interest()
    {
        Interest known = interest;
        if (known == null)
        {
            // Threads that come at once make one each, which are equal.
            known = amqp ? messages() : remoting();
            interest = known;
        }
        return (I)known;
    }

    private Interest remoting()
    {
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(forms.length);
        for (final int slot : first)
        {
            final Place place = places.get(slot);
            switch (place.where())
            {
                case FIELD -> builder.field(RemotingField.valueOf(place.name()), slot);
                case ENTRY -> builder.entry(place.name(), slot);
                default -> builder.property(place.name(), slot);
            }
        }
        // An interest without declarations cannot be built, but a selector may need no value.
        return (first.length == 0 ? builder.field(RemotingField.OPAQUE, 0) : builder).build();
    }

    RecordInterest recordInterest()
    {
        if (amqp)
        {
            throw new IllegalStateException("a JMS selector is of AMQP messages and not of stored records");
        }
        RecordInterest known = recordInterest;
        if (known == null)
        {
            known = records();
            recordInterest = known;
        }
        return known;
    }

    /** Records have the properties, and the fields of the header that have the same name in records. */
    private RecordInterest records()
    {
        final RecordInterest.Builder builder = RecordScanner.interest().ids(forms.length);
        // An interest without declarations cannot be built; this id has no slot.
        boolean any = false;
        for (final int slot : first)
        {
            final Place place = places.get(slot);
            final boolean isProperty = place.where() == Where.PROPERTY;
            final RecordField field = isProperty ? null : RemotingNames.recordField(place);
            if (isProperty)
            {
                builder.property(place.name(), slot);
            }
            else if (field != null)
            {
                builder.field(field, slot);
            }
            any |= isProperty || field != null;
        }
        return (any ? builder : builder.field(RecordField.STORE_SIZE, forms.length)).build();
    }

    private Interest messages()
    {
        final AmqpInterest.Builder builder = AmqpScanner.interest().ids(forms.length).lastSectionWins();
        for (final int slot : first)
        {
            final Place place = places.get(slot);
            switch (place.where())
            {
                case AMQP_FIELD -> builder.field(place.name(), slot);
                case AMQP_PROPERTY -> builder.property(place.name(), slot);
                default -> builder.entry(AmqpField.MESSAGE_ANNOTATIONS, place.name(), slot);
            }
        }
        if (firstMatchWins && forms.length <= Long.SIZE)
        {
            // With first match wins an interest has at most 64 ids; with more places the scan reads the whole message.
            builder.firstMatchWins();
        }
        return (first.length == 0 ? builder.field(AmqpField.DURABLE, 0) : builder).build();
    }

    int size()
    {
        return forms.length;
    }
}
