package io.skim.command;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.TypedHeaderView;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.spi.Cursors;
import io.skim.scan.spi.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of remoting headers as JSON, from the bytes in which they stand: most need no {@code String}.
 */
final class HeaderJson
{
    private static final SerializedString SERIALIZE_TYPE = new SerializedString("serializeType");
    private static final SerializedString CODE = new SerializedString("code");
    private static final SerializedString CODE_NAME = new SerializedString("codeName");
    private static final SerializedString LANGUAGE = new SerializedString("language");
    private static final SerializedString VERSION = new SerializedString("version");
    private static final SerializedString OPAQUE = new SerializedString("opaque");
    private static final SerializedString FLAG = new SerializedString("flag");
    private static final SerializedString REMARK = new SerializedString("remark");
    private static final SerializedString EXT_FIELDS = new SerializedString("extFields");
    private static final SerializedString BINARY = new SerializedString("ROCKETMQ");
    private static final SerializedString JSON = new SerializedString("JSON");
    private static final SerializedString HEADER = new SerializedString("header");
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString[] LANGUAGES = Arrays.stream(RemotingLanguage.values()).map(
        language -> new SerializedString(language.name())).toArray(SerializedString[]::new);

    /** Of headers with more entries the map is made that joins equal names. */
    private static final int MOST_COMPARED = 32;
    private static final int MOST_NAMES = 4_096;
    private static final int GOLDEN = 0x9E37_79B9;
    private static final int PLACE_SHIFT = Integer.numberOfLeadingZeros(MOST_NAMES - 1);
    private static final int LONGEST_NAME = 64;
    private static final int USUAL_TEXT = 4_096;

    /** Names that were written last, each at the place of its hash: their bytes, and the form in which they are written. */
    private final byte[][] names = new byte[MOST_NAMES][];
    private final SerializedString[] written = new SerializedString[MOST_NAMES];
    private final int[] hashes = new int[MOST_COMPARED];
    private final byte[] unescaped = new byte[USUAL_TEXT];
    private final Map<HeaderType<?>, TypeNames> types = new HashMap<>();
    /** The names of codes, in the form in which they are written. */
    private final Map<String, SerializedString> codeNames = new HashMap<>();

    /** The names of a type and its fields, in the form in which they are written. */
    private record TypeNames(SerializedString type, List<HeaderField> fields, SerializedString[] names)
    {
        /** One class reads both alphabets of send requests, and its name is written. */
        static TypeNames of(final HeaderType<?> type)
        {
            return new TypeNames(new SerializedString(type.newHeader().headerType().name()), type.fields(),
                type.fields()
                    .stream().map(field -> new SerializedString(field.name())).toArray(SerializedString[]::new));
        }
    }

    /** Writes a member with the name of a code, or null. */
    void writeCodeName(final JsonGenerator json, final @Nullable String name) throws IOException
    {
        json.writeFieldName(CODE_NAME);
        if (name == null)
        {
            json.writeNull();
        }
        else
        {
            json.writeString(codeNames.computeIfAbsent(name, SerializedString::new));
        }
    }

