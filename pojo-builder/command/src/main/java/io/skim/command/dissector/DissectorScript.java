package io.skim.command.dissector;

import io.skim.pojo.headers.FieldType;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Writes the script: what does not change stands in {@code rocketmq.lua} beside this class, and the tables of codes,
 * headers and fields are made of what the rest of Skim reads frames by.
 */
final class DissectorScript
{
    private static final String SCRIPT = "rocketmq.lua";
    private static final String TABLES = "--@tables@\n";
    private static final String VERSION = "@version@";
    private static final String PROPERTIES = "properties";

    private final StringBuilder lua = new StringBuilder();

    private DissectorScript()
    {
    }

    /**
     * The script.
     *
     * @param version of Skim, for its first line.
     * @return Lua, for Wireshark 4.0 and newer.
     * @throws IOException if its constant part cannot be read.
     */
    static String of(final String version) throws IOException
    {
        try (InputStream in = DissectorScript.class.getResourceAsStream(SCRIPT))
        {
            final String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (!script.contains(TABLES) || !script.contains(VERSION))
            {
                throw new IOException(SCRIPT + " has no place for the tables or the version");
            }
            return script.replace(VERSION, version).replace(TABLES, new DissectorScript().tables());
        }
    }

    private String tables()
    {
        final List<HeaderType<?>> types = HeaderTypes.all();
        lua.append("local REQUEST_CODES = {\n");
        for (final RequestCode code : RequestCode.values())
        {
            name(code.code(), code.name());
        }
        lua.append("}\nlocal RESPONSE_CODES = {\n");
        for (final ResponseCode code : ResponseCode.values())
        {
            name(code.code(), code.name());
        }
        lua.append("}\nlocal LANGUAGES = {\n");
        for (final RemotingLanguage language : RemotingLanguage.values())
        {
            name(language.ordinal(), language.name());
        }
        lua.append(
            "}\nlocal LANGUAGE_NAMES = {}\nfor _, name in pairs(LANGUAGES) do\n    LANGUAGE_NAMES[name] = true\nend\n");
        kinds(types);
        lua.append(
            "-- Of a field: its key on the wire, its name, its type, and the values that it has to have, if not any.\n");
        lua.append("local HEADERS = {\n");
        types.forEach(this::header);
        lua.append("}\n");
        byCode("REQUESTS", types, false);
        byCode("RESPONSES", types, true);
        return lua.toString();
    }

    private void name(final int code, final String name)
    {
        lua.append("    [").append(code).append("] = \"").append(name).append("\",\n");
    }

    /** One type for each name: a filter field has one type, whatever the headers that have it. */
    private void kinds(final List<HeaderType<?>> types)
    {
        final Map<String, FieldType> kinds = new TreeMap<>();
        types.forEach(type -> type.fields().forEach(field -> kinds.merge(field.name(), field.type(),
            DissectorScript::common)));
        lua.append("-- The types of the fields of all headers, by name.\nlocal KINDS = {\n");
        kinds.forEach((name, kind) -> lua.append("    ").append(name).append(" = \"").append(kind).append("\",\n"));
        lua.append("}\n");
    }

    private static FieldType common(final FieldType one, final FieldType other)
    {
        if (one == other)
        {
            return one;
        }
        return one.bits() > 0 && other.bits() > 0 ? FieldType.LONG : FieldType.STRING;
    }

    private void header(final HeaderType<?> type)
    {
        lua.append("    ").append(type.name()).append(" = { name = \"").append(type.name())
            .append("\", properties = \"")
            .append(type.fields().stream().filter(field -> field.name().equals(PROPERTIES)).map(HeaderField::key)
                .findFirst().orElse(PROPERTIES))
            .append("\", fields = {\n");
        for (final HeaderField field : type.fields())
        {
            lua.append("        { \"").append(field.key()).append("\", \"").append(field.name()).append("\", \"")
                .append(
                    field.type())
                .append('"');
            if (!field.choices().isEmpty())
            {
                final StringJoiner choices = new StringJoiner("\", \"", ", { \"", "\" }");
                field.choices().forEach(choices::add);
                lua.append(choices);
            }
            lua.append(" },\n");
        }
        lua.append("    } },\n");
    }

    private void byCode(final String table, final List<HeaderType<?>> types, final boolean response)
    {
        final Map<Integer, String> names = new TreeMap<>();
        for (final HeaderType<?> type : types)
        {
            if (type.isResponse() == response)
            {
                for (final int code : type.requestCodes())
                {
                    final HeaderType<?> read = response ? HeaderTypes.ofResponse(code) : HeaderTypes.ofRequest(code);
                    names.put(code, Objects.requireNonNull(read).name());
                }
            }
        }
        lua.append("local ").append(table).append(" = {\n");
        names.forEach((code, name) -> lua.append("    [").append(code).append("] = HEADERS.").append(name).append(
            ",\n"));
        lua.append("}\n");
    }
}
