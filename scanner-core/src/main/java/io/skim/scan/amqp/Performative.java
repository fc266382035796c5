package io.skim.scan.amqp;

import io.skim.bytes.FormatCodes;
import io.skim.bytes.Kinds;
import io.skim.bytes.NameTable;
import io.skim.scan.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The performatives, in the order of their descriptors' codes. A field has an index in the list, from 0, and the standard's name.
 *
 * @see "OASIS AMQP 1.0, part 2 (transport), section 2.7, and part 5 (security), section 5.3.3"
 */
public enum Performative
{
    /** Negotiates a connection's parameters. */
    OPEN(0x10, "container-id:string! hostname:string max-frame-size:uint channel-max:ushort idle-time-out:uint "
        + "outgoing-locales:symbol[] incoming-locales:symbol[] offered-capabilities:symbol[] "
        + "desired-capabilities:symbol[] properties:map"),
    /** Begins a session on a channel. */
    BEGIN(0x11, "remote-channel:ushort next-outgoing-id:uint! incoming-window:uint! outgoing-window:uint! "
        + "handle-max:uint offered-capabilities:symbol[] desired-capabilities:symbol[] properties:map"),
    /** Attaches a link to a session. */
    ATTACH(0x12,
        "name:string! handle:uint! role:boolean! snd-settle-mode:ubyte rcv-settle-mode:ubyte source:* target:* "
            + "unsettled:map incomplete-unsettled:boolean initial-delivery-count:uint max-message-size:ulong "
            + "offered-capabilities:symbol[] desired-capabilities:symbol[] properties:map"),
    /** Updates the state of a link or session. */
    FLOW(0x13, "next-incoming-id:uint incoming-window:uint! next-outgoing-id:uint! outgoing-window:uint! handle:uint "
        + "delivery-count:uint link-credit:uint available:uint drain:boolean echo:boolean properties:map"),
    /** Transfers a message or part of one, in the payload after it. */
    TRANSFER(0x14, "handle:uint! delivery-id:uint delivery-tag:binary message-format:uint settled:boolean more:boolean "
        + "rcv-settle-mode:ubyte state:* resume:boolean aborted:boolean batchable:boolean"),
    /** States the state of deliveries. */
    DISPOSITION(0x15, "role:boolean! first:uint! last:uint settled:boolean state:* batchable:boolean"),
    /** Detaches a link. */
    DETACH(0x16, "handle:uint! closed:boolean error:*"),
    /** Ends a session. */
    END(0x17, "error:*"),
    /** Closes a connection. */
    CLOSE(0x18, "error:*"),
    /** SASL: the mechanisms that the server offers. */
    SASL_MECHANISMS(0x40, "sasl-server-mechanisms:symbol[]!"),
    /** SASL: the mechanism that the client chooses. */
    SASL_INIT(0x41, "mechanism:symbol! initial-response:binary hostname:string"),
    /** SASL: a challenge. */
    SASL_CHALLENGE(0x42, "challenge:binary!"),
    /** SASL: the response to the challenge. */
    SASL_RESPONSE(0x43, "response:binary!"),
    /** SASL: the result. */
    SASL_OUTCOME(0x44, "code:ubyte! additional-data:binary");

    /** The number of ids that {@link AmqpFrameInterest.Builder#everything()} gives, so also the first id after them. */
    public static final int ID_COUNT;

    private static final int FIRST_SASL = 0x40;
    private static final Performative[] ALL = values();
    private static final Performative[] BY_CODE = new Performative[ALL[ALL.length - 1].code + 1];
    private static final Map<String, Performative> NAMES = new HashMap<>();
    private static final NameTable SYMBOLS;
    /** The ids of the first fields, by ordinal. A performative's own id follows the id of its last field. */
    private static final int[] FIRST_IDS = new int[ALL.length];
    /** By id, of performatives and of their fields; null for the ids of {@link AmqpFrameField}. */
    private static final Performative[] BY_ID;

    /** The kinds that each field may have, one bit for each. */
    final long[] kinds;
    final int mandatory;
    final int multiple;

    private final int code;
    private final String performativeName;
    private final List<String> fieldNames;

    static
    {
        final Map<String, Integer> symbols = new HashMap<>();
        int ids = AmqpFrameField.values().length;
        for (final Performative performative : ALL)
        {
            FIRST_IDS[performative.ordinal()] = ids;
            ids += performative.kinds.length + 1;
            BY_CODE[performative.code] = performative;
            NAMES.put(performative.performativeName, performative);
            symbols.put(performative.symbol(), performative.ordinal());
        }
        SYMBOLS = new NameTable(symbols);
        ID_COUNT = ids;
        BY_ID = new Performative[ids];
        for (final Performative performative : ALL)
        {
            Arrays.fill(BY_ID, performative.id(0), performative.id() + 1, performative);
        }
    }

    Performative(final int code, final String fields)
    {
        this.code = code;
        performativeName = name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        final String[] all = fields.split(" ");
        final String[] names = new String[all.length];
        kinds = new long[all.length];
        int mandatoryOnes = 0;
        int multipleOnes = 0;
        for (int i = 0; i < all.length; i++)
        {
            final int colon = all[i].indexOf(':');
            names[i] = all[i].substring(0, colon);
            kinds[i] = kinds(all[i].substring(colon + 1).replaceAll("[^a-z*]", ""));
            mandatoryOnes |= all[i].endsWith("!") ? 1 << i : 0;
            multipleOnes |= all[i].contains("[]") ? 1 << i : 0;
        }
        fieldNames = List.of(names);
        mandatory = mandatoryOnes;
        multiple = multipleOnes;
    }