    /**
     * Writes the members of a header, up to its ext fields.
     *
     * @param object gives the header as an object, whose map joins equal names.
     */
    void write(final JsonGenerator json, final RemotingHeaderView header, final Supplier<RemotingHeader> object)
        throws IOException
    {
        json.writeFieldName(SERIALIZE_TYPE);
        json.writeString(header.isBinary() ? BINARY : JSON);
        write(json, CODE, header.code());
        json.writeFieldName(LANGUAGE);
        final RemotingLanguage language = header.language();
        if (language == null)
        {
            json.writeNull();
        }
        else
        {
            json.writeString(LANGUAGES[language.ordinal()]);
        }
        write(json, VERSION, header.version());
        json.writeFieldName(OPAQUE);
        if (header.field(RemotingField.OPAQUE).isNull())
        {
            json.writeNull();
        }
        else
        {
            json.writeNumber(header.opaque());
        }
        write(json, FLAG, header.flag());
        json.writeFieldName(REMARK);
        write(json, header.field(RemotingField.REMARK));
        json.writeFieldName(EXT_FIELDS);
        if (header.field(RemotingField.EXT_FIELDS).isNull())
        {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        if (areUsual(header))
        {
            writeEntries(json, header);
        }
        else
        {
            write(json, object.get());
        }
        json.writeEndObject();
    }

    private static void write(final JsonGenerator json, final SerializedString name, final int number)
        throws IOException
    {
        json.writeFieldName(name);
        json.writeNumber(number);
    }

    /** Whether the entries are few and have names that differ, none of them empty, long or with escapes. Notes their hashes. */
    private boolean areUsual(final RemotingHeaderView header)
    {
        final int count = header.entryCount();
        if (count > MOST_COMPARED)
        {
            return false;
        }
        long seen = 0;
        for (int entry = 0; entry < count; entry++)
        {
            final Cursor name = header.entryName(entry);
            if (name.kind() != Kind.TEXT || name.length() == 0 || name.length() > LONGEST_NAME)
            {
                return false;
            }
            final int hash = hash(name);
            if ((seen >>> (hash >>> PLACE_SHIFT) & 1) != 0 && hasHash(hash, entry))
            {
                return false;
            }
            seen |= 1L << (hash >>> PLACE_SHIFT);
            hashes[entry] = hash;
        }
        return true;
    }

    private boolean hasHash(final int hash, final int before)
    {
        for (int entry = 0; entry < before; entry++)
        {
            if (hashes[entry] == hash)
            {
                return true;
            }
        }
        return false;
    }

    private static int hash(final Cursor name)
    {
        final FrameView frame = Cursors.frame(name);
        final byte[] array = Frames.array(frame);
        final int from = Frames.arrayOffset(frame) + name.offset();
        final int end = from + name.length();
        int hash = 1;
        for (int at = from; at < end; at++)
        {
            hash = 31 * hash + array[at];
        }
        return hash * GOLDEN;
    }

    private void writeEntries(final JsonGenerator json, final RemotingHeaderView header) throws IOException
    {
        for (int entry = 0; entry < header.entryCount(); entry++)
        {
            json.writeFieldName(written(header.entryName(entry), hashes[entry] >>> PLACE_SHIFT));
            write(json, header.entryValue(entry));
        }
    }

    private SerializedString written(final Cursor name, final int place)
    {
        final FrameView frame = Cursors.frame(name);
        final byte[] array = Frames.array(frame);
        final int from = Frames.arrayOffset(frame) + name.offset();
        final int end = from + name.length();
        final byte[] known = names[place];
        if (known == null || !Arrays.equals(known, 0, known.length, array, from, end))
        {
            names[place] = Arrays.copyOfRange(array, from, end);
            written[place] = new SerializedString(new String(array, from, end - from, StandardCharsets.UTF_8));
        }
        return written[place];
    }

    private static void write(final JsonGenerator json, final RemotingHeader header) throws IOException
    {
        for (final Map.Entry<String, String> entry : Objects.requireNonNull(header.extFields()).entrySet())
        {
            json.writeStringField(entry.getKey() == null ? "" : entry.getKey(), entry.getValue());
        }
    }

    /** Writes a value as a text. */
    private void write(final JsonGenerator json, final Cursor value) throws IOException
    {
        final int length = value.length();
        switch (value.kind())
        {
            case NULL -> json.writeNull();
            case TEXT, JSON_NUMBER, JSON_BOOLEAN, JSON_NESTED ->
            {
                final FrameView frame = Cursors.frame(value);
                json.writeUTF8String(Frames.array(frame), Frames.arrayOffset(frame) + value.offset(), length);
            }
            case JSON_TEXT -> writeUnescaped(json, value, length);
            default -> json.writeString(value.toText());
        }
    }

    private void writeUnescaped(final JsonGenerator json, final Cursor value, final int length) throws IOException
    {
        // A resolved escape is shorter than the escape. Half a surrogate pair has no UTF-8 and is written as '?'.
        final int copied = length > USUAL_TEXT ? -1 : value.copyTo(unescaped, 0);
        if (copied < 0 || hasQuestionMark(unescaped, copied))
        {
            json.writeString(value.toText());
        }
        else
        {
            json.writeUTF8String(unescaped, 0, copied);
        }
    }

    private static boolean hasQuestionMark(final byte[] utf8, final int length)
    {
        for (int at = 0; at < length; at++)
        {
            if (utf8[at] == '?')
            {
                return true;
            }
        }
        return false;
    }

    /** Writes the fields of a typed header. */
    void write(final JsonGenerator json, final TypedHeaderView header, final HeaderType<?> type) throws IOException
    {
        final TypeNames known = types.computeIfAbsent(type, TypeNames::of);
        json.writeFieldName(HEADER);
        json.writeStartObject();
        json.writeFieldName(TYPE);
        json.writeString(known.type);
        for (int i = 0; i < known.names.length; i++)
        {
            write(json, header, known.fields.get(i), known.names[i]);
        }
        json.writeEndObject();
    }

    private void write(final JsonGenerator json, final TypedHeaderView header, final HeaderField field,
        final SerializedString name) throws IOException
    {
        if (!header.isSet(field))
        {
            final Object value = header.get(field);
            if (value != null)
            {
                json.writeFieldName(name);
                write(json, value);
            }
            return;
        }
        json.writeFieldName(name);
        switch (field.type())
        {
            case STRING -> write(json, header.value(field));
            case INT, LONG -> json.writeNumber(header.getLong(field, 0));
            case BOOLEAN -> json.writeBoolean(header.getBoolean(field, false));
            default -> write(json, Objects.requireNonNull(header.get(field)));
        }
    }

    private static void write(final JsonGenerator json, final Object value) throws IOException
    {
        if (value instanceof Number number)
        {
            json.writeNumber(number.longValue());
        }
        else if (value instanceof Boolean flag)
        {
            json.writeBoolean(flag);
        }
        else
        {
            json.writeString(value.toString());
        }
    }
}
