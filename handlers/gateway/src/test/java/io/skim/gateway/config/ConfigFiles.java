package io.skim.gateway.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Files of gateways, for tests. */
public final class ConfigFiles
{
    /** The beginning of a file with two clusters and two listeners, to which a test adds keys. */
    public static final String BASE = """
        listeners:
          - {name: clients, address: 9876, cluster: main, brokers: {ports: 20000-20010}}
          - {name: messages, address: 5672, protocol: amqp}
        clusters:
          main: {nameServers: [10.0.0.5:9876]}
          other: {brokers: [10.0.0.6:10911]}
          artemis: {amqp: [10.0.2.5:5672]}
        """;

    private static final Map<String, String> ENVIRONMENT = Map.of("MQ_KEY_PASSWORD", "pass-7", "MQ_ACCESS_KEY", "key-8",
        "MQ_SECRET_KEY", "hidden-9");

    private ConfigFiles()
    {
    }

    /** {@return the configuration of a text that is good} */
    public static GatewayConfig good(final String text)
    {
        try
        {
            return GatewayConfig.parse("gateway.yaml", text, Path.of(""), ENVIRONMENT::get);
        }
        catch (final ConfigException e)
        {
            throw new AssertionError(e.getMessage() + "\n" + text, e);
        }
    }

    /** {@return the configuration of a base with further lines} */
    public static GatewayConfig with(final String lines)
    {
        return good(BASE + lines);
    }

    static List<Problem> problems(final String text)
    {
        return problems(text, Path.of(""));
    }

    static List<Problem> problems(final String text, final Path folder)
    {
        try
        {
            GatewayConfig.parse("gateway.yaml", text, folder, ENVIRONMENT::get);
            return List.of();
        }
        catch (final ConfigException e)
        {
            return e.problems();
        }
    }

    static String resource(final String name)
    {
        try (InputStream in = Objects.requireNonNull(ConfigFiles.class.getResourceAsStream(name), name))
        {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    /** The complete example, in a folder with the files that it names. */
    static GatewayConfig complete(final Path folder) throws IOException, ConfigException
    {
        for (final String name : List.of("server.pem", "server.key", "clients.pem", "servers.pem", "audit.secret"))
        {
            Files.writeString(folder.resolve(name), "bytes of " + name);
        }
        return GatewayConfig.parse("complete.yaml", resource("complete.yaml"), folder, ENVIRONMENT::get);
    }
}
