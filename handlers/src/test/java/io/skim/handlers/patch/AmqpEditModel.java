package io.skim.handlers.patch;

import io.skim.scan.amqp.AmqpField;
import io.skim.scan.testing.AmqpNode;
import io.skim.scan.testing.AmqpStrict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** The same edits as a list has, made plainly on trees. */
final class AmqpEditModel
{
    static final String[] KEYS = {"", "a", "topic", "TAGS", "x-opt-trace", "orders", "new", "n".repeat(300)};
    private static final int HEADER = 0;
    private static final int PROPERTIES = 3;
    private static final AmqpField[] HEADER_FIELDS = {AmqpField.DURABLE, AmqpField.PRIORITY, AmqpField.TTL,
        AmqpField.FIRST_ACQUIRER, AmqpField.DELIVERY_COUNT};
    private static final AmqpField[] PROPERTIES_FIELDS = {AmqpField.MESSAGE_ID, AmqpField.USER_ID, AmqpField.TO,
        AmqpField.SUBJECT, AmqpField.REPLY_TO, AmqpField.CORRELATION_ID, AmqpField.CONTENT_TYPE,
        AmqpField.CONTENT_ENCODING, AmqpField.ABSOLUTE_EXPIRY_TIME, AmqpField.CREATION_TIME, AmqpField.GROUP_ID,
        AmqpField.GROUP_SEQUENCE, AmqpField.REPLY_TO_GROUP_ID};

    /** One edit of a map on its keys and values in turn. */
    private interface Step
    {
        void take(List<AmqpNode> entries);
    }

    final AmqpEdits.Builder builder = AmqpEdits.builder();
    final Set<String> keys = new HashSet<>();
    private final List<List<Step>> steps = new ArrayList<>();
    private final AmqpNode[] header = new AmqpNode[HEADER_FIELDS.length];
    private final AmqpNode[] properties = new AmqpNode[PROPERTIES_FIELDS.length];
    private boolean raisesDeliveryCount;

    AmqpEditModel(final Random random, final boolean bare)
    {
        for (int i = 0; i < AmqpEdits.SECTIONS.size(); i++)
        {
            steps.add(new ArrayList<>());
        }
        if (bare)
        {
            builder.allowBareMessage();
        }
        for (int count = random.nextInt(6); count > 0; count--)
        {
            if (random.nextInt(3) == 0)
            {
                setField(random, bare && random.nextBoolean() ? PROPERTIES : HEADER);
            }
            else
            {
                step(random, bare && random.nextInt(3) == 0 ? 4 : 1 + random.nextInt(2));
            }
        }
    }

    static AmqpNode node(final AmqpEditValue value)
    {
        try
        {
            return AmqpStrict.read(value.encoded).get(0);
        }
        catch (final AmqpStrict.Refused e)
        {
            throw new AssertionError(value.toString(), e);
        }
    }

    private AmqpNode[] fields(final int section)
    {
        return section == HEADER ? header : properties;
    }

    private void setField(final Random random, final int section)
    {
        final AmqpField[] all = section == HEADER ? HEADER_FIELDS : PROPERTIES_FIELDS;
        final int index = random.nextInt(all.length);
        final AmqpField field = all[index];
        if (field == AmqpField.DELIVERY_COUNT && random.nextBoolean())
        {
            builder.raiseDeliveryCount();
            raisesDeliveryCount = true;
        }
        else if (random.nextInt(4) == 0)
        {
            builder.unset(field);
            fields(section)[index] = node(AmqpEditValue.NULL);
        }
        else
        {
            final AmqpEditValue value = value(random, field);
            builder.set(field, value);
            fields(section)[index] = node(value);
        }
    }

