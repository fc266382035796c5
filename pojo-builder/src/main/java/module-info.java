/**
 * Whole objects, built from frames, and the {@code skim} command.
 */
@SuppressWarnings("module")
module io.skim.pojo
{
    requires HdrHistogram;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires io.skim.handlers;
    requires transitive io.skim.scanner;

    exports io.skim.pojo;
    exports io.skim.pojo.amqp;
    exports io.skim.pojo.amqp.types;
    exports io.skim.pojo.bind;
    exports io.skim.pojo.headers;

    opens io.skim.command to info.picocli;
}
