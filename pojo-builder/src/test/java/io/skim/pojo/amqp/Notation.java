package io.skim.pojo.amqp;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the typed notation, to have trees to compare with.
 */
public final class Notation
{
    private Notation()
    {
    }

    /**
     * Reads a value.
     *
     * @param text in the typed notation.
     * @return the value.
     */
    public static AmqpValue parse(final String text)
    {
        return value(JSON.parseObject(text));
    }

    static List<AmqpValue> values(final JSONArray values)
    {
        final List<AmqpValue> list = new ArrayList<>();
        for (int i = 0; i < values.size(); i++)
        {
            list.add(value(values.getJSONObject(i)));
        }
        return list;
    }

    static AmqpValue value(final JSONObject object)
    {
        final Map.Entry<String, Object> only = object.entrySet().iterator().next();
        final Object what = only.getValue();
        final String text = String.valueOf(what);
        switch (only.getKey())
        {
            case "null":
                return AmqpNull.NULL;
            case "boolean":
                return new AmqpBoolean((Boolean)what);
            case "ubyte":
                return new AmqpUbyte(Integer.parseInt(text));
            case "ushort":
                return new AmqpUshort(Integer.parseInt(text));
            case "uint":
                return new AmqpUint(Long.parseLong(text));
            case "ulong":
                return new AmqpUlong(Long.parseUnsignedLong(text));
            case "byte":
                return new AmqpByte(Byte.parseByte(text));
            case "short":
                return new AmqpShort(Short.parseShort(text));
            case "int":
                return new AmqpInt(Integer.parseInt(text));
            case "long":
                return new AmqpLong(Long.parseLong(text));
            case "timestamp":
                return new AmqpTimestamp(Long.parseLong(text));
            case "float":
                return new AmqpFloat(Integer.parseUnsignedInt(text, 16));
            case "double":
                return new AmqpDouble(Long.parseUnsignedLong(text, 16));
            case "decimal32":
                return new AmqpDecimal32(Integer.parseUnsignedInt(text, 16));
            case "decimal64":
                return new AmqpDecimal64(Long.parseUnsignedLong(text, 16));
            case "decimal128":
                return new AmqpDecimal128(Long.parseUnsignedLong(text.substring(0, 16), 16), Long.parseUnsignedLong(
                    text.substring(16), 16));
            case "char":
                return new AmqpChar(Integer.parseInt(text.substring(2), 16));
            case "uuid":
                return new AmqpUuid(UUID.fromString(text));
            case "binary":
                return AmqpBinary.of(HexFormat.of().parseHex(text));
            case "string":
                return new AmqpString(text);
            case "symbol":
                return new AmqpSymbol(text);
            case "list":
                return new AmqpList(values((JSONArray)what));
            case "map":
                return map((JSONArray)what);
            case "array":
                return array((JSONObject)what);
            case "described":
                final List<AmqpValue> both = values((JSONArray)what);
                return new AmqpDescribed(both.get(0), both.get(1));
            default:
                throw new IllegalArgumentException(only.getKey());
        }
    }

    private static AmqpMap map(final JSONArray pairs)
    {
        final List<AmqpMap.Entry> entries = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++)
        {
            final List<AmqpValue> pair = values(pairs.getJSONArray(i));
            entries.add(new AmqpMap.Entry(pair.get(0), pair.get(1)));
        }
        return new AmqpMap(entries);
    }

    private static AmqpArray array(final JSONObject array)
    {
        final List<AmqpValue> descriptors = new ArrayList<>();
        Object of = array.get("of");
        while (of instanceof JSONObject)
        {
            final JSONArray described = ((JSONObject)of).getJSONArray("described");
            descriptors.add(value(described.getJSONObject(0)));
            of = described.get(1);
        }
        return new AmqpArray(AmqpType.named((String)of), descriptors, values(array.getJSONArray("items")));
    }
}
