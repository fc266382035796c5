/**
 * Reads the files of a broker's message store.
 */
module io.skim.store
{
    requires transitive io.skim.scanner;
    requires static org.jspecify;

    exports io.skim.store;
    exports io.skim.store.capture;
    exports io.skim.store.rows;
}
