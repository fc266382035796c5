/**
 * Reads the files of a broker's message store.
 */
module io.skim.store
{
    requires transitive io.skim.scanner;

    exports io.skim.store;
    exports io.skim.store.capture;
    exports io.skim.store.rows;
}
