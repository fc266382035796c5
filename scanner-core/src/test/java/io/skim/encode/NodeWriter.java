package io.skim.encode;

import com.alibaba.fastjson2.JSON;
import io.skim.scan.Kind;
import io.skim.scan.testing.AmqpNode;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Puts trees of values, by the calls that suit their types; recursive, for tests alone.
 */
final class NodeWriter
{
    private static final Map<String, Kind> KINDS = new HashMap<>();

    static
    {
        final String types =
            "null NULL boolean TRUE ubyte UINT8 ushort UINT16 uint UINT32 ulong UINT64 byte INT8 short INT16 "
                + "int INT32 long INT64 float FLOAT32 double FLOAT64 decimal32 DECIMAL32 decimal64 DECIMAL64 decimal128 "
                + "DECIMAL128 char CHAR timestamp TIMESTAMP uuid UUID binary BINARY string TEXT symbol SYMBOL list LIST map "
                + "MAP array ARRAY";
        final String[] words = types.split(" ");
        for (int i = 0; i < words.length; i += 2)
        {
            KINDS.put(words[i], Kind.valueOf(words[i + 1]));
        }
    }

    private final AmqpEncoder encoder;

    NodeWriter(final AmqpEncoder encoder)
    {
        this.encoder = encoder;
    }

    static Kind kind(final int code)
    {
        return KINDS.get(AmqpNode.type(code));
    }

    void put(final List<AmqpNode> nodes)
    {
        nodes.forEach(this::put);
    }

    void put(final AmqpNode node)
    {
        switch (node.type())
        {
            case "list":
                encoder.beginList();
                put(node.children());
                encoder.end();
                break;
            case "map":
                encoder.beginMap();
                put(node.children());
                encoder.end();
                break;
            case "array":
                array(node);
                break;
            case "described":
                encoder.beginDescribed();
                put(node.children());
                encoder.end();
                break;
            default:
                scalar(node);
                break;
        }
    }

    private void array(final AmqpNode node)
    {
        final Kind kind = kind(node.elementCode());
        if (node.descriptors().isEmpty())
        {
            encoder.beginArray(kind);
        }
        else
        {
            encoder.beginArray();
            for (final AmqpNode descriptor : node.descriptors())
            {
                encoder.elementDescriptor();
                put(descriptor);
            }
            encoder.elementType(kind);
        }
        put(node.children());
        encoder.end();
    }

    private void scalar(final AmqpNode node)
    {
        final String text = node.json().replace("\"", "");
        switch (node.type())
        {
            case "null" -> encoder.putNull();
            case "boolean" -> encoder.putBoolean(Boolean.parseBoolean(text));
            case "ubyte" -> encoder.putUbyte(Integer.parseInt(text));
            case "ushort" -> encoder.putUshort(Integer.parseInt(text));
            case "uint" -> encoder.putUint(Long.parseLong(text));
            case "ulong" -> encoder.putUlong(Long.parseUnsignedLong(text));
            case "byte" -> encoder.putByte(Byte.parseByte(text));
            case "short" -> encoder.putShort(Short.parseShort(text));
            case "int" -> encoder.putInt(Integer.parseInt(text));
            case "long" -> encoder.putLong(Long.parseLong(text));
            case "float" -> encoder.putFloatBits(Integer.parseUnsignedInt(text, 16));
            case "double" -> encoder.putDoubleBits(Long.parseUnsignedLong(text, 16));
            case "decimal32" -> encoder.putDecimal32(Integer.parseUnsignedInt(text, 16));
            case "decimal64" -> encoder.putDecimal64(Long.parseUnsignedLong(text, 16));
            case "decimal128" -> encoder.putDecimal128(Long.parseUnsignedLong(text.substring(0, 16), 16), Long
                .parseUnsignedLong(text.substring(16), 16));
            case "char" -> encoder.putChar(Integer.parseInt(text.substring(2), 16));
            case "timestamp" -> encoder.putTimestamp(Long.parseLong(text));
            case "uuid" -> encoder.putUuid(UUID.fromString(text));
            case "binary" -> encoder.putBinary(HexFormat.of().parseHex(text));
            case "string" -> encoder.putString((String)JSON.parse(node.json()));
            default -> encoder.putSymbol((String)JSON.parse(node.json()));
        }
    }
}
