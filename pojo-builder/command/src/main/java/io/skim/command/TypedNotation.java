package io.skim.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.skim.handlers.patch.AmqpEditValue;
import java.io.IOException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value in the typed notation that {@code skim decode} prints: {@code {"uint":5}}. Compound values and decimals
 * cannot be read.
 */
final class TypedNotation
{
    private static final JsonFactory FACTORY = new JsonFactory();

    private TypedNotation()
    {
    }

    /**
     * Reads a value.
     *
     * @param text an object with one key, the type.
     * @return the value.
     * @throws IllegalArgumentException if it is anything else, or the value is not of the type; the message says so.
     */
    static AmqpEditValue read(final String text)
    {
        try (JsonParser json = FACTORY.createParser(text))
        {
            if (json.nextToken() == JsonToken.START_OBJECT && json.nextToken() == JsonToken.FIELD_NAME)
            {
                final String type = json.currentName();
                final JsonToken token = json.nextToken();
                final AmqpEditValue value =
                    token == null || token.isStructStart() ? null : value(type, token, json.getText());
                if (value != null && json.nextToken() == JsonToken.END_OBJECT && json.nextToken() == null)
                {
                    return value;
                }
            }
        }
        catch (final IOException | NumberFormatException e)
        {
            // Said below; what the parser says names classes.
        }
        throw new IllegalArgumentException(
            "'" + text + "' is no value of a simple type as {\"uint\":5}; a text that begins"
                + " with a brace is written {\"string\":\"{...\"}");
    }

    static boolean bool(final String text)
    {
        if (!text.equals("true") && !text.equals("false"))
        {
            throw new IllegalArgumentException("a boolean is true or false, not '" + text + "'");
        }
        return text.equals("true");
    }

    /** The value, or null if there is no such type or the token is not as the type's are. */
    private static @Nullable AmqpEditValue value(final String type, final JsonToken token, final String text)
    {
        switch (type)
        {
            case "null":
                return token == JsonToken.VALUE_NULL ? AmqpEditValue.ofNull() : null;
            case "boolean":
                return token.isBoolean() ? AmqpEditValue.ofBoolean(token == JsonToken.VALUE_TRUE) : null;
            case "ubyte", "ushort", "uint", "byte", "short", "int":
                return token == JsonToken.VALUE_NUMBER_INT ? number(type, Long.parseLong(text)) : null;
            default:
                return token == JsonToken.VALUE_STRING ? text(type, text) : null;
        }
    }

    private static AmqpEditValue number(final String type, final long number)
    {
        switch (type)
        {
            case "ubyte":
                return AmqpEditValue.ofUbyte((int)within(type, number, 0, 0xFF));
            case "ushort":
                return AmqpEditValue.ofUshort((int)within(type, number, 0, 0xFFFF));
            case "uint":
                return AmqpEditValue.ofUint(number);
            case "byte":
                return AmqpEditValue.ofByte((byte)within(type, number, Byte.MIN_VALUE, Byte.MAX_VALUE));
            case "short":
                return AmqpEditValue.ofShort((short)within(type, number, Short.MIN_VALUE, Short.MAX_VALUE));
            default:
                return AmqpEditValue.ofInt((int)within(type, number, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
    }

    private static long within(final String type, final long number, final long least, final long greatest)
    {
        if (number < least || number > greatest)
        {
            throw new IllegalArgumentException(number + " is no " + type + ": " + least + " to " + greatest);
        }
        return number;
    }

    private static @Nullable AmqpEditValue text(final String type, final String text)
    {
        switch (type)
        {
            case "ulong":
                return AmqpEditValue.ofUlong(Long.parseUnsignedLong(text));
            case "long":
                return AmqpEditValue.ofLong(Long.parseLong(text));
            case "timestamp":
                return AmqpEditValue.ofTimestamp(Long.parseLong(text));
            case "float":
                return AmqpEditValue.ofFloat(Float.intBitsToFloat((int)bits(text, Integer.BYTES)));
            case "double":
                return AmqpEditValue.ofDouble(Double.longBitsToDouble(bits(text, Long.BYTES)));
            case "char":
                return text.matches("U\\+[0-9A-Fa-f]{4,6}")
                    ? AmqpEditValue.ofChar(Integer.parseInt(text.substring(2), 16))
                    : null;
            case "uuid":
                return text.length() == 36 ? AmqpEditValue.ofUuid(UUID.fromString(text)) : null;
            case "binary":
                return AmqpEditValue.ofBinary(HexFormat.of().parseHex(text));
            case "string":
                return AmqpEditValue.ofString(text);
            case "symbol":
                return AmqpEditValue.ofSymbol(text);
            default:
                return null;
        }
    }

    private static long bits(final String hex, final int octets)
    {
        if (hex.length() != 2 * octets)
        {
            throw new IllegalArgumentException("'" + hex + "' is not the hex of " + octets + " octets");
        }
        return Long.parseUnsignedLong(hex, 16);
    }
}