    private static long kinds(final String type)
    {
        long kinds = 0;
        for (int code = 0; code <= 0xFF; code++)
        {
            kinds |= type.equals(FormatCodes.typeName(code)) ? 1L << FormatCodes.kind(code) : 0;
        }
        // All sources, targets, states and errors are composite types.
        return kinds == 0 ? 1L << Kinds.DESCRIBED : kinds;
    }

    /**
     * {@return the performative of a numeric descriptor, null if there is none}
     *
     * @param code the descriptor as a ulong.
     */
    public static @Nullable Performative of(final long code)
    {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[(int)code] : null;
    }

    /**
     * {@return the performative of a symbolic descriptor, null if there is none}
     *
     * @param array  that holds the symbol; seven bytes must precede it.
     * @param from   index of its first byte.
     * @param length in bytes.
     */
    static @Nullable Performative of(final byte[] array, final int from, final int length)
    {
        final int ordinal = SYMBOLS.find(array, from, length);
        return ordinal < 0 ? null : ALL[ordinal];
    }

    /**
     * Finds a performative by its name.
     *
     * @param name from the standard: {@code sasl-init}.
     * @return the performative.
     * @throws IllegalArgumentException if no performative has this name; the message lists the names.
     */
    public static Performative named(final String name)
    {
        final Performative performative = NAMES.get(name);
        if (performative == null)
        {
            throw new IllegalArgumentException("there is no performative \"" + name + "\", but " + String.join(", ",
                new TreeSet<>(NAMES.keySet())));
        }
        return performative;
    }

    static boolean isName(final String name)
    {
        return NAMES.containsKey(name);
    }

    /** {@return the numeric descriptor, a ulong} */
    public int code()
    {
        return code;
    }

    /** {@return the symbolic descriptor, for example {@code amqp:open:list}} */
    public String symbol()
    {
        return "amqp:" + performativeName + ":list";
    }

    /** {@return the standard's name, for example {@code sasl-init}} */
    public String performativeName()
    {
        return performativeName;
    }

    /**
     * The type of the frames that may contain it.
     *
     * @return {@link AmqpFrameReader#TYPE_AMQP} or {@link AmqpFrameReader#TYPE_SASL}.
     */
    public int frameType()
    {
        return code < FIRST_SASL ? AmqpFrameReader.TYPE_AMQP : AmqpFrameReader.TYPE_SASL;
    }

    /** {@return the names of its fields in the order of the list, unmodifiable} */
    public List<String> fieldNames()
    {
        return fieldNames;
    }

    /** {@return the greatest number of its fields, from 1 to 14} */
    public int fieldCount()
    {
        return kinds.length;
    }

    /**
     * Finds a field by its name.
     *
     * @param name from the standard: {@code delivery-id}.
     * @return its index in the list, from 0.
     * @throws IllegalArgumentException if no field has this name; the message lists the names.
     */
    public int fieldIndex(final String name)
    {
        final int index = fieldNames.indexOf(name);
        if (index < 0)
        {
            throw new IllegalArgumentException(performativeName + " has no field \"" + name + "\", but " + String.join(
                ", ", fieldNames));
        }
        return index;
    }

    boolean isMandatory(final int index)
    {
        return (mandatory >>> java.util.Objects.checkIndex(index, kinds.length) & 1) != 0;
    }

    boolean isMultiple(final int index)
    {
        return (multiple >>> java.util.Objects.checkIndex(index, kinds.length) & 1) != 0;
    }

    /**
     * Whether a field may have a value of a kind: the kind of its type; null unless it is mandatory; an array if it may have
     * several values.
     *
     * @param index of the field, from 0.
     * @param kind  of a value.
     * @return true if it may.
     * @throws IndexOutOfBoundsException if there is no such field.
     */
    public boolean allows(final int index, final Kind kind)
    {
        return (kinds[index] >>> kind.ordinal() & 1) != 0 || kind == Kind.NULL && !isMandatory(index)
            || kind == Kind.ARRAY && isMultiple(index);
    }

    /**
     * {@return the id that {@link AmqpFrameInterest.Builder#everything()} gives to the performative, above those of
     * {@link AmqpFrameField}}
     */
    public int id()
    {
        return id(kinds.length);
    }

    /**
     * {@return the id that {@link AmqpFrameInterest.Builder#everything()} gives to a field, above those of
     * {@link AmqpFrameField}}
     *
     * @param index of the field, from 0.
     */
    public int id(final int index)
    {
        return FIRST_IDS[ordinal()] + index;
    }

    /**
     * The performative to which, or to a field of which, {@link AmqpFrameInterest.Builder#everything()} gave an id;
     * {@link #fieldOfId} gives the field.
     *
     * @param id from a callback.
     * @return the performative, or null if the id belongs to {@link AmqpFrameField}.
     * @throws IndexOutOfBoundsException if nothing has this id.
     */
    public static @Nullable Performative ofId(final int id)
    {
        return BY_ID[id];
    }

    /**
     * The field of an id that {@link AmqpFrameInterest.Builder#everything()} gave.
     *
     * @param id from a callback.
     * @return the field's index in the list, or -1 if the id belongs to a performative itself or to {@link AmqpFrameField}.
     * @throws IndexOutOfBoundsException if nothing has this id.
     */
    public static int fieldOfId(final int id)
    {
        final Performative performative = BY_ID[id];
        return performative == null || performative.id() == id ? -1 : id - performative.id(0);
    }
}
