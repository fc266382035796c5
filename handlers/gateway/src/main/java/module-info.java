/**
 * Netty handlers that read message headers on live connections, and the gateway made of them.
 */
@SuppressWarnings("module")
module io.skim.gateway
{
    requires io.netty.codec;
    requires io.netty.codec.haproxy;
    requires io.netty.codec.http;
    requires io.netty.handler;
    requires io.netty.resolver;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires io.prometheus.metrics.model;
    requires java.logging;
    requires java.management;
    requires jdk.jfr;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires transitive io.netty.buffer;
    requires transitive io.netty.common;
    requires transitive io.netty.transport;
    requires transitive io.skim.handlers;
    requires org.snakeyaml.engine.v2;
    requires static org.jspecify;

    exports io.skim.gateway;
    exports io.skim.gateway.config;
    exports io.skim.gateway.rules;
    exports io.skim.netty;
    exports io.skim.gateway.connection to java.logging;

    opens io.skim.gateway to info.picocli;
}