    private static AmqpEditValue value(final Random random, final AmqpField field)
    {
        final String text = "\u00e9".repeat(random.nextInt(10) == 0 ? 130 : random.nextInt(6));
        return switch (field)
        {
            case DURABLE, FIRST_ACQUIRER -> AmqpEditValue.ofBoolean(random.nextBoolean());
            case PRIORITY -> AmqpEditValue.ofUbyte(random.nextInt(256));
            case TTL, DELIVERY_COUNT, GROUP_SEQUENCE -> AmqpEditValue.ofUint(random.nextInt(3) == 0 ? random.nextInt()
                & 0xFFFF_FFFFL : random.nextInt(256));
            case MESSAGE_ID, CORRELATION_ID -> switch (random.nextInt(4))
            {
                case 0 -> AmqpEditValue.ofUlong(random.nextLong() >> random.nextInt(64));
                case 1 -> AmqpEditValue.ofUuid(new UUID(random.nextLong(), random.nextLong()));
                case 2 -> AmqpEditValue.ofBinary(new byte[random.nextInt(9)]);
                default -> AmqpEditValue.ofString(text);
            };
            case USER_ID -> AmqpEditValue.ofBinary(new byte[random.nextInt(9)]);
            case CONTENT_TYPE, CONTENT_ENCODING -> AmqpEditValue.ofSymbol("s".repeat(random.nextInt(300)));
            case ABSOLUTE_EXPIRY_TIME,
                CREATION_TIME -> AmqpEditValue.ofTimestamp(random.nextLong() >> random.nextInt(64));
            default -> AmqpEditValue.ofString(text);
        };
    }

    private static AmqpEditValue value(final Random random)
    {
        final long number = random.nextLong() >> random.nextInt(64);
        switch (random.nextInt(7))
        {
            case 0:
                return AmqpEditValue.ofBoolean(random.nextBoolean());
            case 1:
                return AmqpEditValue.ofInt((int)number);
            case 2:
                return AmqpEditValue.ofLong(number);
            case 3:
                return AmqpEditValue.ofUint(number & 0xFFFF_FFFFL);
            case 4:
                return AmqpEditValue.ofBinary(new byte[random.nextInt(20) == 0 ? 260 : random.nextInt(12)]);
            case 5:
                return AmqpEditValue.ofSymbol("s".repeat(random.nextInt(12)));
            default:
                return AmqpEditValue.ofString("\u00e9".repeat(random.nextInt(10) == 0 ? 130 : random.nextInt(6)));
        }
    }

    private void step(final Random random, final int section)
    {
        final AmqpField field = AmqpEdits.SECTIONS.get(section);
        final String key = KEYS[random.nextInt(KEYS.length)];
        final String other = KEYS[random.nextInt(KEYS.length)];
        final AmqpNode name = key(section, key);
        final AmqpEditValue value = value(random);
        keys.add(section + key);
        if (random.nextInt(4) == 0)
        {
            fresh(random.nextInt(3), section, key);
            return;
        }
        switch (random.nextInt(5))
        {
            case 4:
                builder.replace(field, key, value);
                steps.get(section).add(entries -> {
                    if (has(entries, name))
                    {
                        set(entries, name, node(value));
                    }
                });
                break;
            case 0:
                builder.set(field, key, value);
                steps.get(section).add(entries -> set(entries, name, node(value)));
                break;
            case 1:
                builder.add(field, key, value);
                steps.get(section).add(entries -> {
                    if (!has(entries, name))
                    {
                        set(entries, name, node(value));
                    }
                });
                break;
            case 2:
                builder.remove(field, key);
                steps.get(section).add(entries -> remove(entries, name));
                break;
            default:
                builder.rename(field, key, other);
                keys.add(section + other);
                steps.get(section).add(entries -> rename(entries, name, key(section, other)));
                break;
        }
    }

    /** A step whose value is set later. */
    private void fresh(final int how, final int section, final String key)
    {
        final AmqpField field = AmqpEdits.SECTIONS.get(section);
        final FreshValue value = new FreshValue();
        final String text = "\u00e9".repeat(1 + 130 * how);
        switch (how)
        {
            case 0 -> builder.set(field, key, value);
            case 1 -> builder.add(field, key, value);
            default -> builder.replace(field, key, value);
        }
        value.set(text);
        final AmqpNode name = key(section, key);
        steps.get(section).add(entries -> {
            if (how == 0 || has(entries, name) == (how == 2))
            {
                set(entries, name, node(AmqpEditValue.ofString(text)));
            }
        });
    }

