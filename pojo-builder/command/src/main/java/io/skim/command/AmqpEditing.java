package io.skim.command;

import io.skim.handlers.patch.AmqpEditValue;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.scan.amqp.AmqpField;
import java.nio.charset.StandardCharsets;

/**
 * The edits of a command line, of AMQP messages: names as {@code header.ttl} and {@code message-annotations.KEY}, and
 * values as plain text or in the typed notation.
 */
final class AmqpEditing
{
    private static final String NAMES = "header.FIELD, delivery-annotations.KEY or message-annotations.KEY";
    private static final long GREATEST_TTL = 0xFFFF_FFFFL;

    private final AmqpEdits.Builder builder = AmqpEdits.builder();
    private final boolean bareMessageAllowed;

    /**
     * Begins a list.
     *
     * @param allowBareMessage whether properties and application properties may be named.
     */
    AmqpEditing(final boolean allowBareMessage)
    {
        bareMessageAllowed = allowBareMessage;
        if (allowBareMessage)
        {
            builder.allowBareMessage();
        }
    }

    AmqpEdits build()
    {
        return builder.build();
    }

    /** The section of a name. */
    private AmqpField section(final String name)
    {
        final int dot = name.indexOf('.');
        final String section = dot < 0 ? name : name.substring(0, dot);
        switch (section)
        {
            case "header", "delivery-annotations", "message-annotations":
                break;
            case "properties", "application-properties":
                if (!bareMessageAllowed)
                {
                    throw new IllegalArgumentException(section
                        + " belongs to the bare message, which is immutable in transit; --allow-bare-message"
                        + " lets it be changed all the same");
                }
                break;
            default:
                throw new IllegalArgumentException("of an AMQP message NAME is " + NAMES + ", not '" + name + "'");
        }
        if (dot < 0 || dot == name.length() - 1)
        {
            throw new IllegalArgumentException("behind '" + section + "' a dot and a name are missing");
        }
        return AmqpField.named(section);
    }

    private static boolean isMap(final AmqpField section)
    {
        return section != AmqpField.HEADER && section != AmqpField.PROPERTIES;
    }

    private static String key(final String name)
    {
        return name.substring(name.indexOf('.') + 1);
    }

    private static AmqpField field(final AmqpField section, final String name)
    {
        try
        {
            return AmqpField.named(name);
        }
        catch (final IllegalArgumentException e)
        {
            throw new IllegalArgumentException("the " + section.fieldName() + " has no field '" + key(name) + "'");
        }
    }

    /** Sets a field, or an entry of a map. */
    void set(final String name, final String text)
    {
        final AmqpField section = section(name);
        if (isMap(section))
        {
            builder.set(section, key(name), value(text));
        }
        else if (text.startsWith("{"))
        {
            builder.set(field(section, name), TypedNotation.read(text));
        }
        else
        {
            setField(field(section, name), text);
        }
    }

    /** Adds an entry to a map if it is not there. */
    void add(final String name, final String text)
    {
        builder.add(map(name), key(name), value(text));
    }

    /** Sets an entry of a map if it is there. */
    void replace(final String name, final String text)
    {
        builder.replace(map(name), key(name), value(text));
    }

    /** The section of a name, which has entries. */
    private AmqpField map(final String name)
    {
        final AmqpField section = section(name);
        if (!isMap(section))
        {
            throw new IllegalArgumentException("fields of the " + section.fieldName()
                + " are always there: --set gives one a value");
        }
        return section;
    }

    private static AmqpEditValue value(final String text)
    {
        return text.startsWith("{") ? TypedNotation.read(text) : AmqpEditValue.ofString(text);
    }

    private void setField(final AmqpField field, final String text)
    {
        switch (field)
        {
            case DURABLE, FIRST_ACQUIRER -> builder.set(field, AmqpEditValue.ofBoolean(TypedNotation.bool(text)));
            case PRIORITY -> builder.set(field, AmqpEditValue.ofUbyte((int)number(field, text, 0, 0xFF)));
            // In four octets, so that the next hop can count it down in place.
            case TTL -> builder.ttl(number(field, text, 0, GREATEST_TTL));
            case DELIVERY_COUNT, GROUP_SEQUENCE -> builder.set(field, AmqpEditValue.ofUint(number(field, text, 0,
                GREATEST_TTL)));
            case ABSOLUTE_EXPIRY_TIME, CREATION_TIME -> builder.set(field, AmqpEditValue.ofTimestamp(number(field, text,
                Long.MIN_VALUE, Long.MAX_VALUE)));
            case CONTENT_TYPE, CONTENT_ENCODING -> builder.set(field, AmqpEditValue.ofSymbol(text));
            case USER_ID -> builder.set(field, AmqpEditValue.ofBinary(text.getBytes(StandardCharsets.UTF_8)));
            default -> builder.set(field, AmqpEditValue.ofString(text));
        }
    }

    private static long number(final AmqpField field, final String text, final long least, final long greatest)
    {
        try
        {
            final long number = Long.parseLong(text);
            if (number >= least && number <= greatest)
            {
                return number;
            }
        }
        catch (final NumberFormatException e)
        {
            // Said below.
        }
        throw new IllegalArgumentException(field.fieldName() + " is a number from " + least + " to " + greatest
            + ", not '" + text + "'");
    }

    /** Unsets a field, or removes an entry of a map. */
    void remove(final String name)
    {
        final AmqpField section = section(name);
        if (isMap(section))
        {
            builder.remove(section, key(name));
        }
        else
        {
            builder.unset(field(section, name));
        }
    }

    /** Gives an entry of a map another key. */
    void rename(final String name, final String newName)
    {
        final AmqpField section = section(name);
        if (!isMap(section))
        {
            throw new IllegalArgumentException("fields of the " + section.fieldName()
                + " have their places and cannot be renamed");
        }
        if (section(newName) != section)
        {
            throw new IllegalArgumentException("an entry stays in its section: --rename " + name + "=" + section
                .fieldName() + ".NEW");
        }
        builder.rename(section, key(name), key(newName));
    }
}
