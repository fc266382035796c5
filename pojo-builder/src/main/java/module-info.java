/**
 * Whole objects, built from frames.
 */
module io.skim.pojo
{
    requires transitive io.skim.scanner;
    requires static org.jspecify;

    exports io.skim.pojo;
    exports io.skim.pojo.amqp;
    exports io.skim.pojo.amqp.types;
    exports io.skim.pojo.bind;
    exports io.skim.pojo.headers;
}