    private static AmqpNode key(final int section, final String key)
    {
        return node(section == 4 ? AmqpEditValue.ofString(key) : AmqpEditValue.ofSymbol(key));
    }

    private static boolean isKey(final List<AmqpNode> entries, final int at, final AmqpNode name)
    {
        return entries.get(at).notation().equals(name.notation());
    }

    private static boolean has(final List<AmqpNode> entries, final AmqpNode name)
    {
        for (int i = 0; i < entries.size(); i += 2)
        {
            if (isKey(entries, i, name))
            {
                return true;
            }
        }
        return false;
    }

    private static void set(final List<AmqpNode> entries, final AmqpNode name, final AmqpNode value)
    {
        if (!has(entries, name))
        {
            entries.add(name);
            entries.add(value);
        }
        for (int i = 0; i < entries.size(); i += 2)
        {
            if (isKey(entries, i, name))
            {
                entries.set(i + 1, value);
            }
        }
    }

    private static void remove(final List<AmqpNode> entries, final AmqpNode name)
    {
        for (int i = entries.size() - 2; i >= 0; i -= 2)
        {
            if (isKey(entries, i, name))
            {
                entries.remove(i + 1);
                entries.remove(i);
            }
        }
    }

    private static void rename(final List<AmqpNode> entries, final AmqpNode name, final AmqpNode newName)
    {
        if (!has(entries, name) || name.notation().equals(newName.notation()))
        {
            return;
        }
        remove(entries, newName);
        for (int i = 0; i < entries.size(); i += 2)
        {
            if (isKey(entries, i, name))
            {
                entries.set(i, newName);
            }
        }
    }

    /** Whether a section may differ afterwards. */
    boolean edits(final int section)
    {
        if (hasFields(section))
        {
            return section == HEADER && raisesDeliveryCount || Arrays.stream(fields(section)).anyMatch(
                Objects::nonNull);
        }
        return section < steps.size() && !steps.get(section).isEmpty();
    }

    /** Whether a section is a list of fields, and no map. */
    static boolean hasFields(final int section)
    {
        return section == HEADER || section == PROPERTIES;
    }

    /** What a section says afterwards: fields without nulls at the end, or entries in no order. */
    List<String> edited(final int section, final AmqpNode before)
    {
        final List<AmqpNode> items = new ArrayList<>(before == null ? List.of() : before.children());
        if (!hasFields(section))
        {
            steps.get(section).forEach(step -> step.take(items));
            return told(section, items);
        }
        final AmqpNode[] fields = fields(section);
        for (int i = 0; i < fields.length; i++)
        {
            if (items.size() <= i)
            {
                items.add(node(AmqpEditValue.NULL));
            }
            items.set(i, fields[i] == null ? items.get(i) : fields[i]);
        }
        if (section == HEADER && raisesDeliveryCount && fields[fields.length - 1] == null)
        {
            items.set(fields.length - 1, raised(items.get(fields.length - 1)));
        }
        return told(section, items);
    }

    private static AmqpNode raised(final AmqpNode count)
    {
        final String digits = count.notation().replaceAll("\\D", "");
        return node(AmqpEditValue.ofUint(digits.isEmpty() ? 1 : Math.min(0xFFFF_FFFFL, Long.parseLong(digits) + 1)));
    }

    static List<String> told(final int section, final List<AmqpNode> items)
    {
        final List<String> told = new ArrayList<>();
        if (!hasFields(section))
        {
            for (int i = 0; i < items.size(); i += 2)
            {
                told.add(items.get(i).notation() + items.get(i + 1).notation());
            }
            told.sort(null);
            return told;
        }
        items.forEach(item -> told.add(item.notation()));
        while (!told.isEmpty() && told.get(told.size() - 1).equals("{\"null\":null}"))
        {
            told.remove(told.size() - 1);
        }
        return told;
    }
}
