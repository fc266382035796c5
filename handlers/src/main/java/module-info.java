/**
 * Ready-made handlers for the scanner.
 */
module io.skim.handlers
{
    requires transitive io.skim.scanner;
    requires static org.jspecify;

    exports io.skim.handlers.patch;
    exports io.skim.handlers.route;
    exports io.skim.handlers.select;
}
