package io.skim.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import io.skim.scan.testing.Captures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The schema for editors: it is what the loader checks. With {@code -Dskim.docs.write=true} the resource is written.
 */
class SchemaTest
{
    private static JSONObject yaml(final String text)
    {
        return JSON.parseObject(JSON.toJSONString(new Load(LoadSettings.builder().build()).loadFromString(text)));
    }

    private static boolean isValid(final String text)
    {
        final JSONObject schema = JSON.parseObject(ConfigFiles.resource(Schema.RESOURCE));
        return isValid(schema, schema, yaml(text));
    }

    /** The keywords that the schema uses. */
    private static boolean isValid(final JSONObject root, final JSONObject schema, final Object value)
    {
        boolean valid = true;
        for (final Map.Entry<String, Object> keyword : schema.entrySet())
        {
            final Object wanted = keyword.getValue();
            valid &= switch (keyword.getKey())
            {
                case "$schema", "title", "description", "$defs" -> true;
                case "$ref" -> isValid(root, root.getJSONObject("$defs").getJSONObject(wanted.toString().substring(
                    "#/$defs/".length())), value);
                case "type" -> wanted instanceof JSONArray types ? types.stream().anyMatch(type -> isOf(type, value))
                    : isOf(wanted,
                        value);
                case "enum" -> ((JSONArray)wanted).contains(value);
                case "pattern" -> !(value instanceof String text)
                    || Pattern.compile(wanted.toString()).matcher(text).find();
                case "minLength" -> !(value instanceof String text) || text.length() >= (Integer)wanted;
                case "minimum" -> !(value instanceof Number number) || number.longValue() >= (Integer)wanted;
                case "maximum" -> !(value instanceof Number number) || number.longValue() <= (Integer)wanted;
                case "minItems" -> !(value instanceof JSONArray list) || list.size() >= (Integer)wanted;
                case "items" -> !(value instanceof JSONArray list) || list.stream().allMatch(item -> isValid(root,
                    (JSONObject)wanted, item));
                case "required" -> !(value instanceof JSONObject object)
                    || object.keySet().containsAll((JSONArray)wanted);
                case "anyOf" -> ((JSONArray)wanted).stream().anyMatch(each -> isValid(root, (JSONObject)each, value));
                case "oneOf" -> ((JSONArray)wanted).stream().filter(each -> isValid(root, (JSONObject)each, value))
                    .count() == 1;
                case "propertyNames" -> !(value instanceof JSONObject object) || object.keySet().stream().allMatch(
                    name -> isValid(root, (JSONObject)wanted, name));
                case "properties" -> !(value instanceof JSONObject object) || object.entrySet().stream().allMatch(
                    entry -> !((JSONObject)wanted).containsKey(entry.getKey()) || isValid(root, ((JSONObject)wanted)
                        .getJSONObject(entry.getKey()), entry.getValue()));
                case "additionalProperties" -> !(value instanceof JSONObject object)
                    || object.entrySet().stream().allMatch(
                        entry -> wanted instanceof JSONObject inner ? isValid(root, inner, entry.getValue()) : schema
                            .getJSONObject("properties").containsKey(entry.getKey()));
                default -> throw new AssertionError("keyword " + keyword.getKey());
            };
        }
        return valid;
    }

    private static boolean isOf(final Object type, final Object value)
    {
        return switch (type.toString())
        {
            case "object" -> value instanceof JSONObject;
            case "array" -> value instanceof JSONArray;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            default -> throw new AssertionError(type);
        };
    }

    @Test
    void theResourceIsMadeOfTheLoadersKeys() throws IOException
    {
        final Path file = Captures.root().resolve("handlers/gateway/src/main/resources/io/skim/gateway/config").resolve(
            Schema.RESOURCE);
        if (Boolean.getBoolean("skim.docs.write"))
        {
            Files.createDirectories(file.getParent());
            Files.writeString(file, Schema.json());
        }
        assertEquals(Schema.json(), Files.readString(file), "run with -Dskim.test.args=-Dskim.docs.write=true");
        assertEquals(Schema.json(), ConfigFiles.resource(Schema.RESOURCE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal.yaml", "complete.yaml"})
    void theExamplesAreValid(final String name)
    {
        assertTrue(isValid(ConfigFiles.resource(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"drian: 5s", "drain: soon", "limits: {connections: 0}", "policies: {malformed: ignore}",
        "rules: [{match: {codes: NO_SUCH_CODE}, drop: true}]", "rules: [{limit: {by: topic}}]", "lanes: [{name: x}]",
        "names: {a b: {prefix: x}}", "rules: [{drop: 'yes'}]",
        "rules: [{for: answers, drop: true}]", "rules: [{for: responses, count: false}]",
        "rules: [{for: responses, match: {olderThan: 5}, count: true}]",
        "lanes: [{name: x, match: {responses: SYSTEM_BUSY}}]"})
    void whatTheLoaderRefusesIsNotValid(final String line)
    {
        assertTrue(isValid(ConfigFiles.BASE));
        assertFalse(isValid(ConfigFiles.BASE + line));
        assertFalse(ConfigFiles.problems(ConfigFiles.BASE + line).isEmpty());
    }

    @Test
    void theCompleteExampleHasEveryKey()
    {
        final Set<String> known = new TreeSet<>();
        keys(known, "", GatewayShape.FILE);
        final Set<String> used = new TreeSet<>();
        keys(used, "", GatewayShape.FILE, yaml(ConfigFiles.resource("complete.yaml")));
        assertTrue(known.size() > 120, known::toString);
        assertTrue(known.containsAll(used));
        known.removeAll(used);
        // Alternatives: a secret has one of two sources, kinds of edits have the same three places, lanes and rules the same match.
        known.removeIf(key -> key
            .matches(".*\\.(env|file|keyPassword)|.*\\.(add|remove|rename|set)\\.[a-z]+|\\.lanes\\.match\\..*"));
        assertEquals(Set.of(), known);
    }

    private static void keys(final Set<String> keys, final String path, final Shape shape)
    {
        if (shape instanceof Shape.Items list)
        {
            keys(keys, path, list.item());
        }
        else if (shape instanceof Shape.Table table)
        {
            keys(keys, path, table.value());
        }
        else if (shape instanceof Shape.Keys fixed)
        {
            fixed.keys.forEach((name, key) -> {
                keys.add(path + "." + name);
                assertTrue(key.about().endsWith("."), name + " has a sentence");
                keys(keys, path + "." + name, key.shape());
            });
        }
    }

    private static void keys(final Set<String> keys, final String path, final Shape shape, final Object value)
    {
        if (value instanceof Iterable<?> list && shape instanceof Shape.Items items)
        {
            list.forEach(each -> keys(keys, path, items.item(), each));
        }
        else if (value instanceof Map<?, ?> map && shape instanceof Shape.Table table)
        {
            map.values().forEach(each -> keys(keys, path, table.value(), each));
        }
        else if (value instanceof Map<?, ?> map && shape instanceof Shape.Keys fixed)
        {
            map.forEach((name, each) -> {
                keys.add(path + "." + name);
                keys(keys, path + "." + name, fixed.keys.get(name).shape(), each);
            });
        }
    }
}
